"""What a paper is recognised by, as numbers that a database can look up: its identifiers, its title, bits of its text.

The bits are five words in a row. Of all of a text the eight with the smallest hashes are kept: two texts that share a
share j of their bits have one of the eight in common with a chance of about 1 - (1 - j)^8, also if the first words
were changed, or half of the text cut off. What is in common is only a reason to compare (`sameness`).

All functions are pure. Texts are taken as the sources give them: LaTeX, its rendering and plain text give nearly the
same words.
"""

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from zlib import crc32

BIT_WORDS = 5
BITS_KEPT = 8
# Spreads the values of CRC-32 evenly over 64 bits.
_SPREAD = 0x9E3779B97F4A7C15
_COMMAND = re.compile(r"\\[a-zA-Z]+\*?|<[/a-zA-Z][^<>]{0,200}>")
_LETTER_BUILT = re.compile(r"\\[`'^\"~=.uvHck]\s*(?:\{\s*\\?([a-zA-Z])\s*\}|\\?([a-zA-Z]))(?![a-zA-Z])|[{}]")
_WORD = re.compile(r"[^\W_]+")
_VERSION = re.compile(r"v\d+$")


def words_of(text: str) -> list[str]:
    """Return the words of a text, case, accents, signs and markup ignored: `$\\mathcal{O}(n)$` and `𝒪(n)` give o, n."""
    if "\\" in text or "<" in text:
        # What LaTeX writes around a letter goes first: `Poincar\'{e}` is one word.
        text = _COMMAND.sub(" ", _LETTER_BUILT.sub(lambda found: found[1] or found[2] or "", text))
    if not text.isascii():
        decomposed = unicodedata.normalize("NFKD", text)
        text = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return _WORD.findall(text.casefold())


def title_key(title: str) -> str:
    """Return the letters and digits of a title, in one string, by which titles are told apart."""
    return "".join(words_of(title))


def rows_of(words: list[str], length: int) -> set[int]:
    """Return hashes of all runs of `length` words; of a shorter text, of all of it. Empty for no words."""
    if len(words) <= length:
        return {_hash(" ".join(words))} if words else set()
    return {_hash(" ".join(words[first : first + length])) for first in range(len(words) - length + 1)}


def text_traces(text: str) -> set[int]:
    """Return up to 8 numbers from 0 to 2^63 - 1 by which a text is found again, also in a slightly different form."""
    return set(sorted(rows_of(words_of(text), BIT_WORDS))[:BITS_KEPT])


def traces(title: str, text: str, identifiers: Mapping[str, str]) -> set[int]:
    """Return all numbers that a paper is recognised by. `identifiers` has `doi`, `arxiv_id` and so on, some empty."""
    found = text_traces(text) | set(identifier_traces(identifiers).values())
    if key := title_key(title):
        found.add(_number(f"title {key}"))
    return found


def identifier_traces(identifiers: Mapping[str, str]) -> dict[tuple[str, str], int]:
    """Return the number of each identifier that is not empty."""
    return {(name, value): _number(f"{name} {bare(name, value)}") for name, value in identifiers.items() if value}


def bare(name: str, value: str) -> str:
    """Return an identifier as it is compared: without case, that of arXiv without its version."""
    return _VERSION.sub("", value.casefold()) if name == "arxiv_id" else value.casefold() if name == "doi" else value


def _hash(text: str) -> int:
    return (crc32(text.encode()) * _SPREAD & (1 << 64) - 1) >> 1


def _number(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> 1
