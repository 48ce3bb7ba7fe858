// @ts-check
/** Faces of a planar graph: which sources contain each side of an edge, and the rings around the faces. */
import { orientation, signedArea } from "../../base/containment.js";
import { isSame, keyOf } from "./shapes.js";
import { isWithin } from "./validity.js";

/** @typedef {import("./shapes.js").Corner} Corner */
/** @typedef {import("./shapes.js").Ring} Ring */
/** @typedef {import("./shapes.js").Shape} Shape */
/** @typedef {{ a: Corner, b: Corner, sources: number }} GraphEdge */

/**
 * Returns, for each edge, the sources whose outlines contain its two sides. The positive side is the one to which the orientation
 * from `a` to `b` is positive (on the screen, the right-hand side when moving from `a` to `b`).
 *
 * A ray is sent from the middle of the edge, and the edges that it crosses are counted. Rays go upwards from roughly horizontal
 * edges and to the left from the others. Complexity: O(*n* · *k*) for *k* edges that lie across a ray.
 * @param {readonly GraphEdge[]} edges  edges that meet only at corners
 * @returns {{ positive: number, negative: number }[]}
 */
export function sidesOf(edges) {
    const upright = crossed(edges, 0);
    const level = crossed(edges, 1);
    return edges.map((edge) => {
        const { a, b, sources } = edge;
        const isLevel = Math.abs(b[0] - a[0]) >= Math.abs(b[1] - a[1]);
        const before = (isLevel ? upright : level)(edge);
        const isAfter = isLevel ? b[0] > a[0] : b[1] < a[1];
        const after = before ^ sources;
        return isAfter ? { positive: after, negative: before } : { positive: before, negative: after };
    });
}

/**
 * @param {readonly GraphEdge[]} edges
 * @param {0 | 1} axis  the axis along which edges are sorted into bins: 0 for rays that go upwards
 * @returns {(edge: GraphEdge) => number} the sources that a ray from the edge's middle crosses an odd number of times
 */
function crossed(edges, axis) {
    const lows = edges.map(({ a, b }) => Math.min(a[axis], b[axis]));
    const highs = edges.map(({ a, b }) => Math.max(a[axis], b[axis]));
    const low = lows.reduce((least, value) => Math.min(least, value), Infinity);
    const high = highs.reduce((most, value) => Math.max(most, value), -Infinity);
    const count = Math.max(1, Math.min(1024, edges.length >> 1));
    const width = (high - low) / count || 1;
    /** @param {number} value */
    const bin = (value) => Math.min(count - 1, Math.floor((value - low) / width));
    /** @type {GraphEdge[][]} */
    const bins = Array.from({ length: count }, () => []);
    for (const [index, edge] of edges.entries()) {
        for (let at = bin(lows[index]); at <= bin(highs[index]); at += 1) bins[at].push(edge);
    }
    return (edge) => {
        const [x, y] = [(edge.a[0] + edge.b[0]) / 2, (edge.a[1] + edge.b[1]) / 2];
        const place = axis === 0 ? x : y;
        let sources = 0;
        for (const other of bins[bin(place)]) {
            if (other === edge || other.a[axis] <= place === other.b[axis] <= place) continue;
            const [start, end] = other.a[axis] < other.b[axis] ? [other.a, other.b] : [other.b, other.a];
            const side = orientation(start, end, x, y);
            // Above an edge that runs to the right, orientations are negative; to the left of one that runs down, positive.
            if (axis === 0 ? side > 0 : side < 0) sources ^= other.sources;
        }
        return sources;
    };
}

/**
 * Connects directed edges into rings; each edge bounds what is on its positive side. Where several edges leave a corner, a ring
 * takes the one that bounds the same angle. Rings that touch themselves at a corner are divided there.
 * @param {readonly (readonly [Corner, Corner])[]} directed
 * @returns {Ring[]} outlines run clockwise on the screen, holes anticlockwise
 */
export function ringsAround(directed) {
    /** @type {Map<string, { end: Corner, isUsed: boolean }[]>} */
    const leaving = new Map();
    for (const [start, end] of directed) {
        const list = leaving.get(keyOf(start));
        if (list) list.push({ end, isUsed: false });
        else leaving.set(keyOf(start), [{ end, isUsed: false }]);
    }
    /** @type {Ring[]} */
    const rings = [];
    for (const [start, first] of directed) {
        let edge = leaving.get(keyOf(start))?.find(({ end }) => isSame(end, first));
        if (!edge || edge.isUsed) continue;
        /** @type {Ring} */
        const ring = [];
        let [before, corner] = [start, start];
        while (edge && !edge.isUsed) {
            edge.isUsed = true;
            ring.push(corner);
            [before, corner] = [corner, edge.end];
            edge = nextAround(before, corner, leaving.get(keyOf(corner)) ?? []);
        }
        rings.push(...loops(ring));
    }
    return rings;
}

/**
 * @param {Corner} before @param {Corner} corner
 * @param {{ end: Corner, isUsed: boolean }[]} leaving
 */
function nextAround(before, corner, leaving) {
    if (leaving.length === 1) return leaving[0];
    /** @type {{ end: Corner, isUsed: boolean } | undefined} */
    let best;
    for (const edge of leaving) {
        if (!best || comesFirst(edge.end, best.end, before, corner)) best = edge;
    }
    return best;
}

/**
 * Whether `one` comes before `other` when turning around a corner, starting at `from`, towards the positive side of the way from
 * there to the corner.
 * @param {Corner} one @param {Corner} other @param {Corner} from @param {Corner} corner
 */
function comesFirst(one, other, from, corner) {
    const [first, second] = [halfOf(one, from, corner), halfOf(other, from, corner)];
    if (first !== second) return first < second;
    return orientation(corner, one, other[0], other[1]) < 0;
}

/**
 * Returns 0 within half a turn, 1 for straight on and the rest, 2 for straight back.
 * @param {Corner} to @param {Corner} from @param {Corner} corner
 */
function halfOf(to, from, corner) {
    const side = orientation(corner, from, to[0], to[1]);
    if (side < 0) return 0;
    if (side > 0) return 1;
    const dot = (from[0] - corner[0]) * (to[0] - corner[0]) + (from[1] - corner[1]) * (to[1] - corner[1]);
    return dot > 0 ? 2 : 1;
}

/** @param {Ring} ring @returns {Ring[]} rings in which no corner occurs twice */
function loops(ring) {
    /** @type {Ring[]} */
    const found = [];
    /** @type {Ring} */
    const path = [];
    /** @type {Map<string, number>} */
    const places = new Map();
    for (const corner of ring) {
        const key = keyOf(corner);
        const place = places.get(key);
        if (place !== undefined) {
            const loop = path.splice(place);
            for (const passed of loop) places.delete(keyOf(passed));
            if (loop.length >= 3) found.push(loop);
        }
        places.set(key, path.length);
        path.push(corner);
    }
    if (path.length >= 3) found.push(path);
    return found;
}

/**
 * Combines outlines with their holes. Each hole belongs to the smallest outline around it.
 * @param {readonly Ring[]} rings
 * @returns {Shape[]}
 */
export function shapesOf(rings) {
    const measured = rings.map((ring) => ({ ring, area: signedArea(ring) }));
    const shapes = measured
        .filter(({ area }) => area > 0)
        .sort((one, other) => one.area - other.area)
        .map(({ ring }) => /** @type {Shape} */ ({ polygon: ring, holes: [] }));
    for (const { ring, area } of measured) {
        if (area >= 0) continue;
        const around = shapes.find(({ polygon }) => {
            const corners = new Set(polygon.map(keyOf));
            const inner = ring.find((corner) => !corners.has(keyOf(corner)));
            return inner !== undefined && isWithin(inner, polygon);
        });
        around?.holes.push(ring);
    }
    return shapes;
}
