"""A static site: plain files on a host, in a folder whose name contains a space."""

import json
import random
import urllib.error
import urllib.parse
import urllib.request

import pytest

import four_languages
import three_pages
import two_captures
from hosting import ORACLES, SITE_PATH, hosting
from serving import ROOT, add, serving

pytestmark = pytest.mark.cold

CALL = """async ([name, given]) => {
    const site = await import(window.viewerFolder + 'site/responses.js');
    return await site[name](...given).catch((error) => ({ status: error.status }));
}"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    three_pages.write(folder / "three-pages")
    four_languages.write(folder / "four-languages")
    two_captures.write(folder / "two-captures")
    made = [folder / name for name in ("three-pages", "four-languages", "two-captures")]
    for source in [ROOT / "data" / "magna-carta", *made]:
        add(folder / "library", source)
    return folder / "library"


@pytest.fixture(scope="module")
def server(library):
    with serving(library) as address:
        yield address


@pytest.fixture(scope="module")
def site(library, server):
    with hosting(library) as address:
        ORACLES[address] = server
        yield address


@pytest.fixture(scope="module")
def archive(library, server):
    with hosting(library, host="nginx", tiles="archive") as address:
        ORACLES[address] = server
        yield address


@pytest.fixture
def visitor(new_reader):
    """Creates readers of a site. The test fails if anything that they requested is missing."""
    missing = []

    def make(address, *size, **options):
        reader = new_reader(*size, **options)
        reader.address = address
        reader.page.on("response", lambda response: response.status >= 400 and missing.append(response.url))
        # Without scripts, the page is left for another before all of it has loaded.
        if options.get("java_script_enabled", True):
            given_up = lambda request: "ERR_ABORTED" in (request.failure or "")  # noqa: E731
            reader.page.on("requestfailed", lambda request: given_up(request) or missing.append(request.url))
        return reader

    yield make
    assert missing == []


def from_site(reader, name, *given):
    return reader.page.evaluate(CALL, [name, given])


def from_server(server, path):
    """Returns the server's response, or its status."""
    try:
        with urllib.request.urlopen(server + path, timeout=120) as given:
            return json.load(given)
    except urllib.error.HTTPError as error:
        return {"status": error.code}


def check_reading(visitor, site, size):
    requests = []
    reader = visitor(site, *size)
    reader.page.on("request", lambda request: requests.append(request.url))
    reader.page.goto(f"{site}/")
    reader.page.wait_for_selector("body.ready")
    reader.until("[...document.images].length > 2 && [...document.images].every((image) => image.naturalWidth > 0)")
    assert not reader.page.locator("a[href*='access']").count()
    reader.page.locator("#documents a", has_text="Magna Carta").click()
    reader.page.wait_for_selector("body.ready")
    reader.page.evaluate("window.sheet = { width: 6000, height: 8000 }")
    reader.until_idle()
    assert len(reader.shown) == 64
    reader.tap(reader.point_inside("39"))
    reader.page.wait_for_selector("#panel.open")
    reader.until("location.hash.includes('clause=39')")
    reader.until_idle()
    reader.page.keyboard.press("Escape")
    reader.until_idle()
    reader.levels.clear()
    reader.to_largest()
    reader.until_tiles_loaded()
    assert reader.view.scale == pytest.approx(2, abs=1e-6)
    # The 2× level is not stored: the native tiles are enlarged.
    assert max(reader.levels) == 13
    reader.page.wait_for_function(
        """() => {
            const canvas = document.querySelector('#tiles canvas');
            return canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3] === 255;
        }"""
    )
    assert requests and all(url.startswith((site, "blob:", "data:")) for url in requests)


@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1440, 900)], ids=str)
def test_a_site_of_plain_files_opens_zooms_and_responds_to_touch(visitor, site, size):
    check_reading(visitor, site, size)


@pytest.mark.parametrize("host", ["store", "nginx"])
def test_a_site_works_on_a_web_server_and_an_object_store(visitor, library, server, host):
    with hosting(library, host=host) as address:
        ORACLES[address] = server
        check_reading(visitor, address, (820, 1180))


def test_links_open_a_clause_in_a_language_and_the_clauses_of_a_theme(visitor, site, server):
    reader = visitor(site, 820, 1180).open("?clause=39&lang=fr")
    french = from_server(server, "/api/documents/magna-carta/clauses/39?lang=fr")
    assert reader.page.locator("#panel-title").inner_text() == french["title"]
    assert reader.page.evaluate("location.hash") == "#clause=39&lang=fr"
    reader.open("#category=church")
    church = from_server(server, "/api/documents/magna-carta/clauses?category=church")
    assert reader.shown == [clause["id"] for clause in church["clauses"]]
    reader.open("#category=hidden-details")
    assert reader.page.locator("#overlays .clause.outline").count() == len(reader.shown) == 10


@pytest.mark.parametrize("words, lang", [("widow", "en"), ("veuve", "fr"), ("liber homo", "en")])
def test_search_finds_the_same_clauses_as_the_server_in_each_language(visitor, site, server, words, lang):
    reader = visitor(site, 1440, 900, has_touch=False).open(f"#lang={lang}")
    reader.page.locator("#list-button").click()
    reader.page.locator("#search").fill(words)
    query = urllib.parse.urlencode({"category": "all,hidden-details", "lang": lang, "q": words})
    found = [clause["id"] for clause in from_server(server, f"/api/documents/magna-carta/clauses?{query}")["clauses"]]
    assert found
    shown = "[...document.querySelectorAll('#list-items button')].map((one) => one.dataset.clause).join()"
    reader.until(f"{shown} === {json.dumps(','.join(found))} && document.querySelector('#list-items mark')")
    reader.until("location.hash.includes('q=')")


QUERIES = [
    "widow", "wid", "the king", '"free man"', '"free man', "FREE  Man", "église", "eglise", "vidua", "liber hom", "ζ", "",
    " ", "...", "no-such-word", "a", "40", "king's", "law of the land", '"of the" land', "l’homme", "שלום", "مر", "律",
]


@pytest.mark.parametrize("document", ["magna-carta", "three-pages", "four-languages"])
def test_every_filter_and_search_has_the_same_result_as_on_the_server(visitor, site, server, document):
    reader = visitor(site, 820, 1180).open(document=document)
    about = from_server(server, f"/api/documents/{document}")
    menu = [category["id"] for category in from_server(server, f"/api/documents/{document}/categories")["categories"]]
    # The manifest's address differs, because the site is elsewhere.
    own = from_site(reader, "document", document)
    assert {**own, "manifest": ""} == {**about, "manifest": ""} and own["manifest"].startswith(site)
    choices = ["all", ",".join(["all", *menu]), *menu, ",".join(menu[:2]), "no-such"]
    for lang in [*about["languages"], about["language"], "pt", "fr-CA", "EN"]:
        for category in choices:
            path = f"/api/documents/{document}/clauses?include=regions&category={category}&lang={lang}"
            assert from_site(reader, "clauses", document, category, lang, "") == from_server(server, path), path
        for words in QUERIES:
            query = urllib.parse.urlencode({"include": "regions", "category": choices[1], "lang": lang, "q": words})
            path = f"/api/documents/{document}/clauses?{query}"
            assert from_site(reader, "clauses", document, choices[1], lang, words) == from_server(server, path), path
    for clause in [*[one["id"] for one in from_server(server, f"/api/documents/{document}/clauses")["clauses"]][:5], "no-such"]:
        path = f"/api/documents/{document}/clauses/{clause}?include=regions&lang=en"
        assert from_site(reader, "clause", document, clause, "en") == from_server(server, path)


def test_a_search_over_all_documents_has_the_same_result_as_on_the_server(visitor, site, server):
    reader = visitor(site, 820, 1180).open()
    for words in QUERIES:
        for lang in [None, "en", "fr", "de"]:
            wish = {} if lang is None else {"lang": lang}
            path = f"/api/search?{urllib.parse.urlencode({'q': words, 'limit': 30, **wish})}"
            expected = from_server(server, path) if words else {"total": 0, "hits": []}
            assert from_site(reader, "search", words, {"limit": 30, **wish}) == expected, path
    second = from_server(server, "/api/search?q=king&limit=5&after=5")
    assert from_site(reader, "search", "king", {"limit": 5, "after": "5"}) == second


def points(document, pages, clauses):
    """Random points on the pages, and critical points: corners, edges, and points beside them."""
    chance = random.Random(20_261)
    found = []
    for page in pages:
        for _ in range(150):
            found.append((page["number"], chance.uniform(-5, page["width"] + 5), chance.uniform(-5, page["height"] + 5)))
    rings = [
        (region["page"], ring) for clause in clauses for region in clause["regions"] for ring in [region["polygon"], *region["holes"]]
    ]
    for page, ring in chance.sample(rings, min(60, len(rings))):
        at = chance.randrange(len(ring))
        (ax, ay), (bx, by) = ring[at - 1], ring[at]
        share = chance.choice([0, 0.5, 0.25, 1 / 3])
        x, y = ax + (bx - ax) * share, ay + (by - ay) * share
        found += [(page, x, y), (page, x + 1e-9, y), (page, x, y - 1e-9)]
    return found


@pytest.mark.parametrize("document", ["magna-carta", "three-pages"])
def test_the_clauses_at_a_point_are_those_of_the_server_even_on_borders(visitor, site, server, document):
    reader = visitor(site, 820, 1180).open(document=document)
    about = from_server(server, f"/api/documents/{document}")
    clauses = from_server(server, f"/api/documents/{document}/clauses?category=all&include=regions")["clauses"]
    hits = 0
    for page, x, y in points(document, about["pages"], clauses):
        for category in ["", "all"]:
            query = f"x={x!r}&y={y!r}&page={page}&lang=en" + (f"&category={category}" if category else "")
            expected = from_server(server, f"/api/documents/{document}/at?{query}")
            given = from_site(reader, "at", document, x, y, {"page": page, "category": category, "lang": "en"})
            assert given == expected, query
            hits += len(expected.get("clauses", []))
    assert hits > 100


def test_a_point_of_a_capture_is_mapped_to_the_page_as_on_the_server(visitor, site, server):
    reader = visitor(site, 820, 1180).open(document="two-captures")
    chance = random.Random(5)
    width, height = two_captures.SECOND
    hits = 0
    for _ in range(150):
        # Some of them are outside the capture.
        x, y = chance.uniform(-20, width + 20), chance.uniform(-20, height + 20)
        expected = from_server(server, f"/api/documents/two-captures/at?x={x!r}&y={y!r}&capture=uv&lang=en")
        given = from_site(reader, "at", "two-captures", x, y, {"capture": "uv", "lang": "en"})
        # The server and the site round in different places.
        for place in (given, expected):
            if place.get("onPage"):
                place["onPage"] = {side: round(number, 6) for side, number in place["onPage"].items()}
        assert given == expected, (x, y)
        hits += len(expected.get("clauses", []))
    assert hits > 20
    assert from_site(reader, "at", "two-captures", 5, 5, {"capture": "ir"}) == {"status": 404}


def test_an_archive_of_all_tiles_is_read_in_ranges(visitor, archive):
    reader = visitor(archive, 820, 1180)
    sizes = []
    reader.page.on("response", lambda given: ".szi" in given.url and sizes.append((given.status, given.headers["content-length"])))
    reader.page.goto(f"{archive}/index.html")
    reader.page.wait_for_selector("body.ready")
    reader.until("[...document.images].length > 2 && [...document.images].every((image) => image.naturalWidth > 0)")
    reader.open("#xywh=3000,4000,400,600")
    reader.page.wait_for_function(
        """() => {
            const canvas = document.querySelector('#tiles canvas');
            return canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3] === 255;
        }"""
    )
    reader.until_idle()
    assert sizes and {status for status, _ in sizes} == {206}
    assert max(int(size) for _, size in sizes) < 200_000


def test_a_host_without_range_requests_is_reported(new_reader, library):
    with hosting(library, host="python", tiles="archive") as address:
        reader = new_reader(820, 1180)
        reader.address, reader.allows_console_errors = address, True
        # On a page that shows none of it, because the browser itself serves ranges of a file that it has received in full.
        reader.page.goto(f"{address}/documents/four-languages/index.html")
        reader.page.wait_for_selector("body.ready")
        message = reader.page.evaluate(
            """async () => {
                const { tiles } = await import(window.viewerFolder + 'site/responses.js');
                return (await tiles('magna-carta-1')).read(9, 0, 0).then(() => '', (error) => error.message);
            }"""
        )
        assert "no ranges" in message and "--tiles files" in message


def test_without_javascript_the_texts_are_available_in_each_language(visitor, site):
    reader = visitor(site, 390, 844, java_script_enabled=False)
    reader.page.goto(f"{site}/documents/magna-carta/index.html")
    reader.page.wait_for_url("**/plain.html")
    assert reader.page.locator("article").count() == 74
    reader.page.locator("a[hreflang='fr']").click()
    assert reader.page.locator("html").get_attribute("lang") == "fr"
    reader.page.locator("p a[href='index.html']").click()
    reader.page.wait_for_url("**/plain.html")


def test_the_site_uses_no_address_outside_its_folder(visitor, site):
    """The folder's name occurs in no file, except where absolute addresses are required."""
    reader = visitor(site, 820, 1180, service_workers="allow").open("#clause=1")
    reader.until("navigator.serviceWorker.controller !== null")
    reader.page.locator("#options-button").click()
    reader.page.locator("#options .row button >> nth=0").click()
    reader.page.wait_for_selector("#share[open]")
    reader.until("document.querySelector('#share .cut-out').naturalWidth > 0")
    assert reader.page.locator("#share-manifest").input_value().startswith(f"{site}/iiif/presentation/3/")
    folder = reader.page.evaluate("window.viewerFolder")
    assert folder.startswith(f"{site}/viewer/")
    files = [f"{site}/index.html", f"{site}/api/documents/magna-carta/clauses.json"]
    for address in [*files, f"{folder}app/explorer.js", f"{folder}styles/theme.css"]:
        with urllib.request.urlopen(address) as given:
            assert urllib.parse.quote(SITE_PATH).encode() not in given.read()
