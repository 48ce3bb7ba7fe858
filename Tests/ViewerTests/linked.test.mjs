/** Quotations from texts, and words that keep their places when the transcription is edited. */
import assert from "node:assert/strict";
import test from "node:test";
import { encodeQuote, quoteOf, quotesOf, readQuotes, singleSpaced, spanOf, tokensOf } from "../../Sources/Viewer/base/quoting.js";
import { matchWords } from "../../Sources/Viewer/base/word-matching.js";
import { align, place, removePhrase, takeAway } from "../../Sources/Viewer/editing/linked/link-edits.js";
import { normal } from "../../Sources/Viewer/editing/session/values.js";

const TEXT = singleSpaced(" Nullus liber\n homo, nullus\u00a0alius,  liber homo. ");

test("text is single-spaced, and its words have positions", () => {
    assert.equal(TEXT, "Nullus liber homo, nullus alius, liber homo.");
    for (const { text, start, end } of tokensOf(TEXT)) assert.equal(TEXT.slice(start, end), text);
    assert.deepEqual(tokensOf(""), []);
});

test("a quotation is found by its occurrence, and created from a range", () => {
    assert.deepEqual(spanOf(TEXT, { text: "liber homo", occurrence: 2 }), { start: 33, end: 43 });
    assert.equal(spanOf(TEXT, { text: "liber homo", occurrence: 3 }), null);
    assert.equal(spanOf(TEXT, { text: " ", occurrence: 1 }), null);
    assert.deepEqual(quoteOf(TEXT, { start: 33, end: 43 }), { text: "liber homo", occurrence: 2 });
    assert.equal(quoteOf("aaa", { start: 1, end: 3 }), null);
    for (const [start, end] of [[0, 6], [7, 17], [26, 31], [43, 44]]) {
        assert.deepEqual(spanOf(TEXT, quoteOf(TEXT, { start, end })), { start, end });
    }
});

test("selected words become one quotation per run, without surrounding punctuation", () => {
    const quotes = quotesOf(TEXT, tokensOf(TEXT), new Set([1, 2, 5]));
    assert.deepEqual(quotes, [{ text: "liber homo", occurrence: 1 }, { text: "liber", occurrence: 2 }]);
    assert.deepEqual(quotes.map(encodeQuote), ["liber homo", { text: "liber", occurrence: 2 }]);
    assert.deepEqual(readQuotes(encodeQuote(quotes[0])), [quotes[0]]);
    assert.deepEqual(readQuotes(quotes.map(encodeQuote)), quotes);
});

const match = (placed, words) => Array.from(matchWords(placed.split(" "), words.split(" ")));

test("words keep their boxes when one is edited, added or removed", () => {
    assert.deepEqual(match("a b c", "a b c"), [0, 1, 2]);
    // A corrected word, punctuation and capitals.
    assert.deepEqual(match("Nulus liber homo", "Nullus Liber homo."), [0, 1, 2]);
    assert.deepEqual(match("a b c d", "a c d"), [0, 2, 3]);
    assert.deepEqual(match("a b c", "a x b c"), [0, -1, 1, 2]);
    assert.deepEqual(match("a b c d e", "b x y e"), [1, 2, 3, 4]);
    assert.deepEqual(match("et a et b et", "et b et"), [0, 3, 4]);
    assert.deepEqual(Array.from(matchWords([], ["a"])), [-1]);
    assert.deepEqual(Array.from(matchWords(["a"], [])), []);
});

test("a match of any words is in order and within bounds, also for thousands", () => {
    let seed = 7;
    const random = (count) => (seed = (seed * 48271) % 2147483647) % count;
    const check = (placed, words) => {
        const found = Array.from(matchWords(placed, words)).filter((index) => index >= 0);
        assert.ok(found.every((index, at) => index < placed.length && (at === 0 || index > found[at - 1])));
        return found.length;
    };
    for (let round = 0; round < 300; round += 1) {
        const some = () => Array.from({ length: random(12) }, () => "abc"[random(3)]);
        check(some(), some());
    }
    const many = Array.from({ length: 5000 }, () => String(random(50)));
    const shifted = ["first", ...many.slice(0, 2500), "added", ...many.slice(2500), "last"];
    assert.ok(check(many, shifted) >= 0);
    assert.equal(check(many, [...many.slice(0, 4000), "other", ...many.slice(4001)]), 5000);
});

class Session {
    values = new Map();
    edits = [];
    value(path) {
        return this.values.get(path) ?? null;
    }
    perform(edit) {
        this.edits.push(edit);
        for (const { path, after } of edit.operations) this.values.set(path, normal(path, after));
    }
}

test("phrases are stored in transcription order, one edit each, and can be removed", () => {
    const session = new Session();
    const quote = (text, occurrence = 1) => ({ text, occurrence });
    align(session, "39", "en", [quote("liber homo", 2)], [quote("free man")], TEXT);
    align(session, "39", "en", [quote("Nullus"), quote("homo")], [quote("No")], TEXT);
    const path = "clauses/39/texts/en/phrases";
    assert.deepEqual(session.value(path), [
        { transcription: ["Nullus", "homo"], translation: "No" },
        { transcription: { text: "liber homo", occurrence: 2 }, translation: "free man" },
    ]);
    assert.equal(session.edits.length, 2);
    removePhrase(session, "39", "en", 0);
    removePhrase(session, "39", "en", 0);
    assert.equal(session.value(path), null);
});

test("neighbouring words share a box by length, and other words keep their boxes", () => {
    const session = new Session();
    const words = ["Nullus", "liber", "homo,"];
    place(session, "39", words, new Set([0, 1]), 2, { x: 100, y: 50, width: 120, height: 30 });
    const path = "clauses/39/words";
    assert.deepEqual(session.value(path), [
        { text: "Nullus", page: 2, box: [100, 50, 60, 30] },
        { text: "liber", page: 2, box: [170, 50, 50, 30] },
    ]);
    place(session, "39", words, new Set([2]), 1, { x: 0, y: 0, width: 10, height: 10 }, true);
    assert.deepEqual(session.value(path).map(({ text, page }) => [text, page]), [["Nullus", 2], ["liber", 2], ["homo,", 1]]);
    takeAway(session, "39", words, new Set([1]));
    assert.deepEqual(session.value(path).map(({ text }) => text), ["Nullus", "homo,"]);
    // In right-to-left texts the first word is the rightmost.
    place(session, "39", ["aa", "aa"], new Set([0, 1]), 1, { x: 0, y: 0, width: 50, height: 10 }, true);
    assert.deepEqual(session.value(path).map(({ box }) => box[0]), [30, 0]);
    takeAway(session, "39", ["aa", "aa"], new Set([0, 1]));
    assert.equal(session.value(path), null);
});

test("phrases have one normal form", () => {
    const path = "clauses/1/texts/en/phrases";
    assert.deepEqual(normal(path, [{ transcription: ["a"], translation: { text: "b", occurrence: 1 } }]), [{ transcription: "a", translation: "b" }]);
    assert.equal(normal(path, []), null);
    assert.equal(normal("clauses/1/words", []), null);
});
