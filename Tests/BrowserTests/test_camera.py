"""Photographing pages in the browser: what the camera page shows in each state, and what becomes of the photographs."""

import http.server
import json
import re
import threading
import urllib.request

import pytest

from accessibility import violations
from chromium import with_camera
from contexts import acquainted, reader_in_own_context
from editing import CUT_OFF, SMALL, address, server  # noqa: F401
from fake_camera import IN_PLACE, SCENES, film, script
from serving import ROOT
from support import Reader

pytestmark = [pytest.mark.server("a static site takes no pictures"), pytest.mark.calm]

MESSAGES = {
    "nothing": "Show the whole page", "weak": "Use a dark background", "far": "Move closer", "steep": "Hold the camera level",
    "outside": "Show all four corners", "moving": "Hold still",
}  # fmt: skip


def get_json(address: str, path: str) -> dict:
    with urllib.request.urlopen(address + path) as response:
        return json.load(response)


def pages_of(address: str, document: str = "three-pages") -> list[dict]:
    return get_json(address, f"/api/documents/{document}/working-copy?include=content")["content"]["pages"]


class Photographer:
    """A user of the camera page."""

    def __init__(self, reader: Reader, **remembered) -> None:
        self.reader, self.page = reader, reader.page
        self.page.add_init_script(script())
        self.page.add_init_script(acquainted(captureHelped=True, **remembered))

    def open(self, document: str | None = "three-pages"):
        self.page.goto(f"{self.reader.address}/capture" + (f"?document={document}" if document else ""))
        self.page.wait_for_selector("body.ready")
        return self

    def choose(self, kind: str = "upright"):
        self.page.click(f".kind[data-kind='{kind}']")
        self.page.wait_for_selector(".viewfinder[data-camera='running']")
        return self

    def show(self, **scenery):
        """Changes what is in front of the camera."""
        self.page.evaluate("(scenery) => Object.assign(window.scenery, scenery)", scenery)
        return self

    def until(self, status: str):
        self.page.wait_for_selector(f".viewfinder[data-status='{status}']")
        return self

    def until_taken(self):
        self.page.wait_for_selector(".review .preview")
        return self

    def until_page_count(self, count: int) -> list[dict]:
        self.page.wait_for_url("**/edit")
        self.page.wait_for_selector("body.ready")
        document = self.page.url.split("/")[-2]
        pages = pages_of(self.reader.address, document)
        assert len(pages) == count
        return pages


@pytest.fixture
def photographer(new_reader):
    return lambda width=390, height=844, **remembered: Photographer(new_reader(width, height, is_new=True), **remembered)


def faults(reader: Reader) -> tuple:
    return violations(reader), reader.page.evaluate(SMALL), reader.page.evaluate(CUT_OFF)


# The whole process, with Chromium's fake camera


def test_a_page_before_the_camera_is_photographed_and_added_to_the_document(browser, address, tmp_path):  # noqa: F811
    aside = [[x + 0.3, y] for x, y in IN_PLACE]
    seen = film(tmp_path / "page.y4m", [
        {"frames": 8, "from": aside, "to": IN_PLACE, "clutter": 3}, {"frames": 40, "from": IN_PLACE, "clutter": 3},
    ])  # fmt: skip
    other = with_camera(browser, seen)
    try:
        reader = reader_in_own_context(other, address, viewport={"width": 390, "height": 844}, has_touch=True)
        page = reader.page
        before = len(pages_of(address))
        page.goto(f"{address}/capture?document=three-pages")
        page.click(".kind[data-kind='upright']")
        # Help is shown before the first photograph.
        page.locator("#capture-help").get_by_role("button", name="Close").click()
        page.wait_for_selector(".review .preview")
        assert page.locator(".review h2").inner_text() == "Page 1"
        page.click(".review .done")
        page.wait_for_url("**/edit")
        page.wait_for_selector("body.ready")
        pages = pages_of(address)
        assert len(pages) == before + 1
        image = pages[-1]["image"]
        corners = [value for x, y in IN_PLACE for value in (480 * x, 640 * y)]
        # 0.3 % of the diagonal.
        assert [value for point in image["corners"] for value in point] == pytest.approx(corners, abs=2.4)
        # No other page of the viewer may use the camera.
        page.goto(f"{address}/new")
        refusal = "navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'given', ({ name }) => name)"
        assert reader.console_errors == [] and page.evaluate(refusal) == "NotAllowedError"
    finally:
        other.close()


# What is shown


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)], ids=str)
def test_each_camera_status_has_its_message_and_axe_finds_no_violations(photographer, size):
    camera = photographer(*size, captureByHand=True).open()
    found = {"kinds": faults(camera.reader)}
    camera.choose()
    for status, scenery in SCENES.items():
        camera.show(quad=IN_PLACE, speed=0, hidden=0).show(**scenery).until(status)
        message = camera.page.locator(".message span")
        camera.page.wait_for_function("(text) => document.querySelector('.message span')?.textContent === text", arg=MESSAGES[status])
        assert message.is_visible()
        found[status] = faults(camera.reader)
        is_outlined = camera.page.evaluate("document.querySelector('.overlay .outline:not(.under)').getAttribute('d') !== ''")
        assert is_outlined == (status not in ("nothing", "weak")), status
        points_outwards = camera.page.evaluate("document.querySelector('.overlay .outward').getAttribute('d') !== ''")
        assert points_outwards == (status == "far"), status
    camera.show(quad=IN_PLACE, speed=0, hidden=0).until("ready")
    fill = camera.page.evaluate("getComputedStyle(document.querySelector('.overlay .outline:not(.under)')).fill")
    assert fill.replace(" ", "").endswith("/0.5)")
    found["ready"] = faults(camera.reader)
    camera.page.click(".viewfinder .help")
    found["help"] = faults(camera.reader)
    camera.page.keyboard.press("Escape")
    camera.page.click(".shutter")
    camera.until_taken()
    found["review"] = faults(camera.reader)
    camera.page.click(".review .corners")
    found["corners"] = faults(camera.reader)
    assert found == {state: ([], [], []) for state in found}


def test_the_status_is_announced_and_the_outline_matches_the_page(photographer):
    camera = photographer(captureByHand=True).open().choose().show(quad=None).until("nothing")
    live = "document.getElementById('live').textContent"
    camera.reader.until(f"{live} === 'Show the whole page'")
    camera.show(quad=IN_PLACE).until("ready")
    camera.reader.until(f"{live} === 'Press the button'")
    drawn = camera.page.evaluate(
        """() => {
            const path = document.querySelector('.overlay .outline:not(.under)');
            const box = document.querySelector('.camera-frame video').getBoundingClientRect();
            return path.getAttribute('d').match(/[\\d.]+,[\\d.]+/g).map((pair) => pair.split(',').map(Number))
                .map(([x, y]) => [x / box.width, y / box.height]);
        }"""
    )
    for corner, expected in zip(drawn, IN_PLACE, strict=True):
        assert corner == pytest.approx(expected, abs=0.01)


def test_the_torch_button_is_shown_only_if_the_camera_has_a_torch(photographer):
    camera = photographer(captureByHand=True).open().choose()
    assert camera.page.locator(".torch").is_hidden()
    camera.page.click(".viewfinder .back")
    camera.page.evaluate("window.camera.torch = true")
    camera.choose()
    torch = camera.page.locator(".torch")
    torch.click()
    camera.reader.until("document.querySelector('.torch').getAttribute('aria-pressed') === 'true'")
    torch.click()
    camera.reader.until("document.querySelector('.torch').getAttribute('aria-pressed') === 'false'")
    assert camera.page.evaluate("window.constraints") == [{"advanced": [{"torch": True}]}, {"advanced": [{"torch": False}]}]


def test_manual_mode_takes_no_picture_by_itself_and_is_remembered(photographer):
    camera = photographer().open().choose().show(speed=0.25).until("moving")
    camera.page.get_by_role("switch", name="Automatic").click()
    camera.show(speed=0).until("ready")
    # Twenty frames later no picture has been taken.
    camera.page.evaluate("async () => { for (let i = 0; i < 20; i += 1) await new Promise((r) => document.querySelector('video').requestVideoFrameCallback(r)); }")
    assert camera.page.locator(".review").count() == 0
    camera.page.reload()
    camera.page.wait_for_selector("body.ready")
    assert camera.page.locator(".kind[data-kind='upright']").get_attribute("aria-current") == "true"
    camera.choose()
    assert camera.page.get_by_role("switch", name="Automatic").get_attribute("aria-checked") == "false"


# What becomes of the pictures


def test_a_series_becomes_a_new_document_and_no_page_is_taken_twice(photographer):
    camera = photographer().open(document=None).choose().until_taken()
    camera.page.click(".review .rotate")
    camera.page.click(".review .next")
    camera.until("taken")
    camera.page.locator(".message", has_text="Show the next page").wait_for()
    # A hand removes the page and puts another one in its place.
    camera.show(quad=None).until("nothing").show(quad=IN_PLACE, seed=3).until_taken()
    assert camera.page.locator(".review h2").inner_text() == "Page 2"
    camera.page.click(".review .done")
    pages = camera.until_page_count(2)
    # After a clockwise rotation, the former lower left corner is at the top left.
    (left, foot), (x, y) = [page["image"]["corners"][0] for page in pages]
    assert left == pytest.approx(x, rel=0.1) and foot > 4 * y


def test_cancelling_while_a_picture_is_taken_leaves_nothing_behind(photographer):
    camera = photographer(captureByHand=True).open()
    camera.page.evaluate(
        """() => {
            window.ImageCapture = class {
                takePhoto() { return new Promise((resolve) => { window.deliver = resolve; }); }
            };
        }"""
    )
    camera.choose().until("ready")
    requests = []
    camera.page.on("request", lambda request: request.method == "POST" and requests.append(request.url))
    camera.page.click(".shutter")
    camera.page.click(".message .cancel")
    camera.page.evaluate(
        "async () => window.deliver(await new Promise((give) => Object.assign(document.createElement('canvas'), { width: 80, height: 60 }).toBlob(give)))"
    )
    camera.until("ready")
    assert camera.page.locator(".review").count() == 0 and camera.page.locator(".done").is_hidden() and requests == []
    # The next picture is kept: the photograph, which is larger than the video frame.
    camera.page.wait_for_selector(".viewfinder:not(.taking)")
    camera.until("ready")
    camera.page.evaluate("window.deliver = null")
    camera.page.click(".shutter")
    camera.reader.until("window.deliver !== null")
    camera.page.evaluate(
        "async () => window.deliver(await new Promise((give) => Object.assign(document.createElement('canvas'), { width: 720, height: 960 }).toBlob(give)))"
    )
    camera.until_taken()
    camera.page.click(".review .corners")
    assert camera.page.locator(".corner-board canvas").first.evaluate("({ width, height }) => [width, height]") == [720, 960]


def test_retaking_discards_the_picture_and_takes_the_same_page_again(photographer):
    camera = photographer().open().choose().until_taken()
    camera.page.click(".review .retake")
    camera.page.wait_for_selector(".viewfinder")
    camera.until_taken()
    assert camera.page.locator(".review h2").inner_text() == "Page 1"
    # It becomes a page; a picture in another light becomes a capture of that page, aligned by its corners.
    camera.page.click(".review .done")
    camera.page.wait_for_url("**/edit")
    camera.page.wait_for_selector("body.ready")
    number = pages_of(camera.reader.address)[-1]["number"]
    camera.page.goto(f"{camera.reader.address}/capture?document=three-pages&page={number}&kind=ultraviolet")
    camera.page.wait_for_selector("body.ready")
    camera.choose().show(seed=3, quad=[[x + 0.02, y - 0.01] for x, y in IN_PLACE])
    camera.until_taken()
    camera.page.click(".review .done")
    camera.page.wait_for_url("**/edit")
    camera.page.wait_for_selector("body.ready")
    # The editor aligns it once both images are cut into tiles.
    alignment = camera.page.evaluate(
        """async (number) => {
            for (let turn = 0; turn < 600; turn += 1) {
                const copy = await (await fetch('/api/documents/three-pages/working-copy?include=content', { cache: 'no-store' })).json();
                const { captures } = copy.content.pages.find((page) => page.number === number);
                if (captures[1].alignment) return [captures[1].kind, captures[1].image.corners.length, captures[1].alignment];
                await new Promise((resolve) => setTimeout(resolve, 50));
            }
            throw new Error('it was not aligned');
        }""",
        number,
    )
    assert alignment[:2] == ["ultraviolet", 4] and len(alignment[2]) >= 4
    for on_capture, on_page in alignment[2]:
        assert on_capture == pytest.approx(on_page, abs=12)


def test_corners_are_moved_by_keys_and_mouse_under_a_magnifier_and_must_form_a_page(photographer):
    camera = photographer().open().choose().until_taken()
    camera.page.click(".review .corners")
    first = camera.page.get_by_role("button", name="Top left corner")
    place = first.bounding_box()
    first.press("Shift+ArrowDown")
    lens = camera.page.locator(".lens")
    # The magnifier is on the other side of the picture, also in a right-to-left page.
    for direction in ("ltr", "rtl"):
        camera.page.evaluate("(direction) => { document.documentElement.dir = direction; }", direction)
        assert lens.is_visible() and lens.bounding_box()["x"] > 195, direction
    camera.page.evaluate("document.documentElement.dir = 'ltr'")
    assert first.bounding_box()["y"] > place["y"] + 2
    # Moved past the opposite corner, the corners do not form a page.
    opposite = camera.page.get_by_role("button", name="Bottom right corner").bounding_box()
    camera.page.mouse.move(place["x"] + 24, first.bounding_box()["y"] + 24)
    camera.page.mouse.down()
    camera.page.mouse.move(opposite["x"] + 40, opposite["y"] + 44, steps=4)
    camera.page.mouse.up()
    apply = camera.page.get_by_role("button", name="Apply")
    assert apply.is_disabled() and "do not outline a page" in camera.page.locator(".hint").inner_text()
    camera.page.click(".review .whole")
    size = "[...document.querySelectorAll('.preview')].map(({ width, height }) => width / height)[0]"
    assert camera.page.evaluate(size) == pytest.approx(0.75, abs=0.01)


def test_unsent_pictures_are_discarded_only_after_confirmation(photographer):
    camera = photographer(captureByHand=True).open().choose().until("ready")
    camera.page.click(".shutter")
    camera.until_taken().page.click(".review .next")
    camera.page.wait_for_selector(".viewfinder .done:visible")
    camera.page.click(".viewfinder .back")
    camera.page.get_by_role("button", name="Keep").click()
    assert camera.page.locator(".viewfinder .done").inner_text() == "Done (1 picture)"
    camera.page.click(".viewfinder .back")
    camera.page.get_by_role("button", name="Discard").click()
    camera.page.wait_for_selector(".kinds")


# Failures


@pytest.mark.parametrize(("refusal", "words"), [("NotAllowedError", "access is blocked"), ("NotFoundError", "No camera was found"), ("NotReadableError", "another program")])
def test_without_a_camera_the_reason_is_shown_and_a_file_can_be_chosen(photographer, tmp_path, refusal, words):
    camera = photographer().open()
    camera.page.evaluate("(refusal) => { window.camera.refusal = refusal; }", refusal)
    camera.page.click(".kind[data-kind='upright']")
    camera.page.locator(".stopped [role=alert]", has_text=words).wait_for()
    assert faults(camera.reader) == ([], [], [])
    picture = camera.page.evaluate("Object.assign(document.createElement('canvas'), { width: 90, height: 60 }).toDataURL()")
    path = tmp_path / "picture.png"
    path.write_bytes(urllib.request.urlopen(picture).read())
    with camera.page.expect_file_chooser() as chooser:
        camera.page.get_by_role("button", name="Choose a picture").click()
    chooser.value.set_files(path)
    camera.until_taken()


def test_a_disconnected_camera_can_be_started_again(photographer):
    camera = photographer(captureByHand=True).open().choose().until("ready")
    camera.page.evaluate("window.camera.track.dispatchEvent(new Event('ended'))")
    camera.page.locator(".stopped", has_text="disconnected").wait_for()
    camera.page.get_by_role("button", name="Start the camera").click()
    camera.until("ready")
    assert camera.page.evaluate("window.camera.started") == 2


def test_a_reader_without_editing_rights_gets_a_link_to_sign_in_and_return(new_reader, serve, server):  # noqa: F811
    address = serve(server.library)
    reader = new_reader(390, 844)
    reader.allows_console_errors = True
    reader.page.goto(f"{address}/capture?document=three-pages")
    reader.page.wait_for_selector("body.ready")
    link = reader.page.get_by_role("link")
    assert link.get_attribute("href") == "/access?to=%2Fcapture%3Fdocument%3Dthree-pages"


def test_the_editor_and_the_new_document_page_link_to_the_camera(new_reader, address):  # noqa: F811
    reader = new_reader(1280, 800)
    reader.page.goto(f"{address}/documents/three-pages/edit")
    reader.page.wait_for_selector("body.ready")
    reader.page.click("#tab-pages")
    link = reader.page.get_by_role("link", name="Take a picture")
    assert link.get_attribute("href") == "/capture?document=three-pages"
    reader.page.goto(f"{address}/new")
    reader.page.wait_for_selector("body.ready")
    assert reader.page.get_by_role("link", name="Take a picture").get_attribute("href") == "/capture"


# The camera in pages of other sites


@pytest.fixture
def example_address(address):  # noqa: F811
    """Yields the address of another server, which serves the example of the documentation with our address in it."""
    example = (ROOT / "docs" / "camera-example.html").read_text()
    assert example.count("http://127.0.0.1:8080") == 1
    example = example.replace("http://127.0.0.1:8080", address).encode()

    class Example(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200 if self.path == "/" else 204)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            if self.path == "/":
                self.wfile.write(example)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Example) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_port}/"
        host.shutdown()


def test_the_documented_example_on_another_server_draws_its_own_overlay_from_events(new_reader, example_address):
    reader = new_reader(800, 1000)
    page = reader.page
    page.add_init_script(script())
    page.goto(example_address)
    page.evaluate("window.camera.torch = true")
    # An integrator can fix the orientation, regardless of the screen's.
    fixed = page.evaluate(
        """async (address) => {
            const { PageCamera } = await import(`${address}/viewer/camera/camera.js`);
            const camera = new PageCamera(document.createElement('video'), { orientation: 'landscape' });
            const told = new Promise((resolve) => camera.addEventListener('orientation', ({ detail }) => resolve(detail.orientation)));
            await camera.start();
            camera.close();
            return [await told, camera.orientation];
        }""",
        reader.address,
    )
    assert fixed == ["landscape", "landscape"]
    page.get_by_role("button", name="Open the booth").click()
    picture = page.locator("#album img")
    picture.wait_for()
    # A picture of the whole camera frame, with the page's corners in its pixels.
    corners = [float(number) for number in re.findall(r"[\d.]+", picture.get_attribute("alt"))]
    expected = [value for x, y in IN_PLACE for value in (x * 480, y * 640)]
    assert corners == pytest.approx(expected, abs=2)
    # The example's own dots, at the corners in the coordinates of its canvas.
    page.wait_for_function(
        """(corners) => {
            const dots = document.getElementById('dots');
            const pen = dots.getContext('2d');
            return dots.width === dots.clientWidth && corners.every(([x, y]) => pen.getImageData(x * dots.width, y * dots.height, 1, 1).data[3] > 0);
        }""",
        arg=IN_PLACE,
    )
    page.evaluate("window.scenery.speed = 0.25")
    page.locator("#word", has_text="Freeze!").wait_for()
    page.get_by_role("button", name="Lamp").click()
    page.locator("li[data-event='torch']").wait_for()
    page.get_by_role("button", name="Open the booth").click()
    page.locator("li[data-event='stopped']").wait_for()
    events = page.evaluate("[...document.querySelectorAll('#log li')].map((line) => line.dataset.event).reverse()")
    assert [events.index(name) for name in ("orientation", "resumed", "cycle-start", "taking", "cycle-end", "taken")] == sorted(
        events.index(name) for name in ("orientation", "resumed", "cycle-start", "taking", "cycle-end", "taken")
    )
    assert page.locator("li[data-event='orientation']").first.inner_text() == "orientation portrait"
    assert events[-2:] == ["cycle-end", "stopped"] and events.count("cycle-start") == events.count("cycle-end") == 2
