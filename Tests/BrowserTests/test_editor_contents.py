"""The table of contents in the editor: entries for the current page and the selected clause, in levels."""

import pytest

from editing import CUT_OFF, SMALL, address, editor, get_json, reset_edits, server  # noqa: F401
from test_accessibility import violations

pytestmark = [pytest.mark.server("a static site is not edited"), pytest.mark.calm]


def contents(address):
    return get_json(address, "working-copy?include=content")["content"]["document"].get("structures")


@pytest.mark.parametrize("size", [(1180, 820), (390, 844)], ids=["desktop", "phone"])
def test_contents_entries_are_added_named_nested_moved_removed_and_restored(editor, address, size):
    user = editor(*size)
    page = user.page
    user.choose("1.1")
    user.touch("#tab-document")
    control = lambda name: page.locator(f"[data-control={name}]").locator("visible=true")  # noqa: E731
    control("add-page").click()
    # The caret is in the name of the new entry; what is typed is one edit.
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("Beginning")
    page.locator(".contents-rows li").first.get_by_label("Name (German)").fill("Anfang")
    control("add-clause").click()
    page.wait_for_function("document.querySelectorAll('.contents-rows li').length === 2")
    user.until("saved")
    [first, second] = contents(address)
    assert first["label"]["en"] == "Beginning" and first["label"]["de"] == "Anfang" and first["pages"] == [{"page": 1}]
    assert second["pages"][0]["page"] == 1 and len(second["pages"][0]["box"]) == 4 and second["label"]["en"]
    # Into the first entry and out again by keyboard; the focus stays on the button.
    row = page.locator(".contents-rows li").nth(1)
    assert row.locator("[data-control=down]").get_attribute("aria-disabled") == "true"
    row.locator("[data-control=in]").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelectorAll('.contents-rows li')[1].getAttribute('aria-level') === '2'")
    assert page.evaluate("document.activeElement.dataset.control") == "in"
    user.until("saved")
    [whole] = contents(address)
    assert [part["label"] for part in whole["items"]] == [second["label"]]
    assert page.evaluate(CUT_OFF) == [] and page.evaluate(SMALL) == []
    assert violations(user.reader) == []
    row.locator("[data-control=out]").click()
    page.locator(".contents-rows li").nth(1).locator("[data-control=up]").click()
    user.until("saved")
    assert [part["label"] for part in contents(address)] == [second["label"], first["label"]]
    page.locator(".contents-rows li").first.locator("[data-control=delete]").click()
    page.wait_for_function("document.querySelectorAll('.contents-rows li').length === 1")
    page.locator("#notice.remark .action").click()
    page.wait_for_function("document.querySelectorAll('.contents-rows li').length === 2")
    user.until("saved")
    assert len(contents(address)) == 2
