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
    const { polygon } = regions[0];
    const box = bounds([regions[0]]);
    const first = polygon.filter(([, y]) => y < box.y + 0.6 * pitch);
    const edges = first.map(([x]) => x);
    const width = Math.min(Math.max(...edges) - Math.min(...edges), 2 * pitch);
    const x = way === "rtl" ? Math.max(...edges) - width : Math.min(...edges);
    const y = Math.min(...first.filter((corner) => Math.abs(corner[0] - x) <= width).map((corner) => corner[1]));
    return { x, y, width, height: Math.min(pitch, box.height) };
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
