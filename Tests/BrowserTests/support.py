"""A simulated reader: performs gestures and key presses on a page, and reports what the page shows."""

from __future__ import annotations

import json
import math
import re
import time
import urllib.request
from dataclasses import dataclass, field

from playwright.sync_api import CDPSession, Error, Page, Request

from hosting import ORACLES

# The limit of every wait. It is generous because a busy machine is no fault of the page.
MILLISECONDS = 60_000
# How often a gesture is tried when a busy machine makes it too slow to be recognised.
ATTEMPTS = 8
# Slightly below the viewer's own limits for these gestures.
TAP_MILLISECONDS = 450
DOUBLE_TAP_MILLISECONDS = 270

# The address of a tile. A server's tiles name their level; those of a static site name a region of the scan and its output
# size. The first view's picture (WebP) is not a tile.
TILE = re.compile(
    r"/dzi/[^/]+_files/(\d+)/|/iiif/3/[^/]+/(full|[\d,]+)/(\d+),\d+/0/default\.(?!webp)"
)

# The address of the viewer's scripts. Its last component is a digest of them.
VIEWER_FOLDER = r"""
Object.defineProperty(window, 'viewerFolder', {
    get: () => document.querySelector("script[type='module'][src*='viewer/']").src.replace(/[^/]*\/[^/]*$/, ''),
});
"""

# Runs in every page: counts pending requests, tracks timers that are about to fire, and records touches on the sheet.
INSTRUMENTATION = """
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

# The position of the sheet's corner on the surface, in CSS pixels, and the scale in CSS pixels per image pixel, as rendered.
# The browser stores positions in 32-bit floats, so tests allow a thousandth of a pixel.
VIEW = """(() => {
    const matrix = document.querySelector('#overlays g').getScreenCTM();
    const surface = document.getElementById('surface').getBoundingClientRect();
    return [matrix.e - surface.x, matrix.f - surface.y, matrix.a];
})()"""

# Counts requests for animation frames while five frames pass.
COUNT_FRAMES = """{
    const { requestAnimationFrame } = window;
    let count = 0;
    window.requestAnimationFrame = (frame) => ((count += 1), requestAnimationFrame(frame));
    window.countFrames = async () => {
        count = 0;
        for (let n = 0; n < 5; n += 1) await new Promise(requestAnimationFrame);
        return count;
    };
}"""

# Records on every frame how far the sheet is outside its permitted position, and the largest and smallest scale. A sheet
# shorter than the uncovered part of the surface must be centred in it; a longer one must cover it.
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
            // The distance between the paper, below the tiles, and the outlines above them.
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

# The grid point of a clause that is farthest from its border: a safe point to touch, in CSS pixels.
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
    """The address of a document's page, which on a static site includes the file name."""
    return f"{address}/documents/{document}" + ("/index.html" if address in ORACLES else "")


@dataclass
class View:
    """The position of the sheet's top left corner on the surface in CSS pixels, and the scale in CSS pixels per image pixel."""

    x: float
    y: float
    scale: float


CACHED_PATHS = r"/\/(viewer|api|tiles|dzi|iiif\/3)\//"
"""Matches the addresses of files that the service worker caches for offline reading."""


@dataclass
class Reader:
    page: Page
    cdp: CDPSession
    address: str
    console_errors: list[str] = field(default_factory=list)
    # Whether console errors are allowed. Tests of failures set this, because browsers log each failed request.
    allows_console_errors: bool = False
    levels: list[int] = field(default_factory=list)
    pending_tiles: set[Request] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(MILLISECONDS)
        self.page.on("console", lambda message: self._note(message.type, message.text))
        self.page.on("pageerror", lambda error: self.console_errors.append(str(error)))
        self.page.on("response", lambda response: self._tile(response.url, response.status))
        self.page.on("request", lambda request: TILE.search(request.url) and self.pending_tiles.add(request))
        for end in ("requestfinished", "requestfailed"):
            self.page.on(end, lambda request: self.pending_tiles.discard(request))

    def _note(self, kind: str, text: str) -> None:
        if kind == "error":
            self.console_errors.append(text)

    def _tile(self, url: str, status: int) -> None:
        match = TILE.search(url)
        if not match or status not in (200, 304):
            return
        level, region, tile_width = match.groups()
        if level:
            self.levels.append(int(level))
        elif region != "full":
            # The whole image is never the finest level, so it is not counted.
            width = int(region.split(",")[2])
            longest = max(self.page.evaluate("window.sheet ? [window.sheet.width, window.sheet.height] : [6000, 8000]"))
            halvings = round(math.log2(width / int(tile_width)))
            self.levels.append(math.ceil(math.log2(longest)) - halvings)

    # Addresses

    @property
    def is_site(self) -> bool:
        """Whether the pages come from a static site rather than a server."""
        return self.address in ORACLES

    def document_url(self, document: str = "magna-carta") -> str:
        """The address of a document's page."""
        return document_page(self.address, document)

    def plain_url(self, document: str, language: str) -> str:
        """The address of a document's plain page in a language."""
        if self.is_site:
            is_first = self.get(f"/api/documents/{document}")["languages"][0] == language
            return f"{self.address}/documents/{document}/" + ("plain.html" if is_first else f"plain-{language}.html")
        return f"{self.document_url(document)}?plain&lang={language}"

    @property
    def library(self) -> str:
        """The address of the page of all documents."""
        return f"{self.address}/" + ("index.html" if self.is_site else "")

    # Navigation

    def open(self, fragment: str = "", document: str = "magna-carta") -> Reader:
        target = self.document_url(document) + fragment
        # Navigating to the same address with another fragment would not reload the page.
        if self.page.url.split("#")[0] == target.split("#")[0]:
            self.page.goto("about:blank")
        self.page.goto(target)
        self.page.wait_for_selector("body.ready")
        pages = self.get(f"/api/documents/{document}")["pages"]
        number = int((re.search(r"page=(\d+)", fragment) or [0, 1])[1])
        self.page.evaluate("(sheet) => { window.sheet = sheet; }", pages[min(number, len(pages)) - 1])
        self.until_idle()
        return self

    def description(self) -> str:
        """The state of the page, for the report of a failed test."""
        try:
            state = self.page.evaluate(
                """() => ({
                    body: document.body.className, language: document.documentElement.lang, storage: { ...localStorage },
                    title: document.querySelector('#panel-title')?.innerText,
                    panel: document.querySelector('#panel-body')?.innerText,
                    notices: [...document.querySelectorAll('[role=status], [role=alert]')].map((notice) => notice.innerText),
                })""")
        except Error as error:
            state = {"error": str(error)}
        lines = [self.page.url, *(f"{name}: {value}" for name, value in state.items()), f"console: {self.console_errors}"]
        return "\n".join(line[:1000] for line in lines)

    def get(self, path: str) -> dict:
        """A JSON response. A static site has only those of IIIF; others come from a server of the same library."""
        base = self.address if path.startswith("/iiif/") else ORACLES.get(self.address, self.address)
        with urllib.request.urlopen(base + path, timeout=120) as response:
            return json.load(response)

    def until_idle(self) -> None:
        """
        Waits until the page is idle: the sheet has stayed in place for some frames, no animation is running, no request is
        pending and no timer is about to fire, such as the one that saves the position in the fragment. The wait for timers
        ends after 280 ms, slightly more than that one takes, because a timer may be set again and again.
        """
        self.page.wait_for_function(
            """() => new Promise((resolve) => {
                const state = () => [...VIEW, location.hash, window.underWay].join();
                const isMoving = () => window.underWay > 0
                    || document.getAnimations().some((animation) => animation.playState === 'running');
                let [before, since] = [state(), performance.now()];
                const look = (now) => {
                    if (state() !== before || isMoving()) [before, since] = [state(), now];
                    if (now - since > (window.soon.size === 0 ? 80 : 280)) setTimeout(() => state() === before ? resolve(true) : look(now));
                    else requestAnimationFrame(look);
                };
                requestAnimationFrame(look);
            })""".replace("VIEW", VIEW)
        )

    def wait_for_timers(self, milliseconds: int) -> None:
        """
        Waits until the timers that the page has set for the next `milliseconds` have fired and the page is idle. A page's
        timers fire in the order of their times, so this holds on a busy machine too.
        """
        self.page.evaluate("(time) => new Promise((resolve) => setTimeout(resolve, time))", milliseconds)
        self.until_idle()

    def until_at_rest(self) -> None:
        """Waits until the page requests no animation frames. It must have been opened with `COUNT_FRAMES`."""
        self.until_resolved("await countFrames() === 0")

    def until_tiles_loaded(self) -> None:
        """Waits until all tiles of the view are loaded and drawn."""
        deadline = time.monotonic() + MILLISECONDS / 1000
        quiet = 0
        while quiet < 4:
            assert time.monotonic() < deadline, f"{len(self.pending_tiles)} tiles are still on their way"
            self.page.evaluate("() => new Promise((resolve) => setTimeout(resolve, 100))")
            self.frame()
            quiet = 0 if self.pending_tiles else quiet + 1
        self.until_idle()

    def until(self, expression: str) -> None:
        self.page.wait_for_function(f"() => {expression}")

    def until_resolved(self, expression: str) -> None:
        """Waits until an expression with `await` is true. `wait_for_function` treats every promise as true."""
        deadline = time.monotonic() + MILLISECONDS / 1000
        while not self.page.evaluate(f"async () => {expression}"):
            assert time.monotonic() < deadline, f"{expression} did not become true"
            self.wait_for_timers(100)

    def until_drops_accepted(self) -> None:
        """Waits until the page accepts drops."""
        self.until(
            """(() => {
                const dataTransfer = new DataTransfer();
                dataTransfer.setData('text/plain', 'words');
                const event = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true });
                return !document.body.dispatchEvent(event);
            })()"""
        )
        self.page.evaluate("dispatchEvent(new DragEvent('dragleave'))")

    def until_cached(self) -> None:
        """Waits until the page and its files are cached for offline reading. The context must allow service workers."""
        self.until("navigator.serviceWorker.controller !== null")
        # What the page loaded before the service worker started is cached later.
        cache = "(await caches.open('explore-1'))"
        self.until_resolved(f"!!(await {cache}.match({json.dumps(self.document_url())}))")
        self.until_resolved(
            f"""(await Promise.all(performance.getEntriesByType('resource')
                .filter(({{ name, responseStatus }}) => responseStatus === 200 && {CACHED_PATHS}.test(name))
                .map(async ({{ name }}) => {cache}.match(name)))).every(Boolean)"""
        )

    # Observations

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
        """The x-height of the sample document's script on the screen in CSS pixels; in the scan it is 32.55 pixels."""
        return 32.55 * self.view.scale

    def place_of(self, clause: str) -> dict[str, float]:
        """The bounding box of a clause's outline in CSS pixels, without the width of its stroke."""
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

    # Gestures

    def touch(self, kind: str, points: list[tuple[float, float]]) -> None:
        self.cdp.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]},
        )

    def lift_at_rest(self, place: tuple[float, float]) -> None:
        """
        Lifts a finger that has come to rest: after a flick, the browser takes the next tap for the end of the glide and drops it.
        The browser forgets the speed with the first move after a pause, but ignores a move to the same place.
        """
        x, y = place
        for point in ((x + 0.5, y), (x, y)):
            self.page.wait_for_timeout(60)
            self.touch("touchMove", [point])
        self.touch("touchEnd", [])

    def frame(self) -> None:
        self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def tap(self, point: tuple[float, float]) -> None:
        """Taps, and tries again if a busy machine made it a long press."""
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
            # The page saw two single taps, the second of which closed what the first opened.
            self.page.wait_for_timeout(2 * DOUBLE_TAP_MILLISECONDS)
            self.until_idle()
            self.page.keyboard.press("Escape")
            self.until_idle()
        raise AssertionError("the machine is too busy for a finger to tap twice")

    def lasted(self, first: str, last: str) -> float:
        """The milliseconds between the first event of one kind and the last of another, by event time or by arrival."""
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
        """Pinches from one finger distance to another while the midpoint drifts."""
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
        self.until_idle()
