// @ts-check
/** The lines of writing on a page, as far as the outlines of clauses show them: how high they are, and where one begins. */
import { bounds } from "../base/geometry.js";

/** @typedef {import("../base/types.js").Box} Box */
/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/types.js").Page} Page */
/** @typedef {import("../base/types.js").Region} Region */
/** @typedef {import("../base/types.js").Ring} Ring */

/** What an x-height measures where it is comfortable to read, CSS pixels. */
const LEGIBLE_X_HEIGHT = 20;
/** Of the distance between two baselines, in hands that leave room for ascenders and descenders. */
const X_HEIGHT_SHARE = 0.35;
/** Lines further apart are rare in documents whose size is known; an outline as high as that holds several lines. */
const MOST_MILLIMETRES = 12;
/** Lines to a page of which nothing is known. */
const USUAL_LINES = 60;
const CUTS = 16;
const MOST_REGIONS = 400;

/**
 * The distance between two lines, estimated from the heights at which upright cuts go through the outlines: an outline
 * of several lines is often a single line high somewhere.
 * @param {Clause[]} clauses  with their regions on the page
 * @param {Pick<Page, "height" | "pixelsPerMillimetre">} page
 * @returns {number} image pixels
 */
export function linePitch(clauses, { height, pixelsPerMillimetre }) {
    const most = pixelsPerMillimetre ? MOST_MILLIMETRES * pixelsPerMillimetre : Infinity;
    const heights = clauses
        .filter(({ kind }) => kind === "clause")
        .flatMap(({ regions }) => regions)
        .slice(0, MOST_REGIONS)
        .map(({ polygon }) => lowestCut(polygon))
        .filter((length) => length > 0)
        .sort((a, b) => a - b);
    if (heights.length === 0) return Math.min(most, height / USUAL_LINES);
    return Math.min(most, heights[Math.floor(heights.length / 4)]);
}

/**
 * The scale at which lines are comfortable to read.
 * @param {number} pitch  image pixels
 */
export function readingScale(pitch) {
    return LEGIBLE_X_HEIGHT / (X_HEIGHT_SHARE * pitch);
}

/**
 * Where the first line of a clause begins: a box one line high and at most two wide.
 * @param {Region[]} regions  at least one
 * @param {number} pitch
 * @param {"ltr" | "rtl"} way  in which the writing runs
 * @returns {Box} image space
 */
export function beginning(regions, pitch, way) {
    const upper = upperEdge(regions[0].polygon);
    const xs = upper.map(([x]) => x);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const width = Math.min(right - left, 2 * pitch);
    const edge = way === "rtl" ? right : left;
    const y = Math.min(...upper.filter((corner) => Math.abs(corner[0] - edge) <= width).map((corner) => corner[1]));
    const height = Math.min(pitch, bounds([regions[0]]).height);
    return { x: way === "rtl" ? right - width : left, y, width, height };
}

/**
 * The corners over the first line: from the highest on both ways, as far as the outline is not steep. Lines slope on many
 * sheets, so that one may end as much higher than it begins as a line is high.
 * @param {Ring} ring
 */
function upperEdge(ring) {
    const highest = ring.reduce((best, [, y], index) => (y < ring[best][1] ? index : best), 0);
    const [top, ...others] = [...ring.slice(highest), ...ring.slice(0, highest)];
    const corners = [top];
    for (const way of [others, [...others].reverse()]) {
        let before = top;
        for (const corner of way) {
            if (Math.abs(corner[1] - before[1]) > Math.abs(corner[0] - before[0])) break;
            corners.push(corner);
            before = corner;
        }
    }
    return corners;
}

/**
 * The shortest of the parts of a few upright lines that are within a ring.
 * @param {Ring} ring
 */
function lowestCut(ring) {
    const xs = ring.map(([x]) => x);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    let lowest = Infinity;
    for (let cut = 0; cut < CUTS; cut += 1) {
        const x = left + ((right - left) * (cut + 0.5)) / CUTS;
        const crossings = [];
        for (let index = 0, before = ring.length - 1; index < ring.length; before = index, index += 1) {
            const [[ax, ay], [bx, by]] = [ring[before], ring[index]];
            if (ax <= x !== bx <= x) crossings.push(ay + ((x - ax) / (bx - ax)) * (by - ay));
        }
        crossings.sort((a, b) => a - b);
        for (let index = 1; index < crossings.length; index += 2) {
            lowest = Math.min(lowest, crossings[index] - crossings[index - 1]);
        }
    }
    return lowest === Infinity ? 0 : lowest;
}
