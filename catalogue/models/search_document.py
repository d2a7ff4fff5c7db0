from django.db import models


class SearchDocument(models.Model):
    """The text a paper is found by, folded by `search.fold`. Written whenever the paper's text or authors change."""

    paper = models.OneToOneField("catalogue.Paper", models.CASCADE, primary_key=True, related_name="search_document")
    text = models.TextField()

    def __str__(self) -> str:
        return self.text[:80]
