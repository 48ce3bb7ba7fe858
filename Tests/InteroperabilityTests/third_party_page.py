"""A third-party page: the published OpenSeadragon on a separate origin.

All it knows about our server is an address.
"""

from __future__ import annotations

import contextlib
import http.server
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Page

from serving import ROOT

OPENSEADRAGON = ROOT / ".vendor" / "interoperability" / "openseadragon.js"
MILLISECONDS = 30_000
# So small that the whole of the image and a part of it at its native size come from different tiles.
SIDE = 300

# With crossOriginPolicy, the canvas can be read only if CORS allowed every tile.
PAGE = """<!doctype html>
<meta charset="utf-8">
<title>Someone else's viewer</title>
<link rel="icon" href="data:,">
<style>html, body { margin: 0 } #viewer { width: %(side)dpx; height: %(side)dpx; background: #fff }</style>
<div id="viewer"></div>
<script src="openseadragon.js"></script>
<script>
window.open = (source) => {
    window.failures = [];
    window.viewer = OpenSeadragon({
        id: 'viewer', tileSources: [source], drawer: 'canvas', crossOriginPolicy: 'Anonymous',
        showNavigationControl: false, animationTime: 0, immediateRender: true,
    });
    for (const name of ['open-failed', 'tile-load-failed', 'add-item-failed']) {
        viewer.addHandler(name, (event) => failures.push(`${name}: ${event.message}`));
    }
};
window.isDrawn = () => {
    if (failures.length) return true;
    const item = window.viewer?.world.getItemAt(0);
    return Boolean(item && item.getFullyLoaded() && !viewer.isAnimating?.());
};
// The colours at places of the image, as shares of its width: what a reader sees there.
window.coloursAt = (places) => {
    const item = viewer.world.getItemAt(0);
    const canvas = viewer.drawer.canvas;
    const scale = canvas.width / viewer.container.clientWidth;
    const context = canvas.getContext('2d');
    const size = item.getContentSize();
    return places.map(([x, y]) => {
        const point = item.imageToViewerElementCoordinates(new OpenSeadragon.Point(x * size.x, y * size.y));
        return [...context.getImageData(Math.round(point.x * scale), Math.round(point.y * scale), 1, 1).data.slice(0, 3)];
    });
};
</script>
""" % {"side": SIDE}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = {"/": PAGE.encode(), "/openseadragon.js": OPENSEADRAGON.read_bytes()}.get(self.path)
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/javascript" if self.path.endswith(".js") else "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def third_party_site() -> Iterator[str]:
    """Serves the page on a free port of this machine; yields its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@dataclass
class Visit:
    """A visit to the page, with a record of all errors and requests."""

    page: Page
    errors: list[str] = field(default_factory=list)
    requested: list[str] = field(default_factory=list)

    @staticmethod
    @contextlib.contextmanager
    def to(address: str, browser: Browser) -> Iterator[Visit]:
        context = browser.new_context(viewport={"width": SIDE, "height": SIDE})
        visit = Visit(context.new_page())
        visit.page.set_default_timeout(MILLISECONDS)
        visit.page.on("console", lambda message: visit._note_console(message.type, message.text))
        visit.page.on("pageerror", lambda error: visit.errors.append(str(error)))
        visit.page.on("requestfailed", lambda request: visit.errors.append(f"{request.url}: {request.failure}"))
        visit.page.on("response", lambda response: visit._note_response(response.url, response.status))
        visit.page.goto(address)
        try:
            yield visit
        finally:
            context.close()

    def _note_console(self, kind: str, text: str) -> None:
        if kind == "error":
            self.errors.append(text)

    def _note_response(self, url: str, status: int) -> None:
        self.requested.append(url)
        if status >= 400:
            self.errors.append(f"{url}: {status}")

    def open(self, source: object) -> None:
        """Opens a source of tiles and waits until the whole view is drawn."""
        self.page.evaluate("(source) => window.open(source)", source)
        self.page.wait_for_function("() => window.isDrawn()")
        assert self.page.evaluate("() => failures") == []

    def zoom_to_native(self) -> None:
        """Zooms to one image pixel per screen pixel, at the image's centre."""
        self.page.evaluate(
            """() => {
                viewer.viewport.zoomTo(viewer.world.getItemAt(0).imageToViewportZoom(1), null, true);
                viewer.viewport.applyConstraints(true);
                viewer.forceRedraw();
            }"""
        )
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.page.wait_for_function("() => window.isDrawn()")

    def colours(self, places: list[tuple[float, float]]) -> list[list[int]]:
        return self.page.evaluate("(places) => window.coloursAt(places)", places)
