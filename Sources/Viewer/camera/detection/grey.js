// @ts-check
/** Grey pictures, and the filters applied before a page is detected. Pure. */

/**
 * A grey picture: rows from the top, a value of 0 to 255 for each pixel.
 * @typedef {object} Grey
 * @property {number} width
 * @property {number} height
 * @property {Float32Array} values
 */

/** Weights of ITU-R BT.601 for red, green and blue. */
const [RED, GREEN, BLUE] = [0.299, 0.587, 0.114];

/**
 * @param {Uint8ClampedArray | Uint8Array} pixels  four bytes per pixel: red, green, blue, alpha
 * @param {number} width
 * @param {number} height
 * @returns {Grey}
 */
export function greyOf(pixels, width, height) {
    const values = new Float32Array(width * height);
    for (let i = 0, j = 0; i < values.length; i += 1, j += 4) values[i] = RED * pixels[j] + GREEN * pixels[j + 1] + BLUE * pixels[j + 2];
    return { width, height, values };
}

/**
 * Smooths with the binomial filter 1 4 6 4 1 in both directions, which removes most of a camera's noise.
 * @param {Grey} grey
 * @returns {Grey}
 */
export function smoothed({ width, height, values }) {
    const [across, result] = [new Float32Array(values.length), new Float32Array(values.length)];
    for (let y = 0; y < height; y += 1) binomial(values, across, y * width, width);
    // By rows and not by columns, to follow the memory layout.
    for (let y = 0; y < height; y += 1) {
        const [a, b, c, d, e] = [Math.max(0, y - 2) * width, Math.max(0, y - 1) * width, y * width, Math.min(height - 1, y + 1) * width, Math.min(height - 1, y + 2) * width];
        for (let x = 0; x < width; x += 1) result[c + x] = (across[a + x] + across[e + x] + 4 * (across[b + x] + across[d + x]) + 6 * across[c + x]) / 16;
    }
    return { width, height, values: result };
}

/**
 * Smooths one row. Beyond its ends, the first and last pixels are repeated.
 * @param {Float32Array} from
 * @param {Float32Array} to
 * @param {number} start
 * @param {number} length
 */
function binomial(from, to, start, length) {
    const at = (/** @type {number} */ place) => from[start + Math.min(length - 1, Math.max(0, place))];
    for (let place = 0; place < length; place += 1) {
        const i = start + place;
        to[i] = place < 2 || place >= length - 2
            ? (at(place - 2) + at(place + 2) + 4 * (at(place - 1) + at(place + 1)) + 6 * from[i]) / 16
            : (from[i - 2] + from[i + 2] + 4 * (from[i - 1] + from[i + 1]) + 6 * from[i]) / 16;
    }
}

/**
 * Closes the picture (in the sense of morphology) with a square: anything darker than its surroundings and narrower than the
 * square disappears. A page loses its writing but keeps its edges, and a book loses its fold.
 * @param {Grey} grey
 * @param {number} radius  half the side of the square less half a pixel
 * @returns {Grey}
 */
export function closed({ width, height, values }, radius) {
    const [one, two] = [new Float32Array(values.length), new Float32Array(values.length)];
    extreme(values, one, width, height, 1, width, radius, 1);
    extreme(one, two, height, width, width, 1, radius, 1);
    extreme(two, one, width, height, 1, width, radius, -1);
    extreme(one, two, height, width, width, 1, radius, -1);
    return { width, height, values: two };
}

/**
 * Computes the largest (sign 1) or smallest (sign −1) value within a radius, along one direction.
 * @param {Float32Array} from @param {Float32Array} to @param {number} length  values per line @param {number} count  lines
 * @param {number} step  the distance between values of a line @param {number} stride  the distance between lines
 * @param {number} radius @param {1 | -1} sign
 */
function extreme(from, to, length, count, step, stride, radius, sign) {
    for (let line = 0; line < count; line += 1) {
        const start = line * stride;
        for (let place = 0; place < length; place += 1) {
            const [low, high] = [Math.max(0, place - radius), Math.min(length - 1, place + radius)];
            let best = from[start + low * step];
            if (sign > 0) {
                for (let at = low + 1; at <= high; at += 1) {
                    const value = from[start + at * step];
                    if (value > best) best = value;
                }
            } else {
                for (let at = low + 1; at <= high; at += 1) {
                    const value = from[start + at * step];
                    if (value < best) best = value;
                }
            }
            to[start + place * step] = best;
        }
    }
}
