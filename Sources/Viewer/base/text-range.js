// @ts-check
/** Ranges in the text of an element, regardless of its child elements. */

/**
 * Returns a range of an element's text.
 * @param {Element} element
 * @param {number} start
 * @param {number} end
 */
export function rangeIn(element, start, end) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let before = 0;
    while (walker.nextNode()) {
        const node = /** @type {Text} */ (walker.currentNode);
        const after = before + node.length;
        if (start >= before && start < after) range.setStart(node, start - before);
        if (end > before && end <= after) {
            range.setEnd(node, end - before);
            break;
        }
        before = after;
    }
    return range;
}

/**
 * Highlights ranges if the browser supports it without changes to the page.
 * @param {string} name
 * @param {Range[]} ranges  empty to remove the highlight
 */
export function highlight(name, ranges) {
    if (!("Highlight" in window)) return;
    if (ranges.length === 0) CSS.highlights.delete(name);
    else CSS.highlights.set(name, new Highlight(...ranges));
}

/**
 * Scrolls the panel to a range that is out of sight.
 * @param {Range} range
 * @param {number} [above]  the fraction of the panel's height that is then above the range
 * @param {number} [covered]  the height at the foot of the panel that something covers, in CSS pixels
 */
export function keepInSight(range, above = 1 / 4, covered = 0) {
    const body = document.getElementById("panel-body");
    if (!body?.contains(range.startContainer)) return;
    const [seen, shown] = [body.getBoundingClientRect(), range.getBoundingClientRect()];
    if (shown.top >= seen.top && shown.bottom <= seen.bottom - covered) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    body.scrollBy({ top: shown.top - seen.top - seen.height * above, behavior: isCalm ? "auto" : "smooth" });
}
