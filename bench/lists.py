"""The pages of a long reading list and what changes it, in one run.

DATABASE_URL=sqlite:////path/to/a/copy.sqlite3 python bench/lists.py [PAPERS]

Makes an account with a list of PAPERS (5,000) papers in ten sections, every tenth with a note; prints milliseconds
(the median of TIMES runs) and queries, and takes back what it made. Files of lists: `bench/list_files.py`.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import django

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "site_config.settings")
django.setup()

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, setup_test_environment

from catalogue.models import Paper, Reader, ReadingList, User

TIMES = 5
NOTE = "Begin with section 3: the bound is $O(n \\log n)$.\n\n- and *compare*"


def measure(label: str, act: Callable[[], Any], times: int = TIMES) -> None:
    """Do something several times; print the median time and the queries of the last one."""
    taken = []
    for _ in range(times):
        with CaptureQueriesContext(connection) as captured:
            start = perf_counter()
            act()
            taken.append(1000 * (perf_counter() - start))
    print(f"{label:48} {median(taken):8.0f} ms {len(captured):5} queries")


def a_list(owner: Reader, papers: list[int]) -> ReadingList:
    made = ReadingList.create(owner, "Bench")
    size = max(len(papers) // 10, 1)
    for start in range(0, len(papers), size):
        made.add(papers[start : start + size], by=owner, section=f"Section {start // size + 1}")
    made.items.filter(position__regex="0$").update(note=NOTE)
    return made


def pages(client: Client, of: ReadingList) -> None:
    def opening(browser: Client, place: str) -> Callable[[], None]:
        def work() -> None:
            response = browser.get(f"{of.get_absolute_url()}{place}")
            assert response.status_code == 200, (place, response.status_code)

        return work

    middle = -(-of.items.count() // 100)
    measure("page 1, 50 papers, owner", opening(client, ""))
    measure(f"page {middle}, owner", opening(client, f"?page={middle}"))
    measure("page 1, 200 papers, owner", opening(client, "?per_page=200"))
    measure("narrowed by state and words", opening(client, "?state=unread&text=learn"))
    of.show_to("public")
    measure("page 1, a stranger", opening(Client(), ""))
    measure(f"page {middle}, a stranger", opening(Client(), f"?page={middle}"))
    of.show_to("private")
    measure("lists of mine", lambda: client.get("/lists/"))
    measure("settings", opening(client, "settings/"))
    measure("print", opening(client, "print/"), 2)
    measure("print with abstracts", opening(client, "print/?abstracts=on"), 2)
    measure("a version and what changed", opening(client, "versions/1/"), 2)


def changes(client: Client, of: ReadingList) -> None:
    def sending(place: str, data: Callable[[], dict[str, Any]]) -> Callable[[], None]:
        def work() -> None:
            response = client.post(f"{of.get_absolute_url()}{place}", data())
            assert response.status_code == 302, (place, response.status_code)

        return work

    def keys(start: int, stop: int) -> list[str]:
        return list(of.items.values_list("paper__key", flat=True)[start:stop])

    count = of.items.count()

    def places() -> dict[str, Any]:
        shown = list(of.items.values_list("paper__key", "position", "state")[:50])
        typed = {f"position-{key}": str(count - position) for key, position, _ in shown}
        return {"act": "place", "shown": " ".join(f"{key}:{at}:{state}" for key, at, state in shown)} | typed

    last = sending("papers/", lambda: {"act": "move", "papers": keys(count - 1, count), "to": "1"})
    measure("move the last to the top", last)
    measure("place 50 at once", sending("papers/", places))
    measure("put 100 under another heading", sending("papers/", lambda: heading(keys(count // 2, count // 2 + 100))))
    measure("mark 50 as read", sending("papers/", lambda: {"act": "state", "papers": keys(0, 50), "state": "read"}))
    section = {"act": "down", "section": "Section 3"}
    measure("move a section down", sending("sections/", lambda: section))
    measure("freeze", sending("versions/", lambda: {"label": "then"}))


def heading(keys: list[str]) -> dict[str, Any]:
    heading.count += 1
    return {"act": "section", "papers": keys, "heading": f"Put {heading.count}"}


heading.count = 0


def main() -> None:
    setup_test_environment()
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    papers = list(Paper.objects.listed().order_by("key").values_list("pk", flat=True)[: count + 1000])
    user = User.objects.create_user("bench-lists")
    try:
        owner = Reader.of_user(user)
        client = Client()
        client.force_login(user)
        made = a_list(owner, papers[:count])
        print(f"{connection.vendor}, {Paper.objects.count():,} papers, a list of {made.items.count():,}")
        changes(client, made)
        pages(client, made)
        measure("add 1,000", lambda: made.add(papers[count:], by=owner), 1)
        measure("copy", lambda: made.copy_for(owner), 1)
    finally:
        user.delete()


if __name__ == "__main__":
    main()
