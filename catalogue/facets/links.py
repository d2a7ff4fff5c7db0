"""Addresses: the query string is the whole state of a results page."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode


@dataclass(frozen=True, slots=True)
class Links:
    """Makes addresses that differ from the present one in one thing. Every change goes back to the first page."""

    path: str
    params: tuple[tuple[str, str], ...] = ()

    def url(self) -> str:
        """Return the address itself."""
        return f"{self.path}?{'&'.join(_encoded(*pair) for pair in self.params)}" if self.params else self.path

    def has(self, name: str, value: str) -> bool:
        """Whether the parameter `name` stands there with `value`."""
        return (name, value) in self.params

    def adding(self, name: str, value: str) -> "Links":
        """Add a value of a parameter that can be repeated."""
        return self._with([*self._kept(), (name, value)])

    def removing(self, name: str, value: str | None = None) -> "Links":
        """Remove one value of a parameter, or the parameter."""
        return self._with(pair for pair in self._kept() if pair[0] != name or value not in (None, pair[1]))

    def setting(self, name: str, value: str) -> "Links":
        """Give a parameter that stands there once a value; an empty one removes it."""
        kept = [pair for pair in self._kept() if pair[0] != name]
        return self._with([*kept, (name, value)] if value else kept)

    def toggling(self, name: str, value: str) -> "Links":
        """Add the value, or remove it where it stands."""
        return self.removing(name, value) if self.has(name, value) else self.adding(name, value)

    def without(self, names: Iterable[str]) -> list[tuple[str, str]]:
        """Return the parameters a form must keep that sets `names` itself."""
        names = set(names)
        return [pair for pair in self._kept() if pair[0] not in names]

    def _kept(self) -> list[tuple[str, str]]:
        return [pair for pair in self.params if pair[0] != "page"]

    def _with(self, params: Iterable[tuple[str, str]]) -> "Links":
        return Links(self.path, tuple(params))


@lru_cache(maxsize=1_000)
def _encoded(name: str, value: str) -> str:
    """Return a parameter as it stands in an address: most stand in every link of a page."""
    return urlencode([(name, value)])
