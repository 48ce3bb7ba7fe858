"""The viewer without a network, and without JavaScript."""

import contextlib
import json

import pytest

from serving import ROOT, Restartable, add
from support import Reader

pytestmark = pytest.mark.calm


# Lists the icons on the page whose images are not cached.
ICONS_AWAY = """(await Promise.all([...document.querySelectorAll('.icon')]
    .flatMap((icon) => [...getComputedStyle(icon).maskImage.matchAll(/url\\("(http[^"]+)"\\)/g)].map(([, url]) => url))
    .map(async (url) => (await caches.match(url, { ignoreVary: true })) ? [] : [url]))).flat()"""


def test_a_document_once_opened_works_without_a_network(new_reader):
    reader = new_reader(820, 1180, service_workers="allow").open("#clause=39")
    reader.allows_console_errors = True
    reader.until_cached()
    reader.page.locator("#panel-next").click()
    reader.until_tiles_loaded()
    reader.page.context.set_offline(True)
    reader.page.reload()
    reader.page.wait_for_selector("body.ready")
    reader.until_idle()
    assert reader.page.locator("#panel-number").inner_text().lower() == "clause 40"
    assert reader.shown == ["40"]
    reader.page.wait_for_function(
        """() => {
            const canvas = document.querySelector('#tiles canvas');
            return canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 3, 1, 1).data[3] === 255;
        }"""
    )
    reader.page.context.set_offline(False)


def until_everything_is_cached(reader: Reader) -> None:
    """Waits until the texts of all languages and all font files are cached."""
    reader.until_cached()
    kept = "(await (await caches.open('explore-1')).keys()).map(({ url }) => url)"
    french = "/texts/fr.json" if reader.is_site else "hidden-details&lang=fr"
    reader.until_resolved(f"{kept}.some((url) => decodeURIComponent(url).includes('{french}'))")
    faces = (ROOT / "Sources/Viewer/styles/theme.css").read_text().count(".woff2")
    reader.until_resolved(f"{kept}.filter((url) => url.endsWith('.woff2')).length === {faces}")


def test_themes_languages_search_and_fonts_work_without_a_network(new_reader):
    reader = new_reader(1180, 820, service_workers="allow").open()
    reader.allows_console_errors = True
    until_everything_is_cached(reader)
    church = [one["id"] for one in reader.get("/api/documents/magna-carta/clauses?category=church&lang=fr")["clauses"]]
    query = "/api/documents/magna-carta/clauses?category=all,hidden-details&q=veuve&lang=fr"
    widow = [one["id"] for one in reader.get(query)["clauses"]]
    french = reader.get("/api/documents/magna-carta/clauses/7?lang=fr")
    assert church and widow
    reader.page.context.set_offline(True)
    reader.page.reload()
    reader.page.wait_for_selector("body.ready")
    reader.page.locator("#menu-button").click()
    reader.page.locator("#menu [data-category='church']").click()
    reader.until("location.hash.includes('church')")
    reader.until_idle()
    assert reader.shown == church
    reader.page.select_option("#language", "fr")
    reader.until("document.documentElement.lang === 'fr'")
    reader.until_idle()
    assert reader.shown == church
    reader.page.keyboard.press("/")
    reader.page.locator("#search").fill("veuve")
    reader.until("location.hash.includes('q=veuve')")
    reader.until_idle()
    assert reader.shown == widow
    # Nothing was missing so far. Zooming to a clause may request tiles that are not cached.
    assert not reader.page.locator("#notice.remark").count()
    reader.page.locator("#list-items [data-clause='7']").click()
    reader.page.wait_for_selector("#panel.open")
    assert reader.page.locator("#panel-title").inner_text() == french["title"]
    assert french["translation"][:40] in reader.page.locator("#panel-body").inner_text()
    # Every font face, whether it is on the page yet or not.
    reader.until_resolved("(await Promise.all([...document.fonts].map((face) => face.load()))).length > 5")
    reader.page.context.set_offline(False)


def test_every_icon_is_available_without_a_network(new_reader):
    reader = new_reader(1180, 820, service_workers="allow").open("#clause=39")
    reader.allows_console_errors = True
    until_everything_is_cached(reader)
    reader.until_resolved(
        """(await Promise.all((await import(window.viewerFolder + 'base/dom.js')).OWN_ICONS
            .map((name) => caches.match(`${window.viewerFolder}vendor/icons/${name}.svg`)))).every(Boolean)"""
    )
    reader.until_resolved(f"{ICONS_AWAY}.length === 0")
    # Parts that are opened only once the network is gone.
    reader.page.context.set_offline(True)
    reader.page.locator("#panel-body summary").click()
    reader.page.locator("#tools-button").click()
    for part in ["About", "Help", "Share"]:
        if part == "About":
            reader.page.locator("#about-button").click()
        else:
            reader.page.locator("#options-button").click()
            reader.until_resolved(f"{ICONS_AWAY}.length === 0")
            reader.page.locator("#options .row button", has_text=part).click()
        reader.page.wait_for_selector("dialog[open]")
        reader.until_resolved(f"{ICONS_AWAY}.length === 0")
        reader.page.keyboard.press("Escape")
        reader.until("!document.querySelector('dialog[open]')")
    reader.page.locator("#panel-close").click()
    reader.page.locator("#menu-button").click()
    reader.page.wait_for_selector("#menu.open")
    icons = reader.page.evaluate("document.querySelectorAll('#menu .icon').length")
    assert icons > 5
    reader.until_resolved(f"{ICONS_AWAY}.length === 0")
    reader.page.context.set_offline(False)


@pytest.mark.server("what else there is on its host")
def test_only_pages_and_the_files_that_they_load_are_cached(new_reader):
    reader = new_reader(1180, 820, service_workers="allow").open()
    reader.until_cached()
    ask = "(path) => navigator.serviceWorker.controller.postMessage({ keep: [location.origin + path] })"
    reader.page.evaluate(ask, "/docs")
    reader.page.evaluate(ask, "/viewer/icons/icon.svg?later")
    reader.until_resolved("!!(await caches.match('/viewer/icons/icon.svg?later'))")
    assert reader.page.evaluate("async () => !!(await caches.match('/docs'))") is False


@pytest.fixture
def offline_reader(new_reader):
    """A reader whose device has cached only what they have seen, and whose server is gone."""
    reader = new_reader(1180, 820)
    reader.allows_console_errors = True
    reader.page.route(lambda url: "hidden-details" in url or "/texts/fr" in url, lambda route: route.abort())
    reader.open()
    reader.page.route("**/*", lambda route: route.abort())
    return reader


@pytest.mark.server("the texts of a site come as a whole, so that they can be searched")
def test_results_that_cannot_be_known_are_not_reported_as_none(offline_reader):
    reader = offline_reader
    reader.page.keyboard.press("/")
    reader.page.locator("#search").fill("widow")
    reader.page.wait_for_selector("#notice.remark")
    reader.until("document.getElementById('list-count').textContent.includes('widow')")
    words = reader.page.locator("#list-count").inner_text() + reader.page.locator("#notice").inner_text()
    words += reader.page.locator("#filter").inner_text()
    assert "when the server responds again" in words
    assert "No clauses found" not in words and "0 clauses" not in words
    reader.page.locator("#search").fill("")
    reader.until("!location.hash.includes('q=')")
    reader.page.locator("#menu-button").click()
    reader.page.locator("#menu [data-category='church']").click()
    reader.until("document.querySelector('#filter-text').textContent.includes('will load')")
    assert "0 clauses" not in reader.page.locator("#list-count").inner_text()


def test_if_a_language_cannot_be_loaded_the_current_texts_stay_with_a_message(offline_reader):
    reader = offline_reader
    reader.page.mouse.click(*reader.point_inside("39"))
    reader.page.wait_for_selector("#panel.open")
    reader.until_idle()
    title = reader.page.locator("#panel-title").inner_text()
    reader.page.select_option("#language", "fr")
    reader.page.wait_for_selector("#notice.remark")
    assert reader.page.locator("#panel-title").inner_text() == title
    assert "not available in" not in reader.page.locator("#panel-body").inner_text()
    assert len(reader.shown) == 1


@contextlib.contextmanager
def restartable(folder):
    add(folder / "library", ROOT / "data" / "magna-carta")
    server = Restartable(folder / "library")
    try:
        yield server
    finally:
        server.stop()


@pytest.mark.server("it is stopped and started")
@pytest.mark.parametrize("way", ["alone", "by the button"])
def test_after_a_server_outage_everything_returns_in_the_language_chosen_meanwhile(new_reader, tmp_path, way):
    reader = new_reader(1180, 820)
    reader.allows_console_errors = True
    with restartable(tmp_path) as server:
        reader.address = server.address
        reader.page.route(lambda url: "hidden-details" in url, lambda route: route.abort())
        reader.open("#category=church")
        if way == "by the button":
            # The page cannot notice by itself.
            reader.page.route("**/*", lambda route: route.abort() if route.request.method == "HEAD" else route.fallback())
        server.stop()
        reader.page.select_option("#language", "fr")
        reader.page.wait_for_selector("#notice.remark")
        reader.page.locator("#zoom-in").click()
        server.start()
        if way == "by the button":
            reader.page.locator("#notice .action").click()
        reader.until("!document.querySelector('#notice.remark')")
        reader.until("document.documentElement.lang === 'fr'")
        reader.until_idle()
        clauses = reader.get("/api/documents/magna-carta/clauses?category=church&lang=fr")["clauses"]
        assert reader.shown == [clause["id"] for clause in clauses]
        labels = reader.page.eval_on_selector_all("#overlays .clause", "(all) => all.map((one) => one.ariaLabel)")
        assert all(clause["title"] in label for clause, label in zip(clauses, labels, strict=True))
        assert reader.page.locator("#title").inner_text().startswith("La Grande Charte")
        reader.until_tiles_loaded()


def test_forgetting_removes_the_cached_page(new_reader):
    reader = new_reader(1180, 820, service_workers="allow").open()
    reader.until("navigator.serviceWorker.controller !== null")
    reader.until_resolved("(await caches.keys()).length > 0")
    reader.page.locator("#options-button").click()
    reader.page.locator("#options .forget button").click()
    reader.until("document.querySelector('#options .forget [role=status]')?.textContent")
    assert reader.page.evaluate(
        "async (page) => await (await caches.open('explore-1')).match(page)", reader.document_url()
    ) is None


@pytest.mark.server("the plain page is a file of another name; test_site.py reads it")
def test_without_javascript_the_clauses_are_plain_html_in_reading_order(new_reader):
    reader = new_reader(390, 844, java_script_enabled=False)
    reader.page.goto(f"{reader.document_url()}")
    reader.page.wait_for_url("**/documents/magna-carta?plain")
    assert reader.page.title() == "Magna Carta, 1215"
    clauses = reader.get("/api/documents/magna-carta/clauses?category=all,hidden-details&lang=en")["clauses"]
    articles = reader.page.locator("article")
    assert [article.get_attribute("id") for article in articles.all()] == [clause["id"] for clause in clauses]
    thirty_nine = reader.page.locator("[id='39']")
    clause = next(clause for clause in clauses if clause["id"] == "39")
    text = thirty_nine.inner_text()
    assert clause["title"] in text and clause["translation"][:60] in text
    assert thirty_nine.locator("p").last.get_attribute("lang") == "la"
    reader.page.locator("a[hreflang='fr']").click()
    assert reader.page.locator("html").get_attribute("lang") == "fr"


@pytest.mark.server("who may frame a page is said in a header")
def test_only_the_embedded_form_of_a_page_may_be_framed_by_other_sites(new_reader):
    reader = new_reader()
    policies = [
        reader.page.request.get(f"{reader.document_url()}{query}").headers["content-security-policy"]
        for query in ["", "?embed", "?plain", "?embedded"]
    ]
    assert [json.dumps(policy).count("frame-ancestors *") for policy in policies] == [0, 1, 0, 0]
