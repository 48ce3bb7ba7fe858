// @ts-check
/**
 * Arithmetic of views. Pure functions. Image space is the scan's native pixels with the origin at the top left; the surface is
 * measured in CSS pixels.
 */

/** @typedef {import("../base/types.js").Point} Point */
/** @typedef {import("../base/types.js").Box} Box */
/** @typedef {import("../base/types.js").Size} Size */
/** @typedef {import("../base/types.js").Insets} Insets */
/** @typedef {import("../base/types.js").Sheet} Sheet */

/**
 * @typedef {object} View
 * @property {number} x  the image point at the centre of the surface
 * @property {number} y
 * @property {number} scale  CSS pixels per image pixel
 */

/**
 * @typedef {object} Frame
 * @property {Size} surface  the size of the surface in CSS pixels
 * @property {Sheet} page
 * @property {Insets} insets
 * @property {number} margin  the margin around the whole sheet at the smallest scale, in CSS pixels
 */

/** Two CSS pixels per image pixel, on any screen: the scan is never enlarged further. */
export const MAXIMUM_SCALE = 2;

/** @type {Insets} */
export const NO_INSETS = Object.freeze({ top: 0, right: 0, bottom: 0, left: 0 });

/**
 * Returns the largest scale, at which no page exceeds the limit.
 * @param {Frame} frame
 */
export function maximumScale({ page: { coarsest = 1 } }) {
    return MAXIMUM_SCALE / Math.max(1, coarsest);
}

/**
 * Returns the scale at which the whole sheet is visible, limited to the maximum for a scan too small to fill the surface.
 * @param {Frame} frame
 */
export function minimumScale(frame) {
    const { surface, page, margin } = frame;
    const width = Math.max(1, surface.width - 2 * margin);
    const height = Math.max(1, surface.height - 2 * margin);
    return Math.min(maximumScale(frame), width / page.width, height / page.height);
}

/**
 * @param {Frame} frame
 * @returns {View}
 */
export function wholeSheet(frame) {
    const { x = 0, y = 0, width, height } = frame.page;
    return clampView({ x: x + width / 2, y: y + height / 2, scale: minimumScale(frame) }, frame);
}

/**
 * Returns the nearest view that shows nothing beyond the sheet. Along an axis where the sheet is shorter than the uncovered part
 * of the surface it is centred; along the other it covers that part.
 * @param {View} view
 * @param {Frame} frame
 * @returns {View}
 */
export function clampView(view, frame) {
    const { surface, page, insets } = frame;
    const { x = 0, y = 0 } = page;
    const scale = Math.min(maximumScale(frame), Math.max(minimumScale(frame), view.scale));
    return {
        x: x + clampAxis(view.x - x, scale, page.width, surface.width, insets.left, insets.right),
        y: y + clampAxis(view.y - y, scale, page.height, surface.height, insets.top, insets.bottom),
        scale,
    };
}

/**
 * @param {number} centre
 * @param {number} scale
 * @param {number} pageLength
 * @param {number} surfaceLength
 * @param {number} before
 * @param {number} after
 */
function clampAxis(centre, scale, pageLength, surfaceLength, before, after) {
    const length = pageLength * scale;
    const free = surfaceLength - before - after;
    const edge =
        length <= free
            ? before + (free - length) / 2
            : Math.min(before, Math.max(surfaceLength - after - length, surfaceLength / 2 - centre * scale));
    return (surfaceLength / 2 - edge) / scale;
}

/**
 * Returns the view at another scale that leaves the image point under `anchor` (in CSS pixels on the surface) in place.
 * @param {View} view
 * @param {number} scale
 * @param {Point} anchor
 * @param {Size} surface
 * @returns {View}
 */
export function zoomAround(view, scale, anchor, surface) {
    const dx = anchor.x - surface.width / 2;
    const dy = anchor.y - surface.height / 2;
    return {
        x: view.x + dx / view.scale - dx / scale,
        y: view.y + dy / view.scale - dy / scale,
        scale,
    };
}

/**
 * @param {View} view
 * @param {Point} point  a point on the surface in CSS pixels
 * @param {Size} surface
 * @returns {Point} the point in image space
 */
export function imagePoint(view, point, surface) {
    return {
        x: view.x + (point.x - surface.width / 2) / view.scale,
        y: view.y + (point.y - surface.height / 2) / view.scale,
    };
}

/**
 * Returns the part of the page that is visible on the whole surface.
 * @param {View} view
 * @param {Size} surface
 * @returns {Box} a box in image space, which may extend beyond the page
 */
export function visibleBox(view, surface) {
    const width = surface.width / view.scale;
    const height = surface.height / view.scale;
    return { x: view.x - width / 2, y: view.y - height / 2, width, height };
}

/**
 * Whether a box may have been shown by a surface of this shape, given rounding to whole pixels.
 * @param {Box} box
 * @param {Size} surface
 */
export function isOfShape(box, surface) {
    const { width, height } = surface;
    return Math.abs(box.width * height - box.height * width) <= (width + height) / 2;
}

/**
 * Returns the closest view that shows all of a box.
 * @param {Box} box
 * @param {Frame} frame
 * @returns {View}
 */
export function viewOfBox(box, frame) {
    const scale = Math.min(frame.surface.width / box.width, frame.surface.height / box.height);
    return clampView({ x: box.x + box.width / 2, y: box.y + box.height / 2, scale }, frame);
}

/**
 * Interpolates between two views such that the image point which both show at the same place stays there.
 * @param {View} from
 * @param {View} to
 * @param {number} fraction  the progress, 0 … 1
 * @returns {View}
 */
export function between(from, to, fraction) {
    if (fraction >= 1) return to;
    const scale = from.scale * (to.scale / from.scale) ** fraction;
    const ratio = to.scale / from.scale;
    const share =
        Math.abs(ratio - 1) < 1e-3 ? fraction : (1 / scale - 1 / from.scale) / (1 / to.scale - 1 / from.scale);
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, scale };
}

/**
 * Rounds down to one of … 1, 2, 5, 10, 20, 50 ….
 * @param {number} length
 */
export function roundLength(length) {
    const power = 10 ** Math.floor(Math.log10(length));
    return power * (length >= 5 * power ? 5 : length >= 2 * power ? 2 : 1);
}
