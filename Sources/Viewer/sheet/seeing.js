// @ts-check
/** Computes views that bring a clause into sight. Pure functions. */
import { clampView, maximumScale, minimumScale } from "./view.js";

/** @typedef {import("../base/types.js").Box} Box */
/** @typedef {import("../base/types.js").Size} Size */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Frame} Frame */

/**
 * What is to be read: its box, the start of the text with its direction, and the scale at which it is legible.
 * @typedef {{ box: Box, start: Box & { runs: "ltr" | "rtl" }, scale: number }} Aim
 */

/**
 * How something is brought into sight: at a legible scale, as a whole, or at the current scale.
 * @typedef {"closer" | "whole" | "stay"} How
 */

/** The distance between what is shown and the edges, in CSS pixels. */
const PADDING = 16;
/** The distance before the start of what does not fit, in CSS pixels. */
const LEAD = 40;
/** The share of the legible scale to which the scale may be reduced so that a clause fits. */
const LEAST_SHARE = 0.9;

/**
 * Returns a view that shows something.
 * @param {View} view
 * @param {Aim} aim
 * @param {Frame} frame
 * @param {How} how
 * @returns {View}
 */
export function viewShowing(view, aim, frame, how) {
    if (how === "closer") return approach(view, aim, frame);
    if (how === "whole") return reveal(view, aim.box, frame, true);
    const free = freeSize(frame);
    const fits = aim.box.width * view.scale <= free.width && aim.box.height * view.scale <= free.height;
    return reveal(view, fits ? aim.box : aim.start, frame, false);
}

/**
 * Returns a view in which a clause can be read. If the view is close enough already, it moves only as far as necessary.
 * @param {View} view
 * @param {Aim} aim
 * @param {Frame} frame
 * @returns {View}
 */
function approach(view, { box, start, scale: wanted }, frame) {
    const free = freeSize(frame);
    const fitting = Math.min(free.width / box.width, free.height / box.height);
    const home = minimumScale(frame);
    // Lines that seem legible on the whole sheet are really paragraphs or large letters.
    const legible = wanted > 1.2 * home ? wanted : Math.max(home, Math.min(fitting, 1));
    const isFitted = fitting < legible && fitting >= LEAST_SHARE * legible;
    const scale = Math.min(maximumScale(frame), isFitted ? fitting : legible);
    if (view.scale >= scale * 0.999) return viewShowing(view, { box, start, scale }, frame, "stay");
    const { surface, insets } = frame;
    const lead = Math.min(LEAD, free.width / 8);
    // Text that runs to the left starts at the right edge of the uncovered part.
    const first = start.runs === "rtl" ? start.x + start.width - (free.width - 2 * lead) / scale : start.x;
    const across = approachAxis(box.x, box.width * scale, first, lead, free.width);
    const down = approachAxis(box.y, box.height * scale, start.y, lead, free.height);
    return clampView(
        {
            x: across.from - (insets.left + PADDING + across.edge - surface.width / 2) / scale,
            y: down.from - (insets.top + PADDING + down.edge - surface.height / 2) / scale,
            scale,
        },
        frame,
    );
}

/**
 * Returns an image coordinate and its distance from the edge of the uncovered part: the whole centred if it fits, or else its
 * start.
 * @param {number} from
 * @param {number} length  the length in CSS pixels
 * @param {number} first
 * @param {number} lead
 * @param {number} space
 */
function approachAxis(from, length, first, lead, space) {
    return length <= space ? { from, edge: (space - length) / 2 } : { from: first, edge: lead };
}

/**
 * Returns the nearest view that shows a box in the uncovered part of the surface. If the box does not fit, it zooms out with
 * `mayShrink`; otherwise it shows the upper left part.
 * @param {View} view
 * @param {Box} box
 * @param {Frame} frame
 * @param {boolean} mayShrink
 * @returns {View}
 */
export function reveal(view, box, frame, mayShrink) {
    const { surface, insets } = frame;
    const free = freeSize(frame);
    const fitting = Math.min(free.width / box.width, free.height / box.height);
    const scale = mayShrink ? Math.max(minimumScale(frame), Math.min(view.scale, fitting)) : view.scale;
    const target = {
        x: revealAxis(view.x, scale, box.x, box.width, surface.width, insets.left + PADDING, free.width),
        y: revealAxis(view.y, scale, box.y, box.height, surface.height, insets.top + PADDING, free.height),
        scale,
    };
    return clampView(target, frame);
}

/**
 * Returns the size of the uncovered part of the surface without its padding.
 * @param {Frame} frame
 * @returns {Size}
 */
function freeSize({ surface, insets }) {
    return {
        width: Math.max(1, surface.width - insets.left - insets.right - 2 * PADDING),
        height: Math.max(1, surface.height - insets.top - insets.bottom - 2 * PADDING),
    };
}

/**
 * @param {number} centre
 * @param {number} scale
 * @param {number} start
 * @param {number} length
 * @param {number} surfaceLength
 * @param {number} before
 * @param {number} free
 */
function revealAxis(centre, scale, start, length, surfaceLength, before, free) {
    const near = surfaceLength / 2 + (start - centre) * scale;
    const far = near + length * scale;
    if (near >= before && far <= before + free) return centre;
    const wanted = near < before || length * scale > free ? before : before + free - length * scale;
    return centre + (near - wanted) / scale;
}
