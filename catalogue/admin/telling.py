"""What an edit on the desk changed, in a sentence: old and new values, not only which fields."""

from typing import Any

from django import forms
from django.db import models

# What a form carries along, and nobody edits.
ASIDE = {"opened", "tried"}
AROUND, LONGEST = 30, 160


def told(form: Any, formsets: Any, add: bool) -> str:
    """Return what a form and its rows changed: “year: 2020 → 2021; tag added: kernels”."""
    if add:
        return "Added."
    said = _changes(form, [name for name in form.changed_data if name not in ASIDE])
    for formset in formsets or ():
        noun = formset.model._meta.verbose_name
        for row in formset.forms:
            if row in formset.deleted_forms:
                if row.instance.pk or row.initial:
                    said.append(f"{noun} taken away: {_subject(row)}")
            elif row.has_changed() and row.initial:
                said += [f"{noun} {_subject(row)}, {change}" for change in _changes(row, row.changed_data)]
            elif row.has_changed():
                said.append(f"{noun} added: {_subject(row)}")
    return "; ".join(said) + "." if said else "Nothing changed."


def _changes(form: Any, names: list[str]) -> list[str]:
    said = []
    for name in names:
        field = form.fields[name]
        before = _shown(field, form.get_initial_for_field(field, name))
        after = _shown(field, form.cleaned_data.get(name))
        if before != after:
            label = str(field.label or name.replace("_", " "))
            said.append(f"{label[:1].lower() + label[1:]}: {' → '.join(_differing(before, after))}")
    return said


def _subject(row: Any) -> str:
    """Return what a row of a form is about: the value of its first field, as it was before."""
    name, field = next(iter(row.fields.items()))
    text = _shown(field, row.get_initial_for_field(field, name) if row.initial else row.cleaned_data.get(name))
    for other in ("value", "url"):
        if other in row.fields:
            text = _shown(row.fields[other], row.initial.get(other) or row.cleaned_data.get(other))
    return f"“{text[:LONGEST]}”"


def _shown(field: Any, value: Any) -> str:
    if value in (None, "", [], ()):
        return "–"
    if isinstance(value, models.Model):
        return str(value)
    if isinstance(field, forms.ModelChoiceField):
        return str(field.queryset.filter(pk=value).first() or value)
    if isinstance(value, list | tuple | set):
        return ", ".join(_shown(field, each) for each in value)
    choices = dict(getattr(field, "choices", None) or ())
    return str(choices.get(value, value)).replace("\r\n", "\n").strip()


def _differing(before: str, after: str) -> tuple[str, str]:
    """Return two texts; of long ones the stretch where they part, with a little around it."""
    if max(len(before), len(after)) <= LONGEST:
        return before, after
    first = next((at for at, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    start = max(first - AROUND, 0)

    def stretch(text: str) -> str:
        end = start + LONGEST
        return ("…" if start else "") + text[start:end] + ("…" if len(text) > end else "")

    return stretch(before), stretch(after)
