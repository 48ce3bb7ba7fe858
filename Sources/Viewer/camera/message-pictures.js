// @ts-check
/** An illustration for each message. */
import { makeSVG } from "../base/svg.js";
import { path, picture, polygon } from "./drawing.js";

/** @typedef {import("./messages.js").Message} Message */

const corners = "M3,9V3H9M23,3h6V9M29,23v6H23M9,29H3V23";
const page = () => polygon([[9, 6], [23, 6], [23, 26], [9, 26]], { class: "sheet" });

/** @type {Record<Message | "starting", () => Node[]>} */
const PICTURES = {
    nothing: () => [path(corners), path("M9,6H23V26H9Z", { "stroke-dasharray": "3 3" })],
    weak: () => [makeSVG("rect", { x: 2, y: 2, width: 28, height: 28, rx: 3, class: "dark" }), page()],
    found: () => [page(), path(corners)],
    far: () => [polygon([[12, 11], [20, 11], [20, 21], [12, 21]], { class: "sheet" }), path("M10,9L4,3M4,8V3H9M22,9L28,3M23,3h5V8M22,23L28,29M28,24v5H23M10,23L4,29M4,24v5H9")],
    steep: () => [polygon([[12, 7], [20, 7], [26, 26], [6, 26]], { class: "sheet" }), path("M3,3V29M29,3V29")],
    outside: () => [path(corners), polygon([[15, 13], [32, 13], [32, 32], [15, 32]], { class: "sheet" })],
    moving: () => [page(), path("M5,10q-3,6 0,12M27,10q3,6 0,12")],
    ready: () => [page(), path("M11,16l4,4l6,-8", { class: "tick" })],
    press: () => [makeSVG("circle", { cx: 16, cy: 16, r: 13 }), makeSVG("circle", { cx: 16, cy: 16, r: 8, class: "sheet" })],
    taking: () => [page(), path("M11,16l4,4l6,-8", { class: "tick" })],
    taken: () => [page(), path("M20,29h9V12M26,15l3,-3l3,3", { class: "turn" })],
    starting: () => [makeSVG("circle", { cx: 16, cy: 16, r: 11, "stroke-dasharray": "6 5" })],
};

/** @param {Message | "starting"} message */
export function messagePicture(message) {
    return picture(32, 32, ...PICTURES[message]());
}
