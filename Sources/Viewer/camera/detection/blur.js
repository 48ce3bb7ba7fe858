// @ts-check
/** Measures how blurred a picture is by the width of its edges. Pure. */
import { smoothed } from "./grey.js";

/** @typedef {import("./grey.js").Grey} Grey */

/** The standard deviation of one round of smoothing with a binomial filter of five weights, in pixels. */
const SMOOTHING = 1;
/** Rounds of smoothing before the first measurement of an edge, and before the second. */
const [ONCE, MORE] = [1, 5];
/** The slope from which an edge is not noise, in grey levels per pixel, and the number of edges needed for a result. */
const [LEAST_SLOPE, LEAST_COUNT] = [3, 60];
/** The fraction of edges that counts, the steepest first: those of strokes rather than shading. */
const SHARE = 0.25;

/**
 * Returns the blur of a picture as the standard deviation of a Gaussian, in pixels. Smoothing makes a sharp edge much less steep
 * but hardly changes a blurred one, so the ratio of the two slopes gives the width.
 * @param {Grey} grey
 * @returns {number | null} null if there are too few edges
 */
export function blurOf(grey) {
    let more = grey;
    let once = grey;
    for (let round = 1; round <= MORE; round += 1) {
        more = smoothed(more);
        if (round === ONCE) once = more;
    }
    const { width, height } = grey;
    const [before, after] = [new Float32Array(grey.values.length), new Float32Array(grey.values.length)];
    let count = 0;
    for (let y = 2; y < height - 2; y += 1) {
        for (let x = 2; x < width - 2; x += 1) {
            const steepness = slope(once.values, y * width + x, width);
            if (steepness < LEAST_SLOPE) continue;
            [before[count], after[count]] = [steepness, slope(more.values, y * width + x, width)];
            count += 1;
        }
    }
    if (count < LEAST_COUNT) return null;
    const wanted = Math.max(LEAST_COUNT, Math.round(count * SHARE));
    const least = before.slice(0, count).sort()[count - wanted];
    const ratios = after.subarray(0, count).map((value, index) => (before[index] >= least ? Math.min(0.999, value / before[index]) : 2)).sort();
    const square = ratios[Math.floor(wanted / 2)] ** 2;
    return Math.sqrt(Math.max(0, (square * MORE - ONCE) / (1 - square))) * SMOOTHING;
}

/** @param {Float32Array} values @param {number} i @param {number} width */
function slope(values, i, width) {
    return Math.sqrt((values[i + 1] - values[i - 1]) ** 2 + (values[i + width] - values[i - width]) ** 2) / 2;
}
