// @ts-check
/**
 * The pages that lie beside each other on the surface. All coordinates are pixels of one of them, the first of the list, to which
 * the address, hit tests and clauses belong; of the others it is said where they lie beside it. Pure.
 */

/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./types.js").Page} Page */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").Region} Region */

/**
 * @typedef {object} Leaf
 * @property {Page} page
 * @property {number} x  of its upper left corner, pixels of the first page
 * @property {number} y
 * @property {number} factor  pixels of the first page to one of its own
 */

/** @param {Page} page @returns {Leaf[]} */
export function alone(page) {
    return [{ page, x: 0, y: 0, factor: 1 }];
}

/** @param {Leaf} leaf @returns {Box} pixels of the first page */
export function boxOf({ page, x, y, factor }) {
    return { x, y, width: page.width * factor, height: page.height * factor };
}

/**
 * What is seen at the smallest scale: all of them, and none is enlarged beyond what it can be.
 * @param {readonly Leaf[]} leaves
 * @returns {import("./types.js").Sheet}
 */
export function sheetOf(leaves) {
    const boxes = leaves.map(boxOf);
    const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
    const right = Math.max(...boxes.map((box) => box.x + box.width));
    const bottom = Math.max(...boxes.map((box) => box.y + box.height));
    return { x, y, width: right - x, height: bottom - y, coarsest: Math.max(...leaves.map(({ factor }) => factor)) };
}

/**
 * A point of the first page as one of a leaf.
 * @template {Point} Place  a point, a box or a view
 * @param {Place} place
 * @param {Leaf} leaf
 * @returns {Place}
 */
export function seenFrom(place, { x, y, factor }) {
    const moved = { ...place, x: (place.x - x) / factor, y: (place.y - y) / factor };
    const { width, height, scale } = /** @type {Partial<Box> & { scale?: number }} */ (place);
    if (width !== undefined && height !== undefined) Object.assign(moved, { width: width / factor, height: height / factor });
    if (scale !== undefined) Object.assign(moved, { scale: scale * factor });
    return moved;
}

/**
 * A region in pixels of the first page; none where its page is not there.
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
 * The leaf that a point is on.
 * @param {Point} point  pixels of the first page
 * @param {readonly Leaf[]} leaves
 */
export function leafAt(point, leaves) {
    return leaves.find((leaf) => {
        const { x, y, width, height } = boxOf(leaf);
        return point.x >= x && point.x < x + width && point.y >= y && point.y < y + height;
    });
}
