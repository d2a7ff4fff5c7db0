"""JSON Lines: one object a paper, with everything the catalogue says of it."""

import json
from collections.abc import Iterator
from typing import Any

from django.db.models import Prefetch, QuerySet

from catalogue.models import Appearance, Authorship, Finding, FindingKind, Paper, PaperLink, Tagging, TagKind

BATCH = 500
# Kinds whose terms are named by their slug: a closed vocabulary, whatever its labels are in other languages.
BY_SLUG = {TagKind.AREA: "areas", TagKind.CONTRIBUTION: "contribution", TagKind.MODALITY: "modalities"}
BY_LABEL = {TagKind.METHOD: "methods", TagKind.TASK: "tasks", TagKind.KEYWORD: "keywords"}
# Proper names are given as the paper writes them; `tags` has their preferred label.
AS_WRITTEN = {TagKind.DATASET: "datasets", TagKind.MODEL: "models"}


def jsonl(papers: QuerySet[Paper]) -> Iterator[str]:
    """Yield a line of JSON for each paper, in the order of the query set. A fixed number of queries for 500 papers."""
    appearances = Appearance.objects.select_related("source", "collection").order_by("id")
    complete = papers.prefetch_related(
        Prefetch("authorships", Authorship.objects.order_by("position")),
        Prefetch("appearances", appearances),
        Prefetch("taggings", Tagging.objects.public().select_related("tag")),
        Prefetch("links", PaperLink.objects.accepted()),
        Prefetch("findings", Finding.objects.accepted()),
    )
    for paper in complete.iterator(chunk_size=BATCH):
        yield json.dumps(as_json(paper), ensure_ascii=False) + "\n"


def as_json(paper: Paper) -> dict[str, Any]:
    """Return what the catalogue says of a paper whose rows `jsonl` has fetched."""
    first = next(iter(paper.appearances.all()), None)
    return {
        "key": paper.key,
        "source": first.source.name if first else "",
        "position": first.position if first else None,
        "collection": first.collection.name if first else "",
        "year": paper.year,
        "title": paper.title,
        "title_text": paper.heading if paper.title else "",
        "heading": paper.heading,
        "authors": [authorship.name for authorship in paper.authorships.all()],
        "abstract": paper.abstract_text,
        "abstract_source": paper.abstract_source,
        **{name: getattr(paper, name) for name in ("language", "doi", "arxiv_id", "openreview_id", "url", "pdf_url")},
        **_findings(paper),
        **_terms(paper),
        "links": [{"kind": link.kind, "url": link.url} for link in paper.links.all()],
    }


def _findings(paper: Paper) -> dict[str, Any]:
    found = paper.findings.all()
    return {
        "names": [each.value for each in found if each.kind == FindingKind.NAME],
        "expansions": {each.about: each.value for each in found if each.kind == FindingKind.EXPANSION},
        "results": [each.value for each in found if each.kind == FindingKind.RESULT][:8],
        "code_promised": any(each.kind == FindingKind.CODE_PROMISED for each in found),
        "findings": [
            {name: getattr(each, name) for name in ("kind", "value", "about", "origin", "rank", "evidence")}
            for each in found
        ],
    }


def _terms(paper: Paper) -> dict[str, Any]:
    taggings = paper.public_taggings
    terms: dict[str, Any] = {
        name: [getattr(tagging.tag, attribute) for tagging in taggings if tagging.tag.kind == kind]
        for names, attribute in ((BY_SLUG, "slug"), (BY_LABEL, "label"))
        for kind, name in names.items()
    }
    for kind, name in AS_WRITTEN.items():
        terms[name] = [each.evidence_quote or each.tag.label for each in taggings if each.tag.kind == kind]
    terms["tags"] = [
        {
            "kind": tagging.tag.kind,
            "slug": tagging.tag.slug,
            "label": tagging.tag.label,
            "origin": tagging.origin,
            "state": tagging.state,
            "rank": tagging.rank,
            "evidence": tagging.evidence,
        }
        for tagging in taggings
    ]
    return terms
