// @ts-check
/**
 * Divides edges where they meet, so that they have only corners in common.
 *
 * Crossings are rounded to the grid. This moves edges by at most half a grid diagonal, which can create new crossings, so the
 * division is repeated until nothing crosses any more. This is iterated snap rounding: J. D. Hobby, "Practical segment
 * intersection with finite precision output", 1999.
 */
import { crossingOf, doCross, forEachNearPair, isOnEdge } from "./meeting.js";
import { distance, GRID, isSame, keyOf, onPage } from "./shapes.js";

/** @typedef {import("./shapes.js").Corner} Corner */
/** @typedef {import("./shapes.js").Size} Size */

/**
 * @typedef {object} Piece
 * @property {Corner} a
 * @property {Corner} b
 * @property {number} source  the bit of the set of edges it belongs to
 * @property {number} origin  the index of the edge it is part of
 */

const MOST_ROUNDS = 12;

/**
 * @param {readonly Piece[]} edges
 * @param {Size} page
 * @returns {Piece[] | Corner} the pieces, or a place where edges still cross after `MOST_ROUNDS`
 */
export function noded(edges, page) {
    let pieces = edges.filter(({ a, b }) => !isSame(a, b));
    /** @type {Corner} */
    let place = [0, 0];
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
        /** @type {Map<number, Corner[]>} */
        const cuts = new Map();
        /** @param {number} index @param {Corner} corner */
        const cut = (index, corner) => {
            const { a, b } = pieces[index];
            if (isSame(corner, a) || isSame(corner, b)) return;
            place = corner;
            const known = cuts.get(index);
            if (known) known.push(corner);
            else cuts.set(index, [corner]);
        };
        forEachNearPair(
            pieces.map(({ a, b }) => /** @type {const} */ ([a, b])),
            (one, other) => {
                /** @type {[Corner, Corner]} */
                const first = [pieces[one].a, pieces[one].b];
                /** @type {[Corner, Corner]} */
                const second = [pieces[other].a, pieces[other].b];
                if (doCross(first, second)) {
                    const corner = nodeAt(crossingOf(first, second), [...first, ...second], page);
                    cut(one, corner);
                    cut(other, corner);
                    return;
                }
                for (const end of second) if (isOnEdge(first, end)) cut(one, end);
                for (const end of first) if (isOnEdge(second, end)) cut(other, end);
            },
        );
        if (cuts.size === 0) return pieces;
        pieces = pieces.flatMap((piece, index) => divided(piece, cuts.get(index) ?? []));
    }
    return place;
}

/**
 * Returns the node for a crossing: an end that is too close to it for the grid to separate them, else the crossing on the grid.
 * @param {Corner} crossing @param {Corner[]} ends @param {Size} page
 */
function nodeAt(crossing, ends, page) {
    return ends.find((end) => distance(end, crossing) < GRID) ?? onPage(crossing, page);
}

/** @param {Piece} piece @param {Corner[]} cuts @returns {Piece[]} the parts, in the direction of the piece */
function divided({ a, b, source, origin }, cuts) {
    const along = cuts.sort((one, other) => distance(a, one) - distance(a, other));
    const corners = [a, ...along, b];
    /** @type {Piece[]} */
    const pieces = [];
    for (let index = 1; index < corners.length; index += 1) {
        const [start, end] = [corners[index - 1], corners[index]];
        if (!isSame(start, end)) pieces.push({ a: start, b: end, source, origin });
    }
    return pieces;
}

/**
 * Merges coincident pieces. The bit of a source is set if it has an odd number of pieces there, because an even number of them
 * bounds nothing.
 * @param {readonly Piece[]} pieces
 * @returns {{ a: Corner, b: Corner, sources: number }[]}  the merged edges
 */
export function merged(pieces) {
    /** @type {Map<string, { a: Corner, b: Corner, sources: number }>} */
    const edges = new Map();
    for (const { a, b, source } of pieces) {
        const [one, other] = [keyOf(a), keyOf(b)];
        const key = one < other ? `${one} ${other}` : `${other} ${one}`;
        const known = edges.get(key);
        if (known) known.sources ^= source;
        else edges.set(key, { a, b, sources: source });
    }
    return [...edges.values()];
}
