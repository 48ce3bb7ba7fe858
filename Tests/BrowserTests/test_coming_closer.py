"""A clause that is opened comes so close that it can be read, and closing it leads back."""

import pytest

# The writing of the sample document is legible at this x-height, CSS pixels; less where that is what all of a clause takes.
LEGIBLE = pytest.approx(20, abs=2.1)
PHONE, LOW, TABLET, SMALL, DESKTOP, LARGE = (390, 844), (844, 390), (820, 1180), (1180, 820), (1440, 900), (2560, 1440)
SIZES = [PHONE, LOW, TABLET, SMALL, DESKTOP, LARGE]


def open_by(someone, clause, way):
    if way == "touch":
        someone.tap(someone.point_inside(clause))
    elif way == "mouse":
        someone.page.mouse.click(*someone.point_inside(clause))
    else:
        someone.page.evaluate("(id) => document.querySelector(`[data-clause='${id}']`).focus()", clause)
        someone.page.keyboard.press("Enter")
    someone.page.wait_for_selector("#panel.open")
    someone.rest()


def close(someone):
    someone.page.keyboard.press("Escape")
    someone.until("!document.querySelector('#panel.open')")
    someone.rest()


def uncovered(someone):
    """The right and the lower end of what the panel leaves of the surface."""
    panel, surface = someone.page.locator("#panel").bounding_box(), someone.surface()
    is_beside = panel["x"] > surface["x"] + 100
    if is_beside:
        return panel["x"], surface["y"] + surface["height"]
    return surface["x"] + surface["width"], panel["y"]


@pytest.mark.parametrize("ways", [["touch"], ["keyboard", "mouse"]], ids="-".join)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_clause_that_is_opened_becomes_legible_and_closing_it_restores_the_view(reader, size, ways):
    someone = reader(*size, has_touch="touch" in ways).open()
    before = someone.view
    for way in ways:
        open_by(someone, "40", way)
        right, bottom = uncovered(someone)
        box, surface = someone.place_of("40"), someone.surface()
        assert someone.x_height == LEGIBLE, way
        assert surface["x"] <= box["x"] and surface["y"] <= box["y"] and box["y"] + box["height"] <= bottom, way
        # All of it where it fits.
        assert box["x"] + min(box["width"], 250) <= right, way
        if box["width"] <= right - surface["x"] - 32:
            assert box["x"] + box["width"] <= right, way
        close(someone)
        assert someone.view == before, way
        assert someone.fragment == {}, way


@pytest.mark.parametrize("size", [PHONE, TABLET, DESKTOP], ids=str)
def test_of_a_clause_that_does_not_fit_the_beginning_is_shown(reader, size):
    someone = reader(*size).open()
    open_by(someone, "12", "touch")
    clause = someone.get("/api/documents/magna-carta/clauses/12?include=regions")
    corners = clause["regions"][0]["polygon"]
    top = min(y for _, y in corners)
    first = min((corner for corner in corners if corner[1] < top + 50), key=lambda corner: corner[0])
    view, surface = someone.view, someone.surface()
    x, y = (surface[axis] + at + place * view.scale for axis, at, place in zip("xy", (view.x, view.y), first))
    right, bottom = uncovered(someone)
    assert someone.x_height == LEGIBLE
    assert surface["x"] <= x < right - 200
    assert surface["y"] <= y < bottom - 60


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=str)
def test_the_first_clause_of_a_first_visit_becomes_legible(reader, size):
    # Meanwhile the marks go, and the sheet grows into their place.
    someone = reader(*size, is_new=True).open()
    height = someone.surface()["height"]
    open_by(someone, "40", "touch")
    someone.until("!document.getElementById('welcome')")
    someone.rest()
    assert someone.surface()["height"] > height
    assert someone.x_height == LEGIBLE


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=str)
def test_after_a_reload_a_clause_at_the_edge_is_where_it_was_beside_the_panel(reader, size):
    someone = reader(*size).open()
    # The last one on the sheet, and one that ends at its right edge.
    for clause in ["63", "61"]:
        open_by(someone, clause, "keyboard")
        before = someone.place_of(clause)
        someone.page.reload()
        someone.page.wait_for_selector("body.ready")
        someone.page.wait_for_selector("#panel.open")
        someone.rest()
        assert someone.place_of(clause) == pytest.approx(before, abs=2)
        close(someone)


def test_a_reader_who_is_closer_already_stays_so(reader):
    someone = reader(*TABLET).open("#xywh=300,3400,700,1000")
    scale = someone.view.scale
    assert someone.x_height > 25
    open_by(someone, "40", "touch")
    assert someone.view.scale == pytest.approx(scale)
    close(someone)
    assert someone.view.scale == pytest.approx(scale)


def test_the_next_clause_is_as_close_and_closing_that_leads_back_to_where_all_began(reader):
    someone = reader(*DESKTOP, has_touch=False).open()
    before = someone.view
    open_by(someone, "39", "mouse")
    scale = someone.view.scale
    someone.page.locator("#panel-next").click()
    someone.until("location.hash.includes('clause=40')")
    someone.rest()
    box = someone.place_of("40")
    assert someone.view.scale == pytest.approx(scale)
    assert 0 <= box["x"] and box["x"] + box["width"] <= uncovered(someone)[0]
    close(someone)
    assert someone.view == before


def test_after_going_back_to_the_clause_before_closing_it_leads_to_where_all_began(reader):
    someone = reader(*TABLET).open()
    before = someone.view
    open_by(someone, "39", "touch")
    someone.page.locator("#panel-next").click()
    someone.until("location.hash.includes('clause=40')")
    someone.rest()
    someone.page.go_back()
    someone.until("document.getElementById('panel-number').textContent.includes('39')")
    someone.rest()
    close(someone)
    assert someone.view == before


def test_moving_along_the_lines_does_not_spoil_the_way_back_and_another_scale_is_kept(reader):
    someone = reader(*TABLET).open()
    before = someone.view
    open_by(someone, "39", "touch")
    x, y = someone.middle()
    someone.swipe((x, y - 200), (x - 250, y - 200))
    someone.rest()
    close(someone)
    assert someone.view == before
    open_by(someone, "39", "touch")
    someone.pinch(80, 150, middle=(x, y - 200))
    someone.rest()
    scale = someone.view.scale
    close(someone)
    assert someone.view.scale == pytest.approx(scale)


def test_back_leads_to_the_view_before(reader):
    someone = reader(*TABLET).open("#xywh=0,2000,4000,5000")
    before = someone.view
    open_by(someone, "40", "touch")
    someone.page.go_back()
    someone.until("!document.querySelector('#panel.open')")
    someone.rest()
    assert someone.view.scale == pytest.approx(before.scale, rel=0.01)
    assert someone.view.x == pytest.approx(before.x, abs=2)


def test_with_reduced_motion_it_is_there_at_once(reader):
    someone = reader(*DESKTOP, has_touch=False, reduced_motion="reduce").open()
    before = someone.view
    someone.page.evaluate(
        """() => {
            window.scales = new Set();
            new MutationObserver(() => {
                window.scales.add(document.getElementById('paper').style.width);
            }).observe(document.getElementById('paper'), { attributes: true });
        }"""
    )
    open_by(someone, "40", "mouse")
    assert someone.x_height == LEGIBLE
    assert someone.page.evaluate("window.scales.size") == 1
    close(someone)
    assert someone.view == before


def test_a_preference_turns_it_off(reader):
    someone = reader(*DESKTOP, has_touch=False).open()
    scale = someone.view.scale
    someone.page.locator("#options-button").click()
    someone.page.get_by_label("A touched clause").select_option("stay")
    someone.page.keyboard.press("Escape")
    open_by(someone, "40", "mouse")
    assert someone.view.scale == pytest.approx(scale)
    # And for good.
    someone.open()
    open_by(someone, "40", "mouse")
    assert someone.view.scale == pytest.approx(scale)
    someone.page.locator("#options-button").click()
    someone.page.get_by_label("A touched clause").select_option("closer")
    someone.page.keyboard.press("Escape")
    close(someone)
    open_by(someone, "40", "mouse")
    assert someone.x_height == LEGIBLE
