"""Encodings: what is read, what is refused with which line, and that UTF-8 is not guessed at."""

import gzip
import hashlib
import io
import os
import random
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from catalogue.sources import PaperRecord, SourceError, SourceFile, read
from catalogue.sources.decoding import examine
from tests.sources import abstracts

HEADING = "ICLR 2026 Papers"
ENGLISH = abstracts.ENGLISH
ReadBytes = Callable[[bytes], SourceFile]


@pytest.fixture
def read_bytes(tmp_path: Path) -> ReadBytes:
    def write_and_read(content: bytes) -> SourceFile:
        path = tmp_path / "papers.txt"
        path.write_bytes(content)
        return read(path)

    return write_and_read


def texts(source: SourceFile) -> list[str]:
    return [entry.abstract for entry in source.entries if isinstance(entry, PaperRecord)]


def refusal(read_bytes: ReadBytes, content: bytes) -> SourceError:
    with pytest.raises(SourceError) as caught:
        read_bytes(content)
    return caught.value


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("ENGLISH", "utf-8"),
        ("ENGLISH", "utf-8-sig"),
        ("ENGLISH", "utf-16"),
        ("ENGLISH", "utf-16-le"),
        ("ENGLISH", "utf-16-be"),
        ("ENGLISH", "utf-32"),
        ("ENGLISH", "utf-32-le"),
        ("ENGLISH", "utf-32-be"),
        ("RUSSIAN", "utf-16-le"),
        ("SIMPLIFIED_CHINESE", "utf-16-be"),
        ("JAPANESE", "utf-16-le"),
        ("ENGLISH", "cp1252"),
        ("ENGLISH", "mac-roman"),
        ("ENGLISH_WITH_ONE_NAME", "cp1252"),
        ("FRENCH", "latin-1"),
        ("GERMAN", "cp1252"),
        ("SPANISH", "cp1252"),
        ("POLISH", "cp1250"),
        ("POLISH", "iso8859-2"),
        ("CZECH", "cp1250"),
        ("GREEK", "cp1253"),
        ("RUSSIAN", "cp1251"),
        ("RUSSIAN", "koi8-r"),
        ("SIMPLIFIED_CHINESE", "gbk"),
        ("SIMPLIFIED_CHINESE", "gb18030"),
        ("TRADITIONAL_CHINESE", "big5"),
        ("JAPANESE", "shift-jis"),
        ("JAPANESE", "euc-jp"),
        ("JAPANESE", "iso2022-jp"),
        ("KOREAN", "euc-kr"),
    ],
)
@pytest.mark.parametrize("english", [0, 3], ids=["alone", "among English"])
def test_an_abstract_is_read_in_the_encoding_it_was_written_in(
    read_bytes: ReadBytes, text: str, encoding: str, english: int
) -> None:
    abstract = getattr(abstracts, text)
    plain = "We prove a bound that is tight up to a constant, and show that it holds for every kernel we tried."
    content = "\n\n".join([HEADING, *[plain] * english, abstract]).encode(encoding)
    assert texts(read_bytes(content)) == [*[plain] * english, abstract]


@pytest.mark.parametrize("byte", [b"\x91", b"\x92", b"\x96", b"\x97", b"\xe9", b"\xfc", b"\xb1", b"\xd7", b"\x85"])
def test_a_single_odd_byte_in_an_english_text_is_windows_1252(read_bytes: ReadBytes, byte: bytes) -> None:
    plain = b"We prove a bound that is tight up to a constant, and show that it holds " * 10
    content = b"%b%b for all of them.\n\nWe do the same again, in another way." % (plain, byte)
    assert byte.decode("cp1252") in texts(read_bytes(content))[0]


@pytest.mark.parametrize(("text", "encoding"), [("①番の手法", "euc_jis_2004"), ("價格為€五", "cp950")])
def test_characters_of_the_larger_sets_are_read_too(read_bytes: ReadBytes, text: str, encoding: str) -> None:
    abstract = (abstracts.JAPANESE if encoding.startswith("euc") else abstracts.TRADITIONAL_CHINESE) + text
    assert texts(read_bytes(f"{HEADING}\n\n{abstract}".encode(encoding))) == [abstract]


def test_an_encoding_is_found_by_the_part_of_a_large_file_that_is_not_ascii(read_bytes: ReadBytes) -> None:
    plain = ("We prove a bound that is tight up to a constant, and show that it holds. " * 10 + "\n\n") * 3_000
    assert texts(read_bytes((plain + abstracts.RUSSIAN).encode("koi8-r")))[-1] == abstracts.RUSSIAN


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32-be"])
def test_what_says_its_encoding_is_not_guessed_at(
    read_bytes: ReadBytes, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    monkeypatch.setattr("charset_normalizer.from_bytes", lambda *_, **__: pytest.fail("was guessed at"))
    assert texts(read_bytes(f"{HEADING}\n\n{abstracts.POLISH}".encode(encoding))) == [abstracts.POLISH]


@pytest.mark.parametrize("text", ["RUSSIAN", "SIMPLIFIED_CHINESE", "JAPANESE", "KOREAN"])
@pytest.mark.parametrize("size", [7, 64, 1000, 4099])
def test_a_character_on_the_border_of_two_chunks_does_not_mislead(
    read_bytes: ReadBytes, monkeypatch: pytest.MonkeyPatch, text: str, size: int
) -> None:
    monkeypatch.setattr("catalogue.sources.decoding.CHUNK_BYTES", size)
    encoding = {"RUSSIAN": "cp1251", "SIMPLIFIED_CHINESE": "gbk", "JAPANESE": "shift-jis", "KOREAN": "euc-kr"}[text]
    abstract = getattr(abstracts, text)
    assert texts(read_bytes("\n\n".join([HEADING] + [abstract] * 20).encode(encoding))) == [abstract] * 20


@pytest.mark.parametrize(("text", "encoding"), [("SIMPLIFIED_CHINESE", "gbk"), ("JAPANESE", "euc-jp")])
def test_a_very_long_line_without_a_space_is_read_too(read_bytes: ReadBytes, text: str, encoding: str) -> None:
    abstract = "一" + getattr(abstracts, text) * 40
    assert texts(read_bytes(f"{HEADING}\n\n{abstract}".encode(encoding))) == [abstract]


def test_version_and_size_are_those_of_the_bytes_on_disk(read_bytes: ReadBytes) -> None:
    content = f"{HEADING}\r\n\r\n{ENGLISH}".encode("cp1252")
    source = read_bytes(content)
    assert (source.sha256, source.size) == (hashlib.sha256(content).hexdigest(), len(content))


# --- Damage -------------------------------------------------------------------------------------
UTF8 = ENGLISH.encode()
LATIN = ENGLISH.encode("cp1252")
TOP = HEADING.encode() + b"\n\n"


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (TOP + UTF8 + b"\r\n\r\n" + LATIN, 5, "holds the byte 0x93, which is not UTF-8"),
        (TOP + (UTF8 + b"\n\n") * 3000 + LATIN, 6003, "holds the byte 0x93, which is not UTF-8"),
        (TOP + LATIN * 5 + b"\n\n" + UTF8, 5, "seems to be Windows-1252, but the byte 0x"),
        (TOP + (LATIN + b"\n\n") * 3000 + UTF8, 6003, "seems to be Windows-1252, but the byte 0x"),
        (b"\xef\xbb\xbf" + TOP + LATIN, 3, "holds the byte 0x93, which is not UTF-8"),
        (TOP + UTF8 + b"\xed\xa0\x80", 3, "holds the byte 0xED"),
        (TOP + UTF8[:-1], 3, "is UTF-8, but ends in the middle of a character"),
        (TOP + b"Plain text that was cut off\xe2\x80", 3, "is UTF-8, but ends in the middle of a character"),
        ((HEADING + "\r\r" + ENGLISH).encode("utf-16") + b"x", 3, "is UTF-16, but ends in the middle of a character"),
        ((HEADING + "\n\n" + ENGLISH).encode("utf-16-le") + b"x", 3, "seems to be UTF-16, but the byte 0x78"),
        ("\n".join([abstracts.JAPANESE] * 200).encode("shift-jis") + b"\n\x85\xff", 201, "seems to be Shift-JIS"),
    ],
)
def test_a_file_that_is_not_in_one_encoding_is_refused_at_the_line_of_the_first_bad_byte(
    read_bytes: ReadBytes, content: bytes, line: int, message: str
) -> None:
    error = refusal(read_bytes, content)
    assert error.line == line
    assert error.message.startswith(message)
    assert "save it as UTF-8" in error.message
    assert error.path.name == "papers.txt"


def test_a_lone_surrogate_in_utf_16_is_stripped(read_bytes: ReadBytes) -> None:
    content = f"{HEADING}\n\nAn emoji was cut \ud83d in two, but all the rest is fine."
    expected = "An emoji was cut  in two, but all the rest is fine."
    assert texts(read_bytes(content.encode("utf-16", "surrogatepass"))) == [expected]


def test_stray_nul_bytes_and_nul_padding_do_not_make_a_text_binary(read_bytes: ReadBytes) -> None:
    assert texts(read_bytes(TOP + UTF8.replace(b" b", b" \x00b") + b"\n" + b"\x00" * 100)) == [ENGLISH]


def test_byte_order_marks_inside_are_stripped(read_bytes: ReadBytes) -> None:
    assert texts(read_bytes(TOP + b"\xef\xbb\xbf\n" + UTF8.replace(b"we", b"w\xef\xbb\xbfe"))) == [ENGLISH]


def test_a_file_that_changes_between_the_check_and_the_reading_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "papers.txt"
    path.write_text(f"{HEADING}\n\n{ENGLISH}\n\n" * 500, encoding="utf-8")
    source = read(path)
    path.write_text(f"{HEADING}\n\n{ENGLISH[:-1]}!\n\n" * 500, encoding="utf-8")
    with pytest.raises(SourceError, match="was changed while it was being read"):
        list(source.entries)


# --- Not text -----------------------------------------------------------------------------------
def archive(*names: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        for name in names:
            file.writestr(name, "application/epub+zip" if name == "mimetype" else "<xml/>")
    return packed.getvalue()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"%PDF-1.7\n1 0 obj <<>> endobj\n" * 50, "is a PDF, not text"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "is a PNG image, not text"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "is a JPEG image, not text"),
        (b"GIF89a\x10\x00\x10\x00", "is a GIF image, not text"),
        (archive("notes.txt"), "is a ZIP archive, not text"),
        (archive("[Content_Types].xml", "word/document.xml"), "is a Word document, not text"),
        (archive("mimetype"), "is an EPUB book, not text"),
        (gzip.compress(UTF8), "is a gzip archive, not text"),
        (b"\x00" * 500, "is binary, not text"),
        (random.Random(1).randbytes(5000), "is binary, not text"),
        (b"\xff\xfe" + random.Random(1).randbytes(5000), "is binary, not text"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_that_is_not_text_is_called_by_its_name(read_bytes: ReadBytes, content: bytes, message: str) -> None:
    error = refusal(read_bytes, content)
    assert (error.message, error.line) == (message, 0)


def test_a_database_is_called_one(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "papers.db") as database:
        database.execute("CREATE TABLE papers (title TEXT)")
    database.close()
    with pytest.raises(SourceError, match="is a SQLite database, not text"):
        read(tmp_path / "papers.db")


@pytest.mark.parametrize("start", ["GIF89a is an old format", "PKZIP is a program", "BZh is no word", "RIFF and MZ"])
def test_a_text_about_file_formats_is_a_text(read_bytes: ReadBytes, start: str) -> None:
    assert texts(read_bytes(f"{start}, and we study it here.\n\n{ENGLISH}".encode()))[1] == ENGLISH


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing.txt", "does not exist"),
        ("folder", "is a folder, not a file"),
        ("pipe", "is not a regular file"),
        ("dangling.txt", "does not exist"),
        ("nul\x00byte", "is no possible name of a file"),
        ("x" * 300, "cannot be read: File name too long"),
    ],
    ids=repr,
)
def test_what_is_no_readable_file_is_refused_in_plain_words(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "dangling.txt").symlink_to(tmp_path / "nowhere.txt")
    with pytest.raises(SourceError) as caught:
        examine(tmp_path / name)
    assert (caught.value.message, caught.value.line) == (message, 0)


def test_a_file_that_may_not_be_read_is_refused_in_plain_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "papers.txt").write_text(ENGLISH, encoding="utf-8")
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(SourceError, match="may not be read: permission denied"):
        examine(tmp_path / "papers.txt")


@pytest.mark.parametrize(
    "text",
    [
        "L'étude présente une méthode originale d'apprentissage très générale, à vérifier.",
        "Wir prüfen, ob größere Modelle auch über längere Zeiträume hinweg gleichmäßig schöner übersetzen.",
        "Señales más rápidas: aprendizaje automático, ¿cómo y cuándo será útil el método después?",
    ],
)
def test_a_short_text_with_many_western_accents_is_read_as_western(read_bytes: ReadBytes, text: str) -> None:
    file = read_bytes(f"Journées 2019\n\n{text}\n".encode("latin-1"))

    assert (file.heading, [entry.abstract for entry in file.entries]) == ("Journées 2019", [text])
