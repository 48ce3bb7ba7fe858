"""The sheet: its tiles, the limit of the zoom, and that nothing past its edges is ever shown."""

import time

import pytest

from support import MILLISECONDS

NATIVE_LEVEL = 13  # 8000 pixels: 2^12 < 8000 <= 2^13


def zoomed_by_wheel(reader):
    reader.page.mouse.move(*reader.middle())
    for _ in range(30):
        reader.page.mouse.wheel(0, -400)
        reader.frame()


def zoomed_by_pinch(reader):
    for _ in range(5):
        reader.pinch(60, 420)


def zoomed_by_double_tap(reader):
    for _ in range(7):
        if reader.view.scale > 1.999:
            return  # the next one would go back to the whole sheet
        reader.double_tap(reader.middle())
        reader.rest()


def zoomed_by_keys(reader):
    reader.page.locator("#overlays [tabindex='0']").focus()
    for _ in range(14):
        reader.page.keyboard.press("+")
        reader.frame()
    reader.rest()
    reader.page.keyboard.press("+")


def zoomed_by_buttons(reader):
    # Forced, because Playwright would wait for a button that is marked as disabled.
    for _ in range(12):
        reader.page.locator("#zoom-in").click(force=True)
    reader.rest()
    reader.page.locator("#zoom-in").click(force=True)


def zoomed_by_link(reader):
    reader.page.evaluate("location.hash = '#xywh=3000,4000,8,8'")


GESTURES = [zoomed_by_wheel, zoomed_by_pinch, zoomed_by_double_tap, zoomed_by_keys, zoomed_by_buttons, zoomed_by_link]


@pytest.mark.parametrize("ratio", [1, 3])
@pytest.mark.parametrize("zoom", GESTURES, ids=lambda gesture: gesture.__name__)
def test_no_gesture_zooms_beyond_two_css_pixels_per_image_pixel(reader, zoom, ratio):
    # Without outlines no card appears under the mouse, and a double tap that is too slow opens no panel.
    is_bare = zoom in (zoomed_by_wheel, zoomed_by_double_tap)
    someone = reader(390, 700, device_scale_factor=ratio).open("#category=none" if is_bare else "")
    someone.watch()
    zoom(someone)
    someone.rest()
    assert someone.view.scale == pytest.approx(2, abs=1e-6)
    assert someone.seen["largest"] <= 2 + 1e-6
    assert someone.seen["overshoot"] <= 1e-3


@pytest.mark.server("the doubled level is not stored; test_site.py sees the native tiles enlarged")
def test_tiles_load_and_above_the_native_size_those_of_the_2x_level_do(reader):
    someone = reader(820, 1180).open()
    assert someone.levels
    assert max(someone.levels) <= NATIVE_LEVEL - 2
    someone.levels.clear()
    someone.to_largest()
    with someone.page.expect_response(lambda answer: f"_files/{NATIVE_LEVEL + 1}/" in answer.url) as tile:
        someone.swipe((600, 700), (200, 300))
    assert tile.value.ok
    assert tile.value.body()[:2] == b"\xff\xd8"
    someone.rest()
    assert max(someone.levels) == NATIVE_LEVEL + 1


@pytest.mark.server("the doubled level is not stored")
def test_a_high_density_screen_gets_no_level_beyond_the_2x_level(reader):
    someone = reader(390, 700, device_scale_factor=3).open("#xywh=3000,4000,100,100")
    deadline = time.monotonic() + MILLISECONDS / 1000
    while max(someone.levels, default=0) <= NATIVE_LEVEL and time.monotonic() < deadline:
        someone.page.wait_for_timeout(100)
    assert max(someone.levels) == NATIVE_LEVEL + 1


def test_the_whole_sheet_is_shown_at_first(reader):
    someone = reader(1180, 820).open()
    view, surface = someone.view, someone.surface()
    assert view.x >= 0 and view.y >= 0
    assert view.x + 6000 * view.scale <= surface["width"]
    assert view.y + 8000 * view.scale <= surface["height"]
    assert someone.page.get_attribute("#zoom-out", "aria-disabled") == "true"


def test_tiles_cover_the_surface_up_to_its_corners(reader):
    someone = reader(820, 1180).open("#category=none&xywh=0,0,600,800")
    someone.until_tiles_came()
    colours = someone.page.evaluate(
        """() => {
            const tiles = document.querySelector('#tiles canvas');
            const scale = tiles.width / tiles.clientWidth;
            const alpha = (x, y) => tiles.getContext('2d').getImageData(x * scale, y * scale, 1, 1).data[3];
            return [alpha(0, 0), alpha(tiles.clientWidth - 1, 0), alpha(0, tiles.clientHeight - 1)];
        }"""
    )
    assert colours == [255, 255, 255]


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (820, 1180)], ids=str)
def test_no_drag_fling_or_drifting_pinch_shows_anything_past_the_sheet(reader, size):
    someone = reader(*size).open()
    home = someone.view.scale
    x, y = someone.middle()
    someone.pinch(80, 240)
    someone.rest()
    someone.watch()
    for dx, dy in [(300, 300), (-300, -300), (300, -300), (-300, 300)]:
        someone.swipe((x - dx / 3, y - dy / 3), (x + dx / 3, y + dy / 3), steps=5)
        someone.rest()
    someone.pinch(150, 330, drift=(90, 60))
    someone.pinch(330, 60, drift=(-120, -90))
    someone.rest()
    someone.pinch(330, 40, middle=(x / 2, y), drift=(60, 90))
    someone.rest()
    someone.pinch(330, 40)
    someone.rest()
    assert someone.seen["smallest"] == pytest.approx(home)
    assert someone.seen["frames"] > 30
    assert someone.seen["overshoot"] <= 1e-3
    assert someone.seen["apart"] <= 0.1


def test_wheel_and_keys_show_nothing_past_the_sheet(reader):
    someone = reader(1180, 820, has_touch=False).open()
    box = someone.surface()
    someone.watch()
    for corner in [(5, 5), (box["width"] - 5, 5), (5, box["height"] - 5)]:
        someone.page.mouse.move(box["x"] + corner[0], box["y"] + corner[1])
        for turn in [-600, -600, 500, -300, 900]:
            someone.page.mouse.wheel(0, turn)
            someone.frame()
        someone.rest()
    someone.page.locator("#overlays [tabindex='0']").focus()
    for key in ["+", "Shift+ArrowLeft", "Shift+ArrowUp", "-", "0"]:
        someone.page.keyboard.press(key)
        someone.rest()
    assert someone.seen["overshoot"] <= 1e-3


def test_rotating_the_screen_keeps_the_whole_sheet_visible(reader):
    someone = reader(390, 844).open()
    someone.page.set_viewport_size({"width": 844, "height": 390})
    someone.rest()
    surface, view = someone.surface(), someone.view
    assert 8000 * view.scale <= surface["height"]
    assert 8000 * view.scale >= 0.9 * surface["height"]


def test_a_double_tap_at_the_largest_zoom_returns_to_the_whole_sheet(reader):
    someone = reader(390, 844).open()
    smallest = someone.view.scale
    someone.to_largest()
    someone.double_tap(someone.middle())
    someone.rest()
    assert someone.view.scale == pytest.approx(smallest)
