"""Which dollars enclose a formula, and which are money."""

import re
from dataclasses import dataclass
from itertools import pairwise

from catalogue.markup.formulas import LONGEST

_DOLLAR = re.compile(r"(?<!\\)(?:\\\\)*\$")
_MATHEMATICAL = re.compile(r"\\[A-Za-z]|[\\^_=<>|{}+/]")
_WORD = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{3,}")
_MONEY = re.compile(r"\d[\d,.]*\s?(?:[KkMB]|million|billion|trillion|USD|per|/)?\b")
_ENVIRONMENTS = "equation align gather multline eqnarray displaymath math alignat flalign".split()
_ENVIRONMENT = re.compile(r"\\begin\{(" + "|".join(_ENVIRONMENTS) + r")(\*?)\}")
_ONE_LINE = {"equation", "displaymath", "math", "gather", "multline"}


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula in a source: what is between its delimiters, whether it stands in a line of its own, where it ends."""

    source: str
    display: bool
    end: int


class Dollars:
    """The unescaped dollars of one text, found once."""

    def __init__(self, text: str) -> None:
        self._text = text
        positions = [match.end() - 1 for match in _DOLLAR.finditer(text)] if "$" in text else []
        self._next: dict[int, int] = dict(pairwise(positions))
        self._last_failed: dict[str, int] = {}

    def formula_at(self, at: int) -> Formula | None:
        """Return the formula that a `$` at `at` opens, or None if it is money or stands alone."""
        text = self._text
        if text.startswith("$$", at):
            found = self.enclosed(at, "$$", "$$", display=True)
            return found if found and not _is_prose(found.source) else None
        end = self._closing(at)
        if end is None or end == at + 1 or end - at > LONGEST:
            return None
        source = text[at + 1 : end]
        if _is_prose(source) or _is_money(source, text[end + 1 : end + 2]):
            return None
        return Formula(source, False, end + 1)

    def _closing(self, at: int) -> int | None:
        r"""Return the next dollar, or one after it if there are dollars in braces: `$\textbf{10$\times$}$`."""
        end = first = self._next.get(at)
        for _ in range(4):
            if end is None or _is_balanced(self._text[at + 1 : end]):
                break
            end = self._next.get(end)
        else:
            end = None
        return first if end is None else end

    def enclosed(self, at: int, opening: str, closing: str, display: bool) -> Formula | None:
        """Return what lies between `opening` at `at` and the next `closing`, or None if that is missing or empty."""
        start = at + len(opening)
        if at >= self._last_failed.get(closing, len(self._text)):
            return None
        end = self._text.find(closing, start, start + LONGEST)
        if end < 0:
            if self._text.find(closing, start) < 0:
                self._last_failed[closing] = at
            return None
        source = self._text[start:end]
        return Formula(source, display, end + len(closing)) if source.strip() else None

    def environment_at(self, at: int) -> Formula | None:
        r"""Return the formula of a `\begin{equation}` at `at`, or None."""
        match = _ENVIRONMENT.match(self._text, at)
        if match is None:
            return None
        name = match[1] + match[2]
        found = self.enclosed(at, match[0], rf"\end{{{name}}}", display=True)
        if found is None or match[1] in _ONE_LINE:
            return found
        return Formula(rf"\begin{{align*}}{found.source}\end{{align*}}", True, found.end)


def is_bracketed_text(source: str) -> bool:
    r"""Whether what lies between `\[` and `\]` is a note whose brackets were escaped for Markdown: `\[3, 4\]`."""
    return bool(re.fullmatch(r"[\d\s,;–-]+", source)) or _is_prose(source)


def _is_balanced(source: str) -> bool:
    """Whether every brace that is opened in a text is closed in it."""
    return len(source) > LONGEST or source.count("{") - source.count(r"\{") <= source.count("}") - source.count(r"\}")


def _is_prose(source: str) -> bool:
    """Whether what lies between two dollars is a piece of a sentence: `5 and then pay`, `HOME or`."""
    if _MATHEMATICAL.search(source):
        bare = re.sub(r"\\[A-Za-z]+\s*\{[^{}]*\}", "", source)
        return len(_WORD.findall(bare)) >= 6 and len(_WORD.findall(bare)) > len(source) / 14
    words = len(_WORD.findall(source))
    return words >= 2 or (words == 1 and (source[0].isspace() or source[-1].isspace()))


def _is_money(source: str, following: str) -> bool:
    """Whether a dollar before `source` is a price: `$5 to $10`, `$5-$10`, `$3M, or $`."""
    if _MATHEMATICAL.search(source) and not source[-1:].isspace():
        return following.isdigit() and bool(re.fullmatch(r"\d[\d,.]*[KkMB]?[/+]", source))
    amount = _MONEY.match(source)
    if amount is None:
        return source.isspace()
    return following.isdigit() or (source[-1:].isspace() and not source[:1].isspace())
