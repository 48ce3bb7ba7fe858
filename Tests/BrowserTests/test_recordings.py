"""Recordings of clauses and of tour steps. The browser plays them at normal speed, but inaudibly."""

import json
import re

import pytest

from accessibility import violations
from serving import ROOT
from test_listening import DEVICE, MARKED, listen, spoken_texts

# Collects the audio elements, which are not in the document.
AUDIOS = """
window.audios = [];
window.Audio = class extends Audio {
    constructor() { super(); window.audios.push(this); }
};
"""
PLAYING = "audios.find((audio) => !audio.paused && !audio.ended)"


def cues(language, clause):
    """The start and end in seconds and the word of each cue."""
    text = (ROOT / f"data/magna-carta/audio/{language}/{clause}.vtt").read_text()
    time = r"(\d\d):(\d\d\.\d\d\d)"
    found = re.findall(rf"{time} --> {time}\n(.+)", text)
    return [(60 * int(a) + float(b), 60 * int(c) + float(d), word) for a, b, c, d, word in found]


@pytest.mark.calm
@pytest.mark.parametrize(("size", "language"), [((390, 844), "en"), ((1280, 800), "fr")], ids=str)
def test_a_recording_plays_with_its_words_marked_and_the_next_clause_follows(new_reader, size, language):
    reader = new_reader(*size)
    page = reader.page
    page.add_init_script(DEVICE + AUDIOS)
    # One recording has a cue that is not in the text.
    page.route(f"**/recordings/{language}/40.vtt*", lambda route: route.fulfill(
        body="WEBVTT\n\n00:00.000 --> 09:00.000\nA sigh\n", content_type="text/vtt"))
    reader.open(f"#clause=39&lang={language}")
    if language == "en":
        listen(reader)
    else:
        page.locator("#panel-body .action", has_text="Écouter").click()
        page.wait_for_selector("#listening")
    reader.until(f"{PLAYING}?.currentTime > 0 && {MARKED} !== ''")
    assert spoken_texts(reader) == []
    kind = {"en": "Synthetic voice (espeak-ng)", "fr": "Voix de synthèse (espeak-ng)"}[language]
    assert page.locator("#listening-kind").inner_text() == kind
    assert page.locator("#listening-caption").is_hidden()
    assert page.locator("#listening-voice").count() == 0
    # On a phone the choices are shown on demand, within the panel.
    choices, goes_on = page.locator("#listening-choices"), page.locator("#listening-goes-on")
    if size[0] < 700:
        assert choices.get_attribute("aria-expanded") == "false" and goes_on.is_hidden()
        choices.click()
        assert choices.get_attribute("aria-expanded") == "true"
    else:
        assert choices.is_hidden()
    box = goes_on.bounding_box()
    assert box and box["y"] + box["height"] <= size[1]
    page.locator("#listening-toggle").press("Space")
    reader.until("audios.every((audio) => audio.paused)")
    assert violations(reader) == []
    # A word of the second sentence, and one of the title.
    for start, end, word in [cues(language, 39)[20], cues(language, 39)[1]]:
        seconds = next(second for second in range(60) if second + 1 > start)
        heard = next((one[2] for one in cues(language, 39) if one[0] <= seconds < one[1]), "")
        page.locator("#listening-position").fill(str(seconds))
        reader.until(f"{MARKED} === {json.dumps(heard)}")
    assert re.match(r"^0:0\d / 0:2\d$", page.locator("#listening-time").inner_text())
    page.locator("#listening-rate").select_option("2")
    assert page.evaluate("audios[0].playbackRate === 2 && audios[0].preservesPitch")
    # At its end the next one follows, and with reduced motion the sheet does not move.
    reader.until_idle()
    view = reader.view
    page.locator("#listening-position").fill("60")
    page.locator("#listening-toggle").click()
    reader.until(f"document.getElementById('panel-number').textContent.includes('40') && {PLAYING}?.src.includes('/{language}/40.mp3')")
    assert reader.view == view
    # A cue that is not in the text is shown in the bar.
    reader.until("document.getElementById('listening-caption').textContent === 'A sigh'")
    assert page.evaluate(MARKED) == ""
    assert page.locator("#listening-caption").is_visible()
    # Clause 41 has no recording, so the device speaks.
    page.locator("#listening-position").fill("60")
    reader.until("document.getElementById('panel-number').textContent.includes('41') && speechSynthesis.current !== null")
    assert page.evaluate("audios.every((audio) => audio.paused)")
    assert page.locator("#listening-position").count() == 0 and page.locator("#listening-voice").count() <= 1
    # At a clause with a recording, recordings continue; closing the panel ends them.
    page.evaluate("location.hash = location.hash.replace('clause=41', 'clause=12')")
    reader.until(f"{PLAYING}?.src.includes('/{language}/12.mp3')")
    assert page.evaluate("speechSynthesis.current") is None
    page.locator("#panel-close").click()
    assert page.evaluate("audios.every((audio) => audio.paused)")
    assert page.locator("#listening").count() == 0


@pytest.mark.calm
def test_a_recording_heard_once_plays_again_without_a_network(new_reader):
    reader = new_reader(390, 844, service_workers="allow")
    reader.allows_console_errors = True
    page = reader.page
    page.add_init_script(AUDIOS)
    reader.open("#clause=39")
    reader.until_cached()
    listen(reader)
    reader.until(f"{PLAYING}?.currentTime > 0 && {MARKED} !== ''")
    kept = "(await (await caches.open('explore-1')).keys()).map(({ url }) => url)"
    reader.until_resolved(f"((urls) => ['39.mp3', '39.vtt'].every((name) => urls.some((url) => url.includes(name))))({kept})")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("body.ready")
    listen(reader)
    reader.until(f"{PLAYING}?.currentTime > 0 && {MARKED} !== ''")
    # A position that has not been played yet is available, too.
    page.locator("#listening-position").fill("15")
    reader.until(f"{PLAYING}?.currentTime > 15")
    page.context.set_offline(False)


@pytest.mark.calm
def test_the_recording_of_a_tour_step_plays_only_while_the_tour_plays(new_reader):
    reader = new_reader(1280, 800)
    page = reader.page
    page.add_init_script(AUDIOS)

    def with_recording(route):
        response = route.fetch()
        tours = response.json()
        tours["tours"][0]["steps"][0]["audio"] = {"en": "audio/en/40.mp3"}
        route.fulfill(response=response, json=tours)

    page.route("**/api/documents/magna-carta/tours*", with_recording)
    reader.open("#tour=ten-minutes&step=1")
    page.wait_for_selector("#tour")
    assert page.evaluate("audios.length === 0 || audios.every((audio) => audio.src === '')")
    page.locator("#tour-play").click()
    reader.until(f"{PLAYING}?.currentTime > 0")
    page.locator("#tour-play").click()
    reader.until("audios.every((audio) => audio.paused)")
    position = page.evaluate("audios.at(-1).currentTime")
    page.locator("#tour-play").click()
    reader.until(f"{PLAYING}?.currentTime > {position}")
    # The end of the recording ends the step.
    page.evaluate(f"{PLAYING}.currentTime = 60")
    reader.until("location.hash.includes('step=2')")
    assert page.evaluate("audios.every((audio) => audio.paused)")
    page.locator("#tour-play").click()
