"""Opening a clause zooms in until it is legible, and closing it restores the view."""

import pytest

# The script of the sample document is legible at this x-height in CSS pixels; slightly less is allowed to fit a whole clause.
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
    """The right and bottom edges of the part of the surface that the panel does not cover."""
    panel, surface = someone.page.locator("#panel").bounding_box(), someone.surface()
    is_beside = panel["x"] > surface["x"] + 100
    if is_beside:
        return panel["x"], surface["y"] + surface["height"]
    return surface["x"] + surface["width"], panel["y"]


@pytest.mark.parametrize("ways", [["touch"], ["keyboard", "mouse"]], ids="-".join)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_opening_a_clause_makes_it_legible_and_closing_it_restores_the_view(reader, size, ways):
    someone = reader(*size, has_touch="touch" in ways).open()
    before = someone.view
    for way in ways:
        open_by(someone, "40", way)
        right, bottom = uncovered(someone)
        box, surface = someone.place_of("40"), someone.surface()
        assert someone.x_height == LEGIBLE, way
        assert surface["x"] <= box["x"] and surface["y"] <= box["y"] and box["y"] + box["height"] <= bottom, way
        # The whole clause where it fits.
        assert box["x"] + min(box["width"], 250) <= right, way
        if box["width"] <= right - surface["x"] - 32:
            assert box["x"] + box["width"] <= right, way
        close(someone)
        assert someone.view == before, way
        assert someone.fragment == {}, way


@pytest.mark.parametrize("size", [PHONE, TABLET, DESKTOP], ids=str)
def test_the_beginning_of_a_clause_that_does_not_fit_is_shown(reader, size):
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
def test_the_first_clause_opened_on_a_first_visit_becomes_legible(reader, size):
    # Meanwhile the hints disappear, and the sheet grows into their space.
    someone = reader(*size, is_new=True).open()
    height = someone.surface()["height"]
    open_by(someone, "40", "touch")
    someone.until("!document.getElementById('welcome')")
    someone.rest()
    assert someone.surface()["height"] > height
    assert someone.x_height == LEGIBLE


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=str)
def test_a_clause_at_the_edge_keeps_its_place_after_a_reload(reader, size):
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


def test_opening_a_clause_does_not_zoom_out(reader):
    someone = reader(*TABLET).open("#xywh=300,3400,700,1000")
    scale = someone.view.scale
    assert someone.x_height > 25
    open_by(someone, "40", "touch")
    assert someone.view.scale == pytest.approx(scale)
    close(someone)
    assert someone.view.scale == pytest.approx(scale)


def test_the_next_clause_has_the_same_scale_and_closing_it_restores_the_first_view(reader):
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


def test_closing_after_going_back_to_the_previous_clause_restores_the_first_view(reader):
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


def test_closing_restores_the_view_after_panning_but_keeps_a_changed_scale(reader):
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


def test_going_back_from_a_clause_restores_the_view(reader):
    someone = reader(*TABLET).open("#xywh=0,2000,4000,5000")
    before = someone.view
    open_by(someone, "40", "touch")
    someone.page.go_back()
    someone.until("!document.querySelector('#panel.open')")
    someone.rest()
    assert someone.view.scale == pytest.approx(before.scale, rel=0.01)
    assert someone.view.x == pytest.approx(before.x, abs=2)


def test_with_reduced_motion_the_zoom_is_a_single_step(reader):
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


def test_a_preference_turns_zooming_to_clauses_off(reader):
    someone = reader(*DESKTOP, has_touch=False).open()
    scale = someone.view.scale
    someone.page.locator("#options-button").click()
    someone.page.get_by_label("A touched clause").select_option("stay")
    someone.page.keyboard.press("Escape")
    open_by(someone, "40", "mouse")
    assert someone.view.scale == pytest.approx(scale)
    # The preference is kept.
    someone.open()
    open_by(someone, "40", "mouse")
    assert someone.view.scale == pytest.approx(scale)
    someone.page.locator("#options-button").click()
    someone.page.get_by_label("A touched clause").select_option("closer")
    someone.page.keyboard.press("Escape")
    close(someone)
    open_by(someone, "40", "mouse")
    assert someone.x_height == LEGIBLE
