import assert from "node:assert/strict";
import test from "node:test";
import { nearest, reference, resumed, SPEEDS, stepSeconds, tourOf } from "../../Sources/Viewer/tours/pace.js";

test("a tour is referenced by its id, prefixed by its document in another", () => {
    for (const [text, here, home, id] of [
        ["ten-minutes", "magna-carta", "magna-carta", "ten-minutes"],
        ["magna-carta/ten-minutes", "besancon", "magna-carta", "ten-minutes"],
    ]) {
        assert.deepEqual(tourOf(text, here), { home, id });
        assert.equal(reference({ home, id }, here), text);
    }
    assert.equal(reference({ home: "magna-carta", id: "t" }, "magna-carta"), "t");
});

test("a step is shown for the reading time of its text, with a minimum", () => {
    const words = (count) => Array.from({ length: count }, () => "word").join(" ");
    assert.equal(stepSeconds("", 1), 6);
    assert.equal(stepSeconds(words(75), 1), 33);
    for (const speed of SPEEDS) assert.equal(stepSeconds(words(75), speed), 33 / speed);
    // Without spaces, letters are counted.
    assert.equal(stepSeconds("字".repeat(120), 1), 7);
});

test("a missing step is replaced by the nearest one", () => {
    assert.deepEqual([0, 1, 5, 9, 10, -2, Number.NaN].map((step) => nearest(step, 9)), [1, 1, 5, 9, 9, 1, 1]);
    assert.equal(nearest(3, 0), 0);
});

test("a tour resumes only between the first and the last step", () => {
    assert.deepEqual([undefined, 1, 2, 8, 9, 12].map((step) => resumed(step, 9)), [null, null, 2, 8, null, null]);
});
