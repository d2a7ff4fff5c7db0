"""An entry of BibTeX as a draft of a paper: its values without braces and quotes, LaTeX as text, names turned round."""

import re
from collections.abc import Iterator, Mapping

from catalogue.markup import render_inline
from catalogue.sources.drafting import LONGEST_TEXT, Draft
from catalogue.sources.identifiers import identifier, identifiers_of_address
from catalogue.sources.people import printed, turned

Values = dict[str, str]

_FIELD = re.compile(r"([A-Za-z][\w:.+-]*)\s*=\s*")
# Names of BibLaTeX for what LaTeX has other names for; and letters below and above the line outside of formulas.
_EMPHASIS = re.compile(r"\\mkbib(?:emph|italic)\b")
_BELOW_OR_ABOVE = re.compile(r"\$([_^])\{?(?:\\text\w*\{)?([\w+-]{1,5})\}{0,2}\$")
_SCRIPTS = {"_": "sub", "^": "super"}
_TOKEN = re.compile(r"[\\{}$~^`']|--")
# What a title or an abstract keeps as its source has it: formulas, and what is more than letters.
_KEEPS_MARKUP = re.compile(r"\$|\\\(|\\\[|\\(?:emph|text(?:bf|it|sc|sl|tt|rm|sf)|math\w+|begin)\b|\\(?:it|bf|em)\b")
_ESCAPED = re.compile(r"\\([_%&#$~{}])|\\?~\{\}|\\url\{([^{}]*)\}|[{}]")
_ADDRESS = re.compile(r"https?://[^\s{}\"\\]+")
_VENUES = ("journaltitle", "journal", "booktitle", "maintitle", "eventtitle", "shortjournal", "series")
_KEYWORDS = ("keywords", "keyword", "mendeley-tags", "tags")
_EXTENDED = re.compile(r"\s*(family|given|prefix|suffix)(?:-i)?\s*=\s*\{?([^{},]*)\}?\s*(?:,|$)", re.IGNORECASE)


def fields_of(name: str, raw: str, strings: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield a field with its value without braces or quotes: parts that `#` joins put together, abbreviations written
    out. Where the comma behind a value is missing, the fields behind it are found too."""
    while True:
        parts, rest = _parts(raw, strings)
        yield name.strip().casefold(), "".join(parts)
        following = _FIELD.match(rest)
        if not following:
            return
        name, raw = following[1], rest[following.end() :]


def _parts(value: str, strings: Mapping[str, str]) -> tuple[list[str], str]:
    """Return the parts of a raw value, and what stands behind them that is another field.

    Abbreviations of abbreviations may double with every line: a value ends where it is longer than any can be.
    """
    parts: list[str] = []
    at = size = 0
    while at < len(value):
        sign = value[at]
        if sign in '{"':
            end = _closing(value, at)
            parts.append(value[at + 1 : end])
            at = end + 1
        elif sign in " \t\n#":
            at += 1
        elif parts and _FIELD.match(value, at):
            return parts, value[at:]
        else:
            end = next((place for place in range(at, len(value)) if value[place] in ' \t\n#{"'), len(value))
            part = strings.get(value[at:end].casefold(), value[at:end])
            size += len(part)
            if size <= LONGEST_TEXT:
                parts.append(part)
            at = end
    return parts, ""


def _closing(value: str, start: int) -> int:
    """Return where a value that begins with a brace or a quote ends; its length where it does not."""
    depth, quoted = 0, value[start] == '"'
    at = start + (1 if quoted else 0)
    while at < len(value):
        sign = value[at]
        if sign == "\\":
            at += 1
        elif sign == "{":
            depth += 1
        elif sign == "}":
            depth -= 1
            if not quoted and depth == 0:
                return at
        elif sign == '"' and quoted and depth <= 0:
            return at
        at += 1
    return len(value)


def draft_of_entry(position: int, line: int, kind: str, values: Mapping[str, str]) -> Draft:
    """Return the draft of a paper from the fields of an entry, by name in small letters."""
    draft = Draft(position, line)
    title, subtitle = values.get("title", ""), values.get("subtitle", "")
    draft.title = shown(f"{title}: {subtitle}" if subtitle and title else title or values.get("booktitle", ""))
    draft.abstract = shown(values.get("abstract", ""))
    draft.authors = [name for each in names_in(values.get("author", "")) if (name := name_of(each))]
    draft.year = plain(values.get("date") or values.get("year") or values.get("issued", ""))
    draft.venue = plain(next((values[name] for name in _VENUES if values.get(name)), ""))
    draft.language = plain(values.get("langid") or values.get("language", ""))
    draft.keywords = keywords_in(" ; ".join(values[name] for name in _KEYWORDS if values.get(name)))
    _take_addresses(draft, values)
    return draft


def _take_addresses(draft: Draft, values: Mapping[str, str]) -> None:
    stated = [unescaped(values.get(name, "")) for name in ("url", "link", "howpublished", "ee", "bdsk-url-1")]
    addresses = [found[0].rstrip(".,;") for text in stated if (found := _ADDRESS.search(text))]
    draft.url = addresses[0] if addresses else ""
    draft.pdf_url = next((each for each in addresses[1:] if each.lower().endswith(".pdf")), "")
    # A note that names a DOI among other words may mean another paper's.
    draft.identifiers["doi"] = unescaped(values.get("doi", "")) or identifier("doi", unescaped(values.get("note", "")))
    number = unescaped(values.get("eprint") or values.get("arxivid") or values.get("arxiv", ""))
    archive = (values.get("archiveprefix") or values.get("eprinttype") or "").casefold()
    if number and (archive == "arxiv" or (not archive and identifier("arxiv_id", number))):
        draft.identifiers["arxiv_id"] = number
    for address in addresses:
        for name, value in identifiers_of_address(address).items():
            if name != "key" and not draft.identifiers.get(name):
                draft.identifiers[name] = value


def shown(text: str) -> str:
    """Return a title or an abstract: as text, or as LaTeX where it holds formulas or emphasis, which pages render."""
    text = _EMPHASIS.sub(r"\\emph", text)
    text = _BELOW_OR_ABOVE.sub(lambda found: rf"\text{_SCRIPTS[found[1]]}script{{{found[2]}}}", text)
    if _KEEPS_MARKUP.search(text):
        return text
    return "\n\n".join(plain(part) for part in re.split(r"\n\s*\n|\\par\b", text) if part.strip())


def plain(text: str) -> str:
    """Return LaTeX as plain text in one line."""
    text = " ".join(text.split())
    return render_inline(text).text if _TOKEN.search(text) else text


def unescaped(text: str) -> str:
    """Return an address or identifier without what LaTeX puts before its signs."""
    return _ESCAPED.sub(lambda found: found[1] or found[2] or ("~" if "~" in found[0] else ""), text).strip()


def keywords_in(text: str) -> list[str]:
    """Return the keywords of a field: parted by semicolons or, where there are none, by commas."""
    parts = [
        part for each in text.split(" ; ") for part in (each.split(";") if ";" in each else _at_depth_0(each, ","))
    ]
    return [word for part in parts if (word := plain(part).strip(" ."))]


def names_in(text: str) -> list[str]:
    """Return the names that ` and ` parts, outside of braces."""
    text = " ".join(text.split())
    parts, depth, start, at = [], 0, 0, 0
    while at < len(text):
        sign = text[at]
        depth += (sign == "{") - (sign == "}")
        if depth <= 0 and text[at : at + 5].casefold() == " and ":
            parts.append(text[start:at])
            start = at = at + 5
            continue
        at += 1
    return [part.strip() for part in (*parts, text[start:]) if part.strip()]


def name_of(text: str) -> str:
    """Return one name given name first, as plain text; empty for `others`."""
    if text.casefold() in ("others", "et al.", "et al", "..."):
        return ""
    extended = {key.casefold(): value.strip() for key, value in _EXTENDED.findall(text)}
    if "family" in extended:
        parts = (plain(extended.get(name, "")) for name in ("family", "given", "prefix", "suffix"))
        return printed(*parts)
    halves = [part.strip() for part in _at_depth_0(text, ",")]
    if len(halves) == 1:
        return plain(text)
    # A comma inside of braces is part of a name.
    return turned(", ".join(plain(half).replace(",", "") for half in halves if half))


def _at_depth_0(text: str, sign: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for at, each in enumerate(text):
        depth += (each == "{") - (each == "}")
        if each == sign and depth <= 0:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]
