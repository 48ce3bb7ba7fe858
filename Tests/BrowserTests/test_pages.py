"""A document of three pages: turning them, and that each keeps its view."""

import json

import pytest
import three_pages
from hosting import reading
from serving import add
from support import TILE


@pytest.fixture
def someone(reader):
    return reader(820, 1180).open(document="three-pages")


def label(someone):
    return someone.page.locator("#page-label").text_content()


def until_page(someone, name):
    someone.until(f"document.getElementById('page-label').textContent.startsWith('{name}')")
    someone.rest()


@pytest.mark.calm
def test_each_page_shows_its_own_clauses_and_tiles(someone):
    assert label(someone) == "Recto (Page 1 of 3)"
    assert someone.shown == [f"1.{line}" for line in range(1, 7)]
    with someone.page.expect_response(lambda answer: "/three-pages-2" in answer.url and TILE.search(answer.url)):
        someone.page.locator("#page-next").click()
    until_page(someone, "Dorse")
    assert someone.shown == [f"2.{line}" for line in range(1, 7)]
    assert someone.fragment["page"] == "2"


@pytest.mark.calm
def test_the_page_buttons_turn_pages_and_stop_at_either_end(someone):
    assert someone.page.get_attribute("#page-previous", "aria-disabled") == "true"
    for name in ["Dorse", "Leaf"]:
        someone.page.locator("#page-next").click()
        until_page(someone, name)
    assert someone.page.get_attribute("#page-next", "aria-disabled") == "true"
    someone.page.locator("#page-next").click(force=True)
    assert someone.fragment["page"] == "3"
    someone.page.locator("#page-previous").click()
    until_page(someone, "Dorse")


@pytest.mark.calm
def test_page_up_and_page_down_turn_pages(someone):
    someone.page.keyboard.press("PageDown")
    until_page(someone, "Dorse")
    someone.page.locator("#overlays [tabindex='0']").focus()
    someone.page.keyboard.press("PageDown")
    until_page(someone, "Leaf")
    someone.page.keyboard.press("PageUp")
    until_page(someone, "Dorse")


def test_sliding_sideways_during_a_long_press_turns_no_page(someone):
    x, y = someone.point_inside("1.2")
    someone.touch("touchStart", [(x, y)])
    someone.page.wait_for_selector("#peek.by-touch")
    someone.touch("touchMove", [(x - 150, y)])
    someone.touch("touchEnd", [])
    someone.rest()
    assert label(someone) == "Recto (Page 1 of 3)"
    # Nor does it open the menu from the left.
    someone.touch("touchStart", [(60, 1000)])
    someone.later(600)
    someone.touch("touchMove", [(200, 1000)])
    someone.touch("touchEnd", [])
    someone.rest()
    assert not someone.is_open("#menu")


def test_a_swipe_turns_pages_only_while_the_whole_sheet_is_shown(someone):
    someone.swipe((600, 600), (300, 620))
    until_page(someone, "Dorse")
    someone.swipe((300, 600), (600, 590))
    until_page(someone, "Recto")
    someone.swipe((500, 400), (490, 700))
    someone.rest()
    assert label(someone).startswith("Recto")
    someone.pinch(80, 240)
    someone.rest()
    someone.swipe((600, 600), (300, 620))
    someone.rest()
    assert label(someone).startswith("Recto")
    assert not someone.is_open("#menu")


def test_a_swipe_from_the_left_edge_opens_the_menu_instead_of_turning_the_page(someone):
    someone.page.locator("#page-next").click()
    until_page(someone, "Dorse")
    someone.swipe((10, 600), (320, 610))
    someone.until("document.querySelector('#menu.open')")
    assert label(someone).startswith("Dorse")


def test_each_page_keeps_its_view(someone):
    someone.pinch(80, 300, middle=(300, 400))
    someone.rest()
    before = someone.view
    someone.page.locator("#page-next").click()
    until_page(someone, "Dorse")
    assert "xywh" not in someone.fragment
    someone.page.locator("#page-previous").click()
    until_page(someone, "Recto")
    assert someone.view.scale == pytest.approx(before.scale, rel=0.01)
    assert someone.view.x == pytest.approx(before.x, abs=3)
    assert someone.view.y == pytest.approx(before.y, abs=3)


@pytest.mark.calm
def test_a_link_and_going_back_lead_to_the_right_page(reader):
    someone = reader(820, 1180).open("#page=3&clause=3.2", document="three-pages")
    assert label(someone).startswith("Leaf")
    assert someone.shown == ["3.2"]
    someone.page.keyboard.press("Escape")
    someone.until("!document.querySelector('#panel.open')")
    someone.page.locator("#page-previous").click()
    until_page(someone, "Dorse")
    someone.page.go_back()
    until_page(someone, "Leaf")


@pytest.mark.calm
def test_a_link_to_a_clause_opens_the_page_that_it_is_on(reader):
    someone = reader(820, 1180).open("#clause=2.4", document="three-pages")
    assert label(someone).startswith("Dorse")
    assert someone.shown == ["2.4"]
    box, panel = someone.page.locator("[data-clause='2.4']").bounding_box(), someone.page.locator("#panel").bounding_box()
    assert box["y"] + box["height"] <= panel["y"] + 1


@pytest.mark.calm
def test_the_next_and_previous_clause_may_be_on_another_page(reader):
    someone = reader(820, 1180).open("#clause=1.6", document="three-pages")
    someone.page.locator("#panel-next").click()
    until_page(someone, "Dorse")
    assert someone.shown == ["2.1"]
    someone.page.keyboard.press("ArrowLeft")
    until_page(someone, "Recto")
    assert someone.shown == ["1.6"]


@pytest.mark.calm
def test_a_filter_applies_to_every_page(reader):
    someone = reader(820, 1180).open("#category=odd", document="three-pages")
    someone.page.locator("#page-next").click()
    until_page(someone, "Dorse")
    assert someone.shown == ["2.1", "2.3", "2.5"]


def test_nothing_past_the_edges_of_a_page_is_shown(someone):
    someone.page.locator("#page-next").click()
    until_page(someone, "Dorse")
    someone.watch()
    someone.pinch(80, 400, drift=(60, 90))
    someone.swipe((300, 500), (700, 900), steps=5)
    someone.rest()
    assert someone.seen["largest"] <= 2 + 1e-6
    assert someone.seen["overshoot"] <= 1e-3


@pytest.mark.calm
def test_a_document_of_one_page_has_no_page_buttons(reader):
    alone = reader().open()
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
def test_a_page_without_an_image_is_blank_paper_of_its_size_with_its_clauses(reader, without_image):
    someone = reader(820, 1180)
    someone.address = without_image
    tiles = []
    someone.page.on("request", lambda request: tiles.append(request.url) if TILE.search(request.url) else None)
    someone.open("#page=2", document="three-pages")
    paper, surface = someone.page.locator("#paper").bounding_box(), someone.surface()
    assert paper["width"] / paper["height"] == pytest.approx(1600 / 2000, abs=0.01)
    assert paper["width"] > 0.5 * surface["width"]
    middle = paper["x"] + paper["width"] / 2
    assert middle == pytest.approx(surface["x"] + surface["width"] / 2, abs=2)
    assert someone.shown == [f"2.{line}" for line in range(1, 7)]
    scale = paper["width"] / 1600
    line = someone.page.locator("#overlays [data-clause='2.1']").first.bounding_box()
    assert line["x"] == pytest.approx(paper["x"] + 150 * scale, abs=3)
    assert line["y"] == pytest.approx(paper["y"] + 150 * scale, abs=3)
    assert not [url for url in tiles if ("/three-pages-2" in url or "/dzi/_files" in url)]
    someone.page.locator("#page-next").click()
    until_page(someone, "Leaf")
    someone.until_tiles_came()
    assert [url for url in tiles if "/three-pages-3" in url]
