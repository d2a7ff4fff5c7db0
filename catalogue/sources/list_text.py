"""A list as text: the Markdown that the catalogue writes, Markdown that a person writes, a pasted list of lines.

One reader for all three. A line is a paper, with or without a bullet or a number before it; a heading, or a line that
ends in a colon, is a section; what is indented under a paper with a bullet is its note. The only heading of the first
level, before papers with bullets or before sections, is the title of the list; what follows it is its description.
"""

import re
from collections.abc import Iterator

from catalogue.sources.lines import is_blank
from catalogue.sources.list_lines import LONGEST_LINE, entry_of_line, unescaped
from catalogue.sources.records import ListEntry, ListProblem, ListRecord

_BULLET = re.compile(r"([ \t]*)((?:[-*+•·–]|\(?\d{1,9}[.)]|\[\d{1,4}\])[ \t]+)(?=\S)")
_HEADING = re.compile(r"(#{1,6})(?:[ \t]+|$)")
_RULE = re.compile(r"(?:-{3,}|\*{3,}|_{3,}|={3,})[ \t]*")
_COMMENT = re.compile(r"<!--.*-->[ \t]*")
_ANY_BULLET = re.compile(rf"^{_BULLET.pattern}", re.MULTILINE)
# At the margin, and neither a bullet, nor a heading, a quotation, a rule, or a comment.
_PLAIN = re.compile(rf"^(?!{_BULLET.pattern}|{_RULE.pattern}$|<!--)[^\s#>]", re.MULTILINE)
_TITLES = re.compile(r"^#[ \t]+\S", re.MULTILINE)
_ITEM_INDENT = 2  # columns by which a line must be further in than a bullet to belong to it


class _Reader:
    """Where the reading of a text has got to."""

    def __init__(self, text: str, record: ListRecord) -> None:
        self.record = record
        self.lines = text.split("\n")
        self.may_have_title, self.may_be_described = self._head(text)
        self.section = ""
        self.entry: ListEntry | None = None
        self.started = False
        self.width = 0  # columns from the margin to the text of the open entry; 0 where nothing can belong to it
        self.margin = 0
        self.note: list[str] = []
        self.blank = 0
        self.description: list[str] = []
        self.quoted = False

    def _head(self, text: str) -> tuple[bool, bool]:
        """Return whether the list has a title, and whether plain lines after it are its description."""
        bullet = _ANY_BULLET.search(text)
        # Where plain lines are papers too, no line may be lost to a description.
        plain = _PLAIN.search(text, bullet.start() if bullet else 0) is not None
        has_title = len(_TITLES.findall(text)) == 1 and (not plain or (not bullet and "\n##" in text))
        return has_title, has_title and bullet is not None

    def read(self) -> Iterator[ListEntry]:
        """Yield the papers in their order; title, description and problems go to the record."""
        for number, line in enumerate(self.lines, start=1):
            if self.entry and self._belongs(line):
                self._add_to_note(line)
            elif is_blank(line):
                self.blank += 1
            else:
                yield from self._closed()
                self._take(line, number)
        yield from self._closed()
        self.record.description = "\n".join(self.description)

    def _belongs(self, line: str) -> bool:
        """Whether a line is part of the note of the open entry."""
        if not self.width:
            return False
        if line.startswith(">"):
            return not self.margin
        indent = len(line) - len(line.lstrip(" "))
        if line.startswith("\t"):
            return True
        # A line of spaces alone is part of a note only where it is as far in as the note.
        needed = self.width if indent == len(line) else self.margin + _ITEM_INDENT
        return indent >= needed

    def _add_to_note(self, line: str) -> None:
        self.note += [""] * self.blank if self.note else []
        self.blank = 0
        if line.startswith("\t"):
            line = line[1:]
        elif line.startswith(">"):
            line = line[1:].removeprefix(" ")
        else:
            line = line[min(self.width, len(line) - len(line.lstrip(" "))) :]
        self.note.append(line)

    def _closed(self) -> Iterator[ListEntry]:
        """Yield the open entry, if there is one, with its note."""
        if self.entry:
            # What already stands there followed the title on its line.
            self.entry.note = "\n\n".join(part for part in (self.entry.note, "\n".join(self.note)) if part)
            yield self.entry
        self.entry, self.note, self.width = None, [], 0

    def _take(self, line: str, number: int) -> None:
        """Take a line that belongs to nothing before it."""
        blank, self.blank = self.blank, 0
        if heading := _HEADING.match(line):
            self._take_heading(heading[1], _without_closing(line[heading.end() :]))
        elif _RULE.fullmatch(line):
            self.section = ""
        elif line.startswith(">") and not self.started:
            self._describe(line[1:].removeprefix(" "), blank, quoted=True)
        elif _COMMENT.fullmatch(line):
            pass
        elif self.may_be_described and self.record.title and not self.started and not _BULLET.match(line):
            self._describe(line, blank, quoted=False)
        elif len(line) > LONGEST_LINE:
            self.record.problems.append(ListProblem(number, "It is too long for a title: one paper a line."))
        else:
            self._take_paper(line, number)

    def _take_heading(self, level: str, text: str) -> None:
        if level == "#" and self.may_have_title and not self.started:
            self.record.title, self.may_have_title = text, False
        else:
            self.section, self.started = text, True

    def _describe(self, line: str, blank: int, quoted: bool) -> None:
        # Blank lines within a block quote have their own sign.
        self.description += [""] * (blank if self.description and not (quoted and self.quoted) else 0)
        self.description.append(line)
        self.quoted = quoted

    def _take_paper(self, line: str, number: int) -> None:
        self.started = True
        bullet = _BULLET.match(line)
        text = line[bullet.end() :] if bullet else line
        entry = entry_of_line(text, number)
        named = entry.key or entry.doi or entry.arxiv_id or entry.openreview_id
        if not named and text.rstrip().endswith((":", "：")):
            self.section = unescaped(text.strip()[:-1].strip("* \t"))
            return
        if not entry.text:
            return
        entry.section = self.section
        self.entry = entry
        if bullet:
            self.margin, self.width = len(bullet[1]), bullet.end()


def read_text(text: str, record: ListRecord) -> Iterator[ListEntry]:
    """Yield the papers that a text lists; title, description and problems are added to the record."""
    return _Reader(text, record).read()


def _without_closing(text: str) -> str:
    """Return the text of a heading without the `#` that may close it."""
    text = text.strip()
    body = text.rstrip("#")
    return unescaped(body.rstrip() if not body or body.endswith((" ", "\t")) else text)
