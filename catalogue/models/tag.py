from collections.abc import Iterable
from typing import Any, Self

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models.expressions import RawSQL
from django.urls import reverse

from catalogue.models.assertion import Assertion, AssertionQuerySet, AssertionState, Origin
from catalogue.models.counting import distinct_papers, these
from catalogue.models.keys import free_slug, name_key, slug_of
from catalogue.models.reader import Reader


class TagKind(models.TextChoices):
    AREA = "area", "area"
    CONTRIBUTION = "contribution", "contribution"
    TASK = "task", "task"
    METHOD = "method", "method"
    DATASET = "dataset", "dataset"
    MODEL = "model", "model"
    MODALITY = "modality", "modality"
    KEYWORD = "keyword", "keyword"

    @property
    def plural(self) -> str:
        """The heading over several tags of the kind."""
        return "Modalities" if self is TagKind.MODALITY else f"{self.label.capitalize()}s"


# A tree that is deeper is one that nobody finds their way in.
LEVELS_AT_MOST = 5
KIND_ORDER = {kind: order for order, kind in enumerate(TagKind.values)}


class TagState(models.TextChoices):
    ACCEPTED = "accepted", "accepted"
    PROPOSED = "proposed", "proposed (curators only)"
    RETIRED = "retired", "retired (no longer used)"


class TagQuerySet(models.QuerySet["Tag"]):
    def shared(self) -> Self:
        """Tags of the catalogue, as against a reader's private labels."""
        return self.filter(owner=None)

    def public(self) -> Self:
        """Tags that everybody sees: shared and accepted."""
        return self.shared().filter(state=TagState.ACCEPTED)

    def proposing(self) -> Self:
        """Tags whose rules ask: what they find waits for a curator."""
        return self.filter(only_proposes=True)

    def among(self, ids: Iterable[int]) -> Self:
        """Tags with these ids, however many."""
        return self.filter(pk__in=these(ids, self.db))

    def with_paper_counts(self) -> Self:
        """Annotate `paper_count`: listed papers that carry the tag itself publicly (narrower tags not counted)."""
        rows = Tagging.objects.public().filter(tag=models.OuterRef("pk"), paper__visibility="listed")
        return self.annotate(paper_count=distinct_papers(rows, "tag"))

    def labelled_like(self, text: str) -> Self:
        """Tags that have a label, preferred or alternative, with every word of `text` in it."""
        labels = TagLabel.objects.filter(tag=models.OuterRef("pk"))
        for word in name_key(text).split()[:20]:
            labels = labels.filter(key__contains=word)
        return self.filter(models.Exists(labels))

    def best_first(self, text: str) -> Self:
        """Tags with a label that is `text` first, then those with one that begins so, then the others, by label."""
        labels, key = TagLabel.objects.filter(tag=models.OuterRef("pk")), name_key(text)
        closeness = models.Case(
            models.When(models.Exists(labels.filter(key=key)), then=0),
            models.When(models.Exists(labels.filter(key__startswith=key)), then=1),
            default=2,
        )
        return self.order_by(closeness, "label", "pk")


class Tag(models.Model):
    """A term of the vocabulary. Its labels, preferred and alternative, are what tells it apart."""

    kind = models.CharField(max_length=12, choices=TagKind)
    # Derived column: the preferred label. Written by `set_labels` only.
    label = models.CharField(max_length=200, editable=False)
    # Derived column: the current address. Written by `set_labels` only.
    slug = models.CharField(max_length=120, editable=False)
    scope_note = models.TextField(blank=True, help_text="What the tag is for, and what it is not for.")
    broader = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="narrower", help_text="The next wider tag."
    )
    # What `catalogue.extraction.patterns` finds the tag by, one a line.
    patterns = models.TextField(
        blank=True,
        help_text="What finds the tag in a text, one a line; an empty box: no rule gives this tag. Words in lower case "
        "stand for any case and for the plural, hyphens for spaces; a word with a capital stands for itself (RAG). "
        "A line that begins with ! is an exception: where it stands, the others do not count (!knowledge graph).",
    )
    only_proposes = models.BooleanField(
        "only proposes",
        default=False,
        help_text="What the patterns find waits in the queue until a curator decides; no paper has the tag before.",
    )
    state = models.CharField(max_length=10, choices=TagState, default=TagState.ACCEPTED)
    # Nobody: the catalogue's; a reader: a private label.
    owner = models.ForeignKey(
        Reader, models.CASCADE, null=True, blank=True, editable=False, related_name="private_tags"
    )
    added = models.DateTimeField(auto_now_add=True)

    objects = TagQuerySet.as_manager()

    class Meta:
        ordering = ["kind", "label", "id"]
        constraints = [
            models.CheckConstraint(condition=models.Q(kind__in=TagKind.values), name="tag_kind_known"),
            models.CheckConstraint(condition=models.Q(state__in=TagState.values), name="tag_state_known"),
            models.CheckConstraint(
                condition=models.Q(broader=None) | ~models.Q(broader=models.F("pk")), name="tag_not_broader_than_itself"
            ),
        ]
        indexes = [models.Index(fields=["kind", "label"], name="tag_by_label")]

    def __str__(self) -> str:
        return f"{self.label} ({self.kind})"

    def get_absolute_url(self) -> str:
        return reverse("tag_detail", args=[self.kind, self.slug])

    @property
    def is_public(self) -> bool:
        """Whether everybody sees the tag."""
        return self.owner_id is None and self.state == TagState.ACCEPTED

    @property
    def kind_order(self) -> int:
        """Where the tag's kind stands among the kinds."""
        return KIND_ORDER[self.kind]

    @property
    def alternative_labels(self) -> list[str]:
        """The other labels under which the tag is found."""
        return [label.label for label in self.labels.all() if not label.preferred]

    def wider_tags(self) -> list["Tag"]:
        """Return the broader tags, the widest first, the nearest last."""
        chain: list[Tag] = []
        tag = self.broader
        while tag is not None and tag not in chain and tag != self:
            chain.append(tag)
            tag = tag.broader
        return chain[::-1]

    def clean(self) -> None:
        """Refuse a broader or narrower tag of another kind, and a circle of broader tags."""
        strays = self.narrower.exclude(kind=self.kind).first() if self.pk else None
        if strays:
            raise ValidationError({"kind": f"The narrower tag {strays.label} is of kind {strays.kind}: move it first."})
        if self.broader is None:
            return
        if self.broader.kind != self.kind:
            raise ValidationError({"broader": f"{self.broader.label} is of kind {self.broader.kind}, not {self.kind}."})
        if self == self.broader or self in self.broader.wider_tags():
            raise ValidationError(
                {"broader": f"{self.broader.label} is {self.label} itself or narrower: that would be a circle."}
            )
        if len(self.broader.wider_tags()) + 2 + self.levels_below() > LEVELS_AT_MOST:
            raise ValidationError({"broader": f"That would be more than {LEVELS_AT_MOST} levels of tags."})

    def levels_below(self) -> int:
        """Return how many levels of narrower tags there are; more than LEVELS_AT_MOST are not counted."""
        ids, levels = [self.pk] if self.pk else [], 0
        while levels < LEVELS_AT_MOST:
            ids = list(Tag.objects.filter(broader__in=ids).values_list("pk", flat=True))
            if not ids:
                break
            levels += 1
        return levels

    @classmethod
    def create(cls, kind: str, label: str, alternative_labels: Iterable[str] = (), **fields: Any) -> "Tag":
        """Create a tag with its labels and its address."""
        with transaction.atomic():
            tag = cls(kind=kind, label=label, **fields)
            tag.save()
            tag.set_labels(label, alternative_labels)
        return tag

    @classmethod
    def create_many(cls, kind: str, labels: Iterable[str]) -> list["Tag"]:
        """Create a shared tag for each of some labels, which are new and all different; four queries for any number."""
        labels = [" ".join(label.split()) for label in labels]
        wanted = {slug_of(label) for label in labels}
        addresses = TagAddress.objects.filter(kind=kind)
        taken = set(addresses.filter(slug__in=wanted).values_list("slug", flat=True))

        def is_taken(slug: str) -> bool:
            return slug in taken or (slug not in wanted and addresses.filter(slug=slug).exists())

        tags = []
        for label in labels:
            tags.append(cls(kind=kind, label=label, slug=free_slug(label, is_taken)))
            taken.add(tags[-1].slug)
        with transaction.atomic():
            cls.objects.bulk_create(tags)
            TagLabel.objects.bulk_create(
                TagLabel(tag=tag, kind=kind, preferred=True, **TagLabel.columns(tag.label)) for tag in tags
            )
            TagAddress.objects.bulk_create(TagAddress(tag=tag, kind=kind, slug=tag.slug) for tag in tags)
        return tags

    def label_clashes(self, labels: Iterable[str]) -> list["TagLabel"]:
        """Return the labels of other tags, of the same kind and owner, that spell one of `labels`."""
        keys = [name_key(label) for label in labels]
        taken = TagLabel.objects.filter(kind=self.kind, key__in=keys, owner=self.owner).select_related("tag")
        return list(taken.exclude(tag=self.pk) if self.pk else taken)

    def set_labels(self, preferred: str, alternative: Iterable[str] = ()) -> None:
        """Make `preferred` the preferred label and `alternative` the alternative ones; spellings of one key count once.

        Labels keep their languages, and stay preferred in those that `preferred` is not in. The address follows the
        preferred label; the address the tag had redirects to it.
        """
        wanted = {name_key(label): " ".join(label.split()) for label in [*reversed(list(alternative)), preferred]}
        with transaction.atomic():
            self.labels.exclude(key__in=wanted).delete()
            there = {label.key: label for label in self.labels.all()}
            shown = there.get(name_key(preferred), TagLabel())
            others = {key for key, label in there.items() if label.preferred and label.language != shown.language}
            self.labels.update(preferred=False, kind=self.kind)
            for key, label in wanted.items():
                values = TagLabel.columns(label) | {"preferred": key == name_key(preferred) or key in others}
                TagLabel.objects.update_or_create(tag=self, kind=self.kind, key=key, owner=self.owner, defaults=values)
            self.label = wanted[name_key(preferred)]
            self.slug = self._address_for(self.label)
            self.save(update_fields=["label", "slug"])

    def _address_for(self, label: str) -> str:
        """Return the slug for `label`, kept if an address of this tag fits it already, else reserved as a new one.

        A private label has no address, and takes none away.
        """
        if self.owner_id:
            return slug_of(label)
        others = TagAddress.objects.filter(kind=self.kind).exclude(tag=self)
        slug = free_slug(label, lambda slug: others.filter(slug=slug).exists())
        TagAddress.objects.get_or_create(kind=self.kind, slug=slug, defaults={"tag": self})
        return slug


class TagLabel(models.Model):
    """A preferred or alternative label. `kind` and `owner` repeat the tag's, for the database to refuse twins."""

    tag = models.ForeignKey(Tag, models.CASCADE, related_name="labels")
    kind = models.CharField(max_length=12, choices=TagKind, editable=False)
    owner = models.ForeignKey(Reader, models.CASCADE, null=True, blank=True, editable=False)
    label = models.CharField(max_length=200)
    key = models.CharField(max_length=400, editable=False)
    # Derived column: the label without case and accents, what it is found by while somebody types.
    slug = models.CharField(max_length=80, editable=False)
    language = models.CharField(max_length=35, default="en")
    preferred = models.BooleanField(default=False)

    class Meta:
        ordering = ["-preferred", "label", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "key"], condition=models.Q(owner=None), name="label_unique_among_shared_tags"
            ),
            models.UniqueConstraint(
                fields=["owner", "kind", "key"],
                condition=models.Q(owner__isnull=False),
                name="label_unique_among_own_tags",
            ),
            models.UniqueConstraint(
                fields=["tag", "language"], condition=models.Q(preferred=True), name="one_preferred_label_a_language"
            ),
            models.CheckConstraint(condition=~models.Q(key=""), name="label_not_empty"),
        ]

    def __str__(self) -> str:
        return self.label

    @staticmethod
    def columns(label: str) -> dict[str, Any]:
        """Return what a label is stored as: its text and what is derived from it."""
        return {"label": label, "key": name_key(label), "slug": slug_of(label)}


class TagAddress(models.Model):
    """A slug under which a tag is or was reached. Old ones redirect."""

    tag = models.ForeignKey(Tag, models.CASCADE, related_name="addresses")
    kind = models.CharField(max_length=12, choices=TagKind)
    slug = models.CharField(max_length=120)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "slug"], name="tag_address_unique_in_kind")]

    def __str__(self) -> str:
        return f"{self.kind}/{self.slug}"


class TaggingQuerySet(AssertionQuerySet["Tagging"]):
    def public(self) -> Self:
        """Taggings that everybody sees: shared and accepted, of a shared and accepted tag. Facets count these."""
        return self.filter(owner=None, state=AssertionState.ACCEPTED, tag__owner=None, tag__state=TagState.ACCEPTED)

    def among(self, ids: Iterable[int]) -> Self:
        """Taggings with these ids, however many."""
        return self.filter(pk__in=these(ids, self.db))

    def waiting(self) -> Self:
        """Taggings that curators are asked about: what readers propose, and what rules or files only propose."""
        # As a constant and no parameter: SQLite takes the index `tagging_waiting` for that only.
        return self.filter(state=RawSQL(f"'{AssertionState.PROPOSED.value}'", ()), tag__owner=None)  # noqa: S611


class Tagging(Assertion):
    """A tag on a paper."""

    paper = models.ForeignKey("catalogue.Paper", models.CASCADE, related_name="taggings")
    tag = models.ForeignKey(Tag, models.CASCADE, related_name="taggings")
    owner = models.ForeignKey(
        Reader, models.CASCADE, null=True, blank=True, editable=False, related_name="own_taggings"
    )
    rank = models.PositiveSmallIntegerField(default=1, help_text="1 is the primary one of its kind.")
    # Of a reader's proposal that curators accepted as another tag: the label it was proposed under.
    asked_as = models.CharField(max_length=200, null=True, blank=True, editable=False)  # noqa: DJ001

    objects = TaggingQuerySet.as_manager()

    class Meta:
        ordering = ["rank", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["paper", "tag"], condition=models.Q(owner=None), name="one_public_tagging_a_paper_and_tag"
            ),
            models.UniqueConstraint(
                # What one reader has is looked up by this: the owner first, and the condition in words SQLite knows.
                fields=["owner", "paper", "tag"],
                condition=models.Q(owner__isnull=False),
                name="one_own_tagging_a_paper_and_tag",
            ),
            models.CheckConstraint(condition=models.Q(origin__in=Origin.values), name="tagging_origin_known"),
            models.CheckConstraint(condition=models.Q(state__in=AssertionState.values), name="tagging_state_known"),
        ]
        indexes = [
            models.Index(fields=["tag", "paper"], name="tagging_by_tag"),
            # What people decided, which is little beside what rules found.
            models.Index(fields=["tag"], condition=models.Q(decided_by__isnull=False), name="tagging_decided"),
            models.Index(fields=["tag"], condition=models.Q(state="proposed"), name="tagging_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.tag} ({self.state})"
