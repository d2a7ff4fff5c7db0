"""What waits for an answer: proposed tags, each with the papers it is proposed for and the words that speak for it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from html import escape
from typing import Any

from django.db.models import Count, F, Max, Min, Q, QuerySet, Window
from django.db.models.functions import DenseRank

from catalogue.extraction import Patterns, Term, sentence_at, words_of
from catalogue.markup import Rendered, mark, part
from catalogue.models import Paper, Tag, Tagging


@dataclass(slots=True)
class Asked:
    """A paper for which a tag is proposed: by which readers, by which rule, since when; what speaks for it.

    `html` is the sentence with the words marked, `where` the text it stands in; both empty where no words are found.
    """

    paper: Paper
    readers: list[str] = field(default_factory=list)
    rule: str = ""
    since: datetime | None = None
    html: str = ""
    where: str = ""


@dataclass(slots=True)
class AskedTag:
    """A tag that is proposed for papers: how many, by how many readers and on how many by rules, since when."""

    tag: Tag
    papers: int
    readers: int
    rules: int
    since: datetime
    asked: list[Asked] = field(default_factory=list)


def asked_tags(kind: str = "", by: str = "") -> QuerySet[Tagging, dict[str, Any]]:
    """Return the tags that wait for an answer, as dicts, those for the most papers first.

    `kind` narrows to one kind, `by` to what `readers` or `rules` propose.
    """
    rows = Tagging.objects.waiting()
    if kind:
        rows = rows.filter(tag__kind=kind)
    if by:
        rows = rows.filter(owner__isnull=by == "rules")
    counted = (
        rows.order_by()
        .values("tag")
        .annotate(
            papers=Count("paper", distinct=True),
            readers=Count("owner", distinct=True),
            rules=Count("pk", filter=Q(owner=None)),
            since=Min("decided_at"),
            last=Max("pk"),
        )
    )
    return counted.order_by("-papers", "tag")


def asked_papers(tag: int) -> QuerySet[Tagging, int]:
    """Return the papers, by id, for which a tag waits for an answer."""
    return Tagging.objects.waiting().filter(tag=tag).order_by("paper_id").values_list("paper_id", flat=True).distinct()


def with_papers(
    counted: Iterable[Mapping[str, Any]], first: int | None = None, papers: Iterable[int] | None = None
) -> list[AskedTag]:
    """Return what `asked_tags` counted with the papers: the first ones of each tag, or those given. Three queries."""
    counted = list(counted)
    tags = Tag.objects.prefetch_related("labels").in_bulk([each["tag"] for each in counted])
    rows = Tagging.objects.waiting().filter(tag__in=tags)
    if papers is not None:
        rows = rows.filter(paper__in=list(papers))
    place = Window(DenseRank(), partition_by=F("tag_id"), order_by=F("paper_id").asc())
    rows = rows.select_related("paper", "owner__user").annotate(place=place).order_by("paper_id", "pk")
    if first:
        rows = rows.filter(place__lte=first)
    of_tag: dict[int, list[Tagging]] = {}
    for row in rows:
        of_tag.setdefault(row.tag_id, []).append(row)
    return [
        AskedTag(
            tags[each["tag"]],
            each["papers"],
            each["readers"],
            each["rules"],
            each["since"],
            _asked(tags[each["tag"]], of_tag.get(each["tag"], [])),
        )
        for each in counted
        if each["tag"] in tags
    ]


def _asked(tag: Tag, rows: list[Tagging]) -> list[Asked]:
    labels = tuple(label.label.lower() for label in tag.labels.all() if not label.label.startswith("!"))
    spelled = Patterns([Term(tag.pk, tag.kind, "", "", labels)])
    found: dict[int, Asked] = {}
    evidence: dict[int, Any] = {}
    for row in rows:
        asked = found.setdefault(row.paper_id, Asked(row.paper))
        asked.since = min(asked.since or row.decided_at, row.decided_at)
        if row.owner:
            asked.readers.append(row.owner.name)
        else:
            asked.rule = row.rule or row.get_origin_display()
            evidence[row.paper_id] = row.evidence
    for paper, asked in found.items():
        asked.html, asked.where = _context(asked.paper, evidence.get(paper), spelled)
    return list(found.values())


def _context(paper: Paper, evidence: Any, spelled: Patterns) -> tuple[str, str]:
    """Return the sentence with the words of a rule, or else with a label of the tag, marked; and where it stands."""
    texts = {"abstract": Rendered(paper.abstract_html, paper.abstract_text)}
    if paper.title:
        texts = {"title": Rendered(paper.heading_html, paper.heading)} | texts
    if evidence and evidence["field"] == "keywords":
        return f"<mark>{escape(evidence['quote'])}</mark>", "keywords"
    if evidence and evidence["field"] in texts:
        text = texts[evidence["field"]]
        if text.text[evidence["start"] : evidence["end"]] == evidence["quote"]:
            return _sentence(text, evidence["start"], evidence["end"]), evidence["field"]
    for where, text in texts.items():
        for match in spelled.matches(words_of(text.text)):
            return _sentence(text, match.start, match.end), where
    return "", ""


def _sentence(text: Rendered, start: int, end: int) -> str:
    first, last = sentence_at(text.text, start, end)
    shown = part(text, first, last)
    if shown.text != text.text[first:last]:
        # A formula reaches over the border: the words alone, without its signs.
        shown = Rendered(escape(text.text[first:last], quote=False), text.text[first:last])
    return mark(shown, [(start - first, end - first)]).html
