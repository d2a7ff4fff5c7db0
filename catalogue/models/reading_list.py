"""Reading lists: papers in an order of somebody's own, with headings and notes."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Self

from django.db import models, transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from catalogue.models import ordering
from catalogue.models.keys import CROCKFORD
from catalogue.models.paper import Paper
from catalogue.models.reader import Reader, hash_of, secret

PUBLIC_ID_LENGTH = 12
ITEMS_AT_MOST = 10_000
LISTS_AT_MOST = 500
VERSIONS_AT_MOST = 100
NOTE_AT_MOST = 20_000
AT_ONCE = 1000
SAVED_TITLE = "Saved papers"


class ListVisibility(models.TextChoices):
    PRIVATE = "private", "Private: only you and those you invite"
    LINK = "link", "By link: whoever has the secret link may read it"
    PUBLIC = "public", "Public: everybody may read it, and it is listed"


class ReadState(models.TextChoices):
    UNREAD = "unread", "To read"
    READING = "reading", "Reading"
    READ = "read", "Read"


class ListIsFull(Exception):
    """A list holds ITEMS_AT_MOST papers and VERSIONS_AT_MOST versions, a reader LISTS_AT_MOST lists."""


def public_id() -> str:
    """Return a random name for addresses, of 60 bits."""
    return "".join(secrets.choice(CROCKFORD) for _ in range(PUBLIC_ID_LENGTH))


class ReadingListQuerySet(models.QuerySet["ReadingList"]):
    def public(self) -> Self:
        """Lists that everybody sees."""
        return self.filter(visibility=ListVisibility.PUBLIC)

    def owned_by(self, reader: Reader | None) -> Self:
        """Lists that belong to a reader."""
        return self.filter(owner=reader) if reader else self.none()

    def shared_with(self, reader: Reader | None) -> Self:
        """Lists of others to which a reader was invited."""
        return self.filter(memberships__reader=reader) if reader else self.none()

    def edited_by(self, reader: Reader | None) -> Self:
        """Lists that a reader may change: own ones, and those of others as co-editor."""
        if reader is None:
            return self.none()
        editing = reader.memberships.filter(role="editor")
        return self.filter(models.Q(owner=reader) | models.Q(pk__in=editing.values("reading_list")))

    def with_progress(self) -> Self:
        """Annotate `item_count` and `read_count`: papers that everybody sees, and those of them that are read."""
        items = Item.objects.filter(reading_list=models.OuterRef("pk"), paper__visibility="listed")
        return self.annotate(item_count=_count(items), read_count=_count(items.filter(state=ReadState.READ)))


def _count(items: models.QuerySet[Any]) -> models.functions.Coalesce:
    counted = items.order_by().values("reading_list").annotate(n=models.Count("pk")).values("n")
    return models.functions.Coalesce(models.Subquery(counted), 0)


class ReadingList(models.Model):
    """Papers in an order, in sections, with notes. Each reader has one that `Save` fills (`is_saved`)."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=public_id, editable=False)
    owner = models.ForeignKey(Reader, models.CASCADE, related_name="reading_lists", editable=False)
    title = models.CharField(max_length=200)
    description = models.TextField(blank=True, max_length=20_000, help_text="Markdown and LaTeX.")
    visibility = models.CharField(max_length=10, choices=ListVisibility, default=ListVisibility.PRIVATE)
    # What stands in the link that shows the list to whoever has it; none where there is no such link.
    secret = models.CharField(max_length=32, null=True, blank=True, unique=True, editable=False)
    is_saved = models.BooleanField(default=False, editable=False)
    added = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(default=timezone.now, editable=False)

    objects = ReadingListQuerySet.as_manager()

    class Meta:
        ordering = ["-is_saved", "-changed", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["owner"], condition=models.Q(is_saved=True), name="one_saved_list_a_reader"
            ),
            models.CheckConstraint(condition=~models.Q(title=""), name="list_has_a_title"),
            models.CheckConstraint(
                condition=models.Q(visibility__in=ListVisibility.values), name="list_visibility_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(visibility=ListVisibility.LINK) | models.Q(secret__isnull=False),
                name="list_by_link_has_a_secret",
            ),
        ]
        indexes = [models.Index(fields=["visibility", "-changed"], name="lists_by_visibility")]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("list_detail", args=[self.public_id])

    @property
    def visibility_word(self) -> str:
        """Who may read the list, in one or two words."""
        return str(self.get_visibility_display()).partition(":")[0]

    @property
    def secret_url(self) -> str:
        """The address for whoever has the link; empty where the list is not read by link."""
        by_link = self.visibility == ListVisibility.LINK and self.secret
        return reverse("list_by_secret", args=[self.secret]) if by_link else ""

    @classmethod
    def create(cls, owner: Reader, title: str, **fields: Any) -> "ReadingList":
        """Create a list. ListIsFull if the reader has too many."""
        if owner.reading_lists.count() >= LISTS_AT_MOST:
            raise ListIsFull(f"You have {LISTS_AT_MOST} lists, and no more fit.")
        return cls.objects.create(owner=owner, title=title, **fields)

    @classmethod
    def saved_by(cls, reader: Reader) -> "ReadingList":
        """Return the list that `Save` fills, made if there is none."""
        return cls.objects.get_or_create(owner=reader, is_saved=True, defaults={"title": SAVED_TITLE})[0]

    def show_to(self, visibility: str) -> None:
        """Set who may read the list. One that is made private loses its secret: the old link stays dead.

        A link that was handed out goes on working when the list becomes public.
        """
        self.visibility = visibility
        if visibility != ListVisibility.PUBLIC:
            self.secret = (self.secret or secret()) if visibility == ListVisibility.LINK else None
        self.save(update_fields=["visibility", "secret"])

    def renew_secret(self) -> None:
        """Make another secret link; the present one leads nowhere from now on."""
        if self.secret:
            self.secret = secret()
            self.save(update_fields=["secret"])

    def hand_over(self) -> bool:
        """Give the list to the one who has been its co-editor the longest; return whether there is one."""
        heir = self.memberships.filter(role="editor").select_related("reader__user").first()
        if heir is None:
            return False
        if self.is_saved:
            self.title = f"{self.title} of {self.owner.name}"[:200]
        self.owner, self.is_saved = heir.reader, False
        self.secret = secret() if self.secret else None
        self.save(update_fields=["owner", "is_saved", "title", "secret"])
        # To whom the former owner wrote is not the heir's to know.
        self.invitations.all().delete()
        heir.delete()
        return True

    @contextmanager
    def held(self, *others: "ReadingList") -> Iterator[None]:
        """Let writers of the list, and of `others`, wait for each other, until the end of the transaction.

        ReadingList.DoesNotExist if somebody deleted one of them meanwhile. Always in one order, so that two who hold
        several wait for each other and not both in vain.
        """
        wanted = {each.pk for each in (self, *others)}
        with transaction.atomic():
            rows = ReadingList.objects.select_for_update().filter(pk__in=wanted).order_by("pk")
            if len(rows) < len(wanted):
                raise ReadingList.DoesNotExist
            yield

    @contextmanager
    def locked(self, *others: "ReadingList") -> Iterator[None]:
        """As `held`; the list counts as changed."""
        with self.held(*others):
            yield
            ReadingList.objects.filter(pk=self.pk).update(changed=timezone.now())

    def drop(self) -> None:
        """Delete the list with all that is in it, after whoever is writing to it."""
        with self.held():
            self.delete()

    # What changes the items. Each of these leaves positions 1, 2, …, n.
    def add(self, papers: Iterable[int], by: Reader, section: str = "", **fields: Any) -> int:
        """Put papers, by id, at the end of the list or of a section; return how many were not there yet.

        ListIsFull, and nothing is added, if they do not fit.
        """
        with self.locked():
            there = set(self.items.values_list("paper_id", flat=True))
            new = [pk for pk in dict.fromkeys(papers) if pk not in there]
            self.append((Item(paper_id=pk, section=section, **fields) for pk in new), by)
        return len(new)

    def append(self, items: Iterable["Item"], by: Reader) -> None:
        """Put new items, of papers that are not there yet, in their order at the end of their sections.

        ListIsFull, and nothing is added, if they do not fit.
        """
        with self.locked():
            of_paper = {item.paper_id: item for item in items}
            count = self.items.aggregate(n=models.Count("pk"), last=models.Max("position"))
            if count["n"] + len(of_paper) > ITEMS_AT_MOST:
                raise ListIsFull(f"A list holds {ITEMS_AT_MOST:,} papers at most.")
            # In sections already, so that few runs of them have to move.
            places = ordering.gathered((paper, item.section) for paper, item in of_paper.items())
            new = [of_paper[paper] for paper, _ in places]
            for position, item in enumerate(new, start=(count["last"] or 0) + 1):
                item.pk, item.reading_list, item.position, item.added_by = None, self, position, by
            Item.objects.bulk_create(new, batch_size=AT_ONCE)
            self._store(ordering.gathered(self._places()))

    def remove(self, papers: Iterable[int]) -> int:
        """Take papers, by id, out of the list; return how many were there."""
        with self.locked():
            gone, _ = self._of(papers).delete()
            self._store(self._places())
        return gone

    def move(self, papers: Iterable[int], to: int, section: str | None = None) -> None:
        """Put papers, in the order they have, from place `to` on (`ordering.moved`)."""
        self._arrange(lambda places: ordering.moved(places, self._items_of(papers), to, section))

    def place(self, wanted: Mapping[int, int]) -> None:
        """Put each paper of `wanted` at its place (`ordering.placed`)."""

        def placed(places: list[ordering.Place]) -> list[ordering.Place]:
            items = self.items.filter(paper__in=list(wanted)).values_list("pk", "paper_id")
            return ordering.placed(places, {item: wanted[paper] for item, paper in items})

        self._arrange(placed)

    def put_in_section(self, papers: Iterable[int], section: str) -> None:
        """Put papers under a heading; an empty one is the part before the first heading."""
        self._arrange(lambda places: ordering.put_in_section(places, self._items_of(papers), section))

    def rename_section(self, section: str, to: str) -> None:
        """Change a heading; without one its papers join the section before it."""
        self._arrange(lambda places: ordering.renamed(places, section, to))

    def move_section(self, section: str, step: int) -> None:
        """Move a section with all that is in it up or down among the sections."""
        self._arrange(lambda places: ordering.section_moved(places, section, step))

    def set_state(self, papers: Iterable[int], state: str) -> int:
        """Say of papers whether they are read; return how many are in the list."""
        with self.locked():
            return self._of(papers).update(state=state)

    def set_note(self, paper: int, note: str) -> None:
        """Write the note on a paper."""
        with self.locked():
            self.items.filter(paper=paper).update(note=note)

    def merge(self, other: "ReadingList", by: Reader) -> int:
        """Put what is in another list at the end of this one; return how many papers were not there yet.

        Of a paper that both hold, what one list says and the other does not is kept, and both notes are. ListIsFull,
        and nothing is done, if the papers or two such notes do not fit.
        """
        with self.locked(other):
            mine = {item.paper_id: item for item in self.items.all()}
            theirs = list(other.items.all())
            new = [item for item in theirs if item.paper_id not in mine]
            both = [(mine[item.paper_id], item) for item in theirs if item.paper_id in mine]
            if any(len(_notes(*pair)) > NOTE_AT_MOST for pair in both):
                raise ListIsFull(f"Two notes on one paper have more than {NOTE_AT_MOST:,} characters together.")
            Item.objects.bulk_update([_joined(*pair) for pair in both], ["note", "state"], batch_size=AT_ONCE)
            self.append(new, by)
        return len(new)

    def absorb(self, other: "ReadingList", by: Reader) -> None:
        """Merge another saved list and delete it; if they do not fit into one, it stays as a list like others."""
        try:
            self.merge(other, by)
        except ListIsFull:
            other.is_saved = False
            other.save(update_fields=["is_saved"])
        else:
            other.drop()

    def copy_for(self, reader: Reader) -> "ReadingList":
        """Return a private copy that belongs to another reader, in which nothing is read yet."""
        with transaction.atomic():
            copy = ReadingList.create(reader, self.title, description=self.description)
            items = [
                Item(reading_list=copy, paper_id=paper, position=position, section=section, note=note, added_by=reader)
                for position, (paper, section, note) in enumerate(self.items.values_list("paper", "section", "note"), 1)
            ]
            Item.objects.bulk_create(items, batch_size=AT_ONCE)
        return copy

    def freeze(self, label: str, by: Reader) -> Any:
        """Keep the list as it is now, under a label. ListIsFull if there are too many versions."""
        with self.locked():
            if self.versions.count() >= VERSIONS_AT_MOST:
                raise ListIsFull(f"A list keeps {VERSIONS_AT_MOST} versions at most. Delete one that nobody needs.")
            number = (self.versions.aggregate(last=models.Max("number"))["last"] or 0) + 1
            return self.versions.create(number=number, label=label, made_by=by, content=self.content())

    def content(self) -> dict[str, Any]:
        """Return what the list says now, as `ListVersion.content` keeps it."""
        rows = self.items.values_list("paper_id", "paper__key", "paper__heading", "section", "note")
        items = [dict(zip(("paper", "key", "heading", "section", "note"), row, strict=True)) for row in rows]
        return {"title": self.title, "description": self.description, "items": items}

    def _of(self, papers: Iterable[int]) -> models.QuerySet["Item"]:
        return self.items.filter(pk__in=self._items_of(papers))

    def _items_of(self, papers: Iterable[int]) -> list[int]:
        wanted = set(papers)
        return [item for item, paper in self.items.values_list("pk", "paper_id") if paper in wanted]

    def _places(self) -> list[ordering.Place]:
        return list(self.items.values_list("pk", "section"))

    def _arrange(self, change: Callable[[list[ordering.Place]], list[ordering.Place]]) -> None:
        with self.locked():
            self._store(change(self._places()))

    def _store(self, places: list[ordering.Place]) -> None:
        """Write the order and the sections. Positions go by way of negative ones, so that no two are ever the same."""
        rows = {
            pk: (position, section) for pk, position, section in self.items.values_list("pk", "position", "section")
        }
        for section in {section for pk, section in places if rows[pk][1] != section}:
            changed = [pk for pk, wanted in places if wanted == section != rows[pk][1]]
            for start in range(0, len(changed), AT_ONCE):
                self.items.filter(pk__in=changed[start : start + AT_ONCE]).update(section=section)
        steps = ordering.shifts({pk: position for pk, (position, _) in rows.items()}, [pk for pk, _ in places])
        for first, last, step in steps:
            self.items.filter(position__range=(first, last)).update(position=-(F("position") + step))
        if steps:
            self.items.filter(position__lt=0).update(position=-F("position"))


def _joined(mine: "Item", theirs: "Item") -> "Item":
    order = ReadState.values
    mine.state = max(mine.state, theirs.state, key=order.index)
    mine.note = _notes(mine, theirs)
    return mine


def _notes(mine: "Item", theirs: "Item") -> str:
    """Return both notes as one; what is said already is not said again."""
    if not theirs.note.strip() or theirs.note.strip() in mine.note:
        return mine.note
    return f"{mine.note.rstrip()}\n\n{theirs.note}".strip() if mine.note else theirs.note


class Item(models.Model):
    """A paper in a list. `position` counts from 1; papers that are deleted leave gaps until the next change."""

    reading_list = models.ForeignKey(ReadingList, models.CASCADE, related_name="items")
    paper = models.ForeignKey(Paper, models.CASCADE, related_name="items")
    position = models.IntegerField()
    section = models.CharField(max_length=200, blank=True)
    note = models.TextField(blank=True, max_length=NOTE_AT_MOST)
    state = models.CharField(max_length=10, choices=ReadState, default=ReadState.UNREAD)
    added = models.DateTimeField(auto_now_add=True)
    added_by = models.ForeignKey(Reader, models.SET_NULL, null=True, blank=True, related_name="items_added")

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["reading_list", "paper"], name="paper_once_in_a_list"),
            models.UniqueConstraint(fields=["reading_list", "position"], name="one_item_a_position"),
            models.CheckConstraint(condition=models.Q(state__in=ReadState.values), name="item_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.position}. {self.paper}"

    @property
    def note_hash(self) -> str:
        """What tells this note from another; empty for none."""
        return hash_of(self.note)[:12] if self.note else ""
