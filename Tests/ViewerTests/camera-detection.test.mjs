import assert from "node:assert/strict";
import test from "node:test";
import { blurOf } from "../../Sources/Viewer/camera/detection/blur.js";
import { changed, thumbnail } from "../../Sources/Viewer/camera/detection/change.js";
import { detect } from "../../Sources/Viewer/camera/detection/detect.js";
import { closed, greyOf, smoothed } from "../../Sources/Viewer/camera/detection/grey.js";
import { RULES } from "../../Sources/Viewer/camera/cycle.js";
import { frame, jaccard, scene, somewhere } from "./camera-frames.mjs";

const [WIDTH, HEIGHT] = [320, 240];
const SEEDS = Array.from({ length: 8 }, (_, index) => index + 101);

/** Returns the results for pages with these properties: the overlaps and the scores. */
function found(properties, seeds = SEEDS) {
    const results = seeds.map((seed) => {
        const quad = somewhere(seed, WIDTH, HEIGHT);
        const { quad: detected, score } = detect(frame(scene({ seed, width: WIDTH, height: HEIGHT, quad, ...properties }), { seed, ...properties }));
        return { shared: detected ? jaccard(detected, quad) : 0, score };
    });
    return { mean: results.reduce((sum, { shared }) => sum + shared, 0) / seeds.length, scores: results.map(({ score }) => score) };
}

for (const [contrast, least] of [[90, 0.985], [60, 0.97], [35, 0.95]]) {
    test(`at a contrast of ${contrast} grey levels the outline shares at least ${least} with the page, among clutter too`, () => {
        for (const properties of [{}, { clutter: 8 }, { clutter: 4, glare: true }]) {
            const { mean } = found({ contrast, ...properties });
            assert.ok(mean >= least, `${JSON.stringify(properties)}: ${mean}`);
        }
    });
}

test("blurred pages, noisy pages and open books are detected", () => {
    for (const [properties, least] of [[{ blur: 3 }, 0.98], [{ shake: 5 }, 0.98], [{ noise: 10 }, 0.98], [{ isBook: true }, 0.95]]) {
        const { mean, scores } = found({ contrast: 70, clutter: 3, ...properties });
        assert.ok(mean >= least, `${JSON.stringify(properties)}: ${mean}`);
        assert.ok(scores.every((score) => score >= RULES.surest), `${JSON.stringify(properties)}: ${scores}`);
    }
});

test("a table without a page scores below the threshold, whatever is on it", () => {
    for (const seed of Array.from({ length: 16 }, (_, index) => index + 1)) {
        const { score } = detect(frame(scene({ seed, width: WIDTH, height: HEIGHT, quad: null, clutter: seed % 12 }), { seed }));
        assert.ok(score < RULES.surest, `${seed}: ${score}`);
    }
});

test("corners are clockwise from the top left, also in upright pictures", () => {
    const quad = somewhere(5, HEIGHT, WIDTH);
    const { quad: detected } = detect(frame(scene({ seed: 5, width: HEIGHT, height: WIDTH, quad }), { seed: 5 }));
    for (const [index, [x, y]] of quad.entries()) assert.ok(Math.hypot(detected[index][0] - x, detected[index][1] - y) < 1.5, `${detected}`);
});

test("a page that extends beyond the picture has corners at its border", () => {
    const quad = [[60, 20], [250, 22], [252, 250], [58, 252]];
    const { quad: detected, score } = detect(frame(scene({ seed: 9, width: WIDTH, height: HEIGHT, quad }), { seed: 9 }));
    assert.ok(score >= RULES.surest && Math.abs(detected[2][1] - HEIGHT) < 1 && Math.abs(detected[3][1] - HEIGHT) < 1, `${detected}`);
});

test("uniform and tiny pictures have no page", () => {
    for (const [width, height] of [[320, 240], [8, 8], [1, 1], [320, 4]]) {
        for (const value of [0, 255]) {
            const result = detect({ width, height, values: new Float32Array(width * height).fill(value) });
            assert.deepEqual(result, { quad: null, score: 0 }, `${width} × ${height}`);
        }
    }
});

test("grey is the luma of colours, and smoothing keeps the mean", () => {
    const { values } = greyOf(Uint8ClampedArray.from([255, 255, 255, 255, 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]), 2, 2);
    assert.deepEqual([...values].map(Math.round), [255, 76, 150, 29]);
    const flat = smoothed({ width: 5, height: 4, values: new Float32Array(20).fill(7) });
    assert.ok(flat.values.every((value) => Math.abs(value - 7) < 1e-5));
});

test("closing removes narrow dark strokes and moves no edge", () => {
    const [width, height] = [40, 20];
    const values = Float32Array.from({ length: width * height }, (_, i) => (i % width < 15 ? 50 : i % width === 25 || i % width === 26 ? 90 : 200));
    const { values: result } = closed({ width, height, values }, 2);
    const row = [...result.subarray(10 * width, 11 * width)];
    assert.deepEqual(row, Array.from({ length: width }, (_, x) => (x < 15 ? 50 : 200)));
});

test("measured blur grows with defocus, and is null without edges", () => {
    const blurs = [0, 3, 4.5, 6].map((blur) => blurOf(frame(scene({ seed: 4, width: WIDTH, height: HEIGHT, quad: somewhere(4, WIDTH, HEIGHT) }), { seed: 4, blur })));
    for (const [index, blur] of blurs.entries()) assert.ok(index === 0 || blur > blurs[index - 1] + 0.3, `${blurs}`);
    assert.equal(blurOf({ width: 64, height: 48, values: new Float32Array(64 * 48).fill(90) }), null);
});

test("change ignores noise and uniform light", () => {
    const quad = somewhere(3, WIDTH, HEIGHT);
    const at = (shift, seed) => thumbnail(frame(scene({ seed: 3, width: WIDTH, height: HEIGHT, quad: quad.map(([x, y]) => [x + shift, y]) }), { seed }));
    const before = at(0, 1);
    assert.equal(changed(before, at(0, 2)), 0);
    assert.ok(changed(before, at(12, 2)) > 0.05);
    assert.equal(changed(before, before.map((value) => value + 30)), 0);
});
