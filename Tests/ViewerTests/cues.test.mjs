import assert from "node:assert/strict";
import test from "node:test";
import { clock, cueAt, placesOf } from "../../Sources/Viewer/listening/cues.js";

const cues = (...texts) => texts.map((text) => ({ text }));

test("cues are found in the text in order, as whole words", () => {
    const text = "No man’s land. No man is an island, no.";
    const words = cues("No", "man's", "land.", "No", "man", "is", "an", "island", "no");
    assert.deepEqual(
        placesOf(text, words).map((place) => place && text.slice(place.start, place.end)),
        ["No", "man’s", "land.", "No", "man", "is", "an", "island", "no"],
    );
    // Not the "an" in "land" or "man".
    assert.equal(placesOf(text, words)[6]?.start, text.indexOf(" an ") + 1);
});

test("a cue missing from the text has no place, and later cues are still found", () => {
    const text = "One two\nthree.";
    assert.deepEqual(placesOf(text, cues("One", "<unheard>", "", "two three")), [{ start: 0, end: 3 }, null, null, { start: 4, end: 13 }]);
});

test("words far after the previous cue are not matched", () => {
    const text = `Begin. ${"other words ".repeat(60)}far`;
    assert.deepEqual(placesOf(text, cues("Begin", "far")), [{ start: 0, end: 5 }, null]);
});

test("the cue at a time is the last started one that has not ended", () => {
    const timed = [{ start: 0.5, end: 1, text: "a" }, { start: 1, end: 2, text: "b" }, { start: 3, end: 4, text: "c" }];
    assert.deepEqual([0, 0.5, 0.99, 1, 2, 3.5, 4].map((time) => cueAt(timed, time)), [-1, 0, 0, 1, -1, 2, -1]);
    assert.equal(cueAt([], 1), -1);
});

test("times are formatted as minutes and seconds", () => {
    assert.deepEqual([0, 5.9, 65, 3600, -1, NaN, Infinity].map(clock), ["0:00", "0:05", "1:05", "60:00", "0:00", "0:00", "0:00"]);
});
