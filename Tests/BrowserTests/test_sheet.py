"""The sheet: its tiles, the limit of the zoom, and that nothing past its edges is ever shown."""

import time

import pytest

from support import COUNT_FRAMES, MILLISECONDS, TILE, VIEW

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


@pytest.mark.parametrize("ratio", [3, 1])
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


@pytest.mark.parametrize("has_tiles", [True, False], ids=["tiles", "no tiles"])
def test_a_page_at_rest_requests_no_animation_frames(new_reader, has_tiles):
    reader = new_reader()
    reader.page.add_init_script(COUNT_FRAMES)
    if not has_tiles:
        reader.allows_console_errors = True
        reader.page.route(TILE, lambda route: route.abort())
    reader.open()
    reader.until_at_rest()
    whole = reader.view.scale
    reader.page.mouse.move(*reader.middle())
    reader.page.mouse.wheel(0, -400)
    reader.until(f"{VIEW}[2] > {whole}")
    reader.until_at_rest()


@pytest.mark.parametrize("part", ["", "#xywh=0,200,1600,1300"], ids=["whole", "enlarged"])
def test_tiles_are_drawn_exactly_below_the_outlines(new_reader, part):
    """The page has a dark line of three pixels every fifty, and its left and right edges are within the window."""
    reader = new_reader(1180, 820).open(part, document="three-pages")
    reader.until_tiles_loaded()
    view = reader.view
    middle = view.x + 800 * view.scale
    edges, shades = reader.page.evaluate(
        """(middle) => {
            const tiles = document.querySelector('#tiles canvas');
            const scale = tiles.width / tiles.clientWidth;
            const context = tiles.getContext('2d');
            const row = context.getImageData(0, tiles.height / 2, tiles.width, 1).data;
            const column = context.getImageData(middle * scale, 0, 1, tiles.height).data;
            const painted = [...Array(tiles.width).keys()].filter((x) => row[4 * x + 3] > 127);
            const shades = column.filter((_, index) => index % 4 === 0);
            return [[painted.at(0) / scale, (painted.at(-1) + 1) / scale], [...shades]];
        }""",
        middle,
    )
    # The canvas has whole pixels.
    assert edges == pytest.approx([view.x, view.x + 1600 * view.scale], abs=0.6)
    density = len(shades) / reader.surface()["height"]
    lines = [view.y + (50 * line + 1.5) * view.scale for line in range(1, 40)]
    seen = [y for y in lines if 20 < y < len(shades) / density - 20]
    assert len(seen) > 15
    for y in seen:
        near = range(round((y - 12 * view.scale) * density), round((y + 12 * view.scale) * density) + 1)
        darkest = min(near, key=lambda place: shades[place])
        assert (darkest + 0.5) / density == pytest.approx(y, abs=1.5)


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
    whole = reader.view
    reader.to_largest()
    assert reader.view.scale == pytest.approx(2, abs=1e-6)
    reader.double_tap(reader.middle())
    reader.wait_for_timers(400)
    assert reader.view.scale == pytest.approx(whole.scale)
    assert (reader.view.x, reader.view.y) == pytest.approx((whole.x, whole.y), abs=1e-3)
    # Neither of the two taps has opened a clause.
    assert not reader.is_open("#panel") and reader.fragment == {}
