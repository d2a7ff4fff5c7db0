"""How names and texts are told apart: keys that ignore what readers ignore, and slugs for addresses."""

import hashlib
import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

# Crockford's alphabet: no i, l, o, u, so that a key can be read aloud and typed.
CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"
KEY_LENGTH = 8
HASH_LENGTH = 26
SLUG_LENGTH = 80


def normalised(text: str) -> str:
    """Return `text` in NFKC, casefolded, white space collapsed and trimmed; two spellings of one thing are equal.

    Casefolding can undo the normal form, so it is taken before and after.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(folded.split())


def name_key(name: str) -> str:
    """Return the key by which labels, people and collections are told apart (`LLM`, `llm` and `ＬＬＭ` are one)."""
    return normalised(name)


def text_hash(text: str) -> str:
    """Return 26 characters (130 bits) of Crockford base32 of the SHA-256 of the normalised text."""
    number = int.from_bytes(hashlib.sha256(normalised(text).encode()).digest()[:17], "big") >> 6
    return "".join(CROCKFORD[(number >> shift) & 31] for shift in range(5 * (HASH_LENGTH - 1), -1, -5))


def free_key(hash_: str, taken: Callable[[str], bool]) -> str:
    """Return the shortest start of `hash_`, 8 characters or more, that is not `taken`."""
    for length in range(KEY_LENGTH, HASH_LENGTH + 1):
        if not taken(hash_[:length]):
            return hash_[:length]
    raise ValueError(f"every start of {hash_} is taken")


@lru_cache(maxsize=20_000)  # the same headings and labels stand on page after page
def slug_of(name: str) -> str:
    """Return the part of an address for `name`: letters and digits of any script, hyphens between, lower case.

    Accents of Latin letters are dropped. Empty if the name has neither letters nor digits (`🙂`).
    """
    letters = unicodedata.normalize("NFKD", name.casefold())
    kept = "".join(letter for letter in letters if not 0x300 <= ord(letter) <= 0x36F)
    words = re.findall(r"[^\W_]+(?:[\u0900-\u0dff\u0e00-\u0eff]+[^\W_]*)*", unicodedata.normalize("NFC", kept))
    return "-".join(words)[:SLUG_LENGTH].strip("-")


def free_slug(name: str, taken: Callable[[str], bool]) -> str:
    """Return an address part for `name` that is not `taken`: `c` for C, then `c-8m2k` for C#.

    What is added comes from the name itself, so the same names get the same addresses on every installation.
    """
    slug = slug_of(name)
    if slug and not taken(slug):
        return slug
    suffix = text_hash(name)
    for length in range(4, HASH_LENGTH + 1):
        candidate = f"{slug}-{suffix[:length]}" if slug else suffix[:length]
        if not taken(candidate):
            return candidate
    raise ValueError(f"no free address for {name!r}")
