// @ts-check
/** How the view of one sheet follows that of another. Pure. */

/** @typedef {{ x: number, y: number, scale: number }} View  the image point in the middle, and CSS pixels to a pixel of the image */
/** @typedef {{ width: number, height: number, pixelsPerMillimetre: number | null }} Sheet */

/**
 * From the pixels of one sheet to those of the other.
 * @typedef {object} Bond
 * @property {number} factor
 * @property {number} dx
 * @property {number} dy
 */

/**
 * How many pixels of the other sheet are as long as one of the first: in millimetres where both are measured, else so that both
 * sheets are as wide as each other.
 * @param {Sheet} from
 * @param {Sheet} to
 */
function sizeFactor(from, to) {
    const isMeasured = from.pixelsPerMillimetre && to.pixelsPerMillimetre;
    return isMeasured ? Number(to.pixelsPerMillimetre) / Number(from.pixelsPerMillimetre) : to.width / from.width;
}

/** @param {Sheet} from @param {Sheet} to @returns {Bond} with the middles of both sheets on each other */
export function bondOfSheets(from, to) {
    const factor = sizeFactor(from, to);
    return { factor, dx: to.width / 2 - (factor * from.width) / 2, dy: to.height / 2 - (factor * from.height) / 2 };
}

/**
 * The bond of what is seen now.
 * @param {Sheet} from @param {View} view  of it @param {Sheet} to @param {View} other  of that
 * @returns {Bond} measured sheets at the same scale, others at the scales that they have
 */
export function bondOfViews(from, view, to, other) {
    const isMeasured = from.pixelsPerMillimetre && to.pixelsPerMillimetre;
    const factor = isMeasured ? sizeFactor(from, to) : view.scale / other.scale;
    return { factor, dx: other.x - factor * view.x, dy: other.y - factor * view.y };
}

/** @param {Bond} bond @returns {Bond} the way back */
export function reversed({ factor, dx, dy }) {
    return { factor: 1 / factor, dx: -dx / factor, dy: -dy / factor };
}

/** @param {Bond} bond @param {View} view @returns {View} of the other sheet */
export function followed({ factor, dx, dy }, { x, y, scale }) {
    return { x: factor * x + dx, y: factor * y + dy, scale: scale / factor };
}
