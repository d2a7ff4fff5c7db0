"""What a form or a list of the desk showed when it was opened, so that nobody overwrites what another one changed."""

import hashlib
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet

LONGEST_SHOWN = 60


def mark_of(value: Any) -> str:
    """Return 16 hexadecimal digits that differ for values that differ."""
    if isinstance(value, QuerySet | list | tuple):
        value = [each.pk if isinstance(each, Model) else each for each in value]
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]


def row_mark(row: Model) -> str:
    """Return a mark of a row as it is stored."""
    return mark_of([row.__dict__.get(field.attname) for field in row._meta.concrete_fields])


class MarksField(forms.CharField):
    """The marks of a form. They are no change of the thing."""

    widget = forms.HiddenInput

    def has_changed(self, initial: Any, data: Any) -> bool:
        return False


class OpenedForm(forms.ModelForm):
    """A form that is refused if somebody changed what it shows since it was opened, and says what that is.

    The page carries a mark of each value that it shows, those of `also_shown` too.
    """

    opened = MarksField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields["opened"].initial = self._marks
        else:
            del self.fields["opened"]

    def also_shown(self) -> dict[str, Any]:
        """Return by their names what else the page lets change: rows below the form."""
        return {}

    def shown(self) -> dict[str, tuple[str, Any]]:
        """Return what the form shows of the thing as it is stored: by field its label and its value."""
        names = [name for name, field in self.fields.items() if not isinstance(field.widget, forms.HiddenInput)]
        shown = {name: (str(self[name].label), self.get_initial_for_field(self.fields[name], name)) for name in names}
        return shown | {name.replace(" ", "_"): (name, value) for name, value in self.also_shown().items()}

    def _marks(self) -> str:
        return " ".join(f"{name}={mark_of(value)}" for name, (_, value) in self.shown().items())

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        opened = cleaned.get("opened", "")
        if opened:
            marks = set(opened.split())
            others = [said for name, said in self.shown().items() if f"{name}={mark_of(said[1])}" not in marks]
            if others:
                raise ValidationError(
                    f"Somebody changed this {self._meta.model._meta.verbose_name} since you opened it: "
                    f"{', '.join(_in_words(label, value) for label, value in others)}. Nothing was saved. "
                    "Open it again, then edit it."
                )
        return cleaned


def _in_words(label: str, value: Any) -> str:
    """Return the name of a field, with what it says now if that is short."""
    name = label[:1].lower() + label[1:]
    if isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
        value = ", ".join(value)
    is_short = isinstance(value, str) and "\n" not in value and 0 < len(value) <= LONGEST_SHOWN
    return f"{name} (now “{value}”)" if is_short else name
