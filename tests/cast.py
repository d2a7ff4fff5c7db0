"""Papers, tags and people for tests, made in a line each."""

from itertools import count
from typing import Any

from catalogue.importing import derive
from catalogue.importing.identity import identifying_hash
from catalogue.models import (
    Appearance,
    Authorship,
    Collection,
    Finding,
    Paper,
    PaperLink,
    PaperText,
    Person,
    Reader,
    ReadingList,
    Source,
    Tag,
    Tagging,
    User,
    free_slug,
    hash_of,
    name_key,
    text_hash,
)
from catalogue.search import index_papers

NUMBERS = count(1)


def a_paper(
    title: str = "",
    *,
    abstract: str = "",
    tags: tuple[Tag, ...] | list[Tag] = (),
    authors: tuple[str, ...] = (),
    collection: str = "",
    code: str = "",
    **fields: Any,
) -> Paper:
    """A saved paper with whatever is asked of it."""
    number = next(NUMBERS)
    if not title and not abstract:
        title = f"Paper {number}"
    key = fields.pop("key", text_hash(f"{title}{abstract}{number}")[:8])
    paper = Paper(key=key, title=title, abstract_source=abstract, **fields)
    derive(paper)
    paper.save()
    hash_ = identifying_hash(title, abstract)
    PaperText.objects.bulk_create([PaperText(text_hash=hash_, paper=paper)], ignore_conflicts=True)
    for position, name in enumerate(authors, start=1):
        Authorship.objects.create(paper=paper, person=a_person(name), position=position, name=name)
    for tag in tags:
        Tagging.objects.create(paper=paper, tag=tag, origin="curator")
    if collection:
        appear(paper, collection)
    if code:
        PaperLink.objects.create(paper=paper, kind="code", url=code)
    index_papers([paper.pk])
    return paper


def a_finding(paper: Paper, kind: str, value: str, quote: str = "", rule: str = "introduced", **fields: Any) -> Finding:
    """A finding of a rule, by words of the abstract if they are given."""
    evidence = evidence_of(paper, quote) if quote else None
    return Finding.objects.create(
        paper=paper, kind=kind, value=value, **{"origin": "rule", "rule": rule, "evidence": evidence} | fields
    )


def evidence_of(paper: Paper, quote: str, field: str = "abstract") -> dict[str, Any]:
    """The first place of some words in a paper, as rules state it."""
    start = (paper.abstract_text if field == "abstract" else paper.heading).index(quote)
    return {"field": field, "start": start, "end": start + len(quote), "quote": quote}


def a_person(name: str) -> Person:
    """The person with a name."""
    found = Person.objects.filter(name_key=name_key(name)).first()
    slug = free_slug(name, lambda slug: Person.objects.filter(slug=slug).exists())
    return found or Person.objects.create(name=name, name_key=name_key(name), slug=slug)


def a_collection(name: str, year: int | None = 2026) -> Collection:
    """The collection with a name."""
    collection = Collection.named(name)
    if collection is None:
        collection = Collection.objects.create(name=name, year=year)
        collection.add_name(name)
    return collection


def appear(paper: Paper, collection_name: str, source_name: str = "papers.txt") -> Appearance:
    """Let a paper appear at the end of a source."""
    collection = a_collection(collection_name)
    source, _ = Source.objects.get_or_create(collection=collection, name=source_name, defaults={"format": "text"})
    hash_ = text_hash(paper.heading)
    return Appearance.objects.create(
        paper=paper,
        source=source,
        collection=collection,
        position=source.appearances.count() + 1,
        text_hash=hash_,
        record_hash=hash_,
    )


def a_tag(label: str, kind: str = "keyword", *alternative: str, **fields: Any) -> Tag:
    """A new tag."""
    return Tag.create(kind, label, alternative, **fields)


def a_user(name: str = "", **fields: Any) -> User:
    """An account."""
    return User.objects.create_user(name or f"reader-{next(NUMBERS)}", password="opensesame", **fields)


def a_reader(name: str = "") -> Reader:
    """The reader of a new account."""
    return Reader.of_user(a_user(name))


def a_visitor(token: str = "") -> Reader:
    """A browser without an account."""
    return Reader.objects.create(token_hash=hash_of(token or f"token {next(NUMBERS)}"))


def a_list(
    owner: Reader, *papers: Paper, title: str = "To read", visibility: str = "private", **fields: Any
) -> ReadingList:
    """A list with papers in an order."""
    made = ReadingList.create(owner, title, **fields)
    made.add([paper.pk for paper in papers], by=owner)
    made.show_to(visibility)
    return made
