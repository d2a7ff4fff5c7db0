"""The databases' own full-text index: it follows every write to the search documents."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from catalogue.models import Finding, Paper, SearchDocument, SearchName, SearchTerm, SearchWord
from catalogue.search import index_papers, matching, rebuild, suggest, words_are_counted
from tests.cast import a_finding, a_paper

pytestmark = pytest.mark.django_db


def found(text: str) -> set[str]:
    return set(matching(Paper.objects.all(), text).values_list("heading", flat=True))


def test_a_new_a_changed_and_a_deleted_document_are_followed() -> None:
    paper = a_paper("Kernels", abstract="On trees.", authors=("Ada Bell",))
    assert found("trees") == found("bell") == found("kernel") == {"Kernels"}

    Paper.objects.update(abstract_text="On graphs.")
    index_papers([paper.pk])
    assert (found("trees"), found("graph")) == (set(), {"Kernels"})

    SearchDocument.objects.update(abstract="wood")
    assert (found("graph"), found("wood")) == (set(), {"Kernels"})

    paper.delete()
    a_paper("Kernels of nuts")
    assert (found("wood"), found("kernels")) == (set(), {"Kernels of nuts"})


def test_raw_sql_is_followed() -> None:
    paper = a_paper("Kernels")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE catalogue_searchdocument SET abstract = 'gamma ray'")
        assert found('"gamma ray"') == {"Kernels"}
        cursor.execute("DELETE FROM catalogue_searchdocument")
        assert found("gamma") == found("kernels") == set()

    index_papers([paper.pk])
    assert found("kernels") == {"Kernels"}


def test_rebuilding_mends_documents_index_and_counts() -> None:
    a_paper("Kernels", abstract="Kernels for the learning of learned trees.")
    a_paper("Trees")
    before = dict(SearchTerm.objects.values_list("term", "papers"))
    SearchDocument.objects.filter(title__startswith="tree").delete()
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("INSERT INTO catalogue_searchindex(catalogue_searchindex) VALUES ('delete-all')")
        else:
            cursor.execute("DELETE FROM catalogue_searchindex")
    SearchTerm.objects.all().delete()
    SearchWord.objects.all().delete()
    assert found("kernels") == set()

    assert rebuild(lambda done: None) == 1
    assert (found("kernels"), found("tree")) == ({"Kernels"}, {"Kernels", "Trees"})
    assert dict(SearchTerm.objects.values_list("term", "papers")) == before
    assert rebuild(lambda done: None) == 0


def test_words_are_counted_unless_documents_came_before_counting_or_counts_were_forgotten() -> None:
    assert words_are_counted()
    a_paper("Trees")
    assert words_are_counted()
    SearchTerm.objects.all().delete()
    assert not words_are_counted()
    a_paper("Kernels")
    assert not words_are_counted()
    rebuild(lambda done: None)
    assert words_are_counted()


def test_what_is_added_while_words_are_counted_again_stays() -> None:
    first = a_paper("Trees", abstract="On trees.")

    def meanwhile(done: int) -> None:
        if not SearchWord.objects.filter(word="gigaquux").exists():
            a_finding(first, "name", "Axolotlizer")
            index_papers([first.pk])
            a_paper("Gigaquux", abstract="On gigaquux.")

    rebuild(meanwhile)

    assert found("name:axolotlizer") == {"Trees"}
    assert found("gigaqu*") == {"Gigaquux"}
    assert [each.label for each in suggest(["axolot"])] == ["Axolotlizer"]
    counted = dict(SearchTerm.objects.filter(term__in=["#papers", "gigaquux", "tree"]).values_list("term", "papers"))
    assert counted == {"#papers": 2, "gigaquux": 1, "tree": 1}
    Paper.objects.filter(heading="Gigaquux").delete()
    rebuild(lambda done: None)
    assert not SearchWord.objects.filter(word="gigaquux").exists()
    assert not SearchTerm.objects.filter(term="gigaquux").exists()


def test_the_command_says_how_many_documents_changed(capsys: pytest.CaptureFixture[str]) -> None:
    a_paper("Kernels")
    SearchDocument.objects.update(title="old")

    call_command("rebuild_search")

    assert capsys.readouterr().out == "changed 1\n"


def test_documents_are_counted_once_by_word_and_by_length() -> None:
    paper = a_paper("Kernels", abstract="Kernels for trees: trees.", key="abcd1234")
    index_papers([paper.pk])

    counts = dict(SearchTerm.objects.values_list("term", "papers"))
    assert counts["kernel"] == counts["tree"] == counts["#papers"] == 1
    assert (counts["#title"], counts["#authors"], counts["#abstract"]) == (3, 0, 4)
    assert SearchWord.objects.get(word="kernels").term == "kernel"


def test_names_are_found_once_they_are_accepted() -> None:
    paper = a_paper("Kernels", abstract="We present Dreamer.")
    a_finding(paper, "name", "DreamFold")
    index_papers([paper.pk])
    assert found("dreamfold") == found("name:dreamfold") == {"Kernels"}
    assert found("name:kernels") == set()

    Finding.objects.update(state="rejected")
    index_papers([paper.pk])
    assert found("dreamfold") == set()


def migrate_to_the_latest() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate([node for node in executor.loader.graph.leaf_nodes() if node[0] == "catalogue"])


@pytest.fixture
def latest_again() -> Iterator[None]:
    yield
    migrate_to_the_latest()


def migrations_after(name: str) -> list[str]:
    names = sorted(name for app, name in MigrationExecutor(connection).loader.graph.nodes if app == "catalogue")
    return names[names.index(name) :]


@pytest.mark.django_db(transaction=True)
def test_after_every_migration_what_is_inserted_is_found_and_logged_for_the_facets(latest_again: None) -> None:
    MigrationExecutor(connection).migrate([("catalogue", "0002_findings")])
    for number, name in enumerate(migrations_after("0004_search_documents"), start=1):
        state = MigrationExecutor(connection).migrate([("catalogue", name)])
        paper, document = (state.apps.get_model("catalogue", model) for model in ("Paper", "SearchDocument"))
        made = paper.objects.create(key=f"key{number}", title="T", heading="T", heading_key="t")
        document.objects.create(paper=made, title=f"word{number}", authors="", abstract="")
        assert state.apps.get_model("catalogue", "FacetChange").objects.filter(facet="listed", member=made.pk).exists()
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute(
                    f"SELECT rowid FROM catalogue_searchindex WHERE catalogue_searchindex MATCH 'word{number}'"
                )
            else:
                cursor.execute(f"SELECT paper_id FROM catalogue_searchindex WHERE vector @@ 'word{number}'::tsquery")
            assert cursor.fetchall() == [(made.pk,)], name


@pytest.mark.django_db(transaction=True)
def test_labels_and_names_that_were_there_before_are_found_while_typing(latest_again: None) -> None:
    MigrationExecutor(connection).migrate([("catalogue", "0005_fill_search_documents")])
    apps = MigrationExecutor(connection).loader.project_state([("catalogue", "0005_fill_search_documents")]).apps
    paper, finding, tag, label = (apps.get_model("catalogue", name) for name in ("Paper", "Finding", "Tag", "TagLabel"))
    made = paper.objects.create(key="k", title="T", heading="T", heading_key="t")
    for name, state in (("GödelNet", "accepted"), ("GödelNot", "rejected")):
        finding.objects.create(paper=made, kind="name", value=name, state=state, origin="rule")
    of_tag = tag.objects.create(kind="method", label="Gödel nets", slug="godel-nets")
    label.objects.create(tag=of_tag, kind="method", label="Gödel nets", key="gödel nets", preferred=True)

    migrate_to_the_latest()

    assert [each.label for each in suggest(["gode"])] == ["Gödel nets", "GödelNet"]


def test_rebuilding_remembers_introduced_names() -> None:
    paper = a_paper("T")
    a_finding(paper, "name", "KernelNet")
    a_finding(paper, "expansion", "Kernel Network")
    SearchName.objects.create(name="Gone", slug="gone")

    rebuild(lambda done: None)

    assert list(SearchName.objects.values_list("name", "slug")) == [("KernelNet", "kernelnet")]
