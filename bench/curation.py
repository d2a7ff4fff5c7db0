"""Merging two frequent tags and the desk's pages, in one run.

DATABASE_URL=sqlite:////path/to/a/copy.sqlite3 python bench/curation.py [TAGS] [PAPERS]

Fills the vocabulary up to TAGS (5,000) tags, some near each other, gives two of them PAPERS (20,000) papers, half of
them the same, with evidence as rules write it; prints milliseconds and queries. The copy is changed.
"""

import os
import random
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import django

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "site_config.settings")
django.setup()

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, setup_test_environment

from catalogue.curation import merge, merge_effect, undo
from catalogue.facets import current
from catalogue.models import Paper, Tag, TagAddress, Tagging, TagLabel, User

TIMES = 3
SYLLABLES = "ba co di fu ga he ki lo mu na pe ri so ta ve wi xo yu za qua".split()
EVIDENCE = {"field": "abstract", "start": 120, "end": 140, "quote": "words that were found"}


def measure(label: str, act: Callable[[], Any], times: int = TIMES) -> Any:
    """Do something several times; print the median time and the queries of the last one."""
    taken, result = [], None
    for _ in range(times):
        with CaptureQueriesContext(connection) as captured:
            start = perf_counter()
            result = act()
            taken.append(1000 * (perf_counter() - start))
    print(f"{label:64} {median(taken):8.0f} ms {len(captured):5} queries", flush=True)
    return result


def fill_up(wanted: int) -> None:
    """Make tags of invented words; every tenth is the plural of the one before."""
    chance = random.Random(7)
    missing = wanted - Tag.objects.count()
    labels: dict[str, None] = {}
    last = ""
    while len(labels) < missing:
        words = " ".join(
            "".join(chance.choices(SYLLABLES, k=chance.randint(2, 4))) for _ in range(chance.randint(1, 3))
        )
        last = f"{last}s" if last and len(labels) % 10 == 0 else words
        labels[last] = None
    tags = [Tag(kind="keyword", label=each, slug=each.replace(" ", "-")) for each in labels]
    Tag.objects.bulk_create(tags, batch_size=1000)
    made = Tag.objects.filter(pk__in=[tag.pk for tag in tags])
    TagLabel.objects.bulk_create(
        (TagLabel(tag=tag, kind=tag.kind, **TagLabel.columns(tag.label), preferred=True) for tag in made),
        batch_size=1000,
    )
    TagAddress.objects.bulk_create((TagAddress(tag=t, kind=t.kind, slug=t.slug) for t in made), batch_size=1000)
    papers = list(Paper.objects.values_list("pk", flat=True)[:20_000])
    rows = (
        Tagging(paper_id=paper, tag=tag, origin="import")
        for tag in made
        for paper in chance.sample(papers, chance.choice((0, 1, 1, 2, 5, 20)))
    )
    Tagging.objects.bulk_create(rows, batch_size=1000)


def frequent(label: str, papers: list[int]) -> Tag:
    tag = Tag.objects.filter(kind="keyword", labels__key=label).first() or Tag.create("keyword", label)
    rows = (Tagging(paper_id=pk, tag=tag, origin="rule", rule="named", evidence=EVIDENCE) for pk in papers)
    Tagging.objects.bulk_create(rows, batch_size=1000, ignore_conflicts=True)
    return tag


def main(tags: int, papers: int) -> None:
    setup_test_environment()
    fill_up(tags)
    every = list(Paper.objects.order_by("pk").values_list("pk", flat=True)[: 2 * papers])
    a = frequent("bench merged", every[:papers])
    b = frequent("bench kept", every[papers // 2 : papers // 2 + papers])
    current()
    print(f"{Paper.objects.count():,} papers, {Tag.objects.count():,} tags, {connection.vendor}")
    measure("what a merge will change", lambda: merge_effect([a], b))
    event = measure(f"merge of {papers:,} papers into {papers:,}", lambda: merge([a], b, None), 1)
    measure("counts after it", current, 1)
    measure("undo of it", lambda: undo(event, None), 1)
    settings.REQUIRE_STAFF_MFA = False
    client = Client()
    client.force_login(User.objects.filter(username="curator").first() or User.objects.create_superuser("curator"))
    for label, address in pages(a, b).items():
        measure(label, lambda address=address: opened(client, address))  # type: ignore[misc]


def pages(a: Tag, b: Tag) -> dict[str, str]:
    tag = "/admin/catalogue/tag"
    return {
        "the desk": "/admin/",
        "list of tags": f"{tag}/",
        "list of tags, by papers": f"{tag}/?o=-4",
        "list of tags, a word": f"{tag}/?q=ba",
        "form of a tag": f"{tag}/{a.pk}/change/",
        "merge, before it is done": f"{tag}/merge/?tags={a.pk},{b.pk}&into={b.pk}",
        "move, before it is done": f"{tag}/move/?tags={a.pk}&under=bench+kept",
        "rename, before it is done": f"{tag}/{a.pk}/rename/?label=Other&make_it=preferred",
        "retire, before it is done": f"{tag}/retire/?tags={a.pk}",
        "split": f"{tag}/{a.pk}/split/",
        "what needs care": f"{tag}/care/",
        "near twins": f"{tag}/care/twins/",
        "overlapping tags": f"{tag}/care/overlaps/",
        "rules against decisions": f"{tag}/care/rules/",
        "queue": f"{tag}/queue/",
        "vocabulary in and out": f"{tag}/exchange/",
        "history of a tag": f"{tag}/{a.pk}/history/",
        "tags of pasted papers": "/admin/catalogue/paper/tags/",
        "what was done": "/admin/catalogue/tagevent/",
        "list of papers": "/admin/catalogue/paper/",
    }


def opened(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 200, (address, response.status_code)


if __name__ == "__main__":
    numbers = [int(each) for each in sys.argv[1:]]
    main(*(numbers + [5000, 20_000][len(numbers) :]))
