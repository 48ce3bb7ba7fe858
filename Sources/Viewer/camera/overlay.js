// @ts-check
/** The overlay on the camera's picture: guides, the outline of the page, and marks that show where to move. */
import { makeSVG } from "../base/svg.js";
import { brackets, path } from "./drawing.js";

/** @typedef {import("./cycle.js").Status} Status */
/** @typedef {import("./detection/quads.js").Quad} Quad */
/** @typedef {import("../base/types.js").Box} Box */

/** The length of a bracket's stroke, as a fraction of the guide's shorter side. */
const ARM = 0.16;
/** The distance of an outward mark from its corner, and its length, in CSS pixels. */
const [AWAY, LONG] = [10, 26];

export class Overlay {
    element = makeSVG("svg", { class: "overlay", "aria-hidden": "true" });
    // Each path is drawn twice: a dark stroke under a light one is visible on any background.
    #guides = [path("", { class: "guide under" }), path("", { class: "guide" })];
    #outlines = [path("", { class: "outline under" }), path("", { class: "outline" })];
    #marks = [path("", { class: "outward under" }), path("", { class: "outward" })];

    constructor() {
        this.element.append(...this.#guides, ...this.#outlines, ...this.#marks);
    }

    /** @param {Box | null} box  in CSS pixels of the overlay */
    guide(box) {
        for (const line of this.#guides) line.setAttribute("d", box ? brackets(box, ARM * Math.min(box.width, box.height)) : "");
    }

    /** @param {Quad | null} quad  in CSS pixels of the overlay @param {Status} status */
    outline(quad, status) {
        this.element.dataset.status = status;
        const d = quad ? `M${quad.map(pair).join("L")}Z` : "";
        for (const line of this.#outlines) line.setAttribute("d", d);
        for (const line of this.#marks) line.setAttribute("d", quad && status === "far" ? outward(quad) : "");
    }
}

/** @param {readonly number[]} point */
const pair = (point) => point.map((value) => value.toFixed(1)).join(",");

/**
 * Returns a mark at each corner of a page that points away from its middle.
 * @param {Quad} quad
 */
function outward(quad) {
    const [x, y] = [0, 1].map((axis) => quad.reduce((sum, corner) => sum + corner[axis] / 4, 0));
    return quad.map((corner) => {
        const length = Math.hypot(corner[0] - x, corner[1] - y) || 1;
        const [dx, dy] = [(corner[0] - x) / length, (corner[1] - y) / length];
        const at = (/** @type {number} */ along, /** @type {number} */ beside) => pair([corner[0] + dx * along - dy * beside, corner[1] + dy * along + dx * beside]);
        const [near, far, head] = [AWAY, AWAY + LONG, AWAY + LONG - 9];
        return `M${at(near, 0)}L${at(far, 0)}M${at(head, 8)}L${at(far, 0)}L${at(head, -8)}`;
    }).join("");
}
