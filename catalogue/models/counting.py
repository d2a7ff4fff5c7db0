import json
from collections.abc import Iterable
from typing import Any

from django.db import connections
from django.db.models import Count, QuerySet, Subquery
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce


def distinct_papers(rows: QuerySet[Any], what: str, paper: str = "paper") -> Coalesce:
    """Return, as an annotation, the number of papers among `rows`, which are those of one `what` (an OuterRef).

    `paper` leads from a row to its paper. A subquery and not a join: the outer query keeps its rows, its order and
    its other annotations.
    """
    counted = rows.order_by().values(what).annotate(n=Count(paper, distinct=True)).values("n")
    return Coalesce(Subquery(counted), 0)


def these(ids: Iterable[int], using: str) -> RawSQL:
    """Return ids, however many, as a subquery: they go to the database as one value."""
    ids = list(ids)
    if connections[using].vendor == "postgresql":
        return RawSQL("SELECT unnest(%s::bigint[])", [ids])
    return RawSQL("SELECT value FROM json_each(%s)", [json.dumps(ids)])
