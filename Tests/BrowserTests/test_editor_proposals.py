"""Proposals in the editor: annotations from other programs are compared, accepted or rejected, and undone."""

import json
import urllib.request

import pytest

from editing import CUT_OFF, SMALL, address, editor, get_json, reset_edits, server, text  # noqa: F401
from test_accessibility import violations

pytestmark = [pytest.mark.server("a static site is not edited"), pytest.mark.calm]

OUTLINE = "<svg xmlns='http://www.w3.org/2000/svg'><path d='M60,60L300,60L300,200L60,200Z'/></svg>"


def send(address: str, method: str, path: str, annotation: dict | None = None, tag: str | None = None):
    """Sends a request as an annotation client and returns the response."""
    headers = {"Origin": address, "Content-Type": "application/ld+json", **({"If-Match": tag} if tag else {})}
    body = None if annotation is None else json.dumps(annotation).encode()
    request = urllib.request.Request(f"{address}/annotations/three-pages/1/{path}", body, headers, method=method)
    return urllib.request.urlopen(request)


def annotation(address: str, *bodies: dict, outline: str | None = None) -> dict:
    source = f"{address}/iiif/presentation/3/three-pages/canvas/1"
    target = {"source": source, "selector": {"type": "SvgSelector", "value": outline}} if outline else source
    return {"type": "Annotation", "body": [{"type": "TextualBody", **body} for body in bodies], "target": target}


def propose(address: str) -> None:
    """Proposes a title and an outline for clause 1.1, a new clause, and the removal of 1.2."""
    title = {"purpose": "identifying", "language": "en", "value": "Proposed line"}
    send(address, "PUT", "1.1", annotation(address, title, outline=OUTLINE), send(address, "GET", "1.1").headers["ETag"]).close()
    note = {"purpose": "describing", "language": "en", "value": "A note in the margin"}
    send(address, "POST", "", annotation(address, note, outline=OUTLINE)).close()
    send(address, "DELETE", "1.2", None, send(address, "GET", "1.2").headers["ETag"]).close()


@pytest.fixture(autouse=True)
def remove_proposals(address):
    """Removes all proposals after each test, because discarding the working copy keeps them."""
    yield
    state = get_json(address, "working-copy?include=content")
    operations = [{"path": f"proposals/{id}", "before": value, "after": None} for id, value in state["content"]["proposals"].items()]
    if operations:
        edit = {"id": f"decided-{state['revision']}", "revision": state["revision"], "operations": operations}
        request = urllib.request.Request(
            f"{address}/api/documents/three-pages/working-copy/edits", json.dumps(edit).encode(),
            {"Origin": address, "Content-Type": "application/json"},
        )
        urllib.request.urlopen(request).close()


def pending_actions(address: str) -> list[str]:
    proposals = get_json(address, "working-copy?include=content")["content"]["proposals"].values()
    return sorted(proposal["action"] for proposal in proposals)


def test_proposals_are_compared_accepted_and_rejected_by_mouse_and_keyboard(editor, address):
    user = editor()
    page = user.page
    page.click("#tab-proposals")
    page.locator("#tabpanel-proposals", has_text="No proposals.").wait_for()
    propose(address)
    # They appear while the editor is open.
    page.wait_for_function("() => document.querySelectorAll('[data-proposal]').length === 3")
    assert page.locator("#tab-proposals").inner_text() == "Proposals (3)"
    change = page.locator("[data-action='replace']")
    assert "Change: Clause 1.1" in change.inner_text() and "local" in change.inner_text()
    title = change.locator("li", has=page.locator(".field-name", has_text="Title (English)"))
    assert title.locator("del").inner_text().endswith("Line 1.1") and title.locator("ins").inner_text().endswith("Proposed line")
    change.get_by_role("button", name="Show on the sheet").click()
    page.wait_for_selector("#proposal-outline path.after:not(.halo)")
    assert page.locator("#proposal-outline path.before:not(.halo)").count() == 1
    user.until_idle()
    assert violations(user.reader) == [] and page.evaluate(CUT_OFF) == []
    # Nothing in the document has changed yet.
    assert get_json(address, "working-copy")["changes"] == 0 and text(address, "1.1", "title") == "Line 1.1"
    change.get_by_role("button", name="Accept").click()
    user.until("saved")
    assert text(address, "1.1", "title") == "Proposed line" and text(address, "1.1", "translation") == "This is what line 1.1 says."
    assert pending_actions(address) == ["create", "delete"]
    page.click("#undo")
    page.wait_for_function("() => document.querySelectorAll('[data-proposal]').length === 3")
    user.until("saved")
    assert text(address, "1.1", "title") == "Line 1.1" and pending_actions(address) == ["create", "delete", "replace"]
    # By keyboard: the new clause is accepted, the removal rejected.
    page.locator("[data-action='create'] [data-control='accept']").focus()
    page.keyboard.press("a")
    page.wait_for_function("() => !document.querySelector('[data-action=create]')")
    assert page.evaluate("() => document.activeElement.closest('[data-proposal]') !== null")
    page.locator("[data-action='delete'] [data-control='reject']").focus()
    page.keyboard.press("r")
    page.wait_for_function("() => !document.querySelector('[data-action=delete]')")
    user.until("saved")
    content = get_json(address, "working-copy?include=content")["content"]
    assert content["texts"]["en"][content["clauses"][-1]["id"]]["context"] == "A note in the margin"
    assert any(clause["id"] == "1.2" for clause in content["clauses"]) and pending_actions(address) == ["replace"]
    # The field is changed meanwhile, which the proposal reports.
    user.choose("1.1").write("1.1", "title", "Mine").until("saved")
    page.click("#tab-proposals")
    page.locator("[data-action='replace']", has_text="Somebody has changed this since").wait_for()


def test_proposals_are_accepted_and_rejected_by_touch_on_a_phone(editor, address):
    propose(address)
    user = editor(390, 844)
    page = user.page
    page.locator("#tab-proposals").scroll_into_view_if_needed()
    page.locator("#tab-proposals").tap()
    removal = page.locator("[data-action='delete']")
    removal.wait_for()
    user.until_idle()
    assert page.evaluate(CUT_OFF) == [] and page.evaluate(SMALL) == [] and violations(user.reader) == []
    removal.get_by_role("button", name="Accept").tap()
    page.wait_for_function("() => !document.querySelector('[data-action=delete]')")
    user.until("saved")
    clauses = get_json(address, "working-copy?include=content")["content"]["clauses"]
    assert all(clause["id"] != "1.2" for clause in clauses)
    page.locator("#undo").tap()
    removal.wait_for()
    removal.get_by_role("button", name="Reject").tap()
    page.wait_for_function("() => !document.querySelector('[data-action=delete]')")
    user.until("saved")
    clauses = get_json(address, "working-copy?include=content")["content"]["clauses"]
    assert any(clause["id"] == "1.2" for clause in clauses) and get_json(address, "working-copy")["changes"] == 0
