"""Bytes to text: which encoding a file is in, whether all of it is in that encoding, and its text, piece by piece.

`examine` reads the file once: it takes the SHA-256 and checks every byte against the encoding of the byte order mark,
or against UTF-8. Only a file that is neither is read again, to guess (`guessing`) and to check the guess. So
whatever is wrong with a file is known before the first line of it is delivered.
"""

import codecs
import hashlib
import io
import re
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from catalogue.sources import guessing, signatures
from catalogue.sources.records import SourceError

CHUNK_BYTES = 1 << 20
PIECE_BYTES = 1 << 16

# UTF-32 first: its little-endian mark begins like that of UTF-16.
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1b")) + b"\x7f"
JAPANESE_ESCAPE = re.compile(rb"\x1b\$[@B]")
# A curly quote or a dash in UTF-8: never to be found in a file that is in a one-byte encoding throughout.
UTF8_PUNCTUATION = re.compile(rb"\xe2\x80[\x90-\xbf]")


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file that is text from the first byte to the last. `skip` bytes of byte order mark come before it."""

    path: Path
    encoding: str
    skip: int
    sha256: str
    size: int


@dataclass(slots=True)
class Scan:
    """What one pass over a file tells. `encoding` is the one checked: by the mark, else UTF-8.

    `bad` is the offset of the first byte not in that encoding; `controls` and `nuls` are counts of bytes.
    """

    head: bytes = b""
    encoding: str = "utf-8"
    skip: int = 0
    sha256: str = ""
    size: int = 0
    controls: int = 0
    nuls: int = 0
    bad: int | None = None
    unfinished: int = 0


def examine(path: Path) -> TextFile:
    """Read a file to its end and say what text it is. Raises SourceError for everything that is not text."""
    scan = scanned(path)
    if not scan.size:
        raise SourceError(path, "is empty")
    return TextFile(path, encoding_of(path, scan), scan.skip, scan.sha256, scan.size)


def text_of(data: bytes, most: int, path: Path) -> str:
    """Return the text of a file that was sent, of at most `most` bytes. Raises SourceError, about `path`."""
    if len(data) > most:
        raise SourceError(path, f"is larger than {most // 1_000_000} MB, the most that is read")
    with tempfile.TemporaryDirectory(prefix="carrel-") as folder:
        sent = Path(folder) / "sent"
        sent.write_bytes(data)
        try:
            text = examine(sent)
        except SourceError as error:
            raise SourceError(path, error.message, error.line) from None
    return data[text.skip :].decode(text.encoding, "replace")


def pieces(text: TextFile) -> Iterator[tuple[str, int]]:
    """The text of a file with every line end as \\n, in pieces, each with the number of bytes read up to its end.

    Raises SourceError at the end if the file is no longer the one that was examined.
    """
    digest = hashlib.sha256()
    decoder = io.IncrementalNewlineDecoder(incremental_decoder(text.encoding), translate=True)
    offset = 0
    try:
        for chunk in chunks(text.path, PIECE_BYTES):
            digest.update(chunk)
            skip = text.skip if not offset else 0
            offset += len(chunk)
            yield decoder.decode(chunk[skip:]), offset
        yield decoder.decode(b"", final=True), offset
    except UnicodeDecodeError:
        pass
    if digest.hexdigest() != text.sha256:
        raise SourceError(text.path, "was changed while it was being read; load it again")


def chunks(path: Path, size: int) -> Iterator[bytes]:
    """The bytes of a file, at most `size` at a time."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise SourceError(path, "is a folder, not a file" if path.is_dir() else "is not a regular file")
        with path.open("rb") as file:
            yield from iter(partial(file.read, size), b"")
    except FileNotFoundError:
        raise SourceError(path, "does not exist") from None
    except PermissionError:
        raise SourceError(path, "may not be read: permission denied") from None
    except ValueError:
        raise SourceError(path, "is no possible name of a file") from None
    except OSError as error:
        raise SourceError(path, f"cannot be read: {error.strerror or error}") from None


def incremental_decoder(encoding: str) -> codecs.IncrementalDecoder:
    """A strict decoder; in UTF-16 and UTF-32, a lone surrogate is let through, to be stripped from the text."""
    wide = encoding.startswith(("utf-16", "utf-32"))
    return codecs.getincrementaldecoder(encoding)("surrogatepass" if wide else "strict")


def scanned(path: Path) -> Scan:
    scan = Scan()
    digest = hashlib.sha256()
    decoder = incremental_decoder(scan.encoding)
    for chunk in chunks(path, CHUNK_BYTES):
        if not scan.size:
            scan.head = chunk[: guessing.SAMPLE_BYTES]
            if kind := signatures.binary_kind(scan.head[: signatures.HEAD_BYTES]):
                raise SourceError(path, f"is {kind}, not text")
            scan.encoding, scan.skip = marked_encoding(scan.head)
            decoder = incremental_decoder(scan.encoding)
        digest.update(chunk)
        scan.controls += len(chunk) - len(chunk.translate(None, CONTROLS))
        scan.nuls += chunk.count(0)
        body = chunk if scan.size else chunk[scan.skip :]
        scan.size += len(chunk)
        if scan.bad is None:
            scan.bad = bad_offset(decoder, body, scan.size)
    if scan.bad is None:
        scan.unfinished = len(decoder.getstate()[0])
        scan.bad = bad_offset(decoder, b"", scan.size, final=True)
    scan.sha256 = digest.hexdigest()
    return scan


def marked_encoding(head: bytes) -> tuple[str, int]:
    """The encoding that a byte order mark names and the length of the mark; UTF-8 and 0 without one."""
    for mark, encoding in BYTE_ORDER_MARKS:
        if head.startswith(mark):
            return encoding, len(mark)
    return "utf-8", 0


def bad_offset(decoder: codecs.IncrementalDecoder, data: bytes, end: int, final: bool = False) -> int | None:
    """Decode `data`, which ends at offset `end`; the offset of the first byte that does not decode, if any."""
    try:
        decoder.decode(data, final)
    except UnicodeDecodeError as error:
        return end - len(error.object) + error.start
    return None


def encoding_of(path: Path, scan: Scan) -> str:
    """The encoding of all of a file. Raises SourceError, with the line of the first bad byte, where there is none."""
    if scan.skip:
        return marked(path, scan)
    has_nuls = scan.nuls > scan.size / 100 or (scan.nuls and scan.bad is not None)
    if has_nuls and (wide := guessing.wide_encoding(scan.head)):
        return checked(path, (wide,))
    if scan.controls > scan.size * (0.3 if scan.bad is None else 0.01):
        raise SourceError(path, "is binary, not text")
    if scan.bad is None:
        escaped = JAPANESE_ESCAPE.search(scan.head) and first_bad(path, "iso2022_jp") is None
        return "iso2022_jp" if escaped else "utf-8"
    sample = guessing.sample_of(chunks(path, CHUNK_BYTES))
    share = guessing.utf8_share(sample)
    cut_off = scan.unfinished > 1 or (scan.unfinished == 1 and share >= 0.5)
    if cut_off or share >= 0.5:
        raise bad_bytes(path, "utf-8", 0, scan.bad, cut_off)
    encodings = guessing.legacy_encodings(UTF8_PUNCTUATION.sub(b"'", sample))
    encoding = checked(path, encodings) if encodings else ""
    if not encoding or (share > 0.1 and encoding not in guessing.MULTIBYTE):
        raise bad_bytes(path, "utf-8", 0, scan.bad)
    return encoding


def marked(path: Path, scan: Scan) -> str:
    """The encoding that a mark names, if the file keeps to it."""
    if scan.encoding != "utf-8":
        start = scan.head[scan.skip :][: len(scan.head) // 4 * 4 - 4]
        if guessing.written_share(start.decode(scan.encoding, "replace")) < 0.9:
            raise SourceError(path, "is binary, not text")
    if scan.bad is not None:
        raise bad_bytes(path, scan.encoding, scan.skip, scan.bad, cut_off=scan.unfinished > 0)
    return scan.encoding


def checked(path: Path, encodings: tuple[str, ...]) -> str:
    """The first of some encodings that a whole file keeps to; otherwise the first is named in the SourceError."""
    bad: list[int] = []
    for encoding in encodings:
        offset = first_bad(path, encoding)
        if offset is None:
            return encoding
        bad.append(offset)
    raise bad_bytes(path, encodings[0], 0, bad[0])


def first_bad(path: Path, encoding: str) -> int | None:
    """The offset of the first byte of a file that is not in an encoding."""
    decoder = incremental_decoder(encoding)
    one_byte = encoding not in guessing.MULTIBYTE and not encoding.startswith("utf")
    end = 0
    for chunk in chunks(path, CHUNK_BYTES):
        end += len(chunk)
        if (offset := bad_offset(decoder, chunk, end)) is not None:
            return offset
        if one_byte and (found := UTF8_PUNCTUATION.search(chunk)):
            return end - len(chunk) + found.start()
    return bad_offset(decoder, b"", end, final=True)


def bad_bytes(path: Path, encoding: str, skip: int, offset: int, cut_off: bool = False) -> SourceError:
    """The error for a file whose first bad byte is at an offset, in words for somebody who wants it loaded."""
    decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder(encoding)("replace"), translate=True)
    line, start, byte = 1, 0, b""
    for chunk in chunks(path, CHUNK_BYTES):
        known = chunk[0 if start else skip : max(offset - start, 0)]
        line += decoder.decode(known).count("\n")
        byte = chunk[offset - start : offset - start + 1]
        start += len(chunk)
        if byte:
            break
    line += decoder.decode(b"", final=True).count("\n")
    what = f"holds the byte 0x{byte.hex().upper()}, which is not UTF-8, and no other encoding fits the whole file"
    if encoding != "utf-8":
        what = f"seems to be {spoken(encoding)}, but the byte 0x{byte.hex().upper()} is not"
    if cut_off:
        what = f"is {spoken(encoding)}, but ends in the middle of a character: it may have been cut off"
    return SourceError(path, f"{what}. Open the file in an editor, save it as UTF-8 and load it again", line)


def spoken(encoding: str) -> str:
    """An encoding by the name that people know."""
    names = {"cp932": "Shift-JIS", "cp949": "EUC-KR", "mac_roman": "Mac Roman", "iso2022_jp": "ISO-2022-JP"}
    names |= {"utf-16-le": "UTF-16", "utf-16-be": "UTF-16", "utf-32-le": "UTF-32", "utf-32-be": "UTF-32"}
    return names.get(encoding, encoding.upper().replace("CP125", "Windows-125").replace("_", "-"))
