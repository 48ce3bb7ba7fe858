// @ts-check
/** Computes where a picture becomes brighter, in which direction, and how much. Pure. */

/** @typedef {import("./grey.js").Grey} Grey */

/**
 * @typedef {object} Edges
 * @property {number} width
 * @property {number} height
 * @property {Float32Array} across  the horizontal gradient of each pixel, positive where it is brighter to the right, in grey
 *   levels per pixel
 * @property {Float32Array} down  the vertical gradient, positive where it is brighter below
 * @property {Float32Array} strength  the length of the gradient
 * @property {number} threshold  the strength from which an edge counts
 */

/** The width of the border where the filters lack neighbours, in pixels. */
export const MARGIN = 3;
/** The fraction of pixels considered not to be edges. A page has edges on far fewer than the rest. */
const SHARE_WITHOUT = 0.8;
/** Bounds of the threshold in grey levels per pixel: weaker edges are noise in any picture, stronger ones count in any. */
const [FAINTEST, STRONGEST] = [0.9, 4];
/** Histogram bins per grey level. */
const STEPS = 16;

/**
 * Applies Scharr's filter, which is nearly isotropic.
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
