"""How good the order of search results is: nDCG@10 on collections with judgements (Cranfield, CISI, NPL, ADI).

    python bench/search_quality.py FOLDER_OF_COLLECTIONS

Each collection is a folder with docs.jsonl (id, title, authors, text), queries.jsonl (id, text) and qrels.tsv. Its
documents are loaded as papers into a scratch table of the configured database, in a transaction that is rolled back;
every query is asked as `words=any`. Beside it: plain FTS5 with OR on the same words as typed, and tantivy if it can be
imported (PYTHONPATH=.venv/bench/lib/python3…/site-packages). The last column is the mean reciprocal rank by three
words of the title of a known paper: all words, then any.
"""

import json
import os
import random
import re
import sqlite3
import sys
from collections.abc import Callable
from math import log2
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "site_config.settings")

import django

django.setup()

from django.db import transaction
from pyroaring import BitMap

from catalogue.facets import current
from catalogue.models import Paper
from catalogue.search import Ranked, Search, index_papers, parse
from catalogue.search.indexing import BATCH

try:
    import tantivy
except ImportError:
    tantivy = None

Find = Callable[[str], list[str]]


def rows_of(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def judgements(path: Path) -> dict[str, set[str]]:
    """Return the relevant documents of each query; codes below 1 mean not relevant."""
    relevant: dict[str, set[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        query, document, code = line.split("\t")[:3]
        if int(code) > 0:
            relevant.setdefault(query, set()).add(document)
    return relevant


def ndcg(found: list[str], relevant: set[str]) -> float:
    gain = sum(1 / log2(rank + 2) for rank, document in enumerate(found[:10]) if document in relevant)
    return gain / sum(1 / log2(rank + 2) for rank in range(min(len(relevant), 10)))


def body_of(row: dict[str, str]) -> str:
    """Return the text without the title, where it begins with it."""
    title, text = row.get("title", ""), row["text"]
    return text.removeprefix(title).strip() if title else text


def of_carrel(rows: list[dict[str, str]]) -> Find:
    papers = [
        Paper(
            key=f"bench{number}",
            title=row.get("title", ""),
            heading=row.get("title", "")[:400] or "untitled",
            heading_key=str(number),
            abstract_source=row["text"] or "-",
            abstract_text=body_of(row),
        )
        for number, row in enumerate(rows)
    ]
    for paper in papers:
        # A collection without titles: the heading repeats nothing.
        paper.heading = paper.heading if paper.title else "·"
    Paper.objects.bulk_create(papers)
    ids = [paper.pk for paper in papers]
    for first in range(0, len(ids), BATCH):
        index_papers(ids[first : first + BATCH])
    mine = BitMap(ids)
    names = {paper.pk: row["id"] for paper, row in zip(papers, rows, strict=True)}

    def find(text: str, *, all_words: bool = False) -> list[str]:
        query = parse(text)
        search = Search(query if all_words else query.loosened(), current())
        found = Ranked(search, search.found & mine)
        return [names[pk] for pk in found.places(0, 10)]

    return find


def known_item(rows: list[dict[str, str]], find: Callable[..., list[str]]) -> float:
    """Return the mean reciprocal rank of 200 papers, each asked for by three words of its title."""
    dice, ranks = random.Random(1), []
    titled = [(row["id"], re.findall(r"[A-Za-z]{4,}", row.get("title", ""))) for row in rows]
    titled = [(paper, sorted(set(words))) for paper, words in titled if len(set(words)) >= 3]
    for paper, words in dice.sample(titled, min(200, len(titled))):
        text = " ".join(dice.sample(words, 3))
        found = find(text, all_words=True) or find(text)
        ranks.append(1 / (found.index(paper) + 1) if paper in found else 0.0)
    return mean(ranks) if ranks else float("nan")


def of_fts5(rows: list[dict[str, str]]) -> Find:
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE docs USING fts5(id UNINDEXED, title, body, tokenize='porter unicode61')")
    database.executemany("INSERT INTO docs VALUES (?, ?, ?)", [(r["id"], r.get("title", ""), body_of(r)) for r in rows])

    def find(text: str) -> list[str]:
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", text))
        return [
            i for (i,) in database.execute("SELECT id FROM docs WHERE docs MATCH ? ORDER BY rank LIMIT 10", [words])
        ]

    return find


def of_tantivy(rows: list[dict[str, str]]) -> Find:
    schema = tantivy.SchemaBuilder()
    schema.add_text_field("id", stored=True, tokenizer_name="raw")
    schema.add_text_field("title", tokenizer_name="en_stem")
    schema.add_text_field("body", tokenizer_name="en_stem")
    index = tantivy.Index(schema.build())
    writer = index.writer()
    for row in rows:
        writer.add_document(tantivy.Document(id=row["id"], title=row.get("title", ""), body=body_of(row)))
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def find(text: str) -> list[str]:
        query = index.parse_query(" ".join(re.findall(r"\w+", text.lower())), ["title", "body"])
        return [searcher.doc(address)["id"][0] for _, address in searcher.search(query, 10).hits]

    return find


def measure(folder: Path) -> dict[str, float]:
    rows, relevant = rows_of(folder / "docs.jsonl"), judgements(folder / "qrels.tsv")
    queries = [row for row in rows_of(folder / "queries.jsonl") if row["id"] in relevant]
    systems = {"Carrel": of_carrel, "FTS5 OR": of_fts5} | ({"tantivy": of_tantivy} if tantivy else {})
    found = {}
    with transaction.atomic():
        for name, system in systems.items():
            find = system(rows)
            found[name] = mean(ndcg(find(query["text"]), relevant[query["id"]]) for query in queries)
            if system is of_carrel:
                known = known_item(rows, find)
        found["known"] = known
        transaction.set_rollback(True)
    return found


def main() -> None:
    folders = sorted(path.parent for path in Path(sys.argv[1]).glob("*/qrels.tsv"))
    table = {folder.name: measure(folder) for folder in folders}
    table["mean"] = {name: mean(row[name] for row in table.values()) for name in next(iter(table.values()))}
    table["mean"]["known"] = mean(row["known"] for row in table.values() if row["known"] == row["known"])
    print("nDCG@10".ljust(12), *(name.rjust(8) for name in table["mean"]))
    for name, row in table.items():
        print(name.ljust(12), *(f"{value:8.3f}" for value in row.values()))


if __name__ == "__main__":
    main()
