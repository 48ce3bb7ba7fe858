// @ts-check
/**
 * Groups pages into openings, following IIIF: https://iiif.io/api/presentation/3.0/#behavior. Pure functions.
 *
 * A book starts with its cover, followed by two pages at a time. A `non-paged` page, such as a slip between two leaves, is shown
 * alone and does not count. A `facing-pages` page is a single picture of both pages of an opening.
 */

/** @typedef {import("../base/types.js").Page} Page */
/** @typedef {{ behavior?: string[], viewingDirection?: import("../base/types.js").ViewingDirection, pages: Page[] }} Book */

/** The same values as in Swift's ReadingBehavior, which manifests use to inform other viewers. */
const FEWEST_PAGES = 4;
const WIDEST_SPREAD = 1.25;
/** The behaviours that determine the order of pages. A document has one of them. */
const ORDERS = ["paged", "individuals", "continuous", "unordered"];

/**
 * Whether a document is a book: either it states so, or it states nothing and has at least four pages, all upright and of similar
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
 * Returns the openings in the order of turning, each with at most two pages in reading order.
 *
 * Pages bound in between two facing pages come after them.
 * @param {readonly Page[]} pages
 * @returns {Page[][]}
 */
export function openingsOf(pages) {
    /** @type {Page[][]} */
    const openings = [];
    /** @type {Page[]} the pages between the waiting page and the one that faces it */
    let between = [];
    /** @type {Page | null} the first page of an opening, which waits for its facing page */
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
