// @ts-check
/** Takes the outlines of a page along when its image becomes another. Pure. */
import { overlap } from "../geometry/overlay.js";
import { rounded, tidied } from "../geometry/shapes.js";
import { faultOf } from "../geometry/validity.js";
import { transformed } from "./projective.js";

/** @typedef {import("./projective.js").Matrix} Matrix */
/** @typedef {import("../geometry/shapes.js").Shape} Shape */
/** @typedef {import("../geometry/shapes.js").Corner} Corner */
/** @typedef {import("../../base/types.js").Size} Size */
/** @typedef {{ clause: string, shapes: Shape[] }} Outlined  a clause on the page */

/**
 * Each corner goes where the transformation takes it, on the grid, so that borders that neighbours share stay shared. What
 * then lies beyond the page is cut off; outlines of which nothing valid is left are counted.
 * @param {readonly Outlined[]} outlined
 * @param {Matrix} matrix
 * @param {Size} page  the new one
 * @returns {{ outlined: Outlined[], cut: number, lost: number }} every clause, some perhaps without a shape
 */
export function carried(outlined, matrix, page) {
    let [cut, lost] = [0, 0];
    const carriedOver = outlined.map(({ clause, shapes }) => ({
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
    return { outlined: carriedOver, cut, lost };
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

/** @param {Shape} shape @param {Size} page @returns {Shape[]} what of it is on the page */
function within(shape, page) {
    const { width, height } = page;
    const all = Math.max(...shape.polygon.flat().map(Math.abs), width, height) + 1;
    // A shape that crosses itself by rounding is no more valid on a larger page.
    const shifted = { polygon: shape.polygon.map(([x, y]) => [x + all, y + all]), holes: shape.holes.map((hole) => hole.map(([x, y]) => [x + all, y + all])) };
    const space = { width: 3 * all, height: 3 * all };
    if (faultOf(/** @type {Shape} */ (shifted), space)) return [];
    /** @type {Corner[]} */
    const border = [[all, all], [all + width, all], [all + width, all + height], [all, all + height]];
    const parts = overlap(/** @type {Shape} */ (shifted), { polygon: border, holes: [] }, space);
    const back = (/** @type {readonly (readonly number[])[]} */ ring) => ring.map(([x, y]) => /** @type {Corner} */ ([x - all, y - all]));
    return parts.map(({ polygon, holes }) => ({ polygon: back(polygon), holes: holes.map(back) })).filter((part) => !faultOf(part, page));
}
