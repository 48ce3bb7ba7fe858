// @ts-check
/**
 * Polygons with holes in image space: the regions of clauses on one page.
 *
 * Stored coordinates are kept bit for bit, so that two regions that share a border keep identical vertices. New coordinates are
 * rounded once, to a grid of an eighth of a pixel, whose points doubles represent exactly.
 */
import { bounds, edgesOf, nearestOnEdge } from "../../base/geometry.js";

/** @typedef {import("../../base/types.js").Ring} Ring */
/** @typedef {import("../../base/types.js").Size} Size */
/** @typedef {import("../../base/types.js").Box} Box */
/** @typedef {[number, number]} Corner  in image space */
/** @typedef {{ polygon: Ring, holes: Ring[] }} Shape */

/**
 * Why an operation was refused.
 * - `crossing`: two edges of the outline meet; `spike`: the outline turns back on itself
 * - `corners`: fewer than three corners; `small`: less than the smallest area
 * - `outside`: beyond the page; `holeOutside`: a hole is outside the outline or inside another hole
 * - `notAcross`: a line does not lead from border to border; `apart`: regions do not touch
 * - `pieces`: the remainder would fall apart; `nothing`: nothing would remain; `notThere`: no such corner or border
 * - `tangled`: borders meet in too many places to be resolved
 * @typedef {"crossing" | "spike" | "corners" | "small" | "outside" | "holeOutside" | "notAcross" | "apart" | "pieces"
 *   | "nothing" | "notThere" | "tangled"} Reason
 */

/** A refused operation, with the place of the problem so that it can be marked. */
export class Refusal {
    /** @param {Reason} reason @param {Corner} at */
    constructor(reason, at) {
        this.reason = reason;
        this.at = at;
    }
}

/** The grid for new coordinates, in image pixels. */
export const GRID = 1 / 8;
/** The smallest area of a shape, in square pixels. */
export const SMALLEST_AREA = 4;

/** @param {number} value */
export function rounded(value) {
    return Math.round(value / GRID) * GRID;
}

/** @param {Corner} corner @param {Size} page @returns {Corner} the nearest grid point within the page */
export function onPage([x, y], { width, height }) {
    return [rounded(Math.min(width, Math.max(0, x))), rounded(Math.min(height, Math.max(0, y)))];
}

/** @param {Corner} corner @returns {string} a string that is equal only for equal coordinates */
export function keyOf([x, y]) {
    return `${x},${y}`;
}

/** @param {Corner} a @param {Corner} b */
export function isSame(a, b) {
    return a[0] === b[0] && a[1] === b[1];
}

/** @param {Corner} a @param {Corner} b */
export function distance(a, b) {
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** @param {Shape} shape @returns {Ring[]} the rings, the outer one first */
export function ringsOf({ polygon, holes }) {
    return [polygon, ...holes];
}

/** @param {Ring[]} rings @returns {Shape} a shape whose outline is the first ring */
export function shapeOf([polygon, ...holes]) {
    return { polygon, holes };
}

/** @param {Corner[]} corners  at least one @returns {Box} */
export function boxOf(corners) {
    return bounds([{ polygon: corners }]);
}

/** @param {Ring} ring @returns {Ring} without corners that repeat the one before them */
export function withoutRepetitions(ring) {
    return ring.filter((corner, index) => !isSame(corner, ring[(index + ring.length - 1) % ring.length]) || ring.length === 1);
}

/** @param {Shape} shape @returns {Shape} */
export function tidied({ polygon, holes }) {
    return { polygon: withoutRepetitions(polygon), holes: holes.map(withoutRepetitions) };
}

/**
 * Rounds a hand-drawn ring to the grid.
 * @param {Corner[]} corners
 * @param {Size} page
 * @returns {Ring}
 */
export function ringOf(corners, page) {
    return withoutRepetitions(corners.map((corner) => onPage(corner, page)));
}

/** @param {Shape} shape @param {Corner} corner @returns {number} the distance to the nearest border */
export function distanceToBorder(shape, corner) {
    let least = Infinity;
    for (const ring of ringsOf(shape)) {
        for (const [a, b] of edgesOf(ring)) least = Math.min(least, distance(corner, nearestOnEdge(corner, a, b)));
    }
    return least;
}
