"""Addresses of code, data and project pages, and the promise to release them."""

import re
from collections.abc import Iterator

from catalogue.extraction.evidence import Found, Text, quoted
from catalogue.extraction.sentences import Sentence

_ADDRESS = re.compile(
    r"(?:https?://|www\.)[^\s<>\"“”‘’«»，。；、（）【】]+|(?<![\w./@-])(?:(?:github|gitlab|huggingface|bitbucket|codeberg|"
    r"zenodo|kaggle)\.(?:com|co|org)|hf\.co|anonymous\.4open\.science|osf\.io)/[^\s<>\"“”‘’«»，。；、（）【】]+|"
    r"(?<![\w./@-])[a-z0-9](?:[\w-]{0,60})\.(?:github|gitlab)\.io(?:/[^\s<>\"“”‘’«»，。；、（）【】]*)?",
    re.IGNORECASE,
)
# What every address has a piece of; most abstracts have none.
_ADDRESS_SIGNS = ("://", "www.", ".com/", ".org/", ".co/", ".io", ".science/")
_HOST = re.compile(r"https?://(?:www\.)?([\w-]+(?:\.[\w-]+)+)(?::\d+)?(?=[/?#]|$)", re.IGNORECASE)
_CODE_HOST = re.compile(r"(?:github\.com|gitlab\.\w+|bitbucket\.org|codeberg\.org|anonymous\.4open\.science)$")
_DATA_HOST = re.compile(r"(?:zenodo\.org|kaggle\.com|figshare\.com|osf\.io|dataverse\.[\w.]+|openml\.org)$")
_CODE_WORD = re.compile(
    r"\b(?:codes?|codebase|implementations?|repositor(?:y|ies)|software|toolkit|library|scripts?|package|source)\b",
    re.IGNORECASE,
)
_DATA_WORD = re.compile(r"\b(?:datas?ets?|data|benchmarks?|corpus|corpora|annotations?)\b", re.IGNORECASE)
_PAGE_WORD = re.compile(
    r"\b(?:project|page|website|site|demos?|videos?|samples?|visuali[sz]ations?|results|playground|blog)\b",
    re.IGNORECASE,
)
_PUNCTUATION = ".,;:!?'*`|…\\"
_PAIRS = {")": "(", "]": "[", "}": "{"}


def links(text: Text) -> list[Found]:
    """Return the web addresses of an abstract in order, each once: kind `link`, `about` is code, data or project.

    The value is the address with its scheme and without the punctuation of the sentence.
    """
    found: list[Found] = []
    seen: set[str] = set()
    for start, end in _addresses(text.abstract):
        address = _with_scheme(text.abstract[start:end])
        host = _HOST.match(address)
        if host is None or (same := address.rstrip("/").casefold()) in seen:
            continue
        seen.add(same)
        about, rule = _kind(host[1].casefold(), address, text.abstract[max(0, start - 120) : start])
        found.append(Found("link", address, rule, quoted(text.abstract, start, end), about))
    return found


def _addresses(text: str) -> Iterator[tuple[int, int]]:
    low = text.lower()
    signs = [at for sign in _ADDRESS_SIGNS if (at := low.find(sign)) >= 0]
    if not signs:
        return
    # No address has a space in it. What is lower-case may be longer than what was written.
    begin = text.rfind(" ", 0, min(signs)) + 1 if len(low) == len(text) else 0
    for match in _ADDRESS.finditer(text, begin):
        end = _without_punctuation(text, match.start(), match.end())
        if end > match.start() and _HOST.match(_with_scheme(text[match.start() : end])):
            yield match.start(), end


def _with_scheme(written: str) -> str:
    return written if written[:7].lower() in ("http://", "https:/") else f"https://{written}"


def _without_punctuation(text: str, start: int, end: int) -> int:
    """Return where an address ends without the punctuation after it; a bracket it opened itself stays."""
    more = {last: text.count(last, start, end) - text.count(first, start, end) for last, first in _PAIRS.items()}
    while end > start:
        last = text[end - 1]
        if last in _PAIRS:
            if more[last] <= 0:
                break
            more[last] -= 1
        elif last not in _PUNCTUATION:
            break
        end -= 1
    return end


def _kind(host: str, address: str, before: str) -> tuple[str, str]:
    """Return what is behind an address, and the rule that says so."""
    before = before[max(before.rfind(". "), before.rfind("://"), 0) :]
    code, data, page = _CODE_WORD.search(before), _DATA_WORD.search(before), _PAGE_WORD.search(before)
    if _DATA_HOST.search(host) or "/datasets/" in address:
        return ("code", "words before") if code and not data else ("data", "host")
    if _CODE_HOST.search(host):
        if not code and (data or page):
            return ("data" if data else "project"), "words before"
        return "code", "host"
    if host.endswith((".github.io", ".gitlab.io")) or page:
        return "project", "host"
    if code or data:
        return ("code" if code else "data"), "words before"
    return "project", "host"


_THING = (
    r"(?:codes?|codebases?|implementations?|datas?ets?|data|models?|weights|checkpoints|benchmarks?|frameworks?|"
    r"corpus|toolkits?|library|platform|resources|artifacts|annotations|suite|software|tools?|projects?|prompts|"
    r"scripts|system|environments?|repositor(?:y|ies)|materials)"
)
_FREE = (
    r"(?:publicly |freely |openly |fully |all |soon |be |made )*"
    r"(?:public(?:ly)?|released?|open[- ]sourced?|available|accessible|shared|provided|published)"
)
_PROMISES = [
    (re.compile(rf"\b(?:will|to) be (?:\w+ )?{_FREE}\b", re.IGNORECASE), "will be released"),
    (
        re.compile(
            rf"\b(?:will|plan to|shall|intend to|commit to) (?:\w+ )?(?:release|open[- ]source|share|publish|"
            rf"make)\b[^.]*?\b{_THING}\b",
            re.IGNORECASE,
        ),
        "will release",
    ),
    (
        re.compile(
            rf"\bwe (?:(?:\w+ly|also|further|have|then) )*(?:release|open[- ]sourced?|released|make) (?:publicly |"
            rf"openly )?(?:all |the |our |both |a |an |full |entire |complete |source |associated |"
            rf"\w+, )*{_THING}\b",
            re.IGNORECASE,
        ),
        "we release",
    ),
    (
        re.compile(
            rf"\b{_THING}\b[^.]{{0,60}}? (?:is|are|has been|have been|have) (?:now |also |"
            rf"all )?(?:made )?(?:publicly |freely |openly |fully )(?:available|released|accessible)\b",
            re.IGNORECASE,
        ),
        "is public",
    ),
    (
        re.compile(
            rf"\b{_THING}\b[^.,]{{0,40}}? (?:is|are|has been|have been) (?:now |all )?(?:released|open[- ]sourced)\b",
            re.IGNORECASE,
        ),
        "is public",
    ),
    (
        re.compile(r"\b(?:releasing|open[- ]sourcing) (?:all |the |our )?[^.]{0,40}?" + _THING, re.IGNORECASE),
        "releasing",
    ),
]
_ENCLOSED = re.compile(r"\bsupplement\w*|\bappendi(?:x|ces)\b|\battached\b|\bsubmission\b", re.IGNORECASE)
# A piece of every word of releasing: looked for before the patterns are tried.
_RELEASING = ("eleas", "pen-sourc", "pen sourc", "ublic", "vailab", "ublish", "share", "ccessib", "rovided")


def code_promised(text: Text, sentences: list[Sentence]) -> Found | None:
    """Return the sentence that announces code, data or models, where the abstract gives no address; else None.

    What is only in the supplement of a submission is no release. The value is "yes".
    """
    if not _speaks_of_release(text.abstract) or next(_addresses(text.abstract), None):
        return None
    for sentence in reversed(sentences):
        words = sentence.text
        if not _speaks_of_release(words):
            continue
        for pattern, rule in _PROMISES:
            match = pattern.search(words)
            if match and (rule.startswith("will") or not _ENCLOSED.search(words)) and _about_work(words, match, rule):
                start = sentence.start + match.start()
                return Found("code_promised", "yes", rule, quoted(text.abstract, start, sentence.start + match.end()))
    return None


def _speaks_of_release(words: str) -> bool:
    return any(piece in words for piece in _RELEASING)


def _about_work(words: str, match: re.Match[str], rule: str) -> bool:
    if rule == "will be released":
        return bool(re.search(rf"\b{_THING}\b|\b[\w-]*[A-Z]\w+[A-Z]\w*\b", words[: match.start()], re.IGNORECASE))
    return True
