"""Edits that are kept on the device until the server has accepted them."""

import json

import pytest
from playwright.sync_api import Error

from editing import PHONE, Editor, address, editor, get_json, reset_edits, server, text  # noqa: F401
from test_accessibility import violations

pytestmark = [pytest.mark.server("a static site is not edited"), pytest.mark.calm]


def test_edits_made_while_the_server_is_down_are_sent_at_the_next_visit(editor, server, address):
    user = editor().choose("1.3")
    user.reader.allows_console_errors = True
    server.stop()
    user.write("1.3", "title", "Written offline").until("offline")
    user.page.click("#saved")
    assert "is not responding" in user.page.locator("#outbox").inner_text()
    with user.page.expect_download() as download:
        user.press("Download these edits")
    kept = json.loads(open(download.value.path()).read())
    assert kept["edits"][0]["operations"] == [
        {"path": "clauses/1.3/texts/en/title", "before": "Line 1.3", "after": "Written offline"}
    ]
    # The page is closed without having reached the server.
    context = user.page.context
    user.page.close()
    server.start()
    assert text(address, "1.3", "title") == "Line 1.3"
    again = Editor(user.reader, context.new_page()).resize(PHONE)
    # Before the edit is sent again, it can be viewed and downloaded.
    again.page.route("**/working-copy/edits", lambda route: route.fulfill(status=503, json={"title": "Not now"}))
    again.open()
    assert "1 edit from your last visit" in again.page.locator("#notice").inner_text()
    again.touch(again.page.locator("#notice").get_by_role("button", name="Show"))
    again.page.locator("#outbox .waiting", has_text="Clause 1.3: Title (English)").wait_for()
    with again.page.expect_download() as download:
        again.press("Download these edits")
    assert [edit["id"] for edit in json.loads(open(download.value.path()).read())["edits"]] == [edit["id"] for edit in kept["edits"]]
    again.page.unroute("**/working-copy/edits")
    again.press("Try again").until("saved").page.keyboard.press("Escape")
    again.choose("1.3").until_value("1.3", "title", "Written offline")
    assert text(address, "1.3", "title") == "Written offline"


def test_waiting_edits_are_sent_when_the_server_returns_while_the_page_is_open(editor, server, address):
    user = editor().choose("1.4")
    user.reader.allows_console_errors = True
    server.stop()
    user.write("1.4", "title", "Once").until("offline").write("1.4", "context", "And again")
    server.start()
    user.page.evaluate("dispatchEvent(new Event('online'))")
    user.until("saved")
    assert [text(address, "1.4", purpose) for purpose in ("title", "context")] == ["Once", "And again"]


@pytest.mark.parametrize(("status", "state", "words"), [(401, "expired", "no longer signed in"), (503, "offline", "is not responding")])
def test_a_temporary_refusal_keeps_the_edit_and_sends_it_later(editor, address, status, state, words):
    user = editor().choose("3.5")
    user.reader.allows_console_errors = True
    edits = "**/working-copy/edits"
    user.page.route(edits, lambda route: route.fulfill(status=status, json={"title": "Not now"}))
    user.write("3.5", "title", f"Kept through {status}").until(state)
    user.page.click("#saved")
    outbox = user.page.locator("#outbox")
    assert words in outbox.inner_text() and "1 edit waiting" in outbox.inner_text()
    assert outbox.get_by_role("link", name="Sign in").count() == (1 if status == 401 else 0)
    with user.page.expect_request(edits):
        user.press("Try again")
    user.page.unroute(edits)
    user.page.evaluate("dispatchEvent(new Event('online'))")
    user.until("saved")
    assert text(address, "3.5", "title") == f"Kept through {status}"


def test_text_typed_before_a_crash_is_sent_at_the_next_visit(editor, address):
    user = editor().choose("3.6")
    # No pause, no blur, and nothing reaches the server from this page.
    user.page.route("**/working-copy/edits", lambda route: route.abort())
    user.reader.allows_console_errors = True
    user.write("3.6", "title", "Before the crash")
    user.page.wait_for_function(
        """() => new Promise((resolve) => {
            const request = indexedDB.open("explore-editing");
            request.onsuccess = () => {
                const all = request.result.transaction("outbox").objectStore("outbox").getAll();
                all.onsuccess = () => { request.result.close(); resolve(all.result.length > 0); };
            };
        })"""
    )
    # A page that is closed normally sends the rest with its last request, which the route does not intercept.
    context = user.page.context
    with user.page.expect_event("crash"), pytest.raises(Error):
        user.page.goto("chrome://crash")
    user.page.close()
    assert text(address, "3.6", "title") == "Line 3.6"
    again = Editor(user.reader, context.new_page()).open()
    assert "1 edit from your last visit" in again.page.locator("#notice").inner_text()
    again.until("saved")
    assert text(address, "3.6", "title") == "Before the crash"


def test_an_edit_that_the_server_refuses_is_kept_and_reported(editor, address):
    user = editor().choose("2.4")
    user.reader.allows_console_errors = True
    user.write("2.4", "title", "x" * 5000).until("refused")
    user.page.click("#saved")
    refused = user.page.locator("#outbox .refused")
    assert "The server did not accept this" in refused.inner_text()
    user.press("Discard this edit").until("saved")
    user.until_value("2.4", "title", "Line 2.4")


# Sends invalid edits as fast as possible.
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


def test_an_oversized_edit_is_refused_and_a_rate_limited_one_is_sent_later(editor, address):
    user = editor().choose("2.4")
    user.reader.allows_console_errors = True
    statuses = []
    user.page.on("response", lambda response: response.url.endswith("/edits") and statuses.append(response.status))
    user.write("2.4", "translation", "x" * 4_300_000).until("refused")
    assert statuses[-1] == 413
    user.page.click("#saved")
    assert "did not accept this" in user.page.locator("#outbox .refused").inner_text()
    user.press("Discard this edit").until("saved").page.keyboard.press("Escape")
    user.until_value("2.4", "translation", "This is what line 2.4 says.")
    # While other requests from this address use up the rate limit, the server responds 429. On a slow machine they sometimes
    # leave a gap in which the edit is accepted; then the next one is tried.
    user.page.evaluate(FLOOD)
    user.page.wait_for_function("() => window.wasRefused")
    for count in range(40):
        patience = f"Patience {count}"
        with user.page.expect_response(lambda response: patience in (response.request.post_data or "")) as received:
            user.write("2.4", "title", patience)
        if received.value.status == 429:
            break
        assert received.value.status == 200
    assert received.value.status == 429
    user.page.evaluate("window.isFlooding = false")
    user.until("saved")
    assert text(address, "2.4", "title") == patience


def test_downloaded_edits_are_opened_reviewed_and_applied_once(editor, address, tmp_path):
    user = editor().choose("1.6")
    user.reader.allows_console_errors = True
    page = user.page
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
            user.press("Open downloaded edits…")
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
    assert violations(user.reader) == []
    page.click("#import-now")
    user.until("conflict")
    assert text(address, "1.6", "title") == "Twice" and text(address, "1.6", "context") == "It was written for a test."
    user.press("Keep yours", exact=False).until("saved")
    assert text(address, "1.6", "context") == "Mine"
    # The same file again: the server recognises the edits.
    revision = get_json(address, "working-copy")["revision"]
    opened({"document": "three-pages", "edits": edits[:2]})
    page.click("#import-now")
    user.until("saved")
    page.wait_for_function("() => document.querySelector('#outbox')?.textContent.includes('Everything is saved')")
    assert get_json(address, "working-copy")["revision"] == revision and text(address, "1.6", "title") == "Twice"
    # The editor shows the imported text.
    page.keyboard.press("Escape")
    user.until_value("1.6", "title", "Twice")
