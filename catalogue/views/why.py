"""Why a paper carries what it carries: who says so and by which words, and these words marked in its text."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from catalogue.markup import Rendered, cut, mark, part
from catalogue.models import Finding, FindingKind, Origin, Paper, PaperLink, Tagging, TagKind

Row = Tagging | PaperLink | Finding
TOKENS = {Tagging: "t", PaperLink: "l", Finding: "f"}

# What stands around a quotation is quoted with it, up to so many characters on either side; a long one needs nothing.
AROUND = 60
LONG = 60
# Kinds of which one tag is the primary one.
WITH_PRIMARY = (TagKind.AREA, TagKind.CONTRIBUTION)

SAID_BY = {
    Origin.CURATOR: "from a curator",
    Origin.IMPORT: "from a source file",
    Origin.READER: "from a reader",
    Origin.RULE: "found by a rule",
}
NAMED = {
    "introduced": "It stands where the abstract says what it introduces.",
    "apposed": "It stands beside what the abstract introduces.",
    "in brackets": "It stands in brackets after what the abstract introduces.",
    "explained": "The abstract explains it as its own.",
    "called": "The abstract says that its work is called so.",
    "first": "The abstract calls it the first of its kind.",
    "new": "The abstract calls it new.",
    "ours": "The abstract calls it “our”.",
    "listed": "It is listed with what the abstract introduces.",
    "spelled out": "It is spelled out where it is introduced.",
    "title": "The title begins or ends with it.",
}
NUMBERS = {
    "factor": "a factor",
    "share": "a percentage or points",
    "change": "a change from one number to another",
    "bound": "a bound",
    "amount": "an amount",
    "size": "a size",
    "count": "a count",
    "measure": "a quantity with its unit",
}


@dataclass(frozen=True, slots=True)
class Why:
    """Why one thing is there. `quote` are the words, `where` the text they stand in (abstract, title) if they still do.

    `token` asks the page to show them; `shown` tells that it does.
    """

    what: str
    said: str
    token: str
    before: str = ""
    quote: str = ""
    after: str = ""
    where: str = ""
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """A row with its reason. `html` is its value as the abstract has it, `under` what belongs below it."""

    row: Row
    why: Why
    html: str = ""
    primary: bool = False
    under: list["Item"] = field(default_factory=list)


class Reasons:
    """Everything that is said of a paper. `wanted` is the token of what is to be marked in its text."""

    def __init__(self, paper: Paper, wanted: str) -> None:
        self.paper, self.wanted = paper, wanted
        self.texts = {"abstract": paper.abstract_text, "title": paper.heading if paper.title else ""}
        self.shown: Item | None = None

    def item(self, row: Row, what: str, **more: Any) -> Item:
        """Return a row with its reason; the one that is wanted is kept as `shown` if its words stand in a text."""
        why = self._why(row, what)
        made = Item(row, why, **more)
        if why.shown:
            self.shown = made
        return made

    def _why(self, row: Row, what: str) -> Why:
        token = f"{TOKENS[type(row)]}{row.pk}"
        if not row.evidence:
            return Why(what, SAID_BY[row.origin], token)
        name, start, end, quote = (row.evidence[key] for key in ("field", "start", "end", "quote"))
        text = self.texts.get(name, "")
        if text[start:end] != quote:
            said = said_by_rule(row) if name == "keywords" else "These words stood in an earlier form of the text."
            return Why(what, said, token, quote=quote)
        before, after = ("", "") if len(quote) >= LONG else (_before(text, start), _after(text, end))
        return Why(what, said_by_rule(row), token, before, quote, after, name, shown=token == self.wanted)

    def marked(self) -> dict[str, Any]:
        """Return heading and abstract, what is shown marked in them; the first mark is `#shown`."""
        heading = Rendered(self.paper.heading_html, self.paper.heading)
        abstract = Rendered(self.paper.abstract_html, self.paper.abstract_text)
        if self.shown:
            spans = [(self.shown.row.evidence["start"], self.shown.row.evidence["end"])]
            if self.shown.why.where == "title":
                heading = mark(heading, spans, anchor="shown")
            else:
                abstract = mark(abstract, spans, anchor="shown")
        return {"heading_html": heading.html, "abstract_html": abstract.html, "shown": self.shown}


def said_by_rule(row: Row) -> str:
    """Return in plain words how a rule found something; who said so if it was no rule."""
    if row.origin != Origin.RULE:
        return f"{SAID_BY[row.origin].capitalize()}."
    if isinstance(row, PaperLink):
        words = "the words before it say" if row.rule == "words before" else "its host says"
        return f"The abstract gives this address; {words} what it leads to."
    if isinstance(row, Finding):
        return _said_of_finding(row)
    if row.rule == "weighed words":
        return "Weighed: many words of the text speak for it, these among them."
    where = row.evidence["field"]
    return f"These words stand in the {'source file’s keywords' if where == 'keywords' else where}."


def _said_of_finding(finding: Finding) -> str:
    match finding.kind:
        case FindingKind.NAME:
            return NAMED.get(finding.rule, "The words around it speak for it.")
        case FindingKind.EXPANSION:
            return "Its letters give the name."
        case FindingKind.RESULT:
            return f"The abstract’s own words; they state {NUMBERS.get(finding.rule, 'a number')}."
        case FindingKind.CODE_PROMISED:
            return "The abstract announces it and gives no address."
        case _:
            return f"Made of the abstract’s own words: {finding.rule}."


def _before(text: str, start: int) -> str:
    begin = max(start - AROUND, 0)
    stretch = text[begin:start]
    return f"…{stretch[stretch.find(' ') :] if ' ' in stretch else stretch}" if begin else stretch


def _after(text: str, end: int) -> str:
    stretch = text[end : end + AROUND]
    if end + AROUND >= len(text):
        return stretch
    return f"{stretch[: stretch.rindex(' ') + 1] if ' ' in stretch else stretch}…"


def reasons_of(paper: Paper, wanted: str) -> dict[str, Any]:
    """Return what the page of a paper shows as found or stated, each with why. Needs `with_page` and its card."""
    reasons = Reasons(paper, wanted)
    by_kind: dict[str, list[Finding]] = {kind: [] for kind in FindingKind}
    for finding in paper.findings.all():
        by_kind[finding.kind].append(finding)
    promises = by_kind[FindingKind.CODE_PROMISED] if paper.card.code_is_promised else []
    headings = by_kind[FindingKind.HEADING] if paper.heading_is_derived else []
    context = {
        "heading_item": next((reasons.item(each, "the heading") for each in headings), None),
        "names": _names(reasons, by_kind),
        "results": [_result(reasons, each) for each in by_kind[FindingKind.RESULT]],
        "tag_groups": list(_tag_groups(reasons, paper.public_taggings)),
        "links": [reasons.item(each, f"the link: {each.get_kind_display()}") for each in paper.links.all()],
        "promise": next((reasons.item(each, "the promise of code") for each in promises), None),
    }
    return context | reasons.marked()


def _names(reasons: Reasons, by_kind: dict[str, list[Finding]]) -> list[Item]:
    items = []
    for name in by_kind[FindingKind.NAME]:
        spelled = [each for each in by_kind[FindingKind.EXPANSION] if each.about == name.value]
        under = [reasons.item(each, f"the expansion of {name.value}") for each in spelled]
        items.append(reasons.item(name, f"the name {name.value}", under=under))
    return items


def _result(reasons: Reasons, finding: Finding) -> Item:
    """Return a result, with the formulas of the abstract where it stands there as it is."""
    item = reasons.item(finding, f"the result “{cut(finding.value, 40)}”")
    if item.why.where != "abstract" or item.why.quote != finding.value:
        return item
    abstract = Rendered(reasons.paper.abstract_html, reasons.paper.abstract_text)
    return replace(item, html=part(abstract, finding.evidence["start"], finding.evidence["end"]).html)


def _tag_groups(reasons: Reasons, taggings: Iterable[Tagging]) -> Iterable[tuple[str, list[Item]]]:
    """Yield the heading over the tags of each kind, and these tags."""
    for kind, group in groupby(taggings, key=lambda tagging: TagKind(tagging.tag.kind)):
        of_kind = list(group)
        ranked = kind in WITH_PRIMARY and len({tagging.rank for tagging in of_kind}) > 1
        yield (
            kind.plural if len(of_kind) > 1 else kind.label.capitalize(),
            [reasons.item(t, f"the tag {t.tag.label}", primary=ranked and t.rank == 1) for t in of_kind],
        )
