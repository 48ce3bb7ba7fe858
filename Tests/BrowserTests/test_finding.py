"""Finding documents in the library by language, theme, collection and year, on a server and on a static site."""

from dataclasses import replace

import pytest

import dated_documents
from accessibility import violations
from hosting import hosting
from serving import add, serving

pytestmark = pytest.mark.calm

OPEN = ["alba", "bern", "cork", "dover"]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dated")
    add(folder / "library", *dated_documents.write(folder / "sources"))
    return folder / "library"


@pytest.fixture(scope="module")
def served(library):
    with serving(library) as address:
        yield address


@pytest.fixture(scope="module")
def site(library):
    with hosting(library, "python") as address:
        yield address


@pytest.fixture(params=["served", "site"])
def finder(request, new_reader):
    """Opens the library page of a server, or of a static site with the same documents."""
    address = request.getfixturevalue(request.param)
    start = "/" if request.param == "served" else "/index.html"

    def make(query: str = "", **options):
        reader = replace(new_reader(**options), address=address)
        reader.page.goto(address + start + query)
        reader.page.wait_for_selector("body.ready")
        return reader

    return make


def cards(reader) -> list[str]:
    return reader.page.locator("#documents h2").all_inner_texts()


def until_cards(reader, *ids: str) -> None:
    titles = [id.title() for id in ids]
    reader.until(f"JSON.stringify([...document.querySelectorAll('#documents h2')].map((h) => h.textContent)) === JSON.stringify({titles})")


def options(reader, name: str) -> list[str]:
    return [text.strip() for text in reader.page.get_by_label(name, exact=True).locator("option").all_inner_texts()]


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=str)
def test_filters_have_counts_narrow_the_list_and_are_kept_in_the_address(finder, size):
    reader = finder(width=size[0], height=size[1])
    page = reader.page
    assert cards(reader) == [id.title() for id in OPEN]
    assert violations(reader) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Every option has the number of its documents, without those that this reader may not see.
    assert options(reader, "Language") == ["Any language", "Latin (4)", "English (3)", "French (2)"]
    assert options(reader, "Theme") == ["Any theme", "Justice (2)", "Money (2)"]
    assert options(reader, "Collection") == ["Any collection", "Charters (2)", "Royal charters (2)", "Letters (1)"]
    page.get_by_label("Theme").select_option("money")
    until_cards(reader, "bern", "cork")
    assert options(reader, "Collection") == ["Any collection", "Charters (1)", "Royal charters (1)", "Letters (1)"]
    page.get_by_label("Collection").select_option("charters")
    until_cards(reader, "bern")
    assert page.url.endswith("?theme=money&collection=charters")
    assert page.get_by_role("status").inner_text() == "1 document"
    page.reload()
    page.wait_for_selector("body.ready")
    assert (cards(reader), page.get_by_label("Theme").input_value()) == (["Bern"], "money")
    assert violations(reader) == []
    page.get_by_role("button", name="Clear filters").click()
    until_cards(reader, *OPEN)
    assert page.url.partition("?")[2] == ""
    # The button has disappeared, but the focus is not lost.
    assert page.evaluate("document.activeElement.id") == "finding-theme"


def test_the_timeline_is_navigated_and_selected_by_keyboard(finder):
    reader = finder()
    page = reader.page
    bars = page.get_by_role("toolbar", name="Documents by year").get_by_role("button")
    named = page.locator(".bars button:enabled").evaluate_all("(bars) => bars.map((bar) => bar.ariaLabel)")
    assert named == ["1215 to 1219: 1 document", "1295 to 1299: 1 document", "1300 to 1304: 1 document", "1340 to 1344: 1 document"]
    assert bars.count() <= 30
    # There is a single tab stop.
    assert page.locator(".bars button[tabindex='0']").count() == 1
    page.locator(".bars button[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    until_cards(reader, "bern")
    assert page.url.endswith("?from=1295&to=1299")
    assert page.evaluate("document.activeElement.ariaLabel") == "1295 to 1299: 1 document"
    assert page.evaluate("document.activeElement.ariaPressed") == "true"
    page.keyboard.press("End")
    page.keyboard.press("Shift+Enter")
    until_cards(reader, "bern", "cork")
    assert page.url.endswith("?from=1295&to=1344")
    page.get_by_label("From year").fill("1215")
    page.get_by_label("From year").press("Tab")
    until_cards(reader, "alba", "bern", "cork")
    assert page.url.endswith("?from=1215&to=1344")
    # A newly typed year clears the other one if no year can satisfy both.
    page.get_by_label("To year").fill("1200")
    page.get_by_label("To year").press("Enter")
    until_cards(reader)
    assert page.url.endswith("?to=1200")
    assert page.get_by_label("From year").input_value() == ""
    assert page.get_by_role("status").inner_text() == "No documents match these filters."


def test_filters_are_translated_and_the_timeline_runs_right_to_left_in_arabic(finder):
    reader = finder("?collection=charters/royal", locale="fr-FR")
    page = reader.page
    assert cards(reader) == ["Alba", "Bern"]
    assert page.get_by_label("Collection").locator("option:checked").inner_text().strip() == "Chartes royales (2)"
    page.close()
    reader = finder("?from=1290&to=1310", locale="ar")
    page = reader.page
    assert page.evaluate("document.documentElement.dir") == "rtl"
    page.locator(".bars button[tabindex='0']").focus()
    before = page.evaluate("document.activeElement.getBoundingClientRect().x")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.getBoundingClientRect().x") < before
    assert violations(reader) == []


def test_without_scripts_the_form_filters_by_collection_and_year(new_reader, served):
    reader = replace(new_reader(java_script_enabled=False), address=served)
    page = reader.page
    page.goto(served + "/?plain&lang=en")
    page.get_by_label("Collection").select_option("charters")
    page.get_by_label("From year").fill("1290")
    page.get_by_role("button", name="Search").click()
    assert page.get_by_role("listitem").count() == 1
    assert page.get_by_role("link", name="Bern").is_visible()
    assert page.get_by_label("Collection").input_value() == "charters"
