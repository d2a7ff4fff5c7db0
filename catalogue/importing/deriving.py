"""The derived columns of a paper: written here and nowhere else."""

import re
from collections.abc import Iterable

from catalogue import markup
from catalogue.extraction import first_sentence_heading
from catalogue.models import Paper, SearchDocument
from catalogue.search import document_text, fold

DERIVED_COLUMNS = ("heading", "heading_key", "abstract_html", "abstract_text")
HEADING_LENGTH = 400


def derive(paper: Paper) -> None:
    """Set the derived columns of `paper` from its stated fields; nothing is saved."""
    abstract = markup.render(paper.abstract_source)
    paper.abstract_html, paper.abstract_text = abstract.html, abstract.text
    heading = markup.render_inline(paper.title).text or first_sentence_heading(abstract.text) or "Untitled"
    paper.heading = markup.cut(heading, HEADING_LENGTH - 1)
    paper.heading_key = (re.sub(r"^[\W_]+", "", fold(paper.heading)) or fold(paper.heading))[:HEADING_LENGTH]


def search_document(paper: Paper, authors: Iterable[str]) -> SearchDocument:
    """Return the search document of a saved paper whose derived columns are set."""
    text = document_text([paper.title, paper.heading, *authors, paper.abstract_text, paper.key])
    return SearchDocument(paper=paper, text=text)


def save_search_documents(documents: list[SearchDocument]) -> None:
    """Store search documents, new ones and changed ones alike."""
    SearchDocument.objects.bulk_create(
        documents, update_conflicts=True, unique_fields=["paper"], update_fields=["text"]
    )
