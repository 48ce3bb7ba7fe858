"""How pages are read, in the editor: as a book, the direction, uncounted pages, and the scale."""

import pytest

from editing import address, both_sizes, editor, get_json, reset_edits, server  # noqa: F401

pytestmark = [pytest.mark.server("a static site is not edited"), pytest.mark.calm]


@both_sizes
def test_reading_properties_of_a_document_and_its_pages_are_edited_and_undone(editor, address, size):
    user = editor(*size)
    page = user.page
    content = lambda: get_json(address, "working-copy?include=content")["content"]  # noqa: E731
    user.touch("#tab-document")
    page.get_by_label("Layout", exact=True).locator("visible=true").select_option(label="As a book, two pages at a time")
    page.get_by_label("Page direction").select_option(label="Right to left")
    user.touch("#tab-pages")
    row = page.locator(".page-panel li[data-row='2']")
    row.locator("[data-control='behavior']").select_option(label="Bound in, not counted")
    # A decimal comma is accepted, and an invalid number is not sent.
    row.locator("[data-control='scale']").fill("11,8")
    user.until("saved")
    document, pages = content()["document"], content()["pages"]
    assert document["behavior"] == ["paged"] and document["viewingDirection"] == "right-to-left"
    assert pages[1]["behavior"] == ["non-paged"] and pages[1]["pixelsPerMillimetre"] == 11.8
    assert pages[0]["behavior"] is None
    row.locator("[data-control='scale']").fill("wide")
    row.locator("[data-control='behavior']").select_option(label="Both pages of an opening")
    user.until("saved")
    assert content()["pages"][1]["behavior"] == ["facing-pages"] and content()["pages"][1]["pixelsPerMillimetre"] == 11.8
    user.touch("#undo")
    page.wait_for_function("document.querySelector(\".page-panel li[data-row='2'] [data-control='behavior']\").value === 'non-paged'")
    user.until("saved")
    assert content()["pages"][1]["behavior"] == ["non-paged"]
