// @ts-check
/**
 * The pages that lie side by side on the surface. All coordinates are in pixels of the first page of the list, to which the
 * address, hit tests and clauses refer; the others are positioned relative to it. Pure functions.
 */
import { union } from "./geometry.js";

/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./types.js").Page} Page */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").Region} Region */

/**
 * @typedef {object} Leaf
 * @property {Page} page
 * @property {number} x  the position of its upper left corner, in pixels of the first page
 * @property {number} y
 * @property {number} factor  the number of pixels of the first page per pixel of this page
 */

/** @param {Page} page @returns {Leaf[]} */
export function alone(page) {
    return [{ page, x: 0, y: 0, factor: 1 }];
}

/** @param {Leaf} leaf @returns {Box} the page's box in pixels of the first page */
export function boxOf({ page, x, y, factor }) {
    return { x, y, width: page.width * factor, height: page.height * factor };
}

/**
 * Returns the area visible at the smallest scale, which contains all leaves. The zoom limit follows the coarsest of them.
 * @param {readonly Leaf[]} leaves
 * @returns {import("./types.js").Sheet}
 */
export function sheetOf(leaves) {
    return { ...union(leaves.map(boxOf)), coarsest: Math.max(...leaves.map(({ factor }) => factor)) };
}

/**
 * Converts a place on the first page to the coordinates of a leaf.
 * @template {Point} Place  the type of the place: a point, a box or a view
 * @param {Place} place
 * @param {Leaf} leaf
 * @returns {Place}
 */
export function toLeafCoordinates(place, { x, y, factor }) {
    const moved = { ...place, x: (place.x - x) / factor, y: (place.y - y) / factor };
    const { width, height, scale } = /** @type {Partial<Box> & { scale?: number }} */ (place);
    if (width !== undefined && height !== undefined) Object.assign(moved, { width: width / factor, height: height / factor });
    if (scale !== undefined) Object.assign(moved, { scale: scale * factor });
    return moved;
}

/**
 * Converts a region to pixels of the first page. Empty if the region's page is not among the leaves.
 * @param {Region} region
 * @param {readonly Leaf[]} leaves
 * @returns {Region[]}
 */
export function regionOn(region, leaves) {
    const leaf = leaves.find(({ page }) => page.number === region.page);
    if (!leaf) return [];
    const { x, y, factor } = leaf;
    if (leaf === leaves[0]) return [region];
    const moved = (/** @type {import("./types.js").Ring} */ ring) =>
        ring.map(([left, top]) => /** @type {[number, number]} */ ([left * factor + x, top * factor + y]));
    return [{ ...region, polygon: moved(region.polygon), holes: region.holes.map(moved) }];
}

/**
 * Returns the leaf at a point.
 * @param {Point} point  a point in pixels of the first page
 * @param {readonly Leaf[]} leaves
 */
export function leafAt(point, leaves) {
    return leaves.find((leaf) => {
        const { x, y, width, height } = boxOf(leaf);
        return point.x >= x && point.x < x + width && point.y >= y && point.y < y + height;
    });
}
