// @ts-check
/** Estimates the lines of writing on a page from the outlines of clauses: their height, and where the first line starts. */
import { bounds } from "../base/geometry.js";

/** @typedef {import("../base/types.js").Box} Box */
/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/types.js").Page} Page */
/** @typedef {import("../base/types.js").Region} Region */
/** @typedef {import("../base/types.js").Ring} Ring */

/** The x-height that is comfortable to read, in CSS pixels. */
const LEGIBLE_X_HEIGHT = 20;
/** The x-height as a share of the distance between baselines, in hands with space for ascenders and descenders. */
const X_HEIGHT_SHARE = 0.35;
/** The maximum line distance in documents of known size; a higher outline contains several lines. */
const MOST_MILLIMETRES = 12;
/** The number of lines assumed on a page without outlines. */
const USUAL_LINES = 60;
const CUTS = 16;
const MOST_REGIONS = 400;

/**
 * Estimates the distance between two lines from the lengths of vertical cuts through the outlines: an outline of several lines is
 * often a single line high somewhere.
 * @param {Clause[]} clauses  the clauses with their regions on the page
 * @param {Pick<Page, "height" | "pixelsPerMillimetre">} page
 * @returns {number} the distance in image pixels
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
 * Returns the scale at which lines are comfortable to read.
 * @param {number} pitch  the distance between lines in image pixels
 */
export function readingScale(pitch) {
    return LEGIBLE_X_HEIGHT / (X_HEIGHT_SHARE * pitch);
}

/**
 * Returns the start of a clause's first line: a box one line high and at most twice as wide.
 * @param {Region[]} regions  one or more regions
 * @param {number} pitch
 * @param {"ltr" | "rtl"} way  the direction of the writing
 * @returns {Box} a box in image space
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
 * Returns the corners above the first line: from the highest in both directions, until the outline becomes steep. Lines slope on
 * many sheets, so that the ends of a line may differ in height by a whole line.
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
 * Returns the length of the shortest part of a few vertical lines inside a ring.
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
