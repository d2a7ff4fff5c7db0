"""Accepting, rejecting and correcting what is said of papers. The rules leave alone what was judged."""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from catalogue.curation.giving import answer_readers
from catalogue.curation.readings import known_of, text_of
from catalogue.extraction import quoted
from catalogue.models import AssertionState, Finding, Origin, Paper, PaperLink, Tagging, User

Assertion = Tagging | PaperLink | Finding


def accept(assertions: Iterable[Assertion], user: User) -> int:
    """Make the assertions the curator's own: no later run of the rules takes them away. Returns how many changed."""
    return _judge(assertions, user, AssertionState.ACCEPTED, Origin.CURATOR)


def reject(assertions: Iterable[Assertion], user: User) -> int:
    """Take the assertions away for good: no later load or run of the rules brings them back."""
    return _judge(assertions, user, AssertionState.REJECTED, None)


def _judge(assertions: Iterable[Assertion], user: User, state: AssertionState, origin: Origin | None) -> int:
    changed = 0
    with transaction.atomic():
        for each in assertions:
            wanted = (state, origin or each.origin)
            if (each.state, each.origin) == wanted:
                continue
            each.state, each.origin = wanted
            each.decided_by = user
            # The whole row: the rules may have taken it away at this moment, and it is judged all the same.
            each.save()
            touch(each.paper_id)
            answer_for(each, user)
            changed += 1
    return changed


def answer_for(assertion: Assertion, user: User) -> None:
    """Let readers know what a curator said of a tag that they proposed for the same paper: nobody asks again."""
    if isinstance(assertion, Tagging) and assertion.owner_id is None and assertion.state != AssertionState.PROPOSED:
        answer_readers(assertion.tag_id, [assertion.paper_id], AssertionState(assertion.state), user)


def touch(paper_id: int) -> None:
    """Mark a paper as changed: a form that was opened before may not undo what was judged since."""
    Paper.objects.filter(pk=paper_id).update(changed=timezone.now())


def correct(finding: Finding, value: str, user: User, kind: str = "") -> Finding:
    """Put `value` in place of a finding: that is rejected, the new one is the curator's. Returns the new one.

    The new one quotes the text if its value stands there. Expansions of a corrected name go with it.
    """
    kind = kind or finding.kind
    if (kind, value) == (finding.kind, finding.value):
        accept([finding], user)
        return finding
    with transaction.atomic():
        reject([finding], user)
        corrected, _ = Finding.objects.update_or_create(
            paper=finding.paper,
            kind=kind,
            value=value,
            defaults={
                "about": finding.about,
                "rank": finding.rank,
                "origin": Origin.CURATOR,
                "state": AssertionState.ACCEPTED,
                "rule": "",
                "evidence": evidence_for(finding.paper, value),
                "decided_by": user,
            },
        )
        if finding.kind == kind == "name":
            expansions = Finding.objects.filter(paper=finding.paper, kind="expansion", about=finding.value)
            expansions.update(about=value, origin=Origin.CURATOR, decided_by=user)
    return corrected


def evidence_for(paper: Paper, value: str) -> dict[str, str | int] | None:
    """Return where a value stands in the title or abstract of a paper; None if it does not."""
    text = text_of(paper, known_of([paper])[paper.pk])
    for field in ("title", "abstract"):
        start = text.field(field).find(value)
        if value and start >= 0:
            return quoted(text.field(field), start, start + len(value), field).as_json()
    return None


def replace(old: Tagging | PaperLink, new: Tagging | PaperLink, user: User) -> None:
    """Reject `old` and let the curator say `new`, an unsaved row of the same paper with another tag or address."""
    told = {"tag": new.tag, "owner": None} if isinstance(new, Tagging) else {"url": new.url}
    with transaction.atomic():
        reject([old], user)
        there = type(old)._default_manager.filter(paper=old.paper, **told).first()
        new.pk, new.origin, new.state = (there.pk if there else None), Origin.CURATOR, AssertionState.ACCEPTED
        new.rule, new.evidence, new.decided_by = "", (there.evidence if there else None), user
        new.save(force_insert=there is None)
