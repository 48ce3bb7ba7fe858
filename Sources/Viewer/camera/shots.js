// @ts-check
/** A taken picture with the changes to be applied to it, and its preview. */
import { asSeen } from "./placed.js";
import { straighten, straightSize } from "./warp.js";

/** @typedef {import("./detection/quads.js").Quad} Quad */

/**
 * @typedef {object} Shot
 * @property {Blob} blob
 * @property {number} width  in pixels
 * @property {number} height
 * @property {Quad | null} corners  in pixels of the picture; null for the whole picture
 * @property {number} quarters  the number of clockwise quarter turns
 */

/** The longer side in pixels: of the reduced picture that previews are made from, and of a preview. */
const [REDUCED, PREVIEW] = [1600, 1200];

/** @param {{ width: number, height: number }} size @returns {Quad} */
export function allOf({ width, height }) {
    return [[0, 0], [width, 0], [width, height], [0, height]];
}

/**
 * Returns the picture reduced to the size that previews are made from.
 * @param {Blob} blob
 * @returns {Promise<HTMLCanvasElement>}
 * @throws {DOMException} if the browser cannot decode the picture
 */
export async function reducedPicture(blob) {
    const bitmap = await createImageBitmap(blob);
    const factor = Math.min(1, REDUCED / Math.max(bitmap.width, bitmap.height));
    const canvas = canvasOf(Math.max(1, Math.round(bitmap.width * factor)), Math.max(1, Math.round(bitmap.height * factor)));
    canvas.getContext("2d", { willReadFrequently: true })?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return canvas;
}

/**
 * Returns the page as the reader will see it.
 * @param {HTMLCanvasElement} reduced
 * @param {Pick<Shot, "width" | "corners" | "quarters">} shot
 * @returns {HTMLCanvasElement | null} null if the corners do not form a page
 */
export function previewOf(reduced, { width, corners, quarters }) {
    const factor = reduced.width / width;
    const quad = asSeen(/** @type {Quad} */ ((corners ?? allOf({ width, height: reduced.height / factor })).map(([x, y]) => [x * factor, y * factor])), quarters);
    const size = straightSize(quad, PREVIEW);
    const canvas = canvasOf(size.width, size.height);
    const [from, to] = [reduced.getContext("2d", { willReadFrequently: true }), canvas.getContext("2d")];
    if (!from || !to) return null;
    const result = to.createImageData(size.width, size.height);
    if (!straighten(from.getImageData(0, 0, reduced.width, reduced.height), quad, result)) return null;
    to.putImageData(result, 0, 0);
    return canvas;
}

/** @param {number} width @param {number} height */
function canvasOf(width, height) {
    const canvas = document.createElement("canvas");
    return Object.assign(canvas, { width, height });
}
