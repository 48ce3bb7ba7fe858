// @ts-check
/**
 * Simplifies outlines. Source: M. Visvalingam and J. D. Whyatt, "Line generalisation by repeated elimination of points", 1993.
 * The corner that forms the smallest triangle with its neighbours is removed, again and again. A corner stays if another corner
 * lies in its triangle, so that edges never cross, or if borders of several regions part there.
 */
import { orientation, signedArea } from "../../base/containment.js";
import { nearestOnEdge } from "../../base/geometry.js";
import { doMeet, meetingOf } from "./meeting.js";
import { distance, isSame, keyOf, ringsOf, shapeOf } from "./shapes.js";
import { validated } from "./validity.js";

/** @typedef {import("./shapes.js").Corner} Corner */
/** @typedef {import("./shapes.js").Ring} Ring */
/** @typedef {import("./shapes.js").Size} Size */
/** @typedef {import("./borders.js").KeyedShape} KeyedShape */

/**
 * Removes corners of a region while their triangles are no larger than the square of a tolerance. Corners of shared borders are
 * removed in the other regions as well.
 *
 * Complexity: O(*n*²) in the number of corners of the region and those that share borders with it.
 * @param {readonly KeyedShape[]} all  the region and its neighbours
 * @param {string} key  the region's key
 * @param {number} tolerance  in image pixels
 * @param {Size} page
 * @returns {KeyedShape[] | import("./shapes.js").Refusal} the shapes that have changed
 */
export function simplified(all, key, tolerance, page) {
    const own = all.find((held) => held.key === key);
    if (!own) return [];
    const around = besideIn(all);
    const corners = all.flatMap(({ shape }) => ringsOf(shape).flat());
    /** @type {Set<string>} */
    const removed = new Set();
    for (const ring of ringsOf(own.shape)) reduce(ring, tolerance * tolerance, around, corners, removed);
    if (removed.size === 0) return [];
    const results = [];
    for (const { key: name, shape } of all) {
        const rings = ringsOf(shape).map((ring) => ring.filter((corner) => !removed.has(keyOf(corner))));
        const isSame = ringsOf(shape).every((ring, index) => ring.length === rings[index].length);
        if (!isSame) results.push({ key: name, shape: shapeOf(rings) });
    }
    const fault = validated(results.map(({ shape }) => shape), page);
    return Array.isArray(fault) ? results : fault;
}

/**
 * Maps each corner to its neighbours in every ring that has it.
 * @param {readonly KeyedShape[]} all
 * @returns {Map<string, Set<string>>}
 */
function besideIn(all) {
    /** @type {Map<string, Set<string>>} */
    const beside = new Map();
    for (const ring of all.flatMap(({ shape }) => ringsOf(shape))) {
        for (const [index, corner] of ring.entries()) {
            const others = [ring[(index + ring.length - 1) % ring.length], ring[(index + 1) % ring.length]];
            const name = others.map(keyOf).sort().join(" ");
            const known = beside.get(keyOf(corner));
            if (known) known.add(name);
            else beside.set(keyOf(corner), new Set([name]));
        }
    }
    return beside;
}

/**
 * @param {Ring} ring
 * @param {number} most  the maximum area of a triangle, in square pixels
 * @param {Map<string, Set<string>>} around  the result of `besideIn`
 * @param {readonly Corner[]} corners  the corners of all regions
 * @param {Set<string>} removed
 */
function reduce(ring, most, around, corners, removed) {
    const [before, after] = [ring.map((_, index) => index - 1), ring.map((_, index) => index + 1)];
    before[0] = ring.length - 1;
    after[ring.length - 1] = 0;
    /** @param {number} index */
    const areaAt = (index) => {
        // Where borders part, the corner has different neighbours in each region.
        if ((around.get(keyOf(ring[index]))?.size ?? 0) > 1) return Infinity;
        return Math.abs(signedArea([ring[before[index]], ring[index], ring[after[index]]]));
    };
    const areas = ring.map((_, index) => areaAt(index));
    let count = ring.length;
    while (count > 3) {
        let least = -1;
        for (let index = 0; index < ring.length; index += 1) {
            if (areas[index] <= most && (least === -1 || areas[index] < areas[least])) least = index;
        }
        if (least === -1) return;
        const [a, b] = [before[least], after[least]];
        if (isOccupied(ring[a], ring[least], ring[b], corners, removed)) {
            areas[least] = Infinity;
            continue;
        }
        removed.add(keyOf(ring[least]));
        const area = areas[least];
        areas[least] = Infinity;
        [after[a], before[b]] = [b, a];
        count -= 1;
        // Areas never decrease, so that the order of removal does not depend on where the ring starts.
        for (const beside of [a, b]) areas[beside] = Math.max(area, areaAt(beside));
    }
}

/**
 * Whether another corner lies in the triangle.
 * @param {Corner} a
 * @param {Corner} tip
 * @param {Corner} b
 * @param {readonly Corner[]} corners
 * @param {Set<string>} removed
 */
function isOccupied(a, tip, b, corners, removed) {
    const [left, right] = [Math.min(a[0], tip[0], b[0]), Math.max(a[0], tip[0], b[0])];
    const [top, bottom] = [Math.min(a[1], tip[1], b[1]), Math.max(a[1], tip[1], b[1])];
    return corners.some((corner) => {
        const [x, y] = corner;
        if (x < left || x > right || y < top || y > bottom) return false;
        if (isSame(corner, a) || isSame(corner, tip) || isSame(corner, b) || removed.has(keyOf(corner))) return false;
        const sides = [orientation(a, tip, x, y), orientation(tip, b, x, y), orientation(b, a, x, y)];
        return !(sides.includes(1) && sides.includes(-1));
    });
}

/**
 * Removes the corners that a hand-drawn line does not need. Source: D. H. Douglas and T. K. Peucker, "Algorithms for the
 * reduction of the number of points required to represent a digitized line or its caricature", 1973.
 *
 * Complexity: O(*n*²) in the number of corners, usually O(*n* log *n*).
 * @param {readonly Corner[]} line
 * @param {number} tolerance  the maximum distance of a removed corner from the line, in image pixels
 * @returns {Corner[]} the line, with both ends
 */
export function simplifiedLine(line, tolerance) {
    if (line.length < 3) return [...line];
    const isKept = new Uint8Array(line.length);
    isKept[0] = isKept[line.length - 1] = 1;
    /** @type {[number, number][]} */
    const open = [[0, line.length - 1]];
    for (let span = open.pop(); span; span = open.pop()) {
        const [first, last] = span;
        let [furthest, most] = [-1, tolerance];
        for (let index = first + 1; index < last; index += 1) {
            const away = distance(line[index], nearestOnEdge(line[index], line[first], line[last]));
            if (away > most) [furthest, most] = [index, away];
        }
        if (furthest === -1) continue;
        isKept[furthest] = 1;
        open.push([first, furthest], [furthest, last]);
    }
    return line.filter((_, index) => isKept[index] === 1);
}

/** A stroke counts as a loop if its ends cross within this share of its corners from either end. */
const TAIL_SHARE = 0.25;

/**
 * Closes a stroke drawn around something: cuts off the tails of both ends where they cross.
 * @param {readonly Corner[]} stroke
 * @returns {Corner[]}
 */
export function loopOf(stroke) {
    const tail = Math.floor(stroke.length * TAIL_SHARE);
    for (let start = 0; start < tail; start += 1) {
        for (let end = stroke.length - 2; end > stroke.length - 2 - tail && end > start + 2; end -= 1) {
            const [one, other] = /** @type {[Corner, Corner][]} */ ([
                [stroke[start], stroke[start + 1]],
                [stroke[end], stroke[end + 1]],
            ]);
            if (doMeet(one, other)) return [meetingOf(one, other), ...stroke.slice(start + 1, end + 1)];
        }
    }
    return [...stroke];
}
