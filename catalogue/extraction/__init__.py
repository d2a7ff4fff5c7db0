"""Facts derived from a paper's text. For now: the display heading of a paper that has no title."""

from catalogue.extraction.headings import HEADING_LENGTH, first_sentence_heading

__all__ = ["HEADING_LENGTH", "first_sentence_heading"]
