"""How well the readers of structured files read real ones, against what other programs made of the same files.

python bench/parsers.py FOLDER [--deviations] [FORMAT]     (a folder for each kind of files)

Beside an input may lie what it should give: items of Zotero (`.expected.zotero.json`, `.source.zotero.json`), BibTeX
(`.expected.bib`). Texts are compared as they are shown, without case of braces, white space and markup. A file is read,
refused with a message, or – which never may be – raises.
"""

import argparse
import json
import re
import sys
import time
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from catalogue.markup import render
from catalogue.sources import PaperRecord, SourceError, read

FIELDS = ("title", "authors", "year", "doi", "abstract", "keywords")
NO_ITEMS = ("attachment", "note", "annotation")
EXPECTED = (".expected.zotero.json", ".source.zotero.json", ".expected.bib", ".expected.json", ".result.txt")


def expected_of(path: Path) -> Path | None:
    """Return the file with the expected values that lies beside an input."""
    stems = {path.name.rsplit(".", n)[0] for n in (1, 2)}
    names = [
        f"{stem}{ending}"
        for stem in stems
        for ending in (".expected.zotero.json", ".source.zotero.json", ".expected.bib")
    ]
    return next((path.with_name(name) for name in names if path.with_name(name).exists()), None)


def expected_papers(path: Path) -> list[dict[str, Any]]:
    """Return the papers that a file of expected values holds, by field."""
    if path.suffix == ".bib":
        return [fields_of(entry) for entry in read(path, format="bibtex").entries if isinstance(entry, PaperRecord)]
    found = json.loads(path.read_text(encoding="utf-8"))
    items = found.get("items", [found]) if isinstance(found, dict) else found
    return [fields_of_item(item) for item in items if item.get("itemType") not in NO_ITEMS]


def fields_of_item(item: dict[str, Any]) -> dict[str, Any]:
    creators = [each for each in item.get("creators", []) if each.get("creatorType") in AUTHORS]
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


AUTHORS = frozenset(
    "author programmer inventor artist presenter podcaster contributor cartographer performer interviewee".split()
) - {"contributor"}


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


def main(folder: Path, only: str, deviations: bool) -> None:
    for kind in sorted(each for each in folder.iterdir() if each.is_dir()):
        if (only and kind.name != only) or kind.name == "expected_tables":
            continue
        outcome: Counter[str] = Counter()
        agreed: Counter[str] = Counter()
        total: Counter[str] = Counter()
        begun = time.monotonic()
        for path in sorted(kind.iterdir()):
            if path.name.endswith(EXPECTED):
                continue
            try:
                found = list(read(path).entries)
            except SourceError as error:
                outcome["refused"] += 1
                print(f"  refused {path.name[:70]}: {error.message[:140]}")
                continue
            except Exception as error:
                outcome["raised"] += 1
                print(f"  RAISED {path.name[:70]}: {error!r}")
                continue
            records = [entry for entry in found if isinstance(entry, PaperRecord)]
            outcome["read"] += 1
            outcome["records"] += len(records)
            outcome["problems"] += len(found) - len(records)
            if beside := expected_of(path):
                for name, agrees, mine, wanted in compared(path, beside, records):
                    total[name] += 1
                    agreed[name] += agrees
                    if deviations and not agrees:
                        print(f"  {path.name[:50]} {name}: {str(mine)[:150]!r} / {str(wanted)[:150]!r}")
        said = ", ".join(f"{name} {number}" for name, number in outcome.items())
        print(f"{kind.name}: {said}; {time.monotonic() - begun:.1f} s")
        if total:
            table = ", ".join(f"{name} {agreed[name]}/{total[name]}" for name in FIELDS if total[name])
            print(f"    {100 * agreed.total() / total.total():.1f} % of {total.total()}: {table}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("kind", nargs="?", default="")
    parser.add_argument("--deviations", action="store_true")
    arguments = parser.parse_args()
    main(arguments.folder, arguments.kind, arguments.deviations)
