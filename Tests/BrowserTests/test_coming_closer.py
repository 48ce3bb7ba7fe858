"""Opening a clause zooms in until it is legible, and closing it restores the view."""

import pytest

# The script of the sample document is legible at this x-height in CSS pixels; slightly less is allowed to fit a whole clause.
LEGIBLE = pytest.approx(20, abs=2.1)
PHONE, LOW, TABLET, SMALL, DESKTOP, LARGE = (390, 844), (844, 390), (820, 1180), (1180, 820), (1440, 900), (2560, 1440)
SIZES = [PHONE, LOW, TABLET, SMALL, DESKTOP, LARGE]


def open_by(reader, clause, way):
    if way == "touch":
        reader.tap(reader.point_inside(clause))
    elif way == "mouse":
        reader.page.mouse.click(*reader.point_inside(clause))
    else:
        reader.page.evaluate("(id) => document.querySelector(`[data-clause='${id}']`).focus()", clause)
        reader.page.keyboard.press("Enter")
    reader.page.wait_for_selector("#panel.open")
    reader.until_idle()


def close(reader):
    reader.page.keyboard.press("Escape")
    reader.until("!document.querySelector('#panel.open')")
    reader.until_idle()


def uncovered(reader):
    """The right and bottom edges of the part of the surface that the panel does not cover."""
    panel, surface = reader.page.locator("#panel").bounding_box(), reader.surface()
    is_beside = panel["x"] > surface["x"] + 100
    if is_beside:
        return panel["x"], surface["y"] + surface["height"]
    return surface["x"] + surface["width"], panel["y"]


@pytest.mark.parametrize("ways", [["touch"], ["keyboard", "mouse"]], ids="-".join)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_opening_a_clause_makes_it_legible_and_closing_it_restores_the_view(new_reader, size, ways):
    reader = new_reader(*size, has_touch="touch" in ways).open()
    before = reader.view
    for way in ways:
        open_by(reader, "40", way)
        right, bottom = uncovered(reader)
        box, surface = reader.place_of("40"), reader.surface()
        assert reader.x_height == LEGIBLE, way
        assert surface["x"] <= box["x"] and surface["y"] <= box["y"] and box["y"] + box["height"] <= bottom, way
        # The whole clause where it fits.
        assert box["x"] + min(box["width"], 250) <= right, way
        if box["width"] <= right - surface["x"] - 32:
            assert box["x"] + box["width"] <= right, way
        close(reader)
        assert reader.view == before, way
        assert reader.fragment == {}, way


@pytest.mark.parametrize("size", [PHONE, TABLET, DESKTOP], ids=str)
def test_the_beginning_of_a_clause_that_does_not_fit_is_shown(new_reader, size):
    reader = new_reader(*size).open()
    open_by(reader, "12", "touch")
    clause = reader.get("/api/documents/magna-carta/clauses/12?include=regions")
    corners = clause["regions"][0]["polygon"]
    top = min(y for _, y in corners)
    first = min((corner for corner in corners if corner[1] < top + 50), key=lambda corner: corner[0])
    view, surface = reader.view, reader.surface()
    x, y = (surface[axis] + at + place * view.scale for axis, at, place in zip("xy", (view.x, view.y), first))
    right, bottom = uncovered(reader)
    assert reader.x_height == LEGIBLE
    assert surface["x"] <= x < right - 200
    assert surface["y"] <= y < bottom - 60


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=str)
def test_the_first_clause_opened_on_a_first_visit_becomes_legible(new_reader, size):
    # Meanwhile the hints disappear, and the sheet grows into their space.
    reader = new_reader(*size, is_new=True).open()
    height = reader.surface()["height"]
    open_by(reader, "40", "touch")
    reader.until("!document.getElementById('welcome')")
    reader.until_idle()
    assert reader.surface()["height"] > height
    assert reader.x_height == LEGIBLE


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=str)
def test_a_clause_at_the_edge_keeps_its_place_after_a_reload(new_reader, size):
    reader = new_reader(*size).open()
    # The last one on the sheet, and one that ends at its right edge.
    for clause in ["63", "61"]:
        open_by(reader, clause, "keyboard")
        before = reader.place_of(clause)
        reader.page.reload()
        reader.page.wait_for_selector("body.ready")
        reader.page.wait_for_selector("#panel.open")
        reader.until_idle()
        assert reader.place_of(clause) == pytest.approx(before, abs=2)
        close(reader)


def test_opening_a_clause_does_not_zoom_out(new_reader):
    reader = new_reader(*TABLET).open("#xywh=300,3400,700,1000")
    scale = reader.view.scale
    assert reader.x_height > 25
    open_by(reader, "40", "touch")
    assert reader.view.scale == pytest.approx(scale)
    close(reader)
    assert reader.view.scale == pytest.approx(scale)


def test_the_next_clause_has_the_same_scale_and_closing_it_restores_the_first_view(new_reader):
    reader = new_reader(*DESKTOP, has_touch=False).open()
    before = reader.view
    open_by(reader, "39", "mouse")
    scale = reader.view.scale
    reader.page.locator("#panel-next").click()
    reader.until("location.hash.includes('clause=40')")
    reader.until_idle()
    box = reader.place_of("40")
    assert reader.view.scale == pytest.approx(scale)
    assert 0 <= box["x"] and box["x"] + box["width"] <= uncovered(reader)[0]
    close(reader)
    assert reader.view == before


def test_closing_after_going_back_to_the_previous_clause_restores_the_first_view(new_reader):
    reader = new_reader(*TABLET).open()
    before = reader.view
    open_by(reader, "39", "touch")
    reader.page.locator("#panel-next").click()
    reader.until("location.hash.includes('clause=40')")
    reader.until_idle()
    reader.page.go_back()
    reader.until("document.getElementById('panel-number').textContent.includes('39')")
    reader.until_idle()
    close(reader)
    assert reader.view == before


def test_closing_restores_the_view_after_panning_but_keeps_a_changed_scale(new_reader):
    reader = new_reader(*TABLET).open()
    before = reader.view
    open_by(reader, "39", "touch")
    x, y = reader.middle()
    reader.swipe((x, y - 200), (x - 250, y - 200))
    reader.until_idle()
    close(reader)
    assert reader.view == before
    open_by(reader, "39", "touch")
    reader.pinch(80, 150, middle=(x, y - 200))
    reader.until_idle()
    scale = reader.view.scale
    close(reader)
    assert reader.view.scale == pytest.approx(scale)


def test_going_back_from_a_clause_restores_the_view(new_reader):
    reader = new_reader(*TABLET).open("#xywh=0,2000,4000,5000")
    before = reader.view
    open_by(reader, "40", "touch")
    reader.page.go_back()
    reader.until("!document.querySelector('#panel.open')")
    reader.until_idle()
    assert reader.view.scale == pytest.approx(before.scale, rel=0.01)
    assert reader.view.x == pytest.approx(before.x, abs=2)


def test_with_reduced_motion_the_zoom_is_a_single_step(new_reader):
    reader = new_reader(*DESKTOP, has_touch=False, reduced_motion="reduce").open()
    before = reader.view
    reader.page.evaluate(
        """() => {
            window.scales = new Set();
            new MutationObserver(() => {
                window.scales.add(document.getElementById('paper').style.width);
            }).observe(document.getElementById('paper'), { attributes: true });
        }"""
    )
    open_by(reader, "40", "mouse")
    assert reader.x_height == LEGIBLE
    assert reader.page.evaluate("window.scales.size") == 1
    close(reader)
    assert reader.view == before


def test_a_preference_turns_zooming_to_clauses_off(new_reader):
    reader = new_reader(*DESKTOP, has_touch=False).open()
    scale = reader.view.scale
    reader.page.locator("#options-button").click()
    reader.page.get_by_label("When opening a clause").select_option("stay")
    reader.page.keyboard.press("Escape")
    open_by(reader, "40", "mouse")
    assert reader.view.scale == pytest.approx(scale)
    # The preference is kept.
    reader.open()
    open_by(reader, "40", "mouse")
    assert reader.view.scale == pytest.approx(scale)
    reader.page.locator("#options-button").click()
    reader.page.get_by_label("When opening a clause").select_option("closer")
    reader.page.keyboard.press("Escape")
    close(reader)
    open_by(reader, "40", "mouse")
    assert reader.x_height == LEGIBLE
