"""The viewing tools: one strip with scale bar, navigator, quarter turns, contrast and inversion."""

import pytest

from accessibility import violations
from test_accessibility import CUT_OFF


def tool(someone, name):
    return someone.page.locator(f"#tools [data-label='{name}']")


def opened(reader, *size):
    someone = reader(*size).open()
    someone.page.locator("#tools-button").click()
    return someone


@pytest.mark.calm
@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1440, 900), (2560, 1440)], ids=str)
def test_one_small_strip_has_all_viewing_tools(reader, size):
    someone = opened(reader, *size)
    names = [button.get_attribute("aria-label") for button in someone.page.locator("#tools button").all()]
    assert names == ["Scale bar", "Overview of the sheet", "Turn by a quarter", "More contrast", "Light on dark"]
    assert someone.page.evaluate(CUT_OFF) == []
    assert violations(someone) == []
    someone.page.keyboard.press("Escape")


@pytest.mark.calm
def test_the_scale_bar_can_stay_visible(reader):
    someone = opened(reader, 1440, 900)
    opacity = "getComputedStyle(document.getElementById('scale')).opacity"
    assert someone.page.evaluate(opacity) == "0"
    tool(someone, "scaleBar").click()
    someone.until(f"{opacity} === '1'")
    assert "mm" in someone.page.locator("#scale").inner_text()


def test_the_navigator_shows_the_view_and_moves_it_where_it_is_clicked(reader):
    someone = opened(reader, 1440, 900)
    tool(someone, "navigator").click()
    someone.until("document.querySelector('#navigator img')?.naturalWidth > 0")
    for _ in range(4):
        someone.page.locator("#zoom-in").click()
    someone.rest()
    scale = someone.view.scale
    box = someone.page.locator("#navigator").bounding_box()
    someone.page.mouse.click(box["x"] + box["width"] * 0.25, box["y"] + box["height"] * 0.75)
    someone.rest()
    surface = someone.surface()
    seen = someone.view
    assert seen.scale == pytest.approx(scale, rel=0.01)
    middle = (surface["width"] / 2 - seen.x) / scale, (surface["height"] / 2 - seen.y) / scale
    assert middle == pytest.approx((6000 * 0.25, 8000 * 0.75), rel=0.05)
    frame = someone.page.locator("#navigator .seen").bounding_box()
    assert (frame["x"] + frame["width"] / 2 - box["x"]) / box["width"] == pytest.approx(0.25, abs=0.03)


def test_the_sheet_turns_by_quarters_and_clauses_open_where_they_are_shown(reader):
    someone = opened(reader, 1440, 900)
    whole = someone.page.locator("#paper").bounding_box()
    for turn in range(1, 5):
        tool(someone, "turn").click()
        someone.rest()
        paper, surface = someone.page.locator("#paper").bounding_box(), someone.surface()
        # The whole sheet is visible, alternately lying and upright.
        assert (paper["width"] > paper["height"]) == (turn % 2 == 1)
        assert paper["x"] >= surface["x"] and paper["y"] >= surface["y"]
        assert paper["y"] + paper["height"] <= surface["y"] + surface["height"] + 0.5
        # A click opens the clause under the mouse.
        someone.page.mouse.click(*someone.point_inside("61"))
        someone.page.wait_for_selector("#panel.open")
        assert someone.fragment["clause"] == "61"
        someone.rest()
        # The beginning of its first line is visible beside the panel.
        x, y = someone.page.evaluate(
            """() => {
                const path = document.querySelector('.clause.selected');
                const point = path.getPointAtLength(0).matrixTransform(path.getScreenCTM());
                return [point.x, point.y];
            }"""
        )
        panel = someone.page.locator("#panel").bounding_box()
        assert surface["x"] <= x <= panel["x"], f"{turn} quarters: {x}, {y}"
        assert surface["y"] <= y <= surface["y"] + surface["height"], f"{turn} quarters: {x}, {y}"
        someone.page.keyboard.press("Escape")
        someone.rest()
    assert someone.page.locator("#paper").bounding_box() == pytest.approx(whole, abs=1)
    tool(someone, "turn").click()
    someone.rest()
    for _ in range(4):
        someone.page.locator("#zoom-in").click()
    someone.rest()
    before = someone.page.locator("#paper").bounding_box()
    x, y = someone.middle()
    someone.page.mouse.move(x, y)
    someone.page.mouse.down()
    someone.page.mouse.move(x + 90, y + 30, steps=5)
    someone.page.mouse.up()
    after = someone.page.locator("#paper").bounding_box()
    assert after["x"] - before["x"] == pytest.approx(90, abs=40) and after["y"] - before["y"] == pytest.approx(30, abs=20)


@pytest.mark.parametrize("name", ["contrast", "inversion"])
def test_outlines_are_not_painted_with_the_tiles_while_contrast_or_inversion_is_on(reader, name):
    someone = opened(reader, 1440, 900)
    someone.page.evaluate(
        """() => {
            const { style } = document.getElementById('overlays');
            window.moves = [];
            const note = () => window.moves.push(style.opacity === '0' ? 'painted with the tiles' : style.transform && 'laid over them');
            new MutationObserver(note).observe(document.getElementById('overlays'), { attributeFilter: ['style'] });
        }"""
    )
    someone.page.locator("#zoom-in").click()
    someone.until("window.moves.includes('painted with the tiles')")
    someone.rest()
    tool(someone, name).click()
    someone.page.evaluate("window.moves = []")
    someone.page.locator("#zoom-in").click()
    someone.until("window.moves.includes('laid over them')")
    someone.rest()
    assert "painted with the tiles" not in someone.page.evaluate("window.moves")


def test_contrast_and_inversion_change_the_scan_but_not_the_outlines(reader):
    someone = opened(reader, 1440, 900)
    tool(someone, "contrast").click()
    tool(someone, "inversion").click()
    filters = lambda name: someone.page.evaluate(f"getComputedStyle(document.getElementById('{name}')).filter")  # noqa: E731
    assert "contrast" in filters("tiles") and "invert" in filters("tiles")
    assert filters("overlays") == "none"
    tool(someone, "inversion").click()
    assert "invert" not in filters("tiles")
    assert tool(someone, "contrast").get_attribute("aria-pressed") == "true"
