"""The derived columns of a paper: written here and nowhere else."""

import re
from collections.abc import Iterable

from catalogue import markup
from catalogue.extraction import first_sentence_heading
from catalogue.markup import Rendered
from catalogue.models import Paper, SearchDocument
from catalogue.search import document_text, fold

DERIVED_COLUMNS = ("heading", "heading_html", "heading_key", "abstract_html", "abstract_text")
HEADING_LENGTH = 400


def derive(paper: Paper) -> None:
    """Set the derived columns of `paper` from its stated fields; nothing is saved."""
    abstract = markup.render(paper.abstract_source)
    paper.abstract_html, paper.abstract_text = abstract.html, abstract.text
    heading = markup.excerpt(markup.render_inline(paper.title), HEADING_LENGTH - 2)
    if not heading.text:
        heading = _derived_heading(abstract)
    # A heading stands inside a link; links do not nest.
    paper.heading, paper.heading_html = heading.text, re.sub(r"</?a\b[^>]*>", "", heading.html)
    paper.heading_key = (re.sub(r"^[\W_]+", "", fold(heading.text)) or fold(heading.text))[:HEADING_LENGTH]


def _derived_heading(abstract: Rendered) -> Rendered:
    """Return the first sentence of an abstract with its formulas."""
    heading = first_sentence_heading(abstract.text) or abstract.text[:HEADING_LENGTH]
    beginning = heading.removesuffix("…")
    if not beginning or not abstract.text.startswith(beginning):
        return markup.render_inline("Untitled")
    shown = markup.part(abstract, 0, len(beginning))
    more = "…" if beginning != heading else ""
    return Rendered(shown.html + more, shown.text + more)


def search_document(paper: Paper, authors: Iterable[str]) -> SearchDocument:
    """Return the search document of a saved paper whose derived columns are set."""
    text = document_text([paper.title, paper.heading, *authors, paper.abstract_text, paper.key])
    return SearchDocument(paper=paper, text=text)


def save_search_documents(documents: list[SearchDocument]) -> None:
    """Store search documents, new ones and changed ones alike."""
    SearchDocument.objects.bulk_create(
        documents, update_conflicts=True, unique_fields=["paper"], update_fields=["text"]
    )
