// @ts-check
/** Exaggerated drawings of right and wrong ways to take a picture. */
import { makeSVG } from "../base/svg.js";
import { brackets, path, picture, polygon, writing } from "./drawing.js";

const GUIDE = { x: 32, y: 10, width: 56, height: 70 };
/** @type {[number, number][]} */
const PAGE = [[37, 15], [83, 15], [83, 75], [37, 75]];

/** @typedef {"corners" | "parallel" | "background" | "flat" | "release"} Advice */

/** @type {readonly Advice[]} */
export const ADVICE = Object.freeze(["corners", "parallel", "background", "flat", "release"]);

/** @param {Advice} advice @param {boolean} isRight */
export function helpPicture(advice, isRight) {
    return picture(
        120, 90,
        makeSVG("rect", { width: 120, height: 90, rx: 6, class: advice === "background" && !isRight ? "table pale" : "table" }),
        ...(isRight ? rightOf(advice) : wrongOf(advice)),
        path(brackets(GUIDE, 12), { class: "guide" }),
    );
}

/** @param {readonly [number, number][]} quad @param {number} [lines] */
const sheet = (quad, lines = 8) => [polygon(quad, { class: "paper" }), writing(quad, lines)];

/** @param {Advice} advice @returns {Node[]} */
function rightOf(advice) {
    if (advice === "release") return [...sheet(PAGE), polygon(PAGE, { class: "outline ready" })];
    if (advice === "corners") return [...sheet(PAGE), polygon(PAGE, { class: "outline" })];
    if (advice === "parallel") return [...sheet(PAGE), path("M60,15V75M37,45H83", { class: "level" })];
    return sheet(PAGE);
}

/** @param {Advice} advice @returns {Node[]} */
function wrongOf(advice) {
    if (advice === "corners") return sheet([[66, 22], [136, 30], [128, 112], [58, 104]]);
    if (advice === "parallel") return sheet([[50, 22], [72, 22], [98, 80], [22, 80]]);
    if (advice === "background") return [polygon(PAGE, { class: "paper pale" }), writing(PAGE, 8)];
    if (advice === "flat") {
        return [
            path("M37,22Q48,6 60,20T83,14L87,66Q74,84 62,68T35,76Z", { class: "paper" }),
            path("M44,32q9,-10 18,0t16,-4M43,44q9,-10 18,0t18,-4M42,56q9,-10 18,0t19,-4", { class: "ink" }),
            path("M83,14L66,18L85,36Z", { class: "turned" }),
        ];
    }
    const ghosts = [-18, -9, 0].map((shift, index) => polygon(PAGE.map(([x, y]) => /** @type {[number, number]} */ ([x + shift + 9, y + shift / 2 + 4])), { class: "paper", opacity: 0.3 + 0.2 * index }));
    return [...ghosts, path("M14,30q-6,14 0,28M22,26q-8,18 0,36M98,28q6,14 0,28M106,24q8,18 0,36", { class: "motion" })];
}
