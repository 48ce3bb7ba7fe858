"""The viewer without a network, and without JavaScript."""

import contextlib
import json

import pytest

from serving import ROOT, Restartable, add, free_port
from support import Reader

pytestmark = pytest.mark.calm


# Lists the icons on the page whose images are not cached.
ICONS_AWAY = """(await Promise.all([...document.querySelectorAll('.icon')]
    .flatMap((icon) => [...getComputedStyle(icon).maskImage.matchAll(/url\\("(http[^"]+)"\\)/g)].map(([, url]) => url))
    .map(async (url) => (await caches.match(url, { ignoreVary: true })) ? [] : [url]))).flat()"""


def test_a_document_once_opened_works_without_a_network(reader):
    someone = reader(820, 1180, service_workers="allow").open("#clause=39")
    someone.is_forgiving = True
    someone.until_kept()
    someone.page.locator("#panel-next").click()
    someone.until_tiles_came()
    someone.page.context.set_offline(True)
    someone.page.reload()
    someone.page.wait_for_selector("body.ready")
    someone.rest()
    assert someone.page.locator("#panel-number").inner_text().lower() == "clause 40"
    assert someone.shown == ["40"]
    someone.page.wait_for_function(
        """() => {
            const canvas = document.querySelector('#tiles canvas');
            return canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 3, 1, 1).data[3] === 255;
        }"""
    )
    someone.page.context.set_offline(False)


def until_all_is_kept(someone: Reader) -> None:
    """Waits until the texts of all languages and all font files are cached."""
    someone.until_kept()
    kept = "(await (await caches.open('explore-1')).keys()).map(({ url }) => url)"
    french = "/texts/fr.json" if someone.is_site else "hidden-details&lang=fr"
    someone.until_resolved(f"{kept}.some((url) => decodeURIComponent(url).includes('{french}'))")
    faces = (ROOT / "Sources/Viewer/styles/theme.css").read_text().count(".woff2")
    someone.until_resolved(f"{kept}.filter((url) => url.endsWith('.woff2')).length === {faces}")


def test_themes_languages_search_and_fonts_work_without_a_network(reader):
    someone = reader(1180, 820, service_workers="allow").open()
    someone.is_forgiving = True
    until_all_is_kept(someone)
    church = [one["id"] for one in someone.get("/api/documents/magna-carta/clauses?category=church&lang=fr")["clauses"]]
    query = "/api/documents/magna-carta/clauses?category=all,hidden-details&q=veuve&lang=fr"
    widow = [one["id"] for one in someone.get(query)["clauses"]]
    french = someone.get("/api/documents/magna-carta/clauses/7?lang=fr")
    assert church and widow
    someone.page.context.set_offline(True)
    someone.page.reload()
    someone.page.wait_for_selector("body.ready")
    someone.page.locator("#menu-button").click()
    someone.page.locator("#menu [data-category='church']").click()
    someone.until("location.hash.includes('church')")
    someone.rest()
    assert someone.shown == church
    someone.page.select_option("#language", "fr")
    someone.until("document.documentElement.lang === 'fr'")
    someone.rest()
    assert someone.shown == church
    someone.page.keyboard.press("/")
    someone.page.locator("#search").fill("veuve")
    someone.until("location.hash.includes('q=veuve')")
    someone.rest()
    assert someone.shown == widow
    # Nothing was missing so far. Zooming to a clause may request tiles that are not cached.
    assert not someone.page.locator("#notice.remark").count()
    someone.page.locator("#list-items [data-clause='7']").click()
    someone.page.wait_for_selector("#panel.open")
    assert someone.page.locator("#panel-title").inner_text() == french["title"]
    assert french["translation"][:40] in someone.page.locator("#panel-body").inner_text()
    # Every font face, whether it is on the page yet or not.
    someone.until_resolved("(await Promise.all([...document.fonts].map((face) => face.load()))).length > 5")
    someone.page.context.set_offline(False)


def test_every_icon_is_available_without_a_network(reader):
    someone = reader(1180, 820, service_workers="allow").open("#clause=39")
    someone.is_forgiving = True
    until_all_is_kept(someone)
    someone.until_resolved(
        """(await Promise.all((await import(window.viewerFolder + 'base/dom.js')).OWN_ICONS
            .map((name) => caches.match(`${window.viewerFolder}vendor/icons/${name}.svg`)))).every(Boolean)"""
    )
    someone.until_resolved(f"{ICONS_AWAY}.length === 0")
    # Parts that are opened only once the network is gone.
    someone.page.context.set_offline(True)
    someone.page.locator("#panel-body summary").click()
    someone.page.locator("#tools-button").click()
    for part in ["About", "Help", "Share"]:
        if part == "About":
            someone.page.locator("#about-button").click()
        else:
            someone.page.locator("#options-button").click()
            someone.until_resolved(f"{ICONS_AWAY}.length === 0")
            someone.page.locator("#options .row button", has_text=part).click()
        someone.page.wait_for_selector("dialog[open]")
        someone.until_resolved(f"{ICONS_AWAY}.length === 0")
        someone.page.keyboard.press("Escape")
        someone.until("!document.querySelector('dialog[open]')")
    someone.page.locator("#panel-close").click()
    someone.page.locator("#menu-button").click()
    someone.page.wait_for_selector("#menu.open")
    icons = someone.page.evaluate("document.querySelectorAll('#menu .icon').length")
    assert icons > 5
    someone.until_resolved(f"{ICONS_AWAY}.length === 0")
    someone.page.context.set_offline(False)


@pytest.mark.server("what else there is on its host")
def test_only_pages_and_the_files_that_they_load_are_cached(reader):
    someone = reader(1180, 820, service_workers="allow").open()
    someone.until_kept()
    ask = "(path) => navigator.serviceWorker.controller.postMessage({ keep: [location.origin + path] })"
    someone.page.evaluate(ask, "/docs")
    someone.page.evaluate(ask, "/viewer/icons/icon.svg?later")
    someone.until_resolved("!!(await caches.match('/viewer/icons/icon.svg?later'))")
    assert someone.page.evaluate("async () => !!(await caches.match('/docs'))") is False


@pytest.fixture
def forgetful(reader):
    """A reader whose device has cached only what they have seen, and whose server is gone."""
    someone = reader(1180, 820)
    someone.is_forgiving = True
    someone.page.route(lambda url: "hidden-details" in url or "/texts/fr" in url, lambda route: route.abort())
    someone.open()
    someone.page.route("**/*", lambda route: route.abort())
    return someone


@pytest.mark.server("the texts of a site come as a whole, so that they can be searched")
def test_results_that_cannot_be_known_are_not_reported_as_none(forgetful):
    someone = forgetful
    someone.page.keyboard.press("/")
    someone.page.locator("#search").fill("widow")
    someone.page.wait_for_selector("#notice.remark")
    someone.until("document.getElementById('list-count').textContent.includes('widow')")
    words = someone.page.locator("#list-count").inner_text() + someone.page.locator("#notice").inner_text()
    words += someone.page.locator("#filter").inner_text()
    assert "as soon as it answers" in words
    assert "Nothing" not in words and "0 clauses" not in words
    someone.page.locator("#search").fill("")
    someone.until("!location.hash.includes('q=')")
    someone.page.locator("#menu-button").click()
    someone.page.locator("#menu [data-category='church']").click()
    someone.until("document.querySelector('#filter-text').textContent.includes('not known')")
    assert "0 clauses" not in someone.page.locator("#list-count").inner_text()


def test_if_a_language_cannot_be_loaded_the_current_texts_stay_with_a_message(forgetful):
    someone = forgetful
    someone.page.mouse.click(*someone.point_inside("39"))
    someone.page.wait_for_selector("#panel.open")
    someone.rest()
    title = someone.page.locator("#panel-title").inner_text()
    someone.page.select_option("#language", "fr")
    someone.page.wait_for_selector("#notice.remark")
    assert someone.page.locator("#panel-title").inner_text() == title
    assert "not available in" not in someone.page.locator("#panel-body").inner_text()
    assert len(someone.shown) == 1


@contextlib.contextmanager
def restartable(folder):
    add(folder / "library", ROOT / "data" / "magna-carta")
    server = Restartable(folder / "library", free_port())
    try:
        yield server
    finally:
        server.stop()


@pytest.mark.server("it is stopped and started")
@pytest.mark.parametrize("way", ["alone", "by the button"])
def test_after_a_server_outage_everything_returns_in_the_language_chosen_meanwhile(reader, tmp_path, way):
    someone = reader(1180, 820)
    someone.is_forgiving = True
    with restartable(tmp_path) as server:
        someone.address = server.address
        someone.page.route(lambda url: "hidden-details" in url, lambda route: route.abort())
        someone.open("#category=church")
        if way == "by the button":
            # The page cannot notice by itself.
            someone.page.route("**/*", lambda route: route.abort() if route.request.method == "HEAD" else route.fallback())
        server.stop()
        someone.page.select_option("#language", "fr")
        someone.page.wait_for_selector("#notice.remark")
        someone.page.locator("#zoom-in").click()
        server.start()
        if way == "by the button":
            someone.page.locator("#notice .action").click()
        someone.until("!document.querySelector('#notice.remark')")
        someone.until("document.documentElement.lang === 'fr'")
        someone.rest()
        clauses = someone.get("/api/documents/magna-carta/clauses?category=church&lang=fr")["clauses"]
        assert someone.shown == [clause["id"] for clause in clauses]
        labels = someone.page.eval_on_selector_all("#overlays .clause", "(all) => all.map((one) => one.ariaLabel)")
        assert all(clause["title"] in label for clause, label in zip(clauses, labels))
        assert someone.page.locator("#title").inner_text().startswith("La Grande Charte")
        someone.until_tiles_came()


def test_forgetting_removes_the_cached_page(reader):
    someone = reader(1180, 820, service_workers="allow").open()
    someone.until("navigator.serviceWorker.controller !== null")
    someone.until_resolved("(await caches.keys()).length > 0")
    someone.page.locator("#options-button").click()
    someone.page.locator("#options .forget button").click()
    someone.until("document.querySelector('#options .forget [role=status]')?.textContent")
    assert someone.page.evaluate("async (page) => await (await caches.open('explore-1')).match(page)", someone.where()) is None


@pytest.mark.server("the plain page is a file of another name; test_site.py reads it")
def test_without_javascript_the_clauses_are_plain_html_in_reading_order(reader):
    someone = reader(390, 844, java_script_enabled=False)
    someone.page.goto(f"{someone.where()}")
    someone.page.wait_for_url("**/documents/magna-carta?plain")
    assert someone.page.title() == "Magna Carta, 1215"
    clauses = someone.get("/api/documents/magna-carta/clauses?category=all,hidden-details&lang=en")["clauses"]
    articles = someone.page.locator("article")
    assert [article.get_attribute("id") for article in articles.all()] == [clause["id"] for clause in clauses]
    thirty_nine = someone.page.locator("[id='39']")
    clause = next(clause for clause in clauses if clause["id"] == "39")
    text = thirty_nine.inner_text()
    assert clause["title"] in text and clause["translation"][:60] in text
    assert thirty_nine.locator("p").last.get_attribute("lang") == "la"
    someone.page.locator("a[hreflang='fr']").click()
    assert someone.page.locator("html").get_attribute("lang") == "fr"


@pytest.mark.server("who may frame a page is said in a header")
def test_only_the_embedded_form_of_a_page_may_be_framed_by_other_sites(reader):
    someone = reader()
    policies = [
        someone.page.request.get(f"{someone.where()}{query}").headers["content-security-policy"]
        for query in ["", "?embed", "?plain", "?embedded"]
    ]
    assert [json.dumps(policy).count("frame-ancestors *") for policy in policies] == [0, 1, 0, 0]
