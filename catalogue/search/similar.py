"""Papers similar to a paper or to any text, with the words that make them so."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from math import fsum
from typing import Any

from django.db import connection
from django.db.models import Count, OuterRef, Subquery
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce

from catalogue.models import FindingKind, Paper, SearchDocument, SearchTerm, Tagging, TagKind
from catalogue.search import postgresql, sqlite
from catalogue.search.documents import Document, document
from catalogue.search.indexing import LENGTHS, PAPERS
from catalogue.search.likeness import Likeness, Spelling, telling_words
from catalogue.search.stop_words import is_of_any_abstract

# What a shared tag counts; a word that one paper in a hundred holds counts about two.
AREA, OTHER_TAG = 3.0, 2.0
TAG_KINDS = (TagKind.TASK, TagKind.METHOD, TagKind.DATASET, TagKind.MODEL)
# So many papers are compared in full: those that hold most of the telling words. These are looked up as long as the
# papers they stand in are no more than this and a fortieth of the catalogue together: PostgreSQL takes 2 µs for each.
COMPARED = 120
LOOKED_UP, SHARE_LOOKED_UP = 7_500, 40
WORDS_LOOKED_UP = 40
# A paper that has less in common, as a share of all there is to have in common, is not similar.
SIMILAR_ENOUGH = 0.11
WORDS_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Similar:
    """A paper by its id, what it has in common (0 to 1, 1: everything) and in which words, as the text spells them."""

    paper: int
    score: float
    shared: tuple[str, ...]


def similar_to_paper(paper: Paper, most: int) -> list[Similar]:
    """Return up to `most` listed papers similar to `paper`, the most similar first; two queries beside its page's.

    Needs what `with_page` fetches.
    """
    named = [each.value for each in paper.findings.all() if each.kind in (FindingKind.NAME, FindingKind.EXPANSION)]
    words = document(paper.heading, named, (), paper.abstract_text)
    kinds: dict[str, list[int]] = {}
    for tagging in paper.public_taggings:
        kinds.setdefault(tagging.tag.kind, []).append(tagging.tag_id)
    others = [tag for kind in TAG_KINDS for tag in kinds.get(kind, [])]
    tags = {"areas": kinds.get(TagKind.AREA, []), "others": others}
    return _similar(f"{paper.heading}\n{paper.abstract_text}", words, most, tags, but=paper.pk)


def similar_to_text(text: str, most: int) -> list[Similar]:
    """Return up to `most` listed papers similar to a plain text, the most similar first; two queries."""
    return _similar(text, document("", (), (), text), most, {"areas": [], "others": []}, but=0)


def _similar(text: str, words: Document, most: int, tags: Mapping[str, Collection[int]], but: int) -> list[Similar]:
    telling = telling_words(words)
    counts = dict(SearchTerm.objects.filter(term__in=[*telling, *LENGTHS, PAPERS]).values_list("term", "papers"))
    papers = max(counts.get(PAPERS, 0), 1)
    average = sum(counts.get(name, 0) for name in LENGTHS) / papers
    likeness = Likeness(words, telling, counts, papers, average)
    if all(map(is_of_any_abstract, likeness.rarity)):  # no reason that could be given says anything
        return []
    itself = likeness.itself + AREA * len(tags["areas"]) + OTHER_TAG * len(tags["others"])
    found = []
    for pk, title, abstract, areas, others in _candidates(_looked_up(likeness.weights, counts, papers), tags, but):
        shared = likeness.shared(Document(title, "", abstract))
        score = (fsum(shared.values()) + AREA * areas + OTHER_TAG * others) / itself
        if score >= SIMILAR_ENOUGH:
            found.append((-score, pk, shared))
    spelling = Spelling(text, likeness)
    best = sorted(found, key=lambda each: each[:2])[:most]
    return [Similar(pk, -score, tuple(spelling.phrases(shared, WORDS_SHOWN))) for score, pk, shared in best]


def _looked_up(weights: Mapping[str, float], counts: Mapping[str, int], papers: int) -> dict[str, float]:
    """Return the words that count most, as many as can be looked up."""
    room = LOOKED_UP + papers // SHARE_LOOKED_UP
    found: dict[str, float] = {}
    for word in sorted(weights, key=lambda word: (-weights[word], word)):
        if counts[word] <= room and len(found) < WORDS_LOOKED_UP:
            found[word] = weights[word]
            room -= counts[word]
    return found


def _candidates(weights: Mapping[str, float], tags: Mapping[str, Collection[int]], but: int) -> Iterator[Any]:
    """Yield id, title, abstract and the numbers of shared tags of the listed papers that hold most of some words."""
    if not weights:
        return
    engine = postgresql if connection.vendor == "postgresql" else sqlite
    votes = " UNION ALL ".join(f"SELECT found.*, %s FROM ({engine.MATCHING}) AS found" for _ in weights)  # noqa: S608
    # Whole numbers: their sum does not depend on the order in which a database adds them.
    voting = f"""
        WITH votes(paper, weight) AS ({votes})
        SELECT paper FROM votes
        WHERE paper <> %s AND paper NOT IN (SELECT id FROM catalogue_paper WHERE visibility IN ('hidden', 'withdrawn'))
        GROUP BY paper ORDER BY SUM(weight) DESC, paper LIMIT {COMPARED}
    """  # noqa: S608 - words and numbers are parameters
    given = [each for word, weight in weights.items() for each in (round(100 * weight), engine.phrase([word]))]
    candidates = SearchDocument.objects.filter(pk__in=RawSQL(voting, [*given, but]))  # noqa: S611
    shared = {name: _shared(of_kind) for name, of_kind in tags.items()}
    yield from candidates.annotate(**shared).values_list("pk", "title", "abstract", *shared)


def _shared(tags: Collection[int]) -> Coalesce:
    """Return how many of some tags the paper of a document carries, as an expression."""
    carried = Tagging.objects.public().filter(paper=OuterRef("pk"), tag__in=tags).order_by().values("paper")
    return Coalesce(Subquery(carried.annotate(shared=Count("pk")).values("shared")), 0)
