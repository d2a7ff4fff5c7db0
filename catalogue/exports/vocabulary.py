"""The vocabulary for other programs: from the tables into the formats of VOCABULARY_FORMATS."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from urllib.parse import quote

from django.db.models import QuerySet
from django.urls import reverse

from catalogue.exports.skos import Concept, Label, Scheme, Vocabulary, write_jsonld, write_turtle
from catalogue.exports.tag_table import write_csv
from catalogue.models import Tag, TagAddress, TagKind, TagLabel


@dataclass(frozen=True, slots=True)
class VocabularyFormat:
    """A format of vocabulary files: its name, its media type, and what writes it. The key is the ending of the name."""

    label: str
    media_type: str
    write: Callable[[Vocabulary], str]


VOCABULARY_FORMATS = {
    "csv": VocabularyFormat("CSV", "text/csv; charset=utf-8", write_csv),
    "ttl": VocabularyFormat("SKOS, Turtle", "text/turtle; charset=utf-8", write_turtle),
    "jsonld": VocabularyFormat("SKOS, JSON-LD", "application/ld+json", write_jsonld),
}


def vocabulary_of(tags: QuerySet[Tag], site: str = "", *, whole: bool = False) -> Vocabulary:
    """Return shared tags as plain data, by kind and label, in four queries.

    `site` is the address of the site without a slash at its end, what all URIs begin with. `whole` adds what only
    curators need: state, patterns, whether they only propose, former addresses, and broader tags that are not public.
    """
    shared = {tag.pk: tag for tag in Tag.objects.shared().only("kind", "label", "slug", "state", "owner")}
    labels: dict[int, list[tuple[Label, bool]]] = defaultdict(list)
    columns = ("tag", "label", "language", "preferred")
    for pk, label, language, preferred in TagLabel.objects.filter(owner=None).values_list(*columns):
        labels[pk].append((Label(label, language), preferred))
    former: dict[int, list[TagAddress]] = defaultdict(list)
    for address in TagAddress.objects.order_by("kind", "slug") if whole else ():
        former[address.tag_id].append(address)
    addresses = Addresses(site)
    concepts = []
    for tag in sorted(tags, key=lambda tag: (tag.kind_order, tag.label, tag.pk)):
        broader = shared.get(tag.broader_id)
        above = broader if broader and (whole or broader.is_public) else None
        concept = _concept(tag, labels[tag.pk], above, addresses)
        if whole:
            others = [each for each in former[tag.pk] if (each.kind, each.slug) != (tag.kind, tag.slug)]
            concept = replace(
                concept,
                whole=True,
                patterns=_with_plain_line_ends(tag.patterns),
                state=tag.state,
                only_proposes=tag.only_proposes,
                former=tuple(addresses.of(each) for each in others),
            )
        concepts.append(concept)
    kinds = dict.fromkeys(concept.kind for concept in concepts)
    schemes = [Scheme(kind, addresses.of_kind(kind), TagKind(kind).plural) for kind in kinds]
    return Vocabulary(tuple(schemes), tuple(concepts))


class Addresses:
    """The URIs of tags: the addresses of their pages. Django's `reverse` would take most of the time of an export."""

    def __init__(self, site: str) -> None:
        self._kinds = {kind: site + reverse("tag_kind", args=[kind]) for kind in TagKind.values}

    def of_kind(self, kind: str) -> str:
        return self._kinds[kind]

    def of(self, tag: Tag | TagAddress) -> str:
        return f"{self._kinds[tag.kind]}{quote(tag.slug)}/"


def _concept(tag: Tag, labels: list[tuple[Label, bool]], above: Tag | None, addresses: Addresses) -> Concept:
    shown = next((label for label, _ in labels if label.text == tag.label), Label(tag.label, "en"))
    return Concept(
        id=tag.pk,
        kind=tag.kind,
        address=addresses.of(tag),
        preferred=(shown, *(label for label, preferred in labels if preferred and label != shown)),
        alternative=tuple(label for label, preferred in labels if not preferred and label != shown),
        note=_with_plain_line_ends(tag.scope_note),
        broader=above.label if above else "",
        broader_address=addresses.of(above) if above else "",
        is_top=tag.broader_id is None,
    )


def _with_plain_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n")
