// @ts-check
/**
 * Finds straight lines along which a picture becomes brighter, by a Hough transform (Duda and Hart, Use of the Hough
 * Transformation to Detect Lines and Curves in Pictures, 1972). An edge votes only for lines that have the same bright side, so
 * the four sides of a bright page are found separately. Pure.
 */
import { MARGIN } from "./edges.js";

/** @typedef {import("./edges.js").Edges} Edges */

/**
 * A line, whose points satisfy (x − centre x) · cosine + (y − centre y) · sine = distance. The normal (cosine, sine) points to
 * the bright side.
 * @typedef {{ cosine: number, sine: number, distance: number }} Line
 */

/** The number of directions in a full circle. */
const DIRECTIONS = 176;
/** How many directions to either side of its own an edge votes for. */
const SPREAD = 3;
/** The highest weight of an edge, as a multiple of the threshold. A strong edge is no better proof of a line. */
const STRONGEST_VOTE = 3;
/** The neighbourhood of a line within which no other line is reported: in directions, and in pixels of distance. */
const [NEAR_DIRECTIONS, NEAR_PIXELS] = [5, 5];

const COSINES = Float32Array.from({ length: DIRECTIONS }, (_, index) => Math.cos((2 * Math.PI * index) / DIRECTIONS));
const SINES = Float32Array.from({ length: DIRECTIONS }, (_, index) => Math.sin((2 * Math.PI * index) / DIRECTIONS));

/**
 * Returns the lines with the most votes on each side of a page.
 * @param {Edges} edges
 * @param {number} count  the maximum per side
 * @returns {[left: Line[], top: Line[], right: Line[], bottom: Line[]]} each with the most votes first
 */
export function linesOf(edges, count) {
    const votes = votesOf(edges);
    return /** @type {any} */ ([0, 1, 2, 3].map((side) => peaks(votes, Math.round((side * DIRECTIONS) / 4), count)));
}

/** @typedef {{ counts: Float32Array, reach: number, width: number }} Votes  by direction, then by distance from −reach */

/** @param {Edges} edges @returns {Votes} */
function votesOf({ width, height, across, down, strength, threshold }) {
    const reach = Math.ceil(Math.hypot(width, height) / 2) + 1;
    const votes = { counts: new Float32Array(DIRECTIONS * (2 * reach + 1)), reach, width: 2 * reach + 1 };
    const [middleX, middleY] = [width / 2 - 0.5, height / 2 - 0.5];
    for (let y = MARGIN + 1; y < height - MARGIN - 1; y += 1) {
        for (let x = MARGIN + 1; x < width - MARGIN - 1; x += 1) {
            const i = y * width + x;
            const value = strength[i];
            if (value < threshold || !isRidge(strength, i, across[i], down[i], width)) continue;
            const direction = Math.round((Math.atan2(down[i], across[i]) * DIRECTIONS) / (2 * Math.PI)) + DIRECTIONS;
            const weight = Math.min(value / threshold, STRONGEST_VOTE);
            for (let turn = -SPREAD; turn <= SPREAD; turn += 1) {
                const at = (direction + turn) % DIRECTIONS;
                const distance = Math.round((x - middleX) * COSINES[at] + (y - middleY) * SINES[at]) + reach;
                votes.counts[at * votes.width + distance] += weight;
            }
        }
    }
    return votes;
}

/**
 * Whether an edge is a local maximum across its own direction.
 * @param {Float32Array} strength
 * @param {number} i
 * @param {number} dx
 * @param {number} dy
 * @param {number} width
 */
function isRidge(strength, i, dx, dy, width) {
    const [ax, ay] = [Math.abs(dx), Math.abs(dy)];
    const step = ax > 2.414 * ay ? 1 : ay > 2.414 * ax ? width : dx * dy > 0 ? width + 1 : width - 1;
    return strength[i] >= strength[i - step] && strength[i] > strength[i + step];
}

/** @param {Votes} votes @param {number} middle  the middle direction of a side @param {number} count @returns {Line[]} */
function peaks({ counts, reach, width }, middle, count) {
    const half = DIRECTIONS / 8;
    // A copy of the votes for this side's directions, from which lines are erased once found.
    const rows = 2 * half + 1;
    const left = new Float32Array(rows * width);
    for (let row = 0; row < rows; row += 1) {
        const direction = (middle - half + row + DIRECTIONS) % DIRECTIONS;
        left.set(counts.subarray(direction * width, (direction + 1) * width), row * width);
    }
    const best = Float32Array.from({ length: rows }, (_, row) => largest(left, row, width));
    /** @type {Line[]} */
    const lines = [];
    while (lines.length < count) {
        let row = 0;
        for (let other = 1; other < rows; other += 1) if (best[other] > best[row]) row = other;
        if (best[row] <= 0) break;
        const place = left.subarray(row * width, (row + 1) * width).indexOf(best[row]);
        const direction = (middle - half + row + DIRECTIONS) % DIRECTIONS;
        lines.push({ cosine: COSINES[direction], sine: SINES[direction], distance: place - reach });
        for (let other = Math.max(0, row - NEAR_DIRECTIONS); other <= Math.min(rows - 1, row + NEAR_DIRECTIONS); other += 1) {
            left.fill(0, other * width + Math.max(0, place - NEAR_PIXELS), other * width + Math.min(width, place + NEAR_PIXELS + 1));
            best[other] = largest(left, other, width);
        }
    }
    return lines;
}

/** @param {Float32Array} values @param {number} row @param {number} width */
function largest(values, row, width) {
    let best = 0;
    for (let i = row * width; i < (row + 1) * width; i += 1) if (values[i] > best) best = values[i];
    return best;
}
