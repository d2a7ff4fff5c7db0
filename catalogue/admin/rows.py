"""Rows below a form, and how a tag is chosen in a form."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect
from django.db.models import Q
from django.utils.html import format_html

from catalogue.models import Tag, name_key


class NamedRows(forms.BaseInlineFormSet):
    """Rows whose fields have names for those who hear the page: the heads of the columns are seen only."""

    def add_fields(self, form: forms.ModelForm, index: int | None) -> None:
        super().add_fields(form, index)
        for field in form.fields.values():
            field.widget.attrs.setdefault("aria-label", field.label)


class Rows(admin.TabularInline):
    """A table of rows below a form."""

    formset = NamedRows


class TagSelect(AutocompleteSelect):
    """A tag to be looked up while typing; without scripts to be typed, as `label` or `label (kind)`."""

    @property
    def media(self) -> forms.Media:
        return super().media + forms.Media(js=["js/tag-select.js"])

    def build_attrs(self, base_attrs: dict[str, Any], extra_attrs: dict[str, Any] | None = None) -> dict[str, Any]:
        return super().build_attrs(base_attrs, extra_attrs) | {"data-placeholder": "Choose a tag"}

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> str:
        return format_html(
            '{}<noscript><input type="text" name="{}-typed" aria-label="Another tag, by its label" '
            'placeholder="Another tag, by its label"></noscript>',
            super().render(name, value, attrs, renderer),
            name,
        )

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        typed = " ".join(data.get(f"{name}-typed", "").split())
        return tag_typed(typed) if typed else super().value_from_datadict(data, files, name)


def tag_typed(text: str) -> int | str:
    """Return the id of the shared tag that somebody typed; the text itself if it means none, or several."""
    label, _, kind = text.removesuffix(")").rpartition(" (")
    wanted = Q(labels__key=name_key(text)) | Q(labels__key=name_key(label), kind=kind)
    found = list(Tag.objects.shared().filter(wanted).values_list("pk", flat=True).distinct()[:2])
    return found[0] if len(found) == 1 else text
