"""How well a possible heading looks as a title: a linear model of its words, learnt by `bench/train_headings.py`.

`looks.json` holds words and numbers, no sentences.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

# Words that fit any paper: a heading made of them says nothing.
GENERIC = frozenset(
    """
    ability able achieve achieves adapt adaptation adapted adaptive adapts additional advance advanced advances
    agnostic algorithm algorithms allow allowing allows along alternative analysis approach approaches arbitrary
    architecture artificial aspects assess augment augments automated automatically balance based behavior benchmark
    benchmarks between both broad build built capabilities capability capable challenges challenging combines
    combining compact compatible complex component components comprehensive comprises comprising compute concept
    context core critical cross-domain data dataset datasets deep dedicated deliver delivers design designed
    detailed develop different directly diverse domain domains driven dynamic dynamically each effective
    effectively effectiveness efficiency efficient efficiently elegant employing employs empirical enable enables
    enabling
    encourages end-to-end enhance enhanced enhances enhancing ensure ensures environment environments evaluate
    evaluates evaluation evaluating existing explicit explicitly exploit exploits extends family field flexible
    focuses formulation foundation framework frameworks fully fundamental further general generic guided guide given
    guides high high-level high-quality improve improved improves improving incorporates incorporating
    information innovative integrated integrates integrating intelligence introduces introducing intuition
    issue issues jointly language large large-scale learn learned learning learns level leverage leverages leveraging
    lightweight llms main make makes mechanism mechanisms method methodology methods mllms model modeling models module
    modules multiple natural network networks neural novel objective only open-source optimize optimized
    optimizes other overall paradigm parameters perform performance performs pipeline platform plug-and-play
    post-hoc powerful practical principle principled principles problem problems procedure process processes promotes
    properties propose proposed provide provides quality real-world reduces regime reliable resource results rich
    rigorous robust scalable scale scenario scenarios scheme seamlessly series several setting settings shared
    significantly simple simplified simultaneously single single-stage solution solving space specific
    specifically stage standard state-of-the-art step steps strategies strategy strength strong structure
    structured study suite support supports system systematic systematically systems tailored target task tasks
    technique techniques that their theoretical theory this through tools toward towards train trained training
    training-free
    transformer two-stage unified unifies using utilize utilizes utilizing various variant variants versatile very
    well which while wide with within without works
    """.split()
)
# The words that hold a phrase together: where they stand tells whether it is whole.
_JOINTS = frozenset(
    """
    this these those such our we it its their them they both two three four that which whose to for via by and of in
    with as is are can also while where from using through how whether series set not only or but the a an on at into
    than then when if each all any more most between under across over within without there here former latter toward
    towards against upon so yet even has have be been will may do does
    """.split()
)
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_NEXT = re.compile(r"\s?(\w+|\W)")
_KINDS_OF_NEXT = {
    **dict.fromkeys(".;:!?", "stop"),
    **dict.fromkeys(
        "that which where while by via using through without when to so thereby enabling based".split(), "clause"
    ),
    **dict.fromkeys(
        "for in on with across under from over at as into within during against between among toward".split(), "prep"
    ),
    **dict.fromkeys(",()[]“”", "mark"),
    **dict.fromkeys(("and", "or"), "and"),
    **dict.fromkeys("–—-", "dash"),
    "of": "of",
}
_CLAUSE = re.compile(r".* (?:that|which|to|by|and) (?:\w+ly )?(?P<verb>[a-z]+)\b(?P<rest>.*)")
_FIGURE = re.compile(r"[0-9]")
_PRESENT = (("(", "bracket"), ("?", "question"), ("…", "cut"), ("[", "bracket"), ("=", "formula"), ("- ", "hyphen"))


def signs(said: str, behind: str, rule: str, lead: str) -> list[str]:
    """Return the signs by which a heading is judged.

    `said` is the heading after `lead`, the name or topic that begins it, if any; `behind` what follows it in the
    abstract; `rule` what made it.
    """
    low = said.lower()
    words = _WORD.findall(low)
    if not words:
        return ["empty"]
    following = _NEXT.match(behind)
    after = following[1].lower() if following else "."
    kind = _KINDS_OF_NEXT.get(after, "word")
    long = {word for word in words if len(word) > 3}
    telling = len(long - GENERIC)
    found = [
        rule,
        f"{rule} {kind}",
        f"length {(len(said) + len(lead)) // 15}",
        f"{rule} words {min(len(words), 12) // 2}",
        f"{rule} telling {min(telling, 5)}",
        f"telling {min(telling, 6)} of {min(len(long), 6)}",
        f"commas {min(low.count(','), 4)}",
        *_by_ends(words, f"{rule}:" if lead else ":", rule, after, kind),
        *_by_joints(words, kind),
        *_by_clause(low, rule, kind),
    ]
    found += [sign for piece, sign in _PRESENT if piece in said]
    if not lead and said[0].islower():
        found.append("small")
    if lead and lead.lower() in low:
        found.append("twice")
    if _FIGURE.search(said):
        found.append("figure")
    return found


def _by_ends(words: list[str], place: str, rule: str, after: str, kind: str) -> list[str]:
    """Return the first and last words and what they end in, with what follows: the word `after`, of a `kind`."""
    first, last = words[0], words[-1]
    found = [
        f"> {after}",
        f"{last[-2:]} > {kind}",
        f"{last[-2:]} > {after}",
        f"{last} $",
        f"-{last[-3:]} $",
        f"^ {first}",
        f"^ {first[-3:]}-",
        f"{place} {first}",
        f"{rule} {first[-3:]}-",
    ]
    if len(words) > 1:
        second, other = words[1], words[-2]
        found += (f"{other} {last} $", f"{other[-3:]} {last[-3:]} $", f"^ {first} {second}", f"^ . {second}")
        found.append(f"^ {first[-3:]} {second[-3:]}")
    return found


def _by_joints(words: list[str], kind: str) -> list[str]:
    """Return the joints of a phrase, the ends of the words behind them, and how far its last joint is from its end."""
    found = []
    reach = 0
    for at, word in enumerate(words):
        if word in _JOINTS:
            reach = at + 1
            found.append(f"+ {word}")
            if at + 1 < len(words):
                behind = words[at + 1]
                found.append(f"{word} {behind}" if word in ("and", "to", "not", "by") else f"{word} {behind[-3:]}-")
    left = min(len(words) - reach, 5)
    found.append(f"{words[reach - 1] if reach else ''} @ {left}")
    found.append(f"@ {left} > {kind}")
    return found


def _by_clause(low: str, rule: str, kind: str) -> list[str]:
    """Return what the last clause does, and how much of it there is."""
    clause = _CLAUSE.match(low)
    if clause is None:
        return [f"{rule} plain {kind}"]
    rest = min(clause["rest"].count(" "), 4)
    return [
        f"{rule} clause {kind}",
        f"does {clause['verb']}",
        f"does {clause['verb']} @ {rest}",
        f"@ {rest} clause {kind}",
    ]


def is_thin(said: str) -> bool:
    """Tell whether a phrase says so little that it should go on."""
    words = {word.strip(",;()") for word in said.lower().split() if len(word) > 3}
    return len(said) < 70 and len(words - GENERIC) < 2


@cache
def _weights() -> Mapping[str, float]:
    stored: dict[str, float] = json.loads(files("catalogue.extraction").joinpath("looks.json").read_text("utf-8"))
    return stored


def looks(said: str, behind: str, rule: str, lead: str) -> float:
    """Return how well a heading looks, above 0 for one that nobody would be ashamed of; as `signs`."""
    weights = _weights()
    return sum([weights.get(sign, 0.0) for sign in signs(said, behind, rule, lead)], weights["="])
