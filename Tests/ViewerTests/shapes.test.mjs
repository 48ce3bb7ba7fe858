import assert from "node:assert/strict";
import test from "node:test";
import { area, areNear, bounds, clampWidth, cornerCount, pathData, touch } from "../../Sources/Viewer/base/geometry.js";
import { colourIndices, contrast } from "../../Sources/Viewer/sheet/colours.js";
import { clause, square } from "./values.mjs";

const hole = [[2, 2], [4, 2], [4, 4], [2, 4]];

test("a region has a path with holes, a corner count, bounds and an area", () => {
    const regions = [square(0, 0, 10, 10, [hole]), square(20, 5, 4, 10)];
    assert.equal(pathData([regions[0]]), "M0 0L10 0L10 10L0 10ZM2 2L4 2L4 4L2 4Z");
    assert.equal(cornerCount(regions), 12);
    assert.deepEqual(bounds(regions), { x: 0, y: 0, width: 24, height: 15 });
    assert.equal(area(regions), 100 - 4 + 40);
});

test("a picture of a clause is at most twice as wide as its part of the first page", () => {
    const regions = [square(0, 0, 100, 10), { ...square(0, 0, 900, 10), page: 2 }];
    assert.equal(clampWidth(640, regions), 200);
    assert.equal(clampWidth(150, regions), 150);
    assert.equal(clampWidth(640, [square(0, 0, 0.4, 10)]), 1);
});

test("boxes and outlines are near within a distance, on the same page only", () => {
    const [one, other] = [square(0, 0, 10, 10), square(12, 0, 10, 10)];
    assert.ok(areNear(bounds([one]), bounds([other]), 2) && !areNear(bounds([one]), bounds([other]), 1.9));
    assert.ok(touch([one], [other], 2) && !touch([one], [other], 1.9));
    assert.ok(!touch([one], [{ ...other, page: 2 }], 2));
    // A corner near the middle of an edge.
    assert.ok(touch([one], [{ page: 1, holes: [], polygon: [[11, 5], [20, 0], [20, 10]] }], 1));
});

test("two colours alternate, and a third is used only where neighbours touch", () => {
    const clauses = (...regions) => regions.map((region) => clause({ regions: [region] }));
    const close = clauses(square(0, 0, 10, 10), square(10, 0, 10, 10), square(0, 10, 20, 10));
    assert.deepEqual(colourIndices(clauses(square(0, 0, 9, 9), square(20, 0, 9, 9), square(40, 0, 9, 9)), 4, 1), [0, 1, 0]);
    assert.deepEqual(colourIndices(close, 4, 1), [0, 1, 2]);
    const poor = colourIndices([...close, ...clauses(square(20, 0, 10, 20))], 2, 1);
    assert.ok(poor.length === 4 && poor.every((colour) => colour === 0 || colour === 1));
    assert.deepEqual(colourIndices([], 2, 1), []);
});

test("contrast follows WCAG 2.2", () => {
    assert.equal(contrast("#000000", "#ffffff"), 21);
    assert.equal(contrast("#FFFFFF", "#ffffff"), 1);
    // The lightest grey that meets WCAG AA on white.
    assert.ok(Math.abs(contrast("#767676", "#ffffff") - 4.54) < 0.01);
    assert.equal(contrast("red", "#ffffff"), 1);
});
