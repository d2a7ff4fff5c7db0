"""The forms of the desk that do more than their model."""

from typing import Any

from allauth.account.models import EmailAddress
from django import forms
from django.contrib.auth.forms import UserChangeForm
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.html import format_html

from catalogue.admin.opened import OpenedForm
from catalogue.admin.rows import NamedRows
from catalogue.curation import Trial, pattern_lines, try_patterns, words_in
from catalogue.importing import paper_with_same_text
from catalogue.models import (
    Collection,
    Finding,
    FindingKind,
    Paper,
    Person,
    Tag,
    clean_identifier,
    name_key,
    text_hash,
)
from catalogue.sources import clean_text

FIELD_NAMES = {
    "title": "title",
    "abstract_source": "abstract",
    "authors": "authors",
    "year": "year",
    "language": "language",
    "doi": "DOI",
    "arxiv_id": "arXiv identifier",
    "openreview_id": "OpenReview identifier",
    "url": "address of the paper",
    "pdf_url": "address of the PDF",
}


def checked_name(text: str, longest: int = 200) -> str:
    """Return a name or label with its white space collapsed. Raises ValidationError for one that no row can hold."""
    name = " ".join(clean_text(text).split())
    if not any(letter.isprintable() and not letter.isspace() for letter in name):
        raise ValidationError("A name needs at least one visible character.")
    # A key can be longer than its name: the compatibility form of one letter may be a whole phrase.
    if len(name) > longest or len(name_key(name)) > 2 * longest:
        raise ValidationError(f"“{name[:40]}…” is longer than {longest} characters.")
    return name


def checked_patterns(text: str) -> str:
    """Return patterns, one a line. Raises ValidationError for one that no text can match."""
    lines = pattern_lines(clean_text(text))
    empty = next((line for line in lines if not words_in(line)), None)
    if empty:
        raise ValidationError(f"“{empty[:40]}” has no word in it.")
    return "\n".join(lines)


class LinesField(forms.CharField):
    """Several values, one a line; blank lines are left out."""

    widget = forms.Textarea

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> list[str]:
        return [" ".join(line.split()) for line in clean_text(value or "").splitlines() if line.strip()]

    def validate(self, value: list[str]) -> None:
        for line in value:
            checked_name(line)

    def run_validators(self, value: list[str]) -> None:
        """Lines have no validators of their own."""


class PaperForm(OpenedForm):
    """A paper as its source states it, and which of it no load may change."""

    url = forms.URLField(label="Address of the paper", required=False, max_length=800, assume_scheme="https")
    pdf_url = forms.URLField(label="Address of the PDF", required=False, max_length=800, assume_scheme="https")
    authors = LinesField(required=False, help_text="One a line, in their order, as printed.")
    collection = forms.ModelChoiceField(
        Collection.objects.all(),
        required=False,
        help_text="Where the paper appeared. It is listed there as entered by hand.",
    )
    locked_fields = forms.MultipleChoiceField(
        choices=FIELD_NAMES.items(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label="Locked",
        help_text="Loading a file never changes these. What you edit is locked by itself. Untick it to give it back: "
        "the next load of a file that names it sets it again.",
    )

    class Meta:
        model = Paper
        fields = (*(name for name in Paper.STATED_FIELDS if name != "authors"), "visibility", "locked_fields")
        widgets = {"title": forms.Textarea(attrs={"rows": 2}), "abstract_source": forms.Textarea(attrs={"rows": 16})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "year" in self.fields and self.instance.pk is None:
            self.fields["year"].help_text = "Left empty: the year of the collection."
        self.before = {name: self._stored(name) for name in Paper.STATED_FIELDS}
        if self.instance.pk:
            self.fields.pop("collection", None)
            if "authors" in self.fields:
                self.fields["authors"].initial = self.before["authors"]
        elif "collection" in self.fields:
            self.fields["collection"].required = True

    def also_shown(self) -> dict[str, Any]:
        paper = self.instance
        return {
            "tags": list(paper.taggings.filter(owner=None).order_by("pk").values_list("pk", "tag", "state", "rank")),
            "findings": list(paper.findings.order_by("pk").values_list("pk", "kind", "value", "state", "rank")),
            "links": list(paper.links.order_by("pk").values_list("pk", "kind", "url", "state")),
        }

    def _stored(self, name: str) -> Any:
        if name == "authors":
            return [author.name for author in self.instance.authorships.all()] if self.instance.pk else []
        return getattr(self.instance, name)

    def clean_title(self) -> str:
        return " ".join(clean_text(self.cleaned_data["title"]).split())

    def clean_abstract_source(self) -> str:
        # Browsers send every line end as CR LF; that alone is no edit.
        return clean_text(self.cleaned_data["abstract_source"]).strip()

    def clean_doi(self) -> str:
        return self._identifier("doi")

    def clean_arxiv_id(self) -> str:
        return self._identifier("arxiv_id")

    def clean_openreview_id(self) -> str:
        return self._identifier("openreview_id")

    def _identifier(self, name: str) -> str:
        try:
            return clean_identifier(name, self.cleaned_data[name])
        except ValueError as error:
            raise ValidationError(str(error)) from error

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.instance.pk is None and cleaned.get("collection") and cleaned.get("year") is None:
            cleaned["year"] = cleaned["collection"].year
        title, abstract = cleaned.get("title", ""), cleaned.get("abstract_source", "")
        if (title, abstract) == (self.before["title"], self.before["abstract_source"]):
            return cleaned
        twin = paper_with_same_text(Paper(pk=self.instance.pk, title=title, abstract_source=abstract))
        if twin:
            raise ValidationError(
                format_html('This paper is already here: <a href="{}">{}</a>', twin.get_absolute_url(), twin.heading)
            )
        return cleaned

    @property
    def changed_fields(self) -> list[str]:
        """The stated fields whose value is another one now."""
        return [name for name in Paper.STATED_FIELDS if self.cleaned_data.get(name) != self.before[name]]


class TagForm(OpenedForm):
    """A tag with its labels."""

    preferred_label = forms.CharField(max_length=200)
    alternative_labels = LinesField(
        required=False, help_text="One a line: abbreviations, other spellings, former names. The tag is found by all."
    )
    # The mark of the patterns whose effect was shown.
    tried = forms.CharField(required=False, widget=forms.HiddenInput)
    trial: Trial | None = None

    class Meta:
        model = Tag
        fields = ("kind", "scope_note", "broader", "state", "patterns", "only_proposes")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields["preferred_label"].initial = self.instance.label
            self.fields["alternative_labels"].initial = self.instance.alternative_labels

    def clean_patterns(self) -> str:
        return checked_patterns(self.cleaned_data["patterns"])

    def clean_preferred_label(self) -> str:
        return checked_name(self.cleaned_data["preferred_label"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        labels = [cleaned.get("preferred_label", ""), *cleaned.get("alternative_labels", [])]
        wanted = Tag(pk=self.instance.pk, kind=cleaned.get("kind", ""))
        for clash in wanted.label_clashes(label for label in labels if label):
            field = "preferred_label" if clash.key == name_key(labels[0]) else "alternative_labels"
            why = f"“{clash.label}” exists already: it is a label of the {clash.kind} “{clash.tag.label}”."
            self.add_error(field, with_merge(why, self.instance, clash.tag) if self.instance.pk else why)
        if not self.errors and "patterns" in self.changed_data:
            self._show_trial(cleaned)
        return cleaned

    def _show_trial(self, cleaned: dict[str, Any]) -> None:
        """Before other patterns are stored, show once what they change; saving the same again stores them."""
        mark = text_hash(repr((cleaned["kind"], cleaned["patterns"])))
        if self.data.get("tried") == mark:
            return
        tag = Tag(pk=self.instance.pk, kind=cleaned["kind"], label=cleaned["preferred_label"], slug=self.instance.slug)
        self.trial = try_patterns(tag, cleaned["patterns"])
        self.data = self.data.copy()
        self.data["tried"] = mark
        self.add_error("patterns", "Nothing is saved yet. See above what these patterns change, then save again.")


def with_merge(why: str, tag: Tag, clash: Tag) -> str:
    """Return why a tag cannot have a label, with a link to merge it with the tag that has it."""
    url = f"{reverse('admin:catalogue_tag_merge')}?tags={tag.pk},{clash.pk}&into={clash.pk}"
    return format_html('{} <a href="{}">Merge them?</a>', why, url)


class PersonForm(OpenedForm):
    """A person's name."""

    class Meta:
        model = Person
        fields = ("name",)

    def clean_name(self) -> str:
        name = checked_name(self.cleaned_data["name"], longest=300)
        twin = Person.objects.filter(name_key=name_key(name)).exclude(pk=self.instance.pk).first()
        if twin:
            raise ValidationError(f"{twin} is already here.")
        return name


class CollectionForm(OpenedForm):
    """A collection, under a name that is only its own."""

    class Meta:
        model = Collection
        fields = ("name", "venue", "year", "description")

    def clean_name(self) -> str:
        return checked_name(self.cleaned_data["name"])


class TaggingFormSet(NamedRows):
    """The public taggings of a paper: each tag once."""

    def clean(self) -> None:
        super().clean()
        seen = set()
        for form in self.forms:
            stays = form.is_valid() and not self._should_delete_form(form)
            tag = form.cleaned_data.get("tag") if stays else None
            if tag in seen:
                form.add_error("tag", f"The paper has the tag “{tag.label}” already.")
            if tag is not None:
                seen.add(tag)


class FindingForm(forms.ModelForm):
    """A finding: another value corrects it, another state judges it."""

    class Meta:
        model = Finding
        fields = ("kind", "value", "about", "rank", "state")
        widgets = {
            "value": forms.Textarea(attrs={"rows": 2, "cols": 44}),
            "about": forms.TextInput(attrs={"size": 12}),
            "rank": forms.TextInput(attrs={"size": 3, "inputmode": "numeric"}),
        }
        help_texts = {"value": "Another value is a correction: it stays, and the rules leave it alone."}

    def clean_value(self) -> str:
        kind = self.cleaned_data.get("kind") or self.instance.kind
        value = checked_name(self.cleaned_data["value"], longest=200 if kind == FindingKind.NAME else 400)
        # What nobody changed stays as it is, unusual spaces and all.
        unchanged = bool(self.instance.pk) and " ".join(self.instance.value.split()) == value
        return self.instance.value if unchanged else value


class OpenedFindingForm(OpenedForm, FindingForm):
    """A finding on a page of its own, not below its paper."""

    class Meta(FindingForm.Meta):
        pass


class UserForm(OpenedForm, UserChangeForm):
    """An account, with its groups and addresses."""

    def also_shown(self) -> dict[str, Any]:
        addresses = EmailAddress.objects.filter(user=self.instance).order_by("pk")
        return {"e-mail addresses": list(addresses.values_list("email", "verified", "primary"))}
