// @ts-check
/** How a picture that was taken becomes the image of a page. Pure. */
/** @typedef {import("./detection/quads.js").Quad} Quad */
/** @typedef {import("../base/types.js").Size} Size */
/** @typedef {import("../editing/session/page-images.js").PageImage} PageImage */

/** Corners are known to this part of a pixel. */
const DIGITS = 10;

/**
 * @param {string} scan
 * @param {Size} size  of the picture
 * @param {Quad | null} corners  of the page in its pixels, clockwise from its top left; null for all of it
 * @param {number} quarters  by how many right angles the reader sees it turned clockwise
 * @returns {PageImage}  rectified by the server, which keeps the picture as it was taken
 */
export function placed(scan, { width, height }, corners, quarters) {
    const within = (/** @type {number} */ value, /** @type {number} */ most) => Math.min(most, Math.max(0, Math.round(value * DIGITS) / DIGITS));
    const quad = /** @type {Quad | undefined} */ (corners?.map(([x, y]) => [within(x, width), within(y, height)]));
    const whole = [[0, 0], [width, 0], [width, height], [0, height]];
    if (!quad || quad.flat().every((value, index) => value === whole.flat()[index])) return { scan, rotation: 90 * (quarters % 4), crop: null };
    return { scan, rotation: 0, crop: null, corners: asSeen(quad, quarters) };
}

/**
 * The same corners, from the one that is at the top left for whoever sees the picture turned.
 * @param {Quad} corners
 * @param {number} quarters  clockwise
 * @returns {Quad}
 */
export function asSeen(corners, quarters) {
    return /** @type {Quad} */ (corners.map((_, index) => corners[(((index - quarters) % 4) + 4) % 4]));
}
