// @ts-check
/** Maps the camera's picture to the coordinates of an overlay. Pure. */

/** @typedef {import("../base/types.js").Box} Box */
/** @typedef {import("../base/types.js").Size} Size */
/** @typedef {import("./detection/quads.js").Quad} Quad */

/**
 * @typedef {{ x: number, y: number, scale: number }} Placement  the position of the picture's top left corner, and CSS pixels per
 *   picture pixel
 */

/**
 * @param {Size} picture
 * @param {Box} element  the box of the video, in CSS pixels
 * @param {string} fit  the CSS value of `object-fit`
 * @param {{ x: number, y: number }} origin  the origin of the overlay, in CSS pixels
 * @returns {Placement}
 */
export function placement({ width, height }, element, fit, origin) {
    const [across, down] = [element.width / Math.max(1, width), element.height / Math.max(1, height)];
    const scale = fit === "cover" ? Math.max(across, down) : fit === "none" ? 1 : Math.min(across, down);
    return {
        x: element.x - origin.x + (element.width - width * scale) / 2,
        y: element.y - origin.y + (element.height - height * scale) / 2,
        scale,
    };
}

/** @param {Placement} placement @param {Quad} quad  in pixels of the picture @returns {Quad} in the overlay's coordinates */
export function placedQuad({ x, y, scale }, quad) {
    return /** @type {Quad} */ (quad.map(([left, top]) => [x + left * scale, y + top * scale]));
}

/** @param {Placement} placement @param {Box} box  in pixels of the picture @returns {Box} in the overlay's coordinates */
export function placedBox({ x, y, scale }, box) {
    return { x: x + box.x * scale, y: y + box.y * scale, width: box.width * scale, height: box.height * scale };
}

/** @param {Quad} quad @param {number} factor @returns {Quad} */
export function scaledQuad(quad, factor) {
    return /** @type {Quad} */ (quad.map(([x, y]) => [x * factor, y * factor]));
}

/**
 * @param {Quad} quad @param {number} width @param {number} height @returns {Quad} with its corners clamped to a picture of this
 *   size
 */
export function within(quad, width, height) {
    return /** @type {Quad} */ (quad.map(([x, y]) => [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))]));
}
