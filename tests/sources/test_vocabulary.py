"""Vocabulary files: what they say, and what is wrong with them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogue.sources import SourceError, VocabularyRecord, entry_name, read_vocabulary

KINDS = ("area", "contribution", "task", "method", "dataset", "model", "modality", "keyword")
STARTER = Path(__file__).parents[2] / "fixtures" / "vocabulary.toml"
AREAS = (
    "large-language-models vision-language-models image-generation video-generation 3d-and-scene-reconstruction "
    "computer-vision reinforcement-learning agents-and-tool-use alignment-and-safety interpretability "
    "privacy-and-federated-learning optimization-and-training-dynamics learning-theory "
    "model-compression-and-quantization knowledge-distillation efficient-inference-and-serving training-systems "
    "retrieval-and-memory continual-and-meta-learning dataset-distillation-and-curation speech-and-audio "
    "biology-and-medicine robotics-and-navigation security-and-watermarking "
    "combinatorial-optimization-and-algorithms multimodal-learning self-supervised-learning reasoning "
    "code-and-formal-languages diffusion-models evaluation human-motion-and-pose"
).split()
CONTRIBUTIONS = "method theory benchmark-or-dataset empirical-analysis system-or-tool survey".split()
MODALITIES = "text image video audio 3d point-cloud graph tabular protein code time-series multimodal".split()
Read = Callable[..., list[VocabularyRecord]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """`read(text)` writes a vocabulary file and reads it."""

    def write_and_read(text: str | bytes) -> list[VocabularyRecord]:
        path = tmp_path / "terms.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_vocabulary(path, KINDS)

    return write_and_read


def test_an_entry_is_read_with_all_it_states(read: Read) -> None:
    text = """
        [[task]]
        label = "Sorting"
        [[task]]
        label = "Bird sorting"
        alternative = ["ornithology", "BS"]
        note = "By voice.\\nNot by colour."
        broader = "sorting"
        patterns = ["bird sort", "!bird sort of"]
    """
    assert read(text)[1] == VocabularyRecord(
        "task",
        "Bird sorting",
        ("ornithology", "BS"),
        "By voice.\nNot by colour.",
        "sorting",
        ("bird sort", "!bird sort of"),
    )


@pytest.mark.parametrize(
    ("fields", "patterns"),
    [
        ('alternative = ["BS"]', ("Bird sorting", "BS")),
        ("", ("Bird sorting",)),
        ('alternative = ["BS"]\npatterns = []', ()),
        ('alternative = ["BS"]\npatterns = ["sorter"]', ("sorter",)),
    ],
)
def test_an_entry_without_patterns_is_found_by_its_labels(read: Read, fields: str, patterns: tuple[str, ...]) -> None:
    assert read(f'[[task]]\nlabel = "Bird sorting"\n{fields}')[0].patterns == patterns


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("Large language models", "large-language-models"),
        ("3D", "3d"),
        ("  Point   cloud ", "point-cloud"),
        ("ＬＬＭ", "llm"),
        ("Größe", "grösse"),
        ("𝐋𝐋𝐌", "llm"),
    ],
)
def test_an_entry_is_named_by_its_label(label: str, name: str) -> None:
    assert entry_name(label) == name
    assert VocabularyRecord("task", label).name == name


def test_the_same_label_may_stand_in_two_kinds(read: Read) -> None:
    assert len(read('[[task]]\nlabel = "Planning"\n[[area]]\nlabel = "Planning"')) == 2


def test_what_no_database_holds_is_cleaned_away(read: Read) -> None:
    text = '[[task]]\nlabel = "Bird\\u0000  \\tsorting "\nnote = "a\\u0000b"\npatterns = [" bird\\nsort\\u0001"]'
    (record,) = read(text)
    assert (record.label, record.note, record.patterns) == ("Bird sorting", "ab", ("bird sort",))


@pytest.mark.parametrize("text", ["", "# nothing\n", b"\xef\xbb\xbf# written on Windows\r\n"])
def test_a_file_without_entries_is_empty(read: Read, text: str | bytes) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    "text", ["[[task]", "label", b"\xff\xfe[\x00", "a = " + "[" * 5000, "a = " + "1" * 5000, "a = 2020-13-45", "\x00"]
)
def test_what_is_no_toml_is_said_to_be_none(read: Read, text: str | bytes) -> None:
    with pytest.raises(SourceError) as error:
        read(text)
    assert error.value.path.name == "terms.toml"
    assert error.value.message.startswith("is no vocabulary file: ")


@pytest.mark.parametrize("name", ["none.toml", ".", "a\0b"])
def test_a_file_that_is_not_there_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(SourceError) as error:
        read_vocabulary(tmp_path / name, KINDS)
    assert error.value.path == tmp_path / name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('label = "x"', "has a table “label”; the kinds of tags are area, contribution, task"),
        ('[task]\nlabel = "x"', "has a table “task”"),
        ('[[colour]]\nlabel = "x"', "has a table “colour”"),
        ("task = [1]", "task 1 is not a table"),
        ('[[task]]\nnote = "x"', "task 1 has no label"),
        ('[[task]]\nlabel = "a"\n[[task]]\nlabel = ""', "task 2 (“”) has no label"),
        ('[[task]]\nlabel = " \\t"', "task 1 (“”) has no label"),
        ('[[task]]\nlabel = "\\u200b"', "task 1 (“”) has no label"),
        ("[[task]]\nlabel = 3", "task 1: “label” is not a text"),
        ('[[task]]\nlabel = "x"\nnote = ["y"]', "task 1 (“x”): “note” is not a text"),
        ('[[task]]\nlabel = "x"\nbroader = 1', "task 1 (“x”): “broader” is not a text"),
        ('[[task]]\nlabel = "x"\npatterns = "y"', "task 1 (“x”): “patterns” is not a list of texts"),
        ('[[task]]\nlabel = "x"\nalternative = [1]', "task 1 (“x”): “alternative” is not a list of texts"),
        ('[[task]]\nlabel = "x"\ncolour = "y"', "task 1 (“x”) has an unknown field “colour”"),
        ('[[task]]\nlabel = "x\\ny"\n"a\\nb" = 1', "task 1 (“x y”) has an unknown field “a b”"),
        ('[[task]]\nlabel = "x"\nalternative = [" "]', "task 1 (“x”) has a label that is empty or longer than 200"),
        (f'[[task]]\nlabel = "x"\nalternative = ["{"y" * 201}"]', "task 1 (“x”) has a label that is empty or longer"),
        (f'[[task]]\nlabel = "x"\nalternative = ["{"ﷺ" * 50}"]', "task 1 (“x”) has a label that is empty or longer"),
        (f'[[task]]\nlabel = "{"y" * 121}"', "has a preferred label longer than 120 characters"),
        ('[[task]]\nlabel = "x"\n[[task]]\nlabel = "X"', "task “X” has a label of “x”: x"),
        ('[[task]]\nlabel = "LLM"\n[[task]]\nlabel = "ＬＬＭ"', "task “ＬＬＭ” has a label of “LLM”: llm"),
        (
            '[[task]]\nlabel = "a b"\nalternative = ["c"]\n[[task]]\nlabel = "d"\nalternative = ["C"]',
            "task “d” has a label of “a b”: c",
        ),
        (
            '[[task]]\nlabel = "a"\nalternative = ["b"]\n[[task]]\nlabel = "c"\nbroader = "b"',
            "task “c” has an unknown broader entry “b”",
        ),
        ('[[task]]\nlabel = "a"\n[[area]]\nlabel = "b"\nbroader = "a"', "area “b” has an unknown broader entry “a”"),
        ('[[task]]\nlabel = "a"\nbroader = "A"', "task “a” is broader than itself"),
        (
            '[[task]]\nlabel = "a"\nbroader = "b"\n[[task]]\nlabel = "b"\nbroader = "a"',
            "task “a” is broader than itself",
        ),
    ],
)
def test_every_mistake_is_named_with_its_file_and_entry(read: Read, text: str, message: str) -> None:
    with pytest.raises(SourceError) as error:
        read(text)
    assert error.value.path.name == "terms.toml"
    assert message in error.value.message


def test_a_chain_of_broader_entries_is_no_circle_in_any_order(read: Read) -> None:
    entries = ['[[task]]\nlabel = "a"\nbroader = "B"', '[[task]]\nlabel = "b"\nbroader = "c"', '[[task]]\nlabel = "c"']
    for order in (entries, entries[::-1]):
        assert {record.label: record.broader for record in read("\n".join(order))} == {"a": "B", "b": "c", "c": ""}


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=130))
def test_any_label_is_read_in_one_line_or_refused(tmp_path_factory: pytest.TempPathFactory, label: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any_label.toml"
    escaped = "".join(f"\\U{ord(letter):08X}" for letter in label)
    path.write_text(f'[[task]]\nlabel = "{escaped}"', encoding="utf-8")
    try:
        (record,) = read_vocabulary(path, KINDS)
    except SourceError:
        return
    assert record.label == " ".join(record.label.split()) != ""
    assert "\0" not in record.label
    assert 0 < len(record.name) <= 120


@pytest.fixture(scope="module")
def starter() -> list[VocabularyRecord]:
    return read_vocabulary(STARTER, KINDS)


@pytest.mark.parametrize(
    ("kind", "names", "count"), [("area", AREAS, 32), ("contribution", CONTRIBUTIONS, 6), ("modality", MODALITIES, 12)]
)
def test_the_starter_vocabulary_holds_the_closed_lists(
    starter: list[VocabularyRecord], kind: str, names: list[str], count: int
) -> None:
    records = [record for record in starter if record.kind == kind]
    assert sorted(record.name for record in records) == sorted(names)
    assert len(names) == count
    assert [record.label for record in records if not record.note or not record.patterns] == []


def test_the_starter_vocabulary_names_what_papers_use(starter: list[VocabularyRecord]) -> None:
    counts = {kind: sum(record.kind == kind for record in starter) for kind in ("task", "method", "dataset", "model")}
    assert all(count > 100 for count in counts.values())


def test_a_long_chain_of_broader_entries_is_read(tmp_path: Path) -> None:
    lines = [f'[[method]]\nlabel = "m{n}"\n' + (f'broader = "m{n - 1}"\n' if n else "") for n in range(3000)]
    path = tmp_path / "chain.toml"
    path.write_text("".join(lines), encoding="utf-8")

    assert len(read_vocabulary(path, ("method",))) == 3000
