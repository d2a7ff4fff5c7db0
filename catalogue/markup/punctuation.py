"""Quotation marks, dashes and ties as they are typed in LaTeX. Each function is told the characters around its find."""

import re

_DOUBLE = re.compile(r"``(?!`)[^`]{1,400}?(''|\"(?!\w))")
_SINGLE = re.compile(r"`(?:[^`'\s]|'(?=[A-Za-z]))(?:[^`']|'(?=[A-Za-z])){0,200}(')(?![A-Za-z`'])")
# By the number of backticks: a quotation from the first of them; group 1 is what ends it.
QUOTATIONS = {1: _SINGLE, 2: _DOUBLE}
_BEFORE_OPTION = "([\"'`“‘/"


def quote(found: str, before: str, after: str) -> str:
    """Return an apostrophe or `''` that no backticks have opened, as it should be shown."""
    if found != "''" or before == "'" or after == "'":
        return found
    opens = (not before or before.isspace() or before in "([") and after.isalnum()
    return "“" if opens else "”"


def dash(found: str, before: str, after: str) -> str:
    """Return two hyphens or more as a dash, unless they begin an option (`--flag`) or belong to an arrow or a rule."""
    begins = not before or before.isspace() or before in _BEFORE_OPTION
    is_option = len(found) == 2 and begins and after.isalpha()
    is_arrow = after == ">" or before in ("<", "!")
    if len(found) > 3 or is_option or is_arrow:
        return found
    return "–" if len(found) == 2 else "—"


def tilde(found: str, before: str, after: str) -> str:
    """Return a tilde as a no-break space where it ties two words; `~20` (about) and `3~5` (a range) stay."""
    if len(found) > 1 or not before or not after or before.isspace() or after.isspace():
        return found
    is_range = before.isdigit() and after.isdigit()
    return found if is_range or before in "([<>=/" or after == "/" else "\u00a0"
