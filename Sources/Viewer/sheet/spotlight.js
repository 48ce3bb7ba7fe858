// @ts-check
/** What a theme does not show is darkened: the page with a hole for each clause. */
import { pathData } from "../base/geometry.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/types.js").Sheet} Sheet */

const SVG = "http://www.w3.org/2000/svg";

/**
 * A mask, so that clauses that lie on one another make one hole.
 * @param {Clause[]} clauses
 * @param {Sheet} sheet  image pixels
 */
export function shade(clauses, { x = 0, y = 0, width, height }) {
    const sheet = `M${x} ${y}h${width}v${height}h${-width}Z`;
    const mask = element("mask", { id: "spotlight", maskUnits: "userSpaceOnUse", x, y, width, height });
    mask.append(element("path", { d: sheet, fill: "white" }));
    for (const { regions } of clauses) {
        mask.append(element("path", { d: pathData(regions), fill: "black", "fill-rule": "evenodd" }));
    }
    const dark = element("path", { d: sheet, class: "shade", mask: "url(#spotlight)" });
    return [mask, dark];
}

/**
 * The same on a canvas, as long as the sheet moves.
 * @param {CanvasRenderingContext2D} context  in image space
 * @param {string} colour
 * @param {readonly Path2D[]} holes
 * @param {Sheet} sheet
 */
export function paintShade(context, colour, holes, { x = 0, y = 0, width, height }) {
    context.save();
    for (const hole of holes) {
        const around = new Path2D();
        around.rect(x, y, width, height);
        around.addPath(hole);
        context.clip(around, "evenodd");
    }
    context.fillStyle = colour;
    context.fillRect(x, y, width, height);
    context.restore();
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function element(name, attributes) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    return made;
}
