"""Suggestions while typing, whole requests.

DATABASE_URL=sqlite:////tmp/100k.sqlite3 python bench/suggestions.py

The database is one that `bench/generate.py` filled with `--authors 3`. Times are medians of 15 in milliseconds.
"""

import os
import sys
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "site_config.settings")

import django

django.setup()

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, setup_test_environment

TYPED = ["e", "ne", "net", "learn", "person 4999", "deep graph", "nothing so", "language mod"]
RUNS = 15


def main() -> None:
    setup_test_environment()
    client = Client()
    for typed in TYPED:
        times = []
        for _ in range(RUNS):
            start = time.perf_counter()
            response = client.get("/papers/names/", {"q": typed})
            times.append(time.perf_counter() - start)
        with CaptureQueriesContext(connection) as queries:
            client.get("/papers/names/", {"q": typed})
        found = response.content.decode().count('role="option"')
        print(f"{typed:14} {found:3} suggestions  {median(times) * 1000:6.1f} ms  {len(queries)} queries")


if __name__ == "__main__":
    main()
