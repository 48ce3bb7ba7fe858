"""The sheet: its tiles, the limit of the zoom, and that nothing past its edges is ever shown."""

import time

import pytest

from support import MILLISECONDS

NATIVE_LEVEL = 13  # 8000 pixels: 2^12 < 8000 <= 2^13


def zoom_by_wheel(reader):
    reader.page.mouse.move(*reader.middle())
    for _ in range(30):
        reader.page.mouse.wheel(0, -400)
        reader.frame()


def zoom_by_pinch(reader):
    for _ in range(5):
        reader.pinch(60, 420)


def zoom_by_double_tap(reader):
    for _ in range(7):
        if reader.view.scale > 1.999:
            return  # the next one would go back to the whole sheet
        reader.double_tap(reader.middle())
        reader.until_idle()


def zoom_by_keys(reader):
    reader.page.locator("#overlays [tabindex='0']").focus()
    for _ in range(14):
        reader.page.keyboard.press("+")
        reader.frame()
    reader.until_idle()
    reader.page.keyboard.press("+")


def zoom_by_buttons(reader):
    # Forced, because Playwright would wait for a button that is marked as disabled.
    for _ in range(12):
        reader.page.locator("#zoom-in").click(force=True)
    reader.until_idle()
    reader.page.locator("#zoom-in").click(force=True)


def zoom_by_link(reader):
    reader.page.evaluate("location.hash = '#xywh=3000,4000,8,8'")


GESTURES = [zoom_by_wheel, zoom_by_pinch, zoom_by_double_tap, zoom_by_keys, zoom_by_buttons, zoom_by_link]


@pytest.mark.parametrize("ratio", [1, 3])
@pytest.mark.parametrize("zoom", GESTURES, ids=lambda gesture: gesture.__name__)
def test_no_gesture_zooms_beyond_two_css_pixels_per_image_pixel(new_reader, zoom, ratio):
    # Without outlines no card appears under the mouse, and a double tap that is too slow opens no panel.
    is_bare = zoom in (zoom_by_wheel, zoom_by_double_tap)
    reader = new_reader(390, 700, device_scale_factor=ratio).open("#category=none" if is_bare else "")
    reader.watch()
    zoom(reader)
    reader.until_idle()
    assert reader.view.scale == pytest.approx(2, abs=1e-6)
    assert reader.seen["largest"] <= 2 + 1e-6
    assert reader.seen["overshoot"] <= 1e-3


@pytest.mark.server("the doubled level is not stored; test_site.py sees the native tiles enlarged")
def test_tiles_load_and_above_the_native_size_those_of_the_2x_level_do(new_reader):
    reader = new_reader(820, 1180).open()
    assert reader.levels
    assert max(reader.levels) <= NATIVE_LEVEL - 2
    reader.levels.clear()
    reader.to_largest()
    with reader.page.expect_response(lambda response: f"_files/{NATIVE_LEVEL + 1}/" in response.url) as tile:
        reader.swipe((600, 700), (200, 300))
    assert tile.value.ok
    assert tile.value.body()[:2] == b"\xff\xd8"
    reader.until_idle()
    assert max(reader.levels) == NATIVE_LEVEL + 1


@pytest.mark.server("the doubled level is not stored")
def test_a_high_density_screen_gets_no_level_beyond_the_2x_level(new_reader):
    reader = new_reader(390, 700, device_scale_factor=3).open("#xywh=3000,4000,100,100")
    deadline = time.monotonic() + MILLISECONDS / 1000
    while max(reader.levels, default=0) <= NATIVE_LEVEL and time.monotonic() < deadline:
        reader.page.wait_for_timeout(100)
    assert max(reader.levels) == NATIVE_LEVEL + 1


def test_the_whole_sheet_is_shown_at_first(new_reader):
    reader = new_reader(1180, 820).open()
    view, surface = reader.view, reader.surface()
    assert view.x >= 0 and view.y >= 0
    assert view.x + 6000 * view.scale <= surface["width"]
    assert view.y + 8000 * view.scale <= surface["height"]
    assert reader.page.get_attribute("#zoom-out", "aria-disabled") == "true"


def test_tiles_cover_the_surface_up_to_its_corners(new_reader):
    reader = new_reader(820, 1180).open("#category=none&xywh=0,0,600,800")
    reader.until_tiles_loaded()
    colours = reader.page.evaluate(
        """() => {
            const tiles = document.querySelector('#tiles canvas');
            const scale = tiles.width / tiles.clientWidth;
            const alpha = (x, y) => tiles.getContext('2d').getImageData(x * scale, y * scale, 1, 1).data[3];
            return [alpha(0, 0), alpha(tiles.clientWidth - 1, 0), alpha(0, tiles.clientHeight - 1)];
        }"""
    )
    assert colours == [255, 255, 255]


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (820, 1180)], ids=str)
def test_no_drag_fling_or_drifting_pinch_shows_anything_past_the_sheet(new_reader, size):
    reader = new_reader(*size).open()
    home = reader.view.scale
    x, y = reader.middle()
    reader.pinch(80, 240)
    reader.until_idle()
    reader.watch()
    for dx, dy in [(300, 300), (-300, -300), (300, -300), (-300, 300)]:
        reader.swipe((x - dx / 3, y - dy / 3), (x + dx / 3, y + dy / 3), steps=5)
        reader.until_idle()
    reader.pinch(150, 330, drift=(90, 60))
    reader.pinch(330, 60, drift=(-120, -90))
    reader.until_idle()
    reader.pinch(330, 40, middle=(x / 2, y), drift=(60, 90))
    reader.until_idle()
    reader.pinch(330, 40)
    reader.until_idle()
    assert reader.seen["smallest"] == pytest.approx(home)
    assert reader.seen["frames"] > 30
    assert reader.seen["overshoot"] <= 1e-3
    assert reader.seen["apart"] <= 0.1


def test_wheel_and_keys_show_nothing_past_the_sheet(new_reader):
    reader = new_reader(1180, 820, has_touch=False).open()
    box = reader.surface()
    reader.watch()
    for corner in [(5, 5), (box["width"] - 5, 5), (5, box["height"] - 5)]:
        reader.page.mouse.move(box["x"] + corner[0], box["y"] + corner[1])
        for turn in [-600, -600, 500, -300, 900]:
            reader.page.mouse.wheel(0, turn)
            reader.frame()
        reader.until_idle()
    reader.page.locator("#overlays [tabindex='0']").focus()
    for key in ["+", "Shift+ArrowLeft", "Shift+ArrowUp", "-", "0"]:
        reader.page.keyboard.press(key)
        reader.until_idle()
    assert reader.seen["overshoot"] <= 1e-3


def test_rotating_the_screen_keeps_the_whole_sheet_visible(new_reader):
    reader = new_reader(390, 844).open()
    reader.page.set_viewport_size({"width": 844, "height": 390})
    reader.until_idle()
    surface, view = reader.surface(), reader.view
    assert 8000 * view.scale <= surface["height"]
    assert 8000 * view.scale >= 0.9 * surface["height"]


def test_a_double_tap_at_the_largest_zoom_returns_to_the_whole_sheet(new_reader):
    reader = new_reader(390, 844).open()
    smallest = reader.view.scale
    reader.to_largest()
    reader.double_tap(reader.middle())
    reader.until_idle()
    assert reader.view.scale == pytest.approx(smallest)
