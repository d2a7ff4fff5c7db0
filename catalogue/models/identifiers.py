"""Identifiers of papers, in the one form in which they are stored."""

import re

# Field: what people paste around it, what it looks like, an example.
_FORMS = {
    "doi": (r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", r"10\.\d{4,9}/\S+", "10.1000/182"),
    "arxiv_id": (
        r"^(?:https?://(?:www\.)?arxiv\.org/(?:abs|pdf)/|arxiv:\s*)",
        r"\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?",
        "2401.00001 or math.GT/0309136",
    ),
    "openreview_id": (r"^https?://openreview\.net/(?:forum|pdf)\?id=", r"[\w-]{5,60}", "kXq3Yd2pLm"),
}


def clean_identifier(field: str, text: str) -> str:
    """Return the bare identifier that `text` holds; addresses and prefixes around it are taken off, DOIs lower-cased.

    `field` is `doi`, `arxiv_id` or `openreview_id`. Raises ValueError, with an example, if it is none.
    """
    around, form, example = _FORMS[field]
    bare = re.sub(around, "", text.strip(), flags=re.IGNORECASE)
    if field == "arxiv_id":
        bare = bare.removesuffix(".pdf")
    if bare and not re.fullmatch(form, bare, re.ASCII):
        raise ValueError(f"“{bare[:60]}” does not look like one; an example: {example}.")
    return bare.lower() if field == "doi" else bare
