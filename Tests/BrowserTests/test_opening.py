"""What is shown while a document opens, and the scale bar that appears and disappears."""

import re
import threading

import pytest

from support import TILE

pytestmark = pytest.mark.cold


SCRIPT = re.compile(r"\.js(\?|$)")

# The colour and box of each outline.
OUTLINES = """(selector) => Array.from(document.querySelectorAll(selector), (path) => {
    const { x, y, width, height } = path.getBoundingClientRect();
    return [getComputedStyle(path).stroke, x, y, width, height];
})"""


def hold_requests(reader, pattern):
    """Holds back matching requests and returns a function that releases them."""
    gate, waiting = threading.Event(), []
    reader.page.route(pattern, lambda route: route.continue_() if gate.is_set() else waiting.append(route))

    def release():
        gate.set()
        for route in waiting:
            route.continue_()

    return release


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (1440, 900), (844, 390)])
def test_page_image_and_outlines_show_before_scripts_load_and_do_not_move(new_reader, width, height):
    reader = new_reader(width, height)
    release_scripts, release_tiles = hold_requests(reader, SCRIPT), hold_requests(reader, TILE)
    reader.page.goto(reader.document_url(), wait_until="commit")
    reader.until("[...document.querySelectorAll('#paper img')].filter((image) => image.naturalWidth > 0).length === 2")
    colour = reader.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--ground').trim()")
    assert colour == reader.get("/api/documents/magna-carta")["palette"]["background"]
    assert reader.page.locator("#title").inner_text() == "Magna Carta, 1215"
    before = reader.page.evaluate(OUTLINES, "#outlines path")
    paper = reader.page.locator("#paper").bounding_box()
    assert len(before) == 64 and not reader.page.locator("#overlays path").count()
    release_scripts()
    reader.page.wait_for_selector("body.ready")
    # No tile has arrived: the image is still shown.
    assert reader.page.locator("#outlines").count() == 0
    assert reader.page.locator("#paper img").count() == 2
    after = reader.page.evaluate(OUTLINES, "#overlays [data-clause]")
    assert [outline[0] for outline in after] == [outline[0] for outline in before]
    for old, new in zip(before, after):
        assert old[1:] == pytest.approx(new[1:], abs=1)
    new = reader.page.locator("#paper").bounding_box()
    assert [new[side] for side in new] == pytest.approx([paper[side] for side in new], abs=0.6)
    release_tiles()
    reader.until_tiles_loaded()


def test_no_tile_coarser_than_the_first_image_is_loaded(new_reader):
    reader = new_reader(390, 844).open()
    reader.until_tiles_loaded()
    assert min(reader.levels) >= 9


def test_a_link_to_another_page_shows_nothing_of_the_first(new_reader):
    reader = new_reader(820, 1180)
    reader.open("#page=2", document="three-pages")
    assert reader.page.locator("#paper img").count() == 0
    assert reader.page.locator("#outlines").count() == 0


@pytest.mark.server("a static site has no other form of its pages")
def test_debug_mode_loads_every_module_separately(new_reader):
    reader = new_reader(820, 1180)
    loaded = []
    reader.page.on("request", lambda request: loaded.append(request.url))
    reader.page.goto(f"{reader.document_url()}?debug")
    reader.page.wait_for_selector("body.ready")
    assert any(url.endswith("/app/explorer.js") for url in loaded)
    assert not any("/bundles/" in url for url in loaded)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_nothing_shifts_while_a_document_opens(new_reader, width, height):
    reader = new_reader(width, height, has_touch=width < 600)
    reader.page.add_init_script(
        """window.shift = 0;
        new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; })
            .observe({ type: 'layout-shift', buffered: true });"""
    )
    reader.open()
    assert reader.page.evaluate("window.shift") == 0


def test_the_buttons_for_zooming_are_shown_once_all_have_arrived(new_reader):
    reader = new_reader()
    reader.allows_console_errors = True
    reader.page.route("**/*.js*", lambda route: route.abort())
    reader.page.goto(reader.document_url())
    assert reader.page.locator("#zoom-in").is_visible()
    page = reader.page.request.get(reader.document_url()).text()
    beginning = page[:page.index('id="zoom-whole"')].rpartition("<")[0]
    reader.page.route(reader.document_url(), lambda route: route.fulfill(body=beginning, content_type="text/html"))
    reader.page.goto(reader.document_url())
    assert reader.page.locator("#zoom-in").count() == 1
    assert not reader.page.locator("#zoom-in").is_visible()


@pytest.mark.compression
def test_the_first_view_takes_few_requests_and_few_bytes(new_reader):
    reader = new_reader(1440, 900, has_touch=False)
    urls, loaded = {}, []
    reader.cdp.send("Network.enable")
    reader.cdp.on("Network.responseReceived", lambda event: urls.update({event["requestId"]: event["response"]["url"]}))
    reader.cdp.on(
        "Network.loadingFinished",
        lambda event: loaded.append((urls.get(event["requestId"], ""), event["encodedDataLength"])),
    )
    # The script for several captures of a page, without which the first view must be complete.
    captures = re.compile(r"/captures\.js")
    release_captures = hold_requests(reader, captures)
    reader.open().until_tiles_loaded()
    with reader.page.expect_event("requestfinished", lambda request: captures.search(request.url)):
        release_captures()
    reader.until_idle()
    loaded = [(url, size) for url, size in loaded if not url.startswith("data:")]
    # Everything loaded before the sheet and its clauses are visible and the page reacts to the reader.
    pages = [size for url, size in loaded if "/documents/" in url and "/api/" not in url]
    pictures = [size for url, size in loaded if url.split("?")[0].endswith(".webp")]
    scripts = [size for url, size in loaded if SCRIPT.search(url)]
    fonts = [size for url, size in loaded if url.endswith(".woff2")]
    assert len(pages) == 1 and pages[0] < 20_000
    assert len(pictures) == 1 and pictures[0] < 80_000
    assert sum(pages + pictures + scripts + fonts) < 250_000, loaded
    end = next(index for index, (url, _) in enumerate(loaded) if TILE.search(url))
    assert end <= 15, loaded
    first = [size for url, size in loaded[:end] if SCRIPT.search(url)]
    assert len(first) == 2 and sum(first) < 120_000, loaded
    assert len(scripts) == 3 and sum(scripts) < 135_000, loaded
    assert sum(size for _, size in loaded[:end]) < 320_000, loaded


@pytest.mark.server("a host of files knows no versions")
def test_a_second_view_requests_no_scripts_styles_fonts_or_tiles_again(new_reader):
    reader = new_reader(820, 1180).open()
    reader.until_tiles_loaded()
    responses, remembered = {}, set()
    reader.cdp.send("Network.enable")
    reader.cdp.on("Network.responseReceived", lambda event: responses.update({event["requestId"]: event["response"]}))
    reader.cdp.on("Network.requestServedFromCache", lambda event: remembered.add(event["requestId"]))
    reader.page.reload()
    reader.page.wait_for_selector("body.ready")
    reader.until_idle()
    files = {name: response for name, response in responses.items() if "/viewer/" in response["url"]}
    assert len(files) > 5
    requests = {response["url"] for name, response in files.items() if name not in remembered and not response["fromDiskCache"]}
    # The addresses of the web app manifest and its icons never change.
    assert {url.rpartition("/")[2] for url in requests} <= {"explore.webmanifest", "icon-192.png", "icon.svg"}
    tiles = {name: response for name, response in responses.items() if TILE.search(response["url"])}
    assert len(tiles) > 5
    anew = {response["url"] for name, response in tiles.items() if name not in remembered and not response["fromDiskCache"]}
    assert not anew
    assert all("immutable" in response["headers"]["Cache-Control"] for response in tiles.values())


@pytest.mark.compression
def test_every_compressible_response_is_compressed(new_reader):
    reader = new_reader(820, 1180)
    plain, compressed = [], []

    def note(response):
        kind = response.headers.get("content-type", "")
        is_text = any(part in kind for part in ("text/", "json", "javascript", "svg"))
        if is_text and len(response.body()) > 1000:
            (compressed if response.headers.get("content-encoding") == "gzip" else plain).append(response.url)

    reader.page.on("requestfinished", lambda request: note(request.response()))
    reader.open()
    assert plain == [] and len(compressed) > 5


def test_texts_are_set_in_our_own_serif_font_slightly_larger_than_the_default(new_reader):
    reader = new_reader(820, 1180)
    fonts = []
    reader.page.on("response", lambda response: fonts.append(response.url) if ".woff2" in response.url else None)
    reader.open("#clause=39")
    reader.until("document.fonts.check('18px \"EB Garamond\"')")
    folder = re.compile(f"{re.escape(reader.address)}/viewer/([0-9a-f]{{16}}/)?vendor/fonts/eb-garamond")
    assert fonts and all(folder.match(url) for url in fonts)
    family, size = reader.page.eval_on_selector(
        "#panel-body .words p", "(p) => [getComputedStyle(p).fontFamily, parseFloat(getComputedStyle(p).fontSize)]"
    )
    assert family.startswith('"EB Garamond"') and family.endswith("serif")
    assert 17 <= size <= 22


@pytest.mark.parametrize("document", ["magna-carta", "three-pages"])
def test_the_scale_bar_appears_with_its_ratio_at_every_zoom_and_fades_out(new_reader, document):
    reader = new_reader(820, 1180).open(document=document)
    scale = reader.page.locator("#scale")
    assert not reader.page.locator("#scale.shown").count()
    reader.page.evaluate(
        """() => {
            const scale = document.getElementById('scale');
            const look = () => { window.wasShown ||= scale.classList.contains('shown'); };
            new MutationObserver(look).observe(scale, { attributes: true });
        }"""
    )
    reader.pinch(80, 240)
    reader.until("window.wasShown")
    reader.until_idle()
    ratio = float(reader.page.locator("#scale-ratio").inner_text().rstrip("×"))
    assert ratio == pytest.approx(reader.view.scale, rel=0.05)
    length, unit = reader.page.locator("#scale-length").inner_text().split(" ")
    pixels_per_unit = 12 if document == "magna-carta" else 1
    assert unit == ("mm" if document == "magna-carta" else "pixels")
    width = reader.page.locator("#scale-bar").bounding_box()["width"]
    assert width == pytest.approx(float(length.replace(",", "")) * pixels_per_unit * reader.view.scale, abs=1)
    assert 20 <= width <= 112
    reader.until("!document.querySelector('#scale.shown')")
    reader.until("getComputedStyle(document.getElementById('scale')).opacity === '0'")
    assert scale.get_attribute("aria-hidden") == "true"


def test_the_scale_bar_shows_two_at_the_largest_zoom(new_reader):
    reader = new_reader(390, 844).open()
    reader.to_largest()
    assert reader.page.locator("#scale-ratio").inner_text() == "2×"
