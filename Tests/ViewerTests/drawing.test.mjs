import assert from "node:assert/strict";
import test from "node:test";
import { loopOf, simplifiedLine } from "../../Sources/Viewer/editing/geometry/simplify.js";
import { phrases as english } from "../../Sources/Viewer/strings/en/drawing.js";
import { faultOf } from "../../Sources/Viewer/editing/geometry/validity.js";
import { PAGE } from "./shape-values.mjs";
import { randomNumbers } from "./values.mjs";

const stored = new Map();
globalThis.localStorage = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
};
const { Draft } = await import("../../Sources/Viewer/editing/drawing/draft.js");

test("every reason for a refusal has a text", () => {
    const reasons = ["crossing", "spike", "corners", "small", "outside", "holeOutside", "notAcross", "apart", "pieces", "nothing", "notThere", "tangled"];
    for (const reason of reasons) assert.ok(english[`refused-${reason}`], reason);
});

test("each corner of a draft can be undone and redone, and a new one clears the redo steps", () => {
    let changes = 0;
    const draft = new Draft("steps", () => (changes += 1));
    draft.add([1, 1]);
    draft.add([2, 2]);
    draft.undo();
    assert.deepEqual([draft.corners, draft.canUndo, draft.canRedo], [[[1, 1]], true, true]);
    draft.redo();
    draft.undo();
    draft.add([3, 3]);
    assert.deepEqual([draft.corners, draft.canRedo, changes], [[[1, 1], [3, 3]], false, 6]);
});

test("a draft survives a reload with its steps, until it is cleared", () => {
    const draft = new Draft("kept", () => {});
    draft.add([1, 1]);
    draft.add([2, 2]);
    draft.undo();
    const again = new Draft("kept", () => {});
    assert.deepEqual([again.corners, again.canRedo], [[[1, 1]], true]);
    again.clear();
    assert.ok(new Draft("kept", () => {}).isEmpty && !stored.has("kept"));
});

test("an invalid stored draft is ignored", () => {
    for (const value of ["{", "[]", '{"states":[[1]],"at":0}', '{"states":[[]],"at":7}', '{"states":[[[1,"x"]]],"at":0}']) {
        stored.set("broken", value);
        assert.ok(new Draft("broken", () => {}).isEmpty, value);
    }
});

test("a line drawn by hand keeps its ends and stays within the tolerance", () => {
    const random = randomNumbers(41);
    for (let round = 0; round < 100; round += 1) {
        const line = Array.from({ length: 60 }, (_, index) => [index * 10, random(0, 30) + 40 * Math.sin(index / 6)]);
        const tolerance = random(1, 30);
        const simple = simplifiedLine(line, tolerance);
        assert.deepEqual([simple[0], simple[simple.length - 1]], [line[0], line[59]]);
        assert.ok(simple.length < line.length);
        for (const [x, y] of line) {
            const after = simple.findIndex((corner, index) => index > 0 && corner[0] >= x);
            const [[ax, ay], [bx, by]] = [simple[after - 1], simple[after]];
            const away = Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / Math.hypot(bx - ax, by - ay);
            assert.ok(away <= tolerance + 1e-9);
        }
    }
});

test("a stroke drawn past its start becomes a loop without tails", () => {
    const turn = (from, to) => Array.from({ length: 60 }, (_, index) => {
        const angle = from + ((to - from) * index) / 59;
        return [3000 + (400 + 30 * angle) * Math.cos(angle), 4000 + (400 - 60 * angle) * Math.sin(angle)];
    });
    const crossing = [[3500, 3900], [3450, 4100], ...turn(0.3, 5.9), [3380, 4010], [3560, 3980]];
    assert.notEqual(faultOf({ polygon: crossing, holes: [] }, PAGE), null);
    const loop = loopOf(crossing);
    assert.equal(faultOf({ polygon: loop, holes: [] }, PAGE), null);
    assert.ok(loop.length >= 58);
    const open = turn(0.3, 5.5);
    assert.deepEqual(loopOf(open), open);
});
