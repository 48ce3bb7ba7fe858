"""A reader in front of the page: what they do with fingers, mouse and keys, and what they then see."""

from __future__ import annotations

import json
import math
import re
import time
import urllib.parse
import urllib.request
from dataclasses import dataclass, field

from playwright.sync_api import CDPSession, Page, Request

from hosting import ORACLES

# Far more than any of it needs, since a busy machine is no fault of the page.
MILLISECONDS = 60_000
# How often a gesture is made again that was too slow to be what it was meant for.
ATTEMPTS = 8
# Of the viewer's gestures, less a little.
TAP_MILLISECONDS = 450
DOUBLE_TAP_MILLISECONDS = 270

# A tile: of a server by its level, of a static site by what it shows of the scan and the size of that. The first view's
# picture is none.
TILE = re.compile(
    r"/dzi/[^/]+_files/(\d+)/|/iiif/3/[^/]+/(full|[\d,]+)/(\d+),\d+/0/default\.(?!webp)"
)

# Where the page's own scripts lie, whose folder's name is a digest of them.
VIEWER_FOLDER = r"""
Object.defineProperty(window, 'viewerFolder', {
    get: () => document.querySelector("script[type='module'][src*='viewer/']").src.replace(/[^/]*\/[^/]*$/, ''),
});
"""

# In every page: counts what is on its way from the server, notes which timers will end soon, and when fingers touch the sheet.
NOTES = """
(() => {
    window.underWay = 0;
    const count = (owner, name) => {
        const original = owner[name];
        owner[name] = async function (...given) {
            window.underWay += 1;
            try { return await original.apply(this, given); } finally { window.underWay -= 1; }
        };
    };
    count(window, 'fetch');
    count(Response.prototype, 'json');
    const soon = window.soon = new Set();
    const { setTimeout, clearTimeout } = window;
    window.setTimeout = (run, time = 0, ...given) => {
        if (typeof run !== 'function' || time > 280) return setTimeout(run, time, ...given);
        const id = setTimeout((...got) => {
            soon.delete(id);
            run(...got);
        }, time, ...given);
        soon.add(id);
        return id;
    };
    window.clearTimeout = (id) => {
        soon.delete(id);
        clearTimeout(id);
    };
    window.touches = [];
    for (const kind of ['pointerdown', 'pointermove', 'pointerup']) {
        addEventListener(kind, (event) => {
            const isOnSheet = event.target instanceof Element && event.target.closest('#surface');
            if (isOnSheet) window.touches.push([kind, event.timeStamp, performance.now()]);
        }, { capture: true, passive: true });
    }
})();
"""

# Where the page's corner is on the surface, in CSS pixels, and CSS pixels to an image pixel: as it is on the screen,
# whatever moved it there. The browser keeps places in 32-bit floats, so tests allow a thousandth of a pixel.
VIEW = """(() => {
    const matrix = document.querySelector('#overlays g').getScreenCTM();
    const surface = document.getElementById('surface').getBoundingClientRect();
    return [matrix.e - surface.x, matrix.f - surface.y, matrix.a];
})()"""

# Notes on every frame how far the sheet is from where it may be, and the largest and smallest scale. A sheet shorter
# than the uncovered part of the surface is to stand in its middle, a longer one is to cover it.
WATCH = """
() => {
    const seen = window.seen = { overshoot: 0, largest: 0, smallest: Infinity, apart: 0, frames: 0 };
    const paper = document.getElementById('paper');
    const surface = document.getElementById('surface');
    const panel = document.getElementById('panel');
    const { width, height } = window.sheet;
    const beyond = (edge, length, from, to) =>
        length <= to - from ? Math.abs(edge - (from + to - length) / 2) : Math.max(edge - from, to - edge - length);
    const look = () => {
        if (window.seen !== seen) return;
        {
            const [x, y, scale] = VIEW;
            const open = panel.classList.contains('open');
            const side = getComputedStyle(panel).getPropertyValue('--at-side').trim() === '1';
            const right = surface.clientWidth - (open && side ? panel.offsetWidth : 0);
            const bottom = surface.clientHeight - (open && !side ? panel.offsetHeight : 0);
            seen.overshoot = Math.max(seen.overshoot,
                beyond(x, width * scale, 0, right), beyond(y, height * scale, 0, bottom));
            // The paper under the tiles, against the outlines over them.
            const under = paper.getBoundingClientRect();
            const box = surface.getBoundingClientRect();
            seen.apart = Math.max(seen.apart, Math.abs(under.x - box.x - x), Math.abs(under.y - box.y - y),
                Math.abs(under.width - width * scale));
            seen.largest = Math.max(seen.largest, scale);
            seen.smallest = Math.min(seen.smallest, scale);
            seen.frames += 1;
        }
        requestAnimationFrame(look);
    };
    look();
}
""".replace("VIEW", VIEW)

# The part of a clause farthest from its bounding box's edges along a grid: a point to touch, in CSS pixels.
POINT_INSIDE = """
(id) => {
    const path = document.querySelector(`#overlays [data-clause="${CSS.escape(id)}"]`);
    const box = path.getBBox();
    const inside = (x, y) => path.isPointInFill(new DOMPoint(x, y));
    let best = null;
    for (let row = 1; row < 40; row += 1) for (let column = 1; column < 40; column += 1) {
        const [x, y] = [box.x + box.width * column / 40, box.y + box.height * row / 40];
        let reach = 0;
        while (reach < 60 && [[1, 0], [-1, 0], [0, 1], [0, -1]].every(([dx, dy]) =>
            inside(x + dx * (reach + 4), y + dy * (reach + 4)))) reach += 4;
        if (inside(x, y) && (!best || reach > best.reach)) best = { x, y, reach };
    }
    const point = new DOMPoint(best.x, best.y).matrixTransform(path.getScreenCTM());
    return [point.x, point.y];
}
"""


def document_page(address: str, document: str) -> str:
    """The address of a document's page, which a static site has by its whole name."""
    return f"{address}/documents/{document}" + ("/index.html" if address in ORACLES else "")


@dataclass
class View:
    """Where the sheet's top left corner is on the surface, and CSS pixels to an image pixel."""

    x: float
    y: float
    scale: float


WORTH_KEEPING = r"/\/(viewer|api|tiles|dzi|iiif\/3)\//"
"""What a page loads that is kept for reading without a network."""


@dataclass
class Reader:
    page: Page
    cdp: CDPSession
    address: str
    complaints: list[str] = field(default_factory=list)
    # The browser notes each failed request on its console; tests of failures do not mind.
    is_forgiving: bool = False
    levels: list[int] = field(default_factory=list)
    tiles_under_way: set[Request] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(MILLISECONDS)
        self.page.on("console", lambda message: self._note(message.type, message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("response", lambda response: self._tile(response.url, response.status))
        self.page.on("request", lambda request: TILE.search(request.url) and self.tiles_under_way.add(request))
        for end in ("requestfinished", "requestfailed"):
            self.page.on(end, lambda request: self.tiles_under_way.discard(request))

    def _note(self, kind: str, text: str) -> None:
        if kind == "error":
            self.complaints.append(text)

    def _tile(self, url: str, status: int) -> None:
        match = TILE.search(url)
        if not match or status not in (200, 304):
            return
        level, region, tile_width = match.groups()
        if level:
            self.levels.append(int(level))
        elif region != "full":
            # Below the level of a single tile nothing is asked for, so that a whole image is never the finest.
            width = int(region.split(",")[2])
            longest = max(self.page.evaluate("window.sheet ? [window.sheet.width, window.sheet.height] : [6000, 8000]"))
            halvings = round(math.log2(width / int(tile_width)))
            self.levels.append(math.ceil(math.log2(longest)) - halvings)

    # Where things are

    @property
    def is_site(self) -> bool:
        """Whether files answer and no server."""
        return self.address in ORACLES

    def where(self, document: str = "magna-carta") -> str:
        """The address of a document's page."""
        return document_page(self.address, document)

    def plain(self, document: str, language: str) -> str:
        """The address of a document's plain words in a language."""
        if self.is_site:
            is_first = self.get(f"/api/documents/{document}")["languages"][0] == language
            return f"{self.address}/documents/{document}/" + ("plain.html" if is_first else f"plain-{language}.html")
        return f"{self.where(document)}?plain&lang={language}"

    @property
    def library(self) -> str:
        """The address of the page of all documents."""
        return f"{self.address}/" + ("index.html" if self.is_site else "")

    @property
    def root(self) -> str:
        """The path that all paths begin with."""
        return urllib.parse.urlsplit(self.address).path + "/"

    # Going places

    def open(self, fragment: str = "", document: str = "magna-carta") -> Reader:
        target = self.where(document) + fragment
        # The same address with another fragment would not load anew.
        if self.page.url.split("#")[0] == target.split("#")[0]:
            self.page.goto("about:blank")
        self.page.goto(target)
        self.page.wait_for_selector("body.ready")
        pages = self.get(f"/api/documents/{document}")["pages"]
        number = int((re.search(r"page=(\d+)", fragment) or [0, 1])[1])
        self.page.evaluate("(sheet) => { window.sheet = sheet; }", pages[min(number, len(pages)) - 1])
        self.rest()
        return self

    def get(self, path: str) -> dict:
        """What a server says; of a site, one that serves the same library. What other programs read, a site has itself."""
        base = self.address if path.startswith("/iiif/") else ORACLES.get(self.address, self.address)
        with urllib.request.urlopen(base + path, timeout=120) as answer:
            return json.load(answer)

    def rest(self) -> None:
        """
        Waits until nothing moves: the sheet the same for some frames, no animation going on, nothing on its way from the
        server, and no timer about to end, such as the one after which the page notes its place. Timers that are set over
        and over are waited for no longer than a little more than the quarter of a second which that one takes.
        """
        self.page.wait_for_function(
            """() => new Promise((resolve) => {
                const state = () => [...VIEW, location.hash, window.underWay].join();
                const isMoving = () => window.underWay > 0
                    || document.getAnimations().some((animation) => animation.playState === 'running');
                let [before, since] = [state(), performance.now()];
                const look = (now) => {
                    if (state() !== before || isMoving()) [before, since] = [state(), now];
                    // What was to happen by now does so before a timer that is started now.
                    if (now - since > (window.soon.size === 0 ? 80 : 280)) setTimeout(() => state() === before ? resolve(true) : look(now));
                    else requestAnimationFrame(look);
                };
                requestAnimationFrame(look);
            })""".replace("VIEW", VIEW)
        )

    def later(self, milliseconds: int) -> None:
        """
        Waits until the page has done what it was to do within so long, and rests. A page's timers end in the order of their
        times, and this one begins after all others: so it ends after them, however busy the machine is.
        """
        self.page.evaluate("(time) => new Promise((resolve) => setTimeout(resolve, time))", milliseconds)
        self.rest()

    def until_tiles_came(self) -> None:
        """Waits until all tiles of the view have come, and are drawn."""
        deadline = time.monotonic() + MILLISECONDS / 1000
        quiet = 0
        while quiet < 4:
            assert time.monotonic() < deadline, f"{len(self.tiles_under_way)} tiles are still on their way"
            self.page.evaluate("() => new Promise((resolve) => setTimeout(resolve, 100))")
            self.frame()
            quiet = 0 if self.tiles_under_way else quiet + 1
        self.rest()

    def until(self, expression: str) -> None:
        self.page.wait_for_function(f"() => {expression}")

    def until_resolved(self, expression: str) -> None:
        """Waits until an expression that awaits is true. `wait_for_function` takes every promise for true."""
        deadline = time.monotonic() + MILLISECONDS / 1000
        while not self.page.evaluate(f"async () => {expression}"):
            assert time.monotonic() < deadline, f"{expression} did not become true"
            self.later(100)

    def until_it_receives(self) -> None:
        """Waits until the page takes what is dragged over it."""
        self.until(
            """(() => {
                const dataTransfer = new DataTransfer();
                dataTransfer.setData('text/plain', 'words');
                const event = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true });
                return !document.body.dispatchEvent(event);
            })()"""
        )
        self.page.evaluate("dispatchEvent(new DragEvent('dragleave'))")

    def until_kept(self) -> None:
        """Waits until the page and its files are kept for reading without a network; the service worker must be allowed."""
        self.until("navigator.serviceWorker.controller !== null")
        # Until the worker has what came before it did.
        cache = "(await caches.open('explore-1'))"
        self.until_resolved(f"!!(await {cache}.match({json.dumps(self.where())}))")
        self.until_resolved(
            f"""(await Promise.all(performance.getEntriesByType('resource')
                .filter(({{ name, responseStatus }}) => responseStatus === 200 && {WORTH_KEEPING}.test(name))
                .map(async ({{ name }}) => {cache}.match(name)))).every(Boolean)"""
        )

    # What is seen

    @property
    def view(self) -> View:
        return View(*self.page.evaluate(VIEW))

    @property
    def shown(self) -> list[str]:
        """The clauses on the sheet that are not faded out."""
        return self.page.evaluate(
            """() => [...document.querySelectorAll('#overlays .clause')]
                .filter((path) => getComputedStyle(path).opacity === '1').map((path) => path.dataset.clause)"""
        )

    @property
    def fragment(self) -> dict[str, str]:
        return dict(part.split("=") for part in self.page.evaluate("location.hash.slice(1)").split("&") if part)

    def is_open(self, selector: str) -> bool:
        return self.page.eval_on_selector(selector, "(element) => element.matches('.open, [open]')")

    def watch(self) -> None:
        self.page.evaluate(WATCH)

    @property
    def seen(self) -> dict[str, float]:
        return self.page.evaluate("window.seen")

    @property
    def x_height(self) -> float:
        """Of the sample document's writing as it is shown, CSS pixels: ten units of the hand, of 3.255 pixels each."""
        return 32.55 * self.view.scale

    def place_of(self, clause: str) -> dict[str, float]:
        """The box of a clause's outline, without the width of its stroke, CSS pixels."""
        return self.page.evaluate(
            """(id) => {
                const path = document.querySelector(`#overlays [data-clause="${CSS.escape(id)}"]`);
                const { x, y, width, height } = path.getBBox();
                const corner = new DOMPoint(x, y).matrixTransform(path.getScreenCTM());
                const scale = path.getScreenCTM().a;
                return { x: corner.x, y: corner.y, width: width * scale, height: height * scale };
            }""",
            clause,
        )

    def point_inside(self, clause: str) -> tuple[float, float]:
        return tuple(self.page.evaluate(POINT_INSIDE, clause))

    def surface(self) -> dict[str, float]:
        return self.page.locator("#surface").bounding_box()

    def middle(self) -> tuple[float, float]:
        box = self.surface()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    # What is done

    def touch(self, kind: str, points: list[tuple[float, float]]) -> None:
        self.cdp.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]},
        )

    def frame(self) -> None:
        self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def tap(self, point: tuple[float, float]) -> None:
        """A finger that is up again before it is a long press; on a busy machine not always at once."""
        for _ in range(ATTEMPTS):
            self.page.evaluate("window.touches = []")
            self.touch("touchStart", [point])
            self.touch("touchEnd", [])
            if self.lasted("pointerdown", "pointerup") < TAP_MILLISECONDS:
                return
        raise AssertionError("the machine is too busy for a finger to tap")

    def double_tap(self, point: tuple[float, float]) -> None:
        for _ in range(ATTEMPTS):
            self.page.evaluate("window.touches = []")
            for _ in range(2):
                self.touch("touchStart", [point])
                self.touch("touchEnd", [])
            if self.lasted("pointerup", "pointerup") < DOUBLE_TAP_MILLISECONDS:
                return
            # Two taps, then, of which the second closes what the first has opened.
            self.page.wait_for_timeout(2 * DOUBLE_TAP_MILLISECONDS)
            self.rest()
            self.page.keyboard.press("Escape")
            self.rest()
        raise AssertionError("the machine is too busy for a finger to tap twice")

    def lasted(self, first: str, last: str) -> float:
        """Milliseconds between the first touch of a kind and the last of another, as the fingers and the page had it."""
        return self.page.evaluate(
            """([first, last]) => {
                const from = window.touches.find(([kind]) => kind === first);
                const to = window.touches.findLast(([kind]) => kind === last);
                return from && to ? Math.max(to[1] - from[1], to[2] - from[2]) : 0;
            }""",
            [first, last],
        )

    def swipe(self, start: tuple[float, float], end: tuple[float, float], steps: int = 10) -> None:
        self.touch("touchStart", [start])
        for step in range(1, steps + 1):
            share = step / steps
            self.touch("touchMove", [tuple(a + (b - a) * share for a, b in zip(start, end))])
            self.frame()
        self.touch("touchEnd", [])

    def pinch(
        self,
        start: float,
        end: float,
        middle: tuple[float, float] | None = None,
        drift: tuple[float, float] = (0, 0),
        steps: int = 12,
    ) -> None:
        """Two fingers from one distance to another, their middle drifting on the way."""
        x, y = middle or self.middle()

        def fingers(share: float) -> list[tuple[float, float]]:
            half = (start + (end - start) * share) / 2
            at_x, at_y = x + drift[0] * share, y + drift[1] * share
            return [(at_x - half, at_y), (at_x + half, at_y)]

        self.touch("touchStart", fingers(0))
        for step in range(1, steps + 1):
            self.touch("touchMove", fingers(step / steps))
            self.frame()
        self.touch("touchEnd", [])

    def to_largest(self) -> None:
        for _ in range(6):
            self.pinch(80, 360)
            if self.view.scale > 1.999:
                break
        self.rest()
