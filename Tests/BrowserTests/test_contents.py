"""A document with metadata, links and a table of contents: About shows them, and the table leads to its places."""

import json
import re

import pytest
import three_pages
from hosting import reading
from serving import add
from test_accessibility import CUT_OFF, SMALL, violations
from test_pages import label, until_page

pytestmark = pytest.mark.calm

ABOUT = {
    "metadata": [
        {"label": {"en": "Scribe", "de": "Schreiber"}, "value": {"en": ["Anna", "<b>Carl</b>"], "de": "Anna und Carl"}},
        {"label": {"en": "Title in Arabic"}, "value": {"ar": "كتاب"}},
        {"label": "Catalogue", "value": ["A 17"]},
    ],
    "provider": [
        {
            "label": {"en": "A museum"},
            "homepage": [{"id": "https://museum.example/", "label": {"en": "Home"}}],
            "logo": [{"id": "https://museum.example/logo.png", "format": "image/png"}],
        }
    ],
    "homepage": [{"id": "https://museum.example/writ", "label": {"en": "The writ", "de": "Der Brief"}}],
    "rendering": [{"id": "https://museum.example/writ.pdf", "label": {"en": "As a PDF"}, "format": "application/pdf"}],
    "seeAlso": [
        {"id": "https://museum.example/writ.xml", "format": "text/xml"},
        {"id": "https://museum.example/writ.json", "label": {"en": "A"}},
    ],
}
CONTENTS = [
    {
        "label": {"en": "What is in it", "de": "Inhalt"},
        "items": [
            {"label": {"en": "The writ", "de": "Der Brief"}, "pages": [1, 2], "items": [
                {"label": {"en": "The seal"}, "pages": [{"page": 2, "box": [400, 500, 400, 400]}]},
                {"label": {"en": "Where the seal hung"}, "pages": [{"page": 2, "box": [0, 0, 300, 300]}]},
            ]},
            {"label": {"ar": "ورقة"}, "pages": [3]},
            {"pages": [3]},
        ],
    }
]  # fmt: skip


def write_source(folder, pages: int = 3):
    """Writes the document of three pages, or only its first pages."""
    three_pages.write(folder)
    file = folder / "document.json"
    document = json.loads(file.read_text()) | ABOUT | {"structures": CONTENTS}
    if pages < 3:
        document["id"] = folder.name
        document["pages"] = document["pages"][:pages]
        document["structures"] = [{"label": {"en": "Top"}, "pages": [{"page": 1, "box": [100, 100, 300, 300]}]}]
        clauses = json.loads((folder / "clauses.json").read_text())
        kept = [clause for clause in clauses if all(region["page"] <= pages for region in clause["regions"])]
        (folder / "clauses.json").write_text(json.dumps(kept))
        for language in ["en", "de"]:
            texts = json.loads((folder / f"texts/{language}.json").read_text())
            ids = {clause["id"] for clause in kept}
            (folder / f"texts/{language}.json").write_text(
                json.dumps({name: text for name, text in texts.items() if name in ids})
            )
    file.write_text(json.dumps(document))
    return folder


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("contents")
    add(folder / "library", write_source(folder / "source"))
    add(folder / "library", write_source(folder / "alone", pages=1))
    with reading(folder / "library") as served:
        yield served


def open_document(new_reader, library, width=820, height=1180, fragment="", document="three-pages", **options):
    reader = new_reader(width, height, **options)
    reader.address = library
    return reader.open(fragment, document=document)


def facts(reader) -> dict[str, list[str]]:
    """The terms of About with their values."""
    return reader.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('#about .known')].map((row) =>
            [row.querySelector('dt').textContent, [...row.querySelectorAll('dd > *')].map((each) => each.textContent)]))"""
    )


def test_about_shows_metadata_and_links_in_the_readers_language_and_loads_nothing(new_reader, library):
    reader = open_document(new_reader, library, 390, 844)
    requests = []
    reader.page.on("request", lambda request: requests.append(request.url))
    reader.page.locator("#about-button").click()
    reader.until("document.getElementById('about').open")
    assert facts(reader) == {
        "Scribe": ["Anna", "<b>Carl</b>"],
        "Title in Arabic": ["كتاب"],
        "Catalogue": ["A 17"],
        "Provided by": ["A museum"],
        "Website": ["The writ"],
        "Other formats": ["As a PDF"],
        "Related data": ["https://museum.example/writ.xml", "A"],
    }
    links = reader.page.locator("#about .known a").evaluate_all("(links) => links.map(({ href }) => href)")
    assert links == [f"https://museum.example/{name}" for name in ["", "writ", "writ.pdf", "writ.xml", "writ.json"]]
    arabic = reader.page.locator("#about [lang='ar']")
    assert arabic.evaluate("(element) => getComputedStyle(element).direction") == "rtl"
    reader.until_idle()
    assert [url for url in requests if "museum.example" in url] == []
    reader.open("#lang=de", document="three-pages")
    reader.page.locator("#about-button").click()
    reader.until("document.getElementById('about').open")
    assert facts(reader)["Schreiber"] == ["Anna und Carl"]


def test_the_table_of_contents_leads_to_its_places_by_touch_and_keys(new_reader, library):
    reader = open_document(new_reader, library)
    reader.page.locator("#contents-button").click()
    table = reader.page.get_by_role("dialog", name="What is in it")
    names = table.locator("a .name").evaluate_all("(names) => names.map(({ textContent }) => textContent)")
    assert names == ["The writ", "The seal", "Where the seal hung", "ورقة", "Leaf"]
    assert table.locator("[aria-current='true'] .name").all_text_contents() == ["The writ"]
    # The entry of the current page has the focus; End moves to the last entry, arrow keys by one.
    reader.until("document.activeElement.getAttribute('aria-current') === 'true'")
    reader.page.keyboard.press("End")
    reader.page.keyboard.press("ArrowUp")
    reader.page.keyboard.press("Enter")
    until_page(reader, "Leaf")
    assert table.count() == 0
    reader.page.locator("#contents-button").click()
    table.get_by_role("link", name=re.compile("^The seal ?, page 2$")).click()
    until_page(reader, "Dorse")
    seal = (reader.view.x, reader.view.scale)
    assert reader.fragment["xywh"].count(",") == 3
    # Another place on the same page.
    reader.page.locator("#contents-button").click()
    table.get_by_role("link", name="Where the seal hung").click()
    reader.until_idle()
    assert label(reader).startswith("Dorse")
    assert reader.view.x > seal[0] and reader.view.scale > 1
    reader.page.go_back()
    reader.until_idle()
    assert (reader.view.x, reader.view.scale) == pytest.approx(seal, abs=2)
    reader.page.go_back()
    until_page(reader, "Leaf")


def test_the_table_of_contents_is_translated_and_its_entries_are_large_enough_to_touch(new_reader, library):
    reader = open_document(new_reader, library, 390, 844, "#lang=de")
    reader.page.locator("#contents-button").click()
    table = reader.page.get_by_role("dialog", name="Inhalt")
    assert table.locator("a .name").first.text_content() == "Der Brief"
    assert table.locator("a .name[lang='ar']").evaluate("(element) => getComputedStyle(element).direction") == "rtl"
    for box in [entry.bounding_box() for entry in table.locator("a").all()]:
        assert box["height"] >= 43.9 and box["x"] >= 0 and box["x"] + box["width"] <= 390
    reader.page.keyboard.press("Escape")
    reader.until("document.activeElement.id === 'contents-button'")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violations_in_about_and_the_table_and_controls_are_large_enough(new_reader, library, scheme):
    reader = open_document(new_reader, library, 390, 844, color_scheme=scheme)
    for button, dialog in [("#about-button", "#about"), ("#contents-button", "#contents")]:
        reader.page.locator(button).click()
        reader.page.wait_for_selector(f"{dialog}[open]")
        reader.until_idle()
        assert violations(reader) == []
        assert reader.page.evaluate(SMALL) == [] and reader.page.evaluate(CUT_OFF) == []
        reader.page.keyboard.press("Escape")
        reader.page.wait_for_selector(f"{dialog}[open]", state="detached")


def test_a_single_page_has_its_table_of_contents_but_no_page_buttons(new_reader, library):
    reader = open_document(new_reader, library, document="alone")
    assert [reader.page.locator(f"#{name}").is_visible() for name in ["contents-button", "page-next", "page-label"]] == [
        True,
        False,
        False,
    ]
    reader.page.locator("#contents-button").click()
    reader.page.get_by_role("link", name="Top").click()
    reader.until_idle()
    assert "xywh" in reader.fragment


def test_a_document_without_a_table_of_contents_has_no_button_for_it(new_reader):
    reader = new_reader(820, 1180).open(document="three-pages")
    assert reader.page.locator("#contents-button").is_hidden()
