"""Links to a version of a document, which show it whatever has been published since."""

import json
from dataclasses import replace

import pytest

from accessibility import violations
from hosting import hosting
from serving import add
from three_pages import png

pytestmark = pytest.mark.calm

LINK = "?version=1&clause=a"


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("versions")
    for title in ["Once", "Now"]:
        source = folder / title
        (source / "texts").mkdir(parents=True)
        files = {
            "document": {
                "id": "roll", "title": {"en": f"The roll, {title.lower()}"}, "language": "la", "languages": ["en"],
                "pages": [{"image": "page.png", "width": 200, "height": 300}]},
            "clauses": [{"id": "a", "number": "1", "regions": [{"page": 1, "polygon": [[9, 9], [99, 9], [99, 99]]}]}],
            "texts/en": {"a": {"title": title, "translation": f"This was so {title.lower()}."}},
        }
        # With another scan, too.
        (source / "page.png").write_bytes(png(200, 300, 235 if title == "Once" else 120))
        for name, value in files.items():
            (source / f"{name}.json").write_text(json.dumps(value))
        add(folder / "library", source)
    return folder / "library"


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=str)
def test_an_old_version_is_shown_with_a_link_to_the_newest(new_reader, serve, library, size):
    address = serve(library)
    reader = replace(new_reader(*size), address=address)
    page = reader.page
    reader.open(LINK, document="roll")
    page.locator("#panel-body").get_by_text("This was so once.").wait_for()
    assert page.title() == "Clause 1: Once · The roll, once"
    note = page.get_by_role("alert")
    note.get_by_text("This is version 1 of the document. The latest is version 2.").wait_for()
    assert violations(reader) == []
    reader.until("performance.getEntriesByType('resource').some(({ name }) => name.includes('/dzi/roll-1~1_files/'))")
    # Sharing refers to the version that is shown.
    page.locator("#panel-body .action", has_text="Copy citation").wait_for()
    page.locator("#options-button").click()
    page.locator("#options .row button", has_text="Share").click()
    page.wait_for_selector("#share[open]")
    assert page.locator("#share-link").input_value() == f"{reader.document_url('roll')}{LINK}"
    assert "/documents/roll?embed&amp;version=1#clause=a" in page.locator("#share-embed").input_value()
    assert f"{reader.document_url('roll')}{LINK} " in page.locator("#share-citation").input_value()
    page.keyboard.press("Escape")
    note.get_by_role("button", name="Show the latest version").click()
    page.wait_for_selector("body.ready")
    page.get_by_text("This was so now.").wait_for()
    assert "version" not in page.url
    assert page.get_by_role("alert").inner_text() == ""


def test_a_former_version_is_compared_as_it_is_shown(new_reader, serve, library):
    address = serve(library)
    reader = replace(new_reader(1280, 800), address=address)
    page = reader.page
    reader.open(LINK, document="roll")
    page.locator("#panel-body").get_by_text("This was so once.").wait_for()
    page.click("#options-button")
    page.get_by_role("link", name="Side by side").click()
    page.wait_for_selector("#compare-bar")
    for number in (0, 1):
        page.locator("iframe").nth(number).content_frame.locator("#panel-body").get_by_text("This was so once.").wait_for()
    # One side goes on to the newest version, and the address says so.
    right = page.locator("iframe").nth(1).content_frame
    right.get_by_role("button", name="Show the latest version").click()
    right.locator("#panel-body").get_by_text("This was so now.").wait_for()
    page.wait_for_function("location.search === '?compare=&version=1'")


def test_a_static_site_states_which_version_it_has(new_reader, library):
    with hosting(library, "python") as address:
        reader = replace(new_reader(), address=address)
        page = reader.page
        page.goto(f"{address}/documents/roll/index.html{LINK}")
        page.wait_for_selector("body.ready")
        page.get_by_text("The link is to version 1 of the document, but this is version 2.").wait_for()
        page.get_by_text("This was so now.").wait_for()
        page.goto(f"{address}/documents/roll/index.html?version=2&clause=a")
        page.wait_for_selector("body.ready")
        page.locator("#options-button").click()
        page.locator("#options .row button", has_text="Share").click()
        page.wait_for_selector("#share[open]")
        assert f"{address}/documents/roll/index.html?version=2&clause=a " in page.locator("#share-citation").input_value()
        assert page.get_by_role("alert").inner_text() == ""
        # Leaves the page, so that nothing is requested from the stopped host.
        page.goto("about:blank")
