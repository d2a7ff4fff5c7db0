"""What the tests of curation share."""

from typing import Any

import pytest
from django.apps import apps

from catalogue.models import Tag, User
from tests.cast import a_paper, a_tag, a_user
from tests.importing.conftest import load_records

__all__ = ["load_records"]

# What says that something happened, or follows the rows.
ASIDE = {"tagevent", "tageventtag", "tageventpaper", "facetchange", "facetsnapshot"}


def rows() -> dict[str, set[Any]]:
    """Every row of every table, to the microsecond."""
    return {
        model._meta.model_name: {repr(row) for row in model._base_manager.values_list()}
        for model in apps.get_app_config("catalogue").get_models(include_auto_created=True)
        if model._meta.model_name not in ASIDE and not model._meta.proxy
    }


@pytest.fixture
def curator(db: None) -> User:
    return a_user("curator")


@pytest.fixture
def pair(db: None) -> tuple[Tag, Tag]:
    """A with five papers, a rule, an alias and a narrower tag; B with four papers, two of them with A too."""
    a = a_tag("Language models", "method", "LMs", patterns="language model\n!programming language model")
    b = a_tag("LLM", "method", patterns="LLM")
    a_tag("Small language models", "method", broader=a)
    for tags in [(a,)] * 3 + [(a, b)] * 2 + [(b,)] * 2:
        a_paper(tags=tags)
    return a, b
