"""Words and phrases in the editor: aligned and placed by mouse, touch and keyboard."""

import pytest

from editing import CUT_OFF, SMALL, address, editor, get_json, reset_edits, server  # noqa: F401
from test_accessibility import violations

pytestmark = [pytest.mark.server("a static site is not edited"), pytest.mark.calm]


def content(address):
    return get_json(address, "working-copy?include=content")["content"]


@pytest.mark.parametrize("size", [(1180, 820), (390, 844)], ids=["desktop", "phone"])
def test_phrases_are_aligned_and_words_are_placed(editor, address, size):
    user = editor(*size)
    page = user.page
    clause = "1.2"
    user.choose(clause)
    user.write(clause, "transcription", "Nullus liber homo capiatur", "la").write(clause, "translation", "No free man shall be seized")
    user.until("saved")
    user.press("Words and phrases")
    dialog = page.locator("#links")
    original, rendered, placing = dialog.locator(".word-choice").all()
    # Nothing can be aligned before words are chosen on both sides.
    user.touch("#align")
    dialog.locator("[role=status]", has_text="Select words on both sides first.").wait_for()
    user.touch(original.get_by_role("option", name="liber")).touch(original.get_by_role("option", name="homo"))
    user.touch(rendered.get_by_role("option", name="free")).touch(rendered.get_by_role("option", name="man"))
    user.touch("#align")
    dialog.locator(".phrases li").wait_for()
    # By keyboard: the last word on one side, several on the other.
    original.locator("[tabindex='0']").focus()
    page.keyboard.press("End")
    page.keyboard.press("Space")
    rendered.locator("[tabindex='0']").focus()
    page.keyboard.press("End")
    page.keyboard.press("Space")
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Shift+ArrowLeft")
    page.locator("#align").press("Enter")
    page.wait_for_function("document.querySelectorAll('#links .phrases li').length === 2")
    user.until("saved")
    assert content(address)["texts"]["en"][clause]["phrases"] == [
        {"transcription": "liber homo", "translation": "free man"},
        {"transcription": "capiatur", "translation": "shall be seized"},
    ]
    assert page.evaluate(CUT_OFF) == [] and page.evaluate(SMALL) == []
    # The words share the box that is drawn around them.
    frame = dialog.locator(".place-frame")
    frame.scroll_into_view_if_needed()
    user.touch(placing.get_by_role("option", name="Nullus")).touch(placing.get_by_role("option", name="liber"))
    frame.scroll_into_view_if_needed()
    box = dialog.locator(".place-picture").bounding_box()
    start, end = (box["x"] + 20, box["y"] + 20), (box["x"] + 140, box["y"] + 44)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end)
    page.mouse.up()
    page.wait_for_function("document.querySelectorAll('#links .boxes > div').length === 2")
    dialog.get_by_text("2 of 4 words are placed.").wait_for()
    user.until("saved")
    [first, second] = content(address)["words"][clause]
    assert [first["text"], second["text"]] == ["Nullus", "liber"] and first["page"] == 1
    assert first["box"][1] == second["box"][1] and first["box"][0] + first["box"][2] < second["box"][0]
    assert abs(first["box"][2] / second["box"][2] - 6 / 5) < 0.05
    # By keyboard: a box in the middle, moved with the arrow keys.
    user.touch(placing.get_by_role("option", name="Nullus")).touch(placing.get_by_role("option", name="liber"))
    user.touch(placing.get_by_role("option", name="homo"))
    user.press("Place in the middle")
    page.wait_for_function("document.activeElement?.dataset.word === '2'")
    user.until("saved")
    before = content(address)["words"][clause][2]["box"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowLeft")
    user.until("saved")
    page.wait_for_function("document.activeElement?.dataset.word === '2'")
    after = content(address)["words"][clause][2]["box"]
    assert after[1] > before[1] and after[2] < before[2] and after[0] == before[0]
    assert violations(user.reader) == []
    # Editing a word keeps the places of the others; a phrase whose words are missing is marked and can be removed.
    page.keyboard.press("Escape")
    user.write(clause, "transcription", "Nullus liber homo imprisonetur", "la")
    user.until("saved")
    user.press("Words and phrases")
    assert page.locator("#links .astray").count() == 1
    dialog.get_by_text("3 of 4 words are placed.").wait_for()
    user.touch(page.get_by_role("button", name="Remove: capiatur"))
    page.wait_for_function("document.querySelectorAll('#links .phrases li').length === 1")
    page.keyboard.press("Escape")
    user.touch("#undo").until("saved")
    assert len(content(address)["texts"]["en"][clause]["phrases"]) == 2
