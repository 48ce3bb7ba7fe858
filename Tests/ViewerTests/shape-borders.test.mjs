import { areaOf } from "../../Sources/Viewer/base/containment.js";
import { cornerCount, edgesOf } from "../../Sources/Viewer/base/geometry.js";
import assert from "node:assert/strict";
import test from "node:test";
import {
    addCorner,
    alignedBorders,
    moveCorner,
    redraw,
    removeCorner,
    sharedStretches,
} from "../../Sources/Viewer/editing/geometry/borders.js";
import { split } from "../../Sources/Viewer/editing/geometry/cutting.js";
import { isSame, keyOf, Refusal, ringsOf } from "../../Sources/Viewer/editing/geometry/shapes.js";
import { simplified } from "../../Sources/Viewer/editing/geometry/simplify.js";
import { faultOf } from "../../Sources/Viewer/editing/geometry/validity.js";
import { box, outline, PAGE, randomShape, realShapes } from "./shape-values.mjs";
import { randomNumbers } from "./values.mjs";

/** Returns the shapes after changes. */
function after(all, changes) {
    assert.ok(!(changes instanceof Refusal), changes.reason);
    return all.map(({ key, shape }) => ({ key, shape: changes.find((other) => other.key === key)?.shape ?? shape }));
}

/** Returns the length of the borders that two shapes share exactly. */
function sharedLength({ shape }, other) {
    const edges = sharedStretches(shape, [other]).flatMap(({ corners }) => edgesOf(corners).slice(0, -1));
    return edges.reduce((sum, [a, b]) => sum + Math.hypot(b[0] - a[0], b[1] - a[1]), 0);
}

/** Returns two halves of a random shape with a bent border between them; one of its coordinates is off the grid. */
function halves(random) {
    for (;;) {
        const shape = randomShape(random);
        const line = [[2300, 4000.3], ...[2600, 2900, 3100, 3400].map((x) => [x, 4000 + random(-40, 40)]), [3700, 3999.9]];
        const result = split(shape, line, PAGE);
        if (result instanceof Refusal || result.shapes.length !== 2) continue;
        const held = result.shapes.map((part, index) => ({ key: String(index), shape: part }));
        if (sharedLength(...held) > 0) return held;
    }
}

test("a shared corner moves in both regions, bit for bit", () => {
    const all = [{ key: "a", shape: box(0.1, 0.1, 50.2, 100) }, { key: "b", shape: box(50.3, 0.1, 50, 100) }];
    const corner = all[0].shape.polygon[1];
    all[1].shape.polygon[0] = corner;
    const moved = after(all, moveCorner(all, corner, [40, 7.625], PAGE));
    assert.deepEqual([moved[0].shape.polygon[1], moved[1].shape.polygon[0]], [[40, 7.625], [40, 7.625]]);
    assert.equal(moveCorner(all, [1, 2], [3, 4], PAGE).length, 0);
});

test("any edit along a shared border keeps it exactly shared", () => {
    const random = randomNumbers(31);
    let [done, refused] = [0, 0];
    for (let round = 0; round < 60; round += 1) {
        let all = halves(random);
        for (let step = 0; step < 12; step += 1) {
            const stretch = sharedStretches(all[0].shape, [all[1]])[0]?.corners ?? [];
            if (stretch.length < 3) break;
            const place = Math.floor(random(1, stretch.length - 1.001));
            const [corner, next] = [stretch[place], stretch[place + 1] ?? stretch[place - 1]];
            const moved = [Math.round(corner[0] + random(-60, 60)), Math.round(corner[1] + random(-60, 60))];
            const changes = [
                () => moveCorner(all, corner, moved, PAGE),
                () => addCorner(all, [corner, next], [(corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2 + 9], PAGE),
                () => removeCorner(all, "0", corner, PAGE),
                () => redraw(all, "1", stretch[0], stretch[stretch.length - 1], [moved], PAGE),
            ][step % 4]();
            if (changes instanceof Refusal) {
                refused += 1;
                continue;
            }
            done += 1;
            assert.equal(changes.length, 2, `round ${round}, step ${step}`);
            const before = areaOf(all[0].shape) + areaOf(all[1].shape);
            all = after(all, changes);
            for (const { shape } of all) assert.equal(faultOf(shape, PAGE), null);
            // What one gains the other loses, and they share as many corners as before.
            assert.ok(Math.abs(areaOf(all[0].shape) + areaOf(all[1].shape) - before) < 1e-6, `round ${round}, step ${step}`);
            assert.ok(sharedLength(...all) > 0);
        }
    }
    assert.ok(done > 250 && refused < done, `${done} done, ${refused} refused`);
});

test("a move that makes a region invalid is refused with the position", () => {
    const all = [{ key: "a", shape: outline(0, 0, 100, 0, 100, 100, 50, 60, 0, 100) }];
    const refusal = moveCorner(all, [50, 60], [50, -10], PAGE);
    assert.equal(refusal.reason, "outside");
    const crossing = moveCorner(all, [100, 0], [20, 99], PAGE);
    assert.equal(crossing.reason, "crossing");
    assert.ok(crossing.at[0] > 0 && crossing.at[0] < 100);
});

test("a corner is removed from both regions, from one where three meet, and never from a triangle", () => {
    const all = [
        { key: "a", shape: outline(0, 0, 50, 0, 60, 50, 50, 100, 0, 100) },
        { key: "b", shape: outline(50, 0, 100, 0, 100, 50, 60, 50) },
        { key: "c", shape: outline(60, 50, 100, 50, 100, 100, 50, 100) },
    ];
    assert.deepEqual(removeCorner(all, "a", [60, 50], PAGE).map(({ key }) => key), ["a"]);
    const two = [all[0], { key: "d", shape: outline(50, 0, 100, 0, 100, 100, 50, 100, 60, 50) }];
    assert.deepEqual(removeCorner(two, "a", [60, 50], PAGE).map(({ key }) => key), ["a", "d"]);
    const triangle = [{ key: "t", shape: outline(0, 0, 50, 0, 50, 50) }];
    assert.equal(removeCorner(triangle, "t", [50, 50], PAGE).reason, "corners");
    assert.equal(removeCorner(triangle, "t", [7, 7], PAGE).reason, "notThere");
});

test("removing a corner of a triangular hole removes the hole", () => {
    const all = [{ key: "a", shape: box(0, 0, 100, 100, [outline(20, 20, 40, 20, 40, 40).polygon]) }];
    assert.deepEqual(removeCorner(all, "a", [20, 20], PAGE)[0].shape.holes, []);
});

test("redrawing replaces the nearer part of the outline", () => {
    const all = [{ key: "a", shape: box(0, 0, 100, 100) }];
    const [upper] = redraw(all, "a", [0, 0], [100, 0], [[50, 20]], PAGE);
    assert.deepEqual(upper.shape.polygon, [[0, 0], [50, 20], [100, 0], [100, 100], [0, 100]]);
    const [lower] = redraw(all, "a", [0, 0], [100, 0], [[0, 90], [100, 90]], PAGE);
    assert.equal(areaOf(lower.shape), 9000);
    assert.equal(redraw(all, "a", [0, 0], [100, 0], [[50, 150]], PAGE) instanceof Refusal, false);
    assert.equal(redraw(all, "a", [0, 0], [7, 7], [[50, 150]], PAGE).reason, "notThere");
});

test("shared stretches are found to their full length", () => {
    const [a, b] = [box(0, 0, 50, 100), outline(50, 0, 100, 0, 100, 100, 50, 100)];
    assert.deepEqual(sharedStretches(a, [{ key: "b", shape: b }]), [{ key: "b", corners: [[50, 0], [50, 100]] }]);
    assert.deepEqual(sharedStretches(a, [{ key: "a", shape: a }])[0].corners.length, 5);
    const hole = box(0, 0, 100, 100, [box(20, 20, 10, 10).polygon]);
    assert.equal(sharedStretches(hole, [{ key: "h", shape: box(20, 20, 10, 10) }])[0].corners.length, 5);
});

test("a border drawn along another adopts its corners and adds its own to it", () => {
    const old = outline(0.1, 0.1, 300.3, 0.7, 300.3, 100, 0.1, 100);
    // Its upper border coincides with the lower one, with a corner of its own in the middle.
    const fresh = outline(20, 100, 150, 100, 300.25, 99.95, 300, 200, 20, 200);
    const [before, drawn] = alignedBorders(old, fresh, PAGE);
    assert.ok(drawn.polygon.some((corner) => isSame(corner, [300.3, 100])));
    assert.deepEqual(sharedStretches(before, [{ key: "", shape: drawn }]).map(({ corners }) => corners.length), [3]);
    assert.deepEqual(alignedBorders(old, box(3000, 3000, 10, 10), PAGE)[0], old);
});

test("simplified shapes have fewer corners, are valid and stay close to the original", () => {
    const random = randomNumbers(37);
    let [before, remaining] = [0, 0];
    for (let round = 0; round < 150; round += 1) {
        const all = halves(random);
        const tolerance = random(5, 60);
        const changes = simplified(all, "0", tolerance, PAGE);
        if (changes instanceof Refusal) continue;
        const now = after(all, changes);
        for (const [index, { shape }] of now.entries()) {
            assert.equal(faultOf(shape, PAGE), null);
            const known = new Set(ringsOf(all[index].shape).flat().map(keyOf));
            assert.ok(ringsOf(shape).flat().every((corner) => known.has(keyOf(corner))));
        }
        // Along the border between them, both have the same corners.
        const total = (list) => list.reduce((sum, { shape }) => sum + areaOf(shape), 0);
        const own = cornerCount([all[0].shape]) - cornerCount([now[0].shape]);
        assert.ok(Math.abs(total(now) - total(all)) <= tolerance * tolerance * own + 1e-6);
        if (sharedLength(...all) > 0) assert.ok(sharedLength(...now) > 0, String(round));
        before += cornerCount([all[0].shape]);
        remaining += cornerCount([now[0].shape]);
    }
    assert.ok(remaining < 0.9 * before, `${remaining} of ${before}`);
});

test("simplifying a spiral never makes it cross itself", () => {
    const inwards = [[0, 0], [100, 0], [100, 100], [0, 100], [0, 20], [80, 20], [80, 80], [20, 80], [20, 40], [60, 40]];
    const back = [[60, 45], [25, 45], [25, 75], [75, 75], [75, 25], [5, 25], [5, 95], [95, 95], [95, 5], [0, 5]];
    const spiral = { polygon: [...inwards, ...back], holes: [] };
    assert.equal(faultOf(spiral, PAGE), null);
    for (let tolerance = 1; tolerance < 200; tolerance += 3) {
        const changes = simplified([{ key: "a", shape: spiral }], "a", tolerance, PAGE);
        if (changes instanceof Refusal) continue;
        for (const { shape } of changes) assert.equal(faultOf(shape, PAGE), null, String(tolerance));
    }
});

test("shared borders of the sample stay shared after simplifying or moving a corner", () => {
    for (const { name, regions } of realShapes()) {
        let [shared, fewer] = [0, 0];
        for (const own of regions) {
            const near = regions.filter(({ page }) => page === own.page);
            const neighbours = near.filter((other) => other !== own && sharedStretches(own.shape, [other]).length > 0);
            if (neighbours.length === 0) continue;
            shared += 1;
            const all = [own, ...neighbours];
            const stretch = sharedStretches(own.shape, neighbours)[0].corners;
            const corner = stretch[Math.floor(stretch.length / 2)];
            const moved = moveCorner(all, corner, [corner[0] + 0.5, corner[1] + 0.5], own.size);
            if (!(moved instanceof Refusal)) assert.ok(moved.length >= 2, `${name} ${own.key}`);
            const changes = simplified(all, own.key, 8, own.size);
            if (changes instanceof Refusal) continue;
            fewer += changes.length;
            const now = after(all, changes);
            for (const { shape } of changes) assert.equal(faultOf(shape, own.size), null);
            for (const other of now.slice(1)) assert.ok(sharedLength(now[0], other) > 0, `${name} ${own.key} ${other.key}`);
        }
        assert.ok(shared > 50 && fewer > 50, `${shared} with shared borders, ${fewer} simplified`);
    }
});
