// @ts-check
/** Straightens a page for display: maps the area between four corners of a picture to a rectangle. Pure. */
import { fromPairs } from "../editing/pages/projective.js";

/** @typedef {import("./detection/quads.js").Quad} Quad */
/** @typedef {import("../base/types.js").Size} Size */
/** @typedef {{ width: number, height: number, data: Uint8ClampedArray }} Picture  with four bytes per pixel */

/**
 * Returns the size of the rectangle. It takes the longer of two opposite sides and is scaled down to the limit.
 * @param {Quad} quad
 * @param {number} longest  the limit in pixels
 * @returns {Size} in whole pixels
 */
export function straightSize(quad, longest) {
    const side = (/** @type {number} */ index) => Math.hypot(quad[(index + 1) % 4][0] - quad[index][0], quad[(index + 1) % 4][1] - quad[index][1]);
    const [across, down] = [Math.max(side(0), side(2)), Math.max(side(1), side(3))];
    const factor = Math.min(1, longest / Math.max(across, down, 1));
    return { width: Math.max(1, Math.round(across * factor)), height: Math.max(1, Math.round(down * factor)) };
}

/** @param {Quad} quad @returns {boolean} whether the corners run clockwise and form a convex shape, as a page does */
export function isPage(quad) {
    return quad.every(([x, y], index) => {
        const [[bx, by], [cx, cy]] = [quad[(index + 1) % 4], quad[(index + 2) % 4]];
        return (bx - x) * (cy - by) - (by - y) * (cx - bx) > 0;
    });
}

/**
 * @param {Picture} from
 * @param {Quad} quad  in pixels of `from`, clockwise from what becomes the top left
 * @param {Picture} to  the output, whose size determines that of the result
 * @returns {boolean} false if the corners are too nearly collinear
 */
export function straighten(from, quad, to) {
    const { width, height } = to;
    /** @type {Quad} */
    const rectangle = [[0, 0], [width, 0], [width, height], [0, height]];
    const matrix = fromPairs(rectangle.map((corner, index) => ({ from: corner, to: quad[index] })));
    if (!matrix) return false;
    const [a, b, c, d, e, f, g, h, i] = matrix;
    const [lastX, lastY] = [from.width - 1, from.height - 1];
    for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
            const [u, v] = [x + 0.5, y + 0.5];
            const denominator = g * u + h * v + i;
            const left = Math.min(lastX, Math.max(0, (a * u + b * v + c) / denominator - 0.5));
            const top = Math.min(lastY, Math.max(0, (d * u + e * v + f) / denominator - 0.5));
            const [column, row] = [Math.min(Math.floor(left), Math.max(0, lastX - 1)), Math.min(Math.floor(top), Math.max(0, lastY - 1))];
            const [p, q] = [left - column, top - row];
            const at = 4 * (row * from.width + column);
            const [right, below] = [lastX > 0 ? 4 : 0, lastY > 0 ? 4 * from.width : 0];
            const place = 4 * (y * width + x);
            for (let channel = 0; channel < 4; channel += 1) {
                const here = at + channel;
                to.data[place + channel] =
                    (from.data[here] * (1 - p) + from.data[here + right] * p) * (1 - q) +
                    (from.data[here + below] * (1 - p) + from.data[here + below + right] * p) * q;
            }
        }
    }
    return true;
}
