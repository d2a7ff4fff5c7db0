"""What a rule found, and the words it found it by."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """What rules read of a paper: plain text, as `markup` gives it. A file without titles leaves `title` empty."""

    abstract: str
    title: str = ""
    # Keywords of a source file, joined by "; ".
    keywords: str = ""

    def field(self, name: str) -> str:
        """Return the text of the field an evidence names. Raises KeyError for another name."""
        if name not in ("abstract", "title", "keywords"):
            raise KeyError(name)
        written: str = getattr(self, name)
        return written


@dataclass(frozen=True, slots=True)
class Evidence:
    """A quotation: `quote` is `text.field(field)[start:end]`, offsets in code points."""

    field: str
    start: int
    end: int
    quote: str

    def as_json(self) -> dict[str, str | int]:
        """Return the evidence as it is stored."""
        return {"field": self.field, "start": self.start, "end": self.end, "quote": self.quote}


def quoted(text: str, start: int, end: int, field: str = "abstract") -> Evidence:
    """Return the evidence for the stretch of `text` from `start` to `end`. Raises ValueError for an empty one."""
    if not 0 <= start < end <= len(text):
        raise ValueError(f"{start}–{end} is no stretch of a text of {len(text)} characters")
    return Evidence(field, start, end, text[start:end])


@dataclass(frozen=True, slots=True)
class Found:
    """A free value derived from a text. `about` is the name an expansion spells out, or the kind of a link."""

    kind: str
    value: str
    rule: str
    evidence: Evidence
    about: str = ""
