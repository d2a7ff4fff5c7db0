"""Rule 3 in every corner: what stands beside a value is what SQL counts, and what the click gives."""

import random
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.http import QueryDict

from catalogue.facets import FACETS, NONE, Facet, FacetValue, Links, all_values, current
from catalogue.facets.oracle import none_counts, restricted, value_counts
from catalogue.filters import PaperFilter
from catalogue.models import Paper, Tagging, TagKind
from catalogue.search import Search, parse
from catalogue.views.reading import browse_of
from tests.cast import a_finding, a_paper, a_tag, appear

WORDS = ("graph", "tree", "Gödel", "multi-agent")


def made_up(chance: random.Random, papers: int = 30) -> None:
    """A catalogue of a few papers and tags, in which anything can be missing, hidden, rejected or said twice."""
    tags = []
    for number in range(18):
        kind = list(TagKind)[number] if number < 8 else chance.choice(["area", "method"])
        wider = [tag for tag in tags if tag.kind == kind]
        broader = chance.choice(wider) if wider and chance.random() < 0.5 else None
        state = chance.choices(["accepted", "proposed", "retired"], [8, 1, 1])[0] if number >= 8 else "accepted"
        tags.append(a_tag(f"{kind} {number}", kind, broader=broader, state=state))
    for number in range(papers):
        paper = a_paper(
            f"{number} {' '.join(chance.sample(WORDS, chance.randrange(4)))}",
            visibility=chance.choices(["listed", "hidden"], [9, 1])[0],
            year=chance.choice([None, 2024, 2025, 2026]),
            authors=chance.sample(["Ann", "Bob", "Ann"], chance.randrange(4)),
            code="https://example.org" if chance.random() < 0.3 else "",
        )
        for tag in chance.sample(tags, chance.randrange(8)):
            state = chance.choices(["accepted", "rejected"], [9, 1])[0]
            Tagging.objects.create(paper=paper, tag=tag, origin="rule", state=state)
        for name in chance.sample(["ICLR", "NeurIPS"], chance.randrange(3)):
            appear(paper, name, chance.choice(["a.txt", "b.txt"]))
        if chance.random() < 0.3:
            a_finding(paper, "code_promised", "yes", state=chance.choice(["accepted", "proposed"]))


@pytest.fixture
def read_once(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """To be called when all is written: in a transaction every selection would read the index anew."""

    def remember() -> None:
        index = current()
        monkeypatch.setattr("catalogue.filters.current", lambda: index)

    return remember


def a_selection(chance: random.Random) -> str:
    """A query string with anything in it: text, values, exclusions, "none", all mode, years."""
    start = PaperFilter(QueryDict())
    params = [("q", " ".join(chance.sample(WORDS, 1)))] if chance.random() < 0.3 else []
    for facet in chance.sample(FACETS, chance.randrange(4)):
        tokens = [token for _, token in facet.describe(start.index.values(facet)).values()]
        for token in chance.sample([*tokens, NONE], min(chance.randrange(1, 4), len(tokens) + 1)):
            params.append((chance.choice([facet.name, facet.name, f"not_{facet.name}"]), token))
    if chance.random() < 0.4:
        params.append(("match", chance.choice(["area", "method", "area,method,tag"])))
    if chance.random() < 0.2:
        params.append((chance.choice(["year_from", "year_to"]), "2025"))
    return urlencode(params)


def let_the_database_look() -> None:
    """Without statistics of these rows PostgreSQL may plan the SQL that checks as if the tables were empty: minutes."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE catalogue_tagging, catalogue_tag, catalogue_paper, catalogue_appearance")


def in_sql(selection: PaperFilter, leaving_out: str = "") -> QuerySet[Paper]:
    """The papers of a selection without the index."""
    papers = Paper.objects.listed()
    if selection.value("q"):
        query = parse(selection.value("q"))
        query = query.loosened() if selection.value("words") == "any" else query
        papers = papers.among(Search(query, current()).found)
    if selection.value("year_from"):
        papers = papers.filter(year__gte=selection.value("year_from"))
    if selection.value("year_to"):
        papers = papers.filter(year__lte=selection.value("year_to"))
    for facet in FACETS:
        match_all = facet.name in selection.match_all
        if facet.name != leaving_out:
            papers = restricted(papers, facet, selection.chosen[facet.name], match_all=match_all)
        papers = restricted(papers, facet, selection.excluded[facet.name], exclude=True)
    return papers


def assert_counts(query: str, facet: Facet) -> list[FacetValue]:
    """Every value of a facet has the count of SQL, and its links give what the rule says."""
    selection = PaperFilter(QueryDict(query))
    values = all_values(facet, browse_of(selection, selection.links("/")))
    panel = values.panel(values[:])
    chosen, match_all = selection.chosen[facet.name], facet.name in selection.match_all
    widens = bool(chosen) and not match_all
    base = in_sql(selection, facet.name if widens else "")
    described = {token: value for value, (_, token) in facet.describe(selection.index.values(facet)).items()}
    ours = {described[line.value]: line.count for line in panel.values if not line.is_none}
    none = next((line.count for line in panel.values if line.is_none), 0)

    assert panel.distinct == len(value_counts(facet, base))
    assert {value: n for value, n in ours.items() if n} == value_counts(facet, base), (query, facet.name)
    assert none == none_counts([facet], base)[facet.name], (query, facet.name)
    for line in panel.values:
        assert_links(selection, line, widens)
    return panel.values


def assert_links(selection: PaperFilter, line: FacetValue, widens: bool) -> None:
    """The results after a click are what the line promises; where it promises nothing, what SQL finds."""
    toggled, excluding = (PaperFilter(QueryDict(url.partition("?")[2])) for url in (line.toggle_url, line.exclude_url))
    before, after, without = len(selection.papers), len(toggled.papers), len(excluding.papers)
    if line.selected or line.excluded:
        for clicked in (toggled, excluding):
            assert set(clicked.papers) == set(in_sql(clicked).values_list("pk", flat=True)), line
    elif widens:
        assert (after, without) == (before + line.adds, before - line.count + line.adds), (selection.data, line)
    else:
        assert (line.adds, after, without) == (None, line.count, before - line.count), (selection.data, line)


@pytest.mark.parametrize("seed", range(8))
def test_counts_of_made_up_catalogues_are_those_of_sql_and_of_the_click(
    db: None, read_once: Callable[[], None], seed: int
) -> None:
    chance = random.Random(seed)
    made_up(chance)
    let_the_database_look()
    read_once()
    lines = 0
    for _ in range(6):
        query = a_selection(chance)
        selection = PaperFilter(QueryDict(query))
        assert set(selection.papers) == set(in_sql(selection).values_list("pk", flat=True)), query
        assert set(selection.qs.values_list("pk", flat=True)) == set(selection.papers)
        for facet in FACETS:
            lines += len(assert_counts(query, facet))
    assert lines


ALL = "match=" + ",".join(facet.name for facet in FACETS if facet.is_of_tags)
CORNERS = {
    "alone": "",
    "with text": "q=graph",
    "with two other selections": "year=2025&code=linked&code=promised",
    "with one of the facet": "{own}",
    "with text and one of the facet": "q=tree&{own}",
    "with two other selections and one of the facet": "year=2025&year=2026&not_code=linked&{own}",
    "in all mode": f"{ALL}&{{own}}",
    "in all mode with text and another": f"{ALL}&{{own}}&q=graph&year_from=2025",
    "in all mode with two other selections": f"{ALL}&{{own}}&year=2025&year=2026&not_code=promised",
    "in all mode with nothing of the facet": f"{ALL}&q=graph",
    "with one of the facet excluded": "not_{own}",
    "with one of the facet excluded, text and two other selections": "not_{own}&q=tree&year=2026&not_code=linked",
    "with one of the facet excluded in all mode": f"{ALL}&not_{{own}}",
    "with one of the facet chosen and another excluded": "{own}&not_{other}",
    "with some of the words": "q=graph+tree&words=any&{own}",
    "with none excluded": "not_{name}=~none",
    "with none chosen": "{name}=~none",
    "with none and one of the facet": "{name}=~none&{own}",
}


@pytest.mark.parametrize("corner", CORNERS)
def test_every_value_of_every_facet_counts_right_in_every_corner(
    db: None, read_once: Callable[[], None], corner: str
) -> None:
    made_up(random.Random(1), 40)
    read_once()
    for facet in FACETS:
        index = PaperFilter(QueryDict()).index
        tokens = [token for _, token in facet.describe(index.values(facet)).values()]
        own, other = (Links("", ((facet.name, token),)).url().removeprefix("?") for token in (tokens[0], tokens[-1]))
        query = CORNERS[corner].format(own=own, other=other, name=facet.name)
        assert assert_counts(query, facet)


@pytest.mark.parametrize("order", ["newest", "oldest", "added", "heading"])
def test_places_in_an_order_are_those_of_sql(db: None, order: str) -> None:
    made_up(random.Random(2), 40)
    orders = {
        "newest": Paper.objects.newest_first,
        "oldest": Paper.objects.oldest_first,
        "added": Paper.objects.recently_added,
        "heading": Paper.objects.by_heading,
    }
    for query in ("", "year=2025&year=2026", "year=~none"):
        selection = PaperFilter(QueryDict(f"{query}&sort={order}"))
        wanted = list(orders[order]().filter(pk__in=in_sql(selection).values("pk")))
        cards = selection.in_order()
        assert len(cards) == len(wanted)
        for start in range(0, len(wanted) + 3, 3):
            assert cards[start : start + 3] == wanted[start : start + 3]
