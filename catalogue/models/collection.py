from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse

from catalogue.models.counting import distinct_papers
from catalogue.models.keys import free_slug, name_key


class CollectionQuerySet(models.QuerySet["Collection"]):
    def with_paper_counts(self) -> "CollectionQuerySet":
        """Annotate `paper_count`: listed papers that appeared in the collection."""
        rows = Collection.objects.filter(pk=models.OuterRef("pk"), appearances__paper__visibility="listed")
        return self.annotate(paper_count=distinct_papers(rows, "pk", paper="appearances__paper"))


class Collection(models.Model):
    """What papers appeared in: a conference of a year (`ICLR 2026`), a volume, a reading group's file."""

    name = models.CharField(max_length=200)
    slug = models.SlugField(max_length=120, unique=True, allow_unicode=True, editable=False)
    venue = models.CharField(max_length=200, blank=True, help_text="Without the year: ICLR.")
    year = models.PositiveSmallIntegerField(null=True, blank=True)
    description = models.TextField(blank=True, help_text="Shown on the collection's page.")

    objects = CollectionQuerySet.as_manager()

    class Meta:
        ordering = ["-year", "name", "id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="collection_has_a_name"),
            models.CheckConstraint(
                condition=models.Q(year=None) | models.Q(year__range=(1000, 2999)),
                name="collection_year_is_plausible",
                violation_error_message="A year has four digits.",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: object, **kwargs: object) -> None:
        """Give a new collection its address; it keeps it when it is renamed."""
        if not self.slug:
            self.slug = free_slug(self.name, lambda slug: Collection.objects.filter(slug=slug).exists())
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("collection_detail", args=[self.slug])

    def clean(self) -> None:
        """Refuse a name under which another collection is known."""
        known = CollectionName.objects.filter(key=name_key(self.name)).exclude(collection=self.pk).first()
        if known:
            raise ValidationError({"name": f"The collection {known.collection} is already known under this name."})

    def add_name(self, name: str) -> None:
        """Remember a name under which files know this collection, so that a renamed one is still found."""
        if not self.names.filter(key=name_key(name)).exists():
            self.names.create(key=name_key(name), name=name)

    @classmethod
    def named(cls, name: str) -> "Collection | None":
        """Return the collection that is or was known under `name`."""
        known = CollectionName.objects.select_related("collection").filter(key=name_key(name)).first()
        return known.collection if known else None


class CollectionName(models.Model):
    """A name a collection has or had. A file that names it so belongs to it."""

    collection = models.ForeignKey(Collection, models.CASCADE, related_name="names")
    name = models.CharField(max_length=200)
    key = models.CharField(max_length=400, unique=True, editable=False)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name
