"""What is open while a text is scanned: groups in braces, commands around an argument, tags."""

import unicodedata
from dataclasses import dataclass, field
from html import escape

from catalogue.markup.emphasis import Piece, emphasized

DEEPEST = 30


@dataclass(slots=True)
class Frame:
    """Something open. `tag` is the name of an HTML tag, with its `source`, else empty."""

    start: str = ""
    end: str = ""
    tag: str = ""
    source: str = ""
    switch: bool = False  # `\\em`: closed together with the group around it
    pieces: list[Piece] = field(default_factory=list)

    def html(self) -> str:
        inner = emphasized(self.pieces)
        return f"{self.start}{inner}{self.end}" if inner.strip() else inner


class Nesting:
    """A stack of frames that yields balanced HTML whatever is opened and closed. Beyond a depth nothing is nested."""

    def __init__(self) -> None:
        self._frames = [Frame()]
        self._too_deep = 0

    def add(self, piece: Piece) -> None:
        """Add HTML, or a run of Markdown's emphasis."""
        self._frames[-1].pieces.append(piece)

    def text(self, text: str) -> None:
        """Add plain text. A combining accent joins the letter before it."""
        pieces = self._frames[-1].pieces
        last = pieces[-1] if pieces else ""
        if text and unicodedata.combining(text[0]) and isinstance(last, str) and last:
            pieces[-1] = last[:-1] + unicodedata.normalize("NFC", last[-1] + escape(text, quote=False))
        else:
            pieces.append(escape(text, quote=False))

    def drop_space(self) -> None:
        """Take back the white space that was added last."""
        pieces = self._frames[-1].pieces
        while pieces and isinstance(last := pieces[-1], str):
            pieces[-1] = last.rstrip(" \u00a0")
            if pieces[-1]:
                break
            pieces.pop()

    @property
    def in_link(self) -> bool:
        return any(frame.start.startswith("<a ") for frame in self._frames)

    def open_group(self, start: str = "", end: str = "") -> None:
        """Open a group in braces, with an element or other text around it."""
        if len(self._frames) >= DEEPEST:
            self._too_deep += 1
        else:
            self._frames.append(Frame(start, end))

    def switch(self, start: str, end: str) -> None:
        """Open an element up to the end of the group around it. Without one it would never end, and is not opened."""
        if not self._too_deep and 1 < len(self._frames) < DEEPEST:
            self._frames.append(Frame(start, end, switch=True))

    def close_group(self) -> None:
        """Close the innermost group. A stray closing brace closes nothing and is gone."""
        if self._too_deep:
            self._too_deep -= 1
            return
        if all(frame.switch or frame.tag for frame in self._frames[1:]):
            return
        while True:
            frame = self._frames.pop()
            if not frame.switch and not frame.tag:
                self.add(frame.html())
                return
            self._take_in(frame)

    def open_tag(self, start: str, end: str, name: str, source: str) -> None:
        """Open an HTML tag called `name`, which is shown as its `source` if it is never closed."""
        if len(self._frames) >= DEEPEST:
            self.text(source)
        else:
            self._frames.append(Frame(start, end, name, source))

    def close_tag(self, name: str) -> bool:
        """Close the tag called `name` if it was opened last."""
        if self._frames[-1].tag != name:
            return False
        frame = self._frames.pop()
        self.add(frame.html())
        return True

    def finish(self) -> str:
        """Return the HTML. What is still open was a mistake: its text stays."""
        while len(self._frames) > 1:
            self._take_in(self._frames.pop())
        return emphasized(self._frames[0].pieces)

    def _take_in(self, frame: Frame) -> None:
        if frame.switch:
            self.add(frame.html())
            return
        if frame.tag:
            self.text(frame.source)
        self._frames[-1].pieces.extend(frame.pieces)
