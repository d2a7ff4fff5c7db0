"""One walk over a paragraph: formulas and commands are cut out first, Markdown second, the rest is escaped."""

import re
from collections.abc import Callable
from html import escape, unescape

from catalogue.markup import commands
from catalogue.markup.characters import LETTERS, accented, symbol
from catalogue.markup.dollars import Dollars, Formula, is_bracketed_text
from catalogue.markup.emphasis import delimiter
from catalogue.markup.formulas import CannotShow, mathml, mathml_of_file, unknown_commands
from catalogue.markup.links import bare_address, is_linkable, markdown_link, opening_tag, plain_address
from catalogue.markup.nesting import Nesting
from catalogue.markup.punctuation import QUOTATIONS, dash, quote, tilde
from catalogue.markup.running import as_running_text
from catalogue.markup.tags import SILENT, mathml_at, tag_at, tex_at

_SPECIAL = re.compile(r"\\|\$|`+|\*+|_+|\[|<|&|\{|\}|~+|\^|--+|''?|\"|https?://", re.IGNORECASE)
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_OPTION = re.compile(r"\s?\[[^\[\]]{0,200}\]")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_SCRIPTS = re.compile(r"(?:\s?[_^](?:\w|\\[A-Za-z]+))+")
_DEEPEST = 4
_MOST_FORMULAS = 2000  # in one paragraph; more are an attack


def inline_html(source: str, depth: int = 0, links: bool = True) -> str:
    """Return a paragraph (white space in it single) as HTML that `sanitizing.safe` has yet to see."""
    return _Scanner(source, depth, links).html() if depth < _DEEPEST else escape(source, quote=False)


class _Scanner:
    def __init__(self, source: str, depth: int, links: bool) -> None:
        self._source = source
        self._depth = depth
        self._links = links
        self._out = Nesting()
        self._formulas = 0
        self._dollars = Dollars(source)
        self._closing_quotes: dict[int, str] = {}
        self._closing_braces = _pairs(source) if "{" in source else {}

    def html(self) -> str:
        source, at = self._source, 0
        while match := _SPECIAL.search(source, at):
            if match.start() > at:
                self._out.text(source[at : match.start()])
            at = _HANDLERS[match[0][0].lower()](self, match.start(), match[0])
        self._out.text(source[at:])
        return self._out.finish()

    def _around(self, at: int, end: int) -> tuple[str, str]:
        return self._source[at - 1 : at] if at else "", self._source[end : end + 1]

    def _literally(self, at: int, found: str) -> int:
        self._out.text(found)
        return at + len(found)

    # --- Formulas -------------------------------------------------------------------------------
    def _dollar(self, at: int, found: str) -> int:
        formula = self._dollars.formula_at(at)
        return self._formula(formula) if formula else self._literally(at, found)

    def _formula(self, formula: Formula) -> int:
        source = unescape(formula.source) if _ENTITY.search(formula.source) else formula.source
        running = None if formula.display else as_running_text(source)
        if running is not None:
            self._out.add(inline_html(running, self._depth + 1, links=False))
            return formula.end
        try:
            self._formulas += 1
            if self._formulas > _MOST_FORMULAS:
                raise CannotShow(source)
            shown = mathml(source.strip(), formula.display)
        except CannotShow:
            shown = f"<code>{escape(source.strip(), quote=False)}</code>"
        else:
            if unknown := unknown_commands(shown):
                alone = source.strip() == f"\\{unknown[0]}"
                shown = _macro(escape(unknown[0]) if alone else shown)
        self._out.add(shown)
        return formula.end

    # --- Commands -------------------------------------------------------------------------------
    def _backslash(self, at: int, found: str) -> int:
        source = self._source
        letter = accented(source, at)
        if letter:
            self._out.text(letter[0])
            return letter[1]
        following = source[at + 1 : at + 2]
        if following in ("(", "["):
            formula = self._dollars.enclosed(
                at, f"\\{following}", {"(": r"\)", "[": r"\]"}[following], following == "["
            )
            if formula is None or (following == "[" and is_bracketed_text(formula.source)):
                return self._literally(at + 1, following)
            return self._formula(formula)
        if source.startswith("``", at + 1):
            return at + 1
        if following == "\\":
            return self._two_backslashes(at)
        if match := _COMMAND.match(source, at):
            return self._command(match)
        if following in commands.ESCAPED:
            self._out.text(commands.ESCAPED[following])
            return at + 2
        return self._literally(at, found)

    def _two_backslashes(self, at: int) -> int:
        """A line break, or a command whose backslash was escaped by a program."""
        match = _COMMAND.match(self._source, at + 1)
        if self._source[at + 2 : at + 3] in "%&_#${}" or (match and _takes_words(self._source, match)):
            return at + 1 if at + 2 < len(self._source) else at + 2
        self._out.add("<br>")
        option = _OPTION.match(self._source, at + 2)
        return option.end() if option else at + 2

    def _command(self, match: re.Match[str]) -> int:
        name, at = match[1], match.end()
        if name == "begin" and (formula := self._dollars.environment_at(match.start())):
            return self._formula(formula)
        if name in ("url", "href", "verb", "SI", "qty", "texorpdfstring"):
            return self._special_command(name, at)
        if name in commands.AROUND or name in commands.SWITCHES:
            return self._styled(name, at)
        if name in commands.BREAKS:
            self._out.add("<br>")
            return at
        if name in commands.DROPPED:
            return self._dropped(name, at)
        if name in commands.MATHEMATICAL and (end := self._arguments(at, commands.MATHEMATICAL[name])):
            end = self._scripts(end)
            return self._formula(Formula(self._source[match.start() : end], False, end))
        return self._character(name, at)

    def _character(self, name: str, at: int) -> int:
        source = self._source
        if name in LETTERS:
            self._out.text(LETTERS[name])
            swallows = source[at : at + 1] == " " and (source[at + 1 : at + 2].isalpha() or accented(source, at + 1))
            return at + 1 if swallows and name not in ("i", "j") else at
        if name in commands.TEXTS:
            text = commands.TEXTS[name]
            self._out.text(text)
            repeated = text[-1] == "." and source[at : at + 1] == "." and source[at : at + 3] != "..."
            return at + 1 if repeated else at
        if sign := symbol(name):
            self._out.text(sign)
            return at
        self._out.add(_macro(escape(name)))
        if source[at : at + 1] == "{" and source[at + 1 : at + 2] != "}":
            self._out.text(" ")
        return at

    def _styled(self, name: str, at: int) -> int:
        at += self._source[at : at + 1] == "*"
        if name in commands.SWITCHES:
            self._out.switch(*commands.SWITCHES[name])
            return at + (self._source[at : at + 1] == " ")
        opening = at + (self._source[at : at + 1] == " ")
        if self._source[opening : opening + 1] == "{":
            self._out.open_group(*commands.AROUND[name])
            return opening + 1
        return at

    def _dropped(self, name: str, at: int) -> int:
        at += self._source[at : at + 1] == "*" and commands.DROPPED[name] > 0
        if commands.DROPPED[name] == 0:
            return at
        end = self._arguments(at, commands.DROPPED[name]) or at
        if self._source[end : end + 1] in {"", *".,;:)"}:
            self._out.drop_space()
        return end

    def _special_command(self, name: str, at: int) -> int:
        if name == "verb" and (mark := self._source[at : at + 1]):
            end = self._source.find(mark, at + 1, at + 500)
            if end > 0 and not mark.isspace():
                self._out.add(f"<code>{escape(self._source[at + 1 : end], quote=False)}</code>")
                return end + 1
        first = self._argument(at)
        if first is None:
            return at
        if name == "url":
            address = plain_address(first[0])
            is_link = is_linkable(address) and not self._out.in_link and self._links
            self._out.add(f"{opening_tag(address)}{escape(address)}</a>" if is_link else escape(address, quote=False))
            return first[1]
        if name in ("SI", "qty"):
            self._out.text(f"{first[0]}\u00a0")
            return first[1]
        second = self._argument(first[1])
        if name == "texorpdfstring":
            return self._skip_second(first, second)
        return self._href(plain_address(first[0]), first[1], second)

    def _skip_second(self, first: tuple[str, int], second: tuple[str, int] | None) -> int:
        self._out.add(inline_html(first[0], self._depth + 1, links=False))
        return second[1] if second else first[1]

    def _href(self, address: str, at: int, words: tuple[str, int] | None) -> int:
        if is_linkable(address) and not self._out.in_link and self._links:
            if words is None or not words[0].strip():
                self._out.add(f"{opening_tag(address)}{escape(address)}</a>")
                return words[1] if words else at
            self._out.open_group(opening_tag(address), "</a>")
            return self._source.index("{", at) + 1
        if not address.startswith("mailto:"):
            self._out.text(f"{address} ")
        return at

    # --- Arguments ------------------------------------------------------------------------------
    def _argument(self, at: int) -> tuple[str, int] | None:
        """Return the argument in braces at `at` (a space may stand before it) and where it ends."""
        at += self._source[at : at + 1] == " "
        end = self._closing_braces.get(at)
        return (self._source[at + 1 : end], end + 1) if end is not None else None

    def _arguments(self, at: int, count: int) -> int:
        """Return where `count` arguments and the optional ones before them end, 0 if they are not there."""
        for _ in range(count):
            while option := _OPTION.match(self._source, at):
                at = option.end()
            argument = self._argument(at)
            if argument is None:
                return 0
            at = argument[1]
        return at

    def _scripts(self, at: int) -> int:
        """Return where the indices and exponents end that follow a formula without dollars."""
        while self._source[at : at + 1] in ("_", "^"):
            if argument := self._argument(at + 1):
                at = argument[1]
            elif match := _SCRIPTS.match(self._source, at):
                at = match.end()
            else:
                break
        return at

    # --- Groups and tags ------------------------------------------------------------------------
    def _brace(self, at: int, found: str) -> int:
        if found == "{":
            self._out.open_group()
        else:
            self._out.close_group()
        return at + 1

    def _raised(self, at: int, found: str) -> int:
        argument = self._closing_braces.get(at + 1)
        if argument is None or argument == at + 2:
            return self._literally(at, found)
        element = "sup" if found == "^" else "sub"
        self._out.open_group(f"<{element}>", f"</{element}>")
        return at + 2

    def _tag(self, at: int, found: str) -> int:
        source = self._source
        if formula := mathml_at(source, at):
            try:
                self._out.add(mathml_of_file(formula))
            except CannotShow:
                self._out.text(re.sub(r"<[^<>]*>", " ", formula))
            return at + len(formula)
        if tex := tex_at(source, at):
            return self._formula(Formula(tex[0], False, tex[1]))
        if tag := tag_at(source, at):
            if tag.element == "br":
                self._out.add("<br>")
            elif tag.closes:
                if not self._out.close_tag(tag.name):
                    self._out.text(tag.source)
            else:
                self._out.open_tag(tag.start, f"</{tag.element}>", tag.name, tag.source)
            return tag.end
        silent = SILENT.match(source, at)
        return silent.end() if silent else self._literally(at, found)

    def _entity(self, at: int, found: str) -> int:
        match = _ENTITY.match(self._source, at)
        self._out.text(unescape(match[0]) if match else found)
        return match.end() if match else at + 1

    # --- Markdown and punctuation ---------------------------------------------------------------
    def _emphasis(self, at: int, found: str) -> int:
        end = at + len(found)
        if found == "_" and self._source[end : end + 1] == "{":
            return self._raised(at, found)
        self._out.add(delimiter(found[0], len(found), *self._around(at, end)))
        return end

    def _bracket(self, at: int, found: str) -> int:
        match = markdown_link(self._source, at) if self._links and not self._out.in_link else None
        if match is None:
            return self._literally(at, found)
        words = inline_html(match[1], self._depth + 1, links=False)
        self._out.add(f"{opening_tag(plain_address(match[2]))}{words}</a>")
        return match.end()

    def _address(self, at: int, found: str) -> int:
        address = bare_address(self._source, at)
        if address is None:
            return self._literally(at, found)
        shown = escape(address[0], quote=False)
        is_link = self._links and not self._out.in_link
        self._out.add(f"{opening_tag(address[0])}{shown}</a>" if is_link else shown)
        return address[1]

    def _backticks(self, at: int, found: str) -> int:
        source, width = self._source, len(found)
        quotation = QUOTATIONS.get(width)
        if quotation and (match := quotation.match(source, at)):
            self._closing_quotes[match.start(1)] = "”" if width == 2 else "’"
            self._out.text("“" if width == 2 else "‘")
            return at + width
        match = re.compile(rf"(?<!`){found}(?!`)").search(source, at + width, at + width + 1000)
        if match is None:
            self._out.text("“" if width == 2 else found)
            return at + width
        code = source[at + width : match.start()].strip()
        self._out.add(f"<code>{escape(code, quote=False)}</code>" if code else source[at : match.end()])
        return match.end()

    def _quote(self, at: int, found: str) -> int:
        before, after = self._around(at, at + len(found))
        if closing := self._closing_quotes.get(at):
            self._out.text(closing)
            return at + (1 if closing == "’" else len(found))
        self._out.text(quote(found, before, after))
        return at + len(found)

    def _dashes(self, at: int, found: str) -> int:
        self._out.text(dash(found, *self._around(at, at + len(found))))
        return at + len(found)

    def _tilde(self, at: int, found: str) -> int:
        self._out.text(tilde(found, *self._around(at, at + len(found))))
        return at + len(found)


_HANDLERS: dict[str, Callable[[_Scanner, int, str], int]] = {
    "\\": _Scanner._backslash,
    "$": _Scanner._dollar,
    "`": _Scanner._backticks,
    "*": _Scanner._emphasis,
    "_": _Scanner._emphasis,
    "[": _Scanner._bracket,
    "<": _Scanner._tag,
    "&": _Scanner._entity,
    "{": _Scanner._brace,
    "}": _Scanner._brace,
    "~": _Scanner._tilde,
    "^": _Scanner._raised,
    "-": _Scanner._dashes,
    "'": _Scanner._quote,
    '"': _Scanner._quote,
    "h": _Scanner._address,
}


def _pairs(source: str) -> dict[int, int]:
    """Return where each opening brace that is closed is closed."""
    waiting: list[int] = []
    closing: dict[int, int] = {}
    for match in _BRACE.finditer(source):
        if match[0] == "{":
            waiting.append(match.start())
        elif match[0] == "}" and waiting:
            closing[waiting.pop()] = match.start()
    return closing


def _takes_words(source: str, command: re.Match[str]) -> bool:
    known = command[1] in commands.AROUND or command[1] in commands.DROPPED or command[1] in ("url", "href")
    return known and source[command.end() : command.end() + 1] == "{"


def _macro(shown: str) -> str:
    return f'<span class="macro" title="a macro that the text does not define">{shown}</span>'
