"""The page that lists all documents."""

from urllib.parse import urlsplit

import pytest

from accessibility import violations

pytestmark = pytest.mark.calm



@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
def test_each_document_is_a_card_with_its_picture(new_reader, size):
    reader = new_reader(*size)
    reader.page.goto(reader.library)
    reader.page.wait_for_selector("body.ready")
    card = reader.page.locator(f"#documents a[href='{urlsplit(reader.document_url()).path}']")
    about = reader.get("/api/documents/magna-carta")
    for map in ["title", "holder", "date"]:
        assert about[map]["en"] in card.inner_text()
    card.locator("img").first.wait_for()
    # The sample has two captures, which a badge states.
    card.locator(".captures", has_text="2 captures").wait_for()
    reader.until("[...document.images].length > 0 && [...document.images].every((image) => image.naturalWidth > 0)")
    box, first = card.locator(".sheet").bounding_box(), card.locator("img").first.bounding_box()
    assert box["width"] / box["height"] == pytest.approx(6000 / 8000, rel=0.01)
    assert (first["x"], first["y"]) == pytest.approx((box["x"], box["y"]), abs=0.5)
    assert violations(reader) == []


def test_a_card_opens_its_document(new_reader):
    reader = new_reader()
    reader.page.goto(reader.library)
    reader.page.locator(f"#documents a[href='{urlsplit(reader.document_url()).path}']").click()
    reader.page.wait_for_selector("#overlays .clause", state="attached")
    assert reader.page.title().startswith("Magna Carta")
