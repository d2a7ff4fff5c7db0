"""Addresses in a text: bare, in Markdown's `[text](address)`, in LaTeX's commands. Only http and https are links."""

import re
from html import escape

_BARE = re.compile(r"https?://(?:[^\s<>\"{}|\\^`\[\]（）。，；：、”’»]|\\[_%#&~$])+", re.IGNORECASE)
_HTTP = re.compile(r"https?://[^\s<>\"{}|\\^`]+", re.IGNORECASE)
_MARKDOWN = re.compile(
    r"\[([^\[\]\n]{1,300})\]\(\s{0,9}([^\s()<>]{1,500}(?:\([^\s()<>]{0,100}\)[^\s()<>]{0,100})?)\s{0,9}\)"
)
_ESCAPE = re.compile(r"\\([_%#&~$-])(?:\{\})?")
_LOOSE = ".,;:!?'*_~)]"
LONGEST = 1000


def bare_address(text: str, at: int) -> tuple[str, int] | None:
    """Return the address that begins at `at`, without the punctuation after it, and where it ends in the text."""
    match = _BARE.match(text, at, at + LONGEST)
    if match is None or (at and text[at - 1].isalnum()):
        return None
    source = match[0]
    while source[-1] in _LOOSE:
        if source[-1] == ")" and source.count("(") >= source.count(")"):
            break
        source = source[:-1].removesuffix("\\")
    address = plain_address(source)
    return (address, at + len(source)) if is_linkable(address) else None


def markdown_link(text: str, at: int) -> re.Match[str] | None:
    """Match `[text](address)` at `at` if the address is one of the web; groups 1 and 2 are text and address."""
    match = _MARKDOWN.match(text, at)
    return match if match and is_linkable(plain_address(match[2])) else None


def plain_address(source: str) -> str:
    r"""Return an address without LaTeX's escapes: `a\_b` → `a_b`."""
    return _ESCAPE.sub(r"\1", source.strip())


def is_linkable(address: str) -> bool:
    """Whether an address leads to the web and nowhere else."""
    return bool(_HTTP.fullmatch(address))


def opening_tag(address: str) -> str:
    """Return `<a href=…>` for a linkable address."""
    return f'<a href="{escape(address)}" rel="nofollow noopener">'
