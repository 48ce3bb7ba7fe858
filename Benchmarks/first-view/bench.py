#!/usr/bin/env python3
"""Measures the first view of the sample document in Chromium, compared with a page that has only OpenSeadragon and the same
tiles.

    bench.py [--explore .build/release/explore] [--folder /tmp/first-view-bench] [--rounds 5] [--only phone-slow-4g]

Needs Debian's chromium-headless-shell, nginx and esbuild, the built program, and what Tests/BrowserTests needs in .venv
(`Tools/vendor.sh tests`). Each sample is a new browser context with an empty cache, over a network that Chromium throttles. The
pages take turns: ours, the bare page, and a static site. nginx serves the latter two, compressed. For each network and screen one
line is printed for each target, as Benchmarks/README.md describes. The work is bound by the network, so other work on the machine
changes little; it affects the interactions, with the CPU slowed fourfold, more. The exit status is the number of targets that
fell short.

The Speed Index is computed from the frames of `Page.startScreencast`, reduced to grey pixels: each is compared with the last one
by the sum of absolute differences; completeness is one minus the ratio of that sum to the first frame's; the index is the
integral of the incompleteness, in milliseconds.

A book of 400 pages and its first page alone are opened in turns. So are our page and the bare one on a tablet over Wi-Fi, until
the last tile of the view has arrived.
"""

import argparse
import base64
import contextlib
import io
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
if Path(sys.prefix) != VENV and (VENV / "bin" / "python").exists():
    os.execv(VENV / "bin" / "python", [str(VENV / "bin" / "python"), *sys.argv])
sys.path[:0] = [str(ROOT / "Benchmarks"), str(ROOT / "Tests" / "BrowserTests")]

from PIL import Image, ImageChops, ImageStat  # noqa: E402

import measuring  # noqa: E402
import written_book  # noqa: E402
from chromium import launched  # noqa: E402
from contexts import acquainted  # noqa: E402
from serving import end, free_port, serving  # noqa: E402

PEER = ROOT / ".vendor/interoperability/openseadragon.js"
# Bits per second down and up, and milliseconds from a request to its response. Those of 4G are from Chromium's developer tools.
NETWORKS = {"slow-4g": (1_600_000, 750_000, 150), "fast-4g": (9_000_000, 1_500_000, 60), "wifi": (100_000_000, 40_000_000, 10)}
# CSS pixels, device pixels per CSS pixel, and the size in grey pixels that frames are reduced to.
SCREENS = {"phone": ((390, 844), 2, (48, 104)), "desktop": ((1440, 900), 1, (104, 65)), "tablet": ((820, 1180), 2, (82, 118))}
INDEX_TARGET, PAINT_TARGET, REQUEST_TARGET, BYTE_TARGET, INTERACTION_TARGET = 0.5, 700, 20, 350_000, 100
BOOK_PAGES, BOOK_TARGET = 400, 1.1
TABLET_TARGET = 0.6
# A page without new frames and requests for this long is complete.
QUIET_SECONDS = 2.5
# The encoder produces slight differences between frames of the same picture.
SAME = 0.002

# Without a graphics processor, OpenSeadragon draws faster on a canvas than with WebGL.
BARE_PAGE = """<!doctype html>
<html lang="en">
    <head>
        <meta charset="utf-8" />
        <title>OpenSeadragon</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <style>html, body, #sheet { height: 100%; margin: 0; background: #2a1d14; }</style>
        <script src="openseadragon.js"></script>
    </head>
    <body>
        <div id="sheet"></div>
        <script>
            OpenSeadragon({ id: "sheet", tileSources: "SERVER/dzi/magna-carta-1.dzi", showNavigationControl: false, drawer: "canvas" });
        </script>
    </body>
</html>
"""

# Runs in every page before its own scripts.
NOTES = """
window.shift = 0;
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
window.ready = new Promise((resolve) => {
    const look = () => document.body?.classList.contains("ready") ? resolve(performance.now()) : requestAnimationFrame(look);
    look();
});
window.interactions = new Map();
new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
        if (!interactionId) continue;
        window.interactions.set(interactionId, Math.max(window.interactions.get(interactionId) ?? 0, duration));
    }
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""

NGINX = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
    include /etc/nginx/mime.types;
    types {{ text/javascript js mjs; application/manifest+json webmanifest; }}
    default_type application/octet-stream;
    access_log off;
    sendfile on;
    tcp_nopush on;
    gzip on;
    gzip_comp_level 9;
    gzip_vary on;
    gzip_types text/css text/javascript application/javascript application/json image/svg+xml application/manifest+json;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port};
        root {folder}/hosted;
    }}
}}
"""


@dataclass
class View:
    """The measurements of one opening of a page."""

    # Milliseconds.
    index: float
    paint: float
    # The time at which the sheet and, on our pages, the outlines of clauses have been drawn.
    drawn: float
    # The number of requests, and the bytes received, until then.
    requests: int
    bytes: int
    all_requests: int
    all_bytes: int
    shift: float
    # Whether the sheet and its outlines were visible before any script had arrived.
    is_before_scripts: bool
    # The time at which the page responds to input; NaN on pages that are not ours.
    ready: float


@contextlib.contextmanager
def hosting(folder: Path):
    port = free_port()
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=port))
    process = subprocess.Popen(
        ["/usr/sbin/nginx", "-p", folder, "-c", folder / "nginx.conf"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        end(process)


class Trace:
    """The frames and requests of a page, with times in milliseconds since it was opened."""

    def __init__(self, page, cdp):
        self.frames, self.requests, self.received, self.finished = [], [], [], {}
        self.page, self.cdp, self.last = page, cdp, time.monotonic()
        self.urls = {}
        # Wall-clock and monotonic seconds of the same moment.
        self.offset = None
        cdp.on("Page.screencastFrame", self.frame)
        cdp.on("Network.requestWillBeSent", self.request)
        cdp.on("Network.dataReceived", lambda event: self.received.append((event["timestamp"], event["encodedDataLength"])))
        cdp.on("Network.responseReceived", lambda event: self.received.append(
            (event["timestamp"], max(0, event["response"].get("encodedDataLength", 0)))))
        cdp.on("Network.loadingFinished", self.loaded)

    def frame(self, event):
        self.cdp.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})
        self.frames.append((event["metadata"]["timestamp"], event["data"]))
        self.last = time.monotonic()

    def request(self, event):
        self.offset = self.offset or event["wallTime"] - event["timestamp"]
        self.urls[event["requestId"]] = event["request"]["url"]
        if not event["request"]["url"].startswith(("data:", "blob:")):
            self.requests.append(event["timestamp"])
        self.last = time.monotonic()

    def loaded(self, event):
        self.finished.setdefault(self.urls.get(event["requestId"], ""), event["timestamp"])
        self.last = time.monotonic()

    def settle(self, seconds=60):
        """Waits until nothing is drawn or fetched any longer."""
        start = time.monotonic()
        while time.monotonic() - self.last < QUIET_SECONDS:
            if time.monotonic() - start > seconds:
                sys.exit(f"bench: {self.page.url}: not at rest after {seconds} s")
            self.page.wait_for_timeout(50)


def pixels(frame, size):
    return Image.open(io.BytesIO(base64.b64decode(frame))).convert("L").resize(size, Image.Resampling.BOX)


def progress(frames, start, size):
    """Returns the completeness, 0 to 1, of each frame, with its milliseconds since the start. The first frame is that of the
    empty page.
    """
    grey = [(1000 * (stamp - start), pixels(data, size)) for stamp, data in frames]
    last = grey[-1][1]
    missing = [(max(0, when), ImageStat.Stat(ImageChops.difference(picture, last)).sum[0]) for when, picture in grey]
    first = missing[0][1] or 1
    return [(when, 1 - difference / first) for when, difference in missing]


def speed_index(points):
    return sum((1 - complete) * (after - when) for (when, complete), (after, _) in zip(points, points[1:]))


def context_of(browser, screen):
    (width, height), density, _ = SCREENS[screen]
    context = browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=density, has_touch=screen != "desktop",
        is_mobile=screen != "desktop", locale="en-GB", service_workers="block")
    context.add_init_script(NOTES)
    # Suppress the hints of a first visit, which would count as part of the sheet.
    context.add_init_script(acquainted())
    return context


def slowed(context, network):
    page = context.new_page()
    cdp = context.new_cdp_session(page)
    down, up, latency = NETWORKS[network]
    cdp.send("Network.enable")
    cdp.send("Network.emulateNetworkConditions", {
        "offline": False, "downloadThroughput": down / 8, "uploadThroughput": up / 8, "latency": latency})
    return page, cdp


def measure(browser, url, network, screen, keep=None):
    """Opens a page with an empty cache."""
    context = context_of(browser, screen)
    page, cdp = slowed(context, network)
    trace = Trace(page, cdp)
    (width, height), _, size = SCREENS[screen]
    page.goto("about:blank")
    cdp.send("Page.startScreencast", {"format": "jpeg", "quality": 80, "maxWidth": min(width, 720), "maxHeight": height})
    page.wait_for_timeout(300)
    trace.frames, trace.requests, trace.received = trace.frames[-1:], [], []
    page.goto(url, wait_until="commit")
    trace.settle()
    facts = page.evaluate("""async () => ({
        start: performance.timeOrigin,
        paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
        shift: window.shift,
        ready: await Promise.race([window.ready, new Promise((resolve) => setTimeout(() => resolve(NaN), 100))]),
    })""")
    context.close()
    start = facts["start"] / 1000
    points = progress(trace.frames, start, size)
    if keep:
        for stamp, data in trace.frames:
            (keep / f"{network}-{screen}-{max(0, 1000 * (stamp - start)):06.0f}.jpg").write_bytes(base64.b64decode(data))

    def since(stamp):
        return 1000 * (stamp + trace.offset - start)

    # Our page contains a preview of the sheet; other pages count as drawn at the first frame that is nearly the last one.
    previews = [since(stamp) for name, stamp in trace.finished.items() if re.search(r"/default\.webp\?", name)]
    drawn = max(min(previews), facts["paint"]) if previews else next(when for when, complete in points if complete > 0.95)
    scripts = [since(stamp) for name, stamp in trace.finished.items() if re.search(r"\.js(\?|$)", name)]
    return View(
        index=speed_index(points), paint=facts["paint"], drawn=drawn, shift=facts["shift"],
        requests=sum(since(stamp) <= drawn for stamp in trace.requests),
        bytes=sum(size for stamp, size in trace.received if since(stamp) <= drawn),
        all_requests=len(trace.requests), all_bytes=sum(size for _, size in trace.received),
        ready=facts["ready"], is_before_scripts=bool(previews) and bool(scripts) and facts["paint"] < min(scripts))


def last_tile(browser, url):
    """Returns the milliseconds until a tablet has the last tile of its view."""
    context = context_of(browser, "tablet")
    page, cdp = slowed(context, "wifi")
    trace = Trace(page, cdp)
    page.goto(url, wait_until="commit")
    trace.settle(120)
    start = page.evaluate("performance.timeOrigin") / 1000
    context.close()
    return max(1000 * (stamp + trace.offset - start) for name, stamp in trace.finished.items() if "_files/" in name)


def interactions(browser, url):
    """Returns the milliseconds to the next paint after a touch, a theme and a search, on a slow phone while tiles load."""
    context = context_of(browser, "phone")
    page, cdp = slowed(context, "slow-4g")
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(url, wait_until="commit")
    page.wait_for_selector("body.ready", timeout=120_000)

    def timed(act, until):
        page.evaluate("window.interactions.clear()")
        act()
        page.wait_for_selector(until, timeout=120_000)
        # Durations are reported some frames after the paint that ends them.
        page.evaluate("new Promise((run) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(run, 200))))")
        # Interactions shorter than 16 ms are not reported.
        return max(page.evaluate("[...window.interactions.values()]") or [16])

    x, y = page.evaluate("""() => {
        const surface = document.getElementById("surface").getBoundingClientRect();
        return [surface.x + surface.width / 2, surface.y + surface.height / 2];
    }""")
    took = {"touch": timed(lambda: page.touchscreen.tap(x, y), "#panel.open")}
    page.locator("#panel-close").tap()
    page.wait_for_selector("#panel:not(.open)", state="attached")
    page.locator("#menu-button").tap()
    page.wait_for_selector("#menu.open")
    took["theme"] = timed(
        lambda: page.locator("#menu button[data-category=justice]").tap(), "#filter:not([hidden])")
    page.locator("#list-button").tap()
    page.wait_for_selector("#search")
    page.locator("#search").tap()
    took["search"] = timed(lambda: page.keyboard.type("w"), "#list-items")
    context.close()
    return took


def main() -> int:
    cases = [f"{screen}-{network}" for network in ("slow-4g", "fast-4g") for screen in ("phone", "desktop")]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--explore", type=Path, default=ROOT / ".build/release/explore")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/first-view-bench"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", choices=[*cases, "tablet", "interactions", "book"])
    parser.add_argument("--keep", type=Path, help="a folder for the frames of our page")
    options = parser.parse_args()
    folder = options.folder.resolve()
    shutil.rmtree(folder, ignore_errors=True)
    os.environ["EXPLORE_BINARY"] = str(options.explore.resolve())
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    library, hosted = folder / "library", folder / "hosted"
    (hosted / "bare").mkdir(parents=True)
    explore = options.explore.resolve()
    for command in (["add", ROOT / "data/magna-carta"], ["export", "--all", hosted / "site", "--format", "site"]):
        subprocess.run([explore, *command, "--library", library], check=True, capture_output=True)
    if options.only in (None, "book"):
        for name, count in (("sheet", 1), ("book", BOOK_PAGES)):
            written_book.write(folder / name, name, [(1000, 1400, [], 10)] * count, most_clauses=1)
            subprocess.run([explore, "add", folder / name, "--library", library], check=True, capture_output=True)
    subprocess.run(["esbuild", PEER, "--minify", "--log-level=warning", f"--outfile={hosted}/bare/openseadragon.js"], check=True)
    short = 0
    with serving(library) as server, hosting(folder) as host, launched() as browser:
        (hosted / "bare/index.html").write_text(BARE_PAGE.replace("SERVER", server))
        pages = {"ours": f"{server}/documents/magna-carta", "bare": f"{host}/bare/index.html",
                 "site": f"{host}/site/documents/magna-carta/index.html"}
        # A first run, so that everything generated on demand exists.
        for url in pages.values():
            measure(browser, url, "fast-4g", "phone")
        for case in cases:
            if options.only not in (None, case):
                continue
            screen, _, network = case.partition("-")
            rounds = [{name: measure(browser, url, network, screen, options.keep if name == "ours" else None)
                       for name, url in pages.items()} for _ in range(options.rounds)]
            short += report(case, rounds)
        if options.only in (None, "book"):
            short += books(browser, server, options.rounds)
        if options.only in (None, "tablet"):
            short += tablet(browser, pages["ours"], pages["bare"], options.rounds)
        if options.only in (None, "interactions"):
            rounds = [interactions(browser, pages["ours"]) for _ in range(options.rounds)]
            for name in rounds[0]:
                took = statistics.median(one[name] for one in rounds)
                short += measuring.line(f"first-view, {name} to paint, ms", took, INTERACTION_TARGET,
                                        took / INTERACTION_TARGET, 1.0, took <= INTERACTION_TARGET)
    return short


def tablet(browser, ours, bare, count):
    """Prints the line of a tablet's last tile, compared with the bare page."""
    rounds = [(last_tile(browser, ours), last_tile(browser, bare)) for _ in range(count)]
    mine, theirs = (statistics.median(times) for times in zip(*rounds))
    ratio = statistics.median(one / other for one, other in rounds)
    return measuring.line(
        "first-view, tablet-wifi, last tile, ms", mine, theirs, ratio, TABLET_TARGET, ratio <= TABLET_TARGET)


def books(browser, server, count):
    """Prints the lines of a book of many pages compared with a single sheet."""
    short = 0
    pages = {name: f"{server}/documents/{name}" for name in ("book", "sheet")}
    for url in pages.values():
        measure(browser, url, "fast-4g", "phone")
    for network, screen in (("slow-4g", "phone"), ("fast-4g", "desktop")):
        rounds = [{name: measure(browser, url, network, screen) for name, url in pages.items()} for _ in range(count)]
        for name in pages:
            print(f"{screen}-{network} {name}: " + "; ".join(
                f"index {view.index:.0f}, ready {view.ready:.0f} ms, {view.all_requests} requests, {view.all_bytes / 1000:.0f} kB"
                for view in (one[name] for one in rounds)), flush=True)
        for field, unit in (("index", "index, ms"), ("ready", "ready, ms")):
            ours, theirs = (statistics.median(getattr(one[name], field) for one in rounds) for name in pages)
            ratio = statistics.median(getattr(one["book"], field) / getattr(one["sheet"], field) for one in rounds)
            short += measuring.line(f"first-view, {BOOK_PAGES} pages, {screen}-{network}, {unit}", ours, theirs, ratio,
                                    BOOK_TARGET, ratio <= BOOK_TARGET)
    return short


def report(case, rounds):
    """Prints the lines of a network and a screen."""
    short = 0
    for name in rounds[0]:
        views = [one[name] for one in rounds]
        print(f"{case} {name}: " + "; ".join(
            f"index {view.index:.0f}, paint {view.paint:.0f}, drawn {view.drawn:.0f} ms after {view.requests} requests and "
            f"{view.bytes / 1000:.0f} kB, in all {view.all_requests} and {view.all_bytes / 1000:.0f} kB, shift {view.shift:.3f}"
            for view in views), flush=True)

    def median(name, field):
        return statistics.median(getattr(one[name], field) for one in rounds)

    for name, label in (("ours", ""), ("site", ", site")):
        ratio = statistics.median(one[name].index / one["bare"].index for one in rounds)
        short += measuring.line(f"first-view, {case}{label}, index, ms", median(name, "index"), median("bare", "index"),
                                ratio, INDEX_TARGET, ratio <= INDEX_TARGET)
        for field, unit, target in (("paint", "first paint, ms", PAINT_TARGET), ("requests", "requests", REQUEST_TARGET),
                                    ("bytes", "bytes", BYTE_TARGET)):
            value = median(name, field)
            short += measuring.line(f"first-view, {case}{label}, {unit}", value, target, value / target, 1.0, value <= target)
        worst = max(one[name].shift for one in rounds)
        short += measuring.line(f"first-view, {case}{label}, layout shift", worst, 0, worst, 0.0, worst == 0)
        # On a fast network, a small script arrives while the page is still being drawn.
        if case.endswith("slow-4g"):
            first = statistics.mean(one[name].is_before_scripts for one in rounds)
            short += measuring.line(f"first-view, {case}{label}, before scripts", first, 1, first, 1.0, first == 1)
    return short


if __name__ == "__main__":
    sys.exit(main())
