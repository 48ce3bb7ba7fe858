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


def said(someone):
    return someone.page.evaluate("speechSynthesis.said.map(({ text }) => text)")


def listen(someone):
    someone.page.locator("#panel-body .action", has_text="Listen").click()
    someone.page.wait_for_selector("#listening")


def finish_clause(someone):
    """Ends every utterance of the clause."""
    someone.page.evaluate("() => { while (speechSynthesis.current) speechSynthesis.finish(); }")


@pytest.mark.calm
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=str)
def test_a_clause_is_read_aloud_with_pause_speed_and_voice_and_the_next_follows(reader, size):
    someone = reader(*size)
    someone.page.add_init_script(DEVICE)
    someone.open("#clause=20")
    title = someone.get("/api/documents/magna-carta/clauses/20?lang=en")["title"]
    listen(someone)
    assert said(someone) == [title]
    assert someone.page.evaluate(MARKED) == title
    assert someone.page.evaluate("document.activeElement.id") == "listening-toggle"
    assert violations(someone) == []
    someone.page.evaluate("speechSynthesis.finish()")
    words = said(someone)[-1]
    start = words.index(" ") + 1
    length = words.index(" ", start) - start
    someone.page.evaluate("([start, length]) => speechSynthesis.word(start, length)", [start, length])
    assert someone.page.evaluate(MARKED) == words[start : start + length]
    # By keyboard: pause, and resume with the same word.
    someone.page.keyboard.press("Space")
    assert someone.page.evaluate("speechSynthesis.current") is None
    assert someone.page.locator("#listening-toggle").get_attribute("aria-label") == "Go on"
    someone.page.keyboard.press("Space")
    assert said(someone)[-1] == words[start:]
    someone.page.locator("#listening-rate").select_option("1.5")
    assert someone.page.evaluate("speechSynthesis.current.rate") == 1.5
    someone.page.locator("#listening-voice").select_option("Bea")
    assert someone.page.evaluate("speechSynthesis.current.voice.name") == "Bea"
    # With reduced motion, the sheet does not move.
    view = someone.view
    finish_clause(someone)
    someone.until("document.getElementById('panel-number').textContent.includes('21') && speechSynthesis.current !== null")
    assert someone.view == view
    assert someone.page.evaluate("[speechSynthesis.current.rate, speechSynthesis.current.voice.name]") == [1.5, "Bea"]
    # No further than the reader wants.
    someone.page.locator("#listening-goes-on").uncheck()
    count = len(said(someone))
    finish_clause(someone)
    assert "21" in someone.page.locator("#panel-number").inner_text()
    assert len(said(someone)) > count
    assert someone.page.evaluate("speechSynthesis.current") is None
    # Reading starts again on request, and closing the panel ends it.
    someone.page.locator("#listening-toggle").click()
    assert someone.page.evaluate("speechSynthesis.current !== null")
    someone.page.locator("#panel-close").click()
    assert someone.page.evaluate("speechSynthesis.current") is None
    assert someone.page.locator("#listening").count() == 0


def test_the_sheet_moves_to_the_next_clause_while_reading_aloud(reader):
    someone = reader(1280, 800)
    someone.page.add_init_script(DEVICE)
    someone.open("#clause=1")
    listen(someone)
    before = someone.view
    finish_clause(someone)
    someone.until("new URLSearchParams(location.hash.slice(1)).get('clause') === '2' && speechSynthesis.current !== null")
    someone.rest()
    assert someone.view != before


@pytest.mark.calm
def test_a_missing_voice_for_the_language_is_reported(reader):
    someone = reader(390, 844)
    someone.page.add_init_script(DEVICE)
    someone.open("#clause=20&lang=fr")
    someone.page.evaluate("speechSynthesis.voices = speechSynthesis.voices.slice(0, 2)")
    someone.page.locator("#panel-body .action", has_text="Écouter").click()
    someone.until("document.getElementById('notice').textContent.toLowerCase().includes('français')")
    assert said(someone) == []
    # The device's voices may arrive late.
    someone.page.evaluate("speechSynthesis.voices = []")
    someone.page.locator("#panel-body .action", has_text="Écouter").click()
    someone.until("speechSynthesis.isAwaited")
    someone.page.evaluate("speechSynthesis.dispatchEvent(new Event('voiceschanged'))")
    someone.until("document.getElementById('notice').textContent.includes('voix haute')")
