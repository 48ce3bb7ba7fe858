import assert from "node:assert/strict";
import test from "node:test";
import { areaOf, contains, regionArea } from "../../Sources/Viewer/base/containment.js";
import { edgesOf } from "../../Sources/Viewer/base/geometry.js";
import { doMeet, forEachNearPair } from "../../Sources/Viewer/editing/geometry/meeting.js";
import { RegionIndex } from "../../Sources/Viewer/editing/geometry/region-index.js";
import { boxOf, GRID, onPage, ringsOf } from "../../Sources/Viewer/editing/geometry/shapes.js";
import { snapped } from "../../Sources/Viewer/editing/geometry/snapping.js";
import { faultOf, isInShape } from "../../Sources/Viewer/editing/geometry/validity.js";
import { box, outline, PAGE, randomShape, realShapes } from "./shape-values.mjs";
import { randomNumbers } from "./values.mjs";

const reasons = {
    crossing: outline(10, 10, 50, 50, 50, 10, 10, 50),
    spike: outline(10, 10, 50, 10, 50, 50, 50, 20),
    corners: outline(10, 10, 50, 50),
    small: outline(10, 10, 12, 10, 12, 12),
    outside: outline(10, 10, 6000.125, 10, 50, 50),
    holeOutside: box(10, 10, 50, 50, [box(100, 100, 10, 10).polygon]),
};

for (const [reason, shape] of Object.entries(reasons)) {
    test(`an invalid shape has a reason and a position: ${reason}`, () => {
        const fault = faultOf(shape, PAGE);
        assert.equal(fault?.reason, reason);
        const extent = boxOf(ringsOf(shape).flat());
        assert.ok(fault.at[0] >= extent.x && fault.at[0] <= extent.x + extent.width);
        assert.ok(fault.at[1] >= extent.y && fault.at[1] <= extent.y + extent.height);
    });
}

test("a self-crossing shape is marked at the crossing", () => {
    assert.deepEqual(faultOf(reasons.crossing, PAGE).at, [30, 30]);
});

test("an outline that touches itself, a hole that touches the outline, and a hole in a hole are not valid", () => {
    const touching = outline(0, 0, 100, 0, 100, 100, 50, 0.125, 0, 100);
    assert.equal(faultOf(touching, PAGE), null);
    touching.polygon[3] = [50, 0];
    assert.deepEqual(faultOf(touching, PAGE)?.at, [50, 0]);
    assert.equal(faultOf(box(0, 0, 100, 100, [outline(0, 50, 50, 20, 50, 80).polygon]), PAGE)?.reason, "crossing");
    const nested = box(0, 0, 100, 100, [box(10, 10, 50, 50).polygon, box(20, 20, 10, 10).polygon]);
    assert.equal(faultOf(nested, PAGE)?.reason, "holeOutside");
});

test("collinear corners are valid in a border, but not as a whole shape", () => {
    assert.equal(faultOf(outline(0, 0, 50, 0, 100, 0, 100, 100), PAGE), null);
    assert.equal(faultOf(outline(0, 0, 50, 0, 100, 0), PAGE)?.reason, "spike");
});

test("whether a ring crosses itself agrees with comparing every edge with every other", () => {
    const random = randomNumbers(3);
    let crossings = 0;
    for (let round = 0; round < 2000; round += 1) {
        const count = Math.round(random(4, 9));
        const polygon = Array.from({ length: count }, () => [Math.round(random(0, 12)), Math.round(random(0, 12))]);
        const shape = { polygon, holes: [] };
        const edges = edgesOf(polygon);
        const isCrossed = edges.some((edge, one) =>
            edges.some((other, two) => two > one + 1 && !(one === 0 && two === count - 1) && doMeet(edge, other)),
        );
        const fault = faultOf(shape, PAGE);
        if (fault?.reason === "crossing") crossings += 1;
        if (isCrossed) assert.ok(fault, JSON.stringify(polygon));
        else assert.notEqual(fault?.reason, "crossing", JSON.stringify(polygon));
    }
    assert.ok(crossings > 300);
});

test("the sweep finds every pair of edges that are near", () => {
    const random = randomNumbers(5);
    const edges = Array.from({ length: 300 }, () => {
        const [x, y] = [random(0, 100), random(0, 100)];
        return [[x, y], [x + random(-9, 9), y + random(-9, 9)]];
    });
    const found = new Set();
    forEachNearPair(edges, (one, other) => void found.add(`${Math.min(one, other)} ${Math.max(one, other)}`));
    for (let one = 0; one < edges.length; one += 1) {
        for (let other = one + 1; other < edges.length; other += 1) {
            if (doMeet(edges[one], edges[other])) assert.ok(found.has(`${one} ${other}`));
        }
    }
});

test("a shape contains the same points as in the site's point lookup, including borders", () => {
    const random = randomNumbers(7);
    for (let round = 0; round < 200; round += 1) {
        const shape = randomShape(random);
        const region = { page: 1, ...shape };
        const { box: extent, area } = regionArea(region);
        assert.equal(areaOf(shape), area);
        for (const [x, y] of [...shape.polygon, ...shape.holes.flat(), [3000, 4000], [random(2500, 3500), random(3500, 4500)]]) {
            assert.equal(isInShape([x, y], shape), contains(region, extent, x, y));
        }
    }
});

test("every region of the sample document is valid", () => {
    for (const { name, regions } of realShapes()) {
        assert.ok(regions.length > 70, name);
        for (const { key, shape, size } of regions) assert.equal(faultOf(shape, size), null, `${name} ${key}`);
    }
});

test("new coordinates are on the grid and on the page", () => {
    assert.deepEqual(onPage([10.07, -3], PAGE), [10.125, 0]);
    assert.deepEqual(onPage([1e9, 8000.4], PAGE), [6000, 8000]);
    assert.equal(GRID, 0.125);
});

test("a point snaps to the nearest stored corner, bit for bit, and else to an edge", () => {
    const shape = outline(100.1, 100.3, 200.7, 100.3, 200.7, 180);
    assert.deepEqual(snapped([103, 102], [shape], 8, PAGE), { corner: [100.1, 100.3], edge: null });
    assert.deepEqual(snapped([150, 103], [shape], 8, PAGE), { corner: [150, 100.25], edge: [[100.1, 100.3], [200.7, 100.3]] });
    assert.equal(snapped([150, 90], [shape], 8, PAGE), null);
    // A moving corner does not snap to itself.
    assert.equal(snapped([103, 102], [shape], 8, PAGE, new Set(["100.1,100.3"])), null);
});

test("the index finds the same regions as a full scan, also after changes", () => {
    const random = randomNumbers(13);
    const index = new RegionIndex(PAGE);
    const shapes = new Map();
    const place = () => box(Math.round(random(0, 5800)), Math.round(random(0, 7800)), random(1, 200), random(1, 200));
    for (let key = 0; key < 500; key += 1) shapes.set(String(key), place());
    for (const [key, shape] of shapes) index.set(key, shape);
    for (let key = 0; key < 100; key += 1) {
        const shape = place();
        shapes.set(String(key), shape);
        index.set(String(key), shape);
    }
    for (let key = 100; key < 150; key += 1) {
        shapes.delete(String(key));
        index.delete(String(key));
    }
    assert.equal(index.size, 450);
    for (let round = 0; round < 300; round += 1) {
        const corner = [random(0, 6000), random(0, 8000)];
        const expected = [...shapes].filter(([, shape]) => isInShape(corner, shape)).map(([key]) => key).sort();
        assert.deepEqual(index.at(corner).map(({ key }) => key).sort(), expected);
        const areas = index.at(corner).map(({ area }) => area);
        assert.deepEqual(areas, areas.toSorted((a, b) => a - b));
    }
});
