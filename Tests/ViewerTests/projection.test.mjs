import assert from "node:assert/strict";
import { test } from "node:test";
import { transformed } from "../../Sources/Viewer/base/projection.js";

test("points are transformed by the matrix", () => {
    assert.deepEqual(transformed([1, 0, 0, 0, 1, 0, 0, 0, 1], 3, 7), { x: 3, y: 7 });
    assert.deepEqual(transformed([2, 0, 10, 0, 4, -20, 0, 0, 2], 3, 7), { x: 8, y: 4 });
    assert.deepEqual(transformed([1, 0, 0, 0, 1, 0, 0.5, 0, 1], 2, 6), { x: 1, y: 3 });
});

test("points at infinity or behind the camera have no image", () => {
    const horizon = [1, 0, 0, 0, 1, 0, -0.5, 0, 1];
    assert.equal(transformed(horizon, 2, 1), null);
    assert.equal(transformed(horizon, 3, 1), null);
    assert.deepEqual(transformed(horizon, 1, 1), { x: 2, y: 2 });
});
