"""The facets there are. A new one is a line in FACETS, and one in `filters.py`."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Q, QuerySet, TextField, Value, When
from django.db.models.functions import Cast
from pyroaring import BitMap

from catalogue.facets.postings import Postings
from catalogue.models import (
    Appearance,
    Authorship,
    Collection,
    Finding,
    FindingKind,
    Paper,
    PaperLink,
    Person,
    Source,
    Tag,
    Tagging,
    TagKind,
)

# What a value is called and how it is addressed: {value: (label, token)}.
Described = dict[Any, tuple[str, str]]
Named = Callable[..., QuerySet[Any]]


@dataclass(frozen=True, slots=True)
class Facet:
    """A facet: what ties papers to its values.

    `members` makes bitmaps of papers by value, from the postings called `sources`. `rows()` are the same in SQL, which
    checks the bitmaps; `paper` and `value` are the names of their fields. `resolve` turns the tokens of an address
    into values (unknown ones are missing), `describe` values into labels and tokens. Where the database has these,
    `named` are the same as rows of value, label and token, with more columns if asked for. A facet that `is_own` is one
    reader's: all this is in the index made for that reader (`own.own_values`).
    """

    name: str
    title: str
    sources: tuple[str, ...]
    members: Callable[[Postings], dict[Any, BitMap]]
    rows: Callable[[], QuerySet[Any]]
    value: str
    resolve: Callable[[Iterable[str]], dict[str, Any]]
    describe: Callable[[Iterable[Any]], Described]
    named: Named | None = None
    paper: str = "paper"
    kind: str = ""
    by_value: bool = False
    in_panel: bool = True
    is_own: bool = False

    @property
    def is_of_tags(self) -> bool:
        """Whether the values are tags of the catalogue."""
        return self.value == "tag_id"

    @property
    def has_modes(self) -> bool:
        """Whether a paper can have many values, so that "all" makes sense as well as "any"."""
        return self.is_of_tags or self.is_own


def _by_slug(model: Any) -> Callable[[Iterable[str]], dict[str, Any]]:
    return lambda tokens: dict(model.objects.filter(slug__in=list(tokens)).values_list("slug", "pk"))


def _described(named: Named) -> dict[str, Any]:
    """Return the parts of a facet whose labels and tokens are in the database."""
    return {
        "named": named,
        "describe": lambda values: {value: (label, token) for value, label, token in named(list(values))},
    }


def _by_name(model: Any) -> Named:
    return lambda values, *more: _rows(model.objects.filter(pk__in=values), "name", "slug", *more)


def _rows(things: QuerySet[Any], *columns: Any) -> QuerySet[Any]:
    return things.order_by().values_list("pk", *(Cast(column, TextField()) for column in columns))


def _numbers(tokens: Iterable[str]) -> dict[str, int]:
    """Return the tokens that are whole numbers a database column can hold."""
    return {token: int(token) for token in tokens if token.isascii() and token.isdigit() and len(token) < 10}


def _resolve_sources(tokens: Iterable[str]) -> dict[str, Any]:
    numbers = _numbers(tokens)
    known = set(Source.objects.filter(pk__in=numbers.values()).values_list("pk", flat=True))
    return {token: number for token, number in numbers.items() if number in known}


def _named_sources(values: list[Any], *more: Any) -> QuerySet[Any]:
    return _rows(Source.objects.filter(pk__in=values), "name", "pk", *more)


def _describe_years(values: Iterable[Any]) -> Described:
    return {year: (str(year), str(year)) for year in values}


CODE = {"linked": "Linked", "promised": "Promised"}


def _code() -> QuerySet[Paper]:
    """Return the papers with code, linked or announced; one that is linked counts as that alone."""
    linked = PaperLink.objects.accepted().filter(kind=PaperLink.Kind.CODE).values("paper")
    promised = Finding.objects.accepted().of_kind(FindingKind.CODE_PROMISED).values("paper")
    papers = Paper.objects.filter(Q(pk__in=linked) | Q(pk__in=promised))
    return papers.annotate(code=Case(When(pk__in=linked, then=Value("linked")), default=Value("promised")))


def _resolve_code(tokens: Iterable[str]) -> dict[str, Any]:
    return {token: token for token in tokens if token in CODE}


def _describe_code(values: Iterable[Any]) -> Described:
    return {value: (CODE[value], value) for value in values}


def _named_tags(values: list[Any], *more: Any) -> QuerySet[Any]:
    return _rows(Tag.objects.public().filter(pk__in=values), "label", "slug", *more)


def _named_any_tags(values: list[Any], *more: Any) -> QuerySet[Any]:
    return _rows(Tag.objects.public().filter(pk__in=values), "label", "pk", *more)


def _resolve_tags_of(kind: str) -> Callable[[Iterable[str]], dict[str, Any]]:
    """Resolve slugs, also old ones, and ids."""

    def resolve(tokens: Iterable[str]) -> dict[str, Any]:
        tokens = list(tokens)
        public = Tag.objects.public().filter(kind=kind)
        by_id = _numbers(tokens)
        known = set(public.filter(pk__in=by_id.values()).values_list("pk", flat=True)) if by_id else set()
        found = {token: pk for token, pk in by_id.items() if pk in known}
        # Addresses have a kind of their own: a tag that came from another kind brings its old ones along.
        by_slug = public.filter(addresses__kind=kind, addresses__slug__in=tokens)
        return found | dict(by_slug.values_list("addresses__slug", "pk"))

    return resolve


def _resolve_any_tags(tokens: Iterable[str]) -> dict[str, Any]:
    numbers = _numbers(tokens)
    known = set(Tag.objects.public().filter(pk__in=numbers.values()).values_list("pk", flat=True))
    return {token: number for token, number in numbers.items() if number in known}


def _papers_of_tags(kinds: Iterable[str]) -> Callable[[Postings], dict[Any, BitMap]]:
    """Make the papers of each public tag of some kinds; a broader tag has those of its narrower ones, too."""

    def members(postings: Postings) -> dict[Any, BitMap]:
        papers, narrower = postings.of("tag"), postings.of("broader")
        public = BitMap.union(BitMap(), *(tags for kind in kinds for tags in postings.of(kind).values()))
        found = {}
        for tag in public:
            family = _family(tag, narrower) & public
            found[tag] = (
                BitMap.union(*(papers.get(member, BitMap()) for member in family))
                if len(family) > 1
                else papers.get(tag, BitMap())
            )
        return {tag: members for tag, members in found.items() if members}

    return members


def _family(tag: int, narrower: dict[int, BitMap]) -> BitMap:
    """Return a tag and all that are narrower."""
    family = new = BitMap([tag])
    while new:
        new = BitMap.union(BitMap(), *(narrower[member] for member in new if member in narrower)) - family
        family = family | new
    return family


def _papers_with_code(postings: Postings) -> dict[Any, BitMap]:
    linked, promised = (postings.of(name).get(0, BitMap()) for name in ("linked", "promised"))
    return {"linked": linked, "promised": promised - linked}


def _direct(name: str) -> dict[str, Any]:
    """Return the parts of a facet whose values are those of the posting of its name."""
    return {"name": name, "sources": (name,), "members": lambda postings: postings.of(name)}


def _tags_of(kind: TagKind) -> Facet:
    return Facet(
        kind.value,
        kind.label.capitalize(),
        ("tag", "broader", kind.value),
        _papers_of_tags([kind.value]),
        lambda: Tagging.objects.public().filter(tag__kind=kind.value),
        "tag_id",
        _resolve_tags_of(kind.value),
        **_described(_named_tags),
        kind=kind.value,
    )


FACETS: tuple[Facet, ...] = (
    *(_tags_of(kind) for kind in TagKind),
    Facet(
        "code",
        "Code",
        ("linked", "promised"),
        _papers_with_code,
        _code,
        "code",
        _resolve_code,
        _describe_code,
        paper="pk",
    ),
    Facet(
        **_direct("collection"),
        title="Collection",
        rows=Appearance.objects.all,
        value="collection_id",
        resolve=_by_slug(Collection),
        **_described(_by_name(Collection)),
    ),
    Facet(
        **_direct("year"),
        title="Year",
        rows=lambda: Paper.objects.exclude(year=None),
        value="year",
        resolve=_numbers,
        describe=_describe_years,
        paper="pk",
        by_value=True,
    ),
    Facet(
        **_direct("author"),
        title="Author",
        rows=Authorship.objects.all,
        value="person_id",
        resolve=_by_slug(Person),
        **_described(_by_name(Person)),
    ),
    Facet(
        **_direct("source"),
        title="Source file",
        rows=Appearance.objects.all,
        value="source_id",
        resolve=_resolve_sources,
        **_described(_named_sources),
    ),
    # Any tag by its id, whatever its kind: for links that outlive a change of kind.
    Facet(
        "tag",
        "Tag",
        ("tag", "broader", *TagKind.values),
        _papers_of_tags(TagKind.values),
        Tagging.objects.public,
        "tag_id",
        _resolve_any_tags,
        **_described(_named_any_tags),
        in_panel=False,
    ),
)


def _own(name: str, title: str) -> Facet:
    nothing = {"resolve": lambda _: {}, "describe": lambda _: {}}
    return Facet(name, title, (), lambda _: {}, Paper.objects.none, "pk", **nothing, is_own=True)


# What a reader made for themselves.
OWN_FACETS = (_own("list", "My lists"), _own("mytag", "My tags"))
EVERY_FACET = (*OWN_FACETS, *FACETS)


def facet_named(name: str) -> Facet | None:
    """Return the facet that is called `name` in addresses."""
    return next((facet for facet in EVERY_FACET if facet.name == name), None)
