"""Tours in the editor: a step is made of what the sheet shows."""

import pytest

from editing import CUT_OFF, SMALL, address, asked, editor, fresh, server  # noqa: F401
from test_accessibility import violations

pytestmark = [pytest.mark.server("a static site is not edited"), pytest.mark.calm]


def tours(address):
    return asked(address, "working-copy?include=content")["content"]["tours"]


@pytest.mark.parametrize("size", [(1180, 820), (390, 844)], ids=["desktop", "phone"])
def test_the_sheet_is_moved_and_add_step_pressed(editor, address, size):
    someone = editor(*size)
    page = someone.page
    someone.touch("#tab-tours")
    page.get_by_label("New tour").fill("A walk")
    someone.press("Create")
    someone.press("Add step")
    page.keyboard.type("The whole of it.")
    someone.touch("#zoom-in").touch("#zoom-in").rest()
    someone.press("Add step")
    page.keyboard.type("Closer.")
    page.get_by_label("Step’s text (German)").locator("visible=true").last.fill("Näher.")
    someone.until("saved")
    [tour] = tours(address)
    assert tour["id"].startswith("a-walk") and tour["title"] == {"en": "A walk"}
    [first, second] = tour["steps"]
    assert "box" not in first and first["text"] == {"en": "The whole of it."}
    left, top, width, height = second["box"]
    assert left >= 0 and top >= 0 and width > 0 and height > 0
    assert second["text"] == {"en": "Closer.", "de": "Näher."}
    assert page.evaluate(CUT_OFF) == [] and page.evaluate(SMALL) == []
    assert violations(someone.someone) == []
    # In another order, and back.
    page.locator("[data-control=up]").locator("visible=true").last.click()
    page.wait_for_function("document.querySelector('.steps li .name').textContent === 'Closer.'")
    someone.touch("#undo")
    page.wait_for_function("document.querySelector('.steps li .name').textContent === 'The whole of it.'")
    # Highlighted clauses, among those on the page.
    page.locator("[data-control=clauses]").locator("visible=true").last.click()
    page.locator("#step-clauses input[type=checkbox]").first.check()
    page.locator("#step-clauses").get_by_role("button", name="Apply").click()
    someone.until("saved")
    assert len(tours(address)[0]["steps"][1]["clauses"]) == 1
    page.locator("[data-control=delete]").locator("visible=true").last.click()
    page.wait_for_function("document.querySelectorAll('.steps li').length === 1")
    someone.until("saved")
    assert len(tours(address)[0]["steps"]) == 1
