"""The heading of a file: whether a paragraph is one, and which collection it names.

`ICLR 2026 Papers` and `ICLR 2026 论文列表` both name the collection ICLR 2026: venue ICLR, year 2026. Words that
only say that a list follows are removed where they stand at the edge of the venue or the year, in the languages below.
A name that would not survive that, such as `Call for Papers 2026`, is kept whole.
"""

import re
from pathlib import Path

from catalogue.sources.lines import clean_text
from catalogue.sources.records import CollectionRecord

MOST_CHARACTERS = 120
MOST_WORDS = 15
MOST_EAST_ASIAN = 40

EAST_ASIAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
FULL_WIDTH = {0x3000: " ", **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}}

LIST_WORDS = frozenset(
    """
    paper papers abstract abstracts article articles list proceedings publication publications submission submissions
    artikel aufsätze beiträge beitrag kurzfassungen liste tagungsband veröffentlichungen verzeichnis zusammenfassungen
    actes communications papiers résumés artículos ponencias resúmenes actas lista trabajos artigos resumos anais
    trabalhos articoli atti contributi elenco riassunti artikelen samenvattingen lijst artykuły artykułów streszczenia
    referaty статьи статей доклады докладов тезисы аннотации аннотаций труды материалы сборник список
    """.split()
)
QUALIFIERS = frozenset(
    """
    accepted all selected full main conference research angenommene angenommenen angenommener konferenz acceptés retenus
    conférence aceptados aceptadas conferencia aceitos aceites conferência accettati conferenza geaccepteerde przyjęte
    przyjętych konferencji принятые принятых конференции
    """.split()
)
GLUE = frozenset(
    "of the for at from in to der die das des den zur zum von vom de la le les du des el los las del do da dos das "
    "e y et à di dei degli delle della van het z na".split()
)
ABOUT = frozenset("on sur sobre über für su over o по".split())
EAST_ASIAN_LIST = (
    r"(?:[的の]?(?:採択|採録|受理|录用|錄用|接收|录取|錄取|收录|收錄|已|全部|채택|게재|발표)?\s?(?:された|된)?\s?"
    r"(?:論文|论文|摘要|文章|要旨|抄録|アブストラクト|予稿|논문|초록)\s?"
    r"(?:列表|清单|清單|目录|目錄|汇总|彙總|合集|一览|一覽|一覧|リスト|目録|集|목록|리스트|모음|집)?)"
)
TOKEN = re.compile(
    rf"(?P<list>{EAST_ASIAN_LIST})"
    rf"|[{EAST_ASIAN}]+?(?={EAST_ASIAN_LIST}|[^{EAST_ASIAN}]|$)"
    rf"|[^\W{EAST_ASIAN}]+(?:[-'’&./+][^\W{EAST_ASIAN}]+)*"
    r"|(?P<mark>[^\w\s])"
)
YEAR = re.compile(r"(?<![0-9_])(?P<long>(?:19|20)\d\d)(?![0-9A-Za-z_])(?![-/. ]\d\d\b)(?:\s?(?:[年년]度?|г\.|года))?")
SHORT_YEAR = re.compile(r"(?<=[A-Za-z])\s?['’‘](?P<short>\d\d)(?!\w)")

MARKDOWN = re.compile(r"#{1,6}\s+(?P<text>.*?)(?:\s+#+)?|(?P<stars>\*\*|__)(?P<bold>.+)(?P=stars):?")
RULE = re.compile(r"\s*(?:={2,}|-{2,})\s*")
SENTENCE_END = re.compile(
    r"(?<!\bг)[.!?…。！？؟।｡։።][\"'”’»)\]」』）*_]*$"
    r"|[^\W\d_]{5}[.!?]\s+[A-Z]|[。！？]"
)


def heading_of(paragraph: str) -> str:
    """The heading that a first paragraph is, without Markdown marks or underline; empty where it reads like a text."""
    rows = [row.strip() for row in paragraph.split("\n", 4) if not RULE.fullmatch(row)]
    if len(rows) != 1 or len(rows[0]) > 2 * MOST_CHARACTERS or not any(map(str.isalnum, rows[0])):
        return ""
    marked = MARKDOWN.fullmatch(rows[0])
    text = (marked["text"] or marked["bold"]).strip() if marked else rows[0]
    if len(text) > MOST_CHARACTERS or len(text.split()) > MOST_WORDS:
        return ""
    if len(re.findall(f"[{EAST_ASIAN}]", text)) > MOST_EAST_ASIAN or (SENTENCE_END.search(text) and not marked):
        return ""
    return text


def heading_on_top(paragraph: str) -> str:
    """The heading in the first line of a paragraph that goes on below it: only if no text could begin like that."""
    first, _, rest = paragraph.partition("\n")
    text = heading_of(first) if rest else ""
    if not text or re.match(r"#{1,6}\s", first):
        return text
    collection = collection_named(text)
    plain = bool(collection.venue) and collection.name != text and len(collection.name.split()) <= 4
    return text if plain and collection.name[:1].isupper() else ""


def collection_named(heading: str) -> CollectionRecord:
    """The collection that a heading names. Without a single year in it, the name is the heading and nothing else."""
    text = " ".join(heading.translate(FULL_WIDTH).split()).rstrip(" :")
    found = years_in(text)
    if len({year for year, _, _ in found}) != 1:
        return CollectionRecord(text)
    year, start, end = found[0]
    before, after = without_list_words(text[:start]), without_list_words(text[end:])
    venue = tidy(f"{before} {after}")
    if not any(map(str.isalpha, venue)):
        return CollectionRecord(text, year=year)
    return CollectionRecord(tidy(f"{before} {year} {after}"), venue, year)


def collection_of_file(path: Path) -> CollectionRecord:
    """The collection of a file that has no heading: called like the file."""
    name = " ".join(re.sub(r"[_-]", " ", clean_text(printable(path.stem))).split()) or "untitled"
    years = {year for year, _, _ in years_in(name)}
    if len(years) != 1:
        return CollectionRecord(name)
    named = collection_named(name)
    return CollectionRecord(name, named.venue, named.year)


def printable(name: str) -> str:
    """A file name that is not in the encoding of the system, with replacement characters for its strange bytes."""
    return name.encode("utf-8", "replace").decode("utf-8")


def years_in(text: str) -> list[tuple[int, int, int]]:
    """Each year in a text with its place: a word of its own or at the end of letters, `NeurIPS2025`, `ICLR'26`."""
    found = []
    for match in YEAR.finditer(text):
        word = re.search(r"[A-Za-z0-9]*$", text[: match.start()])
        if not word or not word[0] or word[0].isalpha():
            found.append((int(match["long"]), match.start(), match.end()))
    for match in SHORT_YEAR.finditer(text):
        short = int(match["short"])
        found.append((short + (2000 if short < 50 else 1900), match.start(), match.end()))
    return found


def without_list_words(text: str) -> str:
    """One side of a year without the words for a list at either end of it."""
    tokens = list(TOKEN.finditer(text))
    first, last = 0, len(tokens)
    while first < last and kind(tokens[first]) not in {"", "about"}:
        first += 1
    if first < last and kind(tokens[first]) == "about":
        while first and kind(tokens[first - 1]) == "qualifier":
            first -= 1
    if not any(kind(token) == "list" for token in tokens[:first]) or kind(tokens[min(first, last - 1)]) == "about":
        first = 0
    while last > first and kind(tokens[last - 1]) not in {"", "about"}:
        last -= 1
    while last < len(tokens) and kind(tokens[last]) == "glue":
        last += 1
    unfinished = last > first and kind(tokens[last - 1]) in {"glue", "about"}
    if unfinished or not any(kind(token) == "list" for token in tokens[last:]):
        last = len(tokens)
    return text[tokens[first].start() : tokens[last - 1].end()] if first < last else ""


def kind(token: re.Match[str]) -> str:
    """What a word of a heading is to us: `list`, `qualifier`, `glue`, `about`, `mark`, or a word of the name: empty."""
    word = token[0].lower()
    if token["list"] or word in LIST_WORDS:
        return "list"
    if token["mark"]:
        return "mark"
    kinds = {"qualifier": QUALIFIERS, "glue": GLUE, "about": ABOUT}
    return next((name for name, words in kinds.items() if word in words), "")


def tidy(name: str) -> str:
    """A name without the brackets and dashes that lost what they held together."""
    if name.count("(") != name.count(")"):
        name = name.replace("(", " ").replace(")", " ")
    name = re.sub(r"\(\s*\)", " ", name)
    name = re.sub(r"(?<=\()\s+|\s+(?=[),:;])", "", name)
    return " ".join(name.split()).strip(" -–—:,;|/·")
