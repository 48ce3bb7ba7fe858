// @ts-check
/** Lays out thumbnails in a row and finds those in sight. Pure functions. */

/** @typedef {import("../base/types.js").Page} Page */
/** @typedef {{ page: Page, start: number, width: number }} Cell  the start is in CSS pixels from the start of the row */

/** The gap between openings in CSS pixels. The pages of an opening touch. */
const GAP = 10;
/** The limits for the width of a thumbnail in CSS pixels, so that a finger can hit it and a map does not fill the row. */
const [NARROWEST, WIDEST] = [44, 260];

/**
 * @param {readonly (readonly Page[])[]} openings
 * @param {number} height  the height of a thumbnail in CSS pixels
 * @returns {{ cells: Cell[], width: number }} the cells in the order of the openings, and the width of the row
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
 * Returns the range of the cells in a part of the row.
 * @param {readonly Cell[]} cells
 * @param {number} from @param {number} to  the part in CSS pixels
 * @returns {[first: number, end: number]} the index of the first cell and the index after the last
 */
export function cellsWithin(cells, from, to) {
    const first = lowest(cells.length, (index) => cells[index].start + cells[index].width > from);
    const end = lowest(cells.length, (index) => cells[index].start >= to);
    return [first, Math.max(first, end)];
}

/**
 * @param {number} count
 * @param {(index: number) => boolean} holds  a predicate that is true from some index on
 * @returns {number} that index, or the count if there is none
 */
function lowest(count, holds) {
    let [low, high] = [0, count];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (holds(middle)) high = middle;
        else low = middle + 1;
    }
    return low;
}
