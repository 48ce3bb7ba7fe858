#!/usr/bin/env python3
"""Pans and zooms a page with clauses, and the same page without any, in Chromium, in turns, and compares the CPU time.

    bench.py [--explore .build/release/explore] [--folder /tmp/viewer-bench] [--rounds 5] [--only 70-regions]

Needs Debian's chromium, the built program, and what Tests/BrowserTests needs in .venv (`Tools/vendor.sh tests`). One finger pans
and two pinch, with the same events in the same order, over the sample document with its clauses (and then without), and over the
same scan with 5,000 regions (and then without). The CPU seconds of all of Chromium's processes are compared.

The CPU time of the sample document while nobody touches it is compared with that of a page with nothing but OpenSeadragon and the
same tiles (theirs), on a phone.

Then a corner of one of the 5,000 regions is dragged in the editor, a step in every frame, and so is a corner in a document with a
single region. The frames per second are compared with the screen's 60, and the CPU time per frame with that of the other
document. Finally, edits of outlines are sent to the server one after another, each on an open connection: the 95th percentile of
the milliseconds until they are acknowledged, with 5,000 regions, against 50. One line is printed for each target, as
Benchmarks/README.md describes; ours is with clauses, theirs without. The exit status is the number of targets that fell short.
"""

import argparse
import http.client
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
if Path(sys.prefix) != VENV and (VENV / "bin" / "python").exists():
    os.execv(VENV / "bin" / "python", [str(VENV / "bin" / "python"), *sys.argv])
sys.path[:0] = [str(ROOT / "Benchmarks"), str(ROOT / "Tests" / "BrowserTests")]

from playwright.sync_api import sync_playwright  # noqa: E402

import measuring  # noqa: E402
from contexts import reader_in_own_context  # noqa: E402
from support import Reader  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")
COLUMNS, ROWS = 50, 100
TARGETS = [("70-regions", "magna-carta", 1.15), ("5000-regions", "many", 1.5)]
REST, DRAWING, SAVING = "at-rest", "drawing-5000-regions", "saving-5000-regions"
REST_SECONDS, REST_TARGET = 10, 0.1
OPENSEADRAGON = """<!doctype html>
    <style>html, body, #sheet { height: 100%; margin: 0 }</style>
    <div id="sheet"></div>
    <script src="openseadragon.js"></script>
    <script>OpenSeadragon({ id: "sheet", tileSources: "/dzi/magna-carta-1.dzi", showNavigationControl: false });</script>"""
# Frames per second; the least rate while drawing, as a fraction of that; the CPU time of a frame relative to one region.
SCREEN_RATE, DRAWING_RATE, DRAWING_COST = 60, 0.97, 1.5
# The number of edits that the server accepts at once from one address (docs/limits.md), less those of the drag.
SAVED_EDITS, LONGEST_SAVE_MS = 40, 50
DRAGGED_FRAMES = 300
# The first corner of the region in the middle of the page.
MIDDLE = (ROWS // 2) * COLUMNS + COLUMNS // 2
# Drags one step per frame; returns when each frame was shown. The pointer is already down.
DRAG = """
async ([x, y, frames]) => {
    const root = document.getElementById("drawing");
    const times = [];
    for (let step = 0; step < frames; step += 1) {
        const place = { clientX: x + (step % 40) - 20, clientY: y + (step % 30) - 15, pointerType: "mouse", buttons: 1 };
        if (window.dragging) root.dispatchEvent(new PointerEvent("pointermove", { ...place, pointerId: window.dragging, bubbles: true }));
        times.push(await new Promise(requestAnimationFrame));
    }
    return times;
}
"""


def many_regions(folder: Path, numbers: range = range(COLUMNS * ROWS)) -> None:
    """Writes the sample's scan with a grid of five thousand outlines, or some of them, each with ten corners like those of
    clauses.
    """
    source = ROOT / "data" / "magna-carta"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "texts").mkdir(parents=True)
    shutil.copyfile(source / "scan.jpg", folder / "scan.jpg")
    document = json.loads((source / "document.json").read_text())
    document["id"] = folder.name
    page = document["pages"][0]
    # Use the daylight capture only.
    if page.pop("captures", None):
        page["image"] = "scan.jpg"
    width, height = page["width"] / COLUMNS, page["height"] / ROWS
    clauses = []
    for number in numbers:
        row, column = divmod(number, COLUMNS)
        x, y = column * width + 4, row * height + 4
        w, h = width - 8, height - 8
        corners = [(0, 0), (0.3, 0), (0.3, 0.1), (0.6, 0.1), (0.6, 0), (1, 0), (1, 0.8), (0.7, 0.8), (0.7, 1), (0, 1)]
        polygon = [[round(x + a * w), round(y + b * h)] for a, b in corners]
        clauses.append({"id": str(number), "number": str(number), "kind": "clause", "categories": [],
                        "regions": [{"page": 1, "polygon": polygon}]})  # fmt: skip
    for name, value in [("document", document), ("categories", []), ("clauses", clauses), ("texts/en", {}), ("texts/fr", {})]:
        (folder / f"{name}.json").write_text(json.dumps(value))


def cpu_seconds() -> float:
    """Returns the CPU time of all descendants of this process."""
    parents, times = {}, {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            name, _, rest = (entry / "stat").read_text().rpartition(")")
        except OSError:
            continue
        fields = rest.split()
        parents[int(entry.name)] = int(fields[1])
        times[int(entry.name)] = (name, sum(int(field) for field in fields[11:13]))

    def is_ours(pid: int) -> bool:
        while pid > 1:
            pid = parents.get(pid, 0)
            if pid == os.getpid():
                return True
        return False

    return sum(ticks for pid, (name, ticks) in times.items() if "chrom" in name and is_ours(pid)) / TICKS


def move(reader: Reader) -> None:
    """Performs a few seconds of gestures."""
    x, y = reader.middle()
    reader.pinch(80, 320, steps=30)
    for dx, dy in [(250, 150), (-250, -150), (-200, 250), (200, -250)]:
        reader.swipe((x - dx / 2, y - dy / 2), (x + dx / 2, y + dy / 2), steps=30)
    reader.pinch(100, 250, drift=(60, 40), steps=30)
    for dx, dy in [(300, 100), (-300, -100), (-100, 300), (100, -300)]:
        reader.swipe((x - dx / 2, y - dy / 2), (x + dx / 2, y + dy / 2), steps=30)
    reader.pinch(320, 30, steps=30)
    reader.pinch(320, 60, steps=30)
    reader.until_idle()


def measure(browser, address: str, document: str, fragment: str) -> float:
    reader = reader_in_own_context(
        browser, address, viewport={"width": 820, "height": 1180}, has_touch=True, service_workers="block"
    )
    reader.open(fragment, document)
    # A first run, so that the tiles are cached.
    move(reader)
    before = cpu_seconds()
    move(reader)
    spent = cpu_seconds() - before
    reader.page.context.close()
    return spent


def rest(browser, address: str, is_peer: bool) -> float:
    """Returns the CPU seconds of an open page that nobody touches."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, has_touch=True, locale="en-GB", service_workers="block"
    )
    page = context.new_page()
    if is_peer:
        script = ROOT / ".vendor/interoperability/openseadragon.js"
        page.route(f"{address}/peer/", lambda route: route.fulfill(content_type="text/html", body=OPENSEADRAGON))
        page.route(f"{address}/peer/openseadragon.js", lambda route: route.fulfill(path=script))
        page.goto(f"{address}/peer/")
    else:
        page.goto(f"{address}/documents/magna-carta")
        page.wait_for_selector("body.ready")
    page.wait_for_load_state("networkidle")
    # The caches for offline reading are filled some seconds later.
    time.sleep(REST_SECONDS)
    before = cpu_seconds()
    time.sleep(REST_SECONDS)
    spent = cpu_seconds() - before
    context.close()
    return spent


def measure_rest(browser, address: str, rounds: int) -> int:
    """Prints one line; returns how many targets fell short."""
    seconds = [(rest(browser, address, False), rest(browser, address, True)) for _ in range(rounds)]
    ours, theirs = (statistics.median(column) for column in zip(*seconds))
    ratio = statistics.median(one / other for one, other in seconds)
    name = f"viewer-{REST}, ms of {REST_SECONDS} s"
    return measuring.line(name, 1000 * ours, 1000 * theirs, ratio, REST_TARGET, ratio <= REST_TARGET)


def drag(browser, address: str, document: str) -> tuple[float, float, float]:
    """Returns the frames per second at rest and while a corner is dragged, and the CPU seconds per frame of the drag."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", service_workers="block")
    page = context.new_page()
    page.goto(f"{address}/documents/{document}/edit")
    page.wait_for_selector("body.ready")
    page.evaluate("document.getElementById('drawing').addEventListener('pointerdown', (event) => (window.at = event.pointerId))")

    def place(x: float, y: float) -> tuple[float, float]:
        box = page.locator("#paper").bounding_box()
        return box["x"] + x * box["width"] / 6000, box["y"] + y * box["width"] / 6000

    row, column = divmod(MIDDLE, COLUMNS)
    page.locator("button[data-tool='reshape']").click()
    page.wait_for_timeout(1000)
    page.mouse.click(*place(column * 120 + 60, row * 80 + 40))
    page.locator(".handle").first.wait_for()

    def rate(times: list) -> float:
        return 1000 * (len(times) - 1) / (times[-1] - times[0])

    x, y = place(column * 120 + 4, row * 80 + 4)
    rest = rate(page.evaluate(DRAG, [x, y, DRAGGED_FRAMES]))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 9, y + 9)
    page.evaluate("window.dragging = window.at")
    page.evaluate(DRAG, [x, y, DRAGGED_FRAMES // 5])
    before = cpu_seconds()
    moving = rate(page.evaluate(DRAG, [x, y, DRAGGED_FRAMES]))
    spent = cpu_seconds() - before
    page.mouse.up()
    context.close()
    return rest, moving, spent / DRAGGED_FRAMES


def draw(browser, address: str, rounds: int) -> int:
    """Prints two lines; returns how many targets fell short."""
    many, one = [], []
    for _ in range(rounds):
        many.append(drag(browser, address, "many"))
        one.append(drag(browser, address, "one"))
    rest, moving, cost = (statistics.median(column) for column in zip(*many))
    alone = statistics.median(cost for _, _, cost in one)
    rate = moving / SCREEN_RATE
    ratio = statistics.median(a[2] / b[2] for a, b in zip(many, one))
    print(f"  at rest {rest:.1f} frames/s")
    return measuring.line(
        f"viewer-{DRAWING}, frames/s", moving, SCREEN_RATE, rate, DRAWING_RATE, rate >= DRAWING_RATE
    ) + measuring.line(f"viewer-{DRAWING}, ms/frame", 1000 * cost, 1000 * alone, ratio, DRAWING_COST, ratio <= DRAWING_COST)


def save(port: int, document: str) -> list[float]:
    """Returns how long the server takes to acknowledge each of some edits that move a corner, in milliseconds."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    path = f"/api/documents/{document}/working-copy"
    headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{port}"}

    def answer(method: str, path: str, body: str | None = None) -> dict:
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        content = response.read()
        assert response.status == 200, f"{path}: status {response.status}: {content[:200]!r}"
        return json.loads(content)

    copy = answer("GET", f"{path}?include=content")
    revision, clauses = copy["revision"], {clause["id"]: clause for clause in copy["content"]["clauses"]}
    middle = [str(MIDDLE + number) for number in range(SAVED_EDITS)]
    times = []
    for clause in middle:
        region = clauses[clause]["regions"][0]
        before = {"polygon": region["polygon"], "holes": region.get("holes", [])}
        (x, y), *others = before["polygon"]
        edit = {
            "id": f"saved-{document}-{clause}-{revision}", "revision": revision, "label": "moveCorner", "undoes": None,
            "operations": [
                {"path": f"clauses/{clause}/regions/1", "before": [before], "after": [{**before, "polygon": [[x + 1, y + 1], *others]}]}
            ],
        }  # fmt: skip
        body = json.dumps(edit)
        started = time.perf_counter()
        answer("POST", f"{path}/edits", body)
        times.append(1000 * (time.perf_counter() - started))
    connection.close()
    return times


def measure_saving(port: int, rounds: int) -> int:
    """Prints one line; returns how many targets fell short."""
    times = []
    for number in range(rounds):
        # The server accepts ten edits per second after a burst.
        time.sleep(SAVED_EDITS / 10 if number > 0 else 0)
        times += save(port, "many")
    times.sort()
    slowest = times[len(times) * 95 // 100]
    print(f"  median {statistics.median(times):.1f} ms, longest {times[-1]:.1f} ms")
    return measuring.line(
        f"viewer-{SAVING}, p95 ms", slowest, LONGEST_SAVE_MS, slowest / LONGEST_SAVE_MS, 1, slowest <= LONGEST_SAVE_MS
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--explore", type=Path, default=ROOT / ".build/release/explore")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/viewer-bench"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", choices=[*[name for name, _, _ in TARGETS], REST, DRAWING, SAVING])
    options = parser.parse_args()

    shutil.rmtree(options.folder, ignore_errors=True)
    many_regions(options.folder / "many")
    many_regions(options.folder / "one", range(MIDDLE, MIDDLE + 1))
    library = options.folder / "library"
    for source in [ROOT / "data" / "magna-carta", options.folder / "many", options.folder / "one"]:
        subprocess.run([options.explore, "add", source, "--library", library], check=True, capture_output=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    server = subprocess.Popen(
        [options.explore, "serve", "--edit", "--library", library, "--port", str(port)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    short = 0
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{address}/health/ready").close()
                break
            except OSError:
                time.sleep(0.1)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"]
            )
            for name, document, target in TARGETS:
                if options.only not in (None, name):
                    continue
                rounds = []
                for _ in range(options.rounds):
                    ours = measure(browser, address, document, "")
                    theirs = measure(browser, address, document, "#category=none")
                    rounds.append((ours, theirs))
                ours, theirs = (statistics.median(column) for column in zip(*rounds))
                ratio = statistics.median(with_them / without for with_them, without in rounds)
                short += measuring.line(f"viewer-{name}, s", ours, theirs, ratio, target, ratio <= target)
            if options.only in (None, REST):
                short += measure_rest(browser, address, options.rounds)
            if options.only in (None, DRAWING):
                short += draw(browser, address, options.rounds)
            browser.close()
        if options.only in (None, SAVING):
            short += measure_saving(port, options.rounds)
    finally:
        server.terminate()
        server.wait(10)
    return short


if __name__ == "__main__":
    sys.exit(main())
