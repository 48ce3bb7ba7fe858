// @ts-check
/**
 * Finds the page in a small grey camera picture: a bright quadrilateral on a darker background. Pure and stateless. The running
 * time depends on the number of pixels, not on their values.
 */
import { edgesOf } from "./edges.js";
import { closed, smoothed } from "./grey.js";
import { linesOf } from "./lines.js";
import { bestQuad } from "./quads.js";
import { refined } from "./refine.js";

/** @typedef {import("./grey.js").Grey} Grey */
/** @typedef {import("./quads.js").Quad} Quad */

/**
 * Half of the width up to which a stroke counts as writing and not as the edge of a page, as a fraction of the picture's longer
 * side.
 */
const STROKE = 1 / 100;
/** The number of candidate lines for each side of the page. */
const LINES = 14;

/** The factor applied to the score if a side is the border of the picture: many things on a table look like that. */
const WITHOUT_SIDE = 0.85;

/**
 * @typedef {object} Detection
 * @property {Quad | null} quad  in pixels of the picture
 * @property {number} score  0 to 1: the mean of the support of the whole outline and that of its weakest side
 */

/** @type {Detection} */
const NOTHING = { quad: null, score: 0 };

/**
 * @param {Grey} grey  a picture of about 320 × 240 pixels
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
