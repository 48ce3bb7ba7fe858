// @ts-check
/** Coordinates of an element that its style rotates clockwise by the quarter turns in `data-turns`. */

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").Insets} Insets */

/** @param {HTMLElement} element @returns {number} the number of quarter turns, 0 … 3 */
export function turnsOf(element) {
    return Number(element.dataset.turns ?? 0);
}

/**
 * Returns the position of an event on the element, in CSS pixels from the element's own top left corner.
 * @param {HTMLElement} element
 * @param {{ clientX: number, clientY: number }} event
 * @returns {Point}
 */
export function localPoint(element, { clientX, clientY }) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [clientX - left, clientY - top];
    return [{ x, y }, { x: y, y: width - x }, { x: width - x, y: height - y }, { x: height - y, y: x }][turnsOf(element)];
}

/**
 * Returns the screen position of a point on the element, in CSS pixels from the top left corner of its bounding box.
 * @param {HTMLElement} element
 * @param {Point} point
 * @returns {Point}
 */
export function screenPoint(element, { x, y }) {
    const { width, height } = element.getBoundingClientRect();
    return [{ x, y }, { x: width - y, y: x }, { x: width - x, y: height - y }, { x: y, y: height - x }][turnsOf(element)];
}

/**
 * Converts a movement on the screen to one on the element.
 * @param {HTMLElement} element
 * @param {[number, number]} movement
 * @returns {[number, number]}
 */
export function localMovement(element, [x, y]) {
    const ways = /** @type {[number, number][]} */ ([[x, y], [y, -x], [-x, -y], [-y, x]]);
    return ways[turnsOf(element)];
}

/**
 * Converts the insets of the screen to those of the element.
 * @param {HTMLElement} element
 * @param {Insets} insets
 * @returns {Insets}
 */
export function localInsets(element, { top, right, bottom, left }) {
    const sides = [top, right, bottom, left];
    const turns = turnsOf(element);
    const [newTop, newRight, newBottom, newLeft] = sides.map((_, side) => sides[(side + turns) % 4]);
    return { top: newTop, right: newRight, bottom: newBottom, left: newLeft };
}
