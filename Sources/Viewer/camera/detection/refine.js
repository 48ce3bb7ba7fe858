// @ts-check
/**
 * Fits the sides of a quadrilateral to a fraction of a pixel, by locating the steepest brightening at many points of each side.
 * Pure.
 */

/** @typedef {import("./edges.js").Edges} Edges */
/** @typedef {import("./quads.js").Quad} Quad */
/** @typedef {import("./quads.js").Corner} Corner */

/** The fraction of a side at either end that is ignored because the neighbouring side disturbs it. */
const END = 0.05;
/** The number of sample points per side. */
const PLACES = 48;
/** Rounds of the fit. In each one, points off the line count less (Tukey's biweight). */
const ROUNDS = 6;
const LEAST_SCALE = 0.5;

/**
 * @typedef {object} Refined
 * @property {Quad} quad
 * @property {number} support  the fraction of sample points with an edge near the side
 * @property {number} weakest  the lowest support of any side
 */

/**
 * @param {Edges} edges
 * @param {Quad} quad
 * @param {boolean[]} isBorder  which sides are the picture's border and therefore fixed
 * @param {number} reach  how far to either side edges are searched for, in pixels
 * @returns {Refined | null} null if neighbouring sides are nearly parallel
 */
export function refined(edges, quad, isBorder, reach) {
    const sides = quad.map((from, index) => fit(edges, from, quad[(index + 1) % 4], isBorder[index] ? -1 : reach));
    const corners = sides.map((side, index) => meeting(sides[(index + 3) % 4], side));
    if (corners.some((corner) => corner === null)) return null;
    const supports = sides.filter((_, index) => !isBorder[index]).map(({ support }) => support);
    return { quad: /** @type {Quad} */ (corners), support: supports.reduce((a, b) => a + b) / supports.length, weakest: Math.min(...supports) };
}

/** @typedef {{ point: Corner, way: Corner, support: number }} Fit  a line, as a point and a direction */

/** @param {Edges} edges @param {Corner} from @param {Corner} to @param {number} reach @returns {Fit} */
function fit(edges, from, to, reach) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.max(1, Math.hypot(dx, dy));
    const [wayX, wayY] = [dx / length, dy / length];
    // Sides run clockwise, so the page is on this side.
    const [normalX, normalY] = [-wayY, wayX];
    const places = Math.max(8, Math.min(PLACES, Math.round(length / 3)));
    /** @type {[along: number, off: number, weight: number][]} */
    const points = [];
    for (let index = 0; index < places; index += 1) {
        const along = length * (END + ((1 - 2 * END) * (index + 0.5)) / places);
        const found = strongest(edges, from[0] + along * wayX, from[1] + along * wayY, normalX, normalY, reach);
        if (found) points.push([along - length / 2, found[0], Math.min(found[1] / edges.threshold, 3)]);
    }
    const { offset, slope } = robustLine(points);
    const near = points.filter(([along, off]) => Math.abs(off - offset - slope * along) < 1.5).length;
    const middle = /** @type {Corner} */ ([from[0] + dx / 2 + offset * normalX, from[1] + dy / 2 + offset * normalY]);
    return { point: middle, way: [wayX + slope * normalX, wayY + slope * normalY], support: near / places };
}

/** @param {Edges} edges @param {number} x @param {number} y @param {number} normalX @param {number} normalY @param {number} reach @returns {[off: number, strength: number] | null} */
function strongest(edges, x, y, normalX, normalY, reach) {
    const slopes = [];
    for (let off = -reach - 1; off <= reach + 1; off += 1) slopes.push(slope(edges, x + off * normalX, y + off * normalY, normalX, normalY));
    let best = -1;
    for (let at = 1; at <= 2 * reach + 1; at += 1) if (slopes[at] > (slopes[best] ?? edges.threshold * 0.5)) best = at;
    if (best < 0) return null;
    const [before, at, after] = [slopes[best - 1], slopes[best], slopes[best + 1]];
    const bend = before - 2 * at + after;
    const shift = bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0;
    return [best - reach - 1 + shift, at];
}

/**
 * Returns the gradient along the normal, interpolated between the centres of four pixels.
 * @param {Edges} edges
 * @param {number} x
 * @param {number} y
 * @param {number} normalX
 * @param {number} normalY
 */
function slope({ width, height, across, down }, x, y, normalX, normalY) {
    const [left, top] = [x - 0.5, y - 0.5];
    const [column, row] = [Math.floor(left), Math.floor(top)];
    if (column < 0 || row < 0 || column >= width - 1 || row >= height - 1) return 0;
    const [u, v] = [left - column, top - row];
    const i = row * width + column;
    const at = (/** @type {Float32Array} */ values) =>
        (values[i] * (1 - u) + values[i + 1] * u) * (1 - v) + (values[i + width] * (1 - u) + values[i + width + 1] * u) * v;
    return at(across) * normalX + at(down) * normalY;
}

/** @param {[along: number, off: number, weight: number][]} points */
function robustLine(points) {
    let [offset, slope] = [0, 0];
    if (points.length < 4) return { offset, slope };
    offset = median(points.map(([, off]) => off));
    for (let round = 0; round < ROUNDS; round += 1) {
        const residuals = points.map(([along, off]) => Math.abs(off - offset - slope * along));
        const scale = 4.685 * Math.max(LEAST_SCALE, 1.4826 * median(residuals));
        let [sum, sumAlong, sumOff, square, product] = [0, 0, 0, 0, 0];
        for (const [index, [along, off, weight]] of points.entries()) {
            const part = residuals[index] / scale;
            if (part >= 1) continue;
            const counts = weight * (1 - part * part) ** 2;
            sum += counts;
            sumAlong += counts * along;
            sumOff += counts * off;
            square += counts * along * along;
            product += counts * along * off;
        }
        const spread = sum * square - sumAlong * sumAlong;
        if (sum <= 0 || spread <= 1e-6 * sum * square) break;
        slope = (sum * product - sumAlong * sumOff) / spread;
        offset = (sumOff - slope * sumAlong) / sum;
    }
    return { offset, slope };
}

/** @param {number[]} values */
function median(values) {
    return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** @param {Fit} one @param {Fit} other @returns {Corner | null} */
function meeting({ point: [ax, ay], way: [ux, uy] }, { point: [bx, by], way: [vx, vy] }) {
    const cross = ux * vy - uy * vx;
    if (Math.abs(cross) < 0.2) return null;
    const share = ((bx - ax) * vy - (by - ay) * vx) / cross;
    return [ax + share * ux, ay + share * uy];
}
