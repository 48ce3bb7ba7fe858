// @ts-check
/** Converts a taken picture to the image of a page. Pure. */
/** @typedef {import("./detection/quads.js").Quad} Quad */
/** @typedef {import("../base/types.js").Size} Size */
/** @typedef {import("../editing/session/page-images.js").PageImage} PageImage */

/** Coordinates of corners are rounded to this fraction of a pixel. */
const DIGITS = 10;

/**
 * @param {string} scan
 * @param {Size} size  the size of the picture
 * @param {Quad | null} corners  the corners of the page in pixels of the picture, clockwise from the top left; null for the whole
 *   picture
 * @param {number} quarters  the number of clockwise quarter turns
 * @returns {PageImage} rectified by the server, which keeps the original picture
 */
export function placed(scan, { width, height }, corners, quarters) {
    const within = (/** @type {number} */ value, /** @type {number} */ most) => Math.min(most, Math.max(0, Math.round(value * DIGITS) / DIGITS));
    const quad = /** @type {Quad | undefined} */ (corners?.map(([x, y]) => [within(x, width), within(y, height)]));
    const whole = [[0, 0], [width, 0], [width, height], [0, height]];
    if (!quad || quad.flat().every((value, index) => value === whole.flat()[index])) return { scan, rotation: 90 * (quarters % 4), crop: null };
    return { scan, rotation: 0, crop: null, corners: asSeen(quad, quarters) };
}

/**
 * Returns the same corners, starting with the one that is at the top left of the rotated picture.
 * @param {Quad} corners
 * @param {number} quarters  clockwise
 * @returns {Quad}
 */
export function asSeen(corners, quarters) {
    return /** @type {Quad} */ (corners.map((_, index) => corners[(((index - quarters) % 4) + 4) % 4]));
}
