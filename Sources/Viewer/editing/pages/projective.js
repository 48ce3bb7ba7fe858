// @ts-check
/**
 * Projective transformations of the plane, computed from four pairs of points, or between a scan and the part of it that a page
 * shows. Pure.
 */
import { inverse, product } from "../../base/projection.js";

/** @typedef {[number, number]} Corner */
/** @typedef {import("../../base/types.js").Size} Size */
/** @typedef {import("../session/page-images.js").Part} Part */
/** @typedef {import("../../base/projection.js").Matrix} Matrix */
/** @typedef {{ from: Corner, to: Corner }} Pair */

/** @type {Matrix} */
const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/**
 * Four points are degenerate if three of them are almost on a line: twice the area of their triangle, as a fraction of the
 * squared extent, is at most this.
 */
const LEAST_SPREAD = 1e-3;
/** Tolerance for rounding errors, which must not add a row of pixels; the same as the server's (`RotatedFrame`). */
const SLACK = 1e-6;

/**
 * Transforms a point. Returns null if it has no image, or if it is beyond the horizon.
 * @param {Matrix} matrix  a matrix whose denominator is positive where it is meant to be used, as from `fromPairs`
 * @param {Corner} point
 * @returns {Corner | null}
 */
export function transformed([a, b, c, d, e, f, g, h, i], [x, y]) {
    const denominator = g * x + h * y + i;
    const place = /** @type {Corner} */ ([(a * x + b * y + c) / denominator, (d * x + e * y + f) / denominator]);
    return denominator > 0 && place.every(Number.isFinite) ? place : null;
}

/**
 * Returns the transformation that maps four points to four others, or null if three of either are on one line, or if it would
 * turn part of the quadrilateral inside out. It is composed of the transformations from the unit square to each quadrilateral,
 * which have a closed form (Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3).
 * @param {Pair[]} pairs  four pairs
 * @returns {Matrix | null}
 */
export function fromPairs(pairs) {
    const [from, to] = [pairs.map((pair) => pair.from), pairs.map((pair) => pair.to)];
    if (pairs.length !== 4 || !isSpread(from) || !isSpread(to)) return null;
    const matrix = product(toQuad(to), inverse(toQuad(from)));
    const denominators = from.map(([x, y]) => matrix[6] * x + matrix[7] * y + matrix[8]);
    if (denominators.every((value) => value > 0)) return matrix;
    if (denominators.every((value) => value < 0)) return matrix.map((value) => -value);
    return null;
}

/** @param {Corner[]} corners  four @returns {Matrix} the transformation from (0, 0), (1, 0), (1, 1), (0, 1) to the corners */
function toQuad([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
    const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
    const [dx1, dy1, dx2, dy2] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
    const area = dx1 * dy2 - dx2 * dy1;
    const [g, h] = [(sx * dy2 - dx2 * sy) / area, (dx1 * sy - sx * dy1) / area];
    return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1];
}

/** @param {Corner[]} corners  four @returns {boolean} whether no three of the corners are nearly on a line */
function isSpread(corners) {
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const extent = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
    return corners.every((_, left) => {
        const [[ax, ay], [bx, by], [cx, cy]] = corners.filter((_, index) => index !== left);
        return Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) > LEAST_SPREAD * extent * extent;
    });
}

/**
 * Returns the factor by which lengths grow at a point: the square root of the ratio of areas.
 * @param {Matrix} matrix
 * @param {Corner} point
 */
export function growth(matrix, [x, y]) {
    const [a, b, c, d, e, f, g, h, i] = matrix;
    const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
    return Math.sqrt(Math.abs(determinant / (g * x + h * y + i) ** 3));
}

/** @param {number} degrees @returns {[cosine: number, sine: number]} exact values for multiples of 90 */
function turn(degrees) {
    const quarter = (((degrees % 360) + 360) % 360) / 90;
    if (Number.isInteger(quarter)) return /** @type {[number, number][]} */ ([[1, 0], [0, 1], [-1, 0], [0, -1]])[quarter % 4];
    const angle = (degrees * Math.PI) / 180;
    return [Math.cos(angle), Math.sin(angle)];
}

/**
 * Returns the size of a rotated scan, which grows to contain all of it.
 * @param {Size} scan
 * @param {number} rotation  in degrees clockwise
 * @returns {Size} in whole pixels
 */
export function turnedSize({ width, height }, rotation) {
    const [cosine, sine] = turn(rotation).map(Math.abs);
    const whole = (/** @type {number} */ length) => Math.max(1, Math.ceil(length - SLACK));
    return { width: whole(width * cosine + height * sine), height: whole(width * sine + height * cosine) };
}

/**
 * Returns the matrix from pixels of a scan to pixels of the part that a page shows.
 * @param {Size} scan
 * @param {Part} part
 * @param {Size} [size]  the size of the part, required if it is rectified
 * @returns {Matrix}
 */
export function toPart(scan, { rotation, crop, corners }, size) {
    if (corners && size) {
        const { width, height } = size;
        const rectangle = /** @type {Corner[]} */ ([[0, 0], [width, 0], [width, height], [0, height]]);
        // The server rejects corners for which there is no transformation.
        return fromPairs(corners.map((from, index) => ({ from, to: rectangle[index] }))) ?? IDENTITY;
    }
    const [cosine, sine] = turn(rotation);
    const turned = turnedSize(scan, rotation);
    const [left, top] = crop ?? [0, 0];
    const [x, y] = [scan.width / 2, scan.height / 2];
    return [
        cosine, -sine, turned.width / 2 - cosine * x + sine * y - left,
        sine, cosine, turned.height / 2 - sine * x - cosine * y - top,
        0, 0, 1,
    ];
}
