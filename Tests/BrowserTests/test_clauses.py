"""Opening and filtering clauses on the sheet."""

import pytest

CHURCH = ["1", "22", "27", "42", "46", "63"]
DETAILS = {
    "initial", "correction", "ink-dip", "ruling-line", "abbreviation", "added-passage", "show-through", "pin-holes",
    "seal-marks", "follicles",
}  # fmt: skip


def choose(someone, category):
    someone.page.locator("#menu-button").click()
    someone.page.locator(f"#menu [data-category='{category}']").click()
    someone.rest()


def test_a_tap_on_clause_39_opens_its_text(reader):
    someone = reader(820, 1180).open()
    someone.tap(someone.point_inside("39"))
    someone.page.wait_for_selector("#panel.open")
    someone.rest()
    clause = someone.get("/api/documents/magna-carta/clauses/39?lang=en")
    panel = someone.page.locator("#panel")
    assert panel.locator("#panel-number").inner_text().lower() == "clause 39"
    assert panel.locator("h2").inner_text() == clause["title"]
    assert clause["translation"] in panel.locator(".words").inner_text()
    assert clause["context"].split("\n")[0] in panel.locator(".context").inner_text()
    assert panel.locator("details").get_attribute("open") is None
    assert panel.locator("details p:not(.aside)").get_attribute("lang") == "la"
    assert someone.shown == ["39"]
    assert someone.fragment["clause"] == "39"


def test_a_mouse_click_opens_a_clause(reader):
    someone = reader(1440, 900, has_touch=False).open()
    someone.page.mouse.click(*someone.point_inside("39"))
    someone.page.wait_for_selector("#panel.open")
    assert someone.fragment["clause"] == "39"


@pytest.mark.calm
@pytest.mark.parametrize("size", [(390, 844), (844, 390), (820, 1180), (1440, 900)], ids=str)
def test_the_panel_does_not_cover_the_beginning_of_the_clause(reader, size):
    someone = reader(*size).open()
    for clause in ["preamble", "39", "61", "63"]:
        someone.tap(someone.point_inside(clause))
        someone.page.wait_for_selector("#panel.open")
        someone.rest()
        # Of a clause that does not fit, the beginning.
        box, surface = someone.place_of(clause), someone.surface()
        panel = someone.page.locator("#panel").bounding_box()
        beginning = (box["x"] + 20, box["y"] + 20)
        assert beginning[0] < panel["x"] or beginning[1] < panel["y"], clause
        assert box["y"] >= surface["y"] - 1, clause
        someone.page.keyboard.press("Escape")
        someone.until("!document.querySelector('#panel.open')")
        someone.rest()


@pytest.mark.calm
def test_each_filter_shows_exactly_its_clauses_and_all_excludes_hidden_details(reader):
    someone = reader(820, 1180).open()
    assert len(someone.shown) == 64
    assert not DETAILS & set(someone.shown)
    choose(someone, "church")
    assert someone.shown == CHURCH
    assert someone.fragment["category"] == "church"
    assert "6" in someone.page.locator("#live").inner_text()
    # Hidden details are outlines without a fill.
    choose(someone, "hidden-details")
    assert set(someone.shown) == DETAILS
    fills = someone.page.evaluate(
        "() => [...document.querySelectorAll('#overlays .clause')].map((path) => getComputedStyle(path).fillOpacity)"
    )
    assert set(fills) == {"0"}
    # The filter `none` leaves the bare sheet.
    choose(someone, "none")
    assert someone.shown == []
    choose(someone, "all")
    assert len(someone.shown) == 64


def test_a_double_tap_on_the_whole_sheet_zooms_to_reading_size_and_opens_no_clause(reader):
    someone = reader(390, 844).open()
    before = someone.view.scale
    someone.double_tap(someone.point_inside("39"))
    someone.later(400)
    assert someone.x_height == pytest.approx(20, abs=1)
    assert someone.view.scale > 2 * before
    assert not someone.is_open("#panel")
    assert "clause" not in someone.fragment
    # From then on by a factor of two.
    before = someone.view.scale
    someone.double_tap(someone.middle())
    someone.rest()
    assert someone.view.scale == pytest.approx(2 * before)


def test_a_tap_on_the_sheet_closes_the_panel_and_opens_nothing(reader):
    someone = reader(820, 1180).open("#clause=39")
    # On a dimmed clause, on the clause itself, and on the bare sheet.
    for clause in ["12", "39", None]:
        assert someone.is_open("#panel")
        surface = someone.surface()
        corner = (surface["x"] + 6, surface["y"] + surface["height"] / 2)
        someone.tap(someone.point_inside(clause) if clause else corner)
        someone.until("!document.querySelector('#panel.open')")
        someone.rest()
        assert "clause" not in someone.fragment, clause
        assert len(someone.shown) == 64, clause
        someone.page.go_back()
        someone.page.wait_for_selector("#panel.open")
        someone.rest()


def test_the_smallest_clause_at_a_point_opens(reader):
    someone = reader(820, 1180).open("#category=all,hidden-details")
    assert len(someone.shown) == 74
    details = someone.get("/api/documents/magna-carta/clauses/correction?include=regions")
    corners = details["regions"][0]["polygon"]
    x, y = (sum(corner[axis] for corner in corners) / len(corners) for axis in (0, 1))
    found = someone.get(f"/api/documents/magna-carta/at?x={x}&y={y}")["clauses"]
    view, surface = someone.view, someone.surface()
    someone.tap((surface["x"] + view.x + x * view.scale, surface["y"] + view.y + y * view.scale))
    someone.page.wait_for_selector("#panel.open")
    assert someone.fragment["clause"] == found[0]["id"] == "correction"


def test_a_tap_outside_every_clause_opens_nothing(reader):
    someone = reader(820, 1180).open("#category=church")
    box = someone.surface()
    someone.tap((box["x"] + 4, box["y"] + 4))
    # A touch counts as a tap once no second one can follow, after 300 ms at the latest.
    someone.later(500)
    assert not someone.is_open("#panel")


@pytest.mark.calm
def test_adjacent_clauses_never_share_a_colour(reader):
    someone = reader(820, 1180).open()
    clashes = someone.page.evaluate(
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
        someone.get("/api/documents/magna-carta/clauses?include=regions")["clauses"],
    )
    assert clashes == []
    used = someone.page.evaluate(
        "() => [...new Set([...document.querySelectorAll('#overlays .clause')].map((path) => path.dataset.colour))]"
    )
    assert {"0", "1"} <= set(used)
