"""The glossary in the editor: terms with their forms and definitions in each language, and the clauses that contain them."""

import pytest

from editing import CUT_OFF, SMALL, address, editor, get_json, reset_edits, server  # noqa: F401
from test_accessibility import violations

pytestmark = [pytest.mark.server("a static site is not edited"), pytest.mark.calm]


def terms(address):
    return get_json(address, "working-copy?include=content")["content"]["glossary"]


@pytest.mark.parametrize("size", [(1180, 820), (390, 844)], ids=["desktop", "phone"])
def test_glossary_terms_are_created_edited_related_moved_and_deleted(editor, address, size):
    user = editor(*size)
    page = user.page
    user.touch("#tab-glossary")
    page.get_by_label("New term").fill("Landing place")
    user.press("Create")
    page.keyboard.type("Where boats come in.")
    shown = page.locator("details[open][data-term]")
    shown.get_by_label("Further forms (English)").type("landing places, quay,")
    page.wait_for_function("document.activeElement.value.endsWith(',')")
    shown.get_by_label("Definition (German)").fill("Wo Boote anlegen.")
    user.until("saved")
    [term] = terms(address)
    assert term["id"].startswith("landing-place") and term["term"] == {"en": "Landing place"}
    assert term["forms"] == {"en": ["landing places", "quay"]}
    assert term["definition"] == {"en": "Where boats come in.", "de": "Wo Boote anlegen."}
    assert shown.locator(".places").first.inner_text() == "Not found in any clause."
    assert page.evaluate(CUT_OFF) == [] and page.evaluate(SMALL) == []
    assert violations(user.reader) == []
    # Another term, with a reference; moved, and back.
    page.get_by_label("New term").fill("Quay")
    user.press("Create")
    page.locator("[data-term^=quay] [data-control=relate]").select_option(label="Landing place")
    page.get_by_role("button", name="Remove Landing place from").wait_for()
    page.locator("[data-term^=quay] [data-control=up]").click()
    page.wait_for_function("document.querySelector('.glossary-panel li .name').textContent === 'Quay'")
    user.until("saved")
    assert [one["term"]["en"] for one in terms(address)] == ["Quay", "Landing place"]
    assert terms(address)[0]["seeAlso"] == [term["id"]]
    user.touch("#undo")
    page.wait_for_function("document.querySelector('.glossary-panel li .name').textContent === 'Landing place'")
    page.locator("[data-term^=landing] > summary").click()
    page.locator("[data-term^=quay] [data-control=delete]").click()
    page.wait_for_function("document.querySelectorAll('.glossary-panel li[class], .glossary-panel ol > li').length === 1")
    user.until("saved")
    assert len(terms(address)) == 1
