// @ts-check
/** Which page the sheet shows after the pages have changed. Pure. */

/**
 * @param {readonly { number: number, imageId: string | null }[]} pages  the pages now, in order; at least one
 * @param {{ number: number, image: string | null }} shown  the page shown before
 * @param {number} index  its index then
 * @returns {number} the index of the page to show
 */
export function followedIndex(pages, { number, image }, index) {
    const same = pages.findIndex((page) => page.number === number);
    if (pages[same]?.imageId === image) return same;
    // Publishing gives pages other numbers, and keeps their order.
    if (image !== null && pages[index]?.imageId === image) return index;
    // It has another image, or was removed: then the page that has taken its place is shown.
    return same >= 0 ? same : Math.max(0, Math.min(index, pages.length - 1));
}
