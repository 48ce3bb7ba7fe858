// @ts-check
/** Divides regions, joins them, and cuts holes. */
import { areaOf } from "../../base/containment.js";
import { nearestOnEdge } from "../../base/geometry.js";
import { ringsAround, shapesOf, sidesOf } from "./faces.js";
import { merged, noded } from "./noding.js";
import { difference, insertionsOf, isPieces, isSliver, piecesOf, union } from "./overlay.js";
import {
    distance,
    distanceToBorder,
    GRID,
    isSame,
    keyOf,
    onPage,
    Refusal,
    ringOf,
} from "./shapes.js";
import { faultOf, validated } from "./validity.js";
import { alignedBorders, sharedStretches } from "./borders.js";

/** @typedef {import("./shapes.js").Corner} Corner */
/** @typedef {import("./shapes.js").Shape} Shape */
/** @typedef {import("./shapes.js").Size} Size */
/** @typedef {import("./overlay.js").Insertion} Insertion */
/** @typedef {import("./noding.js").Piece} Piece */

/** A line whose end lies within this distance of the border, in image pixels, is extended to the border. */
const END_REACH = 1;
/** Regions within this distance of each other touch, in image pixels. */
const JOIN_REACH = 1;
const [BORDER, LINE] = [1, 2];

/**
 * Divides a shape along a line that leads from border to border, once or several times. Parts of the line that lead nowhere have
 * no effect.
 * @param {Shape} shape
 * @param {readonly Corner[]} line
 * @param {Size} page
 * @returns {{ shapes: Shape[], insertions: Insertion[] } | Refusal} the parts, the largest first
 */
export function split(shape, line, page) {
    const corners = line.map((corner) => onPage(corner, page));
    if (corners.length < 2) return new Refusal("notAcross", corners[0] ?? shape.polygon[0]);
    let edges = piecesOf([shape], BORDER);
    for (const end of [0, corners.length - 1]) {
        const attached = attach(edges, corners[end], page);
        if (attached) [edges, corners[end]] = [attached.edges, attached.corner];
    }
    const strokes = corners.slice(1).map((b, index) => ({ a: corners[index], b, source: LINE, origin: -1 }));
    const pieces = noded([...edges, ...strokes], page);
    if (!isPieces(pieces)) return new Refusal("tangled", pieces);
    const graph = merged(pieces).filter(({ sources }) => sources !== 0);
    const sides = sidesOf(graph);
    const used = withoutLooseEnds(
        graph.map((edge, index) => ({ ...edge, ...sides[index] })).filter(
            ({ sources, positive, negative }) => (sources & BORDER) !== 0 || (positive & negative & BORDER) !== 0,
        ),
    );
    const directed = used.flatMap(({ a, b, positive, negative }) => [
        ...((positive & BORDER) !== 0 ? [/** @type {const} */ ([a, b])] : []),
        ...((negative & BORDER) !== 0 ? [/** @type {const} */ ([b, a])] : []),
    ]);
    const shapes = shapesOf(ringsAround(directed)).sort((one, other) => areaOf(other) - areaOf(one));
    if (shapes.length < 2) return new Refusal("notAcross", looseEnd(shape, corners));
    const valid = validated(shapes, page);
    if (valid instanceof Refusal) return valid;
    return { shapes: valid, insertions: insertionsOf(edges, pieces.filter(({ source }) => source === BORDER)) };
}

/**
 * Moves an end of a line onto the border, if it is close to it.
 * @param {Piece[]} edges @param {Corner} end @param {Size} page
 * @returns {{ edges: Piece[], corner: Corner } | null}
 */
function attach(edges, end, page) {
    let [least, place, nearest] = [END_REACH, -1, end];
    for (const [index, { a, b }] of edges.entries()) {
        const point = nearestOnEdge(end, a, b);
        if (distance(point, end) < least) [least, place, nearest] = [distance(point, end), index, point];
    }
    if (place === -1) return null;
    const edge = edges[place];
    const { a, b } = edge;
    const corner = [a, b].find((known) => distance(known, nearest) < GRID) ?? onPage(nearest, page);
    if (isSame(corner, a) || isSame(corner, b)) return { edges, corner };
    const halves = [{ ...edge, b: corner }, { ...edge, a: corner }];
    return { edges: [...edges.slice(0, place), ...halves, ...edges.slice(place + 1)], corner };
}

/**
 * Removes edges of a line that lead nowhere, repeatedly.
 * @template {{ a: Corner, b: Corner }} Kind
 * @param {Kind[]} edges
 */
function withoutLooseEnds(edges) {
    let used = edges;
    for (;;) {
        /** @type {Map<string, number>} */
        const degrees = new Map();
        for (const { a, b } of used) {
            for (const key of [keyOf(a), keyOf(b)]) degrees.set(key, (degrees.get(key) ?? 0) + 1);
        }
        const kept = used.filter(({ a, b }) => degrees.get(keyOf(a)) !== 1 && degrees.get(keyOf(b)) !== 1);
        if (kept.length === used.length) return used;
        used = kept;
    }
}

/** @param {Shape} shape @param {Corner[]} line @returns {Corner} the end further from the border */
function looseEnd(shape, line) {
    const [first, last] = [line[0], line[line.length - 1]];
    return distanceToBorder(shape, first) > distanceToBorder(shape, last) ? first : last;
}

/**
 * Joins shapes that touch or overlap. Closes gaps of up to a pixel.
 * @param {readonly Shape[]} shapes  at least two
 * @param {Size} page
 * @returns {{ shape: Shape, insertions: Insertion[] } | Refusal}
 */
export function join(shapes, page) {
    let [joined, ...others] = shapes;
    /** @type {Insertion[]} */
    const insertions = [];
    while (others.length > 0) {
        let [place, next] = [-1, /** @type {Shape | null} */ (null)];
        for (const [index, other] of others.entries()) {
            // Shapes that already share a border are left unchanged.
            const isAdjacent = sharedStretches(joined, [{ key: "", shape: other }]).length > 0;
            const [mine, theirs] = isAdjacent ? [joined, other] : alignedBorders(joined, other, page, JOIN_REACH);
            const result = union([mine], [theirs], page);
            if (result instanceof Refusal) return result;
            if (result.shapes.length !== 1) continue;
            insertions.push(...result.insertions);
            [place, next] = [index, withoutCracks(result.shapes[0], [joined, other])];
            break;
        }
        if (!next) return new Refusal("apart", others[0].polygon[0]);
        joined = next;
        others = others.filter((_, index) => index !== place);
    }
    return faultOf(joined, page) ?? { shape: joined, insertions };
}

/** @param {Shape} shape @param {Shape[]} parts @returns {Shape} the shape without holes that are gaps between the parts */
function withoutCracks({ polygon, holes }, parts) {
    const known = new Set(parts.flatMap((part) => part.holes.map((hole) => hole.map(keyOf).sort().join(" "))));
    /** @param {import("./shapes.js").Ring} hole */
    const isKept = (hole) =>
        known.has(hole.map(keyOf).sort().join(" ")) || !isSliver({ polygon: hole, holes: [] }, 2 * JOIN_REACH);
    return { polygon, holes: holes.filter(isKept) };
}

/**
 * Cuts out the area within a ring: a hole, or a bay where the ring crosses the border.
 * @param {Shape} shape
 * @param {readonly Corner[]} corners  the corners of the ring
 * @param {Size} page
 * @returns {{ shape: Shape, insertions: Insertion[] } | Refusal}
 */
export function cut(shape, corners, page) {
    const hole = { polygon: ringOf([...corners], page), holes: [] };
    const fault = faultOf(hole, page);
    if (fault) return fault;
    const result = difference(shape, [hole], page);
    if (result instanceof Refusal) return result;
    const { shapes, insertions } = result;
    if (shapes.length === 0) return new Refusal("nothing", hole.polygon[0]);
    if (shapes.length > 1) return new Refusal("pieces", shapes[shapes.length - 1].polygon[0]);
    if (areaOf(shape) - areaOf(shapes[0]) < 1) return new Refusal("notThere", hole.polygon[0]);
    return faultOf(shapes[0], page) ?? { shape: shapes[0], insertions };
}

/**
 * Removes the parts of a shape that other shapes cover.
 * @param {Shape} shape
 * @param {readonly Shape[]} others
 * @param {Size} page
 * @returns {{ shapes: Shape[], insertions: Insertion[] } | Refusal} the remaining parts, the largest first
 */
export function trimmed(shape, others, page) {
    let shapes = [shape];
    /** @type {Insertion[]} */
    const insertions = [];
    for (const other of others) {
        /** @type {Shape[]} */
        const left = [];
        for (const part of shapes) {
            const result = difference(part, [other], page);
            if (result instanceof Refusal) return result;
            left.push(...result.shapes.filter((piece) => !isSliver(piece)));
            insertions.push(...result.insertions);
        }
        shapes = left;
    }
    if (shapes.length === 0) return new Refusal("nothing", shape.polygon[0]);
    shapes.sort((one, other) => areaOf(other) - areaOf(one));
    const valid = validated(shapes, page);
    return valid instanceof Refusal ? valid : { shapes: valid, insertions };
}
