from django.db import models

from catalogue.models.collection import Collection


class Source(models.Model):
    """A loaded file. Its SHA-256 is its version; a new version replaces its appearances.

    While a new version is being loaded its appearances stand beside those of the last complete one, under the
    next `generation`; the end of the load drops the older ones in one transaction. A reader who counts distinct
    papers never sees a half-replaced file.
    """

    BY_HAND = "hand"

    collection = models.ForeignKey(Collection, models.PROTECT, related_name="sources")
    name = models.CharField(max_length=255)
    format = models.CharField(max_length=30)
    heading = models.CharField(max_length=300, blank=True)
    sha256 = models.CharField(max_length=64, blank=True, help_text="Empty until the file has been loaded to its end.")
    generation = models.PositiveIntegerField(default=0, editable=False)
    entry_count = models.PositiveIntegerField(default=0, help_text="Entries of the file, refused ones included.")
    loaded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["collection", "name"], name="source_name_unique_in_collection"),
            models.CheckConstraint(condition=~models.Q(name=""), name="source_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_file(self) -> bool:
        """Whether it was loaded from a file; the other source of a collection is what curators typed."""
        return self.format != self.BY_HAND


class Appearance(models.Model):
    """A paper at a position of a source, in a collection."""

    paper = models.ForeignKey("catalogue.Paper", models.CASCADE, related_name="appearances")
    source = models.ForeignKey(Source, models.CASCADE, related_name="appearances")
    collection = models.ForeignKey(Collection, models.PROTECT, related_name="appearances")
    generation = models.PositiveIntegerField(default=0, editable=False)
    position = models.PositiveIntegerField(help_text="1-based; every entry of the file counts, refused ones too.")
    line = models.PositiveIntegerField(default=0, help_text="1-based line the entry starts on; 0 where there is none.")
    text_hash = models.CharField(max_length=26, help_text="Of the normalised text: tells papers apart.")
    record_hash = models.CharField(max_length=26, help_text="Of the whole record: tells whether the entry changed.")

    class Meta:
        ordering = ["source", "position", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["source", "generation", "position"], name="appearance_position_unique_in_source"
            ),
            models.CheckConstraint(condition=models.Q(position__gte=1), name="appearance_position_starts_at_one"),
        ]
        indexes = [
            models.Index(fields=["source", "record_hash"], name="appearance_by_record"),
            models.Index(fields=["collection", "paper"], name="appearance_by_collection"),
        ]

    def __str__(self) -> str:
        return f"{self.source}, {self.position}"
