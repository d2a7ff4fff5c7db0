from django.db import models
from django.urls import reverse

from catalogue.models.counting import distinct_papers


class PersonQuerySet(models.QuerySet["Person"]):
    def with_papers(self) -> "PersonQuerySet":
        """Keep those who wrote a listed paper."""
        rows = Authorship.objects.filter(person=models.OuterRef("pk"), paper__visibility="listed")
        return self.filter(models.Exists(rows.order_by()))

    def with_paper_counts(self) -> "PersonQuerySet":
        """Annotate `paper_count`: listed papers the person wrote."""
        rows = Authorship.objects.filter(person=models.OuterRef("pk"), paper__visibility="listed")
        return self.annotate(paper_count=distinct_papers(rows, "person"))


class Person(models.Model):
    """Somebody who wrote papers, told apart by name as long as nothing better is known."""

    name = models.CharField(max_length=300)
    name_key = models.CharField(max_length=600, unique=True, editable=False)
    slug = models.SlugField(max_length=120, unique=True, allow_unicode=True, editable=False)

    objects = PersonQuerySet.as_manager()

    class Meta:
        ordering = ["slug"]
        verbose_name_plural = "people"
        constraints = [models.CheckConstraint(condition=~models.Q(name_key=""), name="person_has_a_name")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("person_detail", args=[self.slug])


class Authorship(models.Model):
    """A person as an author of a paper: at a position, under the name as printed there."""

    paper = models.ForeignKey("catalogue.Paper", models.CASCADE, related_name="authorships")
    person = models.ForeignKey(Person, models.PROTECT, related_name="authorships")
    position = models.PositiveIntegerField()
    name = models.CharField(max_length=300)

    class Meta:
        ordering = ["paper", "position"]
        constraints = [
            models.UniqueConstraint(fields=["paper", "position"], name="authorship_position_unique_in_paper"),
            models.CheckConstraint(condition=models.Q(position__gte=1), name="authorship_position_starts_at_one"),
        ]

    def __str__(self) -> str:
        return self.name
