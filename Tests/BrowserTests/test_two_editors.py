"""Two users with separate tokens who edit one document: Ada at a desk, Grace with a phone."""

import json

import pytest

import three_pages
from accessibility import violations
from editing import DESKTOP, PHONE, Editor
from serving import add, run, serving

pytestmark = [pytest.mark.server("tokens and editing"), pytest.mark.calm]


@pytest.fixture(scope="module")
def tokens(tmp_path_factory):
    folder = tmp_path_factory.mktemp("two-editors")
    three_pages.write(folder / "three-pages")
    library = folder / "library"
    add(library, folder / "three-pages")

    def token(name: str, scope: str) -> str:
        made = run("token", "create", "--document", "three-pages", "--scope", scope, "--label", name, "--json", "--library", library)
        return json.loads(made.stdout)["token"]

    made = {"Ada": token("Ada", "publish"), "Grace": token("Grace", "edit"), "Grace again": token("Grace", "edit")}
    with serving(library) as address:
        yield address, made, library


def enter(page, token: str) -> None:
    page.wait_for_selector("body.ready")
    page.get_by_label("Token", exact=True).fill(token)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/documents/three-pages/edit")


def signed_in(new_reader, tokens, name: str, size: tuple[int, int]) -> Editor:
    address, made, _ = tokens
    reader = new_reader(*size, is_new=False)
    reader.address = address
    # The browser logs each refused request to the console.
    reader.allows_console_errors = True
    reader.page.goto(f"{address}/access?to=/documents/three-pages/edit")
    enter(reader.page, made[name])
    return Editor(reader).open()


def test_two_users_see_each_other_undo_their_own_edits_and_resolve_conflicts(new_reader, tokens, tmp_path):
    ada, grace = signed_in(new_reader, tokens, "Ada", DESKTOP), signed_in(new_reader, tokens, "Grace", PHONE)
    _, made, library = tokens
    ada.page.locator("#editors", has_text="Grace").wait_for()
    grace.page.locator("#editors", has_text="Ada").wait_for()
    ada.choose("1.1").write("1.1", "title", "By Ada").until("saved")
    grace.choose("1.1").until_value("1.1", "title", "By Ada")
    grace.write("1.1", "context", "By Grace").until("saved")
    ada.until_value("1.1", "context", "By Grace")
    # Each user undoes only their own edits, in whatever order these were made.
    ada.page.click("#undo")
    grace.until_value("1.1", "title", "Line 1.1")
    assert grace.field("1.1", "en", "context").input_value() == "By Grace"
    ada.page.click("#redo")
    grace.until_value("1.1", "title", "By Ada")
    ada.until("saved")

    # The same field at the same time.
    ada.page.context.set_offline(True)
    ada.write("1.1", "translation", "Ada's").until("offline")
    grace.write("1.1", "translation", "Grace's").until("saved")
    ada.page.context.set_offline(False)
    ada.until("conflict").page.click("#saved")
    assert "Grace changed this" in ada.page.locator("#outbox").inner_text()
    ada.press("Keep yours", exact=False).until("saved").page.keyboard.press("Escape")
    grace.until_value("1.1", "translation", "Ada's")

    # A clause that one user deletes while the other, unseen, edits it.
    ada.choose("1.2").page.context.set_offline(True)
    ada.page.locator(".text-panel").get_by_role("button", name="Delete").click()
    ada.until("offline")
    grace.choose("1.2").write("1.2", "title", "Still needed").until("saved")
    ada.page.context.set_offline(False)
    ada.until("conflict").page.click("#saved")
    ada.press("Keep theirs", exact=False).until("saved").page.keyboard.press("Escape")
    ada.choose("1.2").until_value("1.2", "title", "Still needed")
    # The other way round: an edit of a clause that the other user deletes.
    grace.choose("1.3").page.context.set_offline(True)
    grace.write("1.3", "title", "Written on the way").until("offline")
    ada.choose("1.3").page.locator(".text-panel").get_by_role("button", name="Delete").click()
    ada.until("saved")
    grace.page.context.set_offline(False)
    grace.until("conflict").touch("#saved")
    assert violations(grace.reader) == []
    grace.press("Keep yours", exact=False).until("saved").page.keyboard.press("Escape")
    ada.choose("1.3").until_value("1.3", "title", "Written on the way")

    # An imported table counts as another user.
    grace.choose("1.4").page.context.set_offline(True)
    grace.write("1.4", "title", "Of the phone").until("offline")
    (tmp_path / "texts.csv").write_text("clause,en title\n1.4,Of the table\n")
    run("texts", "import", "three-pages", tmp_path / "texts.csv", "--library", library)
    ada.choose("1.4").until_value("1.4", "title", "Of the table")
    grace.page.context.set_offline(False)
    grace.until("conflict").touch("#saved")
    grace.press("Keep theirs", exact=False).until("saved").page.keyboard.press("Escape")
    grace.until_value("1.4", "title", "Of the table")

    # A user whose token is revoked loses nothing else: all edits are sent with the next token.
    first = next(token["id"] for token in json.loads(run("token", "list", "--json", "--library", library).stdout)["tokens"] if token["label"] == "Grace")
    run("token", "revoke", first, "--library", library)
    # The server checks every two seconds.
    while grace.page.evaluate("fetch('/api/documents/three-pages/working-copy').then(({ status }) => status)") == 200:
        grace.page.wait_for_timeout(100)
    grace.write("1.4", "title", "Without a token").until("expired").touch("#saved")
    grace.page.locator("#outbox").get_by_role("link", name="Sign in").tap()
    enter(grace.page, made["Grace again"])
    grace.until("saved").choose("1.4").until_value("1.4", "title", "Without a token")
    ada.until_value("1.4", "title", "Without a token")

    # The history names both; a user who may not publish is informed.
    ada.choose("1.1").press("History")
    ada.page.wait_for_selector("#journal .journal > li")
    heads = [head.split(" · ")[0] for head in ada.page.locator("#journal h3").all_inner_texts()]
    assert {"Ada", "Grace"} <= set(heads)
    grace.touch("#changes")
    grace.page.get_by_text("Your token lets you edit, but not publish.").wait_for()
    assert grace.page.locator("#publish").count() == 0
    ada.page.keyboard.press("Escape")
    ada.page.click("#changes")
    ada.page.click("#publish")
    ada.until_status("Published as version 2.")


def test_two_users_edit_one_tour(new_reader, tokens):
    ada, grace = signed_in(new_reader, tokens, "Ada", DESKTOP), signed_in(new_reader, tokens, "Grace again", PHONE)
    ada.touch("#tab-tours").page.get_by_label("New tour").fill("A walk")
    ada.press("Create")
    ada.press("Add a step")
    ada.page.keyboard.type("The whole of it.")
    ada.until("saved")
    grace.touch("#tab-tours").page.locator(".steps .name", has_text="The whole of it.").wait_for()
    text = lambda user, language: user.page.get_by_label(f"Step text ({language})")  # noqa: E731
    # Each writes in another language of one step, and each adds a step: nothing is lost.
    grace.touch(".steps summary")
    text(grace, "German").fill("Alles davon.")
    grace.until("saved").press("Add a step")
    ada.press("Add a step")
    for user in [ada, grace]:
        user.until("saved").page.wait_for_function("() => document.querySelectorAll('.steps > li').length === 3")
    ada.page.wait_for_function("() => [...document.querySelectorAll('.steps textarea')].some(({ value }) => value === 'Alles davon.')")

    # The same text at the same time.
    ada.page.context.set_offline(True)
    text(ada, "English").first.fill("By Ada.")
    ada.until("offline")
    text(grace, "English").first.fill("By Grace.")
    grace.until("saved")
    ada.page.context.set_offline(False)
    ada.until("conflict").page.click("#saved")
    ada.press("Keep yours", exact=False).until("saved").page.keyboard.press("Escape")
    grace.page.wait_for_function("() => document.querySelector('.steps textarea').value === 'By Ada.'")
