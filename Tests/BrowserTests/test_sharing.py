"""Sharing the view: links, citations, frames in other pages, and printing."""

import http.server
import json
import pathlib
import re
import threading
import urllib.parse

import pytest

from accessibility import violations
from support import ATTEMPTS, document_page

pytestmark = pytest.mark.calm

# The time that print.js waits for pictures.
PATIENCE_SECONDS = 15
ROOT = pathlib.Path(__file__).resolve().parents[2]


def open_options(reader):
    reader.page.locator("#options-button").click()
    reader.page.wait_for_selector("#options[open]")
    reader.until_idle()


def open_share(reader):
    open_options(reader)
    reader.page.locator("#options .row button", has_text="Share").click()
    reader.page.wait_for_selector("#share[open]")
    reader.until_idle()


def test_share_offers_a_link_a_citation_and_a_frame(new_reader):
    reader = new_reader(1180, 820).open("#clause=39")
    about = reader.get("/api/documents/magna-carta")
    clause = reader.get("/api/documents/magna-carta/clauses/39?lang=en")
    reader.page.evaluate("delete Navigator.prototype.share")
    open_share(reader)
    link = f"{reader.document_url()}?clause=39"
    assert reader.page.locator("#share-link").input_value() == link
    citation = reader.page.locator("#share-citation").input_value()
    for part in [about["title"]["en"], about["shelfmark"], clause["title"], about["credits"]["en"], "CC BY 4.0"]:
        assert part in citation
    assert re.search(re.escape(f" {reader.document_url()}?version=1&clause=39 ") + r"\(accessed \d+ \w+ \d{4}\)$", citation)
    snippet = reader.page.locator("#share-embed").input_value()
    assert snippet.startswith("<iframe ")
    assert f"{reader.document_url()}?embed#clause=39" in snippet
    assert 'title="Magna Carta, 1215"' in snippet
    assert violations(reader) == []
    # The options, which opened this dialog, are gone; the focus returns to what opened them.
    reader.page.keyboard.press("Escape")
    reader.until("document.activeElement.id === 'options-button'")


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=str)
def test_a_form_of_citation_is_chosen_copied_and_saved_by_keyboard(new_reader, size):
    reader = new_reader(*size, permissions=["clipboard-read", "clipboard-write"]).open("#clause=39")
    page = reader.page
    open_share(reader)
    form = page.get_by_label("Citation style")
    assert form.locator("option").all_inner_texts() == ["Plain text", "Chicago", "MLA", "APA", "BibTeX", "RIS", "CSL-JSON"]
    area = page.get_by_label("Citation", exact=True)
    link = f"{reader.document_url()}?version=1&clause=39"
    form.select_option("chicago")
    assert re.search(r"^“Clause 39: .+\.” In Magna Carta, 1215\. .+ Version 1\. CC BY 4\.0\. Accessed \w+ \d+, \d{4}\. ", area.input_value())
    for name, start in [("bibtex", "@incollection{magna-carta-39-v1,"), ("ris", "TY  - MANSCPT"), ("csl", "[")]:
        form.select_option(name)
        assert area.input_value().startswith(start) and link in area.input_value()
    assert violations(reader) == []
    assert page.evaluate("document.querySelector('#share').scrollWidth <= innerWidth")
    # Tab moves from the form to the text, its file and its copy.
    form.focus()
    for name in ["share-citation", "Save as a file", "Copy"]:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.id || document.activeElement.textContent") == name
    page.keyboard.press("Enter")
    # In the dialog itself: the rest of the page is hidden behind it, from screen readers too.
    copied = page.locator("#share .field", has=area).get_by_role("status")
    reader.until("[...document.querySelectorAll('#share [role=status]')].some(({ textContent }) => textContent === 'Copied')")
    assert copied.inner_text() == "Copied" and page.locator("#notice").inner_text() == ""
    assert page.evaluate("navigator.clipboard.readText()") == area.input_value()
    page.keyboard.press("Shift+Tab")
    with page.expect_download() as saving:
        page.keyboard.press("Enter")
    assert saving.value.suggested_filename == "magna-carta-39-v1.json"
    [item] = json.loads(pathlib.Path(saving.value.path()).read_text())
    assert (item["URL"], item["type"], item["container-title"]) == (link, "manuscript", "Magna Carta, 1215")
    page.keyboard.press("Escape")
    open_share(reader)
    # The form is remembered.
    assert form.input_value() == "csl"


def test_copy_link_copies_the_address_of_the_clause(new_reader):
    reader = new_reader(1180, 820, permissions=["clipboard-read", "clipboard-write"]).open("#clause=39&category=justice")
    reader.page.locator("#panel-body .action", has_text="Copy link").click()
    reader.page.wait_for_selector("#notice.remark")
    copied = reader.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{reader.document_url()}?clause=39"
    assert "Copied" in reader.page.get_by_role("alert").inner_text()


def test_share_uses_the_systems_share_dialog_if_there_is_one(new_reader):
    reader = new_reader(390, 844).open("#clause=39")
    reader.page.evaluate("navigator.share = async (what) => { window.shared = what; }")
    open_share(reader)
    reader.page.locator("#share button", has_text="Share…").click()
    assert reader.page.evaluate("window.shared.url").endswith("?clause=39")
    assert "Judgement" in reader.page.evaluate("window.shared.title")


@pytest.fixture
def another_server(address):
    """Yields the address of another server, which serves the example page with our address in it."""
    example = (ROOT / "docs" / "embed.html").read_text()
    ours = "http://127.0.0.1:8080/documents/magna-carta"
    assert example.count("http://127.0.0.1:8080") == example.count(ours) == 1
    example = example.replace(ours, document_page(address, "magna-carta")).encode()

    class Example(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200 if self.path == "/" else 204)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            if self.path == "/":
                self.wfile.write(example)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Example) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_a_frame_hides_its_bar_until_it_is_touched_and_posts_events_of_the_view(new_reader, another_server):
    reader = new_reader(1180, 900)
    page = reader.page
    # Listens from the beginning, because the frame may be ready before the page around it has loaded.
    page.add_init_script("window.heard = []; addEventListener('message', ({ data }) => heard.push(data));")
    page.goto(another_server)
    frame = page.frame_locator("iframe")
    frame.locator("body.ready").wait_for()
    page.wait_for_function("() => heard.some(({ event }) => event === 'opened')")
    opened = page.evaluate("heard.find(({ event }) => event === 'opened')")
    assert (opened["source"], opened["document"]) == ("explore", "magna-carta")
    assert frame.locator("#bar").is_hidden()
    assert frame.locator("#caption").inner_text() != ""
    frame.locator("#zoom-in").click()
    page.wait_for_function("() => heard.some(({ event }) => event === 'viewed')")
    viewed = page.evaluate("heard.findLast(({ event }) => event === 'viewed')")
    assert viewed["page"] == 1 and viewed["box"]["width"] > 0 and viewed["scale"] > 0
    frame.locator("#bar").wait_for()
    page.get_by_role("button", name="Judgement before punishment").click()
    page.wait_for_function("() => heard.some(({ event, clause }) => event === 'selected' && clause?.id === '39')")
    assert page.locator("#clause").inner_text() == "Judgement before punishment"


def print_page(reader):
    """Prints the page. Tries again if the machine is so busy that pictures take longer than the page waits; loaded ones are
    cached."""
    for _ in range(ATTEMPTS):
        reader.page.evaluate(
            """() => {
                const [begin, isThere] = [performance.now(), (picture) => picture.complete && picture.naturalWidth > 0];
                window.print = () => {
                    const pictures = [...document.querySelectorAll('#print img')];
                    window.printed = { all: pictures.every(isThere), seconds: (performance.now() - begin) / 1000 };
                };
                window.printed = null;
            }"""
        )
        open_options(reader)
        reader.page.locator("#options .row button", has_text="Print").click()
        reader.page.wait_for_function("() => window.printed", timeout=300_000)
        if reader.page.evaluate("window.printed.all"):
            break
        assert reader.page.evaluate("window.printed.seconds") > PATIENCE_SECONDS
    reader.page.emulate_media(media="print")


def test_printing_shows_only_the_filtered_clauses_with_cut_outs_and_texts(new_reader):
    reader = new_reader(1180, 820).open("#category=church")
    print_page(reader)
    assert reader.page.locator("#main").is_hidden() and reader.page.locator("#bar").is_hidden()
    paper = reader.page.locator("#print")
    assert paper.locator("> section").count() == 6
    text = paper.inner_text()
    for clause in reader.get("/api/documents/magna-carta/clauses?category=church&lang=en")["clauses"]:
        assert clause["title"] in text and clause["translation"][:50] in text
    assert "Facsimile 1" in text and "CC BY 4.0" in text
    assert paper.locator("img").count() == 6
    assert paper.locator("img").evaluate_all("(images) => images.every((image) => image.naturalWidth > 0)")
    colour = paper.evaluate("(paper) => getComputedStyle(paper.querySelector('section p')).color")
    assert colour == "rgb(0, 0, 0)"


def test_an_open_clause_is_printed_alone(new_reader):
    reader = new_reader(1180, 820, color_scheme="dark").open("#clause=39")
    print_page(reader)
    assert reader.page.locator("#print > section").count() == 1
    assert "Judgement before punishment" in reader.page.locator("#print").inner_text()


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=str)
def test_a_worksheet_has_the_sheet_chosen_clauses_in_two_languages_a_task_and_lines(new_reader, size):
    reader = new_reader(*size).open("#clause=39")
    # Within a function, because a function that is the value of the expression would be called.
    reader.page.evaluate("() => { window.print = () => { window.printed = true; }; }")
    open_options(reader)
    reader.page.locator("#options .row button", has_text="Worksheet").click()
    reader.page.wait_for_selector("#worksheet[open]")
    assert violations(reader) == []
    # The open clause is preselected; without any clause, nothing is printed.
    chosen = reader.page.locator("#worksheet .clauses label:has(:checked)")
    assert "Judgement before punishment" in chosen.inner_text()
    chosen.locator("input").uncheck()
    reader.page.locator("#worksheet .row button", has_text="Print").click()
    assert "at least one" in reader.page.locator("#worksheet [role='alert']").inner_text()
    for number in ["36", "39", "40"]:
        clauses = reader.page.locator("#worksheet .clauses label")
        clauses.filter(has=reader.page.get_by_text(number, exact=True)).locator("input").check()
    reader.page.locator("#worksheet-second").select_option("fr")
    reader.page.locator("#worksheet-lines").select_option("3")
    reader.page.locator("#worksheet-task").fill("Who may judge a free man?")
    reader.page.locator("#worksheet .row button", has_text="Print").click()
    reader.until("window.printed")
    reader.page.emulate_media(media="print")
    paper = reader.page.locator("#print.worksheet")
    assert paper.locator("section").count() == 3 and paper.locator(".line").count() == 9
    english, french = [reader.get(f"/api/documents/magna-carta/clauses/39?lang={lang}")["translation"][:40] for lang in ["en", "fr"]]
    columns = paper.locator("section").nth(1).locator(".column")
    assert english in columns.nth(0).inner_text() and french in columns.nth(1).inner_text()
    assert "Who may judge a free man?" in paper.inner_text() and "Name" in paper.inner_text()
    assert paper.locator(".sheet text").all_text_contents() == ["36", "39", "40"]
    assert paper.locator(".terms dt").all_inner_texts() == ["writ"]
    # The picture of the sheet is not blank: it shows parchment and ink.
    shades = """(canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return new Set(data.filter((_, index) => index % 4 === 0)).size;
    }"""
    assert paper.locator(".sheet canvas").evaluate(shades) > 50


@pytest.mark.parametrize("wanted", ["details", "search", "random", "resume"])
def test_home_screen_shortcuts_open_the_right_view(new_reader, wanted):
    reader = new_reader(390, 844)
    if wanted == "resume":
        reader.open("#clause=12&category=money")
        reader.until("localStorage.getItem('explore').includes('clause=12')")
    else:
        reader.open()
        # The document read last is stored after the first view.
        reader.until("localStorage.getItem('explore').includes('magna-carta')")
    reader.page.goto(f"{reader.library}?shortcut={wanted}")
    reader.page.wait_for_url("**/documents/magna-carta**")
    reader.page.wait_for_selector("body.ready")
    reader.until_idle()
    if wanted == "details":
        assert reader.fragment["category"] == "hidden-details"
    elif wanted == "search":
        assert reader.page.evaluate("document.activeElement.id") == "search"
    elif wanted == "random":
        assert reader.fragment["clause"]
        assert reader.is_open("#panel")
    else:
        assert reader.fragment["clause"] == "12" and reader.fragment["category"] == "money"


def test_the_web_app_manifest_has_icons_and_at_most_four_shortcuts(new_reader):
    reader = new_reader().open()
    href = reader.page.eval_on_selector("link[rel='manifest']", "(link) => link.href")
    manifest = reader.page.request.get(href).json()
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    assert 0 < len(manifest["shortcuts"]) <= 4
    sources = [urllib.parse.urljoin(href, icon["src"]) for icon in manifest["icons"]]
    sources.append(reader.page.eval_on_selector("link[rel='apple-touch-icon']", "(link) => link.href"))
    assert urllib.parse.urljoin(href, manifest["start_url"]) == reader.library
    sizes = reader.page.evaluate(
        """(sources) => Promise.all(sources.map(async (source) => {
            const image = new Image();
            image.src = source;
            await image.decode();
            return image.naturalWidth;
        }))""",
        sources,
    )
    assert sizes[:3] == [192, 512, 512]
