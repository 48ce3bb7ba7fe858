// @ts-check
/** Keys that several parts of the viewer handle alike. */

/**
 * The arrow keys, as steps to the right and down.
 * @type {Readonly<Record<string, [x: number, y: number]>>}
 */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Whether a key press is for the page as a whole: not in a field, where keys type or choose, and not while a dialog is open.
 * @param {KeyboardEvent} event
 */
export function isForPage({ target }) {
    const isInField = target instanceof Element && target.closest("input, select, textarea") !== null;
    return !isInField && document.querySelector("dialog[open]") === null;
}

/**
 * Moves the focus within a list by the arrow keys, Home and End.
 * @param {readonly HTMLElement[]} entries
 * @param {KeyboardEvent} event
 */
export function moveFocus(entries, event) {
    const index = entries.findIndex((entry) => entry === document.activeElement);
    const last = entries.length - 1;
    const [below, above] = [Math.min(last, index + 1), Math.max(0, index - 1)];
    const next = { ArrowDown: below, ArrowUp: above, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    entries[next]?.focus();
}
