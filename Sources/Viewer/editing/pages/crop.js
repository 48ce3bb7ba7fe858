// @ts-check
/** Changes to a crop when its scan is rotated or its edges are moved. Pure. */
import { inverse, product } from "../../base/projection.js";
import { toPart, transformed, turnedSize } from "./projective.js";

/** @typedef {import("../session/page-images.js").Crop} Crop */
/** @typedef {import("../session/page-images.js").Part} Part */
/** @typedef {import("../../base/types.js").Size} Size */
/** @typedef {"start" | "end" | null} End  the edge with the smaller or the larger coordinate on an axis */
/** @typedef {{ x: End, y: End }} Grip  the edges that a handle moves; null for both moves the whole box */

/** The minimum width and height of a crop, in pixels. */
const LEAST = 1;

/** @param {Size} scan @param {Part} part @returns {Crop} the box of the part, also if it shows the whole scan */
export function boxOfPart(scan, { rotation, crop }) {
    const { width, height } = turnedSize(scan, rotation);
    return crop ?? [0, 0, width, height];
}

/**
 * @param {Size} scan
 * @param {number} rotation
 * @param {Crop} box
 * @returns {Part} the part, without a crop if the box is the whole scan
 */
export function partOf(scan, rotation, box) {
    const { width, height } = turnedSize(scan, rotation);
    const isAll = box[0] === 0 && box[1] === 0 && box[2] === width && box[3] === height;
    return { rotation, crop: isAll ? null : box };
}

/** @param {number} degrees @returns {number} the angle in [0, 360), with two decimals */
export function normalDegrees(degrees) {
    const rounded = Math.round((((degrees % 360) + 360) % 360) * 100) / 100;
    return rounded === 360 ? 0 : rounded;
}

/**
 * @param {number} degrees
 * @returns {{ quarters: number, fine: number }} the angle as quarter turns and the remaining angle, at most 45° either way
 */
export function splitDegrees(degrees) {
    const quarters = Math.round(degrees / 90);
    return { quarters: quarters % 4, fine: Math.round((degrees - quarters * 90) * 100) / 100 };
}

/**
 * Rotates a part. The centre of the box stays at the same point of the scan. Quarter turns keep its content; other angles keep
 * its size as far as possible. A part that shows the whole scan continues to do so.
 * @param {Size} scan
 * @param {Part} part
 * @param {number} rotation
 * @returns {Part}
 */
export function turnedPart(scan, part, rotation) {
    if (part.crop === null) return { rotation, crop: null };
    const [x, y, width, height] = part.crop;
    const between = product(toPart(scan, { rotation, crop: null }), inverse(toPart(scan, { ...part, crop: null })));
    const centre = transformed(between, [x + width / 2, y + height / 2]) ?? [0, 0];
    const isSwapped = Math.abs(Math.round((rotation - part.rotation) / 90)) % 2 === 1;
    const [wide, high] = isSwapped ? [height, width] : [width, height];
    return partOf(scan, rotation, within([Math.round(centre[0] - wide / 2), Math.round(centre[1] - high / 2), wide, high], turnedSize(scan, rotation)));
}

/** @param {Crop} box @param {Size} size @returns {Crop} the box moved within the size, and no larger than it */
function within([x, y, width, height], size) {
    const [wide, high] = [Math.min(width, size.width), Math.min(height, size.height)];
    return [Math.min(Math.max(0, x), size.width - wide), Math.min(Math.max(0, y), size.height - high), wide, high];
}

/**
 * Moves edges of a box, or the whole box.
 * @param {Crop} box
 * @param {Grip} grip
 * @param {number} dx  in pixels of the rotated scan
 * @param {number} dy
 * @param {Size} size  the size of the rotated scan
 * @returns {Crop}
 */
export function moved(box, grip, dx, dy, size) {
    const [x, y, width, height] = box;
    if (grip.x === null && grip.y === null) return within([Math.round(x + dx), Math.round(y + dy), width, height], size);
    const [left, wide] = movedEnd(x, width, grip.x, dx, size.width);
    const [top, high] = movedEnd(y, height, grip.y, dy, size.height);
    return [left, top, wide, high];
}

/** @param {number} start @param {number} length @param {End} end @param {number} by @param {number} most */
function movedEnd(start, length, end, by, most) {
    if (end === null) return [start, length];
    if (end === "end") return [start, Math.min(most - start, Math.max(LEAST, Math.round(length + by)))];
    const moved = Math.min(start + length - LEAST, Math.max(0, Math.round(start + by)));
    return [moved, start + length - moved];
}
