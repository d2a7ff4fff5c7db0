from django.db import models


class SearchDocument(models.Model):
    """The words a paper is found by, by field, as `search.document` makes them. Written by `search.index_papers` only.

    Triggers of the database keep its full-text index: the table `catalogue_searchindex` (migration 0004).
    """

    paper = models.OneToOneField("catalogue.Paper", models.CASCADE, primary_key=True, related_name="search_document")
    title = models.TextField(default="")
    authors = models.TextField(default="")
    abstract = models.TextField(default="")

    def __str__(self) -> str:
        return self.title[:80]


class SearchTerm(models.Model):
    """In how many search documents a word occurs. Papers that are deleted are not taken off until `rebuild_search`.

    The terms `#papers`, `#title`, `#authors`, `#abstract` hold how many documents, and words in a field, there are.
    """

    term = models.CharField(max_length=70, primary_key=True)
    papers = models.BigIntegerField()

    def __str__(self) -> str:
        return self.term


class SearchWord(models.Model):
    """A word as it is spelled in some paper, folded, with its ending; `term` is what search documents have for it."""

    word = models.CharField(max_length=70, primary_key=True)
    term = models.CharField(max_length=70, db_index=True)

    def __str__(self) -> str:
        return self.word


class SearchName(models.Model):
    """A name that a paper introduces, as it is spelled there; `slug` is what it is found by while somebody types.

    A name whose findings are gone stays until `rebuild_search`.
    """

    name = models.CharField(max_length=400, primary_key=True)
    slug = models.CharField(max_length=80)

    def __str__(self) -> str:
        return self.name
