"""How well the readers of structured files read real ones, against what other programs made of the same files.

python bench/parsers.py FOLDER [--deviations] [FORMAT]     (a folder for each kind of files)

Beside an input may lie what it should give: items of Zotero (`.expected.zotero.json`, `.source.zotero.json`), BibTeX
(`.expected.bib`), a record of rispy (`.ris.expected.json`). Texts are compared as they are shown, without case, white
space and markup. A file is read, refused with a message, or – which never may be – raises. The last table counts by
what each file was read as.
"""

import argparse
import json
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from catalogue.markup import render
from catalogue.sources import PaperRecord, Problem, SourceError, read
from catalogue.sources.bibtex_entry import name_of, names_in, plain
from catalogue.sources.people import printed

FIELDS = ("title", "authors", "year", "doi", "abstract", "keywords")
NO_ITEMS = ("attachment", "note", "annotation")
EXPECTED = (".expected.zotero.json", ".source.zotero.json", ".expected.bib", ".expected.json", ".result.txt")


def expected_of(path: Path) -> Path | None:
    """Return the file with the expected values that lies beside an input."""
    stems = {path.name.rsplit(".", n)[0] for n in (1, 2)}
    names = [
        f"{stem}{ending}"
        for stem in stems
        for ending in (".expected.zotero.json", ".source.zotero.json", ".expected.bib", ".ris.expected.json")
    ]
    return next((path.with_name(name) for name in names if path.with_name(name).exists()), None)


def expected_papers(path: Path) -> list[dict[str, Any]]:
    """Return the papers that a file of expected values holds, by field."""
    if path.suffix == ".bib":
        return [fields_of(entry) for entry in read(path, format="bibtex").entries if isinstance(entry, PaperRecord)]
    found = json.loads(path.read_text(encoding="utf-8"))
    items = found.get("items", [found]) if isinstance(found, dict) else found
    if "type_of_reference" in items[0]:
        return [{**dict.fromkeys(FIELDS, ""), **{name: item.get(name, "") for name in FIELDS}} for item in items]
    return [fields_of_item(item) for item in items if item.get("itemType") not in NO_ITEMS]


def fields_of_item(item: dict[str, Any]) -> dict[str, Any]:
    creators = item.get("creators", [])
    # The author of music is who composed it; who plays it, where nobody is named for that.
    roles = {"composer"} if any(each.get("creatorType") == "composer" for each in creators) else AUTHORS
    creators = [each for each in creators if each.get("creatorType") in roles]
    names = [each.get("name") or f"{each.get('firstName', '')} {each.get('lastName', '')}" for each in creators]
    year = re.search(r"(?<!\d)[12]\d{3}(?!\d)", str(item.get("date", "")))
    tags = [tag if isinstance(tag, str) else tag.get("tag", "") for tag in item.get("tags", [])]
    # Signs of the program for itself.
    tags = [tag for tag in tags if tag not in ("#LaTeX", "*", "#nosource")]
    extra = re.search(r"^DOI:\s*(\S+)", _lines(item.get("extra", "")), re.MULTILINE)
    names = [name for name in names if name.strip() != "others"]
    return {
        "title": item.get("title") or item.get("caseName") or item.get("nameOfAct") or item.get("subject") or "",
        "authors": names,
        "year": year[0] if year else "",
        "doi": item.get("DOI") or (extra[1] if extra else ""),
        "abstract": item.get("abstractNote", ""),
        "keywords": tags,
    }


def _lines(value: Any) -> str:
    return "\n".join(value) if isinstance(value, list) else str(value)


AUTHORS = frozenset("author programmer inventor artist presenter podcaster cartographer performer interviewee".split())


def fields_of(record: PaperRecord) -> dict[str, Any]:
    return {
        "title": record.title,
        "authors": list(record.authors),
        "year": str(record.year or ""),
        "doi": record.doi,
        "abstract": record.abstract,
        "keywords": list(record.keywords),
    }


def bare(value: Any) -> Any:
    """Return a value as it is compared."""
    if isinstance(value, list):
        return [shown for each in value if (shown := bare(each))]
    text = render(re.sub(r"<span [^>]*>|</span>|</?sc>|</?a\b[^>]*>", "", str(value))).text
    text = unicodedata.normalize("NFKC", text).casefold()
    text = re.sub(r"[.:] ", " ", re.sub(r"[‐-―−]", "-", text))
    text = re.sub(r"[’‘“”\"'`]", "'", text)
    return " ".join(re.sub(r"\s*[.,;]?\s*$", "", text).split())


def same(name: str, mine: Any, wanted: Any) -> bool:
    if name == "keywords":
        return set(bare(list(mine))) == set(bare(list(wanted)))
    if name == "doi":
        return bare(re.sub(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", "", str(wanted), flags=re.IGNORECASE)) == bare(
            mine
        )
    if name == "abstract":
        return re.sub(r"\s", "", bare(mine)) == re.sub(r"\s", "", bare(wanted))
    return bare(mine) == bare(wanted)


def compared(path: Path, expected: Path, records: list[PaperRecord]) -> Iterator[tuple[str, bool, Any, Any]]:
    """Yield each field that one of two says something in: its name, whether they agree, and both values.

    Papers are put side by side by title and year, the rest by their order.
    """
    wanted = expected_papers(expected)
    raw = " ".join(path.read_bytes().decode("utf-8", "replace").casefold().split())
    for paper in wanted:
        # What the input does not hold nobody can read from it.
        paper["keywords"] = paper["keywords"] if all(str(word).casefold() in raw for word in paper["keywords"]) else []
    mine = [fields_of(record) for record in records]
    by_title = defaultdict(list)
    for each in mine:
        by_title[bare(each["title"]), each["year"]].append(each)
    pairs, left = [], []
    for paper in wanted:
        same_title = by_title[bare(paper["title"]), paper["year"]]
        if same_title:
            pairs.append((same_title.pop(0), paper))
        else:
            left.append(paper)
    rest = [each for each in mine if not any(each is one for one, _ in pairs)]
    pairs += [(rest.pop(0) if rest else dict.fromkeys(FIELDS, ""), paper) for paper in left]
    for one, other in pairs:
        for name in FIELDS:
            # What the other program leaves out is judged where it always takes it.
            if other[name] or (one[name] and name in ("title", "abstract")):
                yield name, same(name, one[name], other[name]), one[name], other[name]


@dataclass
class Tally:
    """What came of the files of a kind or a format: outcomes, and for each field how many agree of how many."""

    outcome: Counter[str] = field(default_factory=Counter)
    agreed: Counter[str] = field(default_factory=Counter)
    total: Counter[str] = field(default_factory=Counter)

    def show(self, name: str) -> None:
        print(f"{name}: " + ", ".join(f"{said} {number}" for said, number in self.outcome.items()))
        if self.total:
            table = ", ".join(f"{name} {self.agreed[name]}/{self.total[name]}" for name in FIELDS if self.total[name])
            print(f"    {100 * self.agreed.total() / self.total.total():.1f} % of {self.total.total()}: {table}")


def entries_of(path: Path, kind: Tally) -> tuple[str, list[PaperRecord | Problem]] | None:
    """Return the format of a file and its entries; None where it is refused, or raises."""
    try:
        source = read(path)
        return source.format, list(source.entries)
    except SourceError as error:
        kind.outcome["refused"] += 1
        print(f"  refused {path.name[:70]}: {error.message[:140]}")
    except Exception as error:
        kind.outcome["raised"] += 1
        print(f"  RAISED {path.name[:70]}: {error!r}")
    return None


def main(folder: Path, only: str, deviations: bool) -> None:
    formats: defaultdict[str, Tally] = defaultdict(Tally)
    for folder_of_kind in sorted(each for each in folder.iterdir() if each.is_dir()):
        if (only and folder_of_kind.name != only) or folder_of_kind.name == "expected_tables":
            continue
        kind = Tally()
        for path in sorted(each for each in folder_of_kind.iterdir() if not each.name.endswith(EXPECTED)):
            if not (found := entries_of(path, kind)):
                continue
            tallies = kind, formats[found[0]]
            records = [entry for entry in found[1] if isinstance(entry, PaperRecord)]
            for tally in tallies:
                tally.outcome.update(read=1, records=len(records), problems=len(found[1]) - len(records))
            beside = expected_of(path)
            for name, agrees, mine, wanted in compared(path, beside, records) if beside else ():
                for tally in tallies:
                    tally.total[name] += 1
                    tally.agreed[name] += agrees
                if deviations and not agrees:
                    print(f"  {path.name[:50]} {name}: {str(mine)[:150]!r} / {str(wanted)[:150]!r}")
        kind.show(folder_of_kind.name)
    print("\nBy format")
    for name in sorted(formats):
        formats[name].show(name)
    if not only:
        compare_tables(folder / "expected_tables", deviations)


def compare_tables(folder: Path, deviations: bool) -> None:
    """Print how many rows of the tables of letters and of names come out as expected."""
    tables = {
        "latex_to_unicode": lambda row: (plain(row["input"]), row["expected"]),
        "author_list_parse": lambda row: (names_of(row["input"]), [name_of_parts(each) for each in row["authors"]]),
    }
    for name, sides in tables.items():
        rows = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        pairs = [(row["input"], *sides(row)) for row in rows]
        wrong = [pair for pair in pairs if pair[1] != pair[2]]
        print(f"{name}: {len(pairs) - len(wrong)} of {len(pairs)}")
        for pair in wrong if deviations else ():
            print("  " + " / ".join(repr(each)[:120] for each in pair))


def names_of(text: str) -> list[str]:
    return [name for each in names_in(text) if (name := name_of(each))]


def name_of_parts(parts: dict[str, Any] | str) -> str:
    """Return a name as it is printed; `others` is nobody."""
    if isinstance(parts, str):
        return "" if parts == "others" else parts
    return printed(*(parts[name] or "" for name in ("family", "given", "von", "suffix")))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("kind", nargs="?", default="")
    parser.add_argument("--deviations", action="store_true")
    arguments = parser.parse_args()
    main(arguments.folder, arguments.kind, arguments.deviations)
