"""From a text as authors paste it (LaTeX, Markdown, a few HTML and JATS tags) to safe HTML with MathML and plain text.

`render` is for abstracts, `render_inline` for titles. `excerpt` and `mark` shorten and mark what they return, `part`
takes a stretch of it; `cut` shortens plain text; `is_odd` tells whether some markup was left over. The plain text of a
formula is its `alttext`, so HTML and text are aligned character by character.
"""

from catalogue.markup.cutting import cut, excerpt, part
from catalogue.markup.leftovers import is_odd
from catalogue.markup.marking import mark
from catalogue.markup.rendering import Rendered, render, render_inline

__all__ = ["Rendered", "cut", "excerpt", "is_odd", "mark", "part", "render", "render_inline"]
