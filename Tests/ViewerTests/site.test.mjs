import assert from "node:assert/strict";
import test from "node:test";
import { contains, orientation, regionArea } from "../../Sources/Viewer/base/containment.js";
import { lookupChain } from "../../Sources/Viewer/site/language-lookup.js";
import { randomNumbers, square } from "./values.mjs";

test("a point on a border that two regions share belongs to exactly one of them", () => {
    const regions = [square(0, 0, 5, 10), square(5, 0, 5, 10)];
    const holders = (x, y) => regions.filter((region) => contains(region, regionArea(region).box, x, y)).length;
    for (let y = 0; y < 10; y += 1) for (let x = 0; x < 10; x += 1) assert.equal(holders(x, y), 1, `${x}, ${y}`);
    assert.equal(holders(10, 5) + holders(5, 10), 0);
});

test("a hole is not part of its region", () => {
    const region = square(0, 0, 10, 10, [[[2, 2], [4, 2], [4, 4], [2, 4]]]);
    const { box, area } = regionArea(region);
    assert.equal(area, 96);
    assert.ok(contains(region, box, 1, 3) && !contains(region, box, 3, 3) && contains(region, box, 5, 3));
});

test("the orientation test is exact", () => {
    // Points collinear within the precision of a double.
    const random = randomNumbers(11);
    for (let round = 0; round < 500; round += 1) {
        const [dx, dy] = [Math.round(random(1, 1000)), Math.round(random(1, 1000))];
        const times = Math.round(random(1, 1e9));
        const [x, y] = [dx * times, dy * times];
        assert.equal(orientation([0, 0], [dx, dy], x, y), 0);
        assert.equal(orientation([0, 0], [dx, dy], x + 1, y), -1);
        assert.equal(orientation([0, 0], [dx, dy], x, y + 1), 1);
    }
    // The determinant is zero in floating point.
    assert.equal(orientation([0.5, 0.5], [12, 12], 24, 24), 0);
    assert.notEqual(orientation([0.5, 0.5], [12, 12], 24, 24 + 2 ** -48), 0);
});

test("RFC 4647, section 3.4: tags are looked up from the closest to the widest", () => {
    assert.deepEqual(lookupChain("zh-Hant-TW"), ["zh-hant-tw", "zh-hant", "zh"]);
    assert.deepEqual(lookupChain("zh-Hant-CN-x-private1"), ["zh-hant-cn-x-private1", "zh-hant-cn", "zh-hant", "zh"]);
    assert.deepEqual([lookupChain(""), lookupChain(null), lookupChain("x".repeat(101))], [[], [], []]);
});
