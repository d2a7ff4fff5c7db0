"""Whether two descriptions are of one paper: yes, perhaps, or no, and the reason. Pure.

Only a yes lets a record change a paper that is there. What speaks for it has to be enough by itself, and nothing may
speak against it; all else that looks alike is for a curator to decide.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from rapidfuzz.distance import Levenshtein

from catalogue.models.traces import bare, rows_of, title_key, words_of

# Three words in a row: a changed word takes three of them along, a cut off end none of the rest.
ROW_WORDS = 3
# A text with fewer words says nothing: “No abstract.”
TEXT_WORDS = 12
SURE_WORDS, LONG_TEXT_WORDS = 25, 40
# Shares of the rows of the shorter text; the second line: of the rows of both.
WHOLE_TEXT, SAME_TEXT, REVISED_TEXT, OTHER_TEXT = 0.95, 0.8, 0.45, 0.15
REVISED_WHOLE = 0.6
SAME_TITLE, OTHER_TITLE = 0.9, 0.6
TITLE_WORDS = 5


class Verdict(Enum):
    """What a comparison says, from the weakest to the strongest."""

    DIFFERENT = 0
    DOUBTFUL = 1
    SAME = 2


@dataclass(frozen=True)
class Look:
    """What a record or a paper looks like: as its source gives it, first author as printed."""

    title: str
    text: str
    year: int | None
    first_author: str
    identifiers: Mapping[str, str]

    @cached_property
    def title_words(self) -> list[str]:
        return words_of(self.title)

    @cached_property
    def words(self) -> list[str]:
        return words_of(self.text)

    @cached_property
    def rows(self) -> set[int]:
        """Hashes of all three words in a row of the text; empty where it is too short to say anything."""
        return rows_of(self.words, ROW_WORDS) if len(self.words) >= TEXT_WORDS else set()

    @cached_property
    def name_parts(self) -> set[str]:
        """The parts of the first author's name, initials left out: in whatever order they are printed."""
        return {part for part in words_of(self.first_author) if len(part) > 1}


@dataclass(frozen=True, slots=True)
class Comparison:
    """How alike two looks are. Shares are from 0 to 1; None where one of the two does not say.

    `text` is the share of the shorter text's rows that the other has, `whole` that of the rows of both.
    """

    title: float | None
    text: float | None
    whole: float
    author: bool | None
    years_apart: int | None
    same_identifier: str
    other_identifier: str
    title_words: int
    text_words: int

    @classmethod
    def of(cls, one: Look, other: Look, had_text: bool = False) -> "Comparison":
        """Compare two looks. `had_text`: the other once had exactly the text of the one."""
        shared, title = len(one.rows & other.rows), _title_share(one, other)
        both = [name for name, value in one.identifiers.items() if value and other.identifiers.get(name)]
        equal = [name for name in both if bare(name, one.identifiers[name]) == bare(name, other.identifiers[name])]
        text, whole = None, 0.0
        if had_text and one.rows:
            text = whole = 1.0
        elif one.rows and other.rows:
            text, whole = shared / min(len(one.rows), len(other.rows)), shared / len(one.rows | other.rows)
        elif one.words and (had_text or one.words == other.words) and title is None:
            # Short, but the same to the last word. Beside titles, “No abstract.” is no text in common.
            text = whole = 1.0
        return cls(
            title=title,
            text=text,
            whole=whole,
            author=bool(one.name_parts & other.name_parts) if one.name_parts and other.name_parts else None,
            years_apart=abs(one.year - other.year) if one.year and other.year else None,
            same_identifier=next(iter(equal), ""),
            other_identifier="" if equal else next(iter(both), ""),
            title_words=min(len(one.title_words), len(other.title_words)),
            text_words=min(len(one.words), len(other.words)),
        )

    @property
    def same_title(self) -> bool:
        return self.title is not None and self.title >= SAME_TITLE

    @property
    def other_title(self) -> bool:
        return self.title is not None and self.title < OTHER_TITLE


def _title_share(one: Look, other: Look) -> float | None:
    keys = sorted((title_key(one.title), title_key(other.title)), key=len)
    if not all(keys):
        return None
    share = Levenshtein.normalized_similarity(*keys)
    # A subtitle was added or left out – or it is the second part: neither the same nor another title.
    return max(share, OTHER_TITLE) if keys[1].startswith(keys[0]) else share


def verdict(found: Comparison, one_file: bool = False) -> tuple[Verdict, str]:
    """Return what a comparison says, and why, as the end of a sentence that begins “They have …”.

    `one_file`: both stand in one version of one file. Its abstracts that differ a little may be meant so.
    """
    says, why = _verdict(found)
    if one_file and says is Verdict.SAME and not (found.same_identifier or found.same_title or found.whole == 1.0):
        return Verdict.DOUBTFUL, why
    return says, why


def _verdict(found: Comparison) -> tuple[Verdict, str]:
    if found.same_identifier:
        if found.other_title and (found.text or 0.0) < REVISED_TEXT:
            return Verdict.DOUBTFUL, f"one identifier ({found.same_identifier}), but other titles"
        return Verdict.SAME, f"one identifier ({found.same_identifier})"
    if found.text is not None and found.text >= REVISED_TEXT:
        return _by_text(found, found.text)
    if found.same_title:
        return _by_title(found)
    return Verdict.DIFFERENT, "neither text nor title in common"


def _by_text(found: Comparison, text: float) -> tuple[Verdict, str]:
    share = f"{100 * text:.0f} % of the text in common"
    if found.same_title:
        if found.author is False and text < SAME_TEXT:
            return Verdict.DOUBTFUL, f"one title and {share}, but other first authors"
        return Verdict.SAME, f"one title and {share}"
    if text < SAME_TEXT:
        return Verdict.DOUBTFUL, share
    if not found.other_title:
        cut_off = text >= WHOLE_TEXT and found.text_words >= SURE_WORDS
        revised = found.whole >= REVISED_WHOLE and found.text_words >= SURE_WORDS
        sure = cut_off or revised or found.whole >= WHOLE_TEXT
        return (Verdict.SAME if sure else Verdict.DOUBTFUL), share
    long = found.text_words >= (SURE_WORDS if found.whole == 1.0 else LONG_TEXT_WORDS)
    if found.whole >= SAME_TEXT and long and found.author is not False:
        return Verdict.SAME, f"{share} under other titles"
    return Verdict.DOUBTFUL, f"{share}, but other titles"


def _by_title(found: Comparison) -> tuple[Verdict, str]:
    """Judge two with one title whose texts differ, or of which one has none."""
    long = found.title_words >= TITLE_WORDS
    if found.author is False and not long:
        return Verdict.DIFFERENT, "one short title, but other first authors"
    if found.author is False:
        return Verdict.DOUBTFUL, "one title, but other first authors"
    if found.other_identifier:
        return Verdict.DOUBTFUL, f"one title, but another {found.other_identifier}"
    if found.text is not None and found.text < OTHER_TEXT:
        return Verdict.DOUBTFUL, "one title, but other texts"
    if found.years_apart:
        return Verdict.DOUBTFUL, "one title, but other years"
    sure = found.author or (long and found.years_apart == 0)
    if sure and (found.years_apart == 0 or long):
        return Verdict.SAME, "one title, year and first author" if found.author else "one title and year"
    return Verdict.DOUBTFUL, "one title"
