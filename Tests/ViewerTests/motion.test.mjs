import assert from "node:assert/strict";
import test from "node:test";
import { Motion } from "../../Sources/Viewer/sheet/motion.js";

/** Returns a source of animation frames that the test triggers. */
function frames() {
    let now = performance.now();
    const waiting = [];
    globalThis.requestAnimationFrame = (callback) => waiting.push(callback);
    return {
        waiting,
        /** @param {number} milliseconds  since the previous frame */
        next(milliseconds) {
            now += milliseconds;
            for (const callback of waiting.splice(0)) callback(now);
        },
    };
}

test("a motion runs frame by frame until it ends, and long frames are clamped", () => {
    const { waiting, next } = frames();
    const motion = new Motion();
    const seconds = [];
    motion.start((passed) => seconds.push(passed) < 3);
    next(16);
    next(20);
    next(5000);
    assert.equal(seconds.length, 3);
    assert.ok(Math.abs(seconds[1] - 0.02) < 1e-9);
    assert.equal(seconds[2], 0.1);
    assert.equal(waiting.length, 0);
});

test("a new motion replaces the previous one, with one frame request at a time", () => {
    const { waiting, next } = frames();
    const motion = new Motion();
    const steps = [];
    motion.start(() => steps.push("first") > 0);
    next(16);
    motion.start(() => steps.push("second") > 0);
    assert.equal(waiting.length, 1);
    next(16);
    assert.deepEqual(steps, ["first", "second"]);
    // Even if the movement itself starts the next one.
    motion.start(() => {
        motion.start(() => steps.push("third") > 0);
        return false;
    });
    next(16);
    assert.equal(waiting.length, 1);
    next(16);
    assert.deepEqual(steps, ["first", "second", "third"]);
});

test("a stopped motion does not run again", () => {
    const { waiting, next } = frames();
    const motion = new Motion();
    let count = 0;
    motion.start(() => (count += 1) > 0);
    next(16);
    motion.stop();
    next(16);
    assert.equal(count, 1);
    assert.equal(waiting.length, 0);
});
