"""Recordings in the editor: uploaded with their cues, played, removed, and restored."""

import re

import pytest

from editing import CUT_OFF, SMALL, address, both_sizes, editor, get_json, move_outline, reset_edits, server  # noqa: F401
from serving import ROOT
from test_accessibility import violations

pytestmark = [pytest.mark.server("a static site is not edited"), pytest.mark.calm]

SOUND, CUES = (ROOT / f"data/magna-carta/audio/en/40.{suffix}" for suffix in ("mp3", "vtt"))


def recordings(address):
    return get_json(address, "working-copy?include=content")["content"]["recordings"]


@both_sizes
def test_recordings_of_a_clause_and_a_tour_step_are_uploaded_played_removed_and_restored(editor, address, size, tmp_path):
    user = editor(*size)
    page = user.page
    # The browser logs refused uploads.
    user.reader.allows_console_errors = True
    clause = "1.1"
    user.choose(clause)
    part = page.locator(".text-panel .recording").first
    part.locator("[data-control=recording-add]").wait_for()
    language = part.evaluate("(part) => part.closest('section').querySelector('[lang]').lang")
    # The server refuses a file that is no sound, and nothing changes.
    other = tmp_path / "sound.mp3"
    other.write_text("no sound at all")
    part.locator("input[type=file]").set_input_files(other)
    page.wait_for_function("() => document.getElementById('notice').textContent.includes('not a supported recording')")
    part.locator("input[type=file]").set_input_files([SOUND, CUES])
    part.locator("audio").wait_for(state="visible")
    user.until("saved")
    found = recordings(address)[f"{language}/{clause}"]
    assert found["file"]["format"] == "mp3" and found["file"]["byteCount"] == SOUND.stat().st_size
    assert found["cues"] == CUES.read_text()
    assert page.evaluate("async (audio) => { await audio.play(); audio.pause(); return audio.duration; }", part.locator("audio").element_handle()) > 5
    assert page.evaluate(CUT_OFF) == [] and page.evaluate(SMALL) == []
    assert violations(user.reader) == []
    part.locator("[data-control=recording-remove]").click()
    part.locator("audio").wait_for(state="hidden")
    user.until("saved")
    assert recordings(address) == {}
    user.touch("#undo")
    part.locator("audio").wait_for(state="visible")
    user.until("saved")
    assert recordings(address)[f"{language}/{clause}"] == found
    # A tour step names its recording.
    user.touch("#tab-tours")
    page.get_by_label("New tour").fill("A walk")
    user.press("Create")
    user.press("Add a step")
    step = page.locator(".steps .recording").first
    step.locator("input[type=file]").set_input_files(SOUND)
    step.locator("audio").wait_for(state="visible")
    user.until("saved")
    [tour] = get_json(address, "working-copy?include=content")["content"]["tours"]
    [[tag, path]] = tour["steps"][0]["audio"].items()
    stem = path.removeprefix(f"audio/{tag}/").removesuffix(".mp3")
    assert recordings(address)[f"{tag}/{stem}"]["file"] == found["file"]


def test_an_upload_continues_while_others_change_the_outline_and_reports_that_it_was_ended(editor, address):
    user = editor().choose("1.3")
    page = user.page
    # The browser logs aborted uploads.
    user.reader.allows_console_errors = True
    # No upload is completed.
    uploads, held = re.compile(r"/working-copy/recordings\?"), []
    page.route(uploads, lambda route: held.append(route))
    part = page.locator(".text-panel .recording").first

    def upload():
        with page.expect_request(uploads):
            part.locator("input[type=file]").set_input_files(SOUND)

    upload()
    shown = page.locator(".cut-out img").get_attribute("src")
    move_outline(address, "1.3")
    page.wait_for_function("(src) => document.querySelector('.cut-out img')?.getAttribute('src') !== src", arg=shown)
    assert part.locator("[data-control=recording-cancel]").is_visible()
    # What the user cancels needs no notice.
    part.locator("[data-control=recording-cancel]").click()
    part.locator("[data-control=recording-cancel]").wait_for(state="hidden")
    assert page.locator("#notice").inner_text() == ""
    upload()
    user.choose("1.4")
    page.locator("#notice", has_text="Nothing was saved").wait_for()
    assert recordings(address) == {}
