// @ts-check
/** How the two pages of an opening lie beside each other. Pure. */

/** @typedef {import("../base/leaves.js").Leaf} Leaf */
/** @typedef {import("../base/types.js").Page} Page */
/** @typedef {import("../base/types.js").ViewingDirection} ViewingDirection */

/**
 * Pixels of one page to a pixel of another: in millimetres where both are measured, else so that both are equally high; pages
 * that lie below each other are equally wide.
 * @param {Page} to
 * @param {Page} from
 * @param {boolean} isUpright  whether they lie below each other
 */
function factorOf(to, from, isUpright) {
    if (to.pixelsPerMillimetre && from.pixelsPerMillimetre) return to.pixelsPerMillimetre / from.pixelsPerMillimetre;
    return isUpright ? to.width / from.width : to.height / from.height;
}

/**
 * The pages of an opening, of which one is that of all coordinates. They touch, and their middles are on one line.
 * @param {readonly Page[]} opening  one or two, in reading order
 * @param {Page} first  of them that coordinates belong to
 * @param {ViewingDirection} direction  in which pages follow each other
 * @returns {Leaf[]} with that page first
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
