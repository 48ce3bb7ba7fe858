"""Tolerance for touch: a touch near a clause opens it, and the page shows at once which one."""

import pytest

pytestmark = pytest.mark.calm

DETAILS = "#category=hidden-details"


def centre(reader, clause):
    box = reader.place_of(clause)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def until_open(reader, clause):
    reader.page.wait_for_selector("#panel.open")
    assert reader.fragment["clause"] == clause


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (820, 1180), (1180, 820)], ids=str)
def test_a_touch_beside_a_hidden_detail_of_a_few_pixels_opens_it(new_reader, size):
    reader = new_reader(*size).open(DETAILS)
    box = reader.place_of("abbreviation")
    if size == (390, 844):
        assert box["width"] < 14 and box["height"] < 14
    reader.tap((box["x"] + box["width"] + 12, box["y"] - 12))
    until_open(reader, "abbreviation")


def test_a_touch_more_than_22_pixels_away_opens_nothing(new_reader):
    reader = new_reader(390, 844).open(DETAILS)
    box = reader.place_of("abbreviation")
    reader.tap((box["x"] + box["width"] / 2, box["y"] - 24))
    reader.wait_for_timers(500)
    assert not reader.is_open("#panel")


def test_a_mouse_click_has_little_tolerance(new_reader):
    reader = new_reader(1440, 900, has_touch=False).open(DETAILS)
    box = reader.place_of("abbreviation")
    middle = box["y"] + box["height"] / 2
    reader.page.mouse.click(box["x"] + box["width"] + 12, middle)
    reader.wait_for_timers(500)
    assert not reader.is_open("#panel")
    reader.page.mouse.click(box["x"] + box["width"] + 4, middle)
    until_open(reader, "abbreviation")


def point_between_clauses(reader):
    """Finds a point in the margin that is equally near to two clauses; returns the point and the clauses."""
    first, second = reader.place_of("39"), reader.place_of("40")
    assert first and second
    return reader.page.evaluate(
        """async () => {
            const { distanceTo } = await import(window.viewerFolder + 'base/geometry.js');
            const paths = [...document.querySelectorAll('#overlays .clause')];
            const clauses = await (await fetch('/api/documents/magna-carta/clauses?include=regions')).json();
            const matrix = paths[0].getScreenCTM();
            const near = (x, y) => clauses.clauses
                .map(({ id, regions }) => [distanceTo(regions, { x, y }) * matrix.a, id]).sort(([a], [b]) => a - b);
            for (let y = 1000; y < 7000; y += 10) {
                const [[one], [other, ], [third]] = near(5850, y);
                if (other - one < 0.5 && third - one > 3 && one > 2 && one < 20) {
                    const point = new DOMPoint(5850, y).matrixTransform(matrix);
                    return [[point.x, point.y], near(5850, y).slice(0, 2).map(([, id]) => id)];
                }
            }
            return null;
        }"""
    )


@pytest.mark.server("it reads the outlines from the API")
def test_a_touch_equally_near_to_two_clauses_offers_a_choice(new_reader):
    reader = new_reader(820, 1180).open()
    point, clauses = point_between_clauses(reader)
    chooser = reader.page.get_by_role("dialog", name="Which one?")
    for way in ["touch", "keyboard", "escape", "elsewhere"]:
        reader.tap(point)
        chooser.wait_for()
        entries = chooser.get_by_role("button")
        assert entries.count() == 2, way
        assert all(entry.bounding_box()["height"] >= 43.9 for entry in entries.all()), way
        box, surface = chooser.bounding_box(), reader.surface()
        assert surface["x"] <= box["x"] and box["x"] + box["width"] <= surface["x"] + surface["width"], way
        if way == "touch":
            entries.nth(1).tap()
        elif way == "keyboard":
            reader.page.keyboard.press("ArrowDown")
            reader.page.keyboard.press("Enter")
        elif way == "escape":
            reader.page.keyboard.press("Escape")
        else:
            reader.tap(reader.point_inside("12"))
        chooser.wait_for(state="hidden")
        if way in ("touch", "keyboard"):
            reader.page.wait_for_selector("#panel.open")
            assert reader.fragment["clause"] in clauses, way
            reader.page.keyboard.press("Escape")
            reader.until("!document.querySelector('#panel.open')")
            reader.until_idle()
        else:
            reader.wait_for_timers(400)
            assert not reader.is_open("#panel"), way


@pytest.mark.server("it reads the outlines from the API")
def test_the_choice_closes_when_the_sheet_moves(new_reader):
    reader = new_reader(820, 1180, reduced_motion="no-preference").open()
    point, _ = point_between_clauses(reader)
    reader.tap(point)
    chooser = reader.page.get_by_role("dialog", name="Which one?")
    chooser.wait_for()
    # Redrawing, as when tiles arrive, is no movement.
    reader.wait_for_timers(300)
    assert chooser.is_visible()
    reader.page.mouse.move(300, 300)
    reader.page.mouse.wheel(0, -300)
    chooser.wait_for(state="hidden")


def test_a_touch_beside_a_tiny_detail_within_a_clause_offers_a_choice(new_reader):
    reader = new_reader(390, 844).open("#category=all,hidden-details")
    x, y = centre(reader, "abbreviation")
    reader.tap((x + 14, y))
    chooser = reader.page.get_by_role("dialog", name="Which one?")
    chooser.wait_for()
    chooser.get_by_role("button").first.tap()
    until_open(reader, "abbreviation")


def test_a_touched_detail_is_highlighted_at_once_until_the_finger_drags(new_reader):
    reader = new_reader(390, 844, reduced_motion="no-preference").open(DETAILS)
    x, y = centre(reader, "abbreviation")
    pressed = "[...document.querySelectorAll('#overlays .pressed')].map((path) => path.dataset.clause).join()"
    reader.touch("touchStart", [(x + 14, y)])
    reader.until(f"{pressed} === 'abbreviation'")
    strokes = "(id) => parseFloat(getComputedStyle(document.querySelector(`[data-clause='${id}']`)).fillOpacity)"
    assert reader.page.evaluate(strokes, "abbreviation") > reader.page.evaluate(strokes, "seal-marks")
    reader.touch("touchMove", [(x + 40, y + 30)])
    reader.until(f"{pressed} === ''")
    reader.touch("touchEnd", [])
