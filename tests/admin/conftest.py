import pytest
from django.test import Client

from catalogue.models import User
from tests.importing.conftest import load_records, text_file

__all__ = ["load_records", "text_file"]


@pytest.fixture
def desk(client: Client, db: None) -> Client:
    """The admin, with a curator signed in."""
    client.force_login(User.objects.create_superuser("curator", password="x"))
    return client
