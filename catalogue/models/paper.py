from collections.abc import Iterable
from typing import Any, Self

from django.db import connections, models
from django.db.models.functions import Collate
from django.urls import reverse
from django.utils.functional import cached_property

from catalogue.markup import Rendered, excerpt, part
from catalogue.models.assertion import Assertion, AssertionQuerySet, AssertionState, Origin
from catalogue.models.collection import Collection
from catalogue.models.counting import these
from catalogue.models.finding import Finding
from catalogue.models.keys import slug_of
from catalogue.models.person import Authorship, Person
from catalogue.models.source import Appearance
from catalogue.models.tag import Tagging

EXCERPT_LENGTH = 225
# Letters in code point order, the same on both databases.
BINARY_COLLATION = {"sqlite": "BINARY", "postgresql": "C"}


class Visibility(models.TextChoices):
    LISTED = "listed", "listed"
    HIDDEN = "hidden", "hidden (curators only)"
    WITHDRAWN = "withdrawn", "withdrawn (says so at its address)"


class PaperQuerySet(models.QuerySet["Paper"]):
    def listed(self) -> Self:
        """Papers that everybody sees; only these are counted."""
        return self.filter(visibility=Visibility.LISTED)

    def among(self, ids: Iterable[int]) -> Self:
        """Papers with these ids, however many."""
        return self.filter(pk__in=these(ids, self.db))

    def in_collection(self, collection: Collection) -> Self:
        """Papers that appeared in a collection, each once."""
        return self.filter(pk__in=Appearance.objects.filter(collection=collection).values("paper"))

    def written_by(self, person: Person) -> Self:
        """Papers that have a person among their authors, each once."""
        return self.filter(pk__in=Authorship.objects.filter(person=person).values("paper"))

    def with_page(self) -> Self:
        """Fetch what the page of a paper shows beside its card, in a constant number of queries."""
        taggings = Tagging.objects.public().select_related("tag").defer("tag__patterns", "tag__scope_note")
        return self.prefetch_related(
            models.Prefetch("appearances", Appearance.objects.select_related("collection", "source")),
            models.Prefetch("taggings", taggings),
            models.Prefetch("links", PaperLink.objects.accepted()),
            models.Prefetch("findings", Finding.objects.accepted()),
        )

    def on_one_line(self) -> Self:
        """Fetch what one line says of a paper, in one query: heading, year, and where it first appeared."""
        first = Appearance.objects.filter(paper=models.OuterRef("pk")).order_by("pk").values("collection__name")[:1]
        lines = self.only("key", "heading", "heading_html", "year", "language")
        return lines.annotate(collection_name=models.Subquery(first))

    def newest_first(self) -> Self:
        """By year, papers without one last; a later id first within a year."""
        return self.order_by(models.F("year").desc(nulls_last=True), "-id")

    def oldest_first(self) -> Self:
        """By year, papers without one last; an earlier id first within a year."""
        return self.order_by(models.F("year").asc(nulls_last=True), "id")

    def recently_added(self) -> Self:
        """By the time they were loaded, the latest first."""
        return self.order_by("-added", "-id")

    def by_heading(self) -> Self:
        """By heading, case, accents and leading punctuation ignored."""
        return self.order_by(Collate("heading_key", BINARY_COLLATION[connections[self.db].vendor]), "id")


class Paper(models.Model):
    """A paper: what its sources say of it, and what is derived from that."""

    # What a source or a curator states. `authors` stands for the authorships as a whole.
    STATED_FIELDS = (
        "title",
        "abstract_source",
        "authors",
        "year",
        "language",
        "doi",
        "arxiv_id",
        "openreview_id",
        "url",
        "pdf_url",
    )
    IDENTIFIERS = ("doi", "arxiv_id", "openreview_id")

    key = models.CharField(max_length=26, unique=True, editable=False)
    visibility = models.CharField(max_length=10, choices=Visibility, default=Visibility.LISTED, db_index=True)

    title = models.TextField(blank=True, help_text="As printed. Empty: the heading is made from the abstract.")
    abstract_source = models.TextField("abstract", blank=True, help_text="As the authors wrote it, LaTeX and all.")
    year = models.PositiveSmallIntegerField(null=True, blank=True)
    language = models.CharField(max_length=35, blank=True, help_text="Of the text, as a BCP 47 tag: en, zh-Hans.")
    doi = models.CharField("DOI", max_length=300, blank=True)
    arxiv_id = models.CharField("arXiv identifier", max_length=40, blank=True)
    openreview_id = models.CharField("OpenReview identifier", max_length=60, blank=True)
    url = models.URLField("address of the paper", max_length=800, blank=True)
    pdf_url = models.URLField("address of the PDF", max_length=800, blank=True)

    # Derived columns, always written together by `importing.derive`.
    heading = models.CharField(max_length=400, editable=False)
    heading_html = models.TextField(editable=False)
    heading_key = models.CharField(max_length=400, editable=False, db_index=True)
    abstract_html = models.TextField(blank=True, editable=False)
    abstract_text = models.TextField(blank=True, editable=False)

    # What a curator may want to mend; None: not derived since these are looked for. The heading is only the beginning
    # of the first sentence; something of the markup of title or abstract is left over in what is shown.
    plain_heading = models.BooleanField(null=True, editable=False)
    odd_markup = models.BooleanField(null=True, editable=False)

    # What the rules last read, as `importing.extracting` writes it; another value: they have something new to read.
    extracted = models.CharField(max_length=26, blank=True, editable=False)

    # Where each stated field came from: {"title": {"source": 3, "line": 17}} or {"title": {"user": 1, "at": "…"}}.
    field_origins = models.JSONField(default=dict, blank=True, editable=False)
    # Stated fields that no later load overwrites.
    locked_fields = models.JSONField(default=list, blank=True)

    added = models.DateTimeField(auto_now_add=True, db_index=True)
    changed = models.DateTimeField(auto_now=True)

    # What lists show, where `with_cards` has fetched it.
    card: Any

    objects = PaperQuerySet.as_manager()

    class Meta:
        ordering = [models.F("year").desc(nulls_last=True), "-id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(key=""), name="paper_has_a_key"),
            models.CheckConstraint(condition=~models.Q(heading=""), name="paper_has_a_heading"),
            models.CheckConstraint(
                condition=~models.Q(title="") | ~models.Q(abstract_source=""),
                name="paper_has_a_title_or_an_abstract",
                violation_error_message="A paper needs a title or an abstract.",
            ),
            models.CheckConstraint(condition=models.Q(visibility__in=Visibility.values), name="paper_visibility_known"),
            models.CheckConstraint(
                condition=models.Q(year=None) | models.Q(year__range=(1000, 2999)),
                name="paper_year_is_plausible",
                violation_error_message="A year has four digits.",
            ),
            *(
                models.UniqueConstraint(fields=[name], condition=~models.Q(**{name: ""}), name=f"paper_{name}_unique")
                for name in ("doi", "arxiv_id", "openreview_id")
            ),
        ]
        indexes = [
            models.Index(fields=["-year", "-id"], name="paper_newest"),
            models.Index(fields=["id"], condition=models.Q(plain_heading=True), name="paper_plain_heading"),
            models.Index(fields=["id"], condition=models.Q(odd_markup=True), name="paper_odd_markup"),
        ]

    def __str__(self) -> str:
        return self.heading

    def get_absolute_url(self) -> str:
        return reverse("paper_detail", args=[self.key, self.slug])

    @property
    def slug(self) -> str:
        """What the address says to a reader's eye. It follows the heading; the key alone tells papers apart."""
        return slug_of(self.heading)[:60].strip("-") or "paper"

    @property
    def heading_is_derived(self) -> bool:
        """Whether the source has no title, so that the heading was made from the abstract."""
        return not self.title

    @cached_property
    def excerpt(self) -> Rendered:
        """The beginning of the abstract, cut at a word. A heading that is that beginning is not said again."""
        abstract = Rendered(self.abstract_html, self.abstract_text)
        beginning = self.heading.removesuffix("…")
        if not self.heading_is_derived or not abstract.text.startswith(beginning):
            return excerpt(abstract, EXCERPT_LENGTH)
        length = len(abstract.text) - len(abstract.text[len(beginning) :].lstrip(" .。—–,;:"))
        rest = excerpt(part(abstract, length, length + 2 * EXCERPT_LENGTH), EXCERPT_LENGTH)
        lead = "… " if beginning != self.heading and rest.text else ""
        return Rendered(lead + rest.html, lead + rest.text)

    @property
    def public_taggings(self) -> list[Any]:
        """Accepted taggings that everybody sees, primary first. Uses the taggings that `with_page` fetched."""
        return sorted(self.taggings.all(), key=lambda t: (t.tag.kind_order, t.rank, t.tag.label))


class PaperAddress(models.Model):
    """A key that a paper had before it was merged into another. Its old address redirects."""

    key = models.CharField(max_length=26, unique=True)
    paper = models.ForeignKey(Paper, models.CASCADE, related_name="old_addresses")

    def __str__(self) -> str:
        return self.key


class PaperText(models.Model):
    """The hash of a text a paper has or had. A record with that text is that paper."""

    text_hash = models.CharField(max_length=26, primary_key=True)
    paper = models.ForeignKey(Paper, models.CASCADE, related_name="texts")

    def __str__(self) -> str:
        return self.text_hash


class PaperLink(Assertion):
    """A link from a paper to its code, data, project page or PDF."""

    class Kind(models.TextChoices):
        CODE = "code", "code"
        DATA = "data", "data"
        PROJECT = "project", "project page"
        PDF = "pdf", "PDF"

    paper = models.ForeignKey(Paper, models.CASCADE, related_name="links")
    origin = models.CharField(max_length=10, choices=Origin, default=Origin.IMPORT)
    kind = models.CharField(max_length=10, choices=Kind)
    url = models.URLField(max_length=800)

    objects = AssertionQuerySet.as_manager()

    class Meta:
        ordering = ["kind", "id"]
        constraints = [
            models.UniqueConstraint(fields=["paper", "url"], name="link_unique_in_paper"),
            models.CheckConstraint(
                condition=models.Q(kind__in=["code", "data", "project", "pdf"]), name="link_kind_known"
            ),
            models.CheckConstraint(condition=models.Q(origin__in=Origin.values), name="link_origin_known"),
            models.CheckConstraint(condition=models.Q(state__in=AssertionState.values), name="link_state_known"),
        ]
        indexes = [models.Index(fields=["kind", "paper"], name="link_by_kind")]

    def __str__(self) -> str:
        return self.url
