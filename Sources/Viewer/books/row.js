// @ts-check
/** Where small pictures stand in a row, and which of them are seen. Pure. */

/** @typedef {import("../base/types.js").Page} Page */
/** @typedef {{ page: Page, start: number, width: number }} Cell  CSS pixels from where the row begins */

/** Between pages that are not seen together, CSS pixels; those of an opening touch. */
const GAP = 10;
/** Of a picture, so that a finger can touch it, and a map does not take the row. */
const [NARROWEST, WIDEST] = [44, 260];

/**
 * @param {readonly (readonly Page[])[]} openings
 * @param {number} height  of a picture, CSS pixels
 * @returns {{ cells: Cell[], width: number }} in the order of the pages in their openings
 */
export function rowOf(openings, height) {
    /** @type {Cell[]} */
    const cells = [];
    let at = GAP;
    for (const opening of openings) {
        for (const page of opening) {
            const width = Math.round(Math.min(WIDEST, Math.max(NARROWEST, (height * page.width) / page.height)));
            cells.push({ page, start: at, width });
            at += width;
        }
        at += GAP;
    }
    return { cells, width: at };
}

/**
 * The cells of a part of the row.
 * @param {readonly Cell[]} cells
 * @param {number} from @param {number} to  CSS pixels
 * @returns {[first: number, end: number]} their indices
 */
export function cellsWithin(cells, from, to) {
    const first = lowest(cells.length, (index) => cells[index].start + cells[index].width > from);
    const end = lowest(cells.length, (index) => cells[index].start >= to);
    return [first, Math.max(first, end)];
}

/** @param {number} count @param {(index: number) => boolean} holds  from some index on @returns {number} the first of those, or the count */
function lowest(count, holds) {
    let [low, high] = [0, count];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (holds(middle)) high = middle;
        else low = middle + 1;
    }
    return low;
}
