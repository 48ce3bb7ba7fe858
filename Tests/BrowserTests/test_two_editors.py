"""Two people with tokens of their own at one document."""

import json

import pytest

import three_pages
from editing import Editor
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

    made = {"Ada": token("Ada", "publish"), "Grace": token("Grace", "edit")}
    with serving(library) as address:
        yield address, made


def signed_in(reader, tokens, name: str) -> Editor:
    address, made = tokens
    someone = reader(1180, 820, is_new=False)
    someone.address = address
    # Each refusal is a line on the browser's console.
    someone.is_forgiving = True
    page = someone.page
    page.goto(f"{address}/access?to=/documents/three-pages/edit")
    page.wait_for_selector("body.ready")
    page.get_by_label("Token", exact=True).fill(made[name])
    page.get_by_role("button", name="Open the documents").click()
    page.wait_for_url("**/documents/three-pages/edit")
    return Editor(someone).open()


def test_two_people_see_each_other_keep_their_own_steps_and_are_named(reader, tokens):
    ada, grace = signed_in(reader, tokens, "Ada"), signed_in(reader, tokens, "Grace")
    ada.page.locator("#editors", has_text="Grace").wait_for()
    grace.page.locator("#editors", has_text="Ada").wait_for()
    ada.choose("1.1").write("1.1", "title", "By Ada").until("saved")
    grace.choose("1.1").until_value("1.1", "title", "By Ada")
    grace.write("1.1", "context", "By Grace").until("saved")
    ada.until_value("1.1", "context", "By Grace")
    # Each undoes what is their own, in whatever order it came.
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
    assert "Grace has changed this" in ada.page.locator("#outbox").inner_text()
    ada.press("Keep yours", exact=False).until("saved").page.keyboard.press("Escape")
    grace.until_value("1.1", "translation", "Ada's")

    # A clause that one deletes while the other, unseen, writes in it.
    ada.choose("1.2").page.context.set_offline(True)
    ada.page.locator(".text-panel").get_by_role("button", name="Delete").click()
    ada.until("offline")
    grace.choose("1.2").write("1.2", "title", "Still needed").until("saved")
    ada.page.context.set_offline(False)
    ada.until("conflict").page.click("#saved")
    ada.press("Keep theirs", exact=False).until("saved").page.keyboard.press("Escape")
    ada.choose("1.2").until_value("1.2", "title", "Still needed")

    # The history names both; who may not publish is told so.
    ada.choose("1.1").press("History")
    ada.page.wait_for_selector("#journal .journal > li")
    heads = [head.split(" · ")[0] for head in ada.page.locator("#journal h3").all_inner_texts()]
    assert {"Ada", "Grace"} <= set(heads)
    grace.page.click("#changes")
    grace.page.get_by_text("Your token lets you edit, but not publish.").wait_for()
    assert grace.page.locator("#publish").count() == 0
    ada.page.keyboard.press("Escape")
    ada.page.click("#changes")
    ada.page.click("#publish")
    ada.until_said("Published as version 2.")
