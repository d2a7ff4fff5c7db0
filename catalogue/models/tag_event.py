from typing import Self

from django.conf import settings
from django.db import models

from catalogue.models.paper import Paper


class Verb(models.TextChoices):
    MERGE = "merge", "merged"
    RENAME = "rename", "renamed"
    SPLIT = "split", "split"
    ALIAS = "alias", "alternative labels"
    MOVE = "move", "moved"
    RETIRE = "retire", "retired"
    EDIT = "edit", "edited"
    DELETE = "delete", "deleted"
    TAG = "tag", "tags of papers"
    ANSWER = "answer", "proposals answered"
    LOAD = "load", "loaded from a file"
    UNDO = "undo", "undone"


class TagEventQuerySet(models.QuerySet["TagEvent"]):
    def of_tag(self, tag: int) -> Self:
        """What was done to a tag, by its id: it may be gone."""
        return self.filter(about_tags__tag=tag)

    def of_paper(self, paper: int) -> Self:
        """What changed the tags of a paper."""
        return self.filter(about_papers__paper=paper)


class TagEvent(models.Model):
    """An act of a curator on the vocabulary or on the tags of papers, with the exact rows it touched.

    `changes` has for each table its columns and three lists of rows, written by `catalogue.curation.recording`:
    {"tag": {"columns": […], "added": [[…]], "removed": [[…]], "changed": [[{column: [before, after]}, [ids]]]}}.
    A row that is in both of the first lists changed; those of large tables are in the last.
    """

    verb = models.CharField(max_length=10, choices=Verb)
    said = models.TextField(help_text="What was done, in a sentence.")
    place = models.CharField(max_length=200, blank=True, help_text="From where: a page of the desk, a file.")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    changes = models.JSONField(default=dict)
    # What this event took back; and whether this one is taken back itself.
    undoes = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="undone_by")
    undone = models.BooleanField(default=False)

    objects = TagEventQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [models.CheckConstraint(condition=models.Q(verb__in=Verb.values), name="tag_event_verb_known")]

    def __str__(self) -> str:
        return self.said


class TagEventTag(models.Model):
    """A tag that an event is about. By number: merged and deleted tags are gone, and come back under it."""

    event = models.ForeignKey(TagEvent, models.CASCADE, related_name="about_tags")
    tag = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tag", "event"], name="event_once_a_tag")]

    def __str__(self) -> str:
        return f"{self.event}: {self.tag}"


class TagEventPaper(models.Model):
    """A paper whose public tags an event changed."""

    event = models.ForeignKey(TagEvent, models.CASCADE, related_name="about_papers")
    paper = models.ForeignKey(Paper, models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["paper", "event"], name="event_once_a_paper")]

    def __str__(self) -> str:
        return f"{self.event}: {self.paper_id}"
