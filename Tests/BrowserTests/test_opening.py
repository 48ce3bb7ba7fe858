"""What is seen while a document opens, and the scale that comes and goes."""

import re
import threading

import pytest

from support import TILE

pytestmark = pytest.mark.cold


def test_a_splash_in_the_document_s_colours_stays_until_the_first_tiles_come(reader):
    someone = reader(820, 1180)
    # The splash does not wait for tiles longer than four seconds; a busy machine may need them for the rest.
    someone.page.add_init_script(
        "const later = setTimeout; window.setTimeout = (run, time, ...more) => later(run, time === 4000 ? 1e8 : time, ...more);"
    )
    gate = threading.Event()
    waiting = []
    someone.page.route(
        TILE, lambda route: route.continue_() if gate.is_set() else waiting.append(route)
    )
    someone.page.goto(f"{someone.where()}")
    someone.page.wait_for_selector("body.ready")
    splash = someone.page.locator("#splash")
    assert splash.is_visible()
    assert "Magna Carta, 1215" in splash.inner_text()
    colour = splash.evaluate("(splash) => getComputedStyle(splash).getPropertyValue('--ground').trim()")
    assert colour == someone.get("/api/documents/magna-carta")["palette"]["background"]
    gate.set()
    for route in waiting:
        route.continue_()
    someone.page.wait_for_selector("#splash", state="hidden")
    assert len(someone.shown) == 64


def test_nothing_shifts_while_it_opens(reader):
    someone = reader(390, 844)
    someone.page.add_init_script(
        """window.shift = 0;
        new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; })
            .observe({ type: 'layout-shift', buffered: true });"""
    )
    someone.open()
    assert someone.page.evaluate("window.shift") == 0


@pytest.mark.compression
def test_the_first_view_is_less_than_260_kilobytes_before_the_tiles(reader):
    someone = reader(1440, 900, has_touch=False)
    urls, loaded = {}, []
    someone.cdp.send("Network.enable")
    someone.cdp.on("Network.responseReceived", lambda event: urls.update({event["requestId"]: event["response"]["url"]}))
    someone.cdp.on(
        "Network.loadingFinished",
        lambda event: loaded.append((urls.get(event["requestId"], ""), event["encodedDataLength"])),
    )
    someone.open()
    # What is fetched from here on adds to a sheet that can be seen and read already.
    end = next(index for index, (url, _) in enumerate(loaded) if url.endswith("/features.js"))
    first = {url: size for url, size in loaded[:end] if not TILE.search(url)}
    assert any("openseadragon" in url for url in first)
    assert any("/clauses?" in url or "/texts/" in url for url in first)
    assert sum(first.values()) < 260_000, first


@pytest.mark.server("a host of files knows no versions")
def test_a_second_view_asks_for_none_of_the_scripts_styles_fonts_and_tiles(reader):
    someone = reader(820, 1180).open()
    someone.until_tiles_came()
    answers, remembered = {}, set()
    someone.cdp.send("Network.enable")
    someone.cdp.on("Network.responseReceived", lambda event: answers.update({event["requestId"]: event["response"]}))
    someone.cdp.on("Network.requestServedFromCache", lambda event: remembered.add(event["requestId"]))
    someone.page.reload()
    someone.page.wait_for_selector("body.ready")
    someone.rest()
    files = {name: answer for name, answer in answers.items() if "/viewer/" in answer["url"]}
    assert len(files) > 30
    asked = {answer["url"] for name, answer in files.items() if name not in remembered and not answer["fromDiskCache"]}
    # The web app's own address is always the same.
    assert {url.rpartition("/")[2] for url in asked} <= {"explore.webmanifest", "icon-192.png", "icon.svg"}
    tiles = {name: answer for name, answer in answers.items() if TILE.search(answer["url"])}
    assert len(tiles) > 5
    anew = {answer["url"] for name, answer in tiles.items() if name not in remembered and not answer["fromDiskCache"]}
    assert not anew
    assert all("immutable" in answer["headers"]["Cache-Control"] for answer in tiles.values())


@pytest.mark.compression
def test_all_that_can_be_compressed_is(reader):
    someone = reader(820, 1180)
    plain = []

    def note(response):
        kind = response.headers.get("content-type", "")
        is_text = any(part in kind for part in ("text/", "json", "javascript", "svg"))
        if is_text and response.headers.get("content-encoding") != "gzip" and len(response.body()) > 1000:
            plain.append(response.url)

    someone.page.on("requestfinished", lambda request: note(request.response()))
    someone.open()
    assert plain == []


def test_the_letters_are_our_own_serif_a_little_larger_than_the_default(reader):
    someone = reader(820, 1180)
    fonts = []
    someone.page.on("response", lambda response: fonts.append(response.url) if ".woff2" in response.url else None)
    someone.open("#clause=39")
    someone.until("document.fonts.check('18px \"EB Garamond\"')")
    folder = re.compile(f"{re.escape(someone.address)}/viewer/([0-9a-f]{{16}}/)?vendor/fonts/eb-garamond")
    assert fonts and all(folder.match(url) for url in fonts)
    family, size = someone.page.eval_on_selector(
        "#panel-body .words p", "(p) => [getComputedStyle(p).fontFamily, parseFloat(getComputedStyle(p).fontSize)]"
    )
    assert family.startswith('"EB Garamond"') and family.endswith("serif")
    assert 17 <= size <= 22


@pytest.mark.parametrize("document", ["magna-carta", "three-pages"])
def test_a_scale_with_the_ratio_comes_with_every_change_of_size_and_fades_away(reader, document):
    someone = reader(820, 1180).open(document=document)
    scale = someone.page.locator("#scale")
    assert not someone.page.locator("#scale.shown").count()
    someone.page.evaluate(
        """() => {
            const scale = document.getElementById('scale');
            const look = () => { window.wasShown ||= scale.classList.contains('shown'); };
            new MutationObserver(look).observe(scale, { attributes: true });
        }"""
    )
    someone.pinch(80, 240)
    someone.until("window.wasShown")
    someone.rest()
    ratio = float(someone.page.locator("#scale-ratio").inner_text().rstrip("×"))
    assert ratio == pytest.approx(someone.view.scale, rel=0.05)
    length, unit = someone.page.locator("#scale-length").inner_text().split(" ")
    pixels_per_unit = 12 if document == "magna-carta" else 1
    assert unit == ("mm" if document == "magna-carta" else "pixels")
    width = someone.page.locator("#scale-bar").bounding_box()["width"]
    assert width == pytest.approx(float(length.replace(",", "")) * pixels_per_unit * someone.view.scale, abs=1)
    assert 20 <= width <= 112
    someone.until("!document.querySelector('#scale.shown')")
    someone.until("getComputedStyle(document.getElementById('scale')).opacity === '0'")
    assert scale.get_attribute("aria-hidden") == "true"


def test_the_scale_says_two_at_the_largest(reader):
    someone = reader(390, 844).open()
    someone.to_largest()
    assert someone.page.locator("#scale-ratio").inner_text() == "2×"
