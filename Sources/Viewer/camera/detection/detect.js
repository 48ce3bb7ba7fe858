// @ts-check
/**
 * Finds the page in a small grey picture of a camera: a bright quadrilateral on a darker background. Pure, and without state: the
 * time depends on the number of pixels and not on what they show.
 */
import { edgesOf } from "./edges.js";
import { closed, smoothed } from "./grey.js";
import { linesOf } from "./lines.js";
import { bestQuad } from "./quads.js";
import { refined } from "./refine.js";

/** @typedef {import("./grey.js").Grey} Grey */
/** @typedef {import("./quads.js").Quad} Quad */

/** Half of the widest stroke of writing that is no edge of a page, in parts of the longer side of the picture. */
const STROKE = 1 / 100;
/** Lines to a side of the page. */
const LINES = 14;

/** How much three sides prove that end at the border of the picture: of many things on a table some lie like that. */
const WITHOUT_SIDE = 0.85;

/**
 * @typedef {object} Detection
 * @property {Quad | null} quad  pixels of the picture
 * @property {number} score  0 to 1: how much of the outline is there, and how much of its weakest side
 */

/** @type {Detection} */
const NOTHING = { quad: null, score: 0 };

/**
 * @param {Grey} grey  of some 320 × 240 pixels
 * @returns {Detection}
 */
export function detect(grey) {
    const radius = Math.max(1, Math.round(STROKE * Math.max(grey.width, grey.height)));
    const edges = edgesOf(closed(smoothed(grey), radius));
    const best = bestQuad(edges, linesOf(edges, LINES));
    const first = best && refined(edges, best.quad, best.isBorder, 4);
    const second = first && refined(edges, first.quad, best.isBorder, 2);
    if (!second) return NOTHING;
    const certainty = best.isBorder.some(Boolean) ? WITHOUT_SIDE : 1;
    return { quad: second.quad, score: (certainty * (second.support + second.weakest)) / 2 };
}
