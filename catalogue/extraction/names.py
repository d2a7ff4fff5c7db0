"""What a paper introduces under a name, and what the names stand for.

Every place where something like a name stands adds to the weight of that name, by the words around it; what weighs
enough is a name of the paper.
"""

import re

from catalogue.extraction.candidates import Candidate, weigh, weigh_small_letters
from catalogue.extraction.evidence import Found, Text, quoted
from catalogue.extraction.expansions import spelled_before
from catalogue.extraction.mentions import mentions, zone_start
from catalogue.extraction.sentences import Sentence
from catalogue.extraction.shapes import is_general, is_strong, occurrences

_ENOUGH = 3.0
# What weighs enough where a text has no name that does.
_ALONE = 0.8
# A phrase that hyphens hold together: "Sort-of-Nest".
_PHRASE = re.compile(r"-(?:of|to|and|as|on|for|in|by|with|the)-")
_PLURAL = re.compile(r"[A-Z]s$")
_ADDRESS = re.compile(r"(?:github|huggingface|gitlab|4open)\S+|(?<![\w-])[\w-]++\.github\.io\S*")
_TITLE_NAME = re.compile(r"\s*(?P<head>\S+(?: \S+){0,2}):\s|.*\((?P<last>[^\s()]+)\)\s*$")


def names(text: Text, sentences: list[Sentence]) -> list[Found]:
    """Return the names a paper introduces, headline name first, and after them their spelled-out forms.

    `text` is plain text and `sentences` are those of its abstract. Kind `name` has the name as written; kind
    `expansion` has the name in `about`, its spelled-out form as value.
    """
    zone = sentences[zone_start(sentences) :]
    if not zone:
        return []
    candidates: dict[str, Candidate] = {}
    for mention in mentions(zone):
        if not is_general(mention.name) and (mention.name in candidates or mention.telling):
            weigh(text.abstract, mention, candidates)
    weigh_small_letters(text.abstract, zone[0].start, candidates)
    for each in candidates.values():
        _weigh_whole(text.abstract[: zone[0].start], each)
    titled = _from_title(text.title, candidates)
    chosen = _chosen(text.abstract, candidates, titled.value if titled else "")
    found = [Found("name", each.name, each.rule, quoted(text.abstract, each.start, each.end)) for each in chosen]
    if titled:
        found = [titled, *(each for each in found if each.value != titled.value)]
    for each in chosen:
        if each.spelled:
            spelled = quoted(text.abstract, *each.spelled)
            found.append(Found("expansion", spelled.quote, "letters", spelled, each.name))
    return found


def _weigh_whole(background: str, each: Candidate) -> None:
    """Add what the whole text says of a name: how often it stands there, as a subject, and before the contribution."""
    if (each.weight > 0.4 or each.subject) and (each.strong or each.weight > 1):
        once = 0.9 if each.strong and (each.best >= 2 or not each.best) else 0.5
        each.weight += min(each.subject, 3) * once + min(len(each.places) - 1, 3) * 0.3
    if (each.weight > 0.4 or each.strong) and next(occurrences(background, each.name, 1, plural=True), -1) >= 0:
        each.weight -= 4


def _from_title(title: str, candidates: dict[str, Candidate]) -> Found | None:
    """Return the name that begins a title before a colon, or ends it in brackets.

    It must be written as names are, or be weighed as one in the abstract.
    """
    match = _TITLE_NAME.match(title) if title else None
    if match is None:
        return None
    group = "head" if match["head"] else "last"
    name = match[group]
    known = candidates.get(name)
    if is_general(name) or not ((known and known.weight > 0) or (" " not in name and is_strong(name))):
        return None
    if known:
        known.weight += 6
    return Found("name", name, "title", quoted(title, *match.span(group), "title"))


def _chosen(text: str, candidates: dict[str, Candidate], titled: str) -> list[Candidate]:
    """Return the candidates that are names, the headline name first, the others in order of appearance."""
    kept = [each for each in candidates.values() if each.weight >= _ENOUGH]
    if not kept:
        kept = [
            each
            for each in candidates.values()
            if each.weight >= _ALONE and each.strong and each.subject > each.name.isupper()
        ][:1]
    if not kept:
        return []
    _settle_words(text, kept, candidates)
    _settle_long_names(kept, candidates)
    spans = [each.spelled for each in kept if each.spelled]
    kept = [each for each in kept if not any(start <= each.start < end for start, end in spans)] or kept
    kept.sort(key=lambda each: each.places[0])
    addresses = (
        " ".join(_ADDRESS.findall(text)).casefold() if "://" in text or ".io" in text or "github" in text else ""
    )
    head = max(
        enumerate(kept), key=lambda each: _prominence(each[1], each[0], addresses) + 9 * (each[1].name == titled)
    )[1]
    kin = [each for each in candidates.values() if each.weight >= 0 and _is_kin(each, head) and each not in kept]
    others = sorted([*kept, *kin], key=lambda each: each.places[0])
    return [head, *(each for each in others if each is not head)]


def _settle_words(text: str, kept: list[Candidate], candidates: dict[str, Candidate]) -> None:
    """Take a spelled-out form in one word ("Ego-Map (EM)") for the name; the abbreviation stays if it is used too."""
    for each in [*kept]:
        if not each.spelled or " " in text[slice(*each.spelled)] or _PHRASE.search(text[slice(*each.spelled)]):
            continue
        start, end = each.spelled
        name = text[start:end]
        long = candidates.get(name) or Candidate(name, start, end, is_strong(name))
        long.start, long.end, long.spelled = start, end, None
        long.rule, long.best, long.weight, long.subject = each.rule, each.best, each.weight, each.subject
        long.places = sorted({*long.places, *each.places[:9], start})
        each.spelled = None
        if len(each.places) < 3:
            kept.remove(each)
        if long not in kept:
            kept.append(long)


def _settle_long_names(kept: list[Candidate], candidates: dict[str, Candidate]) -> None:
    """Put an abbreviation that the text uses without spelling it out in the place of the name it abbreviates."""
    longs = [each for each in kept if " " in each.name and each.spelled is None][:4]
    if not longs:
        return
    shorts = [
        each
        for each in candidates.values()
        if each.strong and each.spelled is None and (each.weight > 0.5 or (each.weight >= 0 and len(each.places) > 1))
    ]
    for long in longs:
        short = next((short for short in shorts if _stands_for(short, long)), None)
        if short is None:
            continue
        short.spelled = (long.start, long.end)
        short.places.insert(0, long.start)
        if short in kept:
            kept.remove(long)
        else:
            short.rule, short.best = long.rule, long.best
            kept[kept.index(long)] = short


def _stands_for(short: Candidate, long: Candidate) -> bool:
    if short.places[0] < long.places[0] or len(short.name) < 3:
        return False
    initials = iter(letter for letter in long.name if letter.isupper())
    if not all(letter in initials for letter in short.name if letter.isupper()):
        return False
    return spelled_before(long.name, len(long.name), short.name, 0) == (0, len(long.name))


def _is_kin(each: Candidate, head: Candidate) -> bool:
    """Tell whether a name is made of the headline name: `CARE-Coord` of `CARE`."""
    stem = head.name.split("-")[0]
    stems = (f"{head.name}-", f"{head.name}+", f"{stem}-") if len(stem) > 3 else (f"{head.name}-", f"{head.name}+")
    made = each.name.startswith(stems) or each.name.endswith(f"-{head.name}")
    return made and len(head.name) > 2 and each.strong


def _prominence(each: Candidate, rank: int, addresses: str) -> float:
    """Return how likely a name is the one the paper goes by, `rank` names standing before it."""
    weight = min(each.best, 4.0) * 1.2 + min(len(each.places), 6) * 0.4 + min(each.subject, 3) * 0.3 - 0.9 * rank
    if each.rule in ("called", "first"):
        weight += 0.5
    if _PLURAL.search(each.name):
        weight -= 0.8
    if each.name.islower():
        weight -= 2
    if each.spelled is None and each.strong:
        weight += 0.5
    if len(each.name) > 2 and each.name.casefold() in addresses:
        weight += 2.0
    return weight
