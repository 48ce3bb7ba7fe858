import assert from "node:assert/strict";
import test from "node:test";
import { localInsets, localMovement, localPoint, screenPoint } from "../../Sources/Viewer/base/turning.js";

const element = (turns) => ({
    dataset: { turns: String(turns) },
    getBoundingClientRect: () => ({ left: 10, top: 20, width: 400, height: 300 }),
});

test("points are converted between a rotated element and the screen", () => {
    for (const turns of [0, 1, 2, 3]) {
        const turned = element(turns);
        const local = localPoint(turned, { clientX: 110, clientY: 70 });
        assert.deepEqual(screenPoint(turned, local), { x: 100, y: 50 });
    }
    // Rotated clockwise by 90°, the top left corner is at the top right.
    assert.deepEqual(localPoint(element(1), { clientX: 410, clientY: 20 }), { x: 0, y: 0 });
    assert.deepEqual(localPoint(element(3), { clientX: 10, clientY: 320 }), { x: 0, y: 0 });
});

test("a movement on the screen is converted to the rotated element", () => {
    for (const turns of [0, 1, 2, 3]) {
        const turned = element(turns);
        const [from, to] = [{ clientX: 100, clientY: 100 }, { clientX: 130, clientY: 90 }].map((at) => localPoint(turned, at));
        assert.deepEqual(localMovement(turned, [30, -10]), [to.x - from.x, to.y - from.y]);
    }
});

test("insets are converted to the rotated element", () => {
    const insets = { top: 1, right: 2, bottom: 3, left: 4 };
    assert.deepEqual(localInsets(element(0), insets), insets);
    assert.deepEqual(localInsets(element(1), insets), { top: 2, right: 3, bottom: 4, left: 1 });
    assert.deepEqual(localInsets(element(2), insets), { top: 3, right: 4, bottom: 1, left: 2 });
});
