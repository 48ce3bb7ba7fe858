"""A document of three pages: turning them, and that each keeps its view."""

import json

import pytest
import three_pages
from hosting import reading
from serving import add
from support import TILE


@pytest.fixture
def reader(new_reader):
    return new_reader(820, 1180).open(document="three-pages")


def label(reader):
    return reader.page.locator("#page-label").text_content()


def until_page(reader, name):
    reader.until(f"document.getElementById('page-label').textContent.startsWith('{name}')")
    reader.until_idle()


@pytest.mark.calm
def test_each_page_shows_its_own_clauses_and_tiles(reader):
    assert label(reader) == "Recto (Page 1 of 3)"
    assert reader.shown == [f"1.{line}" for line in range(1, 7)]
    with reader.page.expect_response(lambda response: "/three-pages-2" in response.url and TILE.search(response.url)):
        reader.page.locator("#page-next").click()
    until_page(reader, "Dorse")
    assert reader.shown == [f"2.{line}" for line in range(1, 7)]
    assert reader.fragment["page"] == "2"


@pytest.mark.calm
def test_the_page_buttons_turn_pages_and_stop_at_either_end(reader):
    assert reader.page.get_attribute("#page-previous", "aria-disabled") == "true"
    for name in ["Dorse", "Leaf"]:
        reader.page.locator("#page-next").click()
        until_page(reader, name)
    assert reader.page.get_attribute("#page-next", "aria-disabled") == "true"
    reader.page.locator("#page-next").click(force=True)
    assert reader.fragment["page"] == "3"
    reader.page.locator("#page-previous").click()
    until_page(reader, "Dorse")


@pytest.mark.calm
def test_page_up_and_page_down_turn_pages(reader):
    reader.page.keyboard.press("PageDown")
    until_page(reader, "Dorse")
    reader.page.locator("#overlays [tabindex='0']").focus()
    reader.page.keyboard.press("PageDown")
    until_page(reader, "Leaf")
    # The focused clause is not on this page, so the arrow keys begin at the first one.
    assert reader.page.evaluate("document.activeElement.id") == "overlays"
    reader.page.keyboard.press("ArrowRight")
    assert reader.page.evaluate("document.activeElement.dataset.clause") == "3.1"
    reader.page.keyboard.press("PageUp")
    until_page(reader, "Dorse")


def test_sliding_sideways_during_a_long_press_turns_no_page(reader):
    x, y = reader.point_inside("1.2")
    reader.touch("touchStart", [(x, y)])
    reader.page.wait_for_selector("#peek.by-touch")
    reader.touch("touchMove", [(x - 150, y)])
    reader.touch("touchEnd", [])
    reader.until_idle()
    assert label(reader) == "Recto (Page 1 of 3)"
    # Nor does it open the menu from the left.
    reader.touch("touchStart", [(60, 1000)])
    reader.wait_for_timers(600)
    reader.touch("touchMove", [(200, 1000)])
    reader.touch("touchEnd", [])
    reader.until_idle()
    assert not reader.is_open("#menu")


def test_a_swipe_turns_pages_only_while_the_whole_sheet_is_shown(reader):
    reader.swipe((600, 600), (300, 620))
    until_page(reader, "Dorse")
    reader.swipe((300, 600), (600, 590))
    until_page(reader, "Recto")
    reader.swipe((500, 400), (490, 700))
    reader.until_idle()
    assert label(reader).startswith("Recto")
    reader.pinch(80, 240)
    reader.until_idle()
    reader.swipe((600, 600), (300, 620))
    reader.until_idle()
    assert label(reader).startswith("Recto")
    assert not reader.is_open("#menu")


def test_a_swipe_from_the_left_edge_opens_the_menu_instead_of_turning_the_page(reader):
    reader.page.locator("#page-next").click()
    until_page(reader, "Dorse")
    reader.swipe((10, 600), (320, 610))
    reader.until("document.querySelector('#menu.open')")
    assert label(reader).startswith("Dorse")


def test_each_page_keeps_its_view(reader):
    reader.pinch(80, 300, middle=(300, 400))
    reader.until_idle()
    before = reader.view
    reader.page.locator("#page-next").click()
    until_page(reader, "Dorse")
    assert "xywh" not in reader.fragment
    reader.page.locator("#page-previous").click()
    until_page(reader, "Recto")
    assert reader.view.scale == pytest.approx(before.scale, rel=0.01)
    assert reader.view.x == pytest.approx(before.x, abs=3)
    assert reader.view.y == pytest.approx(before.y, abs=3)


@pytest.mark.calm
def test_a_link_and_going_back_lead_to_the_right_page(new_reader):
    reader = new_reader(820, 1180).open("#page=3&clause=3.2", document="three-pages")
    assert label(reader).startswith("Leaf")
    assert reader.shown == ["3.2"]
    reader.page.keyboard.press("Escape")
    reader.until("!document.querySelector('#panel.open')")
    reader.page.locator("#page-previous").click()
    until_page(reader, "Dorse")
    reader.page.go_back()
    until_page(reader, "Leaf")


@pytest.mark.calm
def test_a_link_to_a_clause_opens_the_page_that_it_is_on(new_reader):
    reader = new_reader(820, 1180).open("#clause=2.4", document="three-pages")
    assert label(reader).startswith("Dorse")
    assert reader.shown == ["2.4"]
    box, panel = reader.page.locator("[data-clause='2.4']").bounding_box(), reader.page.locator("#panel").bounding_box()
    assert box["y"] + box["height"] <= panel["y"] + 1


@pytest.mark.calm
def test_the_next_and_previous_clause_may_be_on_another_page(new_reader):
    reader = new_reader(820, 1180).open("#clause=1.6", document="three-pages")
    reader.page.locator("#panel-next").click()
    until_page(reader, "Dorse")
    assert reader.shown == ["2.1"]
    reader.page.keyboard.press("ArrowLeft")
    until_page(reader, "Recto")
    assert reader.shown == ["1.6"]


@pytest.mark.calm
def test_a_filter_applies_to_every_page(new_reader):
    reader = new_reader(820, 1180).open("#category=odd", document="three-pages")
    reader.page.locator("#page-next").click()
    until_page(reader, "Dorse")
    assert reader.shown == ["2.1", "2.3", "2.5"]


def test_nothing_past_the_edges_of_a_page_is_shown(reader):
    reader.page.locator("#page-next").click()
    until_page(reader, "Dorse")
    reader.watch()
    reader.pinch(80, 400, drift=(60, 90))
    reader.swipe((300, 500), (700, 900), steps=5)
    reader.until_idle()
    assert reader.seen["largest"] <= 2 + 1e-6
    assert reader.seen["overshoot"] <= 1e-3


@pytest.mark.calm
def test_a_document_of_one_page_has_no_page_buttons(new_reader):
    alone = new_reader().open()
    assert alone.page.locator("#pages").is_hidden()


@pytest.fixture(scope="module")
def without_image(tmp_path_factory):
    """Yields the address of a library in which the second page has no image."""
    folder = tmp_path_factory.mktemp("without-image")
    three_pages.write(folder / "source")
    file = folder / "source" / "document.json"
    document = json.loads(file.read_text())
    del document["pages"][1]["image"]
    file.write_text(json.dumps(document))
    add(folder / "library", folder / "source")
    with reading(folder / "library") as served:
        yield served


@pytest.mark.calm
def test_a_page_without_an_image_is_blank_paper_of_its_size_with_its_clauses(new_reader, without_image):
    reader = new_reader(820, 1180)
    reader.address = without_image
    tiles = []
    reader.page.on("request", lambda request: tiles.append(request.url) if TILE.search(request.url) else None)
    reader.open("#page=2", document="three-pages")
    paper, surface = reader.page.locator("#paper").bounding_box(), reader.surface()
    assert paper["width"] / paper["height"] == pytest.approx(1600 / 2000, abs=0.01)
    assert paper["width"] > 0.5 * surface["width"]
    middle = paper["x"] + paper["width"] / 2
    assert middle == pytest.approx(surface["x"] + surface["width"] / 2, abs=2)
    assert reader.shown == [f"2.{line}" for line in range(1, 7)]
    scale = paper["width"] / 1600
    line = reader.page.locator("#overlays [data-clause='2.1']").first.bounding_box()
    assert line["x"] == pytest.approx(paper["x"] + 150 * scale, abs=3)
    assert line["y"] == pytest.approx(paper["y"] + 150 * scale, abs=3)
    assert not [url for url in tiles if ("/three-pages-2" in url or "/dzi/_files" in url)]
    reader.page.locator("#page-next").click()
    until_page(reader, "Leaf")
    reader.until_tiles_loaded()
    assert [url for url in tiles if "/three-pages-3" in url]
