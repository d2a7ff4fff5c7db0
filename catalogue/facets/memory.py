"""What a process has asked the database and need not ask again."""

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any

ANSWERS_AT_MOST = 100_000


class Memory:
    """Answers by name and key; of each name the latest ones. Threads may share it.

    Nothing in it grows old: who holds it takes a new one when the rows that were asked have changed.
    """

    def __init__(self) -> None:
        self._answers: dict[str, OrderedDict[Any, Any]] = defaultdict(OrderedDict)
        self._lock = Lock()

    def answers(
        self, name: str, keys: Iterable[Any], ask: Callable[[list[Any]], dict[Any, Any]], most: int = ANSWERS_AT_MOST
    ) -> dict[Any, Any]:
        """Return the answers for `keys`; `ask` is asked for those that are not known, all at once.

        What it leaves out has no answer, and is asked for again. `most` answers of a name are kept.
        """
        found, unknown = {}, []
        with self._lock:
            known = self._answers[name]
            for key in keys:
                if key in known:
                    known.move_to_end(key)
                    found[key] = known[key]
                else:
                    unknown.append(key)
        if unknown:
            asked = ask(unknown)
            found |= asked
            with self._lock:
                known.update(asked)
                while len(known) > most:
                    known.popitem(last=False)
        return found

    def once(self, name: str, key: Any, work: Callable[[], Any], most: int = ANSWERS_AT_MOST) -> Any:
        """Return what `work` gives, or gave for this name and key before."""
        return self.answers(name, [key], lambda _: {key: work()}, most)[key]
