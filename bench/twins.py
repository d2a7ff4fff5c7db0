"""The near-twin report over the keywords of real papers: precision of its first hundred pairs, recall, and time.

python bench/twins.py PATH [PAIRS]

PATH is a CSV file with a column `keywords`, parted by semicolons or commas. Each keyword becomes a tag, in memory.
`bench/twins.tsv` holds pairs that were known before the report was made ("known"), and a judgement of the pairs that
it puts first ("seen"). Prints the first PAIRS (100) that nobody has judged, so that somebody can.
"""

import csv
import os
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from time import process_time

import django

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "site_config.settings")
django.setup()

from catalogue.curation import Twin, near_twins

JUDGED = Path(__file__).with_name("twins.tsv")


def keywords_of(path: Path) -> tuple[dict[int, str], dict[int, int]]:
    """Return the keywords as tags: labels (the commonest spelling) and numbers of papers, by id."""
    csv.field_size_limit(10**8)
    spelled: dict[str, Counter[str]] = defaultdict(Counter)
    with path.open(encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file):
            words = {
                each.strip().casefold(): each.strip() for each in re.split("[;,]", row["keywords"]) if each.strip()
            }
            for key, word in words.items():
                spelled[key][word] += 1
    labels = {at: counts.most_common(1)[0][0] for at, counts in enumerate(spelled.values(), start=1)}
    return labels, {at: counts.total() for at, counts in enumerate(spelled.values(), start=1)}


def timed(labels: list[tuple[int, str, str]], papers: dict[int, int]) -> tuple[list[Twin], float]:
    start = process_time()
    twins = near_twins(labels, papers)
    return twins, 1000 * (process_time() - start)


def connected(pairs: list[tuple[str, str]]) -> dict[str, set[str]]:
    others: dict[str, set[str]] = defaultdict(set)
    for one, other in pairs:
        others[one].add(other)
        others[other].add(one)
    return others


def main() -> None:
    labels, papers = keywords_of(Path(sys.argv[1]))
    shown = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    twins, took = timed([(tag, "keyword", label) for tag, label in labels.items()], papers)
    print(f"{len(labels):,} keywords, {len(twins)} pairs, {took:.0f} ms")
    with JUDGED.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    judged = {frozenset((row["one"], row["other"])): row["twins"] == "yes" for row in rows}
    pairs = [(labels[twin.one].casefold(), labels[twin.other].casefold()) for twin in twins]
    others = connected(pairs)
    known = [(row["one"], row["other"]) for row in rows if row["from"] == "known"]
    directly = [other in others[one] for one, other in known]
    by_a_third = [other in others[one] or bool(others[one] & others[other]) for one, other in known]
    print(f"recall: {sum(by_a_third)} of {len(known)} ({sum(directly)} as a pair, the others by a third tag)")
    print("not found:", "; ".join(" | ".join(pair) for pair, found in zip(known, by_a_third, strict=True) if not found))
    for name, places in (("first 100", range(min(100, len(twins)))), ("all", range(len(twins)))):
        seen = [judged[frozenset(pairs[at])] for at in places if frozenset(pairs[at]) in judged]
        print(f"precision, {name}: {sum(seen)} of {len(seen)} judged")
    by_reason: dict[str, list[bool]] = defaultdict(list)
    for twin, pair in zip(twins, pairs, strict=True):
        by_reason[twin.reason] += [judged[frozenset(pair)]] if frozenset(pair) in judged else []
    print("; ".join(f"{reason} {sum(seen)} of {len(seen)}" for reason, seen in by_reason.items()))
    for at in [at for at, pair in enumerate(pairs) if frozenset(pair) not in judged][:shown]:
        print(f"seen\t{pairs[at][0]}\t{pairs[at][1]}\t?\t{twins[at].reason} {twins[at].score}")
    many = [(tag, "keyword", label) for tag, label in labels.items()]
    many += [(tag, kind, f"{label} v{tag % 50}") for tag, kind, label in many]
    print(f"{len(many):,} labels of {len(labels):,} tags: {timed(many, papers)[1]:.0f} ms")


if __name__ == "__main__":
    main()
