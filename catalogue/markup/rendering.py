"""Rendering and cutting of texts."""

import html
import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rendered:
    """One text in two forms. `html` is safe to put into a page as it is; `text` is plain Unicode, no markup."""

    html: str
    text: str


def render(text: str) -> Rendered:
    """Return `text` as HTML paragraphs and as plain text with one space between words, paragraphs joined."""
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", text)]
    kept = [paragraph for paragraph in paragraphs if paragraph]
    return Rendered("".join(f"<p>{html.escape(paragraph)}</p>" for paragraph in kept), " ".join(kept))


def excerpt(text: str, length: int) -> str:
    """Return the beginning of a plain text: at most `length` characters, then an ellipsis.

    It is never cut inside a word or `$…$`. Text without spaces (Chinese, a very long word) is cut at `length`.
    """
    if len(text) <= length:
        return text
    cut = text[: length + 1]
    if cut.count("$") % 2:
        cut = cut[: cut.rindex("$")]
    start = cut[:length]
    if len(cut) > length and " " in start and not cut[length].isspace():
        start = start[: start.rindex(" ")]
    start = start.rstrip(" ,;:(–—-") or text[:length]
    return f"{start} …" if start.endswith((".", "!", "?")) else f"{start}…"
