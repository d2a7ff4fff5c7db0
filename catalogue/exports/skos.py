"""The vocabulary as SKOS: Turtle and JSON-LD. `sources.read_terms` reads both back without loss.

A kind of tags is a concept scheme, a tag a concept under the address of its page. What SKOS has no word for stands in a
small namespace of our own (docs/vocabulary-files.md): state, patterns, former addresses, the kind of a scheme.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

NAMESPACE = "urn:carrel:vocabulary#"
PREFIXES = {
    "carrel": NAMESPACE,
    "dcterms": "http://purl.org/dc/terms/",
    "owl": "http://www.w3.org/2002/07/owl#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
}


@dataclass(frozen=True, slots=True)
class Label:
    """A label, one line, and its language as BCP 47 has it."""

    text: str
    language: str


@dataclass(frozen=True, slots=True)
class Concept:
    """A tag. `preferred` has one label a language, first the one that is shown; no label stands twice.

    `address` is its URI, or a path where the site's address is not known; `broader` is the label of the next wider tag,
    `broader_address` its URI, both empty where there is none; `is_top` says that there is none. `whole` is whether
    `patterns` (one a line), `only_proposes`, `state` and `former` (URIs) are told.
    """

    id: int
    kind: str
    address: str
    preferred: tuple[Label, ...]
    alternative: tuple[Label, ...] = ()
    note: str = ""
    broader: str = ""
    broader_address: str = ""
    is_top: bool = True
    whole: bool = False
    patterns: str = ""
    state: str = ""
    only_proposes: bool = False
    former: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scheme:
    """A kind of tags: its name, its URI, its heading."""

    kind: str
    address: str
    title: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Tags with the schemes of their kinds, in the order of the file."""

    schemes: tuple[Scheme, ...]
    concepts: tuple[Concept, ...]

    def narrower(self) -> dict[str, list[str]]:
        """Return the URIs of the narrower tags of each tag that has some, by its own."""
        below: dict[str, list[str]] = {}
        for concept in self.concepts:
            if concept.broader_address:
                below.setdefault(concept.broader_address, []).append(concept.address)
        return below


# --- Turtle -------------------------------------------------------------------------------------
def write_turtle(vocabulary: Vocabulary) -> str:
    """Return the vocabulary as Turtle, a paragraph for each tag."""
    blocks = ["\n".join(f"@prefix {name}: <{uri}> ." for name, uri in PREFIXES.items())]
    for scheme in vocabulary.schemes:
        titles = [f"dcterms:title {_literal(scheme.title, 'en')}", f"carrel:kind {_literal(scheme.kind)}"]
        blocks.append(_block(scheme.address, "skos:ConceptScheme", titles))
    narrower, schemes = vocabulary.narrower(), {scheme.kind: scheme.address for scheme in vocabulary.schemes}
    for concept in vocabulary.concepts:
        statements = list(_statements(concept, schemes[concept.kind], narrower.get(concept.address, [])))
        blocks.append(_block(concept.address, "skos:Concept", statements))
    return "\n\n".join(blocks) + "\n"


def _block(subject: str, type_: str, statements: list[str]) -> str:
    return " ;\n  ".join([f"<{subject}> a {type_}", *statements]) + " ."


def _statements(concept: Concept, scheme: str, narrower: list[str]) -> Iterator[str]:
    yield f"skos:inScheme <{scheme}>"
    if concept.is_top:
        yield f"skos:topConceptOf <{scheme}>"
    yield f"skos:prefLabel {', '.join(_literal(label.text, label.language) for label in concept.preferred)}"
    if len(concept.preferred) > 1:
        yield f"rdfs:label {_literal(concept.preferred[0].text, concept.preferred[0].language)}"
    if concept.alternative:
        yield f"skos:altLabel {', '.join(_literal(label.text, label.language) for label in concept.alternative)}"
    if concept.note:
        yield f"skos:scopeNote {_literal(concept.note)}"
    if concept.broader_address:
        yield f"skos:broader <{concept.broader_address}>"
    if narrower:
        yield f"skos:narrower {', '.join(f'<{address}>' for address in narrower)}"
    if concept.whole:
        yield f"carrel:state {_literal(concept.state)}"
        yield f"carrel:patterns {_literal(concept.patterns)}"
        if concept.only_proposes:
            yield "carrel:onlyProposes true"
        if concept.state == "retired":
            yield "owl:deprecated true"
    if concept.former:
        yield f"carrel:formerAddress {', '.join(f'<{address}>' for address in concept.former)}"


def _literal(text: str, language: str = "") -> str:
    # What JSON escapes, Turtle escapes alike.
    quoted = json.dumps(text, ensure_ascii=False)
    return f"{quoted}@{language}" if language else quoted


# --- JSON-LD ------------------------------------------------------------------------------------
_BY_LANGUAGE, _REFERENCE = {"@container": "@language"}, {"@type": "@id"}
CONTEXT = PREFIXES | {
    "id": "@id",
    "type": "@type",
    "title": {"@id": "dcterms:title", **_BY_LANGUAGE},
    "kind": "carrel:kind",
    "inScheme": {"@id": "skos:inScheme", **_REFERENCE},
    "topConceptOf": {"@id": "skos:topConceptOf", **_REFERENCE},
    "prefLabel": {"@id": "skos:prefLabel", **_BY_LANGUAGE},
    "label": {"@id": "rdfs:label", **_BY_LANGUAGE},
    "altLabel": {"@id": "skos:altLabel", **_BY_LANGUAGE},
    "scopeNote": "skos:scopeNote",
    "broader": {"@id": "skos:broader", **_REFERENCE},
    "narrower": {"@id": "skos:narrower", **_REFERENCE},
    "state": "carrel:state",
    "patterns": "carrel:patterns",
    "onlyProposes": "carrel:onlyProposes",
    "deprecated": "owl:deprecated",
    "formerAddress": {"@id": "carrel:formerAddress", **_REFERENCE},
}


def write_jsonld(vocabulary: Vocabulary) -> str:
    """Return the vocabulary as JSON-LD with the meaning of its words in it, an object in one line for each tag."""
    narrower, schemes = vocabulary.narrower(), {scheme.kind: scheme.address for scheme in vocabulary.schemes}
    objects: list[dict[str, Any]] = [
        {"id": each.address, "type": "skos:ConceptScheme", "title": {"en": each.title}, "kind": each.kind}
        for each in vocabulary.schemes
    ]
    objects += [_object(each, schemes[each.kind], narrower.get(each.address, [])) for each in vocabulary.concepts]
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in objects)
    return f'{{"@context": {json.dumps(CONTEXT)},\n"@graph": [\n{lines}\n]}}\n'


def _object(concept: Concept, scheme: str, narrower: list[str]) -> dict[str, Any]:
    shown = concept.preferred[0]
    labels = {label.language: label.text for label in concept.preferred}
    stated: dict[str, Any] = {"id": concept.address, "type": "skos:Concept", "inScheme": scheme, "prefLabel": labels}
    others: dict[str, list[str]] = {}
    for label in concept.alternative:
        others.setdefault(label.language, []).append(label.text)
    optional = {
        "topConceptOf": scheme if concept.is_top else "",
        "label": {shown.language: shown.text} if len(labels) > 1 else None,
        "altLabel": others,
        "scopeNote": concept.note,
        "broader": concept.broader_address,
        "narrower": narrower,
        "formerAddress": concept.former,
    }
    stated |= {name: value for name, value in optional.items() if value}
    if concept.whole:
        stated |= {"state": concept.state, "patterns": concept.patterns}
        if concept.only_proposes:
            stated["onlyProposes"] = True
        if concept.state == "retired":
            stated["deprecated"] = True
    return stated
