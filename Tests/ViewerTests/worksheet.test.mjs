/** Worksheets: the level of a pyramid that is printed. */
import assert from "node:assert/strict";
import test from "node:test";

globalThis.document = /** @type {any} */ ({ querySelector: () => null });
const { printedLevel } = await import("../../Sources/Viewer/worksheet/sheet-picture.js");

test("the finest available level with at most 1600 pixels per side is printed", () => {
    assert.deepEqual(printedLevel({ width: 6000, height: 8000 }, 0), { level: 10, width: 750, height: 1000 });
    assert.deepEqual(printedLevel({ width: 1200, height: 1600 }, 0), { level: 11, width: 1200, height: 1600 });
    assert.deepEqual(printedLevel({ width: 1601, height: 3 }, 0), { level: 10, width: 801, height: 2 });
    assert.deepEqual(printedLevel({ width: 100_000, height: 20 }, 14), { level: 14, width: 12_500, height: 3 });
    assert.deepEqual(printedLevel({ width: 1, height: 1 }, 0), { level: 0, width: 1, height: 1 });
});
