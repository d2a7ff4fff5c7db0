"""The derived columns of a paper: written here and nowhere else."""

import re
from dataclasses import replace

from catalogue import markup
from catalogue.curation import Known, text_of
from catalogue.extraction import VERSION, Extraction, Heading, Vocabulary, extract, plain_heading
from catalogue.markup import Rendered
from catalogue.models import Paper, text_hash
from catalogue.search import fold

HEADING_COLUMNS = ("heading", "heading_html", "heading_key", "plain_heading", "extracted")
DERIVED_COLUMNS = (*HEADING_COLUMNS, "abstract_html", "abstract_text", "odd_markup")
HEADING_LENGTH = 400
# The rule of a heading that is only the beginning of the abstract.
LAST_RESORT = "first sentence"
NO_VOCABULARY = Vocabulary(())


def derive(paper: Paper, vocabulary: Vocabulary = NO_VOCABULARY, known: Known | None = None) -> Extraction:
    """Set the derived columns of `paper` from its stated fields and return what the rules found; nothing is saved."""
    abstract = markup.render(paper.abstract_source)
    paper.abstract_html, paper.abstract_text = abstract.html, abstract.text
    paper.odd_markup = markup.is_odd(abstract)
    if paper.title:
        title = markup.render_inline(paper.title)
        paper.odd_markup |= markup.is_odd(title)
        _set_heading(paper, markup.excerpt(title, HEADING_LENGTH - 2))
    return derive_findings(paper, vocabulary, known or Known())


def derive_findings(paper: Paper, vocabulary: Vocabulary, known: Known) -> Extraction:
    """Run the rules over a rendered paper, and set its heading if it has no title; nothing is saved."""
    text = text_of(paper, known)
    extraction = extract(text, vocabulary, not_names=known.not_names)
    paper.plain_heading = False
    if not paper.title:
        heading = _derived_heading(paper, extraction.heading)
        if heading.text in known.not_headings:
            extraction = replace(extraction, heading=plain_heading(text.abstract))
            heading = _derived_heading(paper, extraction.heading)
        made = extraction.heading
        paper.plain_heading = not known.heading and (made is None or made.rule == LAST_RESORT)
        # One that a curator accepted as it is keeps its formulas.
        if known.heading and known.heading != heading.text:
            heading = markup.render_inline(known.heading)
        _set_heading(paper, heading)
    paper.extracted = reading_mark(paper, vocabulary, known)
    return extraction


def reading_mark(paper: Paper, vocabulary: Vocabulary, known: Known) -> str:
    """Return a hash of everything that findings depend on: rules, vocabulary, text and judgements."""
    judged = (known.heading, sorted(known.not_names), sorted(known.not_headings))
    return text_hash(repr((VERSION, vocabulary.fingerprint, text_of(paper, known), judged)))


def _set_heading(paper: Paper, heading: Rendered) -> None:
    if not heading.text.strip():
        heading = markup.render_inline("Untitled")
    # A heading stands inside a link; links do not nest.
    paper.heading, paper.heading_html = heading.text, re.sub(r"</?a\b[^>]*>", "", heading.html)
    paper.heading_key = heading_key(heading.text)


def heading_key(heading: str) -> str:
    """Return what headings are sorted and told apart by: case, accents and leading punctuation are ignored."""
    folded = fold(heading)
    return (re.sub(r"^[\W_]+", "", folded) or folded)[:HEADING_LENGTH]


def _derived_heading(paper: Paper, heading: Heading | None) -> Rendered:
    """Return the heading with the formulas of the abstract it was made of."""
    if heading is None:
        return Rendered("", "")
    abstract = Rendered(paper.abstract_html, paper.abstract_text)
    shown = [
        Rendered(piece, piece) if isinstance(piece, str) else markup.part(abstract, *piece) for piece in heading.pieces
    ]
    # Emphasis of a word in its sentence means nothing in a heading.
    html = re.sub(r"</?(?:em|strong)\b[^>]*>", "", "".join(piece.html for piece in shown))
    whole = Rendered(html, "".join(piece.text for piece in shown))
    first = whole.text[:1]
    # A formula or an element at the beginning stays as it is.
    if not heading.capitalised or not whole.html.startswith(first) or len(first.upper()) != 1:
        return whole
    return Rendered(first.upper() + whole.html[1:], first.upper() + whole.text[1:])
