"""Which papers a query finds, the same on both databases."""

import random
from dataclasses import dataclass

import pytest

from catalogue.facets import current
from catalogue.models import Paper, SearchDocument
from catalogue.search import Search, index_papers, matching, parse
from catalogue.search.documents import spelled_words, stem
from catalogue.search.query import And, Filter, Node, Not, Or, Term, Years
from tests.cast import a_collection, a_finding, a_paper, a_tag, appear

pytestmark = pytest.mark.django_db


def found(text: str) -> set[str]:
    return set(matching(Paper.objects.all(), text).values_list("heading", flat=True))


@pytest.fixture
def shelf() -> None:
    """Papers that are told apart by one thing each."""
    a_paper("Graph kernels", abstract="We compare multi-agent systems.", authors=("Zoë Gödel",), year=2024)
    a_paper("Trees", abstract="Optimizing the kernels of a graph with GPT-4.", authors=("Ada Bell",), year=2025)
    a_paper("Multiagent play", abstract="On α-divergence and state of the art.", year=2026, arxiv_id="2401.00001")
    paper = a_paper("强化学习方法", abstract="Número Łojasiewicz.", code="https://example.org/x")
    a_finding(paper, "name", "Dreamer-V3")
    index_papers([paper.pk])
    a_paper("Untold", tags=[a_tag("Graph neural networks", "method", "GNN", "relational nets")])
    appear(Paper.objects.get(heading="Untold"), "ICLR 2026")


@pytest.mark.parametrize(
    ("query", "headings"),
    [
        ("graph kernels", {"Graph kernels", "Trees"}),
        ('"graph kernels"', {"Graph kernels"}),
        ("graph -optimized", {"Graph kernels"}),
        ("-graph -trees", {"Multiagent play", "强化学习方法", "Untold"}),
        ("NOT (graph OR play)", {"强化学习方法", "Untold"}),
        ("systems OR play", {"Graph kernels", "Multiagent play"}),
        ("systems OR -kernels", {"Graph kernels", "Multiagent play", "强化学习方法", "Untold"}),
        ("(systems OR optimize) kernel", {"Graph kernels", "Trees"}),
        ("optimiz*", {"Trees"}),
        ("optimizin*", {"Trees"}),
        ("kern* bel*", {"Trees"}),
        ('"graph ker*', set()),
        ("multi-agent", {"Graph kernels", "Multiagent play"}),
        ("multiagent", {"Graph kernels", "Multiagent play"}),
        ("multi agent", {"Graph kernels"}),
        ("GPT4", {"Trees"}),
        ("gpt-4", {"Trees"}),
        ("state-of-the-art", {"Multiagent play"}),
        ("alpha", {"Multiagent play"}),
        ("α", {"Multiagent play"}),
        ("\\alpha divergence", {"Multiagent play"}),
        ("godel", {"Graph kernels"}),
        ("GO\u0308DEL", {"Graph kernels"}),
        ("numero LOJASIEWICZ", {"强化学习方法"}),
        ("学习", {"强化学习方法"}),
        ("化学习方", {"强化学习方法"}),
        ("法", {"强化学习方法"}),
        ("强", {"强化学习方法"}),
        ("学强", set()),
        ("title:kernels", {"Graph kernels"}),
        ("abstract:kernels", {"Trees"}),
        ("author:bell", {"Trees"}),
        ("author:trees", set()),
        ('author:"zoe godel"', {"Graph kernels"}),
        ("name:dreamer", {"强化学习方法"}),
        ("name:dreamer-v3", {"强化学习方法"}),
        ("dreamerv3", {"强化学习方法"}),
        ("name:trees", set()),
        ("title:(graph OR trees)", {"Graph kernels", "Trees"}),
        ("year:2025", {"Trees"}),
        ("year:2025..", {"Trees", "Multiagent play"}),
        ("year:..2024", {"Graph kernels"}),
        ("-year:2024..2026", {"强化学习方法", "Untold"}),
        ("has:code", {"强化学习方法"}),
        ("has:arxiv", {"Multiagent play"}),
        ("has:tags", {"Untold"}),
        ("graph neural networks", {"Untold"}),
        ("graph neural network", {"Untold"}),
        ("gnn", {"Untold"}),
        ("relational nets OR trees", {"Untold", "Trees"}),
        ("-gnn -kernels", {"Multiagent play", "强化学习方法"}),
        ("tag:gnn", {"Untold"}),
        ('method:"graph neural networks"', {"Untold"}),
        ("method:graph-neural-networks", {"Untold"}),
        ("area:gnn", set()),
        ("list:abc", set()),
        ("iclr", {"Untold"}),
        ("iclr 2026 graph neural networks", {"Untold"}),
        ('collection:"iclr 2026"', {"Untold"}),
        ("collection:neurips", set()),
        ("trees'); DROP TABLE catalogue_paper; --", set()),
        ("%", {"Graph kernels", "Trees", "Multiagent play", "强化学习方法", "Untold"}),
    ],
)
def test_a_query_finds_these_papers(shelf: None, query: str, headings: set[str]) -> None:
    assert found(query) == headings


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("my title: part 1", "My title: part 1"),
        ("SXS:BBH:0002", "SXS:BBH:0002 merger"),
        ('"open science', "Open science"),
        ("10/", "A ratio of 10/3"),
        ("park.", "Car park"),
        ("a'b", "a'b"),
        ("@nasa", "@nasa"),
        ("50%", "50% more"),
        ("<x>", "<x>"),
        ('"beyond good and evil"', "Beyond good and evil"),
        ("good or bad", "Good or bad"),
        ("not", "To be or not"),
        ("OR", "Or"),
        ("self-supervised", "Self-supervised nets"),
        ("ℌilbert", "Hilbert spaces"),
        ("hilbert", "ℌilbert spaces"),
        ("Número", "Nu\u0301mero Go\u0308del Poincare\u0301"),
        ("GÖDEL poincare", "Nu\u0301mero Go\u0308del Poincare\u0301"),
    ],
)
def test_a_title_of_odd_signs_is_found_as_it_is_typed(query: str, title: str) -> None:
    a_paper(title, abstract="words")
    a_paper("Something else", abstract="words")

    assert found(query) == {title}


def test_a_phrase_does_not_reach_across_fields_or_authors() -> None:
    a_paper("Alpha beta", abstract="Gamma delta.", authors=("Ada Bell", "Mo Chen"))

    assert found('"ada bell"') == found('"mo chen"') == {"Alpha beta"}
    assert found('"beta gamma"') == found('"beta ada"') == found('"bell mo"') == found('"chen gamma"') == set()


def test_the_words_of_a_broader_tag_are_satisfied_by_its_narrower_ones() -> None:
    broader = a_tag("Kernels", "method")
    a_paper("Untold", tags=[a_tag("Graph kernels", "method", broader=broader)])
    a_paper("Else")

    assert found("kernels") == found("tag:kernels") == {"Untold"}


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ("tag:x", "There is no tag “x”."),
        ("is:theory", "There is no contribution “theory”."),
        ("list:4f9k", "There is no list “4f9k”."),
        ("collection:x", "There is no collection “x”."),
    ],
)
def test_what_is_unknown_is_said(query: str, note: str) -> None:
    search = Search(parse(query), current())

    assert not search.found
    assert search.notes == [note]


def test_renaming_a_tag_or_a_collection_touches_no_document(shelf: None, django_assert_num_queries: object) -> None:
    collection = a_collection("ICLR 2026")
    collection.name = "Learning Days"
    collection.save()
    Paper.objects.get(heading="Untold").taggings.get().tag.set_labels("Mesh nets")

    assert found("days") == found("mesh nets") == {"Untold"}
    assert found("gnn") == set()


WORDS = "graph graphs kernel tree multi-agent multiagent the of gpt-4 学习 强化学习 godel α".split()
SPELLED = [spelled for word in WORDS for spelled in spelled_words(word)]


def random_query(dice: random.Random, depth: int = 2) -> str:
    kind = dice.randrange(11 if depth else 4)
    if kind < 4:
        return dice.choice(WORDS) + dice.choice(["", "", "", "*"])
    if kind == 4:
        return f'"{" ".join(dice.choices(WORDS, k=2))}"'
    if kind == 5:
        return f"{dice.choice(['title', 'abstract', 'author'])}:{dice.choice(WORDS)}"
    if kind == 6:
        return f"-{random_query(dice, 0)}"
    if kind == 7:
        return dice.choice(["year:2024", "year:2024..2025", "year:2025..", "year:..2024", "year:1999"])
    if kind == 8:
        return dice.choice(
            ["has:code", "has:year", "has:tags", "tag:nets", "method:nets", "area:nets", "collection:days"]
        )
    joint = dice.choice([" ", " OR ", " AND "])
    return f"({joint.join(random_query(dice, depth - 1) for _ in range(dice.randint(2, 3)))})"


@dataclass
class Told:
    """What the oracle knows of a paper: its words by field, and what else it is."""

    fields: dict[str, list[str]]
    year: int | None
    facts: set[str]


def holds(node: Node, paper: Told) -> bool:
    """Whether a paper answers a tree, word by word."""
    if isinstance(node, And | Or):
        return (all if isinstance(node, And) else any)(holds(part, paper) for part in node.parts)
    if isinstance(node, Not):
        return not holds(node.part, paper)
    if isinstance(node, Years):
        return paper.year is not None and (node.first or 0) <= paper.year <= (node.last or 9999)
    if isinstance(node, Filter):
        return f"{node.field}:{node.value}" in paper.facts
    assert isinstance(node, Term)
    texts = [words for name, words in paper.fields.items() if node.field in ("", name)]
    return any(stands(node, words) or (node.joined in words and node.joined != "") for words in texts)


def stands(term: Term, words: list[str]) -> bool:
    *before, last = term.words
    # What a beginning stands for besides: the forms without ending of the spelled words that begin so.
    shorter = {stem(word) for word in SPELLED if term.prefix and word.startswith(last)}
    for at in range(len(words) - len(before)):
        here = words[at + len(before)]
        if words[at : at + len(before)] == before and (
            here in shorter or (here.startswith(last) if term.open else here == last)
        ):
            return True
    return False


def test_two_hundred_random_queries_find_what_their_words_say() -> None:
    dice = random.Random(7)
    nets = a_tag("Nets", "method")
    told = {}
    for number in range(25):
        texts = [" ".join(dice.choices(WORDS, k=dice.randint(1, 5))) for _ in range(3)]
        code, tagged, collected = (dice.random() < 0.4 for _ in range(3))
        paper = a_paper(
            f"{texts[0]} n{number}",
            abstract=texts[1],
            authors=(texts[2],),
            year=dice.choice([None, 2024, 2025]),
            code="https://example.org" if code else "",
            tags=[nets] if tagged else [],
            collection="Days" if collected else "",
        )
        facts = {"has:code": code, "has:tags": tagged, "tag:nets": tagged, "method:nets": tagged}
        facts |= {"has:year": paper.year, "collection:days": collected}
        told[paper.pk] = Told({}, paper.year, {fact for fact, is_so in facts.items() if is_so})
    for document in SearchDocument.objects.all():
        for name, column in (("title", "title"), ("author", "authors"), ("abstract", "abstract")):
            told[document.pk].fields[name] = getattr(document, column).split()
    for _ in range(200):
        query = parse(random_query(dice))
        assert query.tree is not None
        expected = [pk for pk, paper in sorted(told.items()) if holds(query.tree, paper)]
        assert list(Search(query, current()).found) == expected, query.text
