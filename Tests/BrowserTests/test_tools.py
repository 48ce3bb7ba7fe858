"""The viewing tools: one strip with scale bar, navigator, quarter turns, contrast and inversion."""

import pytest

from accessibility import violations
from test_accessibility import CUT_OFF


def tool(reader, name):
    return reader.page.locator(f"#tools [data-label='{name}']")


def open_tools(new_reader, *size):
    reader = new_reader(*size).open()
    reader.page.locator("#tools-button").click()
    return reader


@pytest.mark.calm
@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1440, 900), (2560, 1440)], ids=str)
def test_one_small_strip_has_all_viewing_tools(new_reader, size):
    reader = open_tools(new_reader, *size)
    names = [button.get_attribute("aria-label") for button in reader.page.locator("#tools button").all()]
    assert names == ["Scale bar", "Overview of the sheet", "Rotate by 90°", "More contrast", "Invert colours"]
    assert reader.page.evaluate(CUT_OFF) == []
    assert violations(reader) == []
    reader.page.keyboard.press("Escape")


@pytest.mark.calm
def test_the_scale_bar_can_stay_visible(new_reader):
    reader = open_tools(new_reader, 1440, 900)
    opacity = "getComputedStyle(document.getElementById('scale')).opacity"
    assert reader.page.evaluate(opacity) == "0"
    tool(reader, "scaleBar").click()
    reader.until(f"{opacity} === '1'")
    assert "mm" in reader.page.locator("#scale").inner_text()


def test_the_navigator_shows_the_view_and_moves_it_where_it_is_clicked(new_reader):
    reader = open_tools(new_reader, 1440, 900)
    tool(reader, "navigator").click()
    reader.until("document.querySelector('#navigator img')?.naturalWidth > 0")
    for _ in range(4):
        reader.page.locator("#zoom-in").click()
    reader.until_idle()
    scale = reader.view.scale
    box = reader.page.locator("#navigator").bounding_box()
    reader.page.mouse.click(box["x"] + box["width"] * 0.25, box["y"] + box["height"] * 0.75)
    reader.until_idle()
    surface = reader.surface()
    seen = reader.view
    assert seen.scale == pytest.approx(scale, rel=0.01)
    middle = (surface["width"] / 2 - seen.x) / scale, (surface["height"] / 2 - seen.y) / scale
    assert middle == pytest.approx((6000 * 0.25, 8000 * 0.75), rel=0.05)
    frame = reader.page.locator("#navigator .seen").bounding_box()
    assert (frame["x"] + frame["width"] / 2 - box["x"]) / box["width"] == pytest.approx(0.25, abs=0.03)


def test_the_tools_are_available_beside_an_open_clause(new_reader):
    reader = new_reader(1440, 900).open("#clause=39")
    page = reader.page
    page.wait_for_selector("#panel.open")
    page.locator("#tools-button").click()
    tool(reader, "navigator").click()
    zoom = page.locator("#zoom").bounding_box()
    for name in ["tools", "navigator"]:
        box = page.locator(f"#{name}").bounding_box()
        assert page.locator(f"#{name}").is_visible() and box["x"] + box["width"] <= zoom["x"], name



@pytest.mark.calm
def test_the_sheet_turns_by_quarters_and_clauses_open_where_they_are_shown(new_reader):
    reader = open_tools(new_reader, 1440, 900)
    whole = reader.page.locator("#paper").bounding_box()
    for turn in range(1, 5):
        tool(reader, "turn").click()
        reader.until_idle()
        paper, surface = reader.page.locator("#paper").bounding_box(), reader.surface()
        # The whole sheet is visible, alternately lying and upright.
        assert (paper["width"] > paper["height"]) == (turn % 2 == 1)
        assert paper["x"] >= surface["x"] and paper["y"] >= surface["y"]
        assert paper["y"] + paper["height"] <= surface["y"] + surface["height"] + 0.5
        # A click opens the clause under the mouse.
        reader.page.mouse.click(*reader.point_inside("61"))
        reader.page.wait_for_selector("#panel.open")
        assert reader.fragment["clause"] == "61"
        reader.until_idle()
        # The beginning of its first line is visible beside the panel.
        x, y = reader.page.evaluate(
            """() => {
                const path = document.querySelector('.clause.selected');
                const point = path.getPointAtLength(0).matrixTransform(path.getScreenCTM());
                return [point.x, point.y];
            }"""
        )
        panel = reader.page.locator("#panel").bounding_box()
        assert surface["x"] <= x <= panel["x"], f"{turn} quarters: {x}, {y}"
        assert surface["y"] <= y <= surface["y"] + surface["height"], f"{turn} quarters: {x}, {y}"
        reader.page.keyboard.press("Escape")
        reader.until_idle()
    assert reader.page.locator("#paper").bounding_box() == pytest.approx(whole, abs=1)
    tool(reader, "turn").click()
    reader.until_idle()
    for _ in range(4):
        reader.page.locator("#zoom-in").click()
    reader.until_idle()
    before = reader.page.locator("#paper").bounding_box()
    x, y = reader.middle()
    reader.page.mouse.move(x, y)
    reader.page.mouse.down()
    reader.page.mouse.move(x + 90, y + 30, steps=5)
    reader.page.mouse.up()
    after = reader.page.locator("#paper").bounding_box()
    assert after["x"] - before["x"] == pytest.approx(90, abs=40) and after["y"] - before["y"] == pytest.approx(30, abs=20)


@pytest.mark.parametrize("name", ["contrast", "inversion"])
def test_outlines_are_not_painted_with_the_tiles_while_contrast_or_inversion_is_on(new_reader, name):
    reader = open_tools(new_reader, 1440, 900)
    reader.page.evaluate(
        """() => {
            const { style } = document.getElementById('overlays');
            window.moves = [];
            const note = () => window.moves.push(style.opacity === '0' ? 'painted with the tiles' : style.transform && 'laid over them');
            new MutationObserver(note).observe(document.getElementById('overlays'), { attributeFilter: ['style'] });
        }"""
    )
    reader.page.locator("#zoom-in").click()
    reader.until("window.moves.includes('painted with the tiles')")
    reader.until_idle()
    tool(reader, name).click()
    reader.page.evaluate("window.moves = []")
    reader.page.locator("#zoom-in").click()
    reader.until("window.moves.includes('laid over them')")
    reader.until_idle()
    assert "painted with the tiles" not in reader.page.evaluate("window.moves")


def test_contrast_and_inversion_change_the_scan_but_not_the_outlines(new_reader):
    reader = open_tools(new_reader, 1440, 900)
    tool(reader, "contrast").click()
    tool(reader, "inversion").click()
    filters = lambda name: reader.page.evaluate(f"getComputedStyle(document.getElementById('{name}')).filter")  # noqa: E731
    assert "contrast" in filters("tiles") and "invert" in filters("tiles")
    assert filters("overlays") == "none"
    tool(reader, "inversion").click()
    assert "invert" not in filters("tiles")
    assert tool(reader, "contrast").get_attribute("aria-pressed") == "true"
