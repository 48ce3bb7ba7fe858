// @ts-check
/** Snaps points to nearby corners and edges of regions. */
import { edgesOf, nearestOnEdge } from "../../base/geometry.js";
import { distance, isSame, keyOf, onPage, ringsOf } from "./shapes.js";

/** @typedef {import("./shapes.js").Corner} Corner */
/** @typedef {import("./shapes.js").Shape} Shape */
/** @typedef {import("./shapes.js").Size} Size */

/**
 * @typedef {object} Snap
 * @property {Corner} corner  a stored corner, unchanged, or a point of an edge rounded to the grid
 * @property {readonly [Corner, Corner] | null} edge  the edge that contains it; null for a corner
 */

/**
 * Returns the nearest corner within reach, else the nearest point of an edge within reach.
 *
 * Complexity: O(*n*) in the number of corners of the shapes.
 * @param {Corner} point
 * @param {Iterable<Shape>} shapes
 * @param {number} reach  in image pixels
 * @param {Size} page
 * @param {ReadonlySet<string>} [except]  keys of corners to ignore, together with their edges, because they move along
 * @returns {Snap | null}
 */
export function snapped(point, shapes, reach, page, except = new Set()) {
    let [least, nearest] = [reach, /** @type {Corner | null} */ (null)];
    let [leastEdge, foot, edge] = [reach, point, /** @type {readonly [Corner, Corner] | null} */ (null)];
    for (const shape of shapes) {
        for (const ring of ringsOf(shape)) {
            for (const [a, b] of edgesOf(ring)) {
                if (isBeyond(point, a, b, reach) || except.has(keyOf(a))) continue;
                const away = distance(point, a);
                if (away <= least) [least, nearest] = [away, a];
                if (except.has(keyOf(b))) continue;
                const on = nearestOnEdge(point, a, b);
                const beside = distance(point, on);
                if (beside <= leastEdge) [leastEdge, foot, edge] = [beside, on, [a, b]];
            }
        }
    }
    if (nearest) return { corner: nearest, edge: null };
    if (!edge) return null;
    const corner = onPage(foot, page);
    return { corner, edge: edge.some((end) => isSame(end, corner)) ? null : edge };
}

/** @param {Corner} point @param {Corner} a @param {Corner} b @param {number} reach */
function isBeyond([x, y], a, b, reach) {
    return (
        (a[0] < x - reach && b[0] < x - reach) ||
        (a[0] > x + reach && b[0] > x + reach) ||
        (a[1] < y - reach && b[1] < y - reach) ||
        (a[1] > y + reach && b[1] > y + reach)
    );
}
