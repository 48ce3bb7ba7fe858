"""Bookmarks and notes on the reader's device: written, marked, listed, exported, imported, in two tabs, and without storage."""

import json

import pytest

from accessibility import violations
from test_accessibility import CUT_OFF, SMALL

pytestmark = pytest.mark.calm
both_sizes = pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desktop", "phone"])

NOTES = "#options .row .action:has-text('Bookmarks and notes')"


def open_list(page):
    page.click("#options-button")
    page.click(NOTES)
    page.wait_for_selector("#notes[open]")


def choose(page, content, name="notes.json"):
    text = content if isinstance(content, str) else json.dumps(content)
    page.set_input_files("#notes input[type=file]", {"name": name, "mimeType": "application/json", "buffer": text.encode()})


@both_sizes
def test_a_note_is_written_marked_listed_removed_and_restored(new_reader, size):
    reader = new_reader(*size, has_touch=size[0] < 600).open(fragment="#clause=39")
    page = reader.page
    requests = []
    page.on("request", lambda request: requests.append(f"{request.url} {request.post_data or ''}"))
    assert page.evaluate("'explore-notes' in localStorage") is False
    page.locator("#panel-body .actions .action:has-text('Bookmarks and notes')").click()
    field = page.locator("#own-notes textarea")
    field.wait_for()
    assert sum("/bundles/notes.js" in url for url in requests) == 1
    # Keys typed in the field control neither the panel nor the sheet.
    field.fill("Compare 1628. «قارن»")
    for key in ["ArrowLeft", "/"]:
        field.press(key)
    assert reader.fragment["clause"] == "39" and page.locator("#list").is_hidden()
    field.press("Control+Enter")
    page.locator("#own-notes .note .text", has_text="Compare 1628").wait_for()
    assert page.get_attribute("#own-notes [data-does=bookmark]", "aria-pressed") == "true"
    assert page.get_attribute("#panel-title .note-mark", "aria-label") == "Has a note"
    assert page.evaluate(CUT_OFF) == [] and page.evaluate(SMALL) == []
    assert violations(reader) == []
    # Nothing of the note left the device.
    assert not any("Compare" in url for url in requests) and page.evaluate("document.activeElement.dataset.does") == "write"
    # Another clause, bookmarked by the button alone; and the marks in the list.
    page.click("#panel-close")
    page.click("#list-button")
    page.locator("#list-items [data-clause='39'] .note-mark").wait_for()
    assert page.locator("#list .note-mark").count() == 1
    page.click("#list-items [data-clause='40']")
    page.locator("#panel-title", has_text="Justice").wait_for()
    page.click("#own-notes [data-does=bookmark]")
    page.locator("#panel-title .note-mark").wait_for()
    # The list: it can bookmark the current view, is ordered, and links to each place.
    open_list(page)
    page.click("#notes .row .action:has-text('Bookmark this view')")
    page.fill("#notes textarea", "how even the hand is")
    page.click("#notes button[type=submit]")
    page.locator("#notes [role=status]", has_text="Saved on this device.").wait_for()
    names = page.locator("#notes .note .name").all_inner_texts()
    assert len(names) == 3 and names[1].startswith("Clause 39") and names[2].startswith("Clause 40"), names
    assert names[0].endswith("age 1")
    assert page.evaluate(CUT_OFF) == [] and page.evaluate(SMALL) == []
    assert violations(reader) == []
    page.select_option("#notes-order", "newest")
    assert page.locator("#notes .note .name").first.inner_text() == names[0]
    page.locator("#notes .note", has_text="Clause 40").get_by_text("Remove", exact=True).click()
    page.locator("#notes .note", has_text="Clause 40").wait_for(state="detached")
    page.locator("#notes [role=status] .action").click()
    page.locator("#notes .note", has_text="Clause 40").wait_for()
    page.click("#notes .note a:has-text('Clause 39')")
    page.locator("#panel-title", has_text="Judgement").wait_for()
    assert page.locator("#notes").count() == 0
    # In French, after a reload.
    page.evaluate("localStorage.setItem('explore', JSON.stringify({ ...JSON.parse(localStorage.explore), interface: 'fr' }))")
    page.reload()
    page.locator("#own-notes .note .text", has_text="قارن").wait_for()
    assert page.get_attribute("#panel-title .note-mark", "aria-label") == "Avec une note"


def test_an_export_is_imported_exactly_and_every_count_is_reported(new_reader, tmp_path):
    reader = new_reader(1280, 800, has_touch=False).open(fragment="#clause=39")
    page = reader.page
    page.locator("#panel-body .actions .action:has-text('Bookmarks and notes')").click()
    page.fill("#own-notes textarea", "first")
    page.click("#own-notes button[type=submit]")
    page.locator("#own-notes .note .text").wait_for()
    open_list(page)
    with page.expect_download() as download:
        page.click("#notes .row .action:has-text('Export')")
    exported = json.loads(download.value.path().read_text())
    note = exported["items"][0]
    canvas = note["target"][0]["source"]["id"]
    annotations = reader.get("/iiif/presentation/3/magna-carta/annotations/1.json")["items"]
    assert {"id": note["target"][1]["id"]}.items() <= next(one for one in annotations if one["id"] == note["target"][1]["id"]).items()
    assert note["body"][0]["value"] == "first" and note["target"][0]["selector"]["value"].startswith("xywh=")
    status = page.locator("#notes [role=status]")
    choose(page, exported)
    status.filter(has_text="0 added. 1 already here.").wait_for()
    # A later form, a note of another program, on a missing document, of another library, on a missing clause, and without text.
    later = {**note, "modified": "2999-01-01T00:00:00Z", "body": [{**note["body"][0], "value": "later"}]}
    other = {"id": "urn:other", "type": "Annotation", "motivation": "commenting", "body": {"type": "TextualBody", "value": "theirs"}, "target": f"{canvas}#xywh=100,200,300,400"}
    missing = {**other, "id": "urn:missing", "target": canvas.replace("magna-carta", "no-such")}
    library = {**other, "id": "urn:library", "target": "https://elsewhere.example/iiif/presentation/3/x/canvas/1"}
    gone = {**note, "id": "urn:gone", "target": [note["target"][0], {"id": note["target"][1]["id"].replace("/39", "/999"), "type": "Annotation"}]}
    empty = {**other, "id": "urn:empty", "body": []}
    reader.allows_console_errors = True  # The missing document is requested.
    choose(page, {**exported, "items": [later, other, missing, library, gone, empty]})
    status.filter(has_text="4 added. 1 replaced by a newer version. 2 belong to documents that are not in this library. 1 was skipped").wait_for()
    page.locator("#notes .note", has_text="later").wait_for()
    assert page.locator("#notes .note", has_text="No longer in the document").locator("a").count() == 0
    page.select_option("#notes-of", "all")
    page.locator("#notes h3", has_text="no-such").wait_for()
    page.locator("#notes section", has_text="Not in this library").wait_for()
    page.fill("#notes-search", "thËirs")
    page.wait_for_function("document.querySelectorAll('#notes .note').length === 3")
    # Invalid files.
    choose(page, "{", "broken.json")
    status.filter(has_text="broken.json is not a JSON file.").wait_for()
    choose(page, {"type": "Manifest"}, "manifest.json")
    status.filter(has_text="manifest.json is not a page of Web Annotations.").wait_for()


def test_notes_are_synchronised_between_tabs_and_listed_on_the_library_page(new_reader):
    reader = new_reader(1280, 800, has_touch=False).open(fragment="#clause=39")
    page = reader.page
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("body.ready")
    for tab, text in [(page, "of the one"), (other, "of the other")]:
        tab.locator(".actions .action:has-text('Bookmarks and notes'), #own-notes [data-does=write]").first.click()
        tab.fill("#own-notes textarea", text)
        tab.click("#own-notes button[type=submit]")
        tab.locator("#own-notes .note .text").first.wait_for()
    page.locator("#own-notes .note .text", has_text="of the other").wait_for()
    page.goto(reader.address + "/")
    page.click("#notes-button")
    page.locator("#notes .note .text", has_text="of the other").wait_for()
    assert violations(reader) == []
    page.click("#notes .note a >> nth=0")
    page.locator("#own-notes .note .text", has_text="of the other").wait_for()
    other.close()


def test_a_note_stays_in_its_field_if_there_is_no_space_to_store_it(new_reader):
    reader = new_reader(390, 844).open(fragment="#clause=39")
    page = reader.page
    page.locator("#panel-body .actions .action:has-text('Bookmarks and notes')").click()
    page.fill("#own-notes textarea", "too much")
    # As browsers do when an origin has used up its quota.
    page.evaluate("() => { IDBObjectStore.prototype.put = function () { this.transaction.abort(); }; }")
    page.click("#own-notes button[type=submit]")
    page.locator("#notice.remark", has_text="there is no space left on this device").wait_for()
    assert page.input_value("#own-notes textarea") == "too much"
    assert page.evaluate("'explore-notes' in localStorage") is False


def test_a_browser_without_storage_shows_a_message_and_keeps_notes_for_the_visit(new_reader):
    reader = new_reader(390, 844)
    reader.page.add_init_script("IDBFactory.prototype.open = () => { throw new DOMException('shut off', 'SecurityError'); };")
    page = reader.open(fragment="#clause=39").page
    page.locator("#panel-body .actions .action:has-text('Bookmarks and notes')").click()
    page.fill("#own-notes textarea", "for now")
    page.click("#own-notes button[type=submit]")
    page.locator("#notice.remark", has_text="This browser does not let pages store anything").wait_for()
    page.locator("#own-notes .note .text", has_text="for now").wait_for()
