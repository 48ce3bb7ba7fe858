// @ts-check
/** Parts of the camera's drawings. */
import { makeSVG } from "../base/svg.js";

/**
 * @param {number} width @param {number} height
 * @param {...Node} children
 */
export function picture(width, height, ...children) {
    return makeSVG("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", focusable: "false" }, ...children);
}

/** @param {readonly (readonly [number, number])[]} points @param {Record<string, string | number>} [attributes] */
export function polygon(points, attributes = {}) {
    return makeSVG("polygon", { points: points.map((point) => point.join(",")).join(" "), ...attributes });
}

/** @param {string} d @param {Record<string, string | number>} [attributes] */
export function path(d, attributes = {}) {
    return makeSVG("path", { d, ...attributes });
}

/**
 * Returns the four corners of a frame, each as two strokes.
 * @param {import("../base/types.js").Box} box
 * @param {number} arm  the length of a stroke
 * @returns {string} path data
 */
export function brackets({ x, y, width, height }, arm) {
    const [right, bottom] = [x + width, y + height];
    return [
        `M${x},${y + arm}V${y}H${x + arm}`, `M${right - arm},${y}H${right}V${y + arm}`,
        `M${right},${bottom - arm}V${bottom}H${right - arm}`, `M${x + arm},${bottom}H${x}V${bottom - arm}`,
    ].join("");
}

/**
 * Draws lines of writing on a page in perspective.
 * @param {readonly (readonly [number, number])[]} quad  clockwise from the top left
 * @param {number} count
 * @param {number} [from]  where lines begin, as a fraction of the width, 0 to 1 @param {number} [to]
 */
export function writing([a, b, c, d], count, from = 0.14, to = 0.86) {
    const at = (/** @type {number} */ u, /** @type {number} */ v) =>
        [0, 1].map((axis) => (1 - v) * ((1 - u) * a[axis] + u * b[axis]) + v * ((1 - u) * d[axis] + u * c[axis])).map((value) => value.toFixed(1)).join(",");
    const lines = Array.from({ length: count }, (_, index) => {
        const v = 0.16 + (0.7 * index) / Math.max(1, count - 1);
        return `M${at(from, v)}L${at(index === count - 1 ? from + (to - from) * 0.6 : to, v)}`;
    });
    return path(lines.join(""), { class: "ink" });
}
