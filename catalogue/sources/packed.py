"""Files in files: gzip, xz and ZIP are unpacked one by one into a temporary file; so is standard input.

Limits keep a small file from filling the disk: so many bytes of one member, so many of all, so many times the packed
size, so many members. What is packed inside a packed file is refused.
"""

import gzip
import lzma
import shutil
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple, cast

from catalogue.sources.records import SourceError
from catalogue.sources.signatures import HEAD_BYTES, binary_kind

MOST_BYTES = 2_000_000_000
MOST_MEMBERS = 10_000
# A text packs to a tenth; what packs to less than a two-hundredth, and is large, was made to fill disks.
RATIO, RATIO_FROM = 200, 10_000_000
CHUNK = 1 << 20
STANDARD_INPUT = Path("-")
_KINDS = {"a gzip archive": "gz", "an xz archive": "xz", "a ZIP archive": "zip"}
_BROKEN = (OSError, EOFError, lzma.LZMAError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError)


class Member(NamedTuple):
    """A file to be read at `path`; `name` is its own name, `shown` what people call it: `papers.zip/a.bib`."""

    path: Path
    name: str
    shown: str


def members(path: Path, name: str, shown: str) -> Iterator[Member]:
    """Yield what is in a packed file, each for as long as the caller looks at it; of any other file the file itself.

    Raises SourceError where it cannot be unpacked, or is larger than the limits.
    """
    kind = "" if path == STANDARD_INPUT else _kind_of(path)
    if path == STANDARD_INPUT:
        with _folder() as folder:
            target = folder / "standard input"
            _copy(sys.stdin.buffer, target, path, 0)
            yield Member(target, "standard input", "standard input")
    elif kind == "zip":
        yield from _of_zip(path, name, shown)
    elif kind:
        bare = Path(name).stem if Path(name).suffix.lower() in (".gz", ".xz") else Path(name).name
        with _folder() as folder, _opened(path, kind) as packed:
            target = folder / Path(bare).name
            _copy(packed, target, path, path.stat().st_size)
            yield Member(target, str(Path(name).with_name(Path(bare).name)), shown)
    else:
        yield Member(path, name, shown)


def _kind_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return _KINDS.get(binary_kind(file.read(HEAD_BYTES)), "")
    except (OSError, ValueError):
        # Whoever reads it says what is wrong.
        return ""


def _of_zip(path: Path, name: str, shown: str) -> Iterator[Member]:
    try:
        archive = zipfile.ZipFile(path)
    except _BROKEN as error:
        raise SourceError(path, f"is a ZIP archive that cannot be read: {error}") from None
    with archive:
        found = [each for each in archive.infolist() if not each.is_dir() and not _is_hidden(each.filename)]
        if len(found) > MOST_MEMBERS:
            raise SourceError(path, f"holds {len(found):,} files; at most {MOST_MEMBERS:,} are read")
        if not found:
            raise SourceError(path, "is a ZIP archive without files")
        total = 0
        for each in sorted(found, key=lambda each: each.filename):
            with _folder() as folder:
                target = folder / (Path(each.filename).name or "member")
                try:
                    with archive.open(each) as packed:
                        total += _copy(packed, target, path, each.compress_size, MOST_BYTES - total)
                except _BROKEN as error:
                    raise SourceError(path, f"cannot be unpacked: {each.filename}: {error}") from None
                # What stands in the archive is a name like that of a file below a folder, never a place on this disk.
                yield Member(target, f"{name}/{each.filename}", f"{shown}/{each.filename}")


def _is_hidden(name: str) -> bool:
    return any(part.startswith((".", "__")) for part in name.split("/"))


@contextmanager
def _folder() -> Iterator[Path]:
    folder = tempfile.mkdtemp(prefix="carrel-")
    try:
        yield Path(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _opened(path: Path, kind: str) -> IO[bytes]:
    opened = gzip.open if kind == "gz" else lzma.open
    return cast("IO[bytes]", opened(path))


def _copy(packed: IO[bytes], target: Path, path: Path, size: int, room: int = MOST_BYTES) -> int:
    """Unpack into a file; return how many bytes that are."""
    written = 0
    try:
        with target.open("wb") as file:
            while chunk := packed.read(CHUNK):
                written += len(chunk)
                if written > room:
                    raise SourceError(
                        path, f"is larger than {MOST_BYTES // 1_000_000:,} MB unpacked, the most that is read"
                    )
                if size and written > max(RATIO_FROM, RATIO * size):
                    raise SourceError(path, f"unpacks to more than {RATIO} times its size: it is not read")
                file.write(chunk)
    except _BROKEN as error:
        if isinstance(error, OSError) and error.errno == 28:
            raise
        raise SourceError(path, f"cannot be unpacked: {error}") from None
    with target.open("rb") as file:
        if binary_kind(file.read(HEAD_BYTES)) in _KINDS:
            raise SourceError(path, "holds another packed file: unpack it first")
    return written
