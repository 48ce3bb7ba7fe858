// @ts-check
/** A drawing for each kind of subject. */
import { makeSVG } from "../base/svg.js";
import { brackets, path, picture, polygon, writing } from "./drawing.js";

/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("../base/types.js").Box} Box */

/** @type {Record<Kind, Box>} */
const GUIDES = {
    upright: { x: 30, y: 7, width: 36, height: 58 },
    across: { x: 14, y: 12, width: 68, height: 48 },
    strip: { x: 6, y: 24, width: 84, height: 25 },
    book: { x: 9, y: 11, width: 78, height: 50 },
    detail: { x: 24, y: 12, width: 48, height: 48 },
};

/** @param {Kind} kind */
export function kindPicture(kind) {
    const guide = GUIDES[kind];
    const table = makeSVG("rect", { width: 96, height: 72, rx: 6, class: "table" });
    return picture(96, 72, table, ...subject(kind, guide), path(brackets(guide, 9), { class: "guide" }));
}

/** @param {Kind} kind @param {Box} guide @returns {Node[]} */
function subject(kind, { x, y, width, height }) {
    /** @type {(inset: number) => [number, number][]} */
    const page = (inset) => [[x + inset, y + inset], [x + width - inset, y + inset], [x + width - inset, y + height - inset], [x + inset, y + height - inset]];
    if (kind === "strip") {
        return [
            path(`M-4,${y + 5}H100V${y + height - 5}H-4Z`, { class: "paper" }),
            path(`M${x + 8},${y + 10}H${x + width - 8}M${x + 8},${y + 15}H${x + width - 8}`, { class: "ink" }),
            path(`M2,${y + 5}v${height - 10}M94,${y + 5}v${height - 10}`, { class: "fold" }),
        ];
    }
    if (kind === "book") {
        const middle = x + width / 2;
        const half = (/** @type {number} */ way) => {
            const far = middle + way * (width / 2 - 5);
            return path(`M${middle},${y + 8}Q${(middle + far) / 2},${y + 1} ${far},${y + 6}V${y + height - 6}Q${(middle + far) / 2},${y + height - 11} ${middle},${y + height - 4}Z`, { class: "paper" });
        };
        /** @type {(left: number) => [number, number][]} */
        const side = (left) => [[left, y + 8], [left + 30, y + 8], [left + 30, y + height - 9], [left, y + height - 9]];
        return [half(-1), half(1), writing(side(middle - 33), 6, 0.06, 0.92), writing(side(middle + 3), 6, 0.06, 0.92), path(`M${middle},${y + 8}V${y + height - 4}`, { class: "fold" })];
    }
    if (kind === "detail") {
        const [cx, cy] = [x + width / 2, y + height / 2];
        return [
            path(`M${cx - 6},0L${cx - 4},${cy}H${cx + 4}L${cx + 6},0Z`, { class: "ribbon" }),
            makeSVG("circle", { cx, cy, r: 18, class: "wax" }),
            makeSVG("circle", { cx, cy, r: 13, class: "relief" }),
            path(`M${cx},${cy - 8}v16M${cx - 5},${cy - 3}h10`, { class: "relief" }),
        ];
    }
    return [polygon(page(4), { class: "paper" }), writing(page(4), kind === "upright" ? 8 : 6)];
}
