// @ts-check
/** Overlays of shapes: intersection, union and difference. */
import { areaOf } from "../../base/containment.js";
import { edgesOf } from "../../base/geometry.js";
import { ringsAround, shapesOf, sidesOf } from "./faces.js";
import { merged, noded } from "./noding.js";
import { isSame, Refusal, ringsOf, withoutRepetitions } from "./shapes.js";

/** @typedef {import("./shapes.js").Corner} Corner */
/** @typedef {import("./shapes.js").Shape} Shape */
/** @typedef {import("./shapes.js").Size} Size */
/** @typedef {import("./noding.js").Piece} Piece */

/**
 * New corners on an edge of a shape, in order from its start to its end. Neighbours with the same edge adopt them, so that the
 * border stays identical.
 * @typedef {{ from: Corner, to: Corner, corners: Corner[] }} Insertion
 */

/** The bits that identify the two sets of shapes. */
const [FIRST, SECOND] = [1, 2];

/** @param {readonly Shape[]} shapes @param {number} source @returns {Piece[]} */
export function piecesOf(shapes, source) {
    return shapes.flatMap(ringsOf).flatMap(edgesOf).map(([a, b], origin) => ({ a, b, source, origin }));
}

/**
 * Overlays two sets of shapes and keeps some of the faces into which they divide the plane.
 *
 * Complexity: O((*n* + *k*) log *n*) for *n* corners and *k* crossings, for outlines without much winding.
 * @param {readonly Shape[]} first  shapes that do not overlap one another
 * @param {readonly Shape[]} second  shapes that do not overlap one another
 * @param {(isInFirst: boolean, isInSecond: boolean) => boolean} keeps  whether to keep a face, by the sets that contain it
 * @param {Size} page
 * @returns {{ shapes: Shape[], insertions: Insertion[] } | Refusal}
 */
function overlay(first, second, keeps, page) {
    const edges = [...piecesOf(first, FIRST), ...piecesOf(second, SECOND)].map((piece, origin) => ({ ...piece, origin }));
    const pieces = noded(edges, page);
    if (!isPieces(pieces)) return new Refusal("tangled", pieces);
    const graph = merged(pieces).filter(({ sources }) => sources !== 0);
    const sides = sidesOf(graph);
    /** @param {number} sources */
    const isKept = (sources) => keeps((sources & FIRST) !== 0, (sources & SECOND) !== 0);
    /** @type {[Corner, Corner][]} */
    const directed = [];
    for (const [index, { a, b }] of graph.entries()) {
        const [positive, negative] = [isKept(sides[index].positive), isKept(sides[index].negative)];
        if (positive && !negative) directed.push([a, b]);
        else if (negative && !positive) directed.push([b, a]);
    }
    return { shapes: shapesOf(ringsAround(directed)), insertions: insertionsOf(edges, pieces) };
}

/** @param {Piece[] | Corner} value @returns {value is Piece[]} */
export function isPieces(value) {
    return typeof value[0] !== "number";
}

/**
 * @param {readonly Piece[]} edges  the original edges
 * @param {readonly Piece[]} pieces  the pieces they were divided into, in their order
 * @returns {Insertion[]}
 */
export function insertionsOf(edges, pieces) {
    /** @type {Map<number, Insertion>} */
    const found = new Map();
    for (const { a, b, origin } of edges) {
        const known = found.get(origin);
        if (known) known.to = b;
        else found.set(origin, { from: a, to: b, corners: [] });
    }
    for (const { b, origin } of pieces) {
        const insertion = found.get(origin);
        if (insertion && !isSame(b, insertion.to)) insertion.corners.push(b);
    }
    return [...found.values()].filter(({ corners }) => corners.length > 0);
}

/**
 * @template {Shape} Kind
 * @param {Kind} shape
 * @param {readonly Insertion[]} insertions
 * @returns {Kind} the shape with the corners, or the same object if none of them is on its edges
 */
export function withInsertions(shape, insertions) {
    let isChanged = false;
    const [polygon, ...holes] = ringsOf(shape).map((ring) =>
        withoutRepetitions(
            edgesOf(ring).flatMap(([a, b]) => {
                for (const { from, to, corners } of insertions) {
                    const isForward = isSame(a, from) && isSame(b, to);
                    if (!isForward && !(isSame(a, to) && isSame(b, from))) continue;
                    isChanged = true;
                    return [a, ...(isForward ? corners : [...corners].reverse())];
                }
                return [a];
            }),
        ),
    );
    return isChanged ? { ...shape, polygon, holes } : shape;
}

/** @param {readonly Shape[]} shapes @param {readonly Shape[]} others @param {Size} page */
export function union(shapes, others, page) {
    return overlay(shapes, others, (one, other) => one || other, page);
}

/** @param {Shape} shape @param {readonly Shape[]} others @param {Size} page */
export function difference(shape, others, page) {
    return overlay([shape], others, (one, other) => one && !other, page);
}

/**
 * Returns the intersection of two shapes, without slivers caused by rounding to the grid. Empty if the overlay is refused.
 * @param {Shape} one @param {Shape} other @param {Size} page
 * @returns {Shape[]}
 */
export function overlap(one, other, page) {
    const result = overlay([one], [other], (isInOne, isInOther) => isInOne && isInOther, page);
    return result instanceof Refusal ? [] : result.shapes.filter((shape) => !isSliver(shape));
}

/**
 * Whether a shape is so narrow, on average, that rounding may have produced it.
 * @param {Shape} shape
 * @param {number} [width]  in image pixels
 */
export function isSliver(shape, width = 0.5) {
    const border = edgesOf(shape.polygon).reduce((sum, [a, b]) => sum + Math.hypot(b[0] - a[0], b[1] - a[1]), 0);
    return 2 * areaOf(shape) < width * border;
}
