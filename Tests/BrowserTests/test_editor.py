"""The editor: nothing that was typed is lost, others are not overwritten, and what is published is what readers get."""

import json
import re

import pytest

from editing import CUT_OFF, SMALL, Editor, address, asked, editor, fresh, server, text  # noqa: F401
from test_accessibility import violations

pytestmark = pytest.mark.server("a static site is not edited")


def test_a_text_is_saved_a_second_after_the_last_letter_and_is_there_after_a_reload(editor, address):
    someone = editor().choose("1.1")
    someone.field("1.1", "en", "translation").press_sequentially(" More.")
    someone.until("saved")
    assert text(address, "1.1", "translation") == "This is what line 1.1 says. More."
    # Typing is one edit, and so one step.
    edits = asked(address, "working-copy/edits?clause=1.1&order=newest")["edits"]
    newest = edits[0]["operations"]
    assert [operation["before"] for operation in newest] == ["This is what line 1.1 says."]
    someone.open().choose("1.1").until_value("1.1", "translation", "This is what line 1.1 says. More.")


def test_undo_and_redo_go_on_after_a_reload(editor, address):
    someone = editor().choose("1.2").write("1.2", "title", "One").until("saved").write("1.2", "title", "Two").until("saved")
    someone.open().choose("1.2")
    someone.page.keyboard.press("Control+z")
    someone.until_value("1.2", "title", "One").until("saved")
    someone.page.click("#undo")
    someone.until_value("1.2", "title", "Line 1.2").until("saved")
    assert text(address, "1.2", "title") == "Line 1.2"
    someone.open().choose("1.2")
    someone.page.keyboard.press("Control+Shift+z")
    someone.until_value("1.2", "title", "One").until("saved")
    assert text(address, "1.2", "title") == "One"


def test_a_number_that_is_not_there_is_created_with_its_texts(editor, address):
    someone = editor()
    someone.page.fill(".clause-list input[type=search]", "9")
    someone.page.get_by_role("button", name="9 is not there: create it").click()
    someone.field("9", "en", "title").wait_for()
    someone.write("9", "title", "A ninth").write("9", "transcription", "Nona", "la").until("saved")
    content = asked(address, "working-copy?include=content")["content"]
    assert [clause["number"] for clause in content["clauses"] if clause["id"] == "9"] == ["9"]
    assert content["texts"]["la"]["9"]["transcription"] == "Nona"
    # All of it is one creation and two texts, so that three steps take it back.
    for _ in range(3):
        someone.page.click("#undo")
    someone.until("saved")
    assert asked(address, "working-copy")["changes"] == 0


def test_edits_wait_for_a_server_that_is_away_and_are_sent_at_the_next_visit(editor, server, address):
    someone = editor().choose("1.3")
    someone.someone.is_forgiving = True
    server.stop()
    someone.write("1.3", "title", "Written offline").until("offline")
    someone.page.click("#saved")
    assert "does not respond" in someone.page.locator("#outbox").inner_text()
    with someone.page.expect_download() as download:
        someone.press("Download these edits")
    kept = json.loads(open(download.value.path()).read())
    assert kept["edits"][0]["operations"] == [
        {"path": "clauses/1.3/texts/en/title", "before": "Line 1.3", "after": "Written offline"}
    ]
    # The page goes without ever having reached the server.
    context = someone.page.context
    someone.page.close()
    server.start()
    assert text(address, "1.3", "title") == "Line 1.3"
    again = Editor(someone.someone, context.new_page()).open()
    assert "1 edit of your last visit" in again.page.locator("#notice").inner_text()
    again.until("saved").choose("1.3").until_value("1.3", "title", "Written offline")
    assert text(address, "1.3", "title") == "Written offline"


def test_a_server_that_comes_back_gets_what_waited_in_the_open_page(editor, server, address):
    someone = editor().choose("1.4")
    someone.someone.is_forgiving = True
    server.stop()
    someone.write("1.4", "title", "Once").until("offline").write("1.4", "context", "And again")
    server.start()
    someone.page.evaluate("dispatchEvent(new Event('online'))")
    someone.until("saved")
    assert [text(address, "1.4", purpose) for purpose in ("title", "context")] == ["Once", "And again"]


@pytest.mark.parametrize(("status", "state", "words"), [(401, "expired", "no longer signed in"), (503, "offline", "does not respond")])
def test_a_refusal_that_passes_keeps_the_edit_and_sends_it_later(editor, address, status, state, words):
    someone = editor().choose("3.5")
    someone.someone.is_forgiving = True
    edits = "**/working-copy/edits"
    someone.page.route(edits, lambda route: route.fulfill(status=status, json={"title": "Not now"}))
    someone.write("3.5", "title", f"Kept through {status}").until(state)
    someone.page.click("#saved")
    outbox = someone.page.locator("#outbox")
    assert words in outbox.inner_text() and "1 edit waits" in outbox.inner_text()
    assert outbox.get_by_role("link", name="Sign in").count() == (1 if status == 401 else 0)
    with someone.page.expect_request(edits):
        someone.press("Try again")
    someone.page.unroute(edits)
    someone.page.evaluate("dispatchEvent(new Event('online'))")
    someone.until("saved")
    assert text(address, "3.5", "title") == f"Kept through {status}"


def test_what_was_typed_before_a_crash_is_sent_at_the_next_visit(editor, address):
    someone = editor().choose("3.6")
    # No rest, no blur, and nothing of it reaches the server from this page.
    someone.page.route("**/working-copy/edits", lambda route: route.abort())
    someone.someone.is_forgiving = True
    someone.write("3.6", "title", "Before the crash")
    someone.page.wait_for_function(
        """() => new Promise((resolve) => {
            const request = indexedDB.open("explore-editing");
            request.onsuccess = () => {
                const all = request.result.transaction("outbox").objectStore("outbox").getAll();
                all.onsuccess = () => { request.result.close(); resolve(all.result.length > 0); };
            };
        })"""
    )
    context = someone.page.context
    someone.page.close(run_before_unload=False)
    assert text(address, "3.6", "title") == "Line 3.6"
    Editor(someone.someone, context.new_page()).open().until("saved")
    assert text(address, "3.6", "title") == "Before the crash"


def test_clauses_are_moved_numbered_copied_and_deleted(editor, address):
    someone = editor()
    ids = lambda: [clause["id"] for clause in asked(address, "working-copy?include=content")["content"]["clauses"]]
    before = ids()
    someone.press("Move 1.2. Line 1.2 earlier").until("saved")
    assert ids()[:3] == ["1.2", "1.1", "1.3"]
    someone.press("Renumber …")
    dialog = someone.page.locator("#renumbering")
    dialog.get_by_label("Its number").fill("1")
    assert dialog.locator("[role=status]").inner_text() == "18 numbers change"
    dialog.get_by_role("button", name="Renumber", exact=True).click()
    someone.until("saved").choose("1.1")
    assert someone.page.get_by_label("Number", exact=True).input_value() == "2"
    panel = someone.page.locator(".text-panel")
    panel.get_by_role("button", name="Duplicate").click()
    someone.until("saved")
    copy = ids()[2]
    assert ids()[:4] == ["1.2", "1.1", copy, "1.3"] and text(address, copy, "title") == "Line 1.1"
    panel.get_by_role("button", name="Delete").click()
    someone.until("saved")
    assert copy not in ids()
    for _ in range(4):
        someone.page.click("#undo")
    someone.until("saved")
    assert ids() == before and asked(address, "working-copy")["changes"] == 0


def test_two_pages_of_one_browser_see_each_other_s_edits_and_share_their_steps(editor, address):
    one = editor().choose("1.5")
    other = one.another_page().choose("1.5")
    one.write("1.5", "title", "From the first")
    other.until_value("1.5", "title", "From the first").until("saved")
    other.write("1.5", "context", "From the second")
    one.until_value("1.5", "context", "From the second").until("saved")
    other.until("saved").page.click("#undo")
    one.until_value("1.5", "context", "It was written for a test.")
    one.until("saved").page.click("#undo")
    other.until_value("1.5", "title", "Line 1.5").until("saved")
    one.until("saved")
    assert asked(address, "working-copy")["changes"] == 0


def test_what_somebody_else_types_appears(editor):
    one, other = editor().choose("2.1"), editor().choose("2.1")
    one.write("2.1", "title", "By one")
    other.until_value("2.1", "title", "By one")
    other.page.click("#tab-clauses")
    # Rows out of sight are not laid out.
    assert other.page.locator(".clause-list li[data-row='2.1']").text_content().startswith("2.1. By one")


def test_a_conflict_is_decided_field_by_field_while_the_rest_goes_through(editor, address):
    one, other = editor().choose("2.2"), editor().choose("2.2")
    one.someone.is_forgiving = True
    one.page.context.set_offline(True)
    one.write("2.2", "title", "Mine").write("2.2", "context", "Nobody else's").until("offline")
    other.write("2.2", "title", "Theirs").until("saved")
    one.page.context.set_offline(False)
    one.until("conflict")
    assert text(address, "2.2", "context") == "Nobody else's"
    assert text(address, "2.2", "title") == "Theirs"
    one.until_value("2.2", "title", "Theirs").page.click("#saved")
    sides = one.page.locator("#outbox .sides > div").all_inner_texts()
    assert [re.split(r"\s*\n\s*", side) for side in sides] == [["Before", "Line 2.2"], ["Theirs", "Theirs"], ["Yours", "Mine"]]
    assert violations(one.someone) == []
    # Kept on the device until it is decided.
    one.open().until("conflict").page.click("#saved")
    one.page.locator("#outbox textarea").fill("Theirs and mine")
    one.press("Keep this text").until("saved")
    assert text(address, "2.2", "title") == "Theirs and mine"


def test_an_undo_that_would_overwrite_somebody_else_s_text_is_refused_and_says_why(editor, address):
    one, other = editor().choose("2.3"), editor().choose("2.3")
    one.write("2.3", "title", "Mine").until("saved")
    other.until_value("2.3", "title", "Mine").write("2.3", "title", "Theirs").until("saved")
    one.until_value("2.3", "title", "Theirs").page.click("#undo")
    notice = one.page.locator("#notice")
    notice.get_by_text("cannot be undone").wait_for()
    assert "Clause 2.3: Title (English)" in notice.inner_text()
    one.until("saved")
    assert text(address, "2.3", "title") == "Theirs"


def test_what_the_server_refuses_is_kept_and_said(editor, address):
    someone = editor().choose("2.4")
    someone.someone.is_forgiving = True
    someone.write("2.4", "title", "x" * 5000).until("refused")
    someone.page.click("#saved")
    refused = someone.page.locator("#outbox .refused")
    assert "The server does not accept this" in refused.inner_text()
    someone.press("Give up this edit").until("saved")
    someone.until_value("2.4", "title", "Line 2.4")


# Edits that are none, as many as can be sent.
FLOOD = """
() => {
    window.isFlooding = true;
    const headers = { 'Content-Type': 'application/json' };
    const send = async () => {
        while (window.isFlooding) {
            const { status } = await fetch('/api/documents/three-pages/working-copy/edits', { method: 'POST', headers, body: '{}' });
            window.wasRefused ||= status === 429;
        }
    };
    for (let count = 0; count < 3; count += 1) send();
}
"""


def test_what_is_too_large_is_refused_and_what_comes_too_fast_is_sent_later(editor, address):
    someone = editor().choose("2.4")
    someone.someone.is_forgiving = True
    statuses = []
    someone.page.on("response", lambda response: response.url.endswith("/edits") and statuses.append(response.status))
    someone.write("2.4", "translation", "x" * 4_300_000).until("refused")
    assert statuses[-1] == 413
    someone.page.click("#saved")
    assert "does not accept this" in someone.page.locator("#outbox .refused").inner_text()
    someone.press("Give up this edit").until("saved").page.keyboard.press("Escape")
    someone.until_value("2.4", "translation", "This is what line 2.4 says.")
    # While others at this address take all that the server gives in a second, it says when to come again. On a slow machine
    # they leave a gap now and then, through which an edit comes at once: then the next one.
    someone.page.evaluate(FLOOD)
    someone.until("window.wasRefused")
    for count in range(40):
        patience = f"Patience {count}"
        with someone.page.expect_response(lambda response: patience in (response.request.post_data or "")) as answer:
            someone.write("2.4", "title", patience)
        if answer.value.status == 429:
            break
        assert answer.value.status == 200
    assert answer.value.status == 429
    someone.page.evaluate("window.isFlooding = false")
    someone.until("saved")
    assert text(address, "2.4", "title") == patience


def test_downloaded_edits_are_opened_looked_at_and_made_once(editor, address, tmp_path):
    someone = editor().choose("1.6")
    someone.someone.is_forgiving = True
    page = someone.page
    title, context = (f"clauses/1.6/texts/en/{purpose}" for purpose in ("title", "context"))
    made = [("a-1", title, "Line 1.6", "From a file"), ("a-2", title, "From a file", "Twice"), ("a-3", context, "Never so", "Mine")]
    edits = [
        {"id": name, "revision": 0, "label": "text", "undoes": None, "editor": "local",
         "operations": [{"path": path, "before": before, "after": after}]}
        for name, path, before, after in made
    ]  # fmt: skip

    def opened(content: dict):
        file = tmp_path / "edits.json"
        file.write_text(json.dumps(content))
        with page.expect_file_chooser() as chooser:
            someone.press("Open downloaded edits …")
        chooser.value.set_files(file)

    page.click("#saved")
    opened({"document": "magna-carta", "edits": edits})
    page.locator("#outbox [role=alert]", has_text="“magna-carta”").wait_for()
    opened({"document": "three-pages", "edits": [{"id": "?"}]})
    page.locator("#outbox [role=alert]", has_text="edits[0].id").wait_for()
    opened({"document": "three-pages", "edits": edits})
    rows = page.locator("#import .imported > li")
    rows.first.wait_for()
    assert rows.count() == 3 and "you will be asked" in rows.nth(2).inner_text() and "you will be asked" not in rows.nth(1).inner_text()
    assert violations(someone.someone) == []
    page.click("#import-now")
    someone.until("conflict")
    assert text(address, "1.6", "title") == "Twice" and text(address, "1.6", "context") == "It was written for a test."
    someone.press("Keep yours", exact=False).until("saved")
    assert text(address, "1.6", "context") == "Mine"
    # The same file once more: the server knows what it has made of it.
    revision = asked(address, "working-copy")["revision"]
    opened({"document": "three-pages", "edits": edits[:2]})
    page.click("#import-now")
    someone.until("saved")
    page.wait_for_function("() => document.querySelector('#outbox')?.textContent.includes('Everything is saved')")
    assert asked(address, "working-copy")["revision"] == revision and text(address, "1.6", "title") == "Twice"
    # A step like any other.
    page.keyboard.press("Escape")
    someone.until_value("1.6", "title", "Twice")


def test_changes_are_shown_clause_by_clause_and_published(editor, address):
    someone = editor().choose("2.5").write("2.5", "translation", "This is what line 2.5 means.").until("saved")
    someone.page.click("#changes")
    change = someone.page.locator("#changes-dialog section[data-change='changed']")
    change.wait_for()
    texts = [change.locator(kind).inner_text().split("\n")[-1] for kind in ("del", "ins")]
    assert texts == ["says.", "means."]
    before = asked(address, "working-copy")["version"]
    someone.page.click("#publish")
    someone.until_said(f"Published as version {before + 1}.")
    assert asked(address, "clauses/2.5?lang=en")["translation"] == "This is what line 2.5 means."
    assert asked(address, "working-copy")["changes"] == 0
    # And back, for the tests after this one; undo reaches across a publication.
    someone.page.keyboard.press("Escape")
    someone.page.click("#undo")
    someone.until_value("2.5", "translation", "This is what line 2.5 says.").until("saved")
    someone.page.click("#changes")
    someone.page.click("#publish")
    someone.until_said(f"Published as version {before + 2}.")


def test_errors_of_the_check_are_listed_and_published_only_on_demand(editor, address):
    someone = editor().choose("3.2")
    number = someone.page.locator(".text-panel").get_by_label("Number", exact=True)
    number.fill("3.1")
    someone.until("saved")
    before = asked(address, "working-copy")["version"]
    someone.page.click("#changes")
    someone.page.click("#publish")
    refusal = someone.page.locator("#changes-dialog [role=alert]")
    refusal.get_by_text("the check has found 1 error.", exact=False).wait_for()
    assert "3.1" in refusal.locator("li").inner_text()
    assert violations(someone) == []
    assert asked(address, "working-copy")["version"] == before
    someone.page.click("#publish-despite-errors")
    someone.until_said(f"Published as version {before + 1}.")
    someone.page.keyboard.press("Escape")
    someone.page.click("#undo")
    someone.until("saved")
    someone.page.click("#changes")
    someone.page.click("#publish")
    someone.until_said(f"Published as version {before + 2}.")


def test_discarding_says_what_is_lost(editor, address):
    someone = editor().choose("2.6").write("2.6", "title", "Not for long").until("saved")
    someone.page.click("#changes")
    someone.page.click("#discard")
    assert "1 change would be lost" in someone.page.locator("#changes-dialog").inner_text()
    someone.page.click("#discard-all")
    someone.page.locator("#changes-dialog [role=status]", has_text="A copy is kept until").wait_for()
    someone.until_value("2.6", "title", "Line 2.6")
    assert asked(address, "working-copy")["changes"] == 0


def test_an_earlier_text_is_restored_from_the_history_of_its_clause(editor, address):
    someone = editor().choose("3.1").write("3.1", "title", "One").until("saved").write("3.1", "title", "Two").until("saved")
    someone.press("History")
    someone.page.locator("#journal .journal > li").nth(1).get_by_role("button").click()
    someone.until("saved")
    assert text(address, "3.1", "title") == "Line 3.1"


def test_words_are_replaced_after_a_look_at_each(editor, address):
    someone = editor()
    someone.press("Find and replace …")
    dialog = someone.page.locator("#replacing")
    dialog.get_by_label("Find").fill("Zeile")
    dialog.get_by_label("Replace with").fill("Reihe")
    assert dialog.locator(".preview > li").count() == 2
    dialog.get_by_role("checkbox", name="Clause 1.1: Translation (German)").uncheck()
    dialog.get_by_role("button", name="Replace").click()
    someone.until("saved")
    assert text(address, "1.1", "title", "de") == "Reihe 1.1"
    assert text(address, "1.1", "translation", "de") == "So steht es in Zeile 1.1."


def test_the_keyboard_goes_from_title_to_title(editor):
    someone = editor().choose("3.2")
    someone.field("3.2", "en", "title").focus()
    someone.page.keyboard.press("Alt+PageDown")
    assert someone.page.evaluate("document.activeElement.dataset.path") == "clauses/3.3/texts/en/title"
    someone.page.keyboard.press("Alt+PageUp")
    assert someone.page.evaluate("document.activeElement.dataset.path") == "clauses/3.2/texts/en/title"


def test_missing_translations_are_marked_and_counted(editor):
    someone = editor()
    assert "German: 1 of 18" in someone.page.locator(".progress").inner_text()
    assert "German missing" in someone.page.locator(".clause-list li[data-row='3.4']").text_content()
    someone.choose("3.4").write("3.4", "translation", "So steht es.", "de").until("saved")
    someone.page.click("#tab-clauses")
    assert "German: 2 of 18" in someone.page.locator(".progress").inner_text()


def test_an_outdated_translation_is_still_right_for_everybody_until_its_source_changes_again(editor, address):
    mine, theirs = editor().choose("3.5"), editor().choose("3.5")
    english = "section[aria-label=English] .standing"

    def until_standing(someone, words: str):
        someone.page.wait_for_function("([part, words]) => document.querySelector(part)?.textContent === words", arg=[english, words])

    mine.write("3.5", "transcription", "Aliter.", "la").until("saved")
    until_standing(theirs, "outdated")
    assert violations(mine) == []
    mine.press("Still right").until("saved")
    until_standing(mine, "")
    until_standing(theirs, "")
    assert asked(address, "working-copy")["changes"] == 1
    mine.open().choose("3.5")
    until_standing(mine, "")
    mine.page.click("#undo")
    until_standing(theirs, "outdated")
    mine.page.click("#redo")
    until_standing(theirs, "")
    theirs.write("3.5", "transcription", "Iterum aliter.", "la").until("saved")
    until_standing(mine, "outdated")


def test_the_editor_speaks_french(editor):
    someone = editor(locale="fr-FR")
    assert someone.page.get_by_role("tab").all_inner_texts() == ["Clauses", "Texte", "Thèmes", "Pages", "Document"]
    assert someone.page.locator("#saved").inner_text() == "Enregistré"


def states(someone):
    """The editor's states, each by its name."""
    page = someone.page
    yield "clauses"
    page.fill(".clause-list input[type=search]", "77")
    yield "a clause that is not there"
    someone.choose("1.1")
    yield "texts"
    page.locator(".text-panel summary").click()
    yield "texts with a preview"
    page.click("#tab-themes")
    page.locator(".theme-panel summary").first.click()
    yield "themes"
    for button in ("Choose an icon", "Choose clauses …", "Merge …"):
        someone.press(button)
        yield button
        page.keyboard.press("Escape")
    page.click("#tab-document")
    yield "document"
    page.click("#suggest-palette")
    page.wait_for_selector(".contrasts li")
    yield "colours"
    page.click("#tab-clauses")
    for button in ("Find and replace …", "Renumber …"):
        someone.press(button)
        yield button
        page.keyboard.press("Escape")
    someone.choose("1.1").write("1.1", "title", "Another").until("saved")
    someone.press("History")
    page.wait_for_selector("#journal .journal > li")
    yield "history"
    page.keyboard.press("Escape")
    page.click("#changes")
    page.wait_for_selector("#publish")
    yield "changes"
    page.click("#discard")
    yield "discarding"
    page.keyboard.press("Escape")
    page.click("#saved")
    yield "outbox"
    page.keyboard.press("Escape")
    page.click("#mode")
    yield "as readers see it"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1180, 820)], ids=str)
def test_axe_finds_nothing_and_everything_can_be_reached_in_each_state(editor, size, scheme):
    someone = editor(*size, color_scheme=scheme)
    found = {}
    for state in states(someone):
        someone.rest()
        faults = [*violations(someone.someone), *someone.page.evaluate(CUT_OFF), *someone.page.evaluate(SMALL)]
        if faults:
            found[state] = faults
    assert found == {}
