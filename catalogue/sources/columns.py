"""What a column of a table, or a key of an object of JSON, says of a paper, by its name; and papers made of them."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from catalogue.sources.drafting import Draft
from catalogue.sources.identifiers import identifier, identifiers_of_address
from catalogue.sources.people import people, people_in, printed

# Field: names of columns in small letters without spaces and signs, the best first. `id` is an identifier of OpenReview
# or of the ACL Anthology if it looks so.
NAMES = {
    "title": "title documenttitle papertitle articletitle itemtitle primarytitle",
    "abstract": "abstract abstractnote abstracttext summary abstracts description",
    "authors": "authorfullnames authors author authornames authorlist creators creator authorsfullnames",
    "year": "year publicationyear pubyear issued date publicationdate datepublished coverdate published publishdate",
    "venue": "venue sourcetitle publicationtitle journal journaltitle containertitle booktitle conference "
    "conferencename proceedingstitle journalbooktitle publication",
    "doi": "doi itemdoi digitalobjectidentifier",
    "arxiv_id": "arxiv arxivid arxivnumber eprint",
    "openreview_id": "openreviewid openreview forum forumid",
    "acl_id": "aclid anthologyid aclanthologyid",
    "id": "id uid paperid",
    "url": "url link paperurl forumurl site openurllink articleurl weblink paperlink landingpage oa",
    "pdf_url": "pdf pdfurl pdflink paperpdf",
    "keywords": "keywords keyword authorkeywords indexkeywords tags manualtags automatictags ieeeterms topics subjects",
    "language": "language lang languageoforiginaldocument",
    "code": "github code codeurl codelink repository repo",
    "data": "dataset datasets dataurl datasetlink",
    "project": "project projecturl projectpage website demourl",
}
MEANINGS = {name: (field, rank) for field, names in NAMES.items() for rank, name in enumerate(names.split())}
FIELDS = tuple(NAMES)
LINKS = ("code", "data", "project")
_OPENREVIEW = "https://openreview.net"
# How OpenReview says what was decided: `ICLR 2026 Poster`, `Submitted to ICLR 2024`.
_DECIDED = re.compile(
    r"(?:Submitted to )?(?P<venue>.+? (?:19|20)\d\d)(?: (?:Conference|Poster|Oral|Spotlight|Talk|"
    r"(?:Withdrawn |Desk Rejected )?Submission|Notable Top \d+%|Top \d+%))+",
    re.IGNORECASE,
)
_LOOKS_LIKE_OPENREVIEW = re.compile(r"[A-Za-z0-9_-]{9,14}", re.ASCII)


def meaning_of(column: str) -> str:
    """Return the field that a column with this name fills; empty if the name is not known."""
    return MEANINGS.get(_bare(column), ("", 0))[0]


def rank_of(column: str) -> int:
    """Return how well a column suits the field that it fills: 0 is best."""
    return MEANINGS.get(_bare(column), ("", -1))[1]


def _bare(column: str) -> str:
    return re.sub(r"[\W_]+", "", column).lower()


def draft_of(position: int, line: int, fields: Mapping[str, list[Any]], ids_are_of_openreview: bool = False) -> Draft:
    """Return the draft of a paper from values by field (FIELDS), the best first: texts, numbers, lists, objects."""
    draft = Draft(position, line)
    for name in ("title", "abstract", "year", "venue", "language", "pdf_url"):
        setattr(draft, name, first(fields.get(name, ())))
    if decided := _DECIDED.fullmatch(draft.venue):
        draft.venue = decided["venue"]
    draft.authors = next(filter(None, map(authors_of, fields.get("authors", ()))), [])
    draft.keywords = [word for value in fields.get("keywords", ()) for word in keywords_of(value)]
    for name in ("doi", "arxiv_id", "openreview_id", "acl_id"):
        draft.identifiers[name] = first(fields.get(name, ()))
    if draft.pdf_url.startswith("/pdf"):
        draft.pdf_url = _OPENREVIEW + draft.pdf_url
    addresses = [text for value in fields.get("url", ()) for text in texts_of(value)]
    draft.url = next((each for each in addresses if "://" in each), first(addresses))
    for address in addresses:
        for name, value in identifiers_of_address(address).items():
            if name != "key" and not draft.identifiers.get(name):
                draft.identifiers[name] = value
    _take_id(draft, first(fields.get("id", ())), ids_are_of_openreview)
    for kind in LINKS:
        values = [text for value in fields.get(kind, ()) for text in texts_of(value)]
        # A column “code” may well say “yes”.
        draft.links += [(kind, each) for text in values for each in re.findall(r"https?://[^\s;,|]+", text)]
    return draft


def looks_like_openreview(ids: Iterable[str]) -> bool:
    """Whether identifiers may all be of OpenReview: ten or so signs, letters of both cases and digits mixed."""
    ids = list(ids)
    mixed = [each for each in ids if any(map(str.isupper, each)) and any(map(str.islower, each))]
    return bool(ids) and all(map(_LOOKS_LIKE_OPENREVIEW.fullmatch, ids)) and len(mixed) > 0.8 * len(ids)


def texts_of(value: Any) -> list[str]:
    """Return the texts in a value: of a list those of its members, of an object that of its `value` or `name`."""
    if isinstance(value, str):
        return [value.strip()] if value.strip() else []
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, (int, float)):
        return [f"{value:g}" if isinstance(value, float) else str(value)]
    if isinstance(value, list):
        return [text for each in value for text in texts_of(each)]
    if isinstance(value, dict):
        names = ("value", "name", "term", "label", "keyword", "tag", "$")
        return next((texts for name in names if (texts := texts_of(value.get(name)))), [])
    return []


def first(values: Iterable[Any]) -> str:
    """Return the first text in some values, or an empty one."""
    return next((text for value in values for text in texts_of(value)), "")


def authors_of(value: Any) -> list[str]:
    """Return the people that a value names: one text, a list of texts, of objects with names or parts of names."""
    if isinstance(value, dict) and "value" in value:
        return authors_of(value["value"])
    if isinstance(value, list):
        return people(name for each in value for name in _names(each))
    return [name for text in texts_of(value) for name in people_in(text)]


def _names(person: Any) -> list[str]:
    if not isinstance(person, dict):
        return texts_of(person)
    parts = {_bare(key): first([part]) for key, part in person.items()}
    family = parts.get("family") or parts.get("familyname") or parts.get("last") or parts.get("lastname") or ""
    given = parts.get("given") or parts.get("givenname") or parts.get("first") or parts.get("firstname") or ""
    if family:
        particle = parts.get("nondroppingparticle") or parts.get("droppingparticle") or parts.get("prefix") or ""
        return [printed(family, given, particle, parts.get("suffix", ""))]
    whole = ("literal", "fullname", "name", "displayname", "author", "authorname")
    return [next((parts[name] for name in whole if parts.get(name)), given)]


def keywords_of(value: Any) -> list[str]:
    """Return the keywords in a value: the members of a list, or one text parted by `;`, `|`, line ends or commas."""
    words: list[str] = []
    for text in texts_of(value):
        sign = next((sign for sign in (";", "|", "\n") if sign in text), ",")
        words += re.split(r",(?![^()]*\))", text) if sign == "," else text.split(sign)
    return [word.strip(" .\t") for word in words if word.strip(" .\t")]


def _take_id(draft: Draft, text: str, is_of_openreview: bool) -> None:
    """Take a number that the file tells its papers apart by, if others know it too."""
    if anthology := identifier("acl_id", text.removeprefix("acl-")):
        draft.identifiers["acl_id"] = draft.identifiers["acl_id"] or anthology
    elif is_of_openreview:
        draft.identifiers["openreview_id"] = draft.identifiers["openreview_id"] or text
