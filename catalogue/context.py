"""What every template may use."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from catalogue.access import marks_of, reader_of


def readers(request: HttpRequest) -> dict[str, Any]:
    """Give `reader`, who asks (nothing if they keep nothing yet), and `saved`, the ids of the papers they saved.

    Neither is looked up on a page that does not use it, nor on one that was made before anybody is known.
    """
    if not hasattr(request, "user"):
        return {}
    return {
        "reader": SimpleLazyObject(lambda: reader_of(request)),
        "saved": SimpleLazyObject(lambda: marks_of(request)),
    }
