"""Names of people as they are printed, given name first, from the ways in which files write them."""

import re
from collections.abc import Iterable

# What is longer is nobody's name, and is not searched for the parts of one.
LONGEST_NAME = 300

_SUFFIX = re.compile(r"(?:jr|sr|[ivx]{2,4}|phd|md)\.?", re.IGNORECASE)
# `J`, `J.`, `J.-P.`, `J. P.`, `JP`
_INITIALS = re.compile(r"(?:[^\W\d_]\.(?:\s*-?\s*[^\W\d_]\.)*|[A-Z](?:-?[A-Z]){0,2})")
_FAMILY_INITIALS = re.compile(r"(?P<family>[^,]*[^\W\d_]{2}[^,.]*?)\s+(?P<initials>[^\W\d_]\.(?:\s*-?\s*[^\W\d_]\.)*)")
_MAIL = re.compile(r"\s*[(<\[]?[^\s()<>\[\]]+@[^\s()<>\[\]]+[)>\]]?")
# Nobody's name: what closes a list that was cut off, and signs.
_NOBODY = re.compile(r"(?:and\s+)?(?:others|et\.?\s*al\.?|…|\.\.\.|-+|n/?a|none|null|nan)", re.IGNORECASE)


def printed(family: str, given: str = "", particle: str = "", suffix: str = "") -> str:
    """Return a name from its parts: `printed("Beethoven", "Ludwig", "van")` is `Ludwig van Beethoven`."""
    return " ".join(" ".join(filter(None, (given, particle, family, suffix))).split())


def turned(name: str) -> str:
    """Return one name given name first: `Family, Given`, `Family, Jr, Given`, `Family G.H.`, or as it is printed.

    A text of more than LONGEST_NAME characters comes back as it is.
    """
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME:
        return name
    name = " ".join(_MAIL.sub("", name).split()).strip(" ,;")
    parts = [part.strip() for part in name.split(",")]
    if len(parts) == 2 and _SUFFIX.fullmatch(parts[1]):
        return printed(parts[0], suffix=parts[1])
    if len(parts) == 2:
        return printed(parts[0], parts[1])
    if len(parts) == 3:
        suffix, given = (parts[1], parts[2]) if _SUFFIX.fullmatch(parts[1]) else (parts[2], parts[1])
        return printed(parts[0], given, suffix=suffix)
    found = _FAMILY_INITIALS.fullmatch(name)
    return printed(found["family"], found["initials"]) if found else name


def people(names: Iterable[str]) -> list[str]:
    """Return names given name first, without what is nobody's."""
    found = (turned(name) for name in names)
    return [name for name in found if name and not _NOBODY.fullmatch(name)]


def people_in(text: str) -> list[str]:
    """Return the people that one text lists: parted by `;`, `|` and their like, line ends, ` and ` or commas.

    Commas part people or the two halves of a name: `Knuth, D. E.` is one, `Donald Knuth, Leslie Lamport` are two.
    """
    for sign in (";", "；", "|", "、", "\n"):
        if sign in text:
            return people(text.split(sign))
    text = " ".join(text.split())
    if re.search(r" (?:and|&) ", text):
        halves = re.split(r" ?,? (?:and|&) ", text)
        # “A. Bell, C. Day and E. Fox”: what stands before the last “and” is a list of its own.
        return [name for half in halves for name in (people_in(half) if "," in half else people([half]))]
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if len(parts) <= 1:
        return people(parts)
    if len(parts) % 2 == 0 and all(_INITIALS.fullmatch(given) for given in parts[1::2]):
        return people(", ".join(pair) for pair in zip(parts[::2], parts[1::2], strict=True))
    is_one = len(parts) == 2 and (" " not in parts[0] or " " not in parts[1])
    return people([text] if is_one or (len(parts) == 3 and _SUFFIX.fullmatch(parts[1])) else parts)
