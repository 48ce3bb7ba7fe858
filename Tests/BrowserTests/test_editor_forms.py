"""The editor's forms: properties of the document, its colours and its themes, by mouse and touch."""

import urllib.request

import pytest

from editing import address, both_sizes, editor, get_json, move_outline, post_edit, reset_edits, server, text  # noqa: F401
from test_accessibility import violations

pytestmark = [pytest.mark.server("a static site is not edited"), pytest.mark.calm]


@both_sizes
def test_document_properties_are_edited_and_a_language_is_added(editor, address, size):
    user = editor(*size)
    user.touch("#tab-document")
    user.page.get_by_label("Title (English)", exact=True).locator("visible=true").fill("A writ")
    user.page.get_by_label("Rights", exact=True).select_option(label="CC BY 4.0")
    user.page.get_by_label("Held by (English)", exact=True).fill("A cathedral")
    user.page.get_by_label("Shelfmark", exact=True).fill("MS 1")
    user.page.get_by_label("Date (English)", exact=True).fill("About 1215")
    user.page.get_by_label("Access", exact=True).select_option("restricted")
    user.page.get_by_label("Status", exact=True).select_option("draft")
    user.page.get_by_label("Add a language (such as de or pt-BR)").fill("ar")
    user.press("Add").until("saved")
    document = get_json(address, "working-copy?include=content")["content"]["document"]
    assert document["title"]["en"] == "A writ" and document["status"] == "draft"
    assert document["rights"] == "https://creativecommons.org/licenses/by/4.0/"
    assert (document["holder"]["en"], document["shelfmark"], document["date"]) == ("A cathedral", "MS 1", {"en": "About 1215"})
    assert document["access"] == "restricted"
    assert document["languages"] == ["en", "de", "ar"]
    assert user.page.locator("h1").inner_text() == "A writ"
    user.choose("1.1").write("1.1", "title", "سطر", "ar").until("saved")
    assert text(address, "1.1", "title", "ar") == "سطر"
    assert user.field("1.1", "ar", "title").get_attribute("dir") == "rtl"


@both_sizes
def test_colours_are_suggested_from_the_scan_and_rated_and_credits_and_an_emblem_are_set(editor, address, size):
    user = editor(*size)
    page = user.page
    user.touch("#tab-document")
    low = lambda: [one["message"] for one in get_json(address, "working-copy/check")["findings"] if one["kind"] == "palette-contrast"]  # noqa: E731
    document = lambda: get_json(address, "working-copy?include=content")["content"]["document"]  # noqa: E731
    assert "uses the viewer’s colours" in page.locator(".palette").inner_text()
    user.touch("#suggest-palette")
    page.locator("#tabpanel-document").get_by_text("Suggested from the scan.").wait_for()
    user.until("saved")
    palette = document()["palette"]
    # The scan is ruled, nearly white paper; explore check agrees that every contrast is sufficient.
    assert palette["paper"] > "#e0" and len(palette["overlays"]) == 4 and low() == []
    assert page.locator(".contrasts [data-judgement='poor']").count() == 0
    assert page.evaluate("document.documentElement.style.getPropertyValue('--document-paper')") == palette["paper"]
    page.locator("[data-colour='ink']").fill("#c8c0b0")
    poor = page.locator(".contrasts [data-judgement='poor']")
    poor.wait_for()
    assert poor.inner_text().startswith("Ink and Paper: a contrast of 1.")
    page.locator("[data-colour='ink']").dispatch_event("change")
    user.until("saved")
    assert len(low()) == 1 and document()["palette"]["ink"] == "#c8c0b0"
    user.touch("#undo")
    page.wait_for_function("ink => document.querySelector(\"[data-colour='ink']\").value === ink", arg=palette["ink"])
    user.press("Add a clause colour").press("Remove Clause colour 5").press("Remove Clause colour 4").until("saved")
    assert document()["palette"]["overlays"] == palette["overlays"][:3]
    user.press("Remove colours").until("saved")
    assert document().get("palette") is None

    page.get_by_label("Credits (German)", exact=True).fill("Übersetzt von Ada")
    user.press("Choose an emblem")
    user.touch(page.locator("#icon-choice").get_by_role("button", name="crown", exact=True))
    page.locator("#tabpanel-document fieldset", has_text="Emblem").get_by_text("crown").wait_for()
    assert page.get_by_label("Rights", exact=True).locator("option").count() == 21
    user.until("saved")
    assert document()["credits"] == {"de": "Übersetzt von Ada"} and document()["mark"] == "crown"


def test_texts_and_themes_are_edited_by_touch_on_a_phone(editor, address):
    user = editor(390, 844)
    page = user.page
    page.locator(".clause-list li[data-row='1.2'] .open").tap()
    field = user.field("1.2", "en", "title")
    field.tap()
    page.keyboard.insert_text("By thumb: ")
    user.until("saved")
    assert "By thumb: " in text(address, "1.2", "title")
    # The preview shows what readers will see, while it is typed.
    page.locator(".text-panel summary").tap()
    preview = page.locator(".reader-view")
    assert "By thumb:" in preview.locator("h4").first.inner_text()
    user.write("1.2", "translation", "Seen at once.")
    preview.get_by_text("Seen at once.").wait_for()
    page.get_by_role("button", name="Next clause").tap()
    user.field("1.3", "en", "title").wait_for()
    page.locator("#side-size").tap()
    assert page.locator(".cut-out").count() == 1
    page.locator(".facts").get_by_role("checkbox", name="even").tap()
    page.locator("#tab-themes").tap()
    page.locator("details[data-theme='even'] summary").tap()
    page.wait_for_function("() => document.querySelector(\"details[data-theme='even'] .badge\").textContent === '10'")
    theme = page.locator("details[data-theme='even']")
    theme.get_by_role("button", name="Choose clauses…").tap()
    dialog = page.locator("#theme-clauses")
    dialog.get_by_role("checkbox", name="1.1. Line 1.1").tap()
    dialog.get_by_role("button", name="Apply").tap()
    page.wait_for_function("() => document.querySelector(\"details[data-theme='even'] .badge\").textContent === '11'")
    theme.get_by_role("button", name="Move even", exact=False).first.tap()
    user.until("saved")
    content = get_json(address, "working-copy?include=content")["content"]
    assert [category["id"] for category in content["categories"]][:2] == ["even", "odd"]
    assert [clause["categories"] for clause in content["clauses"] if clause["id"] in ("1.1", "1.3")] == [["odd", "even"]] * 2


def test_the_caret_stays_in_a_word_while_others_rename_a_theme_and_change_the_outline(editor, address):
    user = editor().choose("2.5")
    page = user.page
    user.field("2.5", "en", "title").focus()
    page.keyboard.press("Home")
    page.keyboard.type("A half")
    shown = page.locator(".cut-out img").get_attribute("src")
    move_outline(address, "2.5")
    post_edit(address, ("categories/odd/label", {"en": "Odd lines"}, {"en": "Uneven lines"}))
    page.locator(".facts .tick", has_text="Uneven lines").wait_for()
    page.wait_for_function("(src) => document.querySelector('.cut-out img').getAttribute('src') !== src", arg=shown)
    page.keyboard.type("-typed word. ")
    user.until_value("2.5", "title", "A half-typed word. Line 2.5").until("saved")
    # A checkbox keeps the focus when a theme is added.
    page.locator(".facts").get_by_role("checkbox", name="Uneven lines").focus()
    post_edit(address, ("categories/new", None, True), ("categories/new/label", None, {"en": "New lines"}))
    page.locator(".facts .tick", has_text="New lines").wait_for()
    page.keyboard.press("Space")
    user.until("saved")
    content = get_json(address, "working-copy?include=content")["content"]
    assert next(clause["categories"] for clause in content["clauses"] if clause["id"] == "2.5") == []


def focused_control(page, attribute: str) -> list:
    """Returns the row and the name of the control that has the focus."""
    return page.evaluate(
        """(attribute) => {
            const control = document.activeElement;
            return [control.closest(`[${attribute}]`)?.getAttribute(attribute), control.dataset.control];
        }""",
        attribute,
    )


def test_a_theme_is_moved_and_deleted_by_keyboard_without_losing_the_focus(editor):
    user = editor()
    page = user.page
    user.touch("#tab-themes")
    theme = page.locator("details[data-theme='odd']")
    user.touch(theme.locator("summary"))
    theme.locator("[data-control=down]").focus()
    for place in (1, 2):
        page.keyboard.press("Enter")
        page.wait_for_function("(place) => document.querySelectorAll('details[data-theme]')[place].dataset.theme === 'odd'", arg=place)
        assert focused_control(page, "data-theme") == ["odd", "down"]
    theme.locator("[data-control=delete]").focus()
    page.keyboard.press("Enter")
    theme.wait_for(state="detached")
    assert page.evaluate("(field) => document.activeElement === field", page.get_by_label("New theme").element_handle())


def test_a_tour_is_moved_by_keyboard_without_losing_the_focus(editor):
    user = editor()
    page = user.page
    user.touch("#tab-tours")
    for name in ("First walk", "Second walk"):
        page.get_by_label("New tour").fill(name)
        user.press("Create")
        page.locator("[data-tour]", has_text=name).wait_for()
    tour = page.locator("[data-tour]", has_text="First walk")
    id = tour.get_attribute("data-tour")
    if tour.get_attribute("open") is None:
        user.touch(tour.locator("summary").first)
    user.touch(tour.locator("[data-fields] summary"))
    for control, place in (("down", 1), ("up", 0)):
        page.locator(f"[data-fields='{id}'] [data-control={control}]").focus()
        page.keyboard.press("Enter")
        page.wait_for_function("([id, place]) => document.querySelectorAll('details[data-tour]')[place].dataset.tour === id", arg=[id, place])
        assert focused_control(page, "data-fields") == [id, control]


CROWN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 9V3l3 3 2-4 2 4 2-3v6z"/></svg>'


@both_sizes
def test_an_svg_file_becomes_the_icon_of_a_theme_and_is_published(editor, address, tmp_path, size):
    user = editor(*size)
    # Chromium styles its error message for a malformed file, which the page's policy forbids.
    user.reader.allows_console_errors = True
    user.touch("#tab-themes")
    theme = user.page.locator("details[data-theme='odd']")
    user.touch(theme.locator("summary"))
    user.touch(theme.get_by_role("button", name="Choose an icon"))
    field = user.page.get_by_label("Your own SVG file")
    for name, content in (("words.svg", "no drawing"), ("large.svg", CROWN.replace("<path", " " * 33000 + "<path"))):
        (tmp_path / name).write_text(content)
        field.set_input_files(tmp_path / name)
        user.page.locator("#icon-choice [role=alert]", has_text=name).wait_for()
    assert get_json(address, "working-copy")["changes"] == 0
    assert violations(user) == []
    (tmp_path / "Crown.svg").write_text(f'<?xml version="1.0"?><!DOCTYPE svg>{CROWN}')
    field.set_input_files(tmp_path / "Crown.svg")
    shown = "() => { const icon = document.querySelector(\"details[data-theme='odd'] .picture img\"); return icon?.complete && icon.naturalWidth > 0; }"
    user.page.wait_for_function(shown)
    user.until("saved").touch("#undo")
    user.until("saved")
    assert get_json(address, "working-copy")["changes"] == 0
    user.touch("#redo")
    user.until("saved")
    # The emblem uses the same file.
    user.touch("#tab-document")
    user.press("Choose an emblem")
    user.touch(user.page.locator("#icon-choice").get_by_role("button", name="crown.svg"))
    user.page.locator("#tabpanel-document fieldset", has_text="Emblem").get_by_text("crown.svg").wait_for()
    user.until("saved")
    content = get_json(address, "working-copy?include=content")["content"]
    icons = {category["id"]: category["icon"] for category in content["categories"]}
    assert icons["odd"] == content["document"]["mark"] == "crown.svg"
    user.touch("#changes")
    user.page.get_by_text("crown.svg").first.wait_for()
    user.touch("#publish")
    user.until_status("Published as version")
    with urllib.request.urlopen(f"{address}/documents/three-pages/icons/crown.svg") as response:
        assert response.read().decode() == CROWN and "sandbox" in response.headers["Content-Security-Policy"]
    user.page.keyboard.press("Escape")
    user.touch("#undo")
    user.touch("#undo")
    user.until("saved")
    user.touch("#changes")
    user.touch("#publish")
    user.until_status("Published as version")


@both_sizes
def test_themes_are_created_assigned_to_clauses_counted_and_merged(editor, address, size):
    user = editor(*size)
    # An id is never used again.
    name, theme_id = ("Kings", "kings") if user.is_on_phone else ("Crowns", "crowns")
    user.touch("#tab-themes")
    user.page.get_by_label("New theme").fill(name)
    user.press("Create")
    theme = user.page.locator(f"details[data-theme='{theme_id}']")
    user.touch(theme.locator("summary"))
    user.press("Choose an icon")
    user.touch(user.page.locator("#icon-choice").get_by_role("button", name="crown", exact=True))
    user.touch(theme.get_by_role("button", name="Choose clauses…"))
    for line in ("1.1. Line 1.1", "1.2. Line 1.2"):
        user.touch(user.page.get_by_role("checkbox", name=line))
    user.press("Apply")
    user.page.wait_for_function("id => document.querySelector(`details[data-theme='${id}'] .badge`).textContent === '2'", arg=theme_id)
    theme.get_by_label("Style").select_option("outline")
    user.until("saved")
    content = get_json(address, "working-copy?include=content")["content"]
    made = next(category for category in content["categories"] if category["id"] == theme_id)
    assert {key: made[key] for key in ("label", "icon", "style")} == {"label": {"en": name}, "icon": "crown", "style": "outline"}
    assert [clause["id"] for clause in content["clauses"] if theme_id in clause["categories"]] == ["1.1", "1.2"]
    # Named in the second language too, moved, and excluded from all clauses.
    theme.get_by_label("Name (German)").fill("Könige")
    theme.get_by_label("Name (English)").fill(f"{name} and more")
    assert theme.locator(".name").inner_text() == f"{name} and more"
    for _ in range(2):
        user.touch(theme.get_by_role("button", name=f"Move {name}", exact=False).first)
    user.touch(theme.get_by_role("button", name="later", exact=False))
    user.touch(theme.get_by_label("Included in “All clauses”"))
    user.until("saved")
    content = get_json(address, "working-copy?include=content")["content"]
    assert [category["id"] for category in content["categories"]] == ["odd", "even", theme_id, "details"]
    made = content["categories"][2]
    assert made["label"] == {"en": f"{name} and more", "de": "Könige"} and made["includedInAll"] is False
    user.touch(theme.get_by_role("button", name="Merge…"))
    user.page.locator("#theme-merging select").select_option("even")
    user.press("Merge").until("saved")
    content = get_json(address, "working-copy?include=content")["content"]
    assert [category["id"] for category in content["categories"]] == ["odd", "even", "details"]
    assert [clause["categories"] for clause in content["clauses"] if clause["id"] == "1.1"] == [["odd", "even"]]


@both_sizes
def test_collections_are_added_named_removed_and_restored(editor, address, size):
    user = editor(*size)
    page = user.page
    user.touch("#tab-document")
    stated = lambda: get_json(address, "working-copy?include=content")["content"]["document"].get("collections")  # noqa: E731
    field = page.get_by_label("Add a collection")
    # An invalid id is not added.
    field.fill("//")
    field.press("Enter")
    assert page.locator(".collections li").count() == 0
    for id in ["charters/royal", "gifts"]:
        field.fill(id)
        field.press("Enter")
        page.locator(f".collections li[data-id='{id}']").wait_for()
    # A collection is not added twice.
    field.fill("gifts")
    field.press("Enter")
    assert page.locator(".collections li").count() == 2
    royal = page.locator(".collections li[data-id='charters/royal']")
    royal.get_by_label("Name (English)").fill("Royal charters")
    royal.get_by_label("Name (German)").fill("Königsurkunden")
    user.until("saved")
    names = {"en": "Royal charters", "de": "Königsurkunden"}
    assert stated() == [{"id": "charters/royal", "label": names}, {"id": "gifts"}]
    user.touch(page.get_by_label("Remove charters/royal"))
    assert page.locator(".collections li").count() == 1
    user.until("saved")
    assert stated() == [{"id": "gifts"}]
    user.touch("#undo")
    royal.wait_for()
    assert royal.get_by_label("Name (German)").input_value() == "Königsurkunden"
    user.until("saved")
    assert stated() == [{"id": "charters/royal", "label": names}, {"id": "gifts"}]
