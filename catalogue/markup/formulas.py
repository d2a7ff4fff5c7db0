"""LaTeX formulas to MathML, with their plain text as `alttext`.

latex2mathml does the parsing. It never complains of a command that it does not know and of few other mistakes;
they are found in its tree.
"""

import html
import re
from functools import lru_cache
from xml.etree.ElementTree import Element, ParseError, SubElement, fromstring, tostring

from latex2mathml.converter import convert_to_element

from catalogue.markup.formula_text import FUNCTION_SPACE, Spacing, is_function, needs_space, text_of_formula
from catalogue.markup.letters import ALPHABETS

LONGEST = 4000
_DEEPEST = 40
_CHILDREN = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "msubsup": 3, "mover": 2, "munder": 2, "munderover": 3}
# Commands that define others could make a short formula endless.
_DEFINITIONS = re.compile(
    r"\\(?:def|let|(?:re)?new[a-z]+|providecommand|Declare[A-Za-z]+|csname|input|include)(?![a-z])"
)
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_SPACED_COMMA = re.compile(r",\s")
_SPACED_SIGN = re.compile(r"[\s&](?:[=<>+\-/]|\\[a-zA-Z]{2,}\b(?![{(]))\s?")
_PERCENT = re.compile(r"(?<!\\)%")
# Some write the backslash twice, as it is in the source of a program.
# Forms that read Markdown make authors write `\\_` and `\\*` in formulas too.
_MARKDOWN_ESCAPE = re.compile(r"\\([_*^])")
_DOUBLED = re.compile(r"\\(?=\\[%{}&_#$])")
# What latex2mathml does not know, in words that it knows.
_KNOWN_OTHERWISE = {
    "R": r"\mathbb{R}",
    "N": r"\mathbb{N}",
    "Z": r"\mathbb{Z}",
    "E": r"\mathbb{E}",
    "eps": r"\varepsilon",
    "Tilde": r"\tilde",
    "Hat": r"\hat",
    "Bar": r"\bar",
    "emph": r"\textit",
    "textsc": r"\text",
    "textnormal": r"\text",
    "mbox": r"\text",
    "hbox": r"\text",
    "textsl": r"\textit",
    "mathds": r"\mathbb",
    "bbm": r"\mathbb",
    "mathbbm": r"\mathbb",
    "boldmath": "",
    "ensuremath": "",
    "xspace": "",
    "nolimits": "",
    "nonumber": "",
    "allowbreak": "",
    "relax": "",
    "large": "",
    "small": "",
    "textemdash": "—",
    "textendash": "–",
    "coloneqq": ":=",
    "argmax": r"\operatorname{arg\,max}",
    "argmin": r"\operatorname{arg\,min}",
    "arg": r"\operatorname{arg}",
    "polylog": r"\operatorname{polylog}",
    "poly": r"\operatorname{poly}",
    "sign": r"\operatorname{sign}",
    "Var": r"\operatorname{Var}",
    "KL": r"\operatorname{KL}",
    "minus": "-",
    "llbracket": "⟦",
    "rrbracket": "⟧",
}
_SHOWN_NAME = re.compile(r'<mi mathvariant="normal">([A-Za-z]{2,})</mi>')
# A tilde between terms, and a bar that stretches.
_OTHER_SIGNS = {("mi", "~"): "\u223c", ("mo", "\u2015"): "\u203e"}
_CAPITAL_GREEK = tuple("ΓΔΘΛΞΠΣΥΦΨΩ")
_CALLIGRAPHIC = re.compile(r"([A-Z])cal$")


class CannotShow(Exception):
    """A formula that is no LaTeX, or too large to be one."""


@lru_cache(maxsize=4096)
def mathml(source: str, display: bool) -> str:
    r"""Return `<math …>` for a formula given without its dollars. Raises `CannotShow`.

    The name of a command that nobody knows is shown upright; `unknown_commands` names them.
    """
    if (
        len(source) > LONGEST
        or source.count("{") > _DEEPEST * 10
        or _DEFINITIONS.search(source)
        or _depth(source) > _DEEPEST
    ):
        raise CannotShow(source[:80])
    spacing = Spacing(bool(_SPACED_SIGN.search(source)), bool(_SPACED_COMMA.search(source)))
    try:
        return finished(_tree(_prepared(source), display), spacing, display)
    except CannotShow:
        plain = _MARKDOWN_ESCAPE.sub(r"\1", source)
        if plain == source:
            raise
        return finished(_tree(_prepared(plain), display), spacing, display)


def _tree(source: str, display: bool) -> Element:
    try:
        return convert_to_element(source, display="block" if display else "inline")
    except Exception as reason:  # it raises whatever its dictionaries and iterators raise
        raise CannotShow(source) from reason


def unknown_commands(formula: str) -> list[str]:
    """Return the names that `mathml` has shown because it does not know their commands."""
    return _SHOWN_NAME.findall(formula)


def mathml_of_file(source: str, display: bool = False) -> str:
    """Return `<math …>` for MathML as it stands in a file, `mml:` before its names. Raises `CannotShow`."""
    plain = re.sub(r"(</?)mml:", r"\1", re.sub(r"\sxmlns(?::\w+)?\s*=\s*\"[^\"]*\"", "", source))
    if len(plain) > 5 * LONGEST or plain.count("<") > LONGEST or "<!" in plain or "<?" in plain:
        raise CannotShow(source[:80])
    try:
        tree = fromstring(plain)  # noqa: S314 - without a DOCTYPE there are no entities that could grow
        return finished(tree, Spacing(False, False), display)
    except (ParseError, RecursionError) as reason:
        raise CannotShow(source[:80]) from reason


def finished(tree: Element, spacing: Spacing, display: bool) -> str:
    """Return `<math …>` of a tree, mended, with its plain text. Raises `CannotShow` where parts are missing."""
    _mend(tree)
    text = text_of_formula(tree, spacing)
    if not text.strip():
        raise CannotShow("nothing to show")
    tree.attrib = {"alttext": text} | ({"display": "block"} if display else {})
    return tostring(tree, encoding="unicode")


def _prepared(source: str) -> str:
    source = _DOUBLED.sub("", source)
    source = _PERCENT.sub(r"\\%", source)
    return _COMMAND.sub(_in_known_words, source)


def _in_known_words(match: re.Match[str]) -> str:
    name = match[1]
    if name in _KNOWN_OTHERWISE:
        words = _KNOWN_OTHERWISE[name]
        return f"{words} " if words[-1:].isalpha() else words
    if calligraphic := _CALLIGRAPHIC.match(name):
        return rf"\mathcal{{{calligraphic[1]}}}"
    return match[0]


def _depth(source: str) -> int:
    depth = deepest = 0
    for letter in source:
        if letter == "{":
            depth += 1
            deepest = max(deepest, depth)
        elif letter == "}":
            depth -= 1
    return deepest


def _mend(element: Element) -> None:
    """Make a tree of latex2mathml right, from the leaves up."""
    for child in element:
        _mend(child)
    if element.text:
        element.text = html.unescape(element.text)
    if element.tag == "mi" and (element.text or "").startswith("\\"):
        if not (element.text or "")[1:].isalpha():
            raise CannotShow(element.text)
        element.text = (element.text or "")[1:]
        element.set("mathvariant", "normal")
    if element.tag == "mi" and element.text in _CAPITAL_GREEK and not element.get("mathvariant"):
        # Upright in TeX; browsers slope a single letter unless told otherwise.
        element.set("mathvariant", "normal")
    if len(element) != _CHILDREN.get(element.tag, len(element)):
        raise CannotShow(f"{element.tag} lacks a part")
    if element.get("mathvariant") in ALPHABETS and element.tag in ("mi", "mn"):
        element.text = (element.text or "").translate(ALPHABETS[element.attrib.pop("mathvariant")])
    if other := _OTHER_SIGNS.get((element.tag, element.text or "")):
        element.tag, element.text = "mo", other
    if element.tag in ("mrow", "math", "mstyle", "mtd", "msqrt", "mpadded"):
        _join_numbers(element)
        _space_functions(element)


def _join_numbers(row: Element) -> None:
    """Make one number of `10` `,` `000`."""
    children = list(row)
    for number, comma, rest in zip(children, children[1:], children[2:], strict=False):
        tags = (number.tag, comma.tag, rest.tag)
        if tags == ("mn", "mo", "mn") and comma.text == "," and re.fullmatch(r"\d{3}(\.\d+)?", rest.text or ""):
            if not re.fullmatch(r"\d{1,3}(,\d{3})*", number.text or ""):
                continue
            rest.text = f"{number.text},{rest.text}"
            row.remove(number)
            row.remove(comma)


def _space_functions(row: Element) -> None:
    """Put the thin space of TeX around names of functions: browsers have none there."""
    children = list(row)
    if not any(is_function(child) for child in children):
        return
    for child in children:
        row.remove(child)
    before: Element | None = None
    for child in children:
        if before is not None and needs_space(before, child):
            SubElement(row, "mspace", {"width": FUNCTION_SPACE})
        row.append(child)
        before = child
