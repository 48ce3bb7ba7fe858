// @ts-check
/** Lays out the two pages of an opening side by side. Pure functions. */

/** @typedef {import("../base/leaves.js").Leaf} Leaf */
/** @typedef {import("../base/types.js").Page} Page */
/** @typedef {import("../base/types.js").ViewingDirection} ViewingDirection */

/**
 * Returns the number of pixels of one page per pixel of another: true to scale if both have a known resolution, otherwise such
 * that both are equally high, or equally wide if one is below the other.
 * @param {Page} to
 * @param {Page} from
 * @param {boolean} isUpright  whether one page is below the other
 */
function factorOf(to, from, isUpright) {
    if (to.pixelsPerMillimetre && from.pixelsPerMillimetre) return to.pixelsPerMillimetre / from.pixelsPerMillimetre;
    return isUpright ? to.width / from.width : to.height / from.height;
}

/**
 * Returns the layout of an opening's pages, in the coordinates of one of them. They touch, and are centred on each other.
 * @param {readonly Page[]} opening  one or two pages in reading order
 * @param {Page} first  the page of the opening that coordinates refer to
 * @param {ViewingDirection} direction  the direction in which pages follow each other
 * @returns {Leaf[]} the pages, that page first
 */
export function leavesOf(opening, first, direction) {
    const isUpright = direction === "top-to-bottom" || direction === "bottom-to-top";
    const isBack = direction === "right-to-left" || direction === "bottom-to-top";
    const others = opening.filter((page) => page !== first).map((page) => {
        const factor = factorOf(first, page, isUpright);
        const [width, height] = [page.width * factor, page.height * factor];
        const isAfter = opening.indexOf(page) > opening.indexOf(first) !== isBack;
        return isUpright
            ? { page, x: (first.width - width) / 2, y: isAfter ? first.height : -height, factor }
            : { page, x: isAfter ? first.width : -width, y: (first.height - height) / 2, factor };
    });
    return [{ page: first, x: 0, y: 0, factor: 1 }, ...others];
}
