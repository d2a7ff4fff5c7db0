"""From a text as authors paste it to safe HTML for pages and plain text for everything else.

For now the text is shown as it was written: escaped, its paragraphs kept.
"""

from catalogue.markup.rendering import Rendered, excerpt, render

__all__ = ["Rendered", "excerpt", "render"]
