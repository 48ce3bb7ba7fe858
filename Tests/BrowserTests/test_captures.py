"""Captures of a page: shown alone, faded, behind curtains and through a lens, by mouse, touch and keyboard."""

import urllib.request

import pytest

import three_captures
from accessibility import violations
from serving import Restartable, add
from test_accessibility import CUT_OFF
from three_captures import BLUE, GREEN, HEIGHT, PAPER, SQUARE, WIDTH

pytestmark = [pytest.mark.server("the document is made for a server of its own"), pytest.mark.calm]
DESKTOP, PHONE = (1280, 800), (390, 844)
both_sizes = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
LEFT, TOP, SIDE = SQUARE
IN_SQUARE = (LEFT + SIDE / 2, TOP + SIDE / 2)
RED, BLACK = (220, 20, 20), (10, 10, 10)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("captures")
    three_captures.write(folder / "captured")
    add(folder / "library", folder / "captured")
    server = Restartable(folder / "library")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def address(server):
    return server.address


class CapturesPage:
    """A reader of the document with three captures, without outlines."""

    def __init__(self, reader, fragment: str = "") -> None:
        self.reader, self.page = reader, reader.page
        self.requests: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        reader.open(f"#category=none{fragment}", document="captured")
        self.page.wait_for_selector("#captures-button:visible")

    def until_painted(self):
        self.page.wait_for_selector("#surface[data-captures=complete]")
        self.reader.until_tiles_loaded()
        return self

    def colour(self, x: float, y: float) -> tuple[int, ...]:
        """The colour on the canvas at a point of the page."""
        view = self.reader.view
        return tuple(
            self.page.evaluate(
                """([x, y]) => {
                    const canvas = document.querySelector('#tiles canvas');
                    const density = canvas.width / document.getElementById('surface').clientWidth;
                    return [...canvas.getContext('2d').getImageData(Math.round(x * density), Math.round(y * density), 1, 1).data.slice(0, 3)];
                }""",
                [view.x + x * view.scale, view.y + y * view.scale],
            )
        )

    def tiles_of(self, capture: str) -> list[str]:
        image = "captured-1" if capture == "daylight" else f"captured-1-{capture}"
        return [url for url in self.requests if f"/dzi/{image}_files/" in url]

    def on_screen(self, x: float, y: float) -> tuple[float, float]:
        """A point of the page in CSS pixels of the window."""
        view, surface = self.reader.view, self.reader.surface()
        return surface["x"] + view.x + x * view.scale, surface["y"] + view.y + y * view.scale

    def choose(self, name: str):
        if not self.page.locator("#captures").is_visible():
            self.press("#captures-button")
        self.press(self.page.locator("#captures").get_by_label(name, exact=True).first)
        return self

    def press(self, what):
        at = self.page.locator(what) if isinstance(what, str) else what
        at.tap() if self.page.viewport_size["width"] == PHONE[0] else at.click()


@pytest.fixture
def open_captures(new_reader):
    return lambda size=DESKTOP, fragment="": CapturesPage(new_reader(*size), fragment)


def near(found, expected) -> bool:
    return all(abs(a - b) < 25 for a, b in zip(found, expected))


@both_sizes
def test_a_capture_is_aligned_with_the_page(open_captures, size):
    captures = open_captures(size, "&capture=uv").until_painted()
    assert captures.page.locator("#captures-button").get_attribute("aria-label") == "3 captures"
    # Its square matches that of the page to within a pixel of the screen and one of the capture.
    slack = 2 + 1.5 / captures.reader.view.scale
    for x, y in ((LEFT + slack, TOP + slack), (LEFT + SIDE - slack, TOP + slack), (LEFT + slack, TOP + SIDE - slack), IN_SQUARE):
        assert near(captures.colour(x, y), RED), (x, y)
    for x, y in ((LEFT - slack, TOP), (LEFT + SIDE + slack, TOP + 9), (LEFT, TOP - slack), (30, 30), (WIDTH - 30, HEIGHT - 30)):
        assert near(captures.colour(x, y), BLUE), (x, y)
    # Hidden captures are not requested.
    assert captures.tiles_of("daylight") == captures.tiles_of("raking") == [] and captures.tiles_of("uv") != []
    captures.page.locator("#zoom-in").click()
    captures.page.locator("#zoom-in").click()
    captures.reader.until_idle()
    captures.until_painted()
    assert captures.tiles_of("daylight") == []


@both_sizes
def test_captures_are_chosen_by_pointer_and_keys_and_going_back_restores_them(open_captures, size):
    captures = open_captures(size)
    captures.reader.until_tiles_loaded()
    assert near(captures.colour(*IN_SQUARE), BLACK)
    # With reduced motion there is no preview of another capture.
    assert captures.tiles_of("uv") == []
    captures.choose("Ultraviolet")
    captures.reader.until("location.hash.includes('capture=uv')")
    captures.until_painted()
    assert near(captures.colour(*IN_SQUARE), RED)
    assert captures.page.evaluate("document.activeElement.id") == "capture-uv"
    captures.page.keyboard.press("ArrowDown")
    captures.reader.until("location.hash.includes('capture=raking')")
    captures.until_painted()
    assert near(captures.colour(200, 200), GREEN)
    captures.page.keyboard.press("Escape")
    assert captures.page.locator("#captures").is_hidden() and captures.page.evaluate("document.activeElement.id") == "captures-button"
    captures.page.go_back()
    captures.reader.until("location.hash.includes('capture=uv')")
    captures.page.go_back()
    captures.reader.until("!location.hash.includes('capture')")
    captures.reader.until_tiles_loaded()
    assert near(captures.colour(*IN_SQUARE), BLACK)


# Records each change of two facts: whether a preview of another capture is in progress, and whether the centre shows the page
# under ultraviolet.
PASSING = """
window.passing = [];
addEventListener('DOMContentLoaded', () => {
    const look = () => {
        const canvas = document.querySelector('#tiles canvas');
        const surface = document.getElementById('surface');
        if (canvas?.width > 0 && surface) {
            const [red, , blue] = canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
            const now = [surface.hasAttribute('data-passing'), blue > 120 && red < 100];
            if (String(now) !== String(window.passing.at(-1))) window.passing.push(now);
        }
        requestAnimationFrame(look);
    };
    look();
});
"""


def test_a_preview_of_another_capture_sweeps_once_over_an_opened_page(new_reader):
    reader = new_reader(*PHONE, reduced_motion="no-preference")
    reader.page.add_init_script(PASSING)
    captures = CapturesPage(reader)
    reader.until("window.passing.some(([isPassing]) => isPassing) && !window.passing.at(-1)[0]")
    states = reader.page.evaluate("window.passing")
    # The preview covers the centre for a while and leaves nothing behind; it has no button and no name.
    assert [True, True] in states and states[-1] == [False, False]
    assert "capture" not in reader.fragment and captures.page.locator("#live").inner_text() == ""
    # At most four tiles, of the level above the single tile.
    assert 1 <= len(captures.tiles_of("uv")) <= 4 and captures.tiles_of("raking") == []
    # Any action of the reader ends it.
    captures.page.keyboard.press("PageDown")
    captures.page.wait_for_selector("#captures-button", state="hidden")
    captures.page.keyboard.press("PageUp")
    captures.page.wait_for_selector("#surface[data-passing]")
    captures.page.keyboard.press("Shift")
    assert captures.page.locator("#surface[data-passing]").count() == 0


@both_sizes
def test_curtains_are_moved_by_dragging_keys_and_sliders(open_captures, size):
    captures = open_captures(size, "&capture=daylight,uv,raking&curtain=30,70").until_painted()
    assert near(captures.colour(WIDTH * 0.1, 300), PAPER) and near(captures.colour(WIDTH * 0.5, 300), BLUE) and near(captures.colour(WIDTH * 0.9, 300), GREEN)
    curtains = captures.page.get_by_role("slider").filter(has=captures.page.locator(".grip"))
    assert [curtain.get_attribute("aria-label") for curtain in curtains.all()] == [
        "Curtain between By day and Ultraviolet", "Curtain between Ultraviolet and Raking light",
    ]
    start, end = captures.on_screen(WIDTH * 0.3, HEIGHT / 2), captures.on_screen(WIDTH * 0.5, HEIGHT / 2)
    if size == PHONE:
        captures.reader.swipe(start, end)
    else:
        captures.page.mouse.move(*start)
        captures.page.mouse.down()
        captures.page.mouse.move(*end, steps=5)
        captures.page.mouse.up()
    captures.reader.until("location.hash.includes('curtain=50,70')")
    captures.until_painted()
    assert near(captures.colour(WIDTH * 0.4, 300), PAPER)
    curtains.nth(1).focus()
    captures.page.keyboard.press("PageDown")
    captures.page.keyboard.press("ArrowLeft")
    captures.reader.until("location.hash.includes('curtain=50,59')")
    # It stops at the neighbouring curtain.
    captures.page.keyboard.press("Home")
    captures.reader.until("location.hash.includes('curtain=50,50')")
    captures.press("#captures-button")
    captures.page.locator("#captures input[type=range]").first.fill("20")
    captures.reader.until("location.hash.includes('curtain=20,50')")
    captures.until_painted()
    assert near(captures.colour(WIDTH * 0.35, 300), BLUE)


@both_sizes
def test_a_capture_fades_in_over_another(open_captures, size):
    captures = open_captures(size).choose("Fade")
    captures.reader.until("location.hash.includes('capture=daylight,uv&fade=50')")
    captures.until_painted()
    assert near(captures.colour(200, 300), [(a + b) / 2 for a, b in zip(PAPER, BLUE)])
    captures.page.locator("#captures input[type=range]").fill("100")
    captures.reader.until("location.hash.includes('fade=100')")
    captures.until_painted()
    assert near(captures.colour(200, 300), BLUE)
    # Another capture replaces it.
    captures.press(captures.page.locator("#with-raking"))
    captures.reader.until("location.hash.includes('capture=daylight,raking&fade=50')")
    captures.choose("Single")
    captures.reader.until("!location.hash.includes('capture')")


@both_sizes
def test_the_lens_follows_the_mouse_a_finger_and_the_keys(open_captures, size):
    captures = open_captures(size, "&capture=daylight,uv&lens=1").until_painted()
    lens = captures.page.locator(".lens")
    radius = lens.bounding_box()["width"] / 2
    if size == PHONE:
        grip = lens.locator(".grip").bounding_box()
        x, y = captures.on_screen(*IN_SQUARE)
        captures.reader.swipe((grip["x"] + 22, grip["y"] + 22), (x, y + radius))
    else:
        captures.page.mouse.move(*captures.on_screen(200, 300))
        captures.page.mouse.move(*captures.on_screen(*IN_SQUARE))
    captures.until_painted()
    assert near(captures.colour(*IN_SQUARE), RED) and near(captures.colour(60, 60), PAPER)
    lens.locator(".grip").focus()
    before = lens.bounding_box()
    captures.page.keyboard.press("ArrowLeft")
    captures.page.keyboard.press("ArrowUp")
    after = lens.bounding_box()
    assert (before["x"] - after["x"], before["y"] - after["y"]) == pytest.approx((20, 20), abs=1)
    # A lens that shows the default capture over another one.
    captures.reader.open("#category=none&capture=uv,daylight&lens=1", document="captured")
    captures.page.wait_for_selector(".lens:visible")
    captures.until_painted()
    middle = lens.bounding_box()
    view, surface = captures.reader.view, captures.reader.surface()
    at = [(middle[side] + radius - surface[side] - getattr(view, side)) / view.scale for side in ("x", "y")]
    assert near(captures.colour(*at), PAPER) and near(captures.colour(60, 60), BLUE)


def test_a_clause_can_be_opened_on_another_capture(open_captures):
    captures = open_captures(DESKTOP, "&capture=uv")
    captures.reader.open("#capture=uv", document="captured")
    captures.until_painted()
    captures.page.mouse.click(*captures.on_screen(*IN_SQUARE))
    captures.page.wait_for_selector("#panel.open")
    assert captures.page.locator("#panel-title").inner_text() == "The square"
    assert captures.reader.fragment["capture"] == "uv"


def test_a_page_with_one_image_has_no_captures_button_and_the_chosen_capture_is_kept(open_captures):
    captures = open_captures(DESKTOP, "&capture=raking")
    captures.page.keyboard.press("PageDown")
    captures.page.wait_for_selector("#captures-button", state="hidden")
    captures.page.keyboard.press("PageUp")
    captures.page.wait_for_selector("#captures-button:visible")
    captures.until_painted()
    assert near(captures.colour(200, 200), GREEN)


def test_sharing_names_the_capture_and_offers_a_still_picture(open_captures, address):
    captures = open_captures(DESKTOP, "&capture=uv").until_painted()
    captures.page.click("#options-button")
    captures.page.get_by_role("button", name="Share").click()
    words = captures.page.locator("#share .captures")
    words.get_by_text("Capture: Ultraviolet").wait_for()
    link = words.get_by_role("link", name="Still picture of Ultraviolet").get_attribute("href")
    with urllib.request.urlopen(address + link) as response:
        assert response.headers["Content-Type"] == "image/jpeg" and len(response.read()) > 1000
    assert "capture=uv" in captures.page.locator("#share-link").input_value()


def test_captures_are_translated_and_curtain_sliders_run_left_to_right_in_arabic(new_reader, address):
    reader = new_reader(*DESKTOP, locale="fr-FR")
    reader.open("#capture=daylight,uv&lens=1", document="captured")
    grip = reader.page.locator(".lens .grip")
    grip.wait_for()
    assert grip.get_attribute("aria-label").startswith("Loupe sur Lumière ultraviolette")
    mirrored = new_reader(*PHONE, locale="ar")
    mirrored.open("#capture=daylight,uv&curtain=30", document="captured")
    mirrored.page.locator("#captures-button").tap()
    slider = mirrored.page.locator("#captures input[type=range]")
    assert mirrored.page.get_attribute("html", "dir") == "rtl" and slider.evaluate("(input) => getComputedStyle(input).direction") == "ltr"
    # The left end of both is 0.
    box = slider.bounding_box()
    slider.tap(position={"x": 12, "y": box["height"] / 2})
    mirrored.until("/curtain=[0-4](&|$)/.test(location.hash)")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@both_sizes
def test_axe_finds_no_violations_and_no_control_is_cut_off(new_reader, address, size, scheme):
    reader = new_reader(*size, color_scheme=scheme)
    captures = CapturesPage(reader)
    captures.press("#captures-button")
    for name in ("Ultraviolet", "Fade", "Curtain", "Lens"):
        captures.choose(name)
        captures.reader.until_idle()
        assert (violations(captures.reader), captures.page.evaluate(CUT_OFF)) == ([], []), name
