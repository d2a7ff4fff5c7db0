"""From a source text to its two forms."""

import re
from dataclasses import dataclass
from html import escape

from catalogue.markup.blocks import Block, blocks, one_line
from catalogue.markup.sanitizing import safe
from catalogue.markup.scanning import inline_html
from catalogue.markup.walking import text_of

# A text this long is no abstract; it is shown as it was written. A megabyte of nothing but formulas would take seconds.
LONGEST = 200_000
_SPACES = re.compile(r"[ \n]{2,}")
_BREAK = re.compile(r"\s*(?:<br>\s*)+")
_EDGE_BREAK = re.compile(r"^(?:\s|<br>)+|(?:\s|<br>)+$")


@dataclass(frozen=True, slots=True)
class Rendered:
    """One text in two forms. `html` is safe to put into a page as it is; `text` is plain Unicode, no markup."""

    html: str
    text: str


def render(text: str) -> Rendered:
    r"""Return a text with LaTeX, Markdown, a few HTML and JATS tags as HTML and as plain text.

    The HTML is paragraphs (`<p>`) and simple lists. In the plain text they are joined by a space, items begin with
    `• ` or `1. `; formulas are written in Unicode. Nothing raises: what cannot be read is shown as it stands.
    """
    html = safe("".join(_block_html(block) for block in blocks(text))) if len(text) <= LONGEST else _as_written(text)
    return Rendered(html, text_of(html))


def render_inline(text: str) -> Rendered:
    """Return a title, or another text that is one line, as HTML without paragraphs and as plain text."""
    html = (
        safe(_tidy(inline_html(one_line(text))))
        if len(text) <= LONGEST
        else escape(" ".join(text.split()), quote=False)
    )
    return Rendered(html, text_of(html))


def _as_written(text: str) -> str:
    paragraphs = (" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text))
    return "".join(f"<p>{escape(paragraph, quote=False)}</p>" for paragraph in paragraphs if paragraph)


def _block_html(block: Block) -> str:
    texts = [shown for shown in (_tidy(inline_html(text)) for text in block.texts) if shown]
    if block.element == "p":
        return "".join(f"<p>{text}</p>" for text in texts)
    items = "".join(f"<li>{text}</li>" for text in texts)
    return f"<{block.element}>{items}</{block.element}>" if items else ""


def _tidy(html: str) -> str:
    """Return inline HTML with single spaces, and no white space around it and around line breaks."""
    if "<br>" in html:
        html = _EDGE_BREAK.sub("", _BREAK.sub("<br>", html))
    return _SPACES.sub(" ", html).strip(" \n")
