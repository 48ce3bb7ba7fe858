// @ts-check
/** Projective transforms as 3 × 3 matrices in row-major order. They map a capture onto its page. */

/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").Size} Size */
/** @typedef {readonly number[]} Matrix  the nine elements in row-major order */

/**
 * Transforms a point.
 * @param {Matrix} matrix
 * @param {number} x
 * @param {number} y
 * @returns {{ x: number, y: number } | null} the image of the point; null at infinity or behind the camera
 */
export function transformed(matrix, x, y) {
    const [a, b, c, d, e, f, g, h, i] = matrix;
    const w = g * x + h * y + i;
    return w > 0 ? { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w } : null;
}

/** @param {Matrix} a @param {Matrix} b @returns {number[]} the product, which applies b first */
export function product(a, b) {
    return a.map((_, index) => {
        const [row, column] = [Math.floor(index / 3) * 3, index % 3];
        return a[row] * b[column] + a[row + 1] * b[3 + column] + a[row + 2] * b[6 + column];
    });
}

/** @param {Matrix} matrix @returns {number[]} the inverse up to scale, with a last element that is not negative */
export function inverse([a, b, c, d, e, f, g, h, i]) {
    const adjoint = [e * i - f * h, c * h - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f, d * h - e * g, b * g - a * h, a * e - b * d];
    return adjoint[8] < 0 ? adjoint.map((number) => -number) : adjoint;
}

/**
 * Returns the part of a capture that is visible in a box, or null if it is not visible.
 * @param {Matrix} matrix  the transform from the capture to the coordinates of the box
 * @param {Box} box
 * @param {Size} size  the size of the capture
 * @returns {Box | null}
 */
export function visiblePart(matrix, box, { width, height }) {
    const back = inverse(matrix);
    const corners = cornersOf(box).map(({ x, y }) => transformed(back, x, y));
    // Beyond the horizon: the whole capture may be visible.
    if (corners.some((corner) => corner === null)) return { x: 0, y: 0, width, height };
    const points = /** @type {Point[]} */ (corners);
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [left, top] = [Math.max(0, Math.min(...xs)), Math.max(0, Math.min(...ys))];
    const [right, bottom] = [Math.min(width, Math.max(...xs)), Math.min(height, Math.max(...ys))];
    return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

/** @param {Box} box @returns {Point[]} the corners, clockwise from the upper left */
export function cornersOf({ x, y, width, height }) {
    return [{ x, y }, { x: x + width, y }, { x: x + width, y: y + height }, { x, y: y + height }];
}
