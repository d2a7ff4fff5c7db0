"""Several processes write and read at a time."""

from pathlib import Path

import psycopg
import pytest
from django.db import connection

from catalogue.facets import current, facet_named, rebuild
from catalogue.models import Paper, Tag
from tests.cast import a_paper, a_tag
from tests.database import Manage
from tests.facets.conftest import assert_right

ROUNDS = 25
# One reader who tags. The index lies between what SQL says before and after, and knows every tag given here.
TAG_AND_READ = f"""
import time
from catalogue.facets import current, differences, facet_named
from catalogue.models import ImportRun, Paper, Tag, Tagging
tag = Tag.create("keyword", "{{name}}")
papers = list(Paper.objects.filter(heading__startswith="Old").order_by("pk"))[:{ROUNDS}]
def listed():
    return Paper.objects.listed().count()
for done, paper in enumerate(papers, start=1):
    Tagging.objects.create(paper=paper, tag=tag, origin="curator")
    before, index, after = listed(), current(), listed()
    assert before <= len(index.listed) <= after, (before, len(index.listed), after)
    assert index.counts(facet_named("keyword"), index.listed)[tag.pk] == done
for _ in range(600):
    if Tagging.objects.filter(tag__kind="keyword").count() == {2 * ROUNDS} and ImportRun.objects.filter(state="finished"):
        break
    time.sleep(0.1)
print(list(differences()), len(current().listed))
"""
PREPARE = f"""
from tests.cast import a_paper
for number in range({ROUNDS}):
    a_paper(f"Old {{number}}")
"""


def test_two_processes_tag_and_read_while_a_third_loads(manage: Manage, tmp_path: Path) -> None:
    file = tmp_path / "new.txt"
    file.write_text("ICLR 2026 Papers\n\n" + "\n\n".join(f"We show fact number {n} of many." for n in range(1200)))
    assert manage("shell", "-c", PREPARE).returncode == 0

    processes = [
        manage.start("shell", "-c", TAG_AND_READ.replace("{name}", "first")),
        manage.start("shell", "-c", TAG_AND_READ.replace("{name}", "second")),
        manage.start("load_papers", file),
    ]
    said = [process.communicate(timeout=120) for process in processes]

    assert [process.returncode for process in processes] == [0, 0, 0], said
    assert [out.strip().splitlines()[-1] for out, _ in said[:2]] == [f"[] {1200 + ROUNDS}"] * 2
    assert manage("check_facets").stdout == "differences 0\n"


@pytest.fixture
def other_connections() -> list[psycopg.Connection]:
    """Two connections beside Django's."""
    if connection.vendor != "postgresql":
        return []
    params = {
        k: v
        for k, v in connection.get_connection_params().items()
        if k in ("dbname", "host", "port", "user", "password")
    }
    return [psycopg.connect(**params) for _ in range(2)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("with_snapshot", [False, True])
def test_a_lower_number_may_be_committed_after_a_higher_one(
    other_connections: list[psycopg.Connection], with_snapshot: bool
) -> None:
    """On SQLite writers take turns, so there it cannot happen."""
    if not other_connections:
        return
    tag, papers = a_tag("Tag", "area"), [a_paper(), a_paper()]
    facet = facet_named("area")
    assert current().values(facet) == {}
    first, second = other_connections

    _tag(first, papers[0], tag)
    _tag(second, papers[1], tag)
    assert current().values(facet) == {}
    second.commit()
    assert set(current().values(facet)[tag.pk]) == {papers[1].pk}
    if with_snapshot:  # taken while a transaction is open that is not in it
        rebuild()
        assert set(current().values(facet)[tag.pk]) == {papers[1].pk}
    _tag(second, papers[0], a_tag("Other", "area"))
    second.rollback()
    first.commit()

    assert set(current().values(facet)[tag.pk]) == {papers[0].pk, papers[1].pk}
    assert_right()
    for other in other_connections:
        other.close()


def _tag(other: psycopg.Connection, paper: Paper, tag: Tag) -> None:
    other.execute(
        "INSERT INTO catalogue_tagging (paper_id, tag_id, origin, state, rule, rank, decided_at) "
        "VALUES (%s, %s, 'curator', 'accepted', '', 1, now())",
        (paper.pk, tag.pk),
    )
