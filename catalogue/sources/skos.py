"""A vocabulary in SKOS, as Turtle or JSON-LD: the catalogue's own, or somebody else's in any number of languages.

Nothing is fetched from anywhere: a JSON-LD file must hold the meaning of its words itself.
"""

import json
from collections.abc import Iterable
from typing import Any

from rdflib import Graph, Literal, URIRef
from rdflib.namespace import DCTERMS, OWL, RDF, RDFS, SKOS
from rdflib.term import Node

from catalogue.sources.lines import clean_text
from catalogue.sources.records import SourceError
from catalogue.sources.term_records import (
    STATES,
    Problem,
    TermFile,
    TermLabel,
    TermRecord,
    address_of,
    label_of,
    language_of,
)

NAMESPACE = "urn:carrel:vocabulary#"
KIND, STATE = URIRef(f"{NAMESPACE}kind"), URIRef(f"{NAMESPACE}state")
ONLY_PROPOSES = URIRef(f"{NAMESPACE}onlyProposes")
PATTERNS, FORMER_ADDRESS = URIRef(f"{NAMESPACE}patterns"), URIRef(f"{NAMESPACE}formerAddress")
# What relative addresses are put together with: a host that is nowhere.
_BASE = "https://vocabulary.invalid/"
_UNKNOWN_LANGUAGE = "und"


def read_turtle(text: str, file: TermFile) -> None:
    """Add the concepts of a Turtle file. SourceError if it is none."""
    _Reader(_graph(text, "turtle", file), file).read()


def read_jsonld(text: str, file: TermFile) -> None:
    """Add the concepts of a JSON-LD file. SourceError if it is none, or if it names a context elsewhere."""
    try:
        whole = json.loads(text)
        elsewhere = _context_elsewhere(whole)
        if elsewhere:
            message = f"takes what its words mean from {elsewhere[:100]}, which is not fetched: put it into the file"
            raise SourceError(file.path, message)
        text = json.dumps(whole)  # what was looked at is what is read, also where a name stands twice
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 0)
        raise SourceError(file.path, f"is no complete JSON (line {line})", line) from None
    _Reader(_graph(text, "json-ld", file), file).read()


def _context_elsewhere(whole: Any) -> str:
    """Return the address of a context that a reader would have to fetch; empty if there is none."""
    waiting: list[tuple[Any, bool]] = [(whole, False)]
    while waiting:
        value, is_context = waiting.pop()
        if is_context and isinstance(value, str):
            return value
        if isinstance(value, list):
            waiting += [(each, is_context) for each in value]
        elif isinstance(value, dict):
            waiting += [(each, name in ("@context", "@import")) for name, each in value.items()]
    return ""


def _graph(text: str, format: str, file: TermFile) -> Graph:
    graph = Graph()
    try:
        graph.parse(data=text, format=format, publicID=_BASE)
    except RecursionError:
        raise SourceError(file.path, "holds things in things without end") from None
    except Exception as error:  # the parsers raise whatever they meet
        line = getattr(error, "lines", -1) + 1
        why = clean_text(str(getattr(error, "_why", "") or error)).strip().split("\n")[0][:200]
        where = f" (line {line}: {why})" if line else f" ({why})"
        raise SourceError(file.path, f"is no {'Turtle' if format == 'turtle' else 'JSON-LD'}{where}", line) from None
    return graph


class _Reader:
    """The concepts of a graph, in the order of their subjects, so that a file always gives the same."""

    def __init__(self, graph: Graph, file: TermFile) -> None:
        self.graph, self.file = graph, file
        schemes = {*graph.subjects(RDF.type, SKOS.ConceptScheme), *graph.objects(None, SKOS.inScheme)}
        schemes |= {*graph.objects(None, SKOS.topConceptOf), *graph.subjects(SKOS.hasTopConcept)}
        self.kinds = {scheme: self._kind_of(scheme) for scheme in schemes}
        found = {*graph.subjects(RDF.type, SKOS.Concept), *graph.subjects(SKOS.prefLabel)}
        found |= {*graph.objects(None, SKOS.hasTopConcept), *graph.subjects(SKOS.inScheme)}
        self.concepts = sorted(found - schemes, key=str)
        self.kind_of: dict[Node, str] = {}
        self.broader: dict[Node, Node] = {}
        # A concept above each, the top one or on the way to it.
        self.top: dict[Node, Node] = {}

    def read(self) -> None:
        """Add a record for each concept to the file, or what is wrong with it."""
        self.kind_of = {concept: self._kind(concept) for concept in self.concepts}
        self._find_broader()
        for concept in self.concepts:
            try:
                if not self.kind_of[concept]:
                    raise ValueError("its scheme is no kind of tags, so say which kind it is")
                self.file.terms.append(self._record(concept))
            except ValueError as error:
                self.file.problems.append(Problem(str(concept), f"It was left out: {error}."))

    def _kind_of(self, scheme: Node) -> str:
        """Return the kind of tags that a scheme is for: by our own word, its title, or its address."""
        names = [*self._texts(scheme, KIND, DCTERMS.title, SKOS.prefLabel, RDFS.label), str(scheme).rstrip("/")]
        last = names[-1].replace("#", "/").rpartition("/tags/")[2]
        return next(filter(None, map(self.file.kind_named, [*names[:-1], last])), "")

    def _kind(self, concept: Node) -> str:
        """Return the kind of a concept, the first of the known ones where it is in several schemes."""
        schemes = {*self.graph.objects(concept, SKOS.inScheme), *self.graph.objects(concept, SKOS.topConceptOf)}
        schemes |= set(self.graph.subjects(SKOS.hasTopConcept, concept))
        named = {self.kinds[scheme] for scheme in schemes}
        kinds = [kind for kind in self.file.kinds if kind in named]
        kind = kinds[0] if kinds else self.file.kind
        if len(schemes) > 1:
            self._remark(concept, f"It is in {len(schemes)} schemes and was taken as {kind or 'none of the kinds'}.")
        return kind

    def _find_broader(self) -> None:
        """Give each concept one broader concept of its kind, also where only narrower ones are named; no circles."""
        above: dict[Node, set[Node]] = {}
        for narrow, wide in self.graph.subject_objects(SKOS.broader):
            above.setdefault(narrow, set()).add(wide)
        for wide, narrow in self.graph.subject_objects(SKOS.narrower):
            above.setdefault(narrow, set()).add(wide)
        for concept in self.concepts:
            wider = sorted(above.get(concept, ()), key=str)
            fitting = [each for each in wider if self.kind_of.get(each, self.kind_of[concept]) == self.kind_of[concept]]
            if len(wider) > 1:
                taken = str(fitting[0]) if fitting else "none of them"
                self._remark(concept, f"It has {len(wider)} broader concepts; {taken} was taken.")
            elif wider and not fitting:
                self._remark(concept, f"Its broader concept {wider[0]} is of another kind and was left out.")
            if fitting and self._top_of(fitting[0]) == concept:
                self._remark(concept, f"Its broader concept {fitting[0]} was left out: that would be a circle.")
            elif fitting:
                self.broader[concept] = self.top[concept] = fitting[0]

    def _top_of(self, concept: Node) -> Node:
        """Return the top concept above one, as far as broader concepts were found, and shorten the way to it."""
        way = []
        while concept in self.top:
            way.append(concept)
            concept = self.top[concept]
        self.top |= dict.fromkeys(way, concept)
        return concept

    def _record(self, concept: Node) -> TermRecord:
        is_own = (concept, STATE, None) in self.graph
        label, others = self._preferred(concept)
        labels = self._labels(concept, SKOS.altLabel, SKOS.hiddenLabel)
        top = (concept, SKOS.topConceptOf, None) in self.graph or (None, SKOS.hasTopConcept, concept) in self.graph
        above = self.broader.get(concept)
        former = (address_of(str(each)) for each in self.graph.objects(concept, FORMER_ADDRESS))
        return TermRecord(
            place=label.text if not isinstance(concept, URIRef) else str(concept),
            kind=self.kind_of[concept],
            label=label,
            preferred=(label, *others),
            alternative=tuple(each for each in labels if each not in (label, *others)),
            note=self._note(concept, is_own),
            broader=str(above) if above is not None else "" if top else None,
            patterns=self._one(concept, PATTERNS),
            state=self._state(concept),
            only_proposes=(concept, ONLY_PROPOSES, Literal(True)) in self.graph if is_own else None,
            former=tuple(sorted(filter(None, former))),
            subject=str(concept),
            address=address_of(str(concept)) if isinstance(concept, URIRef) else None,
            only_adds=not is_own,
        )

    def _preferred(self, concept: Node) -> tuple[TermLabel, list[TermLabel]]:
        """Return the label to be shown and the preferred ones of further languages.

        Shown is the one that the file names (rdfs:label), else the English one, else that without a language, else the
        first by language. A concept without a preferred label is called by another one.
        """
        labels = self._labels(concept, SKOS.prefLabel)
        shown = self._labels(concept, RDFS.label)
        if not labels:
            labels = (shown or self._labels(concept, SKOS.altLabel))[:1]
            if not labels:
                raise ValueError("it has no label")
            self._remark(concept, f"It has no preferred label and was called “{labels[0].text}”.")
        first = next((label for label in shown if label in labels), labels[0])
        by_language: dict[str, TermLabel] = {first.language: first}
        for label in labels:
            by_language.setdefault(label.language, label)
        twins = [label.text for label in labels if label not in by_language.values()]
        if twins:
            self._remark(concept, f"Further preferred labels of one language were left out: {', '.join(twins)[:200]}.")
        return first, [label for label in by_language.values() if label != first]

    def _labels(self, concept: Node, *properties: URIRef) -> list[TermLabel]:
        """Return labels, English ones first, then those without a language, then by language and letters."""
        labels = set()
        for literal in self._literals(concept, *properties):
            language = language_of(literal.language or "") or _UNKNOWN_LANGUAGE
            try:
                labels.add(TermLabel(label_of(str(literal)), language))
            except ValueError as error:
                self._remark(concept, f"One label was left out: {error}.")
        return sorted(labels, key=lambda label: (_rank(label.language), label))

    def _note(self, concept: Node, is_own: bool) -> str | None:
        """Return the scope note, else the definition: in English, else without a language, else in the first one."""
        notes = sorted(self._literals(concept, SKOS.scopeNote), key=_order)
        notes = notes or sorted(self._literals(concept, SKOS.definition), key=_order)
        if not notes:
            return "" if is_own else None
        return "\n\n".join(clean_text(str(note)) for note in notes if note.language == notes[0].language)

    def _state(self, concept: Node) -> str | None:
        stated = self._one(concept, STATE)
        if stated is None and (concept, OWL.deprecated, Literal(True)) in self.graph:
            return "retired"
        if stated is not None and stated not in STATES:
            self._remark(concept, f"“{stated[:40]}” is no state of a tag and was not used.")
        return stated if stated in STATES else None

    def _one(self, concept: Node, property_: URIRef) -> str | None:
        return next(iter(self._texts(concept, property_)), None)

    def _texts(self, subject: Node, *properties: URIRef) -> list[str]:
        return [clean_text(str(literal)) for literal in sorted(self._literals(subject, *properties), key=_order)]

    def _literals(self, subject: Node, *properties: URIRef) -> Iterable[Literal]:
        for property_ in properties:
            for value in self.graph.objects(subject, property_):
                if isinstance(value, Literal):
                    yield value

    def _remark(self, concept: Node, message: str) -> None:
        self.file.remarks.append(Problem(str(concept), message))


def _order(literal: Literal) -> tuple[int, str, str]:
    language = language_of(literal.language or "") or _UNKNOWN_LANGUAGE
    return _rank(language)[0], language, str(literal)


def _rank(language: str) -> tuple[int, str]:
    """Return where a language stands among those of a label."""
    english = language == "en" or language.startswith("en-")
    return (0 if english else 1 if language == _UNKNOWN_LANGUAGE else 2), language
