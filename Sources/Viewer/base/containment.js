// @ts-check
/**
 * Tests which regions contain a point, exactly as the server does (ImageGeometry's Polygon and Orientation): by the even-odd
 * rule, and on a border by the half-open rule, so that a point on a border shared by two regions belongs to exactly one.
 */

/** @typedef {import("./types.js").Region} Region */
/** @typedef {import("./types.js").Ring} Ring */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Extent  borders included */

/**
 * Returns the bounding box of a region's vertices, and its area in square pixels.
 * @param {Region} region
 */
export function regionArea(region) {
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (const [x, y] of region.polygon) {
        box.left = Math.min(box.left, x);
        box.top = Math.min(box.top, y);
        box.right = Math.max(box.right, x);
        box.bottom = Math.max(box.bottom, y);
    }
    return { box, area: areaOf(region) };
}

/**
 * @param {Pick<Region, "polygon" | "holes">} shape
 * @returns {number} the area in square pixels, summed in the server's order, so that both agree on which of two is smaller
 */
export function areaOf({ polygon, holes }) {
    return holes.reduce((sum, hole) => sum - Math.abs(signedArea(hole)), Math.abs(signedArea(polygon)));
}

/**
 * @param {Ring} ring  a ring with at least one corner
 * @returns {number} the area in square pixels; positive if the ring runs clockwise on the screen
 */
export function signedArea(ring) {
    const [originX, originY] = ring[0];
    let [startX, startY] = ring[ring.length - 1];
    let doubled = 0;
    for (const [x, y] of ring) {
        doubled += (startX - originX) * (y - originY) - (x - originX) * (startY - originY);
        [startX, startY] = [x, y];
    }
    return doubled / 2;
}

/**
 * Whether a point belongs to a region.
 * @param {Region} region
 * @param {Extent} box  the bounding box of the region
 * @param {number} x
 * @param {number} y
 */
export function contains({ polygon, holes }, box, x, y) {
    if (!(x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)) return false;
    let isInside = isCrossedOddly(polygon, x, y);
    for (const hole of holes) if (isCrossedOddly(hole, x, y)) isInside = !isInside;
    return isInside;
}

/**
 * Whether the ray from the point to the right crosses the ring an odd number of times.
 * @param {Ring} ring
 * @param {number} x
 * @param {number} y
 */
function isCrossedOddly(ring, x, y) {
    let isOdd = false;
    let start = ring[ring.length - 1];
    for (const end of ring) {
        const startsAbove = start[1] <= y;
        if (startsAbove !== end[1] <= y) {
            const side = orientation(start, end, x, y);
            if (side !== 0 && side > 0 === startsAbove) isOdd = !isOdd;
        }
        start = end;
    }
    return isOdd;
}

/**
 * Returns the sign of (b − a) × (p − a); 0 only if the three points are exactly collinear. Source: J. R. Shewchuk, "Adaptive
 * Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997, sections 2 and 4.
 * @param {[number, number]} a
 * @param {[number, number]} b
 * @param {number} x
 * @param {number} y
 */
export function orientation([ax, ay], [bx, by], x, y) {
    const [left, right] = [(bx - ax) * (y - ay), (x - ax) * (by - ay)];
    const determinant = left - right;
    if (Math.abs(determinant) > (Math.abs(left) + Math.abs(right)) * 4e-16) return Math.sign(determinant);
    /** @type {number[]} non-overlapping components in increasing order of magnitude */
    let sum = [];
    for (const [one, other] of [[ax, by], [-ax, y], [-x, by], [-ay, bx], [ay, x], [y, bx]]) {
        const product = one * other;
        sum = growExpansion(growExpansion(sum, roundingError(one, other, product)), product);
    }
    return sum.length === 0 ? 0 : Math.sign(sum[sum.length - 1]);
}

/**
 * Splits a double into two halves, to compute the rounding error of a product (Veltkamp and Dekker; JavaScript has no fused
 * multiply-add).
 */
const SPLITTER = 2 ** 27 + 1;

/** @param {number} a @param {number} b @param {number} product  the rounded product */
function roundingError(a, b, product) {
    const [aHigh, bHigh] = [upperHalf(a), upperHalf(b)];
    const [aLow, bLow] = [a - aHigh, b - bHigh];
    return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

/** @param {number} value */
function upperHalf(value) {
    const large = SPLITTER * value;
    return large - (large - value);
}

/** @param {number[]} components @param {number} value */
function growExpansion(components, value) {
    const sum = [];
    let carry = value;
    for (const component of components) {
        const next = carry + component;
        const virtual = next - carry;
        const error = carry - (next - virtual) + (component - virtual);
        if (error !== 0) sum.push(error);
        carry = next;
    }
    if (carry !== 0) sum.push(carry);
    return sum;
}
