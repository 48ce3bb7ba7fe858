"""Opening and filtering clauses on the sheet."""

import pytest

CHURCH = ["1", "22", "27", "42", "46", "63"]
DETAILS = {
    "initial", "correction", "ink-dip", "ruling-line", "abbreviation", "added-passage", "show-through", "pin-holes",
    "seal-marks", "follicles",
}  # fmt: skip


def choose(reader, category):
    reader.page.locator("#menu-button").click()
    reader.page.locator(f"#menu [data-category='{category}']").click()
    reader.until_idle()


def test_a_tap_on_clause_39_opens_its_text(new_reader):
    reader = new_reader(820, 1180).open()
    reader.tap(reader.point_inside("39"))
    reader.page.wait_for_selector("#panel.open")
    reader.until_idle()
    clause = reader.get("/api/documents/magna-carta/clauses/39?lang=en")
    panel = reader.page.locator("#panel")
    assert panel.locator("#panel-number").inner_text().lower() == "clause 39"
    assert panel.locator("h2").inner_text() == clause["title"]
    assert clause["translation"] in panel.locator(".words").inner_text()
    assert clause["context"].split("\n")[0] in panel.locator(".context").inner_text()
    assert panel.locator("details").get_attribute("open") is None
    assert panel.locator("details p:not(.aside)").get_attribute("lang") == "la"
    assert reader.shown == ["39"]
    assert reader.fragment["clause"] == "39"


def test_a_mouse_click_opens_a_clause(new_reader):
    reader = new_reader(1440, 900, has_touch=False).open()
    reader.page.mouse.click(*reader.point_inside("39"))
    reader.page.wait_for_selector("#panel.open")
    assert reader.fragment["clause"] == "39"


@pytest.mark.calm
@pytest.mark.parametrize("size", [(390, 844), (844, 390), (820, 1180), (1440, 900)], ids=str)
def test_the_panel_does_not_cover_the_beginning_of_the_clause(new_reader, size):
    reader = new_reader(*size).open()
    for clause in ["preamble", "39", "61", "63"]:
        reader.tap(reader.point_inside(clause))
        reader.page.wait_for_selector("#panel.open")
        reader.until_idle()
        # Of a clause that does not fit, the beginning.
        box, surface = reader.place_of(clause), reader.surface()
        panel = reader.page.locator("#panel").bounding_box()
        beginning = (box["x"] + 20, box["y"] + 20)
        assert beginning[0] < panel["x"] or beginning[1] < panel["y"], clause
        assert box["y"] >= surface["y"] - 1, clause
        reader.page.keyboard.press("Escape")
        reader.until("!document.querySelector('#panel.open')")
        reader.until_idle()


@pytest.mark.calm
def test_each_filter_shows_exactly_its_clauses_and_all_excludes_hidden_details(new_reader):
    reader = new_reader(820, 1180).open()
    assert len(reader.shown) == 64
    assert not DETAILS & set(reader.shown)
    choose(reader, "church")
    assert reader.shown == CHURCH
    assert reader.fragment["category"] == "church"
    assert reader.page.locator("#live").inner_text().endswith(": 6 clauses shown")
    # Hidden details are outlines without a fill.
    choose(reader, "hidden-details")
    assert set(reader.shown) == DETAILS
    fills = reader.page.evaluate(
        "() => [...document.querySelectorAll('#overlays .clause')].map((path) => getComputedStyle(path).fillOpacity)"
    )
    assert set(fills) == {"0"}
    # The filter `none` leaves the bare sheet.
    choose(reader, "none")
    assert reader.shown == []
    choose(reader, "all")
    assert len(reader.shown) == 64


def test_a_double_tap_on_the_whole_sheet_zooms_to_reading_size_and_opens_no_clause(new_reader):
    reader = new_reader(390, 844).open()
    before = reader.view.scale
    reader.double_tap(reader.point_inside("39"))
    reader.wait_for_timers(400)
    assert reader.x_height == pytest.approx(20, abs=1)
    assert reader.view.scale > 2 * before
    assert not reader.is_open("#panel")
    assert "clause" not in reader.fragment
    # From then on by a factor of two.
    before = reader.view.scale
    reader.double_tap(reader.middle())
    reader.until_idle()
    assert reader.view.scale == pytest.approx(2 * before)


def test_a_tap_on_the_sheet_closes_the_panel_and_opens_nothing(new_reader):
    reader = new_reader(820, 1180).open("#clause=39")
    # On a dimmed clause, on the clause itself, and on the bare sheet.
    for clause in ["12", "39", None]:
        assert reader.is_open("#panel")
        surface = reader.surface()
        corner = (surface["x"] + 6, surface["y"] + surface["height"] / 2)
        reader.tap(reader.point_inside(clause) if clause else corner)
        reader.until("!document.querySelector('#panel.open')")
        reader.until_idle()
        assert "clause" not in reader.fragment, clause
        assert len(reader.shown) == 64, clause
        reader.page.go_back()
        reader.page.wait_for_selector("#panel.open")
        reader.until_idle()


def test_the_smallest_clause_at_a_point_opens(new_reader):
    reader = new_reader(820, 1180).open("#category=all,hidden-details")
    assert len(reader.shown) == 74
    details = reader.get("/api/documents/magna-carta/clauses/correction?include=regions")
    corners = details["regions"][0]["polygon"]
    x, y = (sum(corner[axis] for corner in corners) / len(corners) for axis in (0, 1))
    found = reader.get(f"/api/documents/magna-carta/at?x={x}&y={y}")["clauses"]
    view, surface = reader.view, reader.surface()
    reader.tap((surface["x"] + view.x + x * view.scale, surface["y"] + view.y + y * view.scale))
    reader.page.wait_for_selector("#panel.open")
    assert reader.fragment["clause"] == found[0]["id"] == "correction"


def test_a_tap_outside_every_clause_opens_nothing(new_reader):
    reader = new_reader(820, 1180).open("#category=church")
    box = reader.surface()
    reader.tap((box["x"] + 4, box["y"] + 4))
    # A touch counts as a tap once no second one can follow, after 300 ms at the latest.
    reader.wait_for_timers(500)
    assert not reader.is_open("#panel")


@pytest.mark.calm
def test_adjacent_clauses_never_share_a_colour(new_reader):
    reader = new_reader(820, 1180).open()
    clashes = reader.page.evaluate(
        """async (clauses) => {
            const { touch } = await import(window.viewerFolder + 'base/geometry.js');
            const colour = (id) => document.querySelector(`#overlays [data-clause="${id}"]`).dataset.colour;
            const clashes = [];
            clauses.forEach((one, index) => clauses.slice(index + 1).forEach((other) => {
                if (colour(one.id) === colour(other.id) && touch(one.regions, other.regions, 2)) {
                    clashes.push([one.id, other.id]);
                }
            }));
            return clashes;
        }""",
        reader.get("/api/documents/magna-carta/clauses?include=regions")["clauses"],
    )
    assert clashes == []
    used = reader.page.evaluate(
        "() => [...new Set([...document.querySelectorAll('#overlays .clause')].map((path) => path.dataset.colour))]"
    )
    assert {"0", "1"} <= set(used)
