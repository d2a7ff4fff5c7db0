"""What is left of markup in a rendered text: signs that its authors did not mean to be read."""

import re

from catalogue.markup.rendering import Rendered

# An unknown macro, which the page marks as one.
_MACRO = '<span class="macro"'
# A dollar that is no price, a command, emphasis that does not end, an element of HTML or JATS, a lost character.
_LEFT_OVER = re.compile(
    r"(?<!US)(?<![A-Z])\$(?!\s?[\d.]|\s|$)"
    r"|\\[A-Za-z]{2,}|\\[{}_^]"
    r"|\*\*(?=\S)|(?<=\S)\*\*"
    r"|</?(?:jats:\w+|mml:\w+|tex-math|inline-formula|italic|bold|title|sec|abstract|p|br|b|i|em|strong|su[bp]|span|div"
    r"|a|ul|ol|li|tt|u|h[1-6]|font|img|table|t[rdh])(?:\s[^<>]*=[^<>]*)?\s?/?>"
    r"|&(?:amp|lt|gt|quot|nbsp|#\d+|#x[\da-fA-F]+);|\ufffd",
    re.IGNORECASE,
)


def is_odd(rendered: Rendered) -> bool:
    """Tell whether something of the markup of a text is left over in what is shown of it."""
    return _MACRO in rendered.html or _LEFT_OVER.search(rendered.text) is not None
