"""An institution's theme: what it changes on the pages, on a phone and a desktop, on a server and a static site."""

import json
import re
import urllib.parse
import urllib.request
from dataclasses import replace

import pytest

import institution
from accessibility import violations
from hosting import ORACLES, hosting
from serving import ROOT, add, run, serving
from test_languages import OVERFLOWING

pytestmark = pytest.mark.calm

PHONE, DESKTOP = (390, 844), (1440, 900)
SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
DOCUMENT = "magna-carta"


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("institution")
    add(folder / "library", ROOT / "data" / DOCUMENT)
    institution.write(folder / "library")
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


@pytest.fixture(params=["server", "site"])
def visitor(new_reader, request):
    """Creates readers of the themed library, on a server and on a static site."""
    address = request.getfixturevalue(request.param)
    return lambda size=DESKTOP, **options: replace(new_reader(*size, **options), address=address)


@pytest.fixture
def server_visitor(new_reader, server):
    """The same on the server only."""
    return lambda size=DESKTOP, **options: replace(new_reader(*size, **options), address=server)


def open_library(reader):
    reader.page.goto(reader.library)
    reader.page.wait_for_selector("body.ready #documents a")
    return reader


def style(reader, selector: str, name: str) -> str:
    return reader.page.eval_on_selector(selector, "(element, name) => getComputedStyle(element).getPropertyValue(name)", name)


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[place : place + 2], 16)) for place in (1, 3, 5))})"


def until_loaded(reader, selector: str) -> None:
    reader.until(f"document.querySelector({json.dumps(selector)})?.naturalWidth > 0")


@SIZES
def test_the_bar_of_a_document_has_the_institutions_logo_and_colours(visitor, size):
    reader = visitor(size).open()
    until_loaded(reader, "#brand img")
    bar, logo = (reader.page.locator(selector).bounding_box() for selector in ("#bar", "#brand img"))
    assert bar["x"] <= logo["x"] and logo["x"] + logo["width"] <= bar["x"] + bar["width"]
    assert bar["y"] <= logo["y"] and logo["y"] + logo["height"] <= bar["y"] + bar["height"]
    assert logo["height"] >= 20
    assert reader.page.get_attribute("#brand img", "alt") == institution.NAME["en"]
    assert style(reader, "#bar", "background-color") == rgb(institution.COLOURS["bar"])
    assert style(reader, "#title", "color") == rgb(institution.COLOURS["barText"])
    # There is still space for the document's title.
    assert reader.page.locator("#title").bounding_box()["width"] > 100
    assert reader.page.title().startswith("Magna Carta") and reader.page.title().endswith(" · Chapter Library")
    assert reader.page.evaluate(OVERFLOWING) == []
    assert violations(reader) == []
    reader.page.click("#brand")
    reader.page.wait_for_selector("#documents a")


@SIZES
def test_the_library_page_has_the_institutions_name_colours_links_and_texts(visitor, size):
    reader = open_library(visitor(size))
    assert reader.page.title() == institution.NAME["en"]
    assert institution.NAME["en"] in reader.page.locator("#brand").inner_text()
    until_loaded(reader, "#brand img")
    assert reader.page.locator("h1").inner_text() == institution.TEXTS["en"]["phrases.libraryTitle"]
    assert " articles" in reader.page.locator("#documents .count").first.inner_text()
    links = reader.page.locator("#institution-footer a").evaluate_all("(links) => links.map((link) => [link.textContent, link.getAttribute('href')])")
    assert links == [
        ["Back to Chapter Library", institution.BACK],
        ["Legal notice", institution.FOOTER["imprint"]["en"]],
        ["Privacy", institution.FOOTER["privacy"]],
        ["Accessibility", institution.FOOTER["accessibility"]],
    ]
    for link in reader.page.locator("#institution-footer a").all():
        assert link.bounding_box()["height"] >= 44
    assert reader.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--ground').trim()").startswith(
        (institution.COLOURS["ground"], rgb(institution.COLOURS["ground"])))
    assert reader.page.evaluate(OVERFLOWING) == []
    assert violations(reader) == []


@SIZES
def test_in_arabic_the_theme_is_mirrored_and_translated(visitor, size):
    reader = open_library(visitor(size, locale="ar"))
    assert reader.page.get_attribute("html", "dir") == "rtl"
    assert reader.page.locator("h1").inner_text() == institution.TEXTS["ar"]["phrases.libraryTitle"]
    assert institution.NAME["ar"] in reader.page.locator("#brand").inner_text()
    assert "الخصوصية" in reader.page.locator("#institution-footer").inner_text()
    assert reader.page.evaluate(OVERFLOWING) == []
    reader.open()
    until_loaded(reader, "#brand img")
    assert reader.page.get_attribute("#brand img", "alt") == institution.NAME["ar"]
    logo, title = (reader.page.locator(selector).bounding_box() for selector in ("#brand", "#title"))
    assert logo["x"] >= title["x"] + title["width"] - 1
    assert reader.page.evaluate(OVERFLOWING) == []


def test_texts_are_replaced_in_each_language_and_a_language_is_added(visitor):
    reader = open_library(visitor(locale="de"))
    assert reader.page.locator("h1").inner_text() == institution.TEXTS["de"]["phrases.libraryTitle"]
    assert reader.page.locator("#institution-footer a.imprint").get_attribute("href") == institution.FOOTER["imprint"]["de"]
    reader.open()
    reader.page.click("#options-button")
    options = reader.page.locator("#options #interface option")
    assert options.evaluate_all("(options) => options.map(({ value }) => value)") == ["", "en", "de", "es", "fr", "it", "nl", "ar", "cy"]
    reader.page.select_option("#options #interface", "cy")
    reader.until("document.documentElement.lang === 'cy'")
    reader.until("document.querySelector('#options')?.textContent.includes('Y dudalen hon yn')")
    # Missing texts are in English.
    assert reader.page.get_attribute("#zoom-in", "aria-label") == "Zoom in"
    open_library(reader)
    assert reader.page.locator("h1").inner_text() == institution.TEXTS["cy"]["phrases.libraryTitle"]


def test_the_institutions_font_is_used_unless_plain_letters_are_chosen(visitor):
    reader = open_library(visitor())
    assert style(reader, "html", "font-family").replace("'", '"').startswith('"Institution Text"')
    reader.until("[...document.fonts].some(({ family, status }) => family.includes('Institution Text') && status === 'loaded')")
    reader.page.evaluate("document.documentElement.dataset.typeface = 'plain'")
    assert "Institution" not in style(reader, "h1", "font-family")


@SIZES
def test_help_and_the_missing_document_page_show_the_institutions_pictures(server_visitor, size):
    reader = server_visitor(size, is_new=True).open()
    reader.page.wait_for_selector("#welcome .marks img")
    sources = reader.page.locator("#welcome .marks img").evaluate_all("(images) => images.map(({ src }) => src.split('/').pop())")
    assert sources == ["helpMove.svg", "helpClause.svg", "helpMenu.svg"]
    until_loaded(reader, "#welcome .marks img")
    assert reader.page.evaluate(OVERFLOWING) == []
    reader.page.goto(f"{reader.address}/documents/nothing")
    until_loaded(reader, "#notice img.empty")
    assert reader.page.locator("#notice h2").inner_text() == "Document not found"
    # The browser logs the missing document.
    assert all("404" in complaint for complaint in reader.console_errors)
    reader.console_errors.clear()


def test_an_empty_library_shows_the_institutions_picture(new_reader, serve, tmp_path):
    add(tmp_path / "library", ROOT / "data" / DOCUMENT)
    run("remove", DOCUMENT, "--yes", "--library", tmp_path / "library")
    institution.write(tmp_path / "library")
    address = serve(tmp_path / "library")
    reader = replace(new_reader(*PHONE), address=address)
    reader.page.goto(address)
    reader.page.wait_for_selector("body.ready")
    until_loaded(reader, "img.empty")
    assert reader.page.locator("img.empty").count() == 1
    assert reader.page.get_by_role("status").inner_text() == "There are no documents in this library yet."


def test_about_has_the_institutions_links(visitor):
    reader = visitor(PHONE).open()
    reader.page.click("#about-button")
    links = reader.page.locator("#about .institution-links a")
    assert links.all_text_contents() == ["Back to Chapter Library", "Legal notice", "Privacy", "Accessibility"]
    assert reader.page.evaluate(OVERFLOWING) == []
    assert violations(reader) == []


@pytest.mark.server("its pages know of the camera")
def test_the_camera_uses_the_institutions_colours_and_pictures(server_visitor):
    reader = server_visitor(PHONE)
    reader.page.goto(f"{reader.address}/capture")
    colours = reader.page.evaluate(
        """() => {
            document.body.classList.add('capturing');
            document.body.insertAdjacentElement('beforeend', document.createElement('div')).className = 'capturing';
            const overlay = document.body.lastElementChild.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
            overlay.setAttribute('class', 'overlay');
            const strokes = ['outline', 'guide'].map((name) => {
                const path = overlay.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'path'));
                path.setAttribute('class', name);
                return getComputedStyle(path).stroke;
            });
            overlay.dataset.status = 'ready';
            return [...strokes, getComputedStyle(overlay.querySelector('.outline')).fill];
        }"""
    )
    *strokes, fill = colours
    assert strokes == [rgb(institution.COLOURS["detection"]), rgb(institution.COLOURS["guides"])]
    # Once the page is ready, the outline is filled with the same colour at half opacity.
    parts = [int(institution.COLOURS["detection"][at : at + 2], 16) / 255 for at in (1, 3, 5)]
    assert [float(number) for number in re.findall(r"[\d.]+", fill.removeprefix("color(srgb"))] == pytest.approx([*parts, 0.5], abs=0.01)
    reader.page.evaluate(
        """async () => {
            await (await import('/viewer/strings/camera.js')).CAMERA.load();
            (await import('/viewer/camera/help.js')).openHelp(() => undefined);
        }"""
    )
    until_loaded(reader, "#capture-help .advice img")
    pictures = reader.page.locator("#capture-help .advice > :first-child").evaluate_all("(all) => all.map(({ src = '' }) => src.split('/').pop())")
    assert pictures == ["helpCorners.svg", *[""] * 8, "helpReleaseWrong.svg"]


def test_icons_manifest_and_link_previews_are_the_institutions(server_visitor):
    reader = open_library(server_visitor())
    icon = reader.page.get_attribute("link[rel='icon']", "href")
    touch = reader.page.get_attribute("link[rel='apple-touch-icon']", "href")
    manifest = reader.page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())")
    assert manifest["name"] == institution.NAME["en"] and manifest["short_name"] == "Chapter"
    assert manifest["background_color"] == institution.COLOURS["ground"]
    preview = reader.page.get_attribute("meta[property='og:image']", "content")
    assert preview.startswith(reader.address)
    icons = [urllib.parse.urljoin(f"{reader.address}/viewer/explore.webmanifest", entry["src"]) for entry in manifest["icons"]]
    for address in [reader.address + icon, reader.address + touch, preview, *icons]:
        with urllib.request.urlopen(address) as response:
            assert response.headers["Content-Type"].startswith("image/")
            assert "immutable" in response.headers["Cache-Control"]
    assert reader.page.get_attribute("meta[property='og:site_name']", "content") == institution.NAME["en"]
    reader.open()
    assert reader.page.get_attribute("meta[property='og:site_name']", "content") == institution.NAME["en"]


def test_pages_without_scripts_have_the_institutions_name_and_links(server_visitor):
    reader = server_visitor(java_script_enabled=False, locale="de")
    for path in ("/?plain", f"/documents/{DOCUMENT}?plain&lang=en"):
        reader.page.goto(reader.address + path)
        text = reader.page.locator("main").inner_text()
        language = reader.page.get_attribute("html", "lang")
        assert institution.NAME[language] in text
        assert reader.page.locator("main a[href='https://chapter.example/privacy']").count() == 1
        assert institution.NAME[language] in reader.page.locator(f"main a[href='{institution.BACK}']").inner_text()


def test_a_kiosk_has_no_links_to_other_sites(server_visitor):
    reader = server_visitor()
    reader.page.goto(f"{reader.address}/?kiosk=600")
    reader.page.wait_for_selector("body.ready #documents a")
    others = "[...document.querySelectorAll('a[href]')].filter((link) => new URL(link.href).origin !== location.origin).length"
    reader.until(f"{others} === 0")
    assert "Privacy" in reader.page.locator("#institution-footer").inner_text()


def until_resolved(reader, promise: str):
    """Polls a promise, because `wait_for_function` treats every promise as true."""
    reader.page.evaluate(
        f"""async () => {{
            for (let turn = 0; turn < 600; turn++) {{
                if (await ({promise})) return;
                await new Promise((resolve) => setTimeout(resolve, 50));
            }}
            throw new Error("it never held");
        }}"""
    )


def test_a_changed_theme_shows_while_the_server_runs_and_a_broken_one_changes_nothing(new_reader, serve, tmp_path):
    library = tmp_path / "library"
    add(library, ROOT / "data" / DOCUMENT)
    address = serve(library)
    reader = replace(new_reader(*DESKTOP), address=address)
    open_library(reader)
    assert reader.page.locator("#brand").count() == 0
    theme = institution.write(library)
    named = "fetch('/', { cache: 'no-store' }).then((page) => page.text()).then((text) => text.includes('<title>%s</title>'))"
    until_resolved(reader, named % "Chapter Library")
    open_library(reader)
    assert reader.page.locator("#brand").count() == 1
    # A faulty file followed by a valid one: the faulty one is never shown.
    titles = "window.titles = new Set(); window.note = async () => titles.add((await (await fetch('/')).text()).match(/<title>(.*?)</)[1])"
    reader.page.evaluate(titles)
    institution.state(theme, name="Faulty", colours={"bar": "blue"})
    for _ in range(20):
        reader.page.evaluate("note()")
    institution.state(theme, name="Third name")
    until_resolved(reader, "note().then(() => titles.has('Third name'))")
    assert reader.page.evaluate("[...titles]") == ["Chapter Library", "Third name"]
    (theme / "theme.json").unlink()
    until_resolved(reader, named % "Documents")
