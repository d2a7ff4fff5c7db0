"""How fast a source file is read, in how much memory, and how well its paragraphs are told apart.

python bench/read_sources.py FILE
python bench/read_sources.py --abstracts FILE.jsonl     (joins the field "abstract" of each line by blank lines)
"""

import argparse
import json
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from catalogue.sources import PaperRecord, Problem, SourceError, read


def measure(path: Path) -> None:
    """Read a file to its end; print entries, speed (by processor time) and the highest memory of this process."""
    counts: Counter[str] = Counter()
    started = time.process_time()
    source = read(path, format="text")
    opened = time.process_time()
    for entry in source.entries:
        counts["problems" if isinstance(entry, Problem) else "records"] += 1
    ended = time.process_time()
    size = source.size / 1e6
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{path.name}: {size:.1f} MB, {counts['records']} records, {counts['problems']} problems, {source.collection}"
    )
    print(f"examined {size / (opened - started):.0f} MB/s, read {size / (ended - opened):.0f} MB/s", end=", ")
    print(f"both {size / (ended - started):.0f} MB/s, peak memory {peak:.0f} MB")


def compare(path: Path) -> None:
    """Write the abstracts of a file below a heading, read them, and print what became of them."""
    with path.open(encoding="utf-8") as rows:
        abstracts = [flat(json.loads(row).get("abstract") or "") for row in rows]
    abstracts = [abstract for abstract in abstracts if abstract]
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as joined:
        joined.write("\n\n".join(["ICLR 2026 Papers", *abstracts]))
        joined.flush()
        entries = list(read(Path(joined.name)).entries)
    found = [flat(entry.abstract) for entry in entries if isinstance(entry, PaperRecord)]
    whole = Counter(abstracts) & Counter(found)
    ends = {abstract.rsplit("\n\n")[-1][-60:] for abstract in abstracts}
    strange = [text.split("\n\n")[:-1] for text in found if text not in whole]
    wrong = [parts for parts in strange if any(part[-60:] in ends for part in parts)]
    blank = sum("\n\n" in abstract for abstract in abstracts)
    print(f"{len(abstracts)} abstracts, {blank} of them with blank lines inside; {len(entries)} entries read")
    print(f"whole {whole.total()}, split {len(abstracts) - whole.total()}, wrongly joined {len(wrong)}", end=", ")
    print(f"problems {len(entries) - len(found)}")


def flat(abstract: str) -> str:
    """An abstract as it comes back if nothing is lost: single blank lines, no white space at line ends."""
    rows = [row.rstrip() for row in abstract.strip().splitlines()]
    return "\n".join(row for row, above in zip(rows, ["", *rows], strict=False) if row or above)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("path", type=Path)
    arguments.add_argument("--abstracts", action="store_true", help="the file is JSON lines with abstracts")
    options = arguments.parse_args()
    try:
        (compare if options.abstracts else measure)(options.path)
    except SourceError as error:
        sys.exit(f"{error.path}:{error.line}: {error}")
