"""What the tests of facets share."""

from django.db import connection

from catalogue.facets import differences


def assert_right() -> None:
    """The index gives the counts that SQL takes from the tables, and every trigger stands."""
    assert list(differences()) == []


def execute(statement: str, *params: object) -> None:
    """Run a statement as another program would."""
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
