"""A list goes out as a file and comes back, without scripts: pasted, downloaded, uploaded; and its report is read."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from catalogue.models import Item, ReadingList
from tests.browser.conftest import Looks, fits
from tests.cast import a_paper

PASTED = """Title\tSection\tNotes\tStatus\tWho
Kernel 2\tFirst\tRead $x^2$ first\tdone\tme
Kernel 0\tFirst\t=1+1\t\tyou
Kernels of the world\tSecond\t\t\t
Twin\tSecond\t\t\t
"""


def rows(reading_list: ReadingList) -> list[tuple[object, ...]]:
    return list(reading_list.items.values_list("position", "paper", "section", "note", "state"))


@pytest.mark.parametrize("width", [1280, 390])
def test_a_list_goes_out_and_comes_back(browser: Browser, live_server: LiveServer, tmp_path: Path, width: int) -> None:
    for title in ("Kernel 0", "Kernel 1", "Kernel 2", "Twin", "Twin"):
        a_paper(title)
    size = {"width": width, "height": 800}
    with browser.new_context(base_url=live_server.url, viewport=size, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto("/lists/")
        page.get_by_role("link", name="Import a list").click()
        page.get_by_label("Or a pasted list").fill(PASTED)
        page.get_by_label("Title of the new list").fill("Reading group")
        page.get_by_role("button", name="Import").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("2 papers added")
        expect(page.locator(".report")).to_have_count(3)
        assert page.locator(".report").first.inner_text().endswith("Line 4: Kernels of the world")
        page.reload()
        expect(page.locator(".report")).to_have_count(3)
        page.get_by_role("link", name="To the list").click()

        first = ReadingList.objects.get()
        for format in ("CSV", "JSON", "Markdown"):
            page.goto(first.get_absolute_url())
            page.get_by_text("Export", exact=True).click()
            with page.expect_download() as downloading:
                page.get_by_role("link", name=format, exact=True).click()
            assert downloading.value.suggested_filename.startswith("Reading group.")
            path = tmp_path / downloading.value.suggested_filename
            downloading.value.save_as(path)
            page.goto("/lists/import/")
            page.get_by_label("File").set_input_files(path)
            page.get_by_role("button", name="Import").click()
            expect(page.locator(".message")).to_have_text(["2 papers added."])
            made = ReadingList.objects.latest("pk")
            assert made.title == "Reading group"
            assert rows(made) == rows(first)
    assert Item.objects.count() == 8


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_the_form_and_the_report_are_for_everybody(
    browser: Browser, live_server: LiveServer, looks: Looks, width: int, scheme: str
) -> None:
    a_paper("Kernel 2")
    size = {"width": width, "height": 800}
    with browser.new_context(base_url=live_server.url, viewport=size, color_scheme=scheme) as context:
        page = context.new_page()
        page.goto("/lists/import/")
        looks.accessible(page, f"list-import-{width}-{scheme}")
        page.get_by_role("button", name="Import").click()
        expect(page.get_by_role("alert")).to_contain_text("Choose a file, or paste a list.")
        looks.accessible(page, f"list-import-error-{width}-{scheme}")
        page.get_by_label("Or a pasted list").fill(f"Kernel 2\n{'W' * 200}\n<script>alert(1)</script>\nשלום עולם\n")
        page.get_by_role("button", name="Import").click()
        expect(page.locator(".report li")).to_have_count(3)
        assert fits(page)
        looks.accessible(page, f"list-report-{width}-{scheme}")
