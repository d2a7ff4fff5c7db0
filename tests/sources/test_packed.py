"""Files in files, and how large they may become."""

import gzip
import lzma
import zipfile
from pathlib import Path

import pytest

from catalogue.sources import SourceError, members, packed

TEXT = b"Title,Abstract\nOne paper,On one\n"


def unpacked(path: Path) -> dict[str, bytes]:
    return {member.shown: member.path.read_bytes() for member in members(path, path.name, path.name)}


def test_what_is_not_packed_is_given_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(TEXT)
    assert [member.path for member in members(path, "a.csv", "a.csv")] == [path]


@pytest.mark.parametrize("ending", ["gz", "xz"])
def test_a_packed_file_is_called_as_it_is_without_its_ending(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.csv.{ending}"
    path.write_bytes(gzip.compress(TEXT) if ending == "gz" else lzma.compress(TEXT))
    (member,) = [(m.name, m.shown, m.path.read_bytes()) for m in members(path, path.name, path.name)]
    assert member == ("a.csv", f"a.csv.{ending}", TEXT)


def test_an_archive_is_like_a_folder_and_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("b/papers.csv", TEXT)
        archive.writestr("../../a.csv", TEXT)
        archive.writestr("__MACOSX/x", b"x")
        archive.writestr(".hidden", b"x")
    found = list(members(path, "all.zip", "all.zip"))
    assert [member.shown for member in found] == ["all.zip/b/papers.csv"]
    assert not any(member.path.exists() for member in found)


@pytest.mark.parametrize("name", ["a.gz", "a.zip"])
def test_what_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(packed, "RATIO_FROM", 100_000)
    path = tmp_path / name
    zeros = b"0" * 20_000_000
    if name == "a.gz":
        path.write_bytes(gzip.compress(zeros))
    else:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.txt", zeros)
    with pytest.raises(SourceError, match="more than 200 times its size"):
        unpacked(path)


def test_a_packed_file_in_a_packed_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(gzip.compress(TEXT)))
    with pytest.raises(SourceError, match="holds another packed file"):
        unpacked(path)


def test_one_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(TEXT * 100)[:-20])
    with pytest.raises(SourceError, match="cannot be unpacked"):
        unpacked(path)
