"""Which paper a line of a pasted list is: an identifier, an address, a key, a link, a title, or several of them."""

import re

from catalogue.sources.identifiers import identifier, identifiers_of_address, with_scheme
from catalogue.sources.records import ListEntry

LONGEST_LINE = 10_000  # characters; an abstract is shorter

# An address in a link of Markdown ends where the link ends, another one at white space.
_ADDRESS = re.compile(r"\]\(<?(?P<linked>https?://[^\s<>()]+)>?\)|(?P<plain>https?://[^\s<>]+)", re.IGNORECASE)
_IN_TEXT = re.compile(r"(?:doi:\s*)?(?P<doi>10\.\d{4,9}/\S+)|arxiv:\s*(?P<arxiv_id>[\w./-]+)", re.IGNORECASE | re.ASCII)
_LINK = re.compile(
    r"\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]\(<?([^\s<>()]*(?:\([^\s()]*\)[^\s<>()]*)*)>?(?: \"[^\"]*\")?\)"
)
_CHECK_BOX = re.compile(r"\[([ xX/✓✔-])\][ \t]+")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
# An identifier of OpenReview by its looks: one word of ten letters and digits, mixed.
_LIKE_OPENREVIEW = re.compile(r"(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[\w-]{9,12}", re.ASCII)
_STATES = {" ": "unread", "/": "reading", "-": "reading"}


def entry_of_line(text: str, number: int) -> ListEntry:
    """Return the paper that a line names, bullet and number taken off; a check box before it gives the state.

    An entry without `text` names none: a lone check box, a text that is longer than LONGEST_LINE. A word that may be a
    key or an identifier of OpenReview is also the title: a paper may be called so.
    """
    entry = ListEntry(number)
    if len(text) > LONGEST_LINE:
        return entry
    if box := _CHECK_BOX.match(text):
        entry.state = _STATES.get(box[1], "read")
        text = text[box.end() :]
    text = text.strip()
    if link := _LINK.match(text):
        _take_link(entry, unescaped(link[1]).strip(), link[2], text[link.end() :])
    elif "\t" in text:
        _take_cells(entry, [cell.strip() for cell in text.split("\t")])
    elif not _take_identifier(entry, text):
        entry.title = _take_from_text(entry, text)
    if _is_bare(entry, entry.title):
        entry.key = identifier("key", entry.title.lower())
        entry.openreview_id = entry.title if _LIKE_OPENREVIEW.fullmatch(entry.title) else ""
    return entry


def unescaped(text: str) -> str:
    """Return a line of Markdown without the backslashes before its signs."""
    return _ESCAPED.sub(r"\1", text)


def _is_bare(entry: ListEntry, word: str) -> bool:
    return bool(word) and not (entry.key or entry.doi or entry.arxiv_id or entry.openreview_id)


def _take_link(entry: ListEntry, label: str, address: str, rest: str) -> None:
    """Take a link. What follows a link to a page of a catalogue repeats what the catalogue knows; else it is a note."""
    _take(entry, identifiers_of_address(address))
    entry.title = label or ("" if entry.text else address)
    if not entry.key:
        entry.note = rest.strip(" \t-–—:,;|")
    _take_addresses(entry, rest)


def _take_cells(entry: ListEntry, cells: list[str]) -> None:
    """Take a row copied from a spreadsheet: identifiers wherever they stand, then the title, then notes."""
    texts = [cell for cell in cells if cell and not _take_identifier(entry, cell)]
    entry.title = texts[0] if texts else ""
    entry.note = "\n\n".join(texts[1:])


def _take_identifier(entry: ListEntry, text: str) -> bool:
    """Take a text that is an identifier or an address and nothing else; return whether it is."""
    bare = with_scheme(text.strip("<> \t").rstrip(".,;"))
    names = ["doi", "arxiv_id", *(["openreview_id"] if bare.lower().startswith("openreview:") else [])]
    found = {name: value for name in names if (value := identifier(name, bare))}
    if not found and re.match(r"https?://\S+$|/papers/\S+$", bare, re.IGNORECASE):
        found = identifiers_of_address(bare)
    _take(entry, found)
    return bool(found)


def _take_from_text(entry: ListEntry, text: str) -> str:
    """Take the identifiers that stand within a line, and return the line without them."""
    left = _take_addresses(entry, text)
    for match in _IN_TEXT.finditer(left):
        name = "doi" if match["doi"] else "arxiv_id"
        if value := identifier(name, _without_end(match[name])):
            _take(entry, {name: value})
            left = left.replace(match[0], " ")
    if left == text:
        return _unquoted(unescaped(text))
    return _unquoted(unescaped(left).strip(" \t.,;:|()[]–—-"))


def _take_addresses(entry: ListEntry, text: str) -> str:
    """Take what the web addresses in a text say, and return the text without those that say something."""

    def taken(match: re.Match[str]) -> str:
        found = identifiers_of_address(match["linked"] or _without_end(match["plain"]))
        _take(entry, found)
        return " " if found else match[0]

    return _ADDRESS.sub(taken, text)


def _take(entry: ListEntry, found: dict[str, str]) -> None:
    for name, value in found.items():
        if not getattr(entry, name):
            setattr(entry, name, value)


def _without_end(text: str) -> str:
    """Return an identifier or address without the punctuation of the sentence around it."""
    beyond = {")": text.count(")") - text.count("("), "]": text.count("]") - text.count("[")}
    end = len(text)
    while end and (text[end - 1] in ".,;:!?\"'”’" or beyond.get(text[end - 1], 0) > 0):
        end -= 1
        if text[end] in beyond:
            beyond[text[end]] -= 1
    return text[:end]


def _unquoted(text: str) -> str:
    for opening, closing in ("“”", '""', "«»", "„“"):
        if len(text) > 2 and text.startswith(opening) and text.endswith(closing):
            return text[1:-1].strip()
    return text
