import assert from "node:assert/strict";
import test from "node:test";
import { inverse, product, transformed, visiblePart } from "../../Sources/Viewer/base/projection.js";
import { comparisonOn, dividedParts, movedCurtain, partsOf, seenSheet } from "../../Sources/Viewer/captures/arrangement.js";
import { nativeLevel } from "../../Sources/Viewer/base/tile-picture.js";
import { drawTile } from "../../Sources/Viewer/captures/painter.js";
import { levelFor, pieces, tilesOn, toSurface } from "../../Sources/Viewer/captures/projecting.js";

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const CAPTURES = /** @type {any[]} */ (["day", "uv", "raking"].map((id) => ({ id, image: id, width: 600, height: 400, toPage: IDENTITY })));
const [DAY, UV, RAKING] = CAPTURES;
const SHEET = { x: 10, y: 20, width: 300, height: 200 };
const MIDDLE = { x: 100, y: 90 };

/** @param {import("../../Sources/Viewer/base/fragment.js").CaptureMode} mode @param {string[]} ids @param {number[]} at */
const parts = (mode, ids, at = []) => partsOf(/** @type {any} */ (comparisonOn(CAPTURES, { mode, ids, at })), SHEET, MIDDLE, 40);

test("captures that a page lacks are left out of a comparison", () => {
    assert.equal(comparisonOn(CAPTURES, null), null);
    assert.equal(comparisonOn(CAPTURES, { mode: "one", ids: ["infrared"], at: [] }), null);
    assert.equal(comparisonOn([], { mode: "one", ids: ["uv"], at: [] }), null);
    assert.deepEqual(comparisonOn(CAPTURES, { mode: "fade", ids: ["infrared", "uv"], at: [50] }), { mode: "one", shown: [UV], at: [] });
});

test("curtains divide the visible sheet, and each capture is shown in its part", () => {
    const hung = parts("curtain", ["day", "uv", "raking"], [20, 70]);
    assert.deepEqual(hung.map(({ capture, box }) => [capture.id, box.x, box.width]), [["day", 10, 60], ["uv", 70, 150], ["raking", 220, 90]]);
    const { painted, ownBox } = dividedParts(hung, DAY);
    assert.deepEqual(painted.map(({ capture }) => capture), [UV, RAKING]);
    assert.deepEqual(ownBox, { ...SHEET, width: 60 });
    // Nothing is requested behind a closed curtain.
    assert.deepEqual(parts("curtain", ["day", "uv"], [0]).map(({ capture }) => capture), [UV]);
    const four = partsOf({ mode: "curtain", shown: [...CAPTURES, { ...DAY, id: "before" }], at: [25, 50, 75] }, SHEET, MIDDLE, 40);
    assert.deepEqual(four.map(({ box }) => [box.x, box.width]), [[10, 75], [85, 75], [160, 75], [235, 75]]);
    assert.deepEqual(movedCurtain([20, 70], 0, 90), [70, 70]);
    assert.deepEqual(movedCurtain([20, 70], 1, -5), [20, 20]);
});

test("a passing capture is a band in coarse tiles over the page's own tiles", () => {
    const passing = (at) => partsOf({ mode: "pass", shown: [DAY, UV], at: [at] }, SHEET, MIDDLE, 40);
    assert.deepEqual([0, 100].map((at) => passing(at).length), [1, 1]);
    const [page, band] = passing(50);
    assert.deepEqual([page.isBrief, band.isBrief, band.box], [false, true, { ...SHEET, x: 122.5, width: 75 }]);
    assert.deepEqual(passing(10)[1].box, { ...SHEET, width: 37.5 });
    assert.deepEqual(dividedParts(passing(50), DAY), { painted: [band], ownBox: SHEET });
});

test("the page's own tiles are used only if nothing is painted below them", () => {
    assert.deepEqual(dividedParts(parts("one", ["uv"]), DAY), { painted: parts("one", ["uv"]), ownBox: null });
    assert.deepEqual(dividedParts(parts("fade", ["day", "uv"], [30]), DAY).ownBox, SHEET);
    const over = dividedParts(parts("fade", ["uv", "day"], [30]), DAY);
    assert.deepEqual([over.ownBox, over.painted.map(({ capture, opacity }) => [capture.id, opacity])], [null, [["uv", 1], ["day", 0.3]]]);
    assert.deepEqual(parts("fade", ["uv", "day"], [0]).length, 1);
    const lens = dividedParts(parts("lens", ["day", "uv"]), DAY);
    assert.deepEqual(lens.painted.map(({ isRound, box }) => [isRound, box]), [[true, { x: 60, y: 50, width: 80, height: 80 }]]);
    assert.equal(dividedParts(parts("lens", ["uv", "day"]), DAY).painted.length, 2);
});

test("the visible part of a sheet is its intersection with the surface", () => {
    assert.deepEqual(seenSheet({ x: -50, y: 30 }, 0.5, { width: 600, height: 400 }, { width: 200, height: 100 }), { x: 0, y: 30, width: 200, height: 70 });
    assert.equal(seenSheet({ x: 500, y: 0 }, 1, { width: 10, height: 10 }, { width: 200, height: 100 }).width, 0);
});

/** A sheet photographed at an angle: half the size, and narrower at the top. */
const TILTED = [2.1, 0.12, -30, 0.03, 2.3, 12, 0.00007, 0.0002, 1];

test("a matrix and its inverse cancel each other", () => {
    const none = product(TILTED, inverse(TILTED));
    for (const [index, number] of none.entries()) assert.ok(Math.abs(number / none[8] - IDENTITY[index]) < 1e-9);
});

test("tiles are requested exactly where the capture is visible", () => {
    const size = { width: 3000, height: 2000 };
    const native = nativeLevel(size);
    const matrix = toSurface(TILTED, { x: -900, y: -700 }, 0.8);
    const box = { x: 0, y: 0, width: 800, height: 600 };
    const seen = /** @type {import("../../Sources/Viewer/base/types.js").Box} */ (visiblePart(matrix, box, size));
    const level = levelFor(matrix, seen, 2, native, true);
    const tiles = tilesOn(seen, level, native, 256, size);
    assert.ok(level === native + 1 || level === native);
    // Every point of the surface that shows the capture is on one of them.
    for (let x = 0; x <= 800; x += 40) {
        for (let y = 0; y <= 600; y += 40) {
            const at = transformed(inverse(matrix), x, y);
            if (!at || at.x < 0 || at.y < 0 || at.x >= size.width || at.y >= size.height) continue;
            const hit = tiles.filter(({ box: tile }) => at.x >= tile.x && at.x <= tile.x + tile.width && at.y >= tile.y && at.y <= tile.y + tile.height);
            assert.ok(hit.length > 0, `${x}, ${y}`);
        }
    }
    // And none is entirely outside the visible part.
    for (const { box: tile } of tiles) {
        assert.ok(tile.x < seen.x + seen.width && tile.x + tile.width > seen.x && tile.y < seen.y + seen.height && tile.y + tile.height > seen.y);
    }
    assert.equal(visiblePart(matrix, { x: -9000, y: 0, width: 100, height: 100 }, size), null);
});

test("levels match the screen's resolution, up to the finest available", () => {
    const seen = { x: 0, y: 0, width: 100, height: 100 };
    assert.equal(levelFor([1, 0, 0, 0, 1, 0, 0, 0, 1], seen, 1, 12, true), 12);
    assert.equal(levelFor([0.25, 0, 0, 0, 0.25, 0, 0, 0, 1], seen, 1, 12, true), 10);
    assert.equal(levelFor([8, 0, 0, 0, 8, 0, 0, 0, 1], seen, 2, 12, true), 13);
    assert.equal(levelFor([8, 0, 0, 0, 8, 0, 0, 0, 1], seen, 2, 12, false), 12);
    assert.equal(levelFor([1e-6, 0, 0, 0, 1e-6, 0, 0, 0, 1], seen, 1, 12, true), 0);
});

test("a tile is drawn in affine pieces that approximate the transform", () => {
    const matrix = toSurface(TILTED, { x: 5, y: 7 }, 0.7);
    const drawn = pieces(matrix, { x: 512, y: 256, width: 256, height: 256 });
    assert.ok(drawn.length > 1);
    assert.equal(drawn.reduce((sum, { box }) => sum + box.width * box.height, 0), 256 * 256);
    for (const { box, affine: [a, b, c, d, e, f] } of drawn) {
        for (const [x, y] of [[box.x, box.y], [box.x + box.width, box.y], [box.x, box.y + box.height], [box.x + box.width, box.y + box.height]]) {
            const exact = transformed(matrix, x, y);
            assert.ok(exact && Math.hypot(a * x + c * y + e - exact.x, b * x + d * y + f - exact.y) < 0.5);
        }
    }
    // A linear transform is drawn in one piece.
    assert.equal(pieces(IDENTITY, { x: 0, y: 0, width: 256, height: 256 }).length, 1);
});

test("the last tile is drawn at the scale of its level, without the fraction of a pixel that rounding added", () => {
    const drawn = [];
    const context = { setTransform: () => undefined, drawImage: (_, ...numbers) => drawn.push(numbers) };
    // A quarter of the resolution: 1030 pixels are 257.5, so the last column of tiles is two pixels wide.
    const [last] = tilesOn({ x: 1024, y: 0, width: 6, height: 1024 }, 9, 11, 256, { width: 1030, height: 2000 });
    drawTile(context, { naturalWidth: 2, naturalHeight: 256 }, last.box, 2 ** -2, toSurface(IDENTITY, { x: 0, y: 0 }, 1), 1);
    const [x, y, width, height, left, top, across, down] = drawn[0];
    assert.deepEqual([x, y, width, height], [0, 0, 1.5, 256]);
    assert.deepEqual([left, top, across, down], [1023.75, -0.25, 6.5, 1024.5]);
});
