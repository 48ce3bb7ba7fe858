// @ts-check
/** What is heard of the panel as one text, and the way from a place in it to the page. */
import { HEARD } from "./spoken.js";

/** @typedef {import("./sentences.js").Span} Span */

/**
 * @typedef {object} SpokenText
 * @property {string} text  its parts with a space between them
 * @property {(span: Span) => Range | null} range  null where the page has been written anew
 */

/** @param {HTMLElement} panel @returns {SpokenText} */
export function textOfPanel(panel) {
    /** @type {{ node: Text, start: number }[]} */
    const nodes = [];
    let text = "";
    for (const part of panel.querySelectorAll(HEARD)) {
        const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
            if (!(node instanceof Text)) continue;
            nodes.push({ node, start: text.length });
            text += node.data;
        }
        text += " ";
    }
    /** @param {number} place @param {boolean} isEnd */
    const find = (place, isEnd) => nodes.filter(({ start }) => (isEnd ? start < place : start <= place)).at(-1);
    return {
        text,
        range({ start, end }) {
            const [first, last] = [find(start, false), find(end, true)];
            if (!first?.node.isConnected || !last?.node.isConnected) return null;
            if (start - first.start > first.node.length || end - last.start > last.node.length) return null;
            const range = document.createRange();
            range.setStart(first.node, start - first.start);
            range.setEnd(last.node, end - last.start);
            return range;
        },
    };
}
