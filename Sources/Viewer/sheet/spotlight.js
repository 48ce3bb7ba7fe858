// @ts-check
/** Darkens what a theme does not show: the pages, with a hole for each clause. */
import { pathData, union } from "../base/geometry.js";
import { makeSVG } from "../base/svg.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/types.js").Box} Box */

/**
 * Returns a mask and the shade. The mask merges the holes of overlapping clauses.
 * @param {Clause[]} clauses
 * @param {readonly Box[]} boxes  the boxes of the pages in image pixels
 */
export function shade(clauses, boxes) {
    const pages = boxes.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}Z`).join("");
    const mask = makeSVG("mask", { id: "spotlight", maskUnits: "userSpaceOnUse", ...union(boxes) });
    mask.append(makeSVG("path", { d: pages, fill: "white" }));
    for (const { regions } of clauses) {
        mask.append(makeSVG("path", { d: pathData(regions), fill: "black", "fill-rule": "evenodd" }));
    }
    const dark = makeSVG("path", { d: pages, class: "shade", mask: "url(#spotlight)" });
    return [mask, dark];
}

/**
 * Paints the same shade on a canvas while the sheet moves.
 * @param {CanvasRenderingContext2D} context  a context in image space
 * @param {string} colour
 * @param {readonly Path2D[]} holes
 * @param {Path2D} pages
 * @param {Box} bounds  the bounding box of the pages
 */
export function paintShade(context, colour, holes, pages, { x, y, width, height }) {
    context.save();
    for (const hole of holes) {
        const around = new Path2D();
        around.rect(x, y, width, height);
        around.addPath(hole);
        context.clip(around, "evenodd");
    }
    context.clip(pages);
    context.fillStyle = colour;
    context.fillRect(x, y, width, height);
    context.restore();
}
