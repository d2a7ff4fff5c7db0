"""What the rules are to read of a paper, and what people have said of it that they must respect."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from catalogue.extraction import Text
from catalogue.models import AssertionState, Finding, FindingKind, Origin, Paper, Tagging, TagKind


@dataclass(slots=True)
class Known:
    """Of one paper: the keywords of its source files, a heading that a curator gave, names and headings rejected."""

    keywords: list[str] = field(default_factory=list)
    heading: str = ""
    not_names: frozenset[str] = frozenset()
    not_headings: frozenset[str] = frozenset()


def known_of(papers: Iterable[Paper]) -> dict[int, Known]:
    """Return what is known of saved papers, by id. Two queries."""
    papers = list(papers)
    found = {paper.pk: Known() for paper in papers}
    keywords = Tagging.objects.public().filter(paper__in=papers, tag__kind=TagKind.KEYWORD, origin=Origin.IMPORT)
    for paper, label in keywords.values_list("paper_id", "tag__label"):
        found[paper].keywords.append(label)
    judged = Finding.objects.filter(paper__in=papers, kind__in=(FindingKind.HEADING, FindingKind.NAME))
    for paper, kind, value, origin, state in judged.order_by("-rank", "pk").values_list(
        "paper_id", "kind", "value", "origin", "state"
    ):
        if kind == FindingKind.NAME and state == AssertionState.REJECTED:
            found[paper].not_names |= {value}
        elif kind == FindingKind.HEADING and state == AssertionState.REJECTED:
            found[paper].not_headings |= {value}
        elif kind == FindingKind.HEADING and state == AssertionState.ACCEPTED and origin == Origin.CURATOR:
            found[paper].heading = value
    return found


def text_of(paper: Paper, known: Known) -> Text:
    """Return what the rules read of a rendered paper. Keywords are put in order, for the same offsets every time."""
    title = paper.heading if paper.title else ""
    return Text(abstract=paper.abstract_text, title=title, keywords="; ".join(sorted(known.keywords)))
