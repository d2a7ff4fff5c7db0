"""Papers written for other programs."""

import json
import os
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from catalogue.models import Finding, Tagging
from tests.cast import a_paper, a_tag, appear

pytestmark = pytest.mark.django_db
CONTRACT = set(
    "key source position collection year title title_text heading authors abstract abstract_source names expansions "
    "contribution areas modalities methods datasets models links results code_promised tags".split()
)


def export(*arguments: Any) -> list[dict[str, Any]]:
    out = StringIO()
    call_command("export_papers", *arguments, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_line_holds_everything_the_catalogue_says_of_a_paper() -> None:
    area, data = a_tag("Reasoning", "area"), a_tag("HotpotQA", "dataset")
    paper = a_paper(
        abstract="We use Hotpot QA to sort in $O(n)$.", tags=[area, data], authors=("Ada Bell",), code="https://x.org/c"
    )
    appear(paper, "ICLR 2026", "a.txt")
    Finding.objects.create(paper=paper, kind="name", value="Sorta", origin="rule")
    Finding.objects.create(paper=paper, kind="expansion", value="sort away", about="Sorta", origin="rule")
    Finding.objects.create(paper=paper, kind="result", value="gains 4%", origin="rule", state="rejected")
    evidence = {"field": "abstract", "start": 7, "end": 16, "quote": "Hotpot QA"}
    Tagging.objects.filter(tag=data).update(origin="rule", evidence=evidence)

    (line,) = export()

    assert set(line) >= CONTRACT
    assert (line["source"], line["position"], line["collection"]) == ("a.txt", 1, "ICLR 2026")
    assert (line["title"], line["title_text"], line["heading"]) == ("", "", paper.heading)
    assert (line["names"], line["expansions"], line["results"]) == (["Sorta"], {"Sorta": "sort away"}, [])
    assert (line["areas"], line["datasets"], line["authors"]) == (["reasoning"], ["Hotpot QA"], ["Ada Bell"])
    assert line["links"] == [{"kind": "code", "url": "https://x.org/c"}]
    assert line["code_promised"] is False
    tag = next(tag for tag in line["tags"] if tag["kind"] == "dataset")
    assert (tag["label"], tag["slug"], tag["evidence"]) == ("HotpotQA", "hotpotqa", evidence)


def test_a_query_means_what_it_means_on_the_results_page() -> None:
    area = a_tag("Reasoning", "area")
    a_paper("With", tags=[area])
    a_paper("Without")
    a_paper("Hidden", tags=[area], visibility="hidden")

    assert [line["title"] for line in export("--query", "area=reasoning")] == ["With"]
    assert [line["title"] for line in export("--query", "?not_area=reasoning")] == ["Without"]
    with pytest.raises(CommandError, match="“aera” is not a filter"):
        export("--query", "aera=reasoning")


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    a_paper("Größe 𝔸")
    target = tmp_path / "papers.jsonl"

    call_command("export_papers", output=target, stderr=StringIO())

    assert json.loads(target.read_text(encoding="utf-8"))["title"] == "Größe 𝔸"
    assert list(tmp_path.iterdir()) == [target]
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export_papers", output=tmp_path)


def test_the_number_of_queries_does_not_grow_with_the_papers() -> None:
    counts = []
    for more in (1, 9):
        for number in range(more):
            a_paper(tags=[a_tag(f"{more} {number}")], authors=(f"Ada Bell {more} {number}",))
        with CaptureQueriesContext(connection) as queries:
            export()
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_an_empty_catalogue_gives_no_lines() -> None:
    assert export() == []


@pytest.mark.parametrize("query", ["&".join(f"a{n}=1" for n in range(3000)), "q=\udcff"])
def test_a_query_that_cannot_be_read_is_an_error_in_words(query: str) -> None:
    with pytest.raises(CommandError, match="--query"):
        export("--query", query)


def test_a_special_file_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export_papers", output=pipe)
    assert pipe.is_fifo()
