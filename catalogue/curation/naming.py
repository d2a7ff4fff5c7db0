"""Which tag a curator means who types a label; where none has it, which are spelled nearly so."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz, process

from catalogue.models import Tag, TagKind, TagLabel, TagState, name_key, slug_of
from catalogue.models.tag import KIND_ORDER

NEAR, NEAR_AT_MOST = 80, 6


@dataclass(slots=True)
class Meant:
    """What was typed: `label`, after `kind:` if one stood before it; the tags that have it as one of their labels.

    Where there is none, `near` are tags with a label that looks like it. `retired` has the label but is not in use.
    """

    typed: str
    kind: str
    label: str
    tags: list[Tag] = field(default_factory=list)
    near: list[Tag] = field(default_factory=list)
    retired: Tag | None = None


def meant(typed: Sequence[str]) -> list[Meant]:
    """Return for each text which shared tags it may mean, by any of their labels. A constant number of queries."""
    found = [Meant(text, *divided(text)) for text in typed]
    keys = {name_key(text) for each in found for text in (each.label, each.typed)}
    labels = list(TagLabel.objects.filter(owner=None, key__in=keys).select_related("tag"))
    for each in found:
        whole = [label.tag for label in labels if label.key == name_key(each.typed)]
        of_kind = [label.tag for label in labels if label.key == name_key(each.label) and label.kind == each.kind]
        if whole and not of_kind:
            each.kind, each.label = "", each.typed
        tags = sorted(of_kind or whole, key=lambda tag: KIND_ORDER[tag.kind])
        each.tags = [tag for tag in tags if tag.state != TagState.RETIRED]
        each.retired = next((tag for tag in tags if tag.state == TagState.RETIRED), None)
    _look_near([each for each in found if not each.tags])
    return found


def divided(text: str) -> tuple[str, str]:
    """Return the kind that stands before a label (`method: LoRA`), empty if none does, and the label."""
    kind, _, rest = (part.strip() for part in text.partition(":"))
    return (kind.casefold(), rest) if kind.casefold() in TagKind.values and rest else ("", " ".join(text.split()))


def _look_near(missing: list[Meant]) -> None:
    """Compare labels that no tag has with all those there are: letters alike, or all the words in it."""
    if not missing:
        return
    rows = list(
        TagLabel.objects.filter(owner=None).exclude(tag__state=TagState.RETIRED).values_list("slug", "tag_id", "kind")
    )
    slugs = [slug for slug, _, _ in rows]
    places: list[list[int]] = []
    for each in missing:
        slug = slug_of(each.label)
        words = set(slug.split("-")) - {""}
        alike = process.extract(slug, slugs, scorer=fuzz.ratio, score_cutoff=NEAR, limit=NEAR_AT_MOST) if words else []
        holding = [at for at, other in enumerate(slugs) if words and words <= set(other.split("-"))]
        holding.sort(key=lambda at: len(slugs[at]))
        places.append([at for _, _, at in alike] + holding[:NEAR_AT_MOST])
    tags = Tag.objects.in_bulk({rows[at][1] for some in places for at in some})
    for each, some in zip(missing, places, strict=True):
        ids = dict.fromkeys(rows[at][1] for at in some)
        each.near = [tags[pk] for pk in ids if pk in tags][:NEAR_AT_MOST]
