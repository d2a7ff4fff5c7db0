from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from catalogue.models import Reader
from tests.cast import a_list, a_reader, a_visitor


@pytest.mark.django_db
def test_only_visitors_whose_cookie_has_run_out_are_forgotten(capsys: pytest.CaptureFixture[str]) -> None:
    ann, recent, gone = a_reader("ann"), a_visitor(), a_visitor()
    a_list(gone)
    Reader.objects.filter(pk__in=[ann.pk, gone.pk]).update(seen=timezone.now() - timedelta(days=401))
    call_command("clear_visitors")
    assert capsys.readouterr().out == "visitors 1\n"
    assert set(Reader.objects.all()) == {ann, recent}
