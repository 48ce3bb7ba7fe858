"""Captures of a page: shown alone, faded, behind curtains and through a lens, by mouse, touch and keyboard."""

import urllib.request

import pytest

import three_captures
from accessibility import violations
from serving import Restartable, add, free_port
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
    server = Restartable(folder / "library", free_port())
    yield server
    server.stop()


@pytest.fixture(scope="module")
def address(server):
    return server.address


class Looking:
    """A reader of the document with three captures, without outlines."""

    def __init__(self, someone, fragment: str = "") -> None:
        self.someone, self.page = someone, someone.page
        self.requests: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        someone.open(f"#category=none{fragment}", document="captured")
        self.page.wait_for_selector("#captures-button:visible")

    def until_painted(self):
        self.page.wait_for_selector("#surface[data-captures=complete]")
        self.someone.until_tiles_came()
        return self

    def colour(self, x: float, y: float) -> tuple[int, ...]:
        """The colour on the canvas at a point of the page."""
        view = self.someone.view
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
        view, surface = self.someone.view, self.someone.surface()
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
def looking(reader):
    return lambda size=DESKTOP, fragment="": Looking(reader(*size), fragment)


def near(found, expected) -> bool:
    return all(abs(a - b) < 25 for a, b in zip(found, expected))


@both_sizes
def test_a_capture_is_aligned_with_the_page(looking, size):
    seen = looking(size, "&capture=uv").until_painted()
    assert seen.page.locator("#captures-button").get_attribute("aria-label") == "3 captures"
    # Its square matches that of the page to within a pixel of the screen and one of the capture.
    slack = 2 + 1.5 / seen.someone.view.scale
    for x, y in ((LEFT + slack, TOP + slack), (LEFT + SIDE - slack, TOP + slack), (LEFT + slack, TOP + SIDE - slack), IN_SQUARE):
        assert near(seen.colour(x, y), RED), (x, y)
    for x, y in ((LEFT - slack, TOP), (LEFT + SIDE + slack, TOP + 9), (LEFT, TOP - slack), (30, 30), (WIDTH - 30, HEIGHT - 30)):
        assert near(seen.colour(x, y), BLUE), (x, y)
    # Hidden captures are not requested.
    assert seen.tiles_of("daylight") == seen.tiles_of("raking") == [] and seen.tiles_of("uv") != []
    seen.page.locator("#zoom-in").click()
    seen.page.locator("#zoom-in").click()
    seen.someone.rest()
    seen.until_painted()
    assert seen.tiles_of("daylight") == []


@both_sizes
def test_captures_are_chosen_by_pointer_and_keys_and_going_back_restores_them(looking, size):
    seen = looking(size)
    seen.someone.until_tiles_came()
    assert near(seen.colour(*IN_SQUARE), BLACK)
    # With reduced motion there is no preview of another capture.
    assert seen.tiles_of("uv") == []
    seen.choose("Ultraviolet")
    seen.someone.until("location.hash.includes('capture=uv')")
    seen.until_painted()
    assert near(seen.colour(*IN_SQUARE), RED)
    assert seen.page.evaluate("document.activeElement.id") == "capture-uv"
    seen.page.keyboard.press("ArrowDown")
    seen.someone.until("location.hash.includes('capture=raking')")
    seen.until_painted()
    assert near(seen.colour(200, 200), GREEN)
    seen.page.keyboard.press("Escape")
    assert seen.page.locator("#captures").is_hidden() and seen.page.evaluate("document.activeElement.id") == "captures-button"
    seen.page.go_back()
    seen.someone.until("location.hash.includes('capture=uv')")
    seen.page.go_back()
    seen.someone.until("!location.hash.includes('capture')")
    seen.someone.until_tiles_came()
    assert near(seen.colour(*IN_SQUARE), BLACK)


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


def test_a_preview_of_another_capture_sweeps_once_over_an_opened_page(reader):
    someone = reader(*PHONE, reduced_motion="no-preference")
    someone.page.add_init_script(PASSING)
    seen = Looking(someone)
    someone.until("window.passing.some(([isPassing]) => isPassing) && !window.passing.at(-1)[0]")
    states = someone.page.evaluate("window.passing")
    # The preview covers the centre for a while and leaves nothing behind; it has no button and no name.
    assert [True, True] in states and states[-1] == [False, False]
    assert "capture" not in someone.fragment and seen.page.locator("#live").inner_text() == ""
    # At most four tiles, of the level above the single tile.
    assert 1 <= len(seen.tiles_of("uv")) <= 4 and seen.tiles_of("raking") == []
    # Any action of the reader ends it.
    seen.page.keyboard.press("PageDown")
    seen.page.wait_for_selector("#captures-button", state="hidden")
    seen.page.keyboard.press("PageUp")
    seen.page.wait_for_selector("#surface[data-passing]")
    seen.page.keyboard.press("Shift")
    assert seen.page.locator("#surface[data-passing]").count() == 0


@both_sizes
def test_curtains_are_moved_by_dragging_keys_and_sliders(looking, size):
    seen = looking(size, "&capture=daylight,uv,raking&curtain=30,70").until_painted()
    assert near(seen.colour(WIDTH * 0.1, 300), PAPER) and near(seen.colour(WIDTH * 0.5, 300), BLUE) and near(seen.colour(WIDTH * 0.9, 300), GREEN)
    curtains = seen.page.get_by_role("slider").filter(has=seen.page.locator(".grip"))
    assert [curtain.get_attribute("aria-label") for curtain in curtains.all()] == [
        "Curtain between By day and Ultraviolet", "Curtain between Ultraviolet and Raking light",
    ]
    start, end = seen.on_screen(WIDTH * 0.3, HEIGHT / 2), seen.on_screen(WIDTH * 0.5, HEIGHT / 2)
    if size == PHONE:
        seen.someone.swipe(start, end)
    else:
        seen.page.mouse.move(*start)
        seen.page.mouse.down()
        seen.page.mouse.move(*end, steps=5)
        seen.page.mouse.up()
    seen.someone.until("location.hash.includes('curtain=50,70')")
    seen.until_painted()
    assert near(seen.colour(WIDTH * 0.4, 300), PAPER)
    curtains.nth(1).focus()
    seen.page.keyboard.press("PageDown")
    seen.page.keyboard.press("ArrowLeft")
    seen.someone.until("location.hash.includes('curtain=50,59')")
    # It stops at the neighbouring curtain.
    seen.page.keyboard.press("Home")
    seen.someone.until("location.hash.includes('curtain=50,50')")
    seen.press("#captures-button")
    seen.page.locator("#captures input[type=range]").first.fill("20")
    seen.someone.until("location.hash.includes('curtain=20,50')")
    seen.until_painted()
    assert near(seen.colour(WIDTH * 0.35, 300), BLUE)


@both_sizes
def test_a_capture_fades_in_over_another(looking, size):
    seen = looking(size).choose("Fade")
    seen.someone.until("location.hash.includes('capture=daylight,uv&fade=50')")
    seen.until_painted()
    assert near(seen.colour(200, 300), [(a + b) / 2 for a, b in zip(PAPER, BLUE)])
    seen.page.locator("#captures input[type=range]").fill("100")
    seen.someone.until("location.hash.includes('fade=100')")
    seen.until_painted()
    assert near(seen.colour(200, 300), BLUE)
    # Another capture replaces it.
    seen.press(seen.page.locator("#with-raking"))
    seen.someone.until("location.hash.includes('capture=daylight,raking&fade=50')")
    seen.choose("Alone")
    seen.someone.until("!location.hash.includes('capture')")


@both_sizes
def test_the_lens_follows_the_mouse_a_finger_and_the_keys(looking, size):
    seen = looking(size, "&capture=daylight,uv&lens=1").until_painted()
    lens = seen.page.locator(".lens")
    radius = lens.bounding_box()["width"] / 2
    if size == PHONE:
        grip = lens.locator(".grip").bounding_box()
        x, y = seen.on_screen(*IN_SQUARE)
        seen.someone.swipe((grip["x"] + 22, grip["y"] + 22), (x, y + radius))
    else:
        seen.page.mouse.move(*seen.on_screen(200, 300))
        seen.page.mouse.move(*seen.on_screen(*IN_SQUARE))
    seen.until_painted()
    assert near(seen.colour(*IN_SQUARE), RED) and near(seen.colour(60, 60), PAPER)
    lens.locator(".grip").focus()
    before = lens.bounding_box()
    seen.page.keyboard.press("ArrowLeft")
    seen.page.keyboard.press("ArrowUp")
    after = lens.bounding_box()
    assert (before["x"] - after["x"], before["y"] - after["y"]) == pytest.approx((20, 20), abs=1)
    # A lens that shows the default capture over another one.
    seen.someone.open("#category=none&capture=uv,daylight&lens=1", document="captured")
    seen.page.wait_for_selector(".lens:visible")
    seen.until_painted()
    middle = lens.bounding_box()
    view, surface = seen.someone.view, seen.someone.surface()
    at = [(middle[side] + radius - surface[side] - getattr(view, side)) / view.scale for side in ("x", "y")]
    assert near(seen.colour(*at), PAPER) and near(seen.colour(60, 60), BLUE)


def test_a_clause_can_be_opened_on_another_capture(looking):
    seen = looking(DESKTOP, "&capture=uv")
    seen.someone.open("#capture=uv", document="captured")
    seen.until_painted()
    seen.page.mouse.click(*seen.on_screen(*IN_SQUARE))
    seen.page.wait_for_selector("#panel.open")
    assert seen.page.locator("#panel-title").inner_text() == "The square"
    assert seen.someone.fragment["capture"] == "uv"


def test_a_page_with_one_image_has_no_captures_button_and_the_chosen_capture_is_kept(looking):
    seen = looking(DESKTOP, "&capture=raking")
    seen.page.keyboard.press("PageDown")
    seen.page.wait_for_selector("#captures-button", state="hidden")
    seen.page.keyboard.press("PageUp")
    seen.page.wait_for_selector("#captures-button:visible")
    seen.until_painted()
    assert near(seen.colour(200, 200), GREEN)


def test_sharing_names_the_capture_and_offers_a_still_picture(looking, address):
    seen = looking(DESKTOP, "&capture=uv").until_painted()
    seen.page.click("#options-button")
    seen.page.get_by_role("button", name="Share").click()
    words = seen.page.locator("#share .captures")
    words.get_by_text("Capture: Ultraviolet").wait_for()
    link = words.get_by_role("link", name="Still picture of Ultraviolet").get_attribute("href")
    with urllib.request.urlopen(address + link) as answer:
        assert answer.headers["Content-Type"] == "image/jpeg" and len(answer.read()) > 1000
    assert "capture=uv" in seen.page.locator("#share-link").input_value()


def test_captures_are_translated_and_curtain_sliders_run_left_to_right_in_arabic(reader, address):
    someone = reader(*DESKTOP, locale="fr-FR")
    someone.open("#capture=daylight,uv&lens=1", document="captured")
    grip = someone.page.locator(".lens .grip")
    grip.wait_for()
    assert grip.get_attribute("aria-label").startswith("Loupe sur Lumière ultraviolette")
    mirrored = reader(*PHONE, locale="ar")
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
def test_axe_finds_no_violations_and_no_control_is_cut_off(reader, address, size, scheme):
    someone = reader(*size, color_scheme=scheme)
    seen = Looking(someone)
    seen.press("#captures-button")
    for name in ("Ultraviolet", "Fade", "Curtain", "Lens"):
        seen.choose(name)
        seen.someone.rest()
        assert (violations(seen.someone), seen.page.evaluate(CUT_OFF)) == ([], []), name
