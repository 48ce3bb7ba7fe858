// @ts-check
/** Makes the view of one sheet follow that of another. Pure functions. */

/** @typedef {{ x: number, y: number, scale: number }} View  the image point at the centre, and CSS pixels per image pixel */
/** @typedef {{ width: number, height: number, pixelsPerMillimetre: number | null }} Sheet */

/**
 * A mapping from the pixels of one sheet to those of another.
 * @typedef {object} Mapping
 * @property {number} factor
 * @property {number} dx
 * @property {number} dy
 */

/**
 * Returns the number of pixels of the other sheet per pixel of the first: true to scale if both have a known resolution,
 * otherwise such that both sheets are equally wide.
 * @param {Sheet} from
 * @param {Sheet} to
 */
function sizeFactor(from, to) {
    const isMeasured = from.pixelsPerMillimetre && to.pixelsPerMillimetre;
    return isMeasured ? Number(to.pixelsPerMillimetre) / Number(from.pixelsPerMillimetre) : to.width / from.width;
}

/** @param {Sheet} from @param {Sheet} to @returns {Mapping} the mapping that aligns the centres of both sheets */
export function mappingOfSheets(from, to) {
    const factor = sizeFactor(from, to);
    return { factor, dx: to.width / 2 - (factor * from.width) / 2, dy: to.height / 2 - (factor * from.height) / 2 };
}

/**
 * Returns the mapping between the current views.
 * @param {Sheet} from @param {View} view  the view of the first sheet @param {Sheet} to @param {View} other  the view of the
 *   other sheet
 * @returns {Mapping} a mapping true to scale if both sheets have a known resolution, otherwise one that keeps the ratio of the
 *   current scales
 */
export function mappingOfViews(from, view, to, other) {
    const isMeasured = from.pixelsPerMillimetre && to.pixelsPerMillimetre;
    const factor = isMeasured ? sizeFactor(from, to) : view.scale / other.scale;
    return { factor, dx: other.x - factor * view.x, dy: other.y - factor * view.y };
}

/** @param {Mapping} mapping @returns {Mapping} the inverse mapping */
export function reversed({ factor, dx, dy }) {
    return { factor: 1 / factor, dx: -dx / factor, dy: -dy / factor };
}

/** @param {Mapping} mapping @param {View} view @returns {View} the view of the other sheet */
export function followed({ factor, dx, dy }, { x, y, scale }) {
    return { x: factor * x + dx, y: factor * y + dy, scale: scale / factor };
}
