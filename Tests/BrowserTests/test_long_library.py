"""The library page with many documents: it shows some, more on request, and those that match a search."""

import re
from dataclasses import replace

import pytest

import many_documents
from accessibility import violations
from serving import add, serving

pytestmark = pytest.mark.calm

PART = 24
ALL = many_documents.COUNT - 1


@pytest.fixture(scope="module")
def long_library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("long")
    add(folder / "library", *many_documents.write(folder / "sources"))
    with serving(folder / "library") as address:
        yield address


@pytest.fixture
def visitor(new_reader, long_library):
    """Opens the page of the long library."""

    def make(path: str = "/", **options):
        reader = replace(new_reader(**options), address=long_library)
        reader.page.goto(long_library + path)
        if options.get("java_script_enabled", True):
            reader.page.wait_for_selector("body.ready")
        return reader

    return make


def cards(reader) -> list[str]:
    return reader.page.locator("#documents a").evaluate_all(
        "(links) => links.map((link) => link.getAttribute('href').split('/').pop())")


def until_cards(reader, count: int) -> None:
    reader.until(f"document.querySelectorAll('#documents a').length === {count}")


def status(reader) -> str:
    return reader.page.get_by_role("status").inner_text()


def test_more_documents_are_shown_on_request_and_receive_the_focus(visitor):
    reader = visitor()
    assert cards(reader) == [many_documents.identifier(number) for number in range(1, PART + 1)]
    assert status(reader) == f"Showing {PART} of {ALL} documents"
    more = reader.page.get_by_role("button", name="Show more documents")
    more.focus()
    reader.page.keyboard.press("Enter")
    until_cards(reader, 2 * PART)
    assert status(reader) == f"Showing {2 * PART} of {ALL} documents"
    assert reader.page.evaluate("document.activeElement.getAttribute('href')") == f"/documents/{many_documents.identifier(PART + 1)}"
    # Tab moves to the next of the new documents.
    reader.page.keyboard.press("Tab")
    assert reader.page.evaluate("document.activeElement.getAttribute('href')") == f"/documents/{many_documents.identifier(PART + 2)}"
    more.press("Enter")
    until_cards(reader, ALL)
    assert not more.is_visible()
    # The button has disappeared, but the focus is not lost.
    assert reader.page.evaluate("document.activeElement.getAttribute('href')") == f"/documents/{many_documents.identifier(2 * PART + 1)}"
    assert status(reader) == f"{ALL} documents"
    assert cards(reader) == sorted(set(cards(reader)))


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
def test_the_search_field_narrows_the_documents_and_reports_when_none_match(visitor, size):
    reader = visitor(width=size[0], height=size[1])
    assert violations(reader) == []
    field = reader.page.get_by_role("searchbox", name="Title, shelfmark, holder or date")
    field.press_sequentially("eveche")
    until_cards(reader, 1)
    assert cards(reader) == [many_documents.identifier(9)]
    assert status(reader) == "1 document"
    assert reader.page.evaluate("document.activeElement.id") == "words"
    assert reader.page.url.endswith("/?q=eveche")
    field.fill("MS 96")
    until_cards(reader, 0)
    assert status(reader) == "No documents match “MS 96”."
    assert violations(reader) == []
    field.fill("")
    field.press("Enter")
    until_cards(reader, PART)
    assert reader.page.url.endswith("/")
    assert field.is_visible()


def test_a_link_restores_the_search_and_more_documents_can_be_shown(visitor):
    reader = visitor("/?q=sheet")
    assert reader.page.get_by_role("searchbox").input_value() == "sheet"
    assert status(reader) == f"Showing {PART} of {ALL} documents"
    reader.page.get_by_role("button", name="Show more documents").click()
    until_cards(reader, 2 * PART)
    assert cards(reader)[-1] == many_documents.identifier(2 * PART)


def test_a_late_response_does_not_replace_the_results_of_a_newer_search(visitor):
    reader = visitor()
    held = []

    def hold(route):
        if re.search(r"q=sheet\b", route.request.url):
            held.append(route)
        else:
            route.continue_()

    reader.page.route("**/api/documents?*", hold)
    field = reader.page.get_by_role("searchbox")
    field.fill("sheet")
    field.press("Enter")
    reader.page.wait_for_function("true")
    field.fill("eveche")
    field.press("Enter")
    until_cards(reader, 1)
    assert len(held) == 1
    assert reader.page.evaluate("window.underWay") == 1
    held[0].continue_()
    reader.until("window.underWay === 0")
    assert cards(reader) == [many_documents.identifier(9)]


def test_without_scripts_the_library_has_a_plain_page_with_a_form(visitor):
    reader = visitor(java_script_enabled=False)
    reader.page.get_by_role("link", name="The documents as a plain page").click()
    assert reader.page.get_by_role("listitem").count() == ALL
    reader.page.get_by_role("searchbox").fill("eveche")
    reader.page.get_by_role("button", name="Search").click()
    assert reader.page.get_by_role("listitem").count() == 1
    link = reader.page.get_by_role("link", name="Évêché de Clun")
    assert link.get_attribute("href") == "/documents/sheet-09?plain&lang=en"
    link.click()
    assert reader.page.get_by_role("heading", level=1).inner_text() == "Évêché de Clun"


def test_a_short_library_has_no_search_field_and_no_button(new_reader):
    reader = new_reader()
    reader.page.goto(reader.address)
    reader.page.wait_for_selector("body.ready")
    assert not reader.page.get_by_role("searchbox").is_visible()
    assert not reader.page.get_by_role("button", name="Show more documents").is_visible()
