r"""Formulas that are none: `$\textit{Ranked Choice}$`, `PT$^2$-LLM`, `2.5$\times$`, `$360^\circ$`."""

import re

from catalogue.markup.characters import symbol

_TEXT_COMMANDS = r"text(?:it|bf|tt|sc|rm|sf|sl|normal|up|md)?|emph|mbox|underline|textsuperscript|textsubscript"
_NAME_COMMANDS = r"math(?:rm|bf|it|tt|sf)|operatorname\*?"
_STYLE = r"(?:em|it|bf|tt|sc|rm|sf)(?![a-z])"
_PROSE = re.compile(
    rf"(?:\s|[-–:.,/+()]|\\[ ,;%&#]|[\"'`]"
    rf"|\{{\\{_STYLE}[^{{}}$^_\\]*\}}"
    rf"|\\(?:{_TEXT_COMMANDS})\s*\{{"
    rf"(?:[^{{}}$^_\\]|\$[^${{}}]{{1,100}}\$|\\[%&#_$ ,;-]|\\(?:{_TEXT_COMMANDS}|{_STYLE})\s*+|\{{[^{{}}$^_]*\}})*+\}}"
    rf"|\\(?:{_NAME_COMMANDS})\s*\{{[A-Za-z][A-Za-z0-9 -]+\}})++"
)
_ACCENTED = re.compile(r"\s*(?:\\[\"'`^~=.]|\\[vHckr](?![A-Za-z]))\s*(?:\{\s*\\?[A-Za-z]\s*\}|\\?[A-Za-z])\s*")
_SCRIPT = re.compile(
    r"(\d{0,6}(?:\.\d{1,4})?)\s?([\^_])\s?"
    r"(?:\{\s?((?:[\w+\-*.,†‡°' ]|\\(?:text|textrm|mathrm|textbf|mathbf)\s?\{[\w .,+-]*\}|\\[a-zA-Z]++\s?+)++)\}"
    r"|(\w|[*+†‡'-]|\\[a-zA-Z]+))"
)
_DEGREES = re.compile(
    r"(-?\d[\d.,]*)?\s?\^\s?(?:\{\s?\\circ\s?\}|\\circ)\s?(?:\\(?:text|mathrm|rm)\s?\{?\s?)?([CF]?)\s?\}?"
)
_SIGNS = (
    "times sim approx pm mp to rightarrow leftarrow leftrightarrow Rightarrow leq le geq ge ll gg lesssim "
    "gtrsim simeq neq ne cdot ldots dots cdots uparrow downarrow star ast checkmark dagger ddagger bullet "
    "circ sharp flat natural textemdash textendash infty triangle square blacksquare diamond clubsuit "
    "spadesuit heartsuit textsuperscript copyright pound S textbar mid Leftarrow rightleftarrows "
    "rightleftharpoons hookrightarrow longrightarrow mapsto searrow nearrow div asymp"
).split()
_SIGN = "|".join(sorted(_SIGNS, key=len, reverse=True))
_NUMBER = r"\d++(?:[.,]\d++)*+(?:[KMBkx](?![A-Za-z]))?"
_PLAIN = re.compile(rf"(?:\s|{_NUMBER}|\\(?:{_SIGN})(?![A-Za-z])|\\\\?%|\\[,;! $&#]|[%<>+\-/:~.×–—→≥≤±≈∼]|\{{,\}})++")


def as_running_text(source: str) -> str | None:
    """Return what a formula says as text with markup that the scanner reads outside formulas, or None if it is math."""
    source = source.strip()
    if len(source) > 400:
        return None
    if _PROSE.fullmatch(source) and re.search(r"[A-Za-z]", source):
        return re.sub(rf"\\(?:{_NAME_COMMANDS})(?=\s*\{{)", _textual, source)
    if _ACCENTED.fullmatch(source):
        return source
    if degrees := _DEGREES.fullmatch(source):
        return f"{_signed(degrees[1] or '')}°{degrees[2]}"
    if (script := _SCRIPT.fullmatch(source)) and (inner := _simple(script[3] or script[4])):
        return f"{script[1]}{script[2]}{{{inner}}}"
    if _PLAIN.fullmatch(source) and len(re.findall(_NUMBER, source)) <= 2:
        return _plain(source)
    return None


def _textual(match: re.Match[str]) -> str:
    return {"mathbf": r"\textbf", "mathit": r"\textit", "mathtt": r"\texttt"}.get(match[0][1:], r"\textrm")


def _simple(source: str) -> str:
    """Return a raised or lowered run as text, an empty string if it is math."""
    source = re.sub(r"\\(?:text|textrm|mathrm|textbf|mathbf)\s?\{([^{}]*)\}", r"\1", source)
    source = re.sub(r"\\([A-Za-z]+)\s?", lambda match: symbol(match[1]) or "\\", source)
    return "" if "\\" in source else source.strip().replace("-", "−")


def _plain(source: str) -> str:
    source = source.replace(r"\\%", r"\%").replace("{,}", ",")
    # A sign stands by itself: `\times ` would otherwise keep the space that ends its name.
    source = re.sub(r"\\(?:c|l)?dots\s?", "…", source)
    source = re.sub(r"\\([A-Za-z]+)\s?", lambda match: _spaced(match, source), source)
    return _signed(
        re.sub(r"\\[,;!]|~", lambda match: "" if match[0] == r"\!" else ("∼" if match[0] == "~" else " "), source)
    )


def _spaced(match: re.Match[str], source: str) -> str:
    """Return the sign of a command; a space after it stays only if one stands before it too."""
    spaced = match[0][-1] == " " and source[match.start() - 1 : match.start()] == " "
    return symbol(match[1]) + (" " if spaced else "")


def _signed(source: str) -> str:
    return re.sub(r"(?<![\d\w])-(?=\d)", "−", source)
