// @ts-check
/** Where a picture becomes brighter, in which direction, and how much. Pure. */

/** @typedef {import("./grey.js").Grey} Grey */

/**
 * @typedef {object} Edges
 * @property {number} width
 * @property {number} height
 * @property {Float32Array} across  by how much each pixel's right is brighter than its left, in grey levels a pixel
 * @property {Float32Array} down  the same from above to below
 * @property {Float32Array} strength  the length of both
 * @property {number} threshold  the strength from which an edge counts
 */

/** Pixels at the border of the picture, where filters lack neighbours. */
export const MARGIN = 3;
/** Of all pixels, those that are no edge; a page has edges on far fewer than the rest. */
const SHARE_WITHOUT = 0.8;
/** Grey levels a pixel: fainter edges are noise in any picture; stronger ones count in any. */
const [FAINTEST, STRONGEST] = [0.9, 4];
/** Steps of the histogram for a grey level. */
const STEPS = 16;

/**
 * Scharr's filter, which treats all directions alike.
 * @param {Grey} grey
 * @returns {Edges}
 */
export function edgesOf({ width, height, values }) {
    const [across, down, strength] = [new Float32Array(values.length), new Float32Array(values.length), new Float32Array(values.length)];
    const histogram = new Uint32Array(256 * STEPS);
    for (let y = MARGIN; y < height - MARGIN; y += 1) {
        for (let x = MARGIN; x < width - MARGIN; x += 1) {
            const i = y * width + x;
            const [a, b, c] = [values[i - width - 1], values[i - width], values[i - width + 1]];
            const [g, h, k] = [values[i + width - 1], values[i + width], values[i + width + 1]];
            const dx = (3 * (c + k - a - g) + 10 * (values[i + 1] - values[i - 1])) / 32;
            const dy = (3 * (g + k - a - c) + 10 * (h - b)) / 32;
            const length = Math.sqrt(dx * dx + dy * dy);
            [across[i], down[i], strength[i]] = [dx, dy, length];
            histogram[Math.min(histogram.length - 1, Math.floor(length * STEPS))] += 1;
        }
    }
    const wanted = SHARE_WITHOUT * (width - 2 * MARGIN) * (height - 2 * MARGIN);
    let level = 0;
    for (let count = histogram[0]; count < wanted && level < histogram.length - 1; count += histogram[level]) level += 1;
    return { width, height, across, down, strength, threshold: Math.min(STRONGEST, Math.max(FAINTEST, level / STEPS)) };
}
