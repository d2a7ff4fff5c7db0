"""New papers, and the rows that hang on a paper: authors, links, keywords."""

from collections.abc import Iterable, Sequence

from catalogue.curation import Known
from catalogue.extraction import Vocabulary
from catalogue.importing.deriving import derive
from catalogue.importing.extracting import save_extractions
from catalogue.importing.identity import stated_values
from catalogue.importing.matching import Entry
from catalogue.models import (
    Authorship,
    Origin,
    Paper,
    PaperAddress,
    PaperLink,
    PaperText,
    PaperTrace,
    Person,
    Source,
    Tag,
    Tagging,
    TagKind,
    TagLabel,
    free_key,
    free_slug,
    name_key,
    slug_of,
    text_hash,
)
from catalogue.models.keys import KEY_LENGTH
from catalogue.search import index_papers
from catalogue.sources import PaperRecord


def create_papers(entries: Sequence[Entry], source: Source, vocabulary: Vocabulary) -> list[Paper]:
    """Store a new paper for each entry, with everything its record says. A fixed number of queries for any number."""
    keys = free_keys(_key_hashes(entries))
    papers, extractions = [], []
    for entry, key in zip(entries, keys, strict=True):
        stated = stated_values(entry.record)
        origin = {"source": source.pk, "line": entry.record.line}
        paper = Paper(key=key, field_origins=dict.fromkeys(stated, origin))
        for name in stated.keys() - {"authors"}:
            setattr(paper, name, stated[name])
        extractions.append(derive(paper, vocabulary, Known(list(entry.record.keywords))))
        papers.append(paper)
    Paper.objects.bulk_create(papers)
    records = [entry.record for entry in entries]
    # Two papers can share one text, “Editorial”: the first keeps it.
    texts = [PaperText(text_hash=e.text_hash, paper=paper) for e, paper in zip(entries, papers, strict=True)]
    PaperText.objects.bulk_create(texts, ignore_conflicts=True)
    PaperTrace.leave((value, paper.pk) for e, paper in zip(entries, papers, strict=True) for value in e.traces)
    set_authors([(paper, record.authors) for paper, record in zip(papers, records, strict=True) if record.authors])
    add_links(zip(papers, records, strict=True))
    add_keywords(zip(papers, records, strict=True))
    save_extractions(list(zip(papers, extractions, strict=True)))
    index_papers([paper.pk for paper in papers])
    return papers


def _key_hashes(entries: Sequence[Entry]) -> list[str]:
    """Return the hash that the key of each entry's paper begins: of its text, where no other paper has that text."""
    taken = set(PaperText.objects.filter(text_hash__in={e.text_hash for e in entries}).values_list("pk", flat=True))
    hashes = []
    for entry in entries:
        whole = f"{entry.record_hash} {entry.record.position}"
        hashes.append(text_hash(whole) if entry.text_hash in taken else entry.text_hash)
        taken.add(entry.text_hash)
    return hashes


def free_keys(hashes: list[str]) -> list[str]:
    """Return a key for each hash, none of them taken by a paper, an old address or another of the list."""
    shortest = {hash_[:KEY_LENGTH] for hash_ in hashes}
    taken = {
        *Paper.objects.filter(key__in=shortest).values_list("key", flat=True),
        *PaperAddress.objects.filter(key__in=shortest).values_list("key", flat=True),
    }

    def is_taken(key: str) -> bool:
        if key in taken or len(key) == KEY_LENGTH:
            return key in taken
        return Paper.objects.filter(key=key).exists() or PaperAddress.objects.filter(key=key).exists()

    keys = []
    for hash_ in hashes:
        keys.append(free_key(hash_, is_taken))
        taken.add(keys[-1])
    return keys


def set_authors(pairs: Iterable[tuple[Paper, Sequence[str]]]) -> None:
    """Make the names the authors of the papers, in that order, in place of whoever was there."""
    pairs = list(pairs)
    people = _people_named({name for _, names in pairs for name in names})
    Authorship.objects.filter(paper__in=[paper for paper, _ in pairs]).delete()
    Authorship.objects.bulk_create(
        Authorship(paper=paper, person=people[name_key(name)], position=position, name=name)
        for paper, names in pairs
        for position, name in enumerate(names, start=1)
    )


def _people_named(names: set[str]) -> dict[str, Person]:
    """Return people by the key of their name, storing those not yet known."""
    by_key = {name_key(name): name for name in sorted(names, reverse=True)}
    people = {person.name_key: person for person in Person.objects.filter(name_key__in=by_key)}
    new = {key: name for key, name in sorted(by_key.items()) if key not in people}
    wanted = {slug_of(name) for name in new.values()}
    taken = set(Person.objects.filter(slug__in=wanted).values_list("slug", flat=True))

    def is_taken(slug: str) -> bool:
        return slug in taken or (slug not in wanted and Person.objects.filter(slug=slug).exists())

    created = []
    for key, name in new.items():
        slug = free_slug(name, is_taken)
        taken.add(slug)
        created.append(Person(name=name, name_key=key, slug=slug))
    for person in Person.objects.bulk_create(created):
        people[person.name_key] = person
    return people


def add_links(pairs: Iterable[tuple[Paper, PaperRecord]]) -> set[int]:
    """Store the links of the records that the papers do not have yet. Returns the ids of papers that got one."""
    wanted = {(paper.pk, link.url): link.kind for paper, record in pairs for link in record.links}
    if not wanted:
        return set()
    have = set(PaperLink.objects.filter(paper__in={pk for pk, _ in wanted}).values_list("paper_id", "url"))
    links = [PaperLink(paper_id=pk, kind=kind, url=url) for (pk, url), kind in wanted.items() if (pk, url) not in have]
    PaperLink.objects.bulk_create(links)
    return {link.paper_id for link in links}


def add_keywords(pairs: Iterable[tuple[Paper, PaperRecord]]) -> set[int]:
    """Tag the papers with the keywords of their records. Returns the ids of papers that got a new tag.

    A tag that is on a paper already stays as it is, rejected ones too.
    """
    wanted: set[tuple[int, str]] = set()
    spelled: dict[str, str] = {}
    for paper, record in pairs:
        for word in record.keywords:
            wanted.add((paper.pk, name_key(word)))
            spelled.setdefault(name_key(word), word)
    if not wanted:
        return set()
    tags = _keyword_tags(spelled)
    # Nobody merges them until they are given; what was merged at this moment is looked up again.
    while len(
        Tag.objects.select_for_update(no_key=True).filter(pk__in=tags.values()).order_by("pk").values_list("pk")
    ) < len(set(tags.values())):
        tags = _keyword_tags(spelled)
    of_papers = Tagging.objects.filter(paper__in={pk for pk, _ in wanted}, owner=None)
    have = set(of_papers.values_list("paper_id", "tag_id"))
    pairs_of_ids = {(pk, tags[key]) for pk, key in wanted} - have
    Tagging.objects.bulk_create(
        Tagging(paper_id=pk, tag_id=tag, origin=Origin.IMPORT) for pk, tag in sorted(pairs_of_ids)
    )
    return {pk for pk, _ in pairs_of_ids}


def _keyword_tags(words: dict[str, str]) -> dict[str, int]:
    """Return the ids of the shared keyword tags by key of their label, storing those not yet known."""
    labels = TagLabel.objects.filter(owner=None, key__in=words)
    # A keyword that curators merged into a tag of another kind has left its address there.
    moved = labels.exclude(kind=TagKind.KEYWORD).filter(tag__addresses__kind=TagKind.KEYWORD)
    tags = dict(moved.values_list("key", "tag_id"))
    tags |= dict(labels.filter(kind=TagKind.KEYWORD).values_list("key", "tag_id"))
    new = {key: word for key, word in words.items() if key not in tags}
    made = Tag.create_many(TagKind.KEYWORD, new.values())
    return tags | {key: tag.pk for key, tag in zip(new, made, strict=True)}
