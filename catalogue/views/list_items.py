"""What changes the papers of a list: order, headings, states, notes. Each answers by going back to where one was."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import BadRequest
from django.db.models import Min
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from catalogue.access import editable_list, is_curator, reader_of, reader_to_write
from catalogue.forms import (
    KEY,
    HeadingForm,
    ItemForm,
    MoveForm,
    OtherListForm,
    PlacesForm,
    SectionForm,
    StateForm,
    first_error,
)
from catalogue.models import Item, ListIsFull, ReadingList, ReadState
from catalogue.views.list_showing import Asked, dressed, outline, with_papers


# --- Several papers at once ---------------------------------------------------------------------
@require_POST
def list_items(request: HttpRequest, public_id: str) -> HttpResponse:
    """Do something with the papers that were ticked, or store what was typed beside all of them."""
    reading_list = editable_list(request, public_id)
    act = ACTS.get(request.POST.get("act", "").replace("enter", _typed(request)))
    if act is None:
        raise BadRequest("There is no such act.")
    reader_to_write(request)
    keys = [key for key in request.POST.getlist("papers") if KEY.fullmatch(key)]
    papers = _among(request, reading_list, keys)
    place = (_left_by(reading_list, papers) if act is _remove else keys[:1]) or [""]
    if act is not _place and not keys:
        messages.error(request, "Tick the papers first.")
    elif papers or act is _place:
        try:
            act(request, reading_list, list(papers.values()))
        except ListIsFull as full:
            messages.error(request, str(full))
    return _back(request, reading_list, f"item-{place[0]}" if place[0] else "items")


def _typed(request: HttpRequest) -> str:
    """Return what the key Enter is for: the field that something was typed in."""
    return "section" if request.POST.get("heading", "").strip() and not request.POST.get("to", "").strip() else "move"


def _move(request: HttpRequest, reading_list: ReadingList, papers: list[int]) -> None:
    form = MoveForm(request.POST)
    if _fits(request, form):
        under = form.cleaned_data["under"] if "under" in form.data else None
        reading_list.move(papers, form.cleaned_data["to"], under)
        first = reading_list.items.filter(paper__in=papers).aggregate(at=Min("position"))["at"]
        messages.success(request, f"Moved {_count(papers)} to position {first}.")


def _put_under(request: HttpRequest, reading_list: ReadingList, papers: list[int]) -> None:
    form = HeadingForm(request.POST)
    if _fits(request, form):
        heading = form.cleaned_data["heading"]
        reading_list.put_in_section(papers, heading)
        where = f"under “{heading}”" if heading else "before the first heading"
        messages.success(request, f"Put {_count(papers)} {where}.")


def _set_state(request: HttpRequest, reading_list: ReadingList, papers: list[int]) -> None:
    form = StateForm(request.POST)
    if _fits(request, form):
        state = ReadState(form.cleaned_data["state"])
        reading_list.set_state(papers, state)
        messages.success(request, f"{_count(papers).capitalize()}: {state.label.lower()}.")


def _remove(request: HttpRequest, reading_list: ReadingList, papers: list[int]) -> None:
    gone = reading_list.remove(papers)
    messages.success(request, f"Removed {_count(range(gone))} from the list.")


def _copy(request: HttpRequest, reading_list: ReadingList, papers: list[int]) -> None:
    reader = reader_of(request)
    form = OtherListForm(request.POST, lists=ReadingList.objects.edited_by(reader))
    if _fits(request, form):
        other = form.cleaned_data["other"]
        new = other.add(papers, by=reader)
        already = f"; {len(papers) - new} of them were there already" if new < len(papers) else ""
        messages.success(request, f"Added {_count(range(new))} to “{other.title}”{already}.")


def _place(request: HttpRequest, reading_list: ReadingList, papers: list[int]) -> None:
    """Store positions and states that differ from what the page showed."""
    form = PlacesForm(request.POST)
    if not _fits(request, form):
        return
    positions, states = form.cleaned_data["positions"], form.cleaned_data["states"]
    of_key = _among(request, reading_list, {**positions, **states})
    wanted = {of_key[key]: to for key, to in positions.items() if key in of_key}
    if wanted:
        reading_list.place(wanted)
    for state in set(states.values()):
        reading_list.set_state([of_key[key] for key in states if key in of_key and states[key] == state], state)
    for wrong in form.wrong:
        messages.error(request, wrong)
    if of_key or not form.wrong:
        messages.success(request, f"Stored the changes to {_count(of_key)}." if of_key else "Nothing was changed.")


ACTS = {
    "move": _move,
    "place": _place,
    "section": _put_under,
    "state": _set_state,
    "remove": _remove,
    "copy": _copy,
}


def _count(papers: Any) -> str:
    return f"{len(papers):,} paper{'' if len(papers) == 1 else 's'}"


def _fits(request: HttpRequest, form: forms.Form) -> bool:
    if not form.is_valid():
        messages.error(request, first_error(form))
    return form.is_valid()


def _among(request: HttpRequest, reading_list: ReadingList, keys: Any) -> dict[str, int]:
    """Return the ids of those papers that are in the list; say so if some are not, somebody else took them out."""
    keys = list(dict.fromkeys(keys))
    found = dict(reading_list.items.filter(paper__key__in=keys).values_list("paper__key", "paper"))
    if len(found) < len(keys):
        gone = len(keys) - len(found)
        are = "1 of these papers is" if gone == 1 else f"{gone} of these papers are"
        messages.warning(request, f"{are} not in the list any more.")
    return found


def _left_by(reading_list: ReadingList, papers: dict[str, int]) -> list[str]:
    """Return the key of the paper that follows the first of some papers, when they are gone."""
    of_papers = reading_list.items.filter(paper__in=papers.values())
    first = of_papers.aggregate(at=Min("position"))["at"] or 0
    left = reading_list.items.filter(position__gt=first).exclude(paper__in=papers.values())
    return list(left.values_list("paper__key", flat=True)[:1])


def _back(request: HttpRequest, reading_list: ReadingList, place: str) -> HttpResponse:
    return redirect(f"{Asked.read(request.GET).url_back(reading_list)}#{place}")


# --- One paper ----------------------------------------------------------------------------------
@require_http_methods(["GET", "HEAD", "POST"])
def list_item(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """What a list says of one paper, to be changed; `preview` shows a note without storing it."""
    reading_list = editable_list(request, public_id)
    if request.method != "POST":
        return _list_item(request, reading_list, key)
    # What the form was read against must hold until it is stored.
    with reading_list.held():
        return _list_item(request, reading_list, key)


def _list_item(request: HttpRequest, reading_list: ReadingList, key: str) -> HttpResponse:
    item = with_papers(reading_list.items.filter(paper__key=key)).first()
    posted = request.method == "POST"
    if item is None and not posted:
        raise Http404("This paper is not in the list.")
    form = ItemForm(request.POST if posted else None, item=item)
    fits = form.is_valid()
    if item and posted and fits and "preview" not in request.POST:
        reader_to_write(request)
        _store(reading_list, item, form)
        messages.success(request, "Stored.")
        return _back(request, reading_list, f"item-{key}")
    context = {
        "section": "lists",
        "list": reading_list,
        "item": dressed([item], is_curator(request))[0] if item else None,
        "form": form,
        "sections": outline(reading_list),
        "preview": form.cleaned_data.get("note", "") if posted and fits else "",
        "back_url": f"{Asked.read(request.GET).url_back(reading_list)}#item-{key}",
        "robots": "noindex",
    }
    return render(request, "catalogue/list_item.html", context, status=200 if item else 409)


def _store(reading_list: ReadingList, item: Item, form: ItemForm) -> None:
    said, changed = form.cleaned_data, form.changed_data
    if "note" in said:
        reading_list.set_note(item.paper_id, said["note"])
    if "state" in changed and said["state"]:
        reading_list.set_state([item.paper_id], said["state"])
    if "position" in changed and said["position"]:
        reading_list.move([item.paper_id], said["position"], said["section"] if "section" in changed else None)
    elif "section" in changed:
        reading_list.put_in_section([item.paper_id], said["section"])


# --- Sections -----------------------------------------------------------------------------------
@require_POST
def list_sections(request: HttpRequest, public_id: str) -> HttpResponse:
    """Rename a section, move it with all that is in it, or take its heading away."""
    reading_list = editable_list(request, public_id)
    form = SectionForm(request.POST)
    reader_to_write(request)
    name = form.data.get("section", "")
    if _fits(request, form):
        name = form.cleaned_data["section"]
        if reading_list.items.filter(section=name).exists():
            name = _change_section(reading_list, **form.cleaned_data)
        else:
            messages.error(request, f"There is no heading “{name}” any more.")
    number = next((section.number for section in outline(reading_list) if section.name == name), 0)
    return _back(request, reading_list, f"section-{number}" if number else "items")


def _change_section(reading_list: ReadingList, act: str, section: str, to: str) -> str:
    """Do it, and return the heading as it is then."""
    if act in ("up", "down"):
        reading_list.move_section(section, 1 if act == "down" else -1)
        return section
    reading_list.rename_section(section, to if act == "rename" else "")
    return to
