import assert from "node:assert/strict";
import test from "node:test";
import { reveal } from "../../Sources/Viewer/sheet/seeing.js";
import {
    between, clampView, imagePoint, isOfShape, MAXIMUM_SCALE, minimumScale, NO_INSETS, roundLength, viewOfBox,
    visibleBox, wholeSheet, zoomAround,
} from "../../Sources/Viewer/sheet/view.js";
import { randomNumbers } from "./values.mjs";

test("clamped views stay within the sheet and the scale limits", () => {
    const random = randomNumbers(7);
    for (let round = 0; round < 4000; round += 1) {
        const surface = { width: random(200, 2000), height: random(200, 1500) };
        const frame = {
            surface,
            page: { width: Math.ceil(10 ** random(0, 4.8)), height: Math.ceil(10 ** random(0, 4.8)) },
            insets: { top: 0, left: 0, right: random(0, 0.4) * surface.width, bottom: random(0, 0.4) * surface.height },
            margin: random(0, 24),
        };
        const wild = { x: random(-9e4, 9e4), y: random(-9e4, 9e4), scale: 10 ** random(-5, 2) };
        const view = clampView(wild, frame);
        const holds = (condition, what) => assert.ok(condition, `${what}: ${JSON.stringify({ frame, wild, view })}`);

        const again = clampView(view, frame);
        holds(Math.hypot(again.x - view.x, again.y - view.y) * view.scale <= 1e-6, "clamped again it stays");
        holds(view.scale <= MAXIMUM_SCALE && view.scale >= minimumScale(frame), "scale");
        for (const [centre, length, size, covered] of [
            [view.x, frame.page.width, surface.width, frame.insets.right],
            [view.y, frame.page.height, surface.height, frame.insets.bottom],
        ]) {
            const edge = size / 2 - centre * view.scale;
            const end = edge + length * view.scale;
            if (length * view.scale > size - covered) holds(edge <= 1e-6 && end >= size - covered - 1e-6, "covers");
            else holds(edge >= -1e-6 && end <= size - covered + 1e-6, "all of it is shown");
        }

        const anchor = { x: random(0, surface.width), y: random(0, surface.height) };
        const before = imagePoint(view, anchor, surface);
        const after = imagePoint(zoomAround(view, view.scale * 1.7, anchor, surface), anchor, surface);
        holds(Math.hypot(before.x - after.x, before.y - after.y) * view.scale <= 1e-6, "the anchor stays");
        assert.equal(between(wholeSheet(frame), view, 1), view);

        const box = {
            x: random(0, frame.page.width / 2), y: random(0, frame.page.height / 2),
            width: frame.page.width / 3, height: frame.page.height / 3,
        };
        const shown = reveal(view, box, frame, true);
        const left = surface.width / 2 + (box.x - shown.x) * shown.scale;
        const top = surface.height / 2 + (box.y - shown.y) * shown.scale;
        const right = left + box.width * shown.scale - (surface.width - frame.insets.right);
        const bottom = top + box.height * shown.scale - (surface.height - frame.insets.bottom);
        holds(Math.min(left, top) >= -1e-6 && Math.max(right, bottom) <= 1e-6, "the box is revealed");
    }
});

test("the maximum scale is two CSS pixels per image pixel, also for small scans", () => {
    const frame = { surface: { width: 800, height: 600 }, page: { width: 100, height: 100 }, insets: NO_INSETS, margin: 0 };
    assert.equal(MAXIMUM_SCALE, 2);
    assert.deepEqual(wholeSheet(frame), { x: 50, y: 50, scale: 2 });
});

test("the view of a visible box is the original view", () => {
    const frame = {
        surface: { width: 800, height: 600 }, page: { width: 6000, height: 8000 }, insets: NO_INSETS, margin: 0,
    };
    const view = clampView({ x: 3000, y: 4000, scale: 0.5 }, frame);
    const box = visibleBox(view, frame.surface);
    assert.deepEqual(box, { x: 2200, y: 3400, width: 1600, height: 1200 });
    assert.deepEqual(viewOfBox(box, frame), view);
    assert.ok(isOfShape({ ...box, width: 1601 }, frame.surface));
    assert.ok(!isOfShape({ ...box, width: 1700 }, frame.surface));
});

test("a scale bar has a round length that is not longer than allowed", () => {
    assert.deepEqual([0.03, 1, 1.99, 2, 4.9, 5, 87, 999].map(roundLength), [0.02, 1, 1, 2, 2, 5, 50, 500]);
});
