"""Applying changed patterns: the papers that they may bear on are read again, at once or by a process of its own."""

from collections.abc import Callable, Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from catalogue.curation import current_terms, current_vocabulary
from catalogue.extraction import Vocabulary
from catalogue.facets import LONG_LOG, compact
from catalogue.importing.background import start_command
from catalogue.importing.extracting import read_again
from catalogue.models import AssertionState, Origin, RuleRun, RuleRunState, Tagging, secret

# So few are read while somebody waits.
AT_ONCE = 200
BATCH = 100


def read_for(tag: int, papers: Sequence[int], vocabulary: Vocabulary | None = None) -> tuple[int, int]:
    """Read papers again for the sake of one tag; return how many gained and lost it, or its proposal."""
    with transaction.atomic():
        before = _having(tag, papers)
        read_again(papers, vocabulary or current_vocabulary())
        after = _having(tag, papers)
    return len(after - before), len(before - after)


def work_off(run: RuleRun, advanced: Callable[[int], None] = lambda done: None) -> bool:
    """Read the papers of a run that are not read yet; False if somebody else is at work on it, or it is finished.

    A hundred papers at a time, each time in one transaction with the progress, so that it can be killed, continued and
    started twice: no paper is left out or counted twice. Patterns that changed meanwhile count as they are.
    """
    token = secret()[:32]
    if not run.take(token):
        return False
    vocabulary = Vocabulary(())
    while True:
        run.refresh_from_db(fields=["done", "total"])
        if run.done >= run.total:
            break
        papers = run.papers[run.done : run.done + BATCH]
        vocabulary = _renewed(vocabulary)
        with transaction.atomic():
            mine = RuleRun.objects.select_for_update().filter(pk=run.pk, token=token, state=RuleRunState.RUNNING)
            if not mine.exists():
                return False
            gained, lost = read_for(run.tag_id, papers, vocabulary)
            mine.update(
                done=F("done") + len(papers), gained=F("gained") + gained, lost=F("lost") + lost, beat=timezone.now()
            )
        compact(LONG_LOG)
        advanced(run.done + len(papers))
    RuleRun.objects.filter(pk=run.pk, token=token).update(state=RuleRunState.FINISHED, finished=timezone.now())
    compact()
    return True


def start_working_off(run: RuleRun) -> None:
    """Start a process that works a run off, once the transaction is committed; it outlives request and server."""
    start_command("apply_patterns", str(run.pk))


def propose_or_give(tag: int, only_proposes: bool) -> int:
    """Make what the rules found of a tag wait in the queue, or hold; return how many rows changed.

    What somebody decided stays.
    """
    now, then = AssertionState.PROPOSED, AssertionState.ACCEPTED
    if not only_proposes:
        now, then = then, now
    return Tagging.objects.filter(tag=tag, owner=None, origin=Origin.RULE, state=then).update(state=now)


def _renewed(vocabulary: Vocabulary) -> Vocabulary:
    """Return the vocabulary as it is now: the same, compiled before, if nothing of it changed."""
    terms = tuple(sorted(current_terms(), key=lambda term: term.id))
    return vocabulary if vocabulary.terms == terms else Vocabulary(terms)


def _having(tag: int, papers: Sequence[int]) -> set[int]:
    rows = Tagging.objects.filter(tag=tag, owner=None, paper__in=papers).exclude(state=AssertionState.REJECTED)
    return set(rows.values_list("paper", flat=True))
