"""What the rules found becomes rows: findings, taggings and links of origin `rule`. Nobody's judgement is touched."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import models, transaction

from catalogue.curation import known_of
from catalogue.extraction import Extraction, Vocabulary
from catalogue.facets import LONG_LOG, compact
from catalogue.importing.deriving import HEADING_COLUMNS, derive_findings, reading_mark
from catalogue.models import AssertionState, Finding, FindingKind, Origin, Paper, PaperLink, Tag, Tagging
from catalogue.search import index_papers

BATCH = 500
# SQLite nests one expression for each row of an update.
UPDATE_BATCH = 100
VALUE_LENGTH = 400
# What a rule says of a paper, by what tells it apart: {(paper id, …): {column: value}}.
Wanted = dict[tuple[Any, ...], dict[str, Any]]


@dataclass(slots=True)
class Rereading:
    """What running the rules again did."""

    read: int = 0
    skipped: int = 0
    changed: int = 0


def extract_again(vocabulary: Vocabulary, advanced: Callable[[int], None], *, everything: bool = False) -> Rereading:
    """Run the rules over the papers that changed since they were last read, or whose rules or vocabulary did.

    Batches of 500 papers, each in a transaction; `advanced` is told how many are done. Safe to stop and start again.
    """
    done = Rereading()
    last = 0
    while papers := list(Paper.objects.filter(pk__gt=last).order_by("pk")[:BATCH]):
        last = papers[-1].pk
        known = known_of(papers)
        stale = [p.pk for p in papers if everything or p.extracted != reading_mark(p, vocabulary, known[p.pk])]
        done.changed += len(read_again(stale, vocabulary))
        done.read += len(stale)
        done.skipped += len(papers) - len(stale)
        compact(LONG_LOG)
        advanced(done.read + done.skipped)
    compact()
    return done


def read_again(ids: Iterable[int], vocabulary: Vocabulary) -> set[int]:
    """Run the rules over stored papers, in one transaction. Returns the ids of those that changed by it."""
    with transaction.atomic():
        # Read under a lock: what somebody edits at the same moment is not written over.
        papers = list(Paper.objects.select_for_update(no_key=True).filter(pk__in=list(ids)).order_by("pk"))
        known = known_of(papers)
        pairs = [(paper, derive_findings(paper, vocabulary, known[paper.pk])) for paper in papers]
        Paper.objects.bulk_update(papers, HEADING_COLUMNS, batch_size=UPDATE_BATCH)
        changed = save_extractions(pairs)
        index_papers([paper.pk for paper in papers])
        return changed


def save_extractions(pairs: Sequence[tuple[Paper, Extraction]]) -> set[int]:
    """Make the rows of rules say what the rules found. A fixed number of queries. Returns the ids of changed papers.

    Rows of curators and of source files stay, and what somebody rejected stays away.
    """
    papers = [paper for paper, _ in pairs]
    links: Wanted = {}
    terms: Wanted = {}
    for paper, extraction in pairs:
        for found in extraction.found:
            if found.kind == "link" and len(found.value) <= 800:
                links[paper.pk, found.value] = _said(found) | {"kind": found.about}
        for given in extraction.terms:
            terms[paper.pk, given.term.id] = _said(given) | {"rank": given.rank}
    states = _states({tag for _, tag in terms})
    terms = {key: row | {"state": states[key[1]]} for key, row in terms.items() if key[1] in states}
    return (
        _save(PaperLink.objects.filter(paper__in=papers), links, ("paper_id", "url"))
        | _save(Tagging.objects.filter(owner=None, paper__in=papers), terms, ("paper_id", "tag_id"))
        | _save(Finding.objects.filter(paper__in=papers), _findings(pairs), ("paper_id", "kind", "value"))
    )


def _states(tags: set[int]) -> dict[int, AssertionState]:
    """Return the state in which rules give each of those tags that still stand.

    The vocabulary of a long run may name some that were merged since; until the end of the transaction none is.
    """
    there = Tag.objects.select_for_update(no_key=True).filter(pk__in=tags).order_by("pk")
    return {
        pk: AssertionState.PROPOSED if only_proposes else AssertionState.ACCEPTED
        for pk, only_proposes in there.values_list("pk", "only_proposes")
    }


def _said(found: Any) -> dict[str, Any]:
    return {"rule": found.rule, "evidence": found.evidence.as_json()}


def _findings(pairs: Sequence[tuple[Paper, Extraction]]) -> Wanted:
    """Return the findings the rules want. A promise of code is none where there is a link; no value comes twice."""
    papers = [paper for paper, _ in pairs]
    accepted = PaperLink.objects.accepted().filter(paper__in=papers).exclude(kind=PaperLink.Kind.PDF)
    linked, known = set(accepted.values_list("paper_id", flat=True)), known_of(papers)
    wanted: Wanted = {}
    for paper, extraction in pairs:
        ranks: dict[str, int] = {}
        for found in extraction.found:
            promised_and_kept = found.kind == FindingKind.CODE_PROMISED and paper.pk in linked
            if found.kind == "link" or promised_and_kept:
                continue
            ranks[found.kind] = ranks.get(found.kind, 0) + 1
            row = _said(found) | {"about": found.about[:200], "rank": ranks[found.kind]}
            wanted.setdefault((paper.pk, found.kind, found.value[:VALUE_LENGTH]), row)
        if extraction.heading and not known[paper.pk].heading:
            row = _said(extraction.heading) | {"about": "", "rank": 1}
            wanted[paper.pk, FindingKind.HEADING.value, paper.heading[:VALUE_LENGTH]] = row
    return wanted


def _save(rows: models.QuerySet[Any], wanted: Wanted, names: tuple[str, ...]) -> set[int]:
    """Make the rows of origin `rule` those wanted. Returns the ids of the papers for which that changed something."""
    changed: set[int] = set()
    stale, differing = [], []
    for row in rows:
        values = wanted.pop(tuple(getattr(row, name) for name in names), None)
        if row.origin != Origin.RULE or row.state == AssertionState.REJECTED:
            continue
        if values is None:
            stale.append(row.pk)
        elif any(getattr(row, name) != value for name, value in values.items()):
            for name, value in values.items():
                setattr(row, name, value)
            differing.append(row)
        else:
            continue
        changed.add(row.paper_id)
    model = rows.model
    model.objects.filter(pk__in=stale).delete()
    if differing:
        columns = {"rule", "evidence", "state"} | {name for name in ("rank", "about", "kind") if hasattr(model, name)}
        model.objects.bulk_update(differing, sorted(columns - set(names)), batch_size=UPDATE_BATCH)
    # What a curator adds at the same moment wins.
    model.objects.bulk_create(
        (model(**dict(zip(names, key, strict=True)), **values, origin=Origin.RULE) for key, values in wanted.items()),
        ignore_conflicts=True,
        batch_size=1000,
    )
    return changed | {key[0] for key in wanted}
