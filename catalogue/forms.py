"""What readers send, validated. Every error says what to do."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from catalogue.models import Item, ListVersion, ListVisibility, Membership, ReadingList, ReadState

PLACE_AT_MOST = 10**9
MARKUP_HINT = "Markdown and LaTeX: *emphasis*, [words](address), - item, $x^2$."
# A key of a paper: letters and digits; anything else is none and is not looked for.
KEY = re.compile(r"[0-9a-z]{1,26}")


class OneLineField(forms.CharField):
    """A text on one line that shows something: not only of spaces and signs that nobody sees."""

    def __init__(self, of: Any = None, **options: Any) -> None:
        super().__init__(**({"max_length": of.max_length} if of else {}) | options)

    def to_python(self, value: Any) -> str:
        text = " ".join(super().to_python(value).split())
        return text if any(letter.isprintable() and not letter.isspace() for letter in text) else ""


class MarkupField(forms.CharField):
    """Markdown and LaTeX on many lines. Line ends are made one character, as they are counted in the browser."""

    def __init__(self, of: Any, rows: int) -> None:
        widget = forms.Textarea(attrs={"rows": rows})
        super().__init__(required=False, strip=False, max_length=of.max_length, widget=widget, help_text=MARKUP_HINT)

    def to_python(self, value: Any) -> str:
        text = re.sub(r"\r\n?", "\n", super().to_python(value))
        return text if text.strip() else ""


class PlaceField(forms.CharField):
    """A place in a list, as an integer. Beyond the ends is an end; what is no number is an error."""

    def to_python(self, value: Any) -> int | None:
        text = super().to_python(value)
        if not text:
            return None
        if not re.fullmatch(r"[+-]?[0-9]{1,40}", text):
            raise ValidationError(f"“{text[:40]}” is no position. Give a whole number, 1 for the top.")
        return min(max(int(text), 1), PLACE_AT_MOST)


def first_error(form: forms.Form) -> str:
    """Return the first thing that is wrong in a form, as a sentence."""
    return next(str(error) for errors in form.errors.values() for error in errors)


# --- Lists --------------------------------------------------------------------------------------
TITLE = ReadingList._meta.get_field("title")
DESCRIPTION = ReadingList._meta.get_field("description")
NOTE = Item._meta.get_field("note")
SECTION = Item._meta.get_field("section")


class ListForm(forms.Form):
    """What a list says of itself."""

    title = OneLineField(TITLE, error_messages={"required": "Give the list a title."})
    description = MarkupField(DESCRIPTION, rows=4)


class VisibilityForm(forms.Form):
    visibility = forms.ChoiceField(choices=ListVisibility.choices)


class InvitationForm(forms.Form):
    """Whom to invite as what."""

    role = forms.ChoiceField(label="As", choices=Membership.Role.choices, initial=Membership.Role.EDITOR)
    email = forms.EmailField(
        label="E-mail address",
        required=False,
        max_length=254,
        help_text="The link is sent there. Without an address you hand it on yourself.",
    )


class RoleForm(forms.Form):
    """Another role for a member, or none."""

    role = forms.ChoiceField(
        choices=[*Membership.Role.choices, ("remove", "remove")],
        error_messages={"required": "Choose a role.", "invalid_choice": "There is no such role."},
    )


class VersionForm(forms.Form):
    label = OneLineField(ListVersion._meta.get_field("label"), error_messages={"required": "Give the version a name."})


class OtherListForm(forms.Form):
    """Another list: one of `lists`, by its public id."""

    other = forms.ModelChoiceField(
        ReadingList.objects.none(),
        to_field_name="public_id",
        empty_label="Choose a list",
        error_messages={"required": "Choose a list.", "invalid_choice": "This list is not there any more."},
    )
    delete = forms.BooleanField(required=False)

    def __init__(self, *args: Any, lists: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["other"].queryset = lists


# --- Papers in lists ----------------------------------------------------------------------------
class MoveForm(forms.Form):
    to = PlaceField(label="Position", error_messages={"required": "Give the position to move to."})
    # Where the order alone does not say it: between the last paper of a section and the first of the next.
    under = OneLineField(SECTION, required=False)


class HeadingForm(forms.Form):
    heading = OneLineField(SECTION, required=False)


class StateForm(forms.Form):
    state = forms.ChoiceField(
        choices=ReadState.choices, error_messages={"required": "Choose a state.", "invalid_choice": "Choose a state."}
    )


class SectionForm(forms.Form):
    """What to do with a section. Its name is taken as it is: a file may have brought one with odd spaces."""

    act = forms.ChoiceField(
        choices=[(name, name) for name in ("rename", "up", "down", "dissolve")],
        error_messages={"required": "There is no such act.", "invalid_choice": "There is no such act."},
    )
    section = forms.CharField(max_length=SECTION.max_length, strip=False)
    to = OneLineField(SECTION, required=False)

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("act") == "rename" and not self.cleaned_data.get("to"):
            raise ValidationError("Give the heading a name, or take it away.")
        return self.cleaned_data


class ItemForm(forms.Form):
    """What a list says of one paper. What is not sent stays as it is; `seen` tells which note the writer has read."""

    note = MarkupField(NOTE, rows=8)
    state = forms.ChoiceField(choices=ReadState.choices, required=False, show_hidden_initial=True)
    position = PlaceField(required=False, widget=forms.NumberInput(attrs={"min": 1}), show_hidden_initial=True)
    section = OneLineField(
        SECTION,
        label="Under the heading",
        required=False,
        widget=forms.TextInput(attrs={"list": "sections", "autocomplete": "off"}),
        show_hidden_initial=True,
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any, *, item: Item | None) -> None:
        self.item = item
        names = ("state", "position", "section", "note")
        said = {name: getattr(item, name) for name in names} | {"seen": item.note_hash} if item else {}
        super().__init__(data, initial=said)
        if data is not None:
            self.fields = {name: field for name, field in self.fields.items() if name in data}

    def clean(self) -> dict[str, Any]:
        if self.item is None:
            raise ValidationError("This paper is not in the list any more. What you wrote was not stored; copy it.")
        said = self.cleaned_data
        if "note" in said and said.get("seen", "") != self.item.note_hash and said["note"] != self.item.note:
            self.data = self.data.copy()
            self.data["seen"] = self.item.note_hash
            raise ValidationError(
                f"Somebody changed this note meanwhile. It now says: {self.item.note or 'nothing'} – "
                "Save again to put yours in its place."
            )
        return said


class PlacesForm(forms.Form):
    """Positions and states of all papers on a page; `shown` says what the page showed, as `key:position:state …`.

    Only what somebody changed is taken: `positions` and `states`, by key. What is no position is named in `wrong`.
    """

    shown = forms.CharField(required=False, max_length=20_000)

    def clean(self) -> dict[str, Any]:
        positions, states, self.wrong = {}, {}, []
        for key, position, state in self._shown():
            typed = self.data.get(f"position-{key}", position)
            try:
                if typed.strip() != position:
                    positions[key] = PlaceField().clean(typed)
            except ValidationError as error:
                self.wrong.append(error.messages[0] if typed.strip() else "A position was left empty.")
            chosen = self.data.get(f"state-{key}", state)
            if chosen != state and chosen in ReadState.values:
                states[key] = chosen
        return {"positions": positions, "states": states}

    def _shown(self) -> list[list[str]]:
        parts = [part.split(":") for part in self.cleaned_data.get("shown", "").split()]
        return [part for part in parts if len(part) == 3 and KEY.fullmatch(part[0])]
