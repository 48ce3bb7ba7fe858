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
