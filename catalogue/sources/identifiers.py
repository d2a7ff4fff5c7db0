"""Identifiers of papers, and what web addresses say of them, as the sources give them."""

import re
from urllib.parse import parse_qs, unquote, urlsplit

_FORMS = {
    "doi": re.compile(r"10\.\d{4,9}/\S+"),
    "arxiv_id": re.compile(r"(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?", re.ASCII),
    "openreview_id": re.compile(r"[\w-]{5,60}", re.ASCII),
    "acl_id": re.compile(r"[A-Z]\d{2}-\d{4,5}|\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.\d+", re.ASCII),
    "key": re.compile(r"[0-9a-hjkmnp-tv-z]{8,26}"),
}
_PREFIXES = {"doi": "doi:", "arxiv_id": "arxiv:", "openreview_id": "openreview:", "acl_id": "acl:"}
_WITHOUT_SCHEME = re.compile(r"(?:www\.|dx\.)?(?:arxiv|doi|openreview|aclanthology)\.(?:org|net)/", re.IGNORECASE)


def identifier(name: str, text: str) -> str:
    """Return the bare identifier that is all of `text`, or what its address names; empty if it is none.

    `name` is `doi`, `arxiv_id`, `openreview_id`, `acl_id` or `key`. DOIs become lower case.
    """
    bare = with_scheme(text.strip())
    if "://" in bare or (name == "key" and bare.startswith("/")):
        return identifiers_of_address(bare).get(name, "")
    prefix = _PREFIXES.get(name, "")
    if prefix and bare.lower().startswith(prefix):
        bare = bare[len(prefix) :].strip()
    if name == "acl_id":
        bare = _acl_id(bare)
    return (bare.lower() if name == "doi" else bare) if _FORMS[name].fullmatch(bare) else ""


def identifiers_of_address(address: str) -> dict[str, str]:
    """Return what a web address says of the paper it leads to: its DOI, its identifier in arXiv, OpenReview or the ACL
    Anthology, its key."""
    try:
        parts = urlsplit(address)
        host, path = (parts.hostname or "").removeprefix("www."), unquote(parts.path)
        query = parse_qs(parts.query, max_num_fields=20)
    except ValueError:
        return {}
    found = {}
    if host == "doi.org" or host.startswith(("dx.doi.", "doi.")):
        found = {"doi": path[1:].lower()}
    elif host == "arxiv.org" or host.endswith(".arxiv.org"):
        found = {"arxiv_id": re.sub(r"^/(?:abs|pdf|html)/", "", path).rstrip("/").removesuffix(".pdf")}
    elif host == "openreview.net":
        found = {"openreview_id": query.get("id", [""])[0]}
    elif host == "aclanthology.org" or (host in ("aclweb.org", "aclanthology.info") and "/anthology/" in f"{path}/"):
        found = {"acl_id": _acl_id(path.rstrip("/").rpartition("/")[2].removesuffix(".pdf"))}
    elif inside := re.search(r"/papers/([^/.]+)(?:[/.]|$)", path):
        found = {"key": inside[1]}
    return {name: value for name, value in found.items() if _FORMS[name].fullmatch(value)}


def with_scheme(text: str) -> str:
    return f"https://{text}" if _WITHOUT_SCHEME.match(text) else text


def _acl_id(text: str) -> str:
    return text.lower() if text[:1].isdigit() else text.upper()
