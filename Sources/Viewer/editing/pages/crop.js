// @ts-check
/** What becomes of a crop while its scan is turned and its edges are moved. Pure. */
import { inverse, product, toPart, transformed, turnedSize } from "./projective.js";

/** @typedef {import("../session/page-images.js").Crop} Crop */
/** @typedef {import("../session/page-images.js").Part} Part */
/** @typedef {import("../../base/types.js").Size} Size */
/** @typedef {"start" | "end" | null} End  of an axis: its smaller or its larger edge */
/** @typedef {{ x: End, y: End }} Grip  which edges a handle moves; both null: the whole box */

/** The least that can be left, pixels. */
const LEAST = 1;

/** @param {Size} scan @param {Part} part @returns {Crop} of a part that shows all, too */
export function boxOfPart(scan, { rotation, crop }) {
    const { width, height } = turnedSize(scan, rotation);
    return crop ?? [0, 0, width, height];
}

/** @param {Size} scan @param {number} rotation @param {Crop} box @returns {Part} without a crop where the box is all of it */
export function partOf(scan, rotation, box) {
    const { width, height } = turnedSize(scan, rotation);
    const isAll = box[0] === 0 && box[1] === 0 && box[2] === width && box[3] === height;
    return { rotation, crop: isAll ? null : box };
}

/** @param {number} degrees @returns {number} at least 0, less than 360, of two digits behind the point */
export function normalDegrees(degrees) {
    const rounded = Math.round((((degrees % 360) + 360) % 360) * 100) / 100;
    return rounded === 360 ? 0 : rounded;
}

/** @param {number} degrees @returns {{ quarters: number, fine: number }} with the fine angle nearest to 0 */
export function splitDegrees(degrees) {
    const quarters = Math.round(degrees / 90);
    return { quarters: quarters % 4, fine: Math.round((degrees - quarters * 90) * 100) / 100 };
}

/**
 * The scan is turned: the box goes with its middle. By quarters it has the same in it as before; by other angles it keeps
 * its size, as far as there is room. What showed all goes on showing all.
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

/** @param {Crop} box @param {Size} size @returns {Crop} of the same size, if there is room */
function within([x, y, width, height], size) {
    const [wide, high] = [Math.min(width, size.width), Math.min(height, size.height)];
    return [Math.min(Math.max(0, x), size.width - wide), Math.min(Math.max(0, y), size.height - high), wide, high];
}

/**
 * Some edges of a box are moved, or all of it.
 * @param {Crop} box
 * @param {Grip} grip
 * @param {number} dx  pixels of the turned scan
 * @param {number} dy
 * @param {Size} size  of it
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
