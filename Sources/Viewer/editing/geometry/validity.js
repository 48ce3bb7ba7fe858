// @ts-check
/** Validates shapes: edges meet only at their common corners, and holes lie within the outline. */
import { areaOf, contains, signedArea } from "../../base/containment.js";
import { edgesOf } from "../../base/geometry.js";
import { doMeet, forEachNearPair, meetingOf, turnsBack } from "./meeting.js";
import { Refusal, ringsOf, SMALLEST_AREA } from "./shapes.js";

/** @typedef {import("./shapes.js").Shape} Shape */
/** @typedef {import("./shapes.js").Corner} Corner */
/** @typedef {import("./shapes.js").Ring} Ring */
/** @typedef {import("./shapes.js").Size} Size */

/**
 * Returns what is wrong with a shape, and where, or null if it is valid.
 *
 * Complexity: O(*n* log *n*) in the number of corners for outlines without much winding.
 * @param {Shape} shape
 * @param {Size} page
 * @returns {Refusal | null}
 */
export function faultOf(shape, page) {
    const rings = ringsOf(shape);
    for (const ring of rings) {
        const fault = cornerFault(ring, page);
        if (fault) return fault;
    }
    return meetingFault(rings) ?? holeFault(shape) ?? sizeFault(shape, rings);
}

/**
 * Validates several shapes, and returns the fault of the first invalid one.
 * @template {Shape} Kind
 * @param {Kind[]} shapes
 * @param {Size} page
 * @returns {Kind[] | Refusal}
 */
export function validated(shapes, page) {
    for (const shape of shapes) {
        const fault = faultOf(shape, page);
        if (fault) return fault;
    }
    return shapes;
}

/** @param {Ring} ring @param {Size} page */
function cornerFault(ring, page) {
    if (ring.length < 3) return new Refusal("corners", ring[0] ?? [0, 0]);
    for (const [x, y] of ring) {
        if (!(x >= 0 && y >= 0 && x <= page.width && y <= page.height)) return new Refusal("outside", [x, y]);
    }
    const { length } = ring;
    for (const [index, corner] of ring.entries()) {
        if (turnsBack(ring[(index + length - 1) % length], corner, ring[(index + 1) % length])) {
            return new Refusal("spike", corner);
        }
    }
    return null;
}

/** @param {Ring[]} rings @returns {Refusal | null} */
function meetingFault(rings) {
    /** @type {[Corner, Corner][]} */
    const edges = [];
    /** @type {{ ring: number, index: number, length: number }[]} */
    const places = [];
    for (const [number, ring] of rings.entries()) {
        for (const [index, edge] of edgesOf(ring).entries()) {
            edges.push(edge);
            places.push({ ring: number, index, length: ring.length });
        }
    }
    /** @type {Refusal | null} */
    let found = null;
    forEachNearPair(edges, (one, other) => {
        const [a, b] = [places[one], places[other]];
        const steps = a.ring === b.ring ? Math.abs(a.index - b.index) : -1;
        if (steps === 1 || (steps !== -1 && steps === a.length - 1)) return false;
        if (!doMeet(edges[one], edges[other])) return false;
        found = new Refusal("crossing", meetingOf(edges[one], edges[other]));
        return true;
    });
    return found;
}

/** @param {Shape} shape  a shape whose rings do not meet @returns {Refusal | null} */
function holeFault({ polygon, holes }) {
    for (const [number, hole] of holes.entries()) {
        if (!isWithin(hole[0], polygon)) return new Refusal("holeOutside", hole[0]);
        for (const [index, other] of holes.entries()) {
            if (index !== number && isWithin(hole[0], other)) return new Refusal("holeOutside", hole[0]);
        }
    }
    return null;
}

/** @param {Shape} shape @param {Ring[]} rings */
function sizeFault(shape, rings) {
    for (const ring of rings) if (!(Math.abs(signedArea(ring)) >= SMALLEST_AREA)) return new Refusal("small", ring[0]);
    return areaOf(shape) >= SMALLEST_AREA ? null : new Refusal("small", shape.polygon[0]);
}

const EVERYWHERE = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/**
 * @param {Corner} corner
 * @param {Shape} shape
 * @returns {boolean} whether the shape contains the corner, by the server's rule, which also decides points on borders
 */
export function isInShape([x, y], { polygon, holes }) {
    return contains({ page: 1, polygon, holes }, EVERYWHERE, x, y);
}

/** @param {Corner} corner @param {Ring} ring */
export function isWithin(corner, ring) {
    return isInShape(corner, { polygon: ring, holes: [] });
}
