// @ts-check
/** What is heard of the panel as one text, and the way from a place in it to the page. */
import { rangeIn } from "../base/text-range.js";
import { HEARD } from "./spoken.js";

/** @typedef {import("./sentences.js").Span} Span */

/**
 * @typedef {object} SpokenText
 * @property {string} text  its parts with a space between them
 * @property {(span: Span) => Range | null} range  null where the page has been written anew
 */

/** @param {HTMLElement} panel @returns {SpokenText} */
export function textOfPanel(panel) {
    /** @type {{ part: Element, text: string, start: number }[]} */
    const parts = [];
    let text = "";
    for (const part of panel.querySelectorAll(HEARD)) {
        parts.push({ part, text: part.textContent ?? "", start: text.length });
        text += `${part.textContent} `;
    }
    return {
        text,
        range({ start, end }) {
            const first = parts.filter((part) => part.start <= start).at(-1);
            const last = parts.filter((part) => part.start < end).at(-1);
            // Terms may have become buttons meanwhile, which leaves the text as it is.
            if (![first, last].every((one) => one?.part.isConnected && one.part.textContent === one.text)) return null;
            if (!first || !last) return null;
            const range = rangeIn(first.part, start - first.start, Math.min(end - first.start, first.text.length));
            if (last !== first) {
                const { endContainer, endOffset } = rangeIn(last.part, 0, end - last.start);
                range.setEnd(endContainer, endOffset);
            }
            return range;
        },
    };
}
