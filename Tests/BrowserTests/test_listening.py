"""Reading aloud. The tests' browser has no voices, so a fake device speaks on command."""

import pytest

from accessibility import violations

DEVICE = """
(() => {
    const voice = (name, lang) => ({ name, lang, default: false, localService: true, voiceURI: name });
    const voices = [voice('Ada', 'en-GB'), voice('Bea', 'en-US'), voice('Léa', 'fr-FR')];
    class Utterance extends EventTarget {
        constructor(text) { super(); this.text = text; }
    }
    const device = Object.assign(new EventTarget(), {
        said: [], current: null, voices,
        getVoices: () => device.voices,
        addEventListener(...details) {
            device.isAwaited = true;
            EventTarget.prototype.addEventListener.apply(device, details);
        },
        speak(utterance) { device.current = utterance; device.said.push(utterance); },
        cancel() { device.current = null; },
        word(charIndex, charLength) {
            device.current.dispatchEvent(Object.assign(new Event('boundary'), { name: 'word', charIndex, charLength }));
        },
        finish() { const done = device.current; device.current = null; done.dispatchEvent(new Event('end')); },
    });
    Object.defineProperty(window, 'speechSynthesis', { value: device });
    window.SpeechSynthesisUtterance = Utterance;
})()
"""
MARKED = "[...(CSS.highlights.get('spoken') ?? [])].map(String).join('')"


def spoken_texts(reader):
    return reader.page.evaluate("speechSynthesis.said.map(({ text }) => text)")


def listen(reader):
    reader.page.locator("#panel-body .action", has_text="Listen").click()
    reader.page.wait_for_selector("#listening")


def finish_clause(reader):
    """Ends every utterance of the clause."""
    reader.page.evaluate("() => { while (speechSynthesis.current) speechSynthesis.finish(); }")


@pytest.mark.calm
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=str)
def test_a_clause_is_read_aloud_with_pause_speed_and_voice_and_the_next_follows(new_reader, size):
    reader = new_reader(*size)
    reader.page.add_init_script(DEVICE)
    reader.open("#clause=20")
    title = reader.get("/api/documents/magna-carta/clauses/20?lang=en")["title"]
    listen(reader)
    assert spoken_texts(reader) == [title]
    assert reader.page.evaluate(MARKED) == title
    assert reader.page.evaluate("document.activeElement.id") == "listening-toggle"
    assert violations(reader) == []
    reader.page.evaluate("speechSynthesis.finish()")
    words = spoken_texts(reader)[-1]
    start = words.index(" ") + 1
    length = words.index(" ", start) - start
    reader.page.evaluate("([start, length]) => speechSynthesis.word(start, length)", [start, length])
    assert reader.page.evaluate(MARKED) == words[start : start + length]
    # By keyboard: pause, and resume with the same word.
    reader.page.keyboard.press("Space")
    assert reader.page.evaluate("speechSynthesis.current") is None
    assert reader.page.locator("#listening-toggle").get_attribute("aria-label") == "Resume"
    reader.page.keyboard.press("Space")
    assert spoken_texts(reader)[-1] == words[start:]
    # On a phone the choices are shown on demand, also for the clauses that follow.
    choices = reader.page.locator("#listening-choices")
    if choices.is_visible():
        choices.click()
    reader.page.locator("#listening-rate").select_option("1.5")
    assert reader.page.evaluate("speechSynthesis.current.rate") == 1.5
    reader.page.locator("#listening-voice").select_option("Bea")
    assert reader.page.evaluate("speechSynthesis.current.voice.name") == "Bea"
    # With reduced motion, the sheet does not move. It has made room for the choices by then.
    reader.until_idle()
    view = reader.view
    finish_clause(reader)
    reader.until("document.getElementById('panel-number').textContent.includes('21') && speechSynthesis.current !== null")
    assert reader.view == view
    assert reader.page.evaluate("[speechSynthesis.current.rate, speechSynthesis.current.voice.name]") == [1.5, "Bea"]
    # No further than the reader wants.
    reader.page.locator("#listening-goes-on").uncheck()
    count = len(spoken_texts(reader))
    finish_clause(reader)
    assert "21" in reader.page.locator("#panel-number").inner_text()
    assert len(spoken_texts(reader)) > count
    assert reader.page.evaluate("speechSynthesis.current") is None
    # Reading starts again on request, and closing the panel ends it.
    reader.page.locator("#listening-toggle").click()
    assert reader.page.evaluate("speechSynthesis.current !== null")
    reader.page.locator("#panel-close").click()
    assert reader.page.evaluate("speechSynthesis.current") is None
    assert reader.page.locator("#listening").count() == 0


def test_the_sheet_moves_to_the_next_clause_while_reading_aloud(new_reader):
    reader = new_reader(1280, 800)
    reader.page.add_init_script(DEVICE)
    reader.open("#clause=1")
    listen(reader)
    before = reader.view
    reader.page.locator("#zoom-in").focus()
    finish_clause(reader)
    reader.until("new URLSearchParams(location.hash.slice(1)).get('clause') === '2' && speechSynthesis.current !== null")
    reader.until_idle()
    assert reader.view != before
    # The reader keeps the focus.
    assert reader.page.evaluate("document.activeElement.id") == "zoom-in"


@pytest.mark.calm
def test_a_missing_voice_for_the_language_is_reported(new_reader):
    reader = new_reader(390, 844)
    reader.page.add_init_script(DEVICE)
    reader.open("#clause=20&lang=fr")
    reader.page.evaluate("speechSynthesis.voices = speechSynthesis.voices.slice(0, 2)")
    reader.page.locator("#panel-body .action", has_text="Écouter").click()
    reader.until("document.getElementById('notice').textContent.toLowerCase().includes('français')")
    assert spoken_texts(reader) == []
    # The device's voices may arrive late.
    reader.page.evaluate("speechSynthesis.voices = []")
    reader.page.locator("#panel-body .action", has_text="Écouter").click()
    reader.until("speechSynthesis.isAwaited")
    reader.page.evaluate("speechSynthesis.dispatchEvent(new Event('voiceschanged'))")
    reader.until("document.getElementById('notice').textContent.includes('voix haute')")
