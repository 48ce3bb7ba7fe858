// @ts-check
/** Transforms the outlines of a page when its image changes. Pure. */
import { overlap } from "../geometry/overlay.js";
import { rounded, tidied } from "../geometry/shapes.js";
import { faultOf } from "../geometry/validity.js";
import { transformed } from "./projective.js";

/** @typedef {import("./projective.js").Matrix} Matrix */
/** @typedef {import("../geometry/shapes.js").Shape} Shape */
/** @typedef {import("../geometry/shapes.js").Corner} Corner */
/** @typedef {import("../../base/types.js").Size} Size */
/** @typedef {{ clause: string, shapes: Shape[] }} Outlined  a clause and its regions on the page */

/**
 * Transforms outlines. Corners are rounded to the grid, so that shared borders stay shared. Parts beyond the page are cut off,
 * and outlines without a valid remainder are counted as lost.
 * @param {readonly Outlined[]} outlined
 * @param {Matrix} matrix
 * @param {Size} page  the size of the new page
 * @returns {{ outlined: Outlined[], cut: number, lost: number }} all clauses, some perhaps without shapes; and the numbers of
 *   shapes cut and lost
 */
export function transformedOutlines(outlined, matrix, page) {
    let [cut, lost] = [0, 0];
    const results = outlined.map(({ clause, shapes }) => ({
        clause,
        shapes: shapes.flatMap((shape) => {
            const moved = movedShape(shape, matrix);
            if (moved && !faultOf(moved, page)) return [moved];
            const parts = moved ? within(moved, page) : [];
            if (parts.length > 0) cut += 1;
            else lost += 1;
            return parts;
        }),
    }));
    return { outlined: results, cut, lost };
}

/** @param {Shape} shape @param {Matrix} matrix @returns {Shape | null} */
function movedShape({ polygon, holes }, matrix) {
    let isThere = true;
    const ring = (/** @type {readonly (readonly number[])[]} */ corners) => corners.map(([x, y]) => {
        const place = transformed(matrix, [x, y]);
        if (!place) isThere = false;
        return /** @type {Corner} */ (place ? place.map(rounded) : [0, 0]);
    });
    const moved = tidied({ polygon: ring(polygon), holes: holes.map(ring) });
    return isThere ? { polygon: moved.polygon, holes: moved.holes.filter((hole) => hole.length > 2) } : null;
}

/** @param {Shape} shape @param {Size} page @returns {Shape[]} the parts of the shape on the page */
function within(shape, page) {
    const { width, height } = page;
    const all = Math.max(...shape.polygon.flat().map(Math.abs), width, height) + 1;
    // A shape that crosses itself because of rounding is not valid on a larger page either.
    const shifted = { polygon: shape.polygon.map(([x, y]) => [x + all, y + all]), holes: shape.holes.map((hole) => hole.map(([x, y]) => [x + all, y + all])) };
    const space = { width: 3 * all, height: 3 * all };
    if (faultOf(/** @type {Shape} */ (shifted), space)) return [];
    /** @type {Corner[]} */
    const border = [[all, all], [all + width, all], [all + width, all + height], [all, all + height]];
    const parts = overlap(/** @type {Shape} */ (shifted), { polygon: border, holes: [] }, space);
    const back = (/** @type {readonly (readonly number[])[]} */ ring) => ring.map(([x, y]) => /** @type {Corner} */ ([x - all, y - all]));
    return parts.map(({ polygon, holes }) => ({ polygon: back(polygon), holes: holes.map(back) })).filter((part) => !faultOf(part, page));
}
