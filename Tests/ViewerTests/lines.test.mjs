import assert from "node:assert/strict";
import test from "node:test";
import { distanceTo } from "../../Sources/Viewer/base/geometry.js";
import { beginning, linePitch, readingScale } from "../../Sources/Viewer/sheet/lines.js";
import { viewShowing } from "../../Sources/Viewer/sheet/seeing.js";
import { MAXIMUM_SCALE, minimumScale, NO_INSETS, wholeSheet } from "../../Sources/Viewer/sheet/view.js";
import { clause, randomNumbers, square } from "./values.mjs";

const page = { height: 8000, pixelsPerMillimetre: 12 };
/** A clause from the middle of one line to the middle of the third, with lines 90 high. */
const steps = { page: 1, holes: [], polygon: [
    [3000, 100], [5000, 100], [5000, 280], [2000, 280], [2000, 370], [500, 370], [500, 190], [3000, 190],
] };

test("the line height is that of single-line clauses", () => {
    const clauses = [square(0, 0, 400, 90), square(500, 0, 900, 91), steps, square(0, 90, 900, 180)];
    const pitch = linePitch(clauses.map((region) => clause({ regions: [region] })), page);
    assert.ok(pitch >= 90 && pitch <= 91, String(pitch));
    // An x-height of 20 CSS pixels.
    assert.ok(Math.abs(readingScale(94) * 32.55 - 20) < 0.5);
});

test("without single-line clauses the line height has a default", () => {
    const paragraphs = [clause({ regions: [square(0, 0, 3000, 2000)] })];
    assert.equal(linePitch(paragraphs, page), 144);
    assert.equal(linePitch(paragraphs, { height: 8000, pixelsPerMillimetre: null }), 2000);
    const details = [clause({ kind: "detail", regions: [square(0, 0, 9, 9)] })];
    for (const nothing of [[], details]) assert.ok(Math.abs(linePitch(nothing, page) - 8000 / 60) < 1);
});

test("a clause begins at its first line, on the side where the writing starts", () => {
    assert.deepEqual(beginning([steps], 90, "ltr"), { x: 3000, y: 100, width: 180, height: 90 });
    assert.deepEqual(beginning([steps], 90, "rtl"), { x: 4820, y: 100, width: 180, height: 90 });
});

test("a sloping line begins at its start, not at its highest point", () => {
    // The end of the line is higher than its beginning by the height of a line.
    const upper = [[2344.9, 5787.9], [3000.3, 5790], [4088.5, 5776.5], [4818.8, 5749.6], [5734.8, 5700]];
    const polygon = [...upper, [5731.2, 6546.3], [266.9, 6588.3], [264.1, 5826.9], [2267.5, 5884.4], [2344.9, 5885]];
    const pitch = 94.1;
    const fromLeft = { x: 2344.9, y: 5787.9, width: 2 * pitch, height: pitch };
    const mirrored = { page: 1, holes: [], polygon: polygon.map(([x, y]) => [6000 - x, y]) };
    for (let turn = 0; turn < polygon.length; turn += 1) {
        const turned = [...polygon.slice(turn), ...polygon.slice(0, turn)];
        for (const ring of [turned, turned.toReversed()]) {
            assert.deepEqual(beginning([{ page: 1, holes: [], polygon: ring }], pitch, "ltr"), fromLeft);
        }
    }
    const fromRight = beginning([mirrored], pitch, "rtl");
    assert.equal(fromRight.y, 5787.9);
    assert.equal(fromRight.x + fromRight.width, 6000 - 2344.9);
});

test("right-to-left writing has a beginning for any outline and line height", () => {
    const random = randomNumbers(5);
    for (let round = 0; round < 2000; round += 1) {
        const region = square(random(0, 5000), random(0, 7000), random(1, 900), random(1, 200));
        const start = beginning([region], random(1, 300), "rtl");
        assert.equal(start.y, region.polygon[0][1]);
        assert.ok(start.width > 0 && start.height > 0, JSON.stringify(start));
    }
});

test("an opened clause is legible, shows all of it or its beginning, and never zooms out", () => {
    const random = randomNumbers(11);
    for (let round = 0; round < 3000; round += 1) {
        const surface = { width: random(320, 2560), height: random(300, 1400) };
        const insets = { ...NO_INSETS, right: random(0, 0.4) * surface.width, bottom: random(0, 0.4) * surface.height };
        const frame = { surface, page: { width: 6000, height: 8000 }, insets, margin: 20 };
        const box = { x: random(0, 4000), y: random(0, 6000), width: random(20, 2000), height: random(20, 2000) };
        const runs = round % 2 === 0 ? "ltr" : "rtl";
        const width = Math.min(60, box.width);
        const start = { ...box, width, height: Math.min(box.height, 40), runs };
        if (runs === "rtl") start.x = box.x + box.width - width;
        const scale = random(0.3, 1.5);
        const before = { ...wholeSheet(frame), scale: random(0, 1) < 0.5 ? minimumScale(frame) : random(0.1, 2) };
        const view = viewShowing(before, { box, start, scale }, frame, "closer");
        const holds = (condition, what) => assert.ok(condition, `${what}: ${JSON.stringify({ frame, box, before, view })}`);
        holds(view.scale >= before.scale * 0.999 && view.scale <= MAXIMUM_SCALE, "never smaller");
        if (before.scale < 0.89 * scale) holds(view.scale >= 0.899 * scale && view.scale <= scale * 1.001, "legible");
        const seen = (part) => {
            const [left, top] = [part.x - view.x, part.y - view.y].map((at) => at * view.scale);
            return left >= -surface.width / 2 - 1e-6 && top >= -surface.height / 2 - 1e-6
                && left + part.width * view.scale <= surface.width / 2 - insets.right + 1e-6
                && top + part.height * view.scale <= surface.height / 2 - insets.bottom + 1e-6;
        };
        const room = { width: surface.width - insets.right - 32, height: surface.height - insets.bottom - 32 };
        const fits = (part) => part.width * view.scale <= room.width && part.height * view.scale <= room.height;
        if (fits(box)) holds(seen(box), "all of it");
        else if (fits(start)) holds(seen(start), "its beginning");
    }
});

test("the distance to an outline is that to its nearest edge, including holes", () => {
    const holed = square(0, 0, 100, 100, [[[40, 40], [60, 40], [60, 60], [40, 60]]]);
    assert.equal(distanceTo([holed], { x: 50, y: 112 }), 12);
    assert.equal(distanceTo([holed], { x: 103, y: 104 }), 5);
    assert.equal(distanceTo([holed, square(0, 110, 10, 10)], { x: 50, y: 50 }), 10);
});
