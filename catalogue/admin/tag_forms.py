"""What the desk asks before it merges, renames, splits, moves or retires tags. Tags are named by typing a label."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html, format_html_join

from catalogue.admin.forms import LinesField, checked_name, checked_patterns
from catalogue.curation import meant
from catalogue.models import Tag

TAGS_AT_ONCE = 200


class TagsField(forms.CharField):
    """Tags by their ids, with commas between."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> list[Tag]:
        ids = [
            int(each)
            for each in str(value or "").split(",")
            if each.strip().isascii() and each.strip().isdigit() and len(each) < 20
        ]
        found = Tag.objects.shared().in_bulk([each for each in ids if each < 2**63][:TAGS_AT_ONCE])
        return [found[each] for each in dict.fromkeys(ids) if each in found]

    def prepare_value(self, value: Any) -> Any:
        return ",".join(str(tag.pk) for tag in value) if isinstance(value, list) else value

    def validate(self, value: list[Tag]) -> None:
        if self.required and not value:
            raise ValidationError("These tags are gone: somebody merged or deleted them.")

    def run_validators(self, value: list[Tag]) -> None:
        """Tags have no validators."""


class NamedTagField(forms.CharField):
    """A tag by one of its labels, as typed; `kind: label` where tags of several kinds have it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=300, **kwargs)
        self.kind = ""

    def clean(self, value: Any) -> Tag | None:
        text = super().clean(value)
        if not text:
            return None
        (found,) = meant([text])
        tags = found.tags or [tag for tag in [found.retired] if tag]
        tags = [tag for tag in tags if tag.kind == self.kind] or tags
        if len(tags) == 1:
            return tags[0]
        names = format_html_join(", ", "{}: {}", ((tag.kind, tag.label) for tag in tags or found.near))
        if tags:
            raise ValidationError(format_html("Several tags are called so. Write which one: {}.", names))
        if found.near:
            raise ValidationError(format_html("No tag has this label. Did you mean {}?", names))
        raise ValidationError("No tag has this label.")


class MergeForm(forms.Form):
    """Which tags, and which of them stays."""

    tags = TagsField()
    more = NamedTagField(
        label="Another tag", required=False, help_text="One of its labels; “kind: label” if several tags have it."
    )
    into = forms.CharField(label="Keep", required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        tags = cleaned.get("tags", [])
        if cleaned.get("more") and cleaned["more"] not in tags:
            tags.append(cleaned["more"])
        kept = next((tag for tag in tags if str(tag.pk) == cleaned.get("into")), None)
        cleaned["into"] = kept
        if len(tags) > 1 and kept is None:
            raise ValidationError("Choose the tag to keep.")
        return cleaned


class NameForm(forms.Form):
    """A new name for a tag."""

    AS = (
        ("preferred", "its name; the present one stays an alternative label"),
        ("alternative", "an alternative label"),
    )

    label = forms.CharField(max_length=200)
    make_it = forms.ChoiceField(label="Make it", choices=AS, widget=forms.RadioSelect, initial="preferred")

    def clean_label(self) -> str:
        return checked_name(self.cleaned_data["label"])


class MoveForm(forms.Form):
    """Under which tag."""

    tags = TagsField()
    under = NamedTagField(required=False, help_text="A label of the broader tag. Empty: none, they go to the top.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tags = self.fields["tags"].to_python(self.data.get("tags"))
        self.fields["under"].kind = tags[0].kind if tags else ""


class StateForm(forms.Form):
    """Which tags to retire, or to bring back."""

    tags = TagsField()


class SplitForm(forms.Form):
    """Which papers of a tag get which other tag."""

    label = forms.CharField(
        label="The other tag", max_length=200, help_text="A new label, or one of a tag of the same kind that is there."
    )
    patterns = forms.CharField(
        label="Papers by rule",
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Patterns, one a line: papers of the tag in which they match. A new tag gets them as its own.",
    )
    papers = LinesField(
        label="Papers by list",
        required=False,
        help_text="Keys or addresses of papers, one a line; the address of a reading list stands for its papers.",
    )
    picked = forms.CharField(required=False, widget=forms.MultipleHiddenInput)
    keep = forms.BooleanField(required=False, label="These papers keep the present tag too")

    def clean_label(self) -> str:
        return checked_name(self.cleaned_data["label"])

    def clean_patterns(self) -> str:
        return checked_patterns(self.cleaned_data["patterns"])
