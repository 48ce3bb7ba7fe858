/** Reading aloud: the pieces of a text, the choice of a voice, and the order of the pieces. */
import assert from "node:assert/strict";
import test from "node:test";
import { Narration } from "../../Sources/Viewer/listening/narration.js";
import { piecesOf } from "../../Sources/Viewer/listening/sentences.js";
import { voiceFor, voicesFor } from "../../Sources/Viewer/listening/voices.js";

/** @param {string} text @param {string} language */
const pieces = (text, language) => piecesOf(text, language).map(({ start, end }) => text.slice(start, end));

test("a text is split into sentences, also in other scripts", () => {
    assert.deepEqual(pieces("To no one will we sell. To no one deny!  ", "en"), ["To no one will we sell.", "To no one deny!"]);
    assert.deepEqual(pieces("नमस्ते। यह वाक्य है।", "hi"), ["नमस्ते।", "यह वाक्य है।"]);
    assert.deepEqual(pieces("没有人。我们不卖。", "zh"), ["没有人。", "我们不卖。"]);
    assert.deepEqual(pieces(" \n ", "en"), []);
    assert.deepEqual(pieces("No language. Known.", ""), ["No language.", "Known."]);
    assert.deepEqual(pieces("No language. At all.", "not a tag"), ["No language.", "At all."]);
});

test("pieces have at most 200 characters, and no text is lost or cut within a character", () => {
    const long = [
        `${"the common counsel of our realm, ".repeat(40)}amen`,
        "counsel ".repeat(100),
        "x".repeat(1000),
        `y${"😀".repeat(300)}`,
        `${"a".repeat(199)}\u{1F600}${"b".repeat(500)}`,
    ];
    for (const text of long) {
        const found = pieces(text, "en");
        for (const piece of found) {
            assert.ok(piece.length <= 200, `${piece.length}`);
            assert.ok(piece.isWellFormed?.() ?? true, piece);
            assert.doesNotMatch(piece, /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/);
        }
        assert.equal(found.join("").replaceAll(" ", ""), text.replaceAll(" ", ""));
    }
});

const voice = (name, lang, more = {}) => ({ name, lang, default: false, localService: true, ...more });
const VOICES = [
    voice("Anna", "de-DE"),
    voice("Amy", "en_GB", { localService: false }),
    voice("Sam", "en-US", { default: true }),
    voice("Eva", "en-AU"),
    voice("Ina", "fil-PH"),
];

test("voices match the text's language regardless of region, and the chosen one is used", () => {
    assert.deepEqual(voicesFor(VOICES, "en").map(({ name }) => name), ["Sam", "Eva", "Amy"]);
    assert.deepEqual(voicesFor(VOICES, "en-GB").map(({ name }) => name), ["Amy", "Sam", "Eva"]);
    assert.equal(voiceFor(VOICES, "en", { en: "Eva" })?.name, "Eva");
    assert.equal(voiceFor(VOICES, "en", { en: "Gone", de: "Anna" })?.name, "Sam");
    // "fi" is not "fil".
    assert.equal(voiceFor(VOICES, "fi", {}), null);
    assert.deepEqual(voicesFor(VOICES, "la"), []);
});

/** A device that speaks when `say` is called, and sends the events of cancelled utterances late. */
class Device {
    /** @type {Utterance | null} */
    current = null;
    /** @type {Utterance[]} */
    said = [];

    speak(utterance) {
        assert.equal(this.current, null, "two voices at once");
        this.current = utterance;
        this.said.push(utterance);
    }

    cancel() {
        const cancelled = this.current;
        this.current = null;
        if (cancelled) queueMicrotask(() => cancelled.send("error", { error: "interrupted" }));
    }

    word(charIndex, charLength) {
        this.current?.send("boundary", { name: "word", charIndex, charLength });
    }

    finish() {
        const done = this.current;
        this.current = null;
        done?.send("end");
    }
}

class Utterance extends EventTarget {
    constructor(text) {
        super();
        this.text = text;
    }

    send(type, fields = {}) {
        this.dispatchEvent(Object.assign(new Event(type), fields));
    }
}

function narrated() {
    const device = new Device();
    const manner = { rate: 1, voice: (lang) => ({ name: `voice of ${lang}` }) };
    const heard = [];
    const narration = new Narration(device, Utterance, manner, {
        reach: (piece, word) => heard.push(word ? piece.text.slice(word.start, word.end) : `> ${piece.text}`),
        change: () => heard.push(narration.isSpeaking ? "speaks" : "rests"),
        end: () => heard.push("end"),
        fail: () => heard.push("fail"),
    });
    return { device, manner, heard, narration };
}

const TEXT = [
    { text: "To none.", lang: "en" },
    { text: "À personne nous ne vendrons.", lang: "fr" },
];

test("pieces are spoken in order in their language, and words are reported as spoken", () => {
    const { device, heard, narration } = narrated();
    narration.take(TEXT, true);
    device.word(3, 4);
    device.finish();
    device.word(2, 8);
    device.finish();
    assert.deepEqual(heard, ["> To none.", "speaks", "none", "> À personne nous ne vendrons.", "personne", "rests", "end"]);
    assert.deepEqual(device.said.map(({ lang, voice }) => [lang, voice.name]), [["en", "voice of en"], ["fr", "voice of fr"]]);
    narration.resume();
    assert.equal(device.current?.text, "To none.", "from the beginning again");
});

test("resuming repeats the last word, and late events of cancelled speech are ignored", async () => {
    const { device, heard, narration } = narrated();
    narration.take(TEXT, true);
    device.finish();
    device.word(11, 4);
    narration.pause();
    await Promise.resolve();
    assert.ok(!heard.includes("fail"));
    narration.resume();
    assert.equal(device.current?.text, "nous ne vendrons.");
    device.word(5, 0);
    // Some devices report no length.
    assert.equal(heard.at(-1), "ne");
    narration.pause();
    narration.resume();
    assert.equal(device.current?.text, "ne vendrons.");
});

test("changing speed continues at the same word, and another text starts only on resume", async () => {
    const { device, manner, heard, narration } = narrated();
    narration.take(TEXT, true);
    device.word(3, 4);
    manner.rate = 2;
    narration.change();
    await Promise.resolve();
    assert.deepEqual([device.current?.text, device.current?.rate], ["none.", 2]);
    narration.pause();
    narration.change();
    assert.equal(device.current, null);
    narration.take(TEXT.slice(1), false);
    assert.equal(device.current, null);
    narration.resume();
    assert.equal(device.current?.text, TEXT[1].text);
    device.current?.send("error", { error: "synthesis-failed" });
    assert.deepEqual(heard.slice(-2), ["rests", "fail"]);
    assert.equal(narration.isSpeaking, false);
});

test("an empty text is not spoken", () => {
    const { device, heard, narration } = narrated();
    narration.take([], true);
    assert.deepEqual([device.said, heard], [[], []]);
});
