// @ts-check
/** Shared borders of regions. They are found by equal coordinates and changed in all regions at once. */
import { signedArea } from "../../base/containment.js";
import { edgesOf, nearestOnEdge } from "../../base/geometry.js";
import {
    boxOf,
    distance,
    GRID,
    isSame,
    keyOf,
    onPage,
    Refusal,
    ringsOf,
    shapeOf,
    tidied,
} from "./shapes.js";
import { faultOf } from "./validity.js";

/** @typedef {import("./shapes.js").Corner} Corner */
/** @typedef {import("./shapes.js").Ring} Ring */
/** @typedef {import("./shapes.js").Shape} Shape */
/** @typedef {import("./shapes.js").Size} Size */
/** @typedef {{ key: string, shape: Shape }} KeyedShape  a region's shape and key */

/** @param {Shape} shape @param {Corner} corner */
export function hasCorner(shape, corner) {
    return ringsOf(shape).some((ring) => ring.some((other) => isSame(other, corner)));
}

/**
 * Changes shapes and validates the results.
 * @param {readonly KeyedShape[]} all
 * @param {(shape: Shape) => Shape} change  returns the same object for an unchanged shape
 * @param {Size} page
 * @returns {KeyedShape[] | Refusal} the shapes that have changed
 */
function changed(all, change, page) {
    /** @type {KeyedShape[]} */
    const results = [];
    for (const { key, shape } of all) {
        const after = change(shape);
        if (after === shape) continue;
        const clean = tidied(after);
        const fault = faultOf(clean, page);
        if (fault) return fault;
        results.push({ key, shape: clean });
    }
    return results;
}

/** @param {Shape} shape @param {(ring: Ring) => Ring} change @returns {Shape} the same object if no ring has changed */
function withRings(shape, change) {
    const rings = ringsOf(shape);
    const after = rings.map(change);
    return after.every((ring, index) => ring === rings[index]) ? shape : shapeOf(after);
}

/**
 * Moves a corner in all regions that have it.
 * @param {readonly KeyedShape[]} all
 * @param {Corner} from
 * @param {Corner} to
 * @param {Size} page
 * @returns {KeyedShape[] | Refusal}
 */
export function moveCorner(all, from, to, page) {
    /** @param {Ring} ring */
    const move = (ring) =>
        ring.some((corner) => isSame(corner, from)) ? ring.map((corner) => (isSame(corner, from) ? to : corner)) : ring;
    return changed(all, (shape) => withRings(shape, move), page);
}

/**
 * Adds a corner to an edge in all regions that have the edge.
 * @param {readonly KeyedShape[]} all
 * @param {readonly [Corner, Corner]} edge
 * @param {Corner} corner
 * @param {Size} page
 * @returns {KeyedShape[] | Refusal}
 */
export function addCorner(all, [a, b], corner, page) {
    /** @param {Ring} ring @returns {Ring} */
    const add = (ring) => {
        const place = edgesOf(ring).findIndex(([c, d]) => (isSame(a, c) && isSame(b, d)) || (isSame(a, d) && isSame(b, c)));
        return place === -1 ? ring : [...ring.slice(0, place + 1), corner, ...ring.slice(place + 1)];
    };
    return changed(all, (shape) => withRings(shape, add), page);
}

/**
 * Removes a corner from a region, and from the other regions in which it has the same neighbours. If a hole with three corners
 * loses one, the hole is removed.
 * @param {readonly KeyedShape[]} all
 * @param {string} key  the region's key
 * @param {Corner} corner
 * @param {Size} page
 * @returns {KeyedShape[] | Refusal}
 */
export function removeCorner(all, key, corner, page) {
    const own = all.find((held) => held.key === key);
    const around = own && neighboursOf(own.shape, corner);
    if (!own || !around) return new Refusal("notThere", corner);
    /** @param {Shape} shape */
    const remove = (shape) => {
        const others = neighboursOf(shape, corner);
        if (!others || (shape !== own.shape && others !== around)) return shape;
        const { polygon, holes } = withRings(shape, (ring) => ring.filter((other) => !isSame(other, corner)));
        return { polygon, holes: holes.filter((hole) => hole.length >= 3) };
    };
    return changed(all, remove, page);
}

/** @param {Shape} shape @param {Corner} corner @returns {string | null} a key of its two neighbours, regardless of their order */
function neighboursOf(shape, corner) {
    for (const ring of ringsOf(shape)) {
        const place = ring.findIndex((other) => isSame(other, corner));
        if (place === -1) continue;
        const beside = [ring[(place + ring.length - 1) % ring.length], ring[(place + 1) % ring.length]];
        return beside.map(keyOf).sort().join(" ");
    }
    return null;
}

/**
 * Returns the corners from one index of a ring to another, forwards and inclusive.
 * @param {Ring} ring @param {number} from @param {number} to
 */
function stretchOf(ring, from, to) {
    return from <= to ? ring.slice(from, to + 1) : [...ring.slice(from), ...ring.slice(0, to + 1)];
}

/**
 * Replaces the border between two corners by a line, in all regions that share it. Of the two ways around the ring, replaces the
 * one that encloses the smaller area with the line.
 * @param {readonly KeyedShape[]} all
 * @param {string} key  the region's key
 * @param {Corner} from
 * @param {Corner} to
 * @param {readonly Corner[]} line  the corners between the two
 * @param {Size} page
 * @returns {KeyedShape[] | Refusal}
 */
export function redraw(all, key, from, to, line, page) {
    const own = all.find((held) => held.key === key);
    const ring = own && ringsOf(own.shape).find((other) => [from, to].every((end) => other.some((at) => isSame(at, end))));
    if (!ring || isSame(from, to)) return new Refusal("notThere", from);
    const [start, end] = [from, to].map((corner) => ring.findIndex((other) => isSame(other, corner)));
    const forth = stretchOf(ring, start, end);
    const back = stretchOf(ring, end, start).reverse();
    const drawn = line.map((corner) => onPage(corner, page)).filter((corner) => !isSame(corner, from) && !isSame(corner, to));
    /** @param {Corner[]} stretch */
    const between = (stretch) => Math.abs(signedArea([...stretch, ...[...drawn].reverse()]));
    const old = between(forth) <= between(back) ? forth : back;
    const fresh = [from, ...drawn, to];
    return changed(all, (shape) => withRings(shape, (other) => replaced(other, old, fresh)), page);
}

/** @param {Ring} ring @param {Corner[]} old @param {Corner[]} fresh @returns {Ring} */
function replaced(ring, old, fresh) {
    for (const [before, after] of [[old, fresh], [[...old].reverse(), [...fresh].reverse()]]) {
        const start = ring.findIndex((corner) => isSame(corner, before[0]));
        if (start === -1) continue;
        const turned = [...ring.slice(start), ...ring.slice(0, start)];
        if (!before.every((corner, index) => turned[index] && isSame(corner, turned[index]))) continue;
        return [...after, ...turned.slice(before.length)];
    }
    return ring;
}

/**
 * Finds the stretches of a shape's border that other shapes share.
 * @param {Shape} shape
 * @param {readonly KeyedShape[]} others
 * @returns {{ key: string, corners: Corner[] }[]} maximal stretches, in the direction of the shape
 */
export function sharedStretches(shape, others) {
    /** @type {{ key: string, corners: Corner[] }[]} */
    const found = [];
    for (const { key, shape: other } of others) {
        const edges = new Set(ringsOf(other).flatMap(edgesOf).flatMap(([a, b]) => [`${keyOf(a)} ${keyOf(b)}`, `${keyOf(b)} ${keyOf(a)}`]));
        if (edges.size === 0) continue;
        for (const ring of ringsOf(shape)) {
            const isShared = edgesOf(ring).map(([a, b]) => edges.has(`${keyOf(a)} ${keyOf(b)}`));
            const first = isShared.findIndex((is, index) => is && !isShared[(index + ring.length - 1) % ring.length]);
            if (first === -1) {
                if (isShared.every(Boolean)) found.push({ key, corners: [...ring, ring[0]] });
                continue;
            }
            /** @type {Corner[]} */
            let stretch = [];
            for (let step = 0; step <= ring.length; step += 1) {
                const index = (first + step) % ring.length;
                if (step < ring.length && isShared[index]) {
                    if (stretch.length === 0) stretch.push(ring[index]);
                    stretch.push(ring[(index + 1) % ring.length]);
                } else if (stretch.length > 0) {
                    found.push({ key, corners: stretch });
                    stretch = [];
                }
            }
        }
    }
    return found;
}

/**
 * Aligns two shapes whose borders nearly coincide, so that they have identical corners there: each adopts the other's corners
 * that are within reach of its own border. Of two nearby corners, the second shape's is moved.
 * @param {Shape} one
 * @param {Shape} other
 * @param {Size} page
 * @param {number} [reach]  in image pixels
 * @returns {[Shape, Shape]} the shapes, unchanged if a result would be invalid
 */
export function alignedBorders(one, other, page, reach = GRID) {
    const [a, b] = [boxOf(one.polygon), boxOf(other.polygon)];
    if (a.x > b.x + b.width + reach || b.x > a.x + a.width + reach) return [one, other];
    if (a.y > b.y + b.height + reach || b.y > a.y + a.height + reach) return [one, other];
    const fixed = ringsOf(one).flat();
    const drawn = withRings(other, (ring) => {
        const moved = ring.map((corner) => nearestOf(corner, fixed, reach));
        return moved.every((corner, index) => corner === ring[index]) ? ring : moved;
    });
    const mine = taking(one, ringsOf(drawn).flat(), reach);
    const theirs = taking(tidied(drawn), fixed, reach);
    const isFine = [mine, theirs].every((shape) => shape === one || shape === other || faultOf(shape, page) === null);
    return isFine ? [mine, theirs] : [one, other];
}

/** @param {Corner} corner @param {Corner[]} among @param {number} reach @returns {Corner} */
function nearestOf(corner, among, reach) {
    let [least, found] = [reach, corner];
    for (const other of among) {
        if (Math.abs(other[0] - corner[0]) > reach || isSame(other, corner)) continue;
        const away = distance(other, corner);
        if (away <= least) [least, found] = [away, other];
    }
    return among.some((other) => isSame(other, corner)) ? corner : found;
}

/**
 * @param {Shape} shape
 * @param {Corner[]} corners
 * @param {number} reach
 * @returns {Shape} the shape with the corners that are on its edges
 */
function taking(shape, corners, reach) {
    return withRings(shape, (ring) => {
        const own = new Set(ring.map(keyOf));
        const others = corners.filter((corner) => !own.has(keyOf(corner)));
        let isTaken = false;
        const after = edgesOf(ring).flatMap(([a, b]) => {
            const [left, right] = [Math.min(a[0], b[0]) - reach, Math.max(a[0], b[0]) + reach];
            const near = others.filter((corner) => {
                if (corner[0] < left || corner[0] > right) return false;
                const foot = nearestOnEdge(corner, a, b);
                return distance(foot, corner) <= reach && distance(foot, a) > reach && distance(foot, b) > reach;
            });
            if (near.length === 0) return [a];
            isTaken = true;
            near.sort((one, other) => distance(one, a) - distance(other, a));
            return [a, ...near];
        });
        return isTaken ? after : ring;
    });
}
