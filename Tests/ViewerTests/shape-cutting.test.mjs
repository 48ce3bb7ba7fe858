import { areaOf } from "../../Sources/Viewer/base/containment.js";
import assert from "node:assert/strict";
import test from "node:test";
import { cut, join, split, trimmed } from "../../Sources/Viewer/editing/geometry/cutting.js";
import { overlap, withInsertions } from "../../Sources/Viewer/editing/geometry/overlay.js";
import { Refusal, ringsOf } from "../../Sources/Viewer/editing/geometry/shapes.js";
import { faultOf, isInShape } from "../../Sources/Viewer/editing/geometry/validity.js";
import { box, cornersOf, isFittingTogether, outline, PAGE, randomShape, realShapes, roundingOf, sum } from "./shape-values.mjs";
import { randomNumbers } from "./values.mjs";

/** Returns a line with a few bends across a shape of `randomShape`. */
function across(random, size = 500) {
    const angle = random(0, Math.PI);
    const [dx, dy] = [Math.cos(angle) * size * 1.2, Math.sin(angle) * size * 1.2];
    const bends = Array.from({ length: Math.round(random(0, 3)) }, (_, index) => {
        const share = -0.5 + index / 3;
        return [3000 + dx * share + random(-60, 60), 4000 + dy * share + random(-60, 60)];
    });
    return [[3000 - dx, 4000 - dy], ...bends, [3000 + dx, 4000 + dy]];
}

test("splitting a box gives two parts with the same border", () => {
    const { shapes, insertions } = split(box(100, 100, 200, 100), [[150, 50], [170, 250]], PAGE);
    assert.equal(shapes.length, 2);
    assert.equal(sum(shapes), 20000);
    assert.deepEqual(insertions.map(({ corners }) => corners), [[[155, 100]], [[165, 200]]]);
    const common = cornersOf(shapes[0]).filter((key) => cornersOf(shapes[1]).includes(key));
    assert.deepEqual(common.sort(), ["155,100", "165,200"]);
});

test("parts of a split random shape keep the area, fit together and join again", () => {
    const random = randomNumbers(17);
    let parts = 0;
    for (let round = 0; round < 400; round += 1) {
        const shape = randomShape(random);
        const result = split(shape, across(random), PAGE);
        if (result instanceof Refusal) {
            assert.match(result.reason, /^(small|crossing|spike|notAcross)$/);
            continue;
        }
        parts += result.shapes.length;
        for (const part of result.shapes) assert.equal(faultOf(part, PAGE), null);
        assert.ok(Math.abs(sum(result.shapes) - areaOf(shape)) < roundingOf(shape));
        // The new corners are exactly on its border.
        const bent = withInsertions(shape, result.insertions);
        assert.ok(Math.abs(sum(result.shapes) - areaOf(bent)) < 1e-6 * areaOf(bent), String(round));
        assert.ok(isFittingTogether(result.shapes), `parts of ${round} cross`);
        const joined = join(result.shapes, PAGE);
        assert.ok(!(joined instanceof Refusal), `${round}: ${joined.reason}`);
        assert.ok(Math.abs(areaOf(joined.shape) - areaOf(bent)) < 1e-6 * areaOf(bent), String(round));
        assert.equal(joined.shape.holes.length, shape.holes.length);
    }
    assert.ok(parts > 700, `${parts} parts`);
});

test("lines through a hole, around a part, or crossing several times also split", () => {
    const holed = box(0, 0, 100, 100, [box(40, 40, 20, 20).polygon]);
    const halves = split(holed, [[50, -0], [50, 100]], PAGE);
    assert.deepEqual(halves.shapes.map(({ holes, polygon }) => [holes.length, polygon.length]), [[0, 8], [0, 8]]);
    const ring = split(holed, [[70, 70], [90, 70], [90, 90], [70, 90], [70, 70]], PAGE);
    assert.deepEqual(ring.shapes.map(areaOf), [9200, 400]);
    const comb = outline(0, 0, 100, 0, 100, 100, 80, 100, 80, 20, 60, 20, 60, 100, 0, 100);
    assert.equal(split(comb, [[0, 50], [100, 50]], PAGE).shapes.length, 3);
});

test("a line that does not cross the shape is refused at its end", () => {
    const refused = split(box(0, 0, 100, 100), [[50, 0], [50, 60]], PAGE);
    assert.deepEqual([refused.reason, refused.at], ["notAcross", [50, 60]]);
    assert.equal(split(box(0, 0, 100, 100), [[200, 0], [200, 60]], PAGE).reason, "notAcross");
    // A line that nearly reaches the border is extended to it.
    assert.equal(split(box(0, 0, 100, 100), [[50, 0.5], [50, 99.5]], PAGE).shapes.length, 2);
});

test("regions that overlap, share a border, or are less than a pixel apart are joined; others are not", () => {
    const one = box(0, 0, 100, 100);
    assert.equal(areaOf(join([one, box(50, 50, 100, 100)], PAGE).shape), 17500);
    assert.equal(areaOf(join([one, box(100, 20, 100, 60)], PAGE).shape), 16000);
    const near = join([one, box(100.7, 0, 100, 100)], PAGE);
    assert.ok(!(near instanceof Refusal) && near.shape.holes.length === 0);
    const apart = join([one, box(110, 0, 100, 100)], PAGE);
    assert.deepEqual([apart.reason, apart.at], ["apart", [110, 0]]);
    // They meet in a corner only, so the result would touch itself.
    assert.ok(join([one, box(100, 100, 50, 50)], PAGE) instanceof Refusal);
    assert.equal(areaOf(join([box(0, 0, 10, 10), box(20, 0, 10, 10), box(10, 0, 10, 10)], PAGE).shape), 300);
});

test("the area of a union is the sum of the areas minus the overlap", () => {
    const random = randomNumbers(23);
    let joined = 0;
    for (let round = 0; round < 200; round += 1) {
        const one = randomShape(random);
        const other = randomShape(random, 3000 + random(-400, 400), 4000 + random(-400, 400), random(50, 400));
        const result = join([one, other], PAGE);
        if (result instanceof Refusal) continue;
        joined += 1;
        const common = sum(overlap(one, other, PAGE));
        const expected = areaOf(one) + areaOf(other) - common;
        assert.ok(Math.abs(areaOf(result.shape) - expected) < 4 * roundingOf(one, other), String(round));
        for (let time = 0; time < 40; time += 1) {
            const corner = [random(2300, 3700), random(3300, 4700)];
            const isInside = isInShape(corner, one) || isInShape(corner, other);
            const isNear = ringsOf(one).concat(ringsOf(other)).flat().some(([x, y]) => Math.hypot(x - corner[0], y - corner[1]) < 2);
            if (isInside && !isNear) assert.ok(isInShape(corner, result.shape), `${round}: ${corner}`);
        }
    }
    assert.ok(joined > 120, `${joined} joined`);
});

test("holes can be cut inside, across the border or around a hole, not beside or through a region", () => {
    const shape = box(0, 0, 100, 100);
    const holed = cut(shape, box(10, 10, 20, 20).polygon, PAGE).shape;
    assert.deepEqual([holed.holes.length, areaOf(holed)], [1, 9600]);
    const larger = cut(holed, box(20, 20, 20, 20).polygon, PAGE).shape;
    assert.deepEqual([larger.holes.length, areaOf(larger)], [1, 9300]);
    assert.equal(areaOf(cut(shape, box(90, 40, 20, 20).polygon, PAGE).shape), 9800);
    assert.equal(cut(shape, box(200, 40, 20, 20).polygon, PAGE).reason, "notThere");
    assert.equal(cut(shape, box(40, 0, 20, 100).polygon, PAGE).reason, "pieces");
    assert.equal(cut(shape, box(0, 0, 100, 100).polygon, PAGE).reason, "nothing");
    assert.equal(cut(shape, outline(10, 10, 30, 30, 30, 10, 10, 30).polygon, PAGE).reason, "crossing");
});

test("a trimmed region overlaps none of its neighbours", () => {
    const random = randomNumbers(29);
    let trims = 0;
    for (let round = 0; round < 150; round += 1) {
        const shape = randomShape(random);
        const others = [randomShape(random, 3300, 4100, 300), randomShape(random, 2600, 3800, 250)];
        const result = trimmed(shape, others, PAGE);
        if (result instanceof Refusal) continue;
        trims += 1;
        for (const part of result.shapes) {
            assert.equal(faultOf(part, PAGE), null);
            for (const other of others) assert.ok(sum(overlap(part, other, PAGE)) < 2, String(round));
        }
    }
    assert.ok(trims > 75, `${trims} trims`);
});

test("clauses of the sample can be split and joined to their original shape", () => {
    for (const { name, regions } of realShapes()) {
        let divided = 0;
        for (const { key, shape, size } of regions) {
            const xs = shape.polygon.map(([x]) => x).sort((a, b) => a - b);
            const x = (xs[0] + xs[xs.length - 1]) / 2 + 0.3;
            const result = split(shape, [[x, 0], [x + 7, size.height]], size);
            assert.ok(!(result instanceof Refusal), `${name} ${key}: ${result.reason}`);
            divided += 1;
            const bent = withInsertions(shape, result.insertions);
            assert.ok(Math.abs(sum(result.shapes) - areaOf(bent)) < 1e-3, `${name} ${key}`);
            const joined = join(result.shapes, size);
            assert.ok(!(joined instanceof Refusal), `${name} ${key}: ${joined.reason}`);
            assert.ok(Math.abs(areaOf(joined.shape) - areaOf(bent)) < 1e-3, `${name} ${key}`);
        }
        assert.ok(divided > 70);
    }
});
