// @ts-check
/** The text of the panel that is read aloud, as one string, and the mapping from its positions to the page. */
import { rangeIn } from "../base/text-range.js";
import { HEARD } from "./spoken.js";

/** @typedef {import("./sentences.js").Span} Span */

/**
 * @typedef {object} SpokenText
 * @property {string} text  the parts, separated by spaces
 * @property {(span: Span) => Range | null} range  null if the page has been rewritten
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
            // Terms may have become buttons meanwhile, which does not change the text.
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
