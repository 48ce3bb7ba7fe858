// @ts-check
/** An element that is turned by quarters, clockwise, by its style for `data-turns`: places on it and on the screen. */

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").Insets} Insets */

/** @param {HTMLElement} element @returns {number} quarters, 0 … 3 */
export function turnsOf(element) {
    return Number(element.dataset.turns ?? 0);
}

/**
 * Where an event is on the element, CSS pixels from its own top left corner.
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
 * Where a place on the element is on the screen, CSS pixels from the top left corner of what it covers.
 * @param {HTMLElement} element
 * @param {Point} point
 * @returns {Point}
 */
export function screenPoint(element, { x, y }) {
    const { width, height } = element.getBoundingClientRect();
    return [{ x, y }, { x: width - y, y: x }, { x: width - x, y: height - y }, { x: y, y: height - x }][turnsOf(element)];
}

/**
 * A movement on the screen as one on the element.
 * @param {HTMLElement} element
 * @param {[number, number]} movement
 * @returns {[number, number]}
 */
export function localMovement(element, [x, y]) {
    const ways = /** @type {[number, number][]} */ ([[x, y], [y, -x], [-x, -y], [-y, x]]);
    return ways[turnsOf(element)];
}

/**
 * What covers the sides of the element, from what covers those of the screen.
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
