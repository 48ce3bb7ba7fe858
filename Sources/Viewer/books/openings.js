// @ts-check
/**
 * Which pages are seen together, as IIIF has it: https://iiif.io/api/presentation/3.0/#behavior. Pure.
 *
 * A book is opened at its cover, then at two pages at a time. A page that is `non-paged`, such as a slip between two leaves, is
 * seen alone and does not count. A page that is `facing-pages` is one picture of both pages of an opening.
 */

/** @typedef {import("../base/types.js").Page} Page */
/** @typedef {{ behavior?: string[], viewingDirection?: import("../base/types.js").ViewingDirection, pages: Page[] }} Book */

/** As of ReadingBehavior in Swift, by which manifests say it to other viewers. */
const FEWEST_PAGES = 4;
const WIDEST_SPREAD = 1.25;
/** Behaviors that say how pages follow each other, of which a document has one. */
const ORDERS = ["paged", "individuals", "continuous", "unordered"];

/**
 * Whether a document is a book: it says so, or says nothing and has at least four pages, all upright and of about the same
 * proportions.
 * @param {Book} book
 */
export function isBook({ behavior = [], pages }) {
    if (ORDERS.some((order) => behavior.includes(order))) return behavior.includes("paged");
    const ratios = pages.map(({ width, height }) => width / height);
    const [narrowest, widest] = [Math.min(...ratios), Math.max(...ratios)];
    return pages.length >= FEWEST_PAGES && widest < 1 && widest / narrowest <= WIDEST_SPREAD;
}

/**
 * The pages as a reader turns them, two beside each other at most, each in reading order.
 *
 * What is bound in between two pages that face each other comes after them.
 * @param {readonly Page[]} pages
 * @returns {Page[][]}
 */
export function openingsOf(pages) {
    /** @type {Page[][]} */
    const openings = [];
    /** @type {Page[]} what lies between the page that waits and the one that faces it */
    let between = [];
    /** @type {Page | null} the first page of an opening, which waits for the other */
    let waiting = null;
    let isCover = true;
    const close = (/** @type {Page[]} */ ...facing) => {
        const opening = [...(waiting ? [waiting] : []), ...facing];
        if (opening.length > 0) openings.push(opening);
        openings.push(...between.map((page) => [page]));
        [waiting, between] = [null, []];
    };
    for (const page of pages) {
        const { behavior = [] } = page;
        if (behavior.includes("non-paged")) {
            if (waiting) between.push(page);
            else openings.push([page]);
        } else if (behavior.includes("facing-pages")) {
            close();
            openings.push([page]);
            isCover = false;
        } else if (isCover) {
            openings.push([page]);
            isCover = false;
        } else if (waiting) {
            close(page);
        } else {
            waiting = page;
        }
    }
    close();
    return openings;
}
