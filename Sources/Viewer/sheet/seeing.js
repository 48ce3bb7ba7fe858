// @ts-check
/** Where to look so that something is seen: the arithmetic of views that lead to a clause, without a page. */
import { clampView, maximumScale, minimumScale } from "./view.js";

/** @typedef {import("../base/types.js").Box} Box */
/** @typedef {import("../base/types.js").Size} Size */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Frame} Frame */

/**
 * What is to be read: all of it, where it begins and which way it runs, and the scale at which it is legible.
 * @typedef {{ box: Box, start: Box & { runs: "ltr" | "rtl" }, scale: number }} Aim
 */

/**
 * How something is brought into sight: so that it is legible, all of it, or at the scale of the moment.
 * @typedef {"closer" | "whole" | "stay"} How
 */

/** Between what is shown and the edges, CSS pixels. */
const PADDING = 16;
/** Before the beginning of what does not fit. */
const LEAD = 40;
/** Of the scale at which a clause is legible, for one that only fits if it is a little smaller. */
const LEAST_SHARE = 0.9;

/**
 * The view in which something is seen.
 * @param {View} view
 * @param {Aim} aim
 * @param {Frame} frame
 * @param {How} how
 * @returns {View}
 */
export function seeing(view, aim, frame, how) {
    if (how === "closer") return approach(view, aim, frame);
    if (how === "whole") return reveal(view, aim.box, frame, true);
    const free = freeSize(frame);
    const fits = aim.box.width * view.scale <= free.width && aim.box.height * view.scale <= free.height;
    return reveal(view, fits ? aim.box : aim.start, frame, false);
}

/**
 * A view in which a clause can be read. Where the view is closer already, it moves only as far as it must.
 * @param {View} view
 * @param {Aim} aim
 * @param {Frame} frame
 * @returns {View}
 */
export function approach(view, { box, start, scale: wanted }, frame) {
    const free = freeSize(frame);
    const fitting = Math.min(free.width / box.width, free.height / box.height);
    const home = minimumScale(frame);
    // Lines that seem to be legible on the whole sheet are paragraphs in truth, or large letters.
    const legible = wanted > 1.2 * home ? wanted : Math.max(home, Math.min(fitting, 1));
    const isFitted = fitting < legible && fitting >= LEAST_SHARE * legible;
    const scale = Math.min(maximumScale(frame), isFitted ? fitting : legible);
    if (view.scale >= scale * 0.999) return seeing(view, { box, start, scale }, frame, "stay");
    const { surface, insets } = frame;
    const lead = Math.min(LEAD, free.width / 8);
    // The end of writing that runs to the left is at the right end of the uncovered part.
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
 * Which image coordinate is how far into the uncovered part: all of it in the middle, or else the beginning.
 * @param {number} from
 * @param {number} length  CSS pixels
 * @param {number} first
 * @param {number} lead
 * @param {number} room
 */
function approachAxis(from, length, first, lead, room) {
    return length <= room ? { from, edge: (room - length) / 2 } : { from: first, edge: lead };
}

/**
 * The least movement that brings a box into the uncovered part of the surface. With `mayShrink` the scale is lowered
 * where the box would not fit; without, its upper left part is shown.
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
 * The uncovered part of the surface, without a border.
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
