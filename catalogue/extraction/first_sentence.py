"""The display heading of a paper without a title: its first sentence, cut well."""

import re

from catalogue.markup import cut

HEADING_LENGTH = 120

# A full stop ends a sentence where a capital, a digit, an opening bracket or a formula follows;
# the marks of Chinese and Japanese end it by themselves.
_SENTENCE_END = re.compile(r"[.!?…]+[”’\"')\]]*(?=\s+[\[(“‘\"'$\\*]*[A-Z0-9À-ÞΑ-ΩА-Я])|[。！？]+[”’」』）]*|[.!?]+$")
_ABBREVIATION = re.compile(
    r"\b(?:e\.g|i\.e|cf|vs|etc|et al|resp|approx|w\.r\.t|a\.k\.a"
    r"|Fig|Figs|Eq|Eqs|Sec|Tab|No|Dr|Prof|St|Mr|Ms|[A-Z])\.$"
)
_LOOSE_ENDS = " .,;:(–—-"
# A heading does not break off after a word that only leads to the next one.
_LEADING_WORD = re.compile(
    r"(?<=[\s–—-])(?:a|an|the|and|or|but|yet|nor|of|to|in|on|at|by|for|from|with|without|into|via|as|than|that|which|"
    r"whose|who"
    r"|when|where|while|is|are|was|were|be|been|has|have|had|its|their|our|this|these|it|they|we|can|often|most|both"
    r"|however|e\.g|i\.e)$",
    re.IGNORECASE,
)
_OPENING = {")": "(", "]": "[", "}": "{"}


def first_sentence_heading(text: str) -> str:
    """Return the first sentence of a plain text as a heading of at most 120 characters.

    It ends without its full stop; one that had to be shortened ends with an ellipsis and is cut at a word,
    before a bracket or a formula that would stay open.
    """
    sentence = _first_sentence(text.strip())
    if len(sentence) <= HEADING_LENGTH:
        return sentence
    short = cut(sentence, HEADING_LENGTH - 1).removesuffix("…")
    opened = _open_bracket(short)
    if opened > HEADING_LENGTH // 3:
        short = short[:opened]
    short = short.rstrip(_LOOSE_ENDS)
    while (shorter := _LEADING_WORD.sub("", short).rstrip(_LOOSE_ENDS)) != short and len(shorter) > HEADING_LENGTH // 2:
        short = shorter
    return f"{short}…"


def _first_sentence(text: str) -> str:
    for match in _SENTENCE_END.finditer(text[:4000]):
        upto = text[: match.end()]
        if upto.count("$") % 2 == 0 and not _ABBREVIATION.search(upto):
            return upto.rstrip(".。")
    return text


def _open_bracket(text: str) -> int:
    """Return the index of the first bracket that is never closed in `text`, or -1."""
    waiting: list[tuple[str, int]] = []
    for index, letter in enumerate(text):
        if letter in "([{":
            waiting.append((letter, index))
        elif letter in _OPENING and waiting and waiting[-1][0] == _OPENING[letter]:
            waiting.pop()
    return waiting[0][1] if waiting else -1
