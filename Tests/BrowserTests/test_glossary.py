"""Terms of the glossary are marked once per clause, explained on a card, and listed with the clauses that contain them."""

import pytest

from accessibility import violations
from test_accessibility import CUT_OFF, SMALL

pytestmark = pytest.mark.calm
both_sizes = pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desktop", "phone"])

TERMS = "[...document.querySelectorAll('#panel-body button.term')].map((term) => term.dataset.term)"
# The texts of the panel, excluding notes, as they would be without marks.
TEXT = "[...document.querySelectorAll('#panel-body p:not(.aside, #linked-line)')].map((part) => part.textContent)"


def open_with_terms(reader, clause, parameters=""):
    """Opens a clause and waits until its terms are marked."""
    reader.open(f"#clause={clause}{parameters}")
    reader.page.wait_for_selector("#panel-body .actions .glossary")


@both_sizes
def test_a_term_is_marked_once_per_text_and_explained_on_a_card(new_reader, size):
    reader = new_reader(*size, has_touch=size[0] < 600)
    open_with_terms(reader, "12")
    page = reader.page
    # Once in translation and context together, and once in the Latin text.
    assert page.evaluate(TERMS) == ["scutage", "aid", "scutage", "aid"]
    clause = reader.get("/api/documents/magna-carta/clauses/12?lang=en")
    texts = [clause["translation"], clause["context"], clause["transcription"]]
    assert page.evaluate(TEXT) == texts
    # Copying yields the plain text.
    copied = page.evaluate("getSelection().selectAllChildren(document.querySelector('#panel-body .words')), String(getSelection())")
    assert copied.strip() == clause["translation"]
    term = page.locator("#panel-body .words button.term").first
    assert term.inner_text() == "scutage"
    # By click.
    term.click()
    card = page.locator("#term-card")
    assert card.locator("h2").inner_text() == "scutage" and card.locator(".own").inner_text() == "scutagium"
    assert "in place of knights for his army" in card.inner_text()
    assert page.evaluate("document.activeElement.id") == "term-card-title"
    assert term.get_attribute("aria-expanded") == "true"
    assert violations(reader) == [] and page.evaluate(CUT_OFF) == [] and page.evaluate(SMALL) == []
    box, own = card.bounding_box(), term.bounding_box()
    assert 0 <= box["x"] and box["x"] + box["width"] <= size[0] and 0 <= box["y"] and box["y"] + box["height"] <= size[1]
    # The card is beside the term, which stays visible.
    assert min(abs(box["y"] - own["y"] - own["height"]), abs(box["y"] + box["height"] - own["y"])) < 10
    assert size[0] > 600 or box["width"] > 370
    # Related terms are explained on the same card.
    card.get_by_role("button", name="knight’s fee").click()
    assert card.locator("h2").inner_text() == "knight’s fee"
    # Escape closes the card but not the clause, and the focus returns; Enter opens it again.
    page.keyboard.press("Escape")
    assert card.is_hidden() and page.evaluate("document.activeElement.dataset.term") == "scutage"
    assert page.locator("#panel.open").count() == 1
    page.keyboard.press("Enter")
    assert card.is_visible()
    # A click elsewhere closes it too.
    page.locator("#panel-title").click()
    assert card.is_hidden()
    # In another language the text is replaced, and so are the marks.
    page.evaluate("location.hash = '#clause=12&lang=fr'")
    reader.until("document.querySelector('#panel-body button.term')?.textContent === 'écuage'")
    assert page.evaluate(TERMS) == ["scutage", "aid", "scutage", "aid"]


def test_terms_are_marked_in_both_languages_and_within_search_matches(new_reader):
    reader = new_reader(1280, 800)
    open_with_terms(reader, "3", "&lang=en,fr&q=wardship")
    page = reader.page
    reader.until("document.querySelectorAll('#panel-body button.term').length > 2")
    marks = "[...document.querySelectorAll('#panel-body button.term')].map((term) => [term.closest('p').lang, term.dataset.term])"
    assert page.evaluate(marks)[:4] == [["en", "wardship"], ["en", "relief"], ["fr", "wardship"], ["fr", "relief"]]
    assert page.locator("#panel-body .first mark button.term").first.inner_text() == "wardship"
    assert page.locator("#panel-body mark:empty").count() == 0
    # Each term is explained in the language of its text.
    page.locator("#panel-body .second button.term").first.click()
    assert page.locator("#term-card h2").inner_text() == "garde d’un héritier"
    assert page.locator("#term-card .said").inner_text().startswith("custodia\n")


@both_sizes
def test_the_glossary_is_searchable_and_links_to_clauses(new_reader, size):
    reader = new_reader(*size, has_touch=size[0] < 600)
    reader.open("#term=novel-disseisin")
    page = reader.page
    dialog = page.locator("#glossary")
    dialog.locator(".places").first.wait_for()
    assert page.evaluate("document.activeElement.textContent") == "novel disseisin"
    names = dialog.locator("h3").all_inner_texts()
    assert len(names) == 20 and names[:3] == ["aid", "amercement", "burgage"] and names[-1] == "writ"
    assert violations(reader) == [] and page.evaluate(CUT_OFF) == [] and page.evaluate(SMALL) == []
    dialog.locator("input").fill("ecuage")
    assert dialog.locator("[role=status]").inner_text() == "1 term"
    assert dialog.locator("h3:visible").all_inner_texts() == ["scutage"]
    dialog.locator("input").fill("nothing of the kind")
    assert dialog.locator("[role=status]").inner_text() == "No terms match."
    dialog.locator("input").fill("dower")
    dialog.locator("[data-term=dower]").get_by_role("button", name="Clause 11").click()
    page.wait_for_selector("#panel.open")
    reader.until("document.querySelector('#panel-title').textContent.startsWith('Widows, children')")
    assert dialog.count() == 0 and reader.fragment["clause"] == "11"
    # The whole glossary can be opened from a clause and from a card.
    page.locator("#panel-body button.term").first.click()
    page.locator("#term-card").get_by_role("button", name="All terms").click()
    assert page.evaluate("document.activeElement.textContent") == "dower"


def test_reading_aloud_includes_terms_in_their_sentences(new_reader):
    reader = new_reader(1280, 800)
    open_with_terms(reader, "12")
    pieces = reader.page.evaluate(
        """async () => {
            const { piecesOfPanel } = await import(`${viewerFolder}listening/spoken.js`);
            return piecesOfPanel(document.getElementById("panel")).map(({ text }) => text);
        }"""
    )
    assert pieces[1].startswith("No scutage or aid shall be raised in our kingdom except by the common counsel")
    assert reader.page.evaluate(TERMS) == ["scutage", "aid", "scutage", "aid"]
