"""A paper that a curator types or edits: the same path as a loaded one, with the curator as its source."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from catalogue.curation import Known, current_vocabulary, known_of, text_of
from catalogue.importing.anchoring import anchor_evidence
from catalogue.importing.creating import free_keys, set_authors
from catalogue.importing.deriving import DERIVED_COLUMNS, derive
from catalogue.importing.extracting import save_extractions
from catalogue.importing.identity import identifying_hash
from catalogue.models import Appearance, Collection, ImportNotice, Paper, PaperText, PaperTrace, Source, User
from catalogue.models.traces import identifier_traces, traces
from catalogue.search import index_papers

BY_HAND = "Entered by hand"


def paper_with_same_text(paper: Paper) -> Paper | None:
    """Return another paper that has, or once had, the text of this one."""
    texts = PaperText.objects.filter(text_hash=identifying_hash(paper.title, paper.abstract_source))
    found = texts.exclude(paper=paper.pk).select_related("paper").first() if paper.pk else texts.first()
    return found.paper if found else None


def save_by_hand(
    paper: Paper, *, authors: Sequence[str], changed: Iterable[str], user: User, collection: Collection | None = None
) -> None:
    """Store a paper from the admin. `changed` are the stated fields that the curator touched: they become locked.

    A new paper needs a `collection`; it appears in the collection's source "Entered by hand".
    """
    touched = [name for name in Paper.STATED_FIELDS if name in set(changed)]
    hash_ = identifying_hash(paper.title, paper.abstract_source)
    with transaction.atomic():
        stamp = {"user": user.pk, "at": timezone.now().isoformat(timespec="seconds")}
        paper.field_origins = paper.field_origins | dict.fromkeys(touched, stamp)
        paper.locked_fields = [name for name in Paper.STATED_FIELDS if name in {*paper.locked_fields, *touched}]
        if paper.pk:
            _give_back(paper)
            if not set(touched).isdisjoint(Paper.IDENTIFIERS):
                _forget_identifiers(paper, touched)
        known = known_of([paper])[paper.pk] if paper.pk else Known()
        extraction = derive(paper, current_vocabulary(), known)
        if paper.pk is None:
            paper.key = free_keys([hash_])[0]
            paper.save()
            _appear(paper, hash_, collection)
        else:
            columns = [name for name in touched if name != "authors"]
            paper.save(
                update_fields=[*columns, *DERIVED_COLUMNS, "field_origins", "locked_fields", "visibility", "changed"]
            )
        if {"title", "abstract_source"} & set(touched) and not paper.texts.filter(text_hash=hash_).exists():
            # Two curators who add one paper at the same moment: the database refuses the second.
            PaperText.objects.create(text_hash=hash_, paper=paper)
        _leave_traces(paper)
        if "authors" in touched:
            set_authors([(paper, authors)])
        save_extractions([(paper, extraction)])
        index_papers([paper.pk])
        anchor_evidence({paper.pk: text_of(paper, known)})


def take_value(notice: ImportNotice, user: User) -> bool:
    """Give a paper the value that a lock kept away, as the curator's own; False where the notice holds none."""
    with transaction.atomic():
        paper = Paper.objects.select_for_update().filter(pk=notice.paper_id).first()
        if paper is None or not notice.value:
            return False
        for name, value in notice.value.items():
            if name != "authors":
                setattr(paper, name, value)
        authors = notice.value.get("authors", ())
        save_by_hand(paper, authors=authors, changed=notice.value, user=user)
        ImportNotice.objects.filter(pk=notice.pk).update(value=None)
    return True


def _forget_identifiers(paper: Paper, names: Iterable[str]) -> None:
    """Let the paper no more be recognised by identifiers that a curator takes off it."""
    stored = Paper.objects.filter(pk=paper.pk).values(*set(names).intersection(Paper.IDENTIFIERS)).get()
    PaperTrace.objects.filter(paper=paper, value__in=identifier_traces(stored).values()).delete()


def _leave_traces(paper: Paper) -> None:
    identifiers = {name: getattr(paper, name) for name in Paper.IDENTIFIERS}
    PaperTrace.leave((each, paper.pk) for each in traces(paper.title, paper.abstract_source, identifiers))


def _give_back(paper: Paper) -> None:
    """Where a lock is opened, let the next load look at the paper's entries again, changed or not."""
    before = Paper.objects.values_list("locked_fields", flat=True).get(pk=paper.pk)
    if set(before) - set(paper.locked_fields):
        paper.appearances.update(record_hash="")


def _appear(paper: Paper, hash_: str, collection: Collection | None) -> None:
    if collection is None:
        raise ValueError("a new paper needs a collection")
    # Papers that are added to one collection at the same moment take turns.
    Collection.objects.select_for_update().get(pk=collection.pk)
    source, _ = Source.objects.get_or_create(
        collection=collection, name=BY_HAND, defaults={"format": Source.BY_HAND, "loaded_at": timezone.now()}
    )
    last = source.appearances.aggregate(last=Max("position"))["last"] or 0
    Appearance.objects.create(
        paper=paper,
        source=source,
        collection=collection,
        generation=source.generation,
        position=last + 1,
        text_hash=hash_,
        record_hash=hash_,
    )
    source.entry_count, source.loaded_at = last + 1, timezone.now()
    source.save(update_fields=["entry_count", "loaded_at"])
