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
def visitor(reader, request):
    """Creates readers of the themed library, on a server and on a static site."""
    address = request.getfixturevalue(request.param)
    return lambda size=DESKTOP, **options: replace(reader(*size, **options), address=address)


@pytest.fixture
def visiting(reader, server):
    """The same on the server only."""
    return lambda size=DESKTOP, **options: replace(reader(*size, **options), address=server)


def list_page(someone):
    someone.page.goto(someone.library)
    someone.page.wait_for_selector("body.ready #documents a")
    return someone


def style(someone, selector: str, name: str) -> str:
    return someone.page.eval_on_selector(selector, "(element, name) => getComputedStyle(element).getPropertyValue(name)", name)


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[place : place + 2], 16)) for place in (1, 3, 5))})"


def loaded(someone, selector: str) -> None:
    someone.until(f"document.querySelector({json.dumps(selector)})?.naturalWidth > 0")


@SIZES
def test_the_bar_of_a_document_has_the_institutions_logo_and_colours(visitor, size):
    someone = visitor(size).open()
    loaded(someone, "#brand img")
    bar, logo = (someone.page.locator(selector).bounding_box() for selector in ("#bar", "#brand img"))
    assert bar["x"] <= logo["x"] and logo["x"] + logo["width"] <= bar["x"] + bar["width"]
    assert bar["y"] <= logo["y"] and logo["y"] + logo["height"] <= bar["y"] + bar["height"]
    assert logo["height"] >= 20
    assert someone.page.get_attribute("#brand img", "alt") == institution.NAME["en"]
    assert style(someone, "#bar", "background-color") == rgb(institution.COLOURS["bar"])
    assert style(someone, "#title", "color") == rgb(institution.COLOURS["barText"])
    # There is still space for the document's title.
    assert someone.page.locator("#title").bounding_box()["width"] > 100
    assert someone.page.title().startswith("Magna Carta") and someone.page.title().endswith(" · Chapter Library")
    assert someone.page.evaluate(OVERFLOWING) == []
    assert violations(someone) == []
    someone.page.click("#brand")
    someone.page.wait_for_selector("#documents a")


@SIZES
def test_the_library_page_has_the_institutions_name_colours_links_and_texts(visitor, size):
    someone = list_page(visitor(size))
    assert someone.page.title() == institution.NAME["en"]
    assert institution.NAME["en"] in someone.page.locator("#brand").inner_text()
    loaded(someone, "#brand img")
    assert someone.page.locator("h1").inner_text() == institution.TEXTS["en"]["phrases.libraryTitle"]
    assert " articles" in someone.page.locator("#documents .count").first.inner_text()
    links = someone.page.locator("#institution-footer a").evaluate_all("(links) => links.map((link) => [link.textContent, link.getAttribute('href')])")
    assert links == [
        ["Back to Chapter Library", institution.BACK],
        ["Legal notice", institution.FOOTER["imprint"]["en"]],
        ["Privacy", institution.FOOTER["privacy"]],
        ["Accessibility", institution.FOOTER["accessibility"]],
    ]
    for link in someone.page.locator("#institution-footer a").all():
        assert link.bounding_box()["height"] >= 44
    assert someone.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--ground').trim()").startswith(
        (institution.COLOURS["ground"], rgb(institution.COLOURS["ground"])))
    assert someone.page.evaluate(OVERFLOWING) == []
    assert violations(someone) == []


@SIZES
def test_in_arabic_the_theme_is_mirrored_and_translated(visitor, size):
    someone = list_page(visitor(size, locale="ar"))
    assert someone.page.get_attribute("html", "dir") == "rtl"
    assert someone.page.locator("h1").inner_text() == institution.TEXTS["ar"]["phrases.libraryTitle"]
    assert institution.NAME["ar"] in someone.page.locator("#brand").inner_text()
    assert "الخصوصية" in someone.page.locator("#institution-footer").inner_text()
    assert someone.page.evaluate(OVERFLOWING) == []
    someone.open()
    loaded(someone, "#brand img")
    assert someone.page.get_attribute("#brand img", "alt") == institution.NAME["ar"]
    logo, title = (someone.page.locator(selector).bounding_box() for selector in ("#brand", "#title"))
    assert logo["x"] >= title["x"] + title["width"] - 1
    assert someone.page.evaluate(OVERFLOWING) == []


def test_texts_are_replaced_in_each_language_and_a_language_is_added(visitor):
    someone = list_page(visitor(locale="de"))
    assert someone.page.locator("h1").inner_text() == institution.TEXTS["de"]["phrases.libraryTitle"]
    assert someone.page.locator("#institution-footer a.imprint").get_attribute("href") == institution.FOOTER["imprint"]["de"]
    someone.open()
    someone.page.click("#options-button")
    options = someone.page.locator("#options #interface option")
    assert options.evaluate_all("(options) => options.map(({ value }) => value)") == ["", "en", "de", "es", "fr", "it", "nl", "ar", "cy"]
    someone.page.select_option("#options #interface", "cy")
    someone.until("document.documentElement.lang === 'cy'")
    someone.until("document.querySelector('#options')?.textContent.includes('Y dudalen hon yn')")
    # Missing texts are in English.
    assert someone.page.get_attribute("#zoom-in", "aria-label") == "Enlarge"
    list_page(someone)
    assert someone.page.locator("h1").inner_text() == institution.TEXTS["cy"]["phrases.libraryTitle"]


def test_the_institutions_font_is_used_unless_plain_letters_are_chosen(visitor):
    someone = list_page(visitor())
    assert style(someone, "html", "font-family").replace("'", '"').startswith('"Institution Text"')
    someone.until("[...document.fonts].some(({ family, status }) => family.includes('Institution Text') && status === 'loaded')")
    someone.page.evaluate("document.documentElement.dataset.typeface = 'plain'")
    assert "Institution" not in style(someone, "h1", "font-family")


@SIZES
def test_help_and_the_missing_document_page_show_the_institutions_pictures(visiting, size):
    someone = visiting(size, is_new=True).open()
    someone.page.wait_for_selector("#welcome .marks img")
    sources = someone.page.locator("#welcome .marks img").evaluate_all("(images) => images.map(({ src }) => src.split('/').pop())")
    assert sources == ["helpMove.svg", "helpClause.svg", "helpMenu.svg"]
    loaded(someone, "#welcome .marks img")
    assert someone.page.evaluate(OVERFLOWING) == []
    someone.page.goto(f"{someone.address}/documents/nothing")
    loaded(someone, "#notice img.empty")
    assert someone.page.locator("#notice h2").inner_text() == "There is no such document here"
    # The browser logs the missing document.
    assert all("404" in complaint for complaint in someone.complaints)
    someone.complaints.clear()


def test_an_empty_library_shows_the_institutions_picture(reader, tmp_path):
    add(tmp_path / "library", ROOT / "data" / DOCUMENT)
    run("remove", DOCUMENT, "--yes", "--library", tmp_path / "library")
    institution.write(tmp_path / "library")
    with serving(tmp_path / "library") as address:
        someone = replace(reader(*PHONE), address=address)
        someone.page.goto(address)
        someone.page.wait_for_selector("body.ready")
        loaded(someone, "img.empty")
        assert someone.page.locator("img.empty").count() == 1
        assert someone.page.get_by_role("status").inner_text() == "There is no document in this library yet."


def test_about_has_the_institutions_links(visitor):
    someone = visitor(PHONE).open()
    someone.page.click("#about-button")
    links = someone.page.locator("#about .institution-links a")
    assert links.all_text_contents() == ["Back to Chapter Library", "Legal notice", "Privacy", "Accessibility"]
    assert someone.page.evaluate(OVERFLOWING) == []
    assert violations(someone) == []


@pytest.mark.server("its pages know of the camera")
def test_the_camera_uses_the_institutions_colours_and_pictures(visiting):
    someone = visiting(PHONE)
    someone.page.goto(f"{someone.address}/capture")
    colours = someone.page.evaluate(
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
    someone.page.evaluate(
        """async () => {
            await (await import('/viewer/strings/camera.js')).CAMERA.load();
            (await import('/viewer/camera/help.js')).openHelp(() => undefined);
        }"""
    )
    loaded(someone, "#capture-help .advice img")
    pictures = someone.page.locator("#capture-help .advice > :first-child").evaluate_all("(all) => all.map(({ src = '' }) => src.split('/').pop())")
    assert pictures == ["helpCorners.svg", *[""] * 8, "helpReleaseWrong.svg"]


def test_icons_manifest_and_link_previews_are_the_institutions(visiting):
    someone = list_page(visiting())
    icon = someone.page.get_attribute("link[rel='icon']", "href")
    touch = someone.page.get_attribute("link[rel='apple-touch-icon']", "href")
    manifest = someone.page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())")
    assert manifest["name"] == institution.NAME["en"] and manifest["short_name"] == "Chapter"
    assert manifest["background_color"] == institution.COLOURS["ground"]
    preview = someone.page.get_attribute("meta[property='og:image']", "content")
    assert preview.startswith(someone.address)
    icons = [urllib.parse.urljoin(f"{someone.address}/viewer/explore.webmanifest", entry["src"]) for entry in manifest["icons"]]
    for address in [someone.address + icon, someone.address + touch, preview, *icons]:
        with urllib.request.urlopen(address) as answer:
            assert answer.headers["Content-Type"].startswith("image/")
            assert "immutable" in answer.headers["Cache-Control"]
    assert someone.page.get_attribute("meta[property='og:site_name']", "content") == institution.NAME["en"]
    someone.open()
    assert someone.page.get_attribute("meta[property='og:site_name']", "content") == institution.NAME["en"]


def test_pages_without_scripts_have_the_institutions_name_and_links(visiting):
    someone = visiting(java_script_enabled=False, locale="de")
    for path in ("/?plain", f"/documents/{DOCUMENT}?plain&lang=en"):
        someone.page.goto(someone.address + path)
        text = someone.page.locator("main").inner_text()
        language = someone.page.get_attribute("html", "lang")
        assert institution.NAME[language] in text
        assert someone.page.locator("main a[href='https://chapter.example/privacy']").count() == 1
        assert institution.NAME[language] in someone.page.locator(f"main a[href='{institution.BACK}']").inner_text()


def test_a_kiosk_has_no_links_to_other_sites(visiting):
    someone = visiting()
    someone.page.goto(f"{someone.address}/?kiosk=600")
    someone.page.wait_for_selector("body.ready #documents a")
    others = "[...document.querySelectorAll('a[href]')].filter((link) => new URL(link.href).origin !== location.origin).length"
    someone.until(f"{others} === 0")
    assert "Privacy" in someone.page.locator("#institution-footer").inner_text()


def until_it_holds(someone, promise: str):
    """Polls a promise, because `wait_for_function` treats every promise as true."""
    someone.page.evaluate(
        f"""async () => {{
            for (let turn = 0; turn < 600; turn++) {{
                if (await ({promise})) return;
                await new Promise((resolve) => setTimeout(resolve, 50));
            }}
            throw new Error("it never held");
        }}"""
    )


def test_a_changed_theme_shows_while_the_server_runs_and_a_broken_one_changes_nothing(reader, tmp_path):
    library = tmp_path / "library"
    add(library, ROOT / "data" / DOCUMENT)
    with serving(library) as address:
        someone = replace(reader(*DESKTOP), address=address)
        list_page(someone)
        assert someone.page.locator("#brand").count() == 0
        theme = institution.write(library)
        named = "fetch('/', { cache: 'no-store' }).then((page) => page.text()).then((text) => text.includes('<title>%s</title>'))"
        until_it_holds(someone, named % "Chapter Library")
        list_page(someone)
        assert someone.page.locator("#brand").count() == 1
        # A faulty file followed by a valid one: the faulty one is never shown.
        titles = "window.titles = new Set(); window.note = async () => titles.add((await (await fetch('/')).text()).match(/<title>(.*?)</)[1])"
        someone.page.evaluate(titles)
        institution.state(theme, name="Faulty", colours={"bar": "blue"})
        for _ in range(20):
            someone.page.evaluate("note()")
        institution.state(theme, name="Third name")
        until_it_holds(someone, "note().then(() => titles.has('Third name'))")
        assert someone.page.evaluate("[...titles]") == ["Chapter Library", "Third name"]
        (theme / "theme.json").unlink()
        until_it_holds(someone, named % "Documents")
