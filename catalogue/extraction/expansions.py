"""The spelled-out form of a name: "Bag-of-Words Superposition (BOWS)", "SFDD (Sample-level-flatness-based …)"."""

import re
import unicodedata

_WORD_START = re.compile(r"(?<![^\W_])[^\W_]")
_GREEK = str.maketrans("αβγδεκλμπρστφω", "abgdeklmprstfo")
_EDGE = " \t\n,;:.()[]“”\"'‘’—–-"
_SMALL = re.compile(r"(?:an?|the|of|for|in|on|to|and|with|via|by|our|from|as|that|is|new|novel)\b ?", re.IGNORECASE)


def letters(name: str) -> str:
    """Return the letters and figures an abbreviation is read by, lower-case: `PT²-LLM` is "pt2llm"."""
    folded = unicodedata.normalize("NFKD", name).casefold().translate(_GREEK)
    return "".join(letter for letter in folded if letter.isalnum())


def spelled_before(text: str, end: int, name: str, limit: int) -> tuple[int, int] | None:
    """Return the stretch right before `end`, not before `limit`, of whose letters the abbreviation `name` is made.

    The first letter begins a word, the others follow in order, inside words too. Where that fails, the parts of a
    name with hyphens may stand the other way round.
    """
    while end > limit and text[end - 1] in _EDGE:
        end -= 1
    low = _folded(text[limit:end])
    capitals = [index for index, letter in enumerate(text[limit:end]) if letter.isupper()]
    for wanted in _orders(name):
        start = _match_back(low, capitals, wanted)
        if start is not None:
            start += limit
            if text.count(" ", start, end) > 2 * len(wanted) + 1:
                continue
            if _is_long_enough(text[start:end], wanted):
                return start, end
    return None


def _is_long_enough(stretch: str, wanted: str) -> bool:
    """Tell whether the stretch is several words, or one made of several."""
    if " " in stretch:
        return True
    return len(stretch) > 3 * len(wanted) and ("-" in stretch or sum(letter.isupper() for letter in stretch) > 1)


def spelled_after(text: str, start: int, limit: int, name: str) -> tuple[int, int] | None:
    """Return the stretch from `start`, at most to `limit`, that spells out `name` with capitals or first letters."""
    wanted = re.sub(r"\d", "", letters(name))
    stretch = text[start:limit]
    if len(wanted) < 2 or " " not in stretch.strip():
        return None
    capitals = "".join(letter for letter in stretch if letter.isupper()).casefold()
    initials = "".join(match.group() for match in _WORD_START.finditer(stretch)).casefold().translate(_GREEK)
    first = _folded(stretch.lstrip(_EDGE)[:1])
    if first != wanted[0] or not (
        capitals.startswith(wanted) or _is_subsequence(wanted, initials) or _mostly(wanted, stretch)
    ):
        return None
    return start, limit


def _folded(text: str) -> str:
    """Return the text lower-case, letter for letter."""
    low = text.translate(_GREEK).lower()
    return low if len(low) == len(text) else text.translate(_GREEK)


def _orders(name: str) -> list[str]:
    """Return the letters of an abbreviation in the orders they may be spelled in, without the s of a plural."""
    if name[-1:] == "s" and name[-2:-1].isupper():
        name = name[:-1]
    plain = letters(name)
    without = "".join(letter for letter in plain if not letter.isdigit())
    orders = [plain] if plain == without else [plain, without]
    parts = [letters(part) for part in re.split(r"[‐‑–-]", name)]
    if len(parts) == 2:
        orders.append(parts[1] + parts[0])
    return [order for order in orders if len(order) > 1]


def _match_back(low: str, capitals: list[int], wanted: str) -> int | None:
    """Return where the letters of `wanted` begin in `low`: read backwards at the heads of words, or else anywhere."""
    heads = {match.start() for match in _WORD_START.finditer(low)}
    at, left = len(low), len(wanted)
    for index in sorted(heads.union(capitals), reverse=True):
        if low[index] == wanted[left - 1] and (left > 1 or index in heads):
            at, left = index, left - 1
            if not left or (left == len(wanted) - 1 and low.count(" ", index) > 1):
                break
    if not left:
        compound = low.rfind(" ", 0, at) + 1
        return compound if at > compound and low[compound] == wanted[0] else at
    at = len(low)
    for index in range(len(wanted) - 1, -1, -1):
        at = low.rfind(wanted[index], 0, at)
        while index == 0 and at > 0 and low[at - 1].isalnum():
            at = low.rfind(wanted[0], 0, at)
        if at < 0:
            return None
    return at


def _is_subsequence(wanted: str, letters_: str) -> bool:
    rest = iter(letters_)
    return all(letter in rest for letter in wanted)


def _mostly(wanted: str, stretch: str) -> bool:
    """Tell whether the letters follow in order inside the words, not far from one another."""
    words = [word for word in re.split(r"[^\w]+", _folded(stretch)) if word]
    return len(words) <= 2 * len(wanted) + 2 and _is_subsequence(wanted, "".join(words))
