"""Downloading a clause, a page or a document as a file."""

import re

import pytest

from accessibility import violations

pytestmark = [pytest.mark.server("a static site has files of documents alone"), pytest.mark.calm]


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=str)
def test_a_clause_a_page_and_a_document_can_be_downloaded(new_reader, size):
    reader = new_reader(*size).open("#clause=39")
    page = reader.page
    page.locator("#panel-body .actions .action", has_text="Download this part").click()
    page.wait_for_selector("#download[open]")
    link = page.locator("#download-file")
    what, form = page.get_by_label("Content", exact=True), page.get_by_label("Format", exact=True)
    assert what.locator("option").all_inner_texts() == ["This clause", "This page", "The whole document"]
    assert form.locator("option").all_inner_texts() == ["PDF", "Text", "Picture (JPEG)"]
    assert page.locator("#download").get_by_role("link", name="CC BY 4.0").is_visible()
    assert violations(reader) == []
    assert page.evaluate("document.querySelector('#download').scrollWidth <= innerWidth")

    # Without a language nothing is downloaded, and a message is shown.
    page.get_by_label("English").uncheck()
    link.click()
    assert page.locator("#download [role=alert]").inner_text() == "Choose at least one language."
    page.get_by_label("Français").check()
    with page.expect_download() as started:
        link.click()
    assert started.value.suggested_filename == "La Grande Charte (Magna Carta), 1215, 39.pdf"
    with open(started.value.path(), "rb") as file:
        assert file.read(5) == b"%PDF-"
    page.wait_for_selector("#download", state="detached")

    # From the document's menu, by keyboard; the chosen part determines the formats.
    page.locator("#options-button").click()
    page.locator("#options .row button", has_text=re.compile("^Download$")).press("Enter")
    page.wait_for_selector("#download[open]")
    what.select_option("document")
    assert form.locator("option").all_inner_texts() == ["PDF", "Text"]
    assert re.search(r"About \d", page.locator("#download [role=status]").inner_text())
    form.select_option("text")
    assert not page.get_by_label("Picture size").is_visible()
    assert re.search(r"/api/documents/magna-carta/download\.txt\?lang=en$", link.get_attribute("href"))
    with page.expect_download() as started:
        link.click()
    assert "Judgement before punishment" in started.value.path().read_text(encoding="utf-8")
    page.wait_for_selector("#download", state="detached")
    page.locator("#options-button").click()
    page.locator("#options .row button", has_text=re.compile("^Download$")).click()
    page.wait_for_selector("#download[open]")
    what.select_option("page")
    form.select_option("image")
    page.get_by_label("Picture size").select_option("1000")
    assert link.get_attribute("href").endswith("/pages/1/download.jpg?size=1000")
    assert page.get_by_role("group", name="Languages").count() == 0
    with page.expect_download() as started:
        link.click()
    assert started.value.path().read_bytes()[:2] == b"\xff\xd8"
    page.wait_for_selector("#download", state="detached")
