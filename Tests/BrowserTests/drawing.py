"""A document for drawing regions in the editor, and a user who draws with mouse, touch or keyboard."""

import json
import math
import pathlib
import time
import urllib.parse
import urllib.request
import uuid

import pytest

import source_folder
from serving import Restartable, add

DOCUMENT = "drawing"
SIZE = (2000, 1400)
MOUSE, TOUCH = ((1180, 820), "mouse"), ((390, 844), "touch")
TOOLS = ["select", "lines", "suggestions", "polygon", "rectangle", "freehand", "reshape", "move", "border", "split", "join", "cut", "simplify"]


def box(x: float, y: float, width: float, height: float) -> list:
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]


# Two adjacent boxes, one below both that shares their corners, and a round one.
LEFT, RIGHT = box(200, 200, 400, 300), box(600, 200, 400, 300)
BELOW = [[200, 500], [600, 500], [1000, 500], [1000, 800], [200, 800]]
ROUND = [[round(1500 + 200 * math.cos(i * math.pi / 20), 1), round(450 + 200 * math.sin(i * math.pi / 20), 1)] for i in range(40)]


# The outline of followed writing, as returned by the server.
OUTLINE = {
    "polygon": [[1200, 900], [1800, 900], [1800, 1000], [1200, 1000]],
    "lines": [{}], "left": 1150, "right": 1850, "from": [1200, 950], "to": [1800, 950],
}  # fmt: skip


def write(folder: pathlib.Path) -> pathlib.Path:
    pages = [{"label": {"en": name}, "width": SIZE[0], "height": SIZE[1]} for name in ("Front", "Back")]
    polygons = {"left": LEFT, "right": RIGHT, "below": BELOW, "round": ROUND}
    clauses = [
        {"id": name, "number": str(number + 1), "kind": "clause", "categories": [], "regions": [{"page": 1, "polygon": polygon}]}
        for number, (name, polygon) in enumerate(polygons.items())
    ]
    clauses[0]["regions"].append({"page": 2, "polygon": box(100, 100, 200, 200)})
    document = {
        "id": DOCUMENT, "title": {"en": "Regions"}, "language": "la", "languages": ["en"], "status": "published", "pages": pages,
    }  # fmt: skip
    source_folder.write(folder, document, [], clauses, {"en": {}})
    return folder


# The position of the sheet after it has been still for a few frames: tools resize it, and views glide.
RESTING_PLACE = """
() => new Promise((done) => {
    let [before, times] = ['', 0];
    const look = () => {
        const { x, y, width } = document.getElementById('paper').getBoundingClientRect();
        times = before === `${x} ${y} ${width}` ? times + 1 : 0;
        before = `${x} ${y} ${width}`;
        if (times >= 4) done([x, y, width]);
        else requestAnimationFrame(look);
    };
    look();
})
"""


# The number of pixels near a point of the surface with about a given colour of the layer: thin lines are antialiased.
PAINTED = """
([x, y, colour]) => {
    const canvas = document.querySelector('#drawing .live-layer');
    const [ratio, frame] = [canvas.width / canvas.clientWidth, canvas.getBoundingClientRect()];
    const side = Math.round(40 * ratio);
    const probe = document.createElement('canvas').getContext('2d');
    probe.fillStyle = getComputedStyle(document.getElementById('drawing')).getPropertyValue(`--drawing-${colour}`).trim();
    probe.fillRect(0, 0, 1, 1);
    const wanted = probe.getImageData(0, 0, 1, 1).data;
    const found = canvas.getContext('2d').getImageData((x - frame.x) * ratio - side / 2, (y - frame.y) * ratio - side / 2, side, side).data;
    let count = 0;
    for (let at = 0; at < found.length; at += 4) if (wanted.every((value, channel) => Math.abs(found[at + channel] - value) < 60)) count += 1;
    return count;
}
"""


class Server(Restartable):
    document = DOCUMENT

    def discard_edits(self) -> None:
        """Discards the working copy."""
        address = f"{self.address}/api/documents/{self.document}/working-copy"
        with urllib.request.urlopen(address) as response:
            state = json.load(response)
        if state["changes"] == 0:
            return
        headers = {"Origin": self.address, "Content-Type": "application/json"}
        body = json.dumps({"revision": state["revision"]}).encode()
        urllib.request.urlopen(urllib.request.Request(f"{address}/discard", body, headers, method="POST")).read()


class Draughtsman:
    """A user who draws with one kind of pointer; coordinates are in image space."""

    document, size = DOCUMENT, SIZE

    def __init__(self, reader, kind: str) -> None:
        self.reader, self.page, self.kind = reader, reader.page, kind
        self.known = self.edits()

    def open(self):
        self.page.goto(f"{self.reader.address}/documents/{self.document}/edit")
        self.page.wait_for_selector("body.ready")
        self.page.wait_for_selector("#drawing-tools:not([hidden])")
        return self

    def api(self, path: str) -> dict:
        with urllib.request.urlopen(f"{self.reader.address}/api/documents/{self.document}/working-copy{path}") as response:
            return json.load(response)

    def edits(self) -> int:
        return self.api("")["revision"]

    def until_edit(self, label: str) -> list:
        """Waits for exactly one more edit; returns its operations."""
        deadline = time.monotonic() + 60
        while self.edits() <= self.known and time.monotonic() < deadline:
            # The page gives no signal: it applies the edit at once and sends it later.
            self.page.wait_for_timeout(30)
        entries = [entry for entry in self.api(f"/edits?since={self.known}")["edits"] if "operations" in entry]
        assert [entry["label"] for entry in entries] == [label]
        self.known = entries[-1]["revision"]
        return entries[-1]["operations"]

    def edit_regions_as_another_user(self, clause: str, regions: list) -> None:
        """Sends another user's edit of a clause's regions on the first page."""
        before = [{"polygon": polygon, "holes": holes} for polygon, holes in self.regions(clause)]
        self.edit_fields_as_another_user({f"clauses/{clause}/regions/1": (before, regions)})

    def edit_fields_as_another_user(self, fields: dict) -> None:
        """Sends another user's edit: for each path, the value before and after."""
        edit = {
            "id": str(uuid.uuid4()), "revision": self.edits(), "label": "theirs", "undoes": None,
            "operations": [{"path": path, "before": before, "after": after} for path, (before, after) in fields.items()],
        }  # fmt: skip
        address = f"{self.reader.address}/api/documents/{self.document}/working-copy/edits"
        headers = {"Origin": self.reader.address, "Content-Type": "application/json"}
        urllib.request.urlopen(urllib.request.Request(address, json.dumps(edit).encode(), headers)).read()

    def regions(self, clause: str, page: int = 1) -> list:
        clauses = self.api("?include=content")["content"]["clauses"]
        regions = [region for entry in clauses if entry["id"] == clause for region in entry.get("regions", [])]
        return [(region["polygon"], region.get("holes", [])) for region in regions if region["page"] == page]

    def polygon(self, clause: str) -> list:
        ((polygon, _),) = self.regions(clause)
        return polygon

    def touch(self, selector: str):
        """Clicks or taps something beside the sheet."""
        at = self.page.locator(selector)
        at.tap() if self.kind == "touch" else at.click()
        return self

    def use(self, tool: str):
        return self.touch(f"button[data-tool='{tool}']")

    def control(self, name: str):
        return self.touch(f"[data-control='{name}']")

    @property
    def hint(self) -> str:
        return self.page.inner_text("#drawing-hint")

    @property
    def problem(self) -> str:
        return self.page.locator("#drawing-options.problem #drawing-hint").inner_text()

    def outlines(self) -> list[dict]:
        """From now on, responds to requests for a clause's outline with the same outline; returns the list of these requests."""
        requests = []

        def response(route):
            requests.append(urllib.parse.parse_qs(route.request.url.split("?")[1]))
            route.fulfill(json=OUTLINE)

        self.page.route("**/api/documents/*/pages/1/outline?*", response)
        return requests

    def until_painted(self, x: float, y: float, colour: str) -> None:
        """Waits until a colour of the layer appears within 20 CSS pixels of a point."""
        self.page.wait_for_function(f"place => ({PAINTED})(place) > 0", arg=[*self.spot(x, y), colour])

    def spot(self, x: float, y: float) -> tuple[float, float]:
        left, top, width = self.page.evaluate(RESTING_PLACE)
        scale = width / self.size[0]
        return left + x * scale, top + y * scale

    def tap(self, *points) -> None:
        for point in points:
            x, y = self.spot(*point)
            if self.kind == "touch":
                self.page.touchscreen.tap(x, y)
            else:
                self.page.mouse.click(x, y)

    def drag(self, *points, is_held: bool = False) -> None:
        (first, *others) = [self.spot(*point) for point in points]
        way = [first]
        for x, y in others:
            (fromX, fromY) = way[-1]
            way += [(fromX + (x - fromX) * i / 6, fromY + (y - fromY) * i / 6) for i in range(1, 7)]
        if self.kind == "touch":
            self.fingers("touchStart", way[0])
            for place in way[1:]:
                self.fingers("touchMove", place)
            if not is_held:
                self.reader.lift_at_rest(way[-1])
            return
        self.page.mouse.move(*way[0])
        self.page.mouse.down()
        for place in way[1:]:
            self.page.mouse.move(*place)
        if not is_held:
            self.page.mouse.up()

    def fingers(self, kind: str, *places) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        self.reader.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def hold(self, x: float, y: float) -> None:
        """Performs a long press and waits for its effect."""
        place = self.spot(x, y)
        self.fingers("touchStart", place)
        self.page.wait_for_timeout(650)
        self.fingers("touchEnd")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def aim(self, x: float, y: float) -> None:
        """Moves the crosshair to a point with the arrow keys, to half a CSS pixel."""
        self.page.focus("#drawing")
        self.press("ArrowRight", "ArrowLeft")
        position = self.page.locator("#drawing p[role=status]").inner_text()
        atX, atY = (float(part.replace(",", "").replace("\u2068", "").replace("\u2069", "")) for part in position.split(", "))
        scale = self.spot(1, 0)[0] - self.spot(0, 0)[0]
        for distance, more, less in [(x - atX, "ArrowRight", "ArrowLeft"), (y - atY, "ArrowDown", "ArrowUp")]:
            steps = round(abs(distance) * scale)
            key = more if distance > 0 else less
            self.press(*[f"Control+{key}"] * (steps // 100), *[f"Shift+{key}"] * (steps % 100 // 10), *[key] * (steps % 10))

    def without_snapping(self):
        self.use("snaps")
        return self


def near(polygon: list, expected: list, tolerance: float) -> bool:
    """Returns whether two polygons have the same corners in the same order, from any start and in either direction."""
    if len(polygon) != len(expected):
        return False
    orders = [ring[start:] + ring[:start] for ring in (polygon, polygon[::-1]) for start in range(len(ring))]
    return any(all(math.dist(a, b) <= tolerance for a, b in zip(order, expected)) for order in orders)


def created(operations: list) -> tuple[str, list]:
    """Returns the clause that an edit created, and its polygon."""
    (clause,) = [one["path"].split("/")[1] for one in operations if one["after"] is True]
    (regions,) = [one["after"] for one in operations if one["path"] == f"clauses/{clause}/regions/1"]
    return clause, regions[0]["polygon"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("drawing")
    add(folder / "library", write(folder / "source"))
    server = Server(folder / "library", "--edit")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def address(server):
    return server.address


@pytest.fixture
def draw(new_reader, server):
    server.discard_edits()

    def make(kind=MOUSE, **options) -> Draughtsman:
        (width, height), pointer = kind
        return Draughtsman(new_reader(width, height, is_new=False, has_touch=pointer == "touch", **options), pointer).open()

    return make


both = pytest.mark.parametrize("kind", [MOUSE, TOUCH], ids=["mouse", "touch"])
