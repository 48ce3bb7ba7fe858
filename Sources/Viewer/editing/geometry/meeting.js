// @ts-check
/** Exact tests of where edges meet. */
import { orientation } from "../../base/containment.js";
import { nearestOnEdge } from "../../base/geometry.js";
import { isSame } from "./shapes.js";

/** @typedef {import("./shapes.js").Corner} Corner */
/** @typedef {readonly [Corner, Corner]} Edge */

/** @param {Edge} edge @param {Corner} corner @returns {boolean} whether the corner is on the edge, ends included */
export function isOnEdge([a, b], corner) {
    const [x, y] = corner;
    return (
        x >= Math.min(a[0], b[0]) &&
        x <= Math.max(a[0], b[0]) &&
        y >= Math.min(a[1], b[1]) &&
        y <= Math.max(a[1], b[1]) &&
        orientation(a, b, x, y) === 0
    );
}

/** @param {Edge} one @param {Edge} other @returns {boolean} whether the edges cross at an inner point of each */
export function doCross([a, b], [c, d]) {
    const [c1, d1] = [orientation(a, b, c[0], c[1]), orientation(a, b, d[0], d[1])];
    if (c1 * d1 >= 0) return false;
    return orientation(c, d, a[0], a[1]) * orientation(c, d, b[0], b[1]) < 0;
}

/** @param {Edge} one @param {Edge} other @returns {boolean} whether the edges have a point in common, ends included */
export function doMeet(one, other) {
    return (
        isOnEdge(one, other[0]) ||
        isOnEdge(one, other[1]) ||
        isOnEdge(other, one[0]) ||
        isOnEdge(other, one[1]) ||
        doCross(one, other)
    );
}

/** @param {Edge} one @param {Edge} other @returns {Corner} the crossing of two edges that cross, to double precision */
export function crossingOf([a, b], [c, d]) {
    const [rx, ry, sx, sy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
    const along = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / (rx * sy - ry * sx);
    if (!Number.isFinite(along)) return nearestOnEdge(c, a, b);
    return nearestOnEdge([a[0] + along * rx, a[1] + along * ry], a, b);
}

/** @param {Edge} one @param {Edge} other @returns {Corner} a common point of two edges that meet */
export function meetingOf(one, other) {
    for (const end of other) if (isOnEdge(one, end)) return end;
    for (const end of one) if (isOnEdge(other, end)) return end;
    return crossingOf(one, other);
}

/**
 * Visits each pair of edges whose boxes touch, until the callback returns true. A sweep from left to right.
 *
 * Complexity: O(*n* log *n* + *p*) for *n* edges, of which *p* pairs overlap in x.
 * @param {readonly Edge[]} edges
 * @param {(one: number, other: number) => boolean | void} visit  called with the indices of two edges, in no particular order
 */
export function forEachNearPair(edges, visit) {
    const spans = edges.map(([a, b], index) => ({
        index,
        left: Math.min(a[0], b[0]),
        right: Math.max(a[0], b[0]),
        top: Math.min(a[1], b[1]),
        bottom: Math.max(a[1], b[1]),
    }));
    spans.sort((one, other) => one.left - other.left);
    /** @type {typeof spans} */
    let open = [];
    for (const span of spans) {
        let kept = 0;
        for (const other of open) {
            if (other.right < span.left) continue;
            open[kept] = other;
            kept += 1;
            if (other.top > span.bottom || other.bottom < span.top) continue;
            if (visit(other.index, span.index)) return;
        }
        open.length = kept;
        open.push(span);
    }
}

/**
 * Whether two consecutive edges of a ring overlap, rather than have only the corner between them in common.
 * @param {Corner} before @param {Corner} corner @param {Corner} after
 */
export function turnsBack(before, corner, after) {
    if (isSame(before, after)) return true;
    if (orientation(before, corner, after[0], after[1]) !== 0) return false;
    const [x, y] = corner;
    return (before[0] - x) * (after[0] - x) + (before[1] - y) * (after[1] - y) > 0;
}
