// @ts-check
/** Finds the quadrilateral best supported by edges among all combinations of lines for the four sides. Pure. */
import { borders, evidence, profileOf } from "./evidence.js";

/** @typedef {import("./edges.js").Edges} Edges */
/** @typedef {import("./evidence.js").Profile} Profile */
/** @typedef {import("./lines.js").Line} Line */
/** @typedef {[x: number, y: number]} Corner  pixel i covers [i, i + 1) */
/** @typedef {[Corner, Corner, Corner, Corner]} Quad  clockwise from the top left */

/** The smallest area of a page, as a fraction of the picture's area. */
const LEAST_AREA = 0.06;
/** How far corners may be outside the picture, as a fraction of its longer side. */
const BEYOND = 0.08;
/** The largest cosine of the angle at a corner: sides of a page seen at a slant still meet at more than 50°. */
const SHARPEST_COSINE = 0.64;
/** The number of sides that may be the border of the picture. */
const MOST_BORDERS = 1;
/** The least mean evidence per pixel of a side. */
const LEAST_SIDE = 0.05;

/**
 * @param {Edges} edges
 * @param {[Line[], Line[], Line[], Line[]]} lines  left, top, right, bottom
 * @returns {{ quad: Quad, isBorder: boolean[] } | null} `isBorder` marks the sides that are the picture's border: top, right,
 *   bottom, left
 */
export function bestQuad(edges, lines) {
    const { width, height } = edges;
    const ends = borders(edges);
    const [lefts, tops, rights, bottoms] = lines.map((side, index) => [...side.map((line) => profileOf(edges, line)), ends[index]]);
    const beyond = BEYOND * Math.max(width, height);
    const crossings = [[lefts, tops], [tops, rights], [rights, bottoms], [bottoms, lefts]].map(([one, other]) => one.map((a) => other.map((b) => crossing(a, b, width, height, beyond))));
    const [topLefts, topRights, bottomRights, bottomLefts] = crossings;
    let [best, found] = [0, /** @type {{ quad: Quad, isBorder: boolean[] } | null} */ (null)];
    const leastArea = LEAST_AREA * width * height;
    for (const [t, top] of tops.entries()) {
        for (const [l, left] of lefts.entries()) {
            const a = topLefts[l][t];
            if (a === null) continue;
            for (const [r, right] of rights.entries()) {
                const b = topRights[t][r];
                if (b === null || b[0] <= a[0]) continue;
                const above = evidence(top, along(top, a, width, height), along(top, b, width, height));
                if (above < LEAST_SIDE * length(a, b)) continue;
                for (const [low, bottom] of bottoms.entries()) {
                    const [c, d] = [bottomRights[r][low], bottomLefts[low][l]];
                    if (c === null || d === null || c[1] <= b[1] || d[1] <= a[1] || d[0] >= c[0]) continue;
                    const isBorder = [top.isBorder, right.isBorder, bottom.isBorder, left.isBorder];
                    if (isBorder.filter(Boolean).length > MOST_BORDERS || area(a, b, c, d) < leastArea) continue;
                    const sides = [
                        [above, length(a, b)],
                        [evidence(right, along(right, b, width, height), along(right, c, width, height)), length(b, c)],
                        [evidence(bottom, along(bottom, c, width, height), along(bottom, d, width, height)), length(c, d)],
                        [evidence(left, along(left, d, width, height), along(left, a, width, height)), length(d, a)],
                    ];
                    let sum = 0;
                    let weakest = Infinity;
                    for (const [value, pixels] of sides) {
                        sum += value;
                        weakest = Math.min(weakest, value / pixels);
                    }
                    if (weakest < LEAST_SIDE || sum <= best) continue;
                    [best, found] = [sum, { quad: [a, b, c, d], isBorder }];
                }
            }
        }
    }
    return found;
}

/** @param {Line} a @param {Line} b @param {number} width @param {number} height @param {number} beyond @returns {Corner | null} */
function crossing(a, b, width, height, beyond) {
    const cross = a.cosine * b.sine - a.sine * b.cosine;
    if (Math.abs(a.cosine * b.cosine + a.sine * b.sine) > SHARPEST_COSINE) return null;
    const x = (a.distance * b.sine - b.distance * a.sine) / cross + width / 2;
    const y = (b.distance * a.cosine - a.distance * b.cosine) / cross + height / 2;
    return x < -beyond || y < -beyond || x > width + beyond || y > height + beyond ? null : [x, y];
}

/**
 * Returns the position of a corner along a line, in pixels from the line's foot.
 * @param {Line} line @param {Corner} corner @param {number} width @param {number} height
 */
function along({ cosine, sine }, [x, y], width, height) {
    return (y - height / 2) * cosine - (x - width / 2) * sine;
}

/** @param {Corner} a @param {Corner} b */
function length(a, b) {
    return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** @param {Corner} a @param {Corner} b @param {Corner} c @param {Corner} d */
function area(a, b, c, d) {
    return Math.abs((c[0] - a[0]) * (d[1] - b[1]) - (d[0] - b[0]) * (c[1] - a[1])) / 2;
}
