"""Short abstracts, and what came of reading them, for the tests of plain text."""

from collections.abc import Callable

from catalogue.sources import PaperRecord, Problem, SourceFile

ONE = "We study kernels under a budget and improve the baseline by four points."
TWO = "Diffusion models are slow at inference time; we make them nine times faster."
THREE = "Planning with learned models fails off-policy. We explain why, and repair it."

ReadText = Callable[..., SourceFile]


def abstracts_of(source: SourceFile) -> list[str]:
    """The abstracts of a file that has no problems."""
    entries = list(source.entries)
    assert not [entry for entry in entries if isinstance(entry, Problem)]
    return [entry.abstract for entry in entries if isinstance(entry, PaperRecord)]


def outline(source: SourceFile) -> list[str]:
    """Each entry as `line: first words`, a problem with a question mark."""
    return [
        f"{entry.line}? {entry.message}" if isinstance(entry, Problem) else f"{entry.line}: {entry.abstract[:9]}"
        for entry in source.entries
    ]
