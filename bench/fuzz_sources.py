"""Whether the readers of files stand whatever is done to real files: no exception, no hang, little memory.

python bench/fuzz_sources.py FOLDER FORMAT SECONDS [--seed N]     (FORMAT as in catalogue.sources.FORMATS)

Takes the files below the folder that are of the format, spoils copies – pieces left out, repeated, taken from other
files, bits turned – and reads each copy to its end. A file may be refused, and entries may be problems. What raises
anything else, or takes longer than LIMIT seconds, is kept in a folder whose path is printed.
"""

import argparse
import faulthandler
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from catalogue.sources import FORMATS, PaperRecord, SourceError, read

LIMIT = 5
LARGEST = 400_000


class TooLong(BaseException):
    """Beyond `except Exception`, so that no reader can take it for a fault of the file."""


def seeds_of(folder: Path, format: str) -> list[bytes]:
    """The files below a folder that are read as a format without anybody saying so."""
    found = []
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        if "expected" in path.name or path.stat().st_size > LARGEST:
            continue
        try:
            if read(path).format == format:
                found.append(path.read_bytes())
        except SourceError:
            continue
    return found


def spoiled(seeds: list[bytes], chance: random.Random) -> bytes:
    """A copy of one of the files with one to eight faults."""
    data = bytearray(chance.choice(seeds))
    for _ in range(chance.randint(1, 8)):
        start = chance.randrange(len(data) + 1)
        length = chance.choice((1, 1, 2, 10, 100, 2_000))
        piece = data[start : start + length]
        match chance.randrange(6):
            case 0:
                del data[start : start + length]
            case 1:
                data[start:start] = piece * chance.choice((1, 2, 500))
            case 2 if data:
                data[min(start, len(data) - 1)] ^= 1 << chance.randrange(8)
            case 3:
                other = chance.choice(seeds)
                begin = chance.randrange(len(other) + 1)
                data[start:start] = other[begin : begin + length]
            case 4:
                data[start:start] = chance.choice(SIGNS) * chance.choice((1, 3, 3_000))
            case 5:
                del data[start:]
    return bytes(data[: 2 * LARGEST])


SIGNS = [each.encode() for each in '{ } " \\ # @ , = < > & ; : [ ] ( ) \n \r \t \0 - $ % é ￿'.split(" ")] + [
    b"\xff",
    b" ",
]


def outcome_of(path: Path, format: str) -> str:
    """What came of reading a file: `read` or `refused`, else what must not be."""
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    faulthandler.dump_traceback_later(10 * LIMIT, exit=True)
    try:
        for entry in read(path, format=format).entries:
            assert isinstance(entry, PaperRecord) or entry.message
        return "read"
    except SourceError as error:
        return "refused" if error.message else "refused without a message"
    except TooLong:
        return f"took more than {LIMIT} s"
    except Exception as error:
        return f"raised {error!r:.200}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()


def stop(*_: object) -> None:
    raise TooLong


def memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(folder: Path, format: str, seconds: float, seed: int) -> int:
    signal.signal(signal.SIGALRM, stop)
    chance = random.Random(seed)
    seeds = seeds_of(folder, format)
    if not seeds:
        sys.exit(f"no file below {folder} is {FORMATS.get(format, format)}")
    kept = Path(tempfile.mkdtemp(prefix=f"fuzz-{format}-"))
    path = kept / "latest"
    before, slowest, outcomes = memory(), 0.0, Counter[str]()
    until = time.monotonic() + seconds
    while (begun := time.monotonic()) < until:
        path.write_bytes(spoiled(seeds, chance))
        # Every fourth copy is told by its content, as a file that somebody loads.
        outcome = outcome_of(path, format if chance.randrange(4) else "")
        slowest = max(slowest, time.monotonic() - begun)
        if outcome not in ("read", "refused") and not outcomes[outcome]:
            path.rename(kept / f"{outcomes.total()}")
        outcomes[outcome] += 1
    print(f"{format}: {outcomes.total()} spoiled copies of {len(seeds)} files, seed {seed}; ", end="")
    print(f"slowest {slowest:.2f} s, memory {before:.0f} MB before, {memory():.0f} MB at most")
    for outcome, number in outcomes.most_common():
        print(f"  {number} {outcome}")
    if set(outcomes) - {"read", "refused"}:
        print(f"  kept in {kept}")
        return 1
    shutil.rmtree(kept)
    print("  nothing raised, nothing hung")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("format", choices=sorted(FORMATS))
    parser.add_argument("seconds", type=float)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    sys.exit(main(arguments.folder, arguments.format, arguments.seconds, arguments.seed))
