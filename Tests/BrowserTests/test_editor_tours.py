"""Tours in the editor: steps are made from what the sheet shows."""

import json

import pytest

import three_pages
from editing import CUT_OFF, SMALL, address, editor, get_json, reset_edits, server  # noqa: F401
from serving import add
from test_accessibility import violations

pytestmark = [pytest.mark.server("a static site is not edited"), pytest.mark.calm]


@pytest.fixture(scope="module")
def other(server, tmp_path_factory):
    """Adds another document to the library and returns its id."""
    folder = tmp_path_factory.mktemp("other") / "folder"
    three_pages.write(folder)
    document = json.loads((folder / "document.json").read_text())
    (folder / "document.json").write_text(json.dumps({**document, "id": "another-writ"}))
    add(server.library, folder)
    return "another-writ"


def tours(address):
    return get_json(address, "working-copy?include=content")["content"]["tours"]


@pytest.mark.parametrize("size", [(1180, 820), (390, 844)], ids=["desktop", "phone"])
def test_tour_steps_are_added_from_the_view_edited_moved_and_deleted(editor, address, other, size):
    user = editor(*size)
    page = user.page
    user.touch("#tab-tours")
    page.get_by_label("New tour").fill("A walk")
    user.press("Create")
    user.press("Add a step")
    page.keyboard.type("The whole of it.")
    user.touch("#zoom-in").touch("#zoom-in").until_idle()
    user.press("Add a step")
    page.keyboard.type("Closer.")
    page.get_by_label("Step text (German)").locator("visible=true").last.fill("Näher.")
    user.until("saved")
    [tour] = tours(address)
    assert tour["id"].startswith("a-walk") and tour["title"] == {"en": "A walk"}
    [first, second] = tour["steps"]
    assert "box" not in first and first["text"] == {"en": "The whole of it."}
    left, top, width, height = second["box"]
    assert left >= 0 and top >= 0 and width > 0 and height > 0
    assert second["text"] == {"en": "Closer.", "de": "Näher."}
    assert page.evaluate(CUT_OFF) == [] and page.evaluate(SMALL) == []
    assert violations(user.reader) == []
    # Moved, and back.
    page.locator("[data-control=up]").locator("visible=true").last.click()
    page.wait_for_function("() => document.querySelector('.steps li .name').textContent === 'Closer.'")
    user.touch("#undo")
    page.wait_for_function("() => document.querySelector('.steps li .name').textContent === 'The whole of it.'")
    # Highlighted clauses, chosen from those on the page.
    page.locator("[data-control=clauses]").locator("visible=true").last.click()
    page.locator("#step-clauses input[type=checkbox]").first.check()
    page.locator("#step-clauses").get_by_role("button", name="Apply").click()
    user.until("saved")
    assert len(tours(address)[0]["steps"][1]["clauses"]) == 1
    page.locator("[data-control=delete]").locator("visible=true").last.click()
    page.wait_for_function("() => document.querySelectorAll('.steps li').length === 1")
    user.until("saved")
    assert len(tours(address)[0]["steps"]) == 1

    # A place in another document, given by the address of its page. The browser logs documents that do not exist.
    user.reader.allows_console_errors = True
    page.get_by_text("Step in another document").click()
    link = page.get_by_label("Address of the place")
    for wrong in ["https://example.org/documents/another-writ", f"{address}/documents/none", f"{address}/documents/{other}#page=9", "words"]:
        link.fill(wrong)
        user.touch(link.locator("xpath=..").get_by_role("button"))
        page.locator("#notice", has_text="This is not the address").wait_for()
        page.evaluate("document.getElementById('notice').textContent = ''")
    assert page.evaluate(CUT_OFF) == [] and page.evaluate(SMALL) == []
    link.fill(f"{address}/documents/{other}?lang=de#clause=2.1&page=2")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.steps > li').length === 2")
    page.get_by_text("In another-writ: page 2").wait_for()
    user.until("saved")
    step = tours(address)[0]["steps"][1]
    left, top, width, height = step["box"]
    assert (step["document"], step["page"], step["clauses"]) == (other, 2, ["2.1"])
    # Around the clause, within the page.
    assert left == 0 and top == 0 and width == 1600 and 227 < height < 800
    assert violations(user.reader) == []
