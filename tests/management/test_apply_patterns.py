"""The command that works a run off, as the desk starts it: a process of its own."""

import pytest
from django.core.management import CommandError, call_command

from catalogue.curation import PatternChange, current_vocabulary
from catalogue.importing import read_again
from catalogue.models import RuleRun, Tag, Tagging
from tests.cast import a_paper, a_tag


@pytest.mark.django_db
def test_the_command_works_a_run_off_and_may_be_repeated(capsys: pytest.CaptureFixture[str]) -> None:
    tag = a_tag("Sorting", "task", patterns="sort")
    papers = [a_paper(f"Paper {at}", abstract="We order birds.") for at in range(3)]
    read_again([paper.pk for paper in papers], current_vocabulary())
    concerned = list(PatternChange(tag, "order").concerned())
    Tag.objects.update(patterns="order")
    run = RuleRun.of(tag, concerned, None)

    for _ in range(2):
        call_command("apply_patterns", run.pk)
        assert capsys.readouterr().out.splitlines()[-1] == "read 3 of 3, gained 3, lost 0"
    assert Tagging.objects.count() == 3


@pytest.mark.django_db
def test_a_run_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError, match="no run 77"):
        call_command("apply_patterns", 77)
