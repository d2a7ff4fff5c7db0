"""The few HTML and JATS tags that files of abstracts hold. Every other tag is text."""

import re
from html import unescape

ELEMENTS = {
    "i": "em",
    "em": "em",
    "italic": "em",
    "b": "strong",
    "strong": "strong",
    "bold": "strong",
    "sub": "sub",
    "sup": "sup",
    "sc": "span",
    "monospace": "code",
    "underline": "span",
}
CLASSES = {"sc": ' class="small-caps"', "underline": ' class="underline"'}
# `sc`, `italic`, `bold` are JATS's own; only there do they stand without being said.
_JATS_ONLY = {"sc", "italic", "bold", "monospace", "underline"}
_ATTRIBUTES = r"""(?:\s+[\w:.-]{1,40}\s*=\s*(?:"[^"<>]{0,300}"|'[^'<>]{0,300}'))*+"""
_TAG = re.compile(rf"<(/?)(jats:)?([a-z]+){_ATTRIBUTES}\s*(/?)>", re.IGNORECASE)
# Marks around words that say nothing to a reader. They are gone, what they enclose stays.
SILENT = re.compile(
    rf"</?(?:jats:[a-z-]+|fixed-case|url|mml:[a-z]+){_ATTRIBUTES}\s*/?>",
    re.IGNORECASE,
)
_TEX = re.compile(r"<(?:jats:)?tex-math(?: [^<>]{0,200})?>")
_LONGEST_FORMULA = 8000

BLOCK = re.compile(
    rf"</?(?:jats:)?p{_ATTRIBUTES}\s*/?>|</?jats:(?:sec|abstract|list|list-item|disp-formula){_ATTRIBUTES}\s*/?>",
    re.IGNORECASE,
)
HEADING = re.compile(
    rf"<jats:title{_ATTRIBUTES}\s*>([^<]{{0,200}})</jats:title>|<title>([^<]{{0,200}})</title>(?=\s*<(?:jats:)?p[ >])",
    re.IGNORECASE,
)


class Tag:
    """A tag that is rendered. `element` is ours; `closes` tells an end tag."""

    __slots__ = ("closes", "element", "end", "name", "source", "start")

    def __init__(self, match: re.Match[str]) -> None:
        self.source = match[0]
        self.end = match.end()
        self.closes = bool(match[1])
        self.name = match[3].lower()
        self.element = "br" if self.name == "br" else ELEMENTS[self.name]
        self.start = f"<{self.element}{CLASSES.get(self.name, '')}>"


def tag_at(text: str, at: int) -> Tag | None:
    """Return the rendered tag that begins at `at`, or None: then it is text."""
    match = _TAG.match(text, at)
    if match is None or (match[3].lower() not in ELEMENTS and match[3].lower() != "br"):
        return None
    if match[3].lower() in _JATS_ONLY and not match[2]:
        return None
    return Tag(match)


def mathml_at(text: str, at: int) -> str | None:
    """Return the `<mml:math>…</mml:math>` that begins at `at`, or None."""
    end = (
        text.find("</mml:math>", at, at + _LONGEST_FORMULA) if text.startswith(("<mml:math>", "<mml:math "), at) else -1
    )
    return text[at : end + len("</mml:math>")] if end > 0 else None


def tex_at(text: str, at: int) -> tuple[str, int] | None:
    """Return the formula in the `<tex-math>` that begins at `at` and where the element ends, or None."""
    match = _TEX.match(text, at)
    end = text.find("</", match.end(), at + _LONGEST_FORMULA) if match else -1
    closing = text.find(">", end, end + 20) if end > 0 else -1
    if match is None or closing < 0:
        return None
    formula = text[match.end() : end].removeprefix("<![CDATA[").removesuffix("]]>")
    return unescape(formula).strip().strip("$"), closing + 1
