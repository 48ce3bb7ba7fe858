// @ts-check
/** Excerpts, cut between words, even in scripts without spaces. */
import { findWords } from "./marks.js";

/**
 * Returns the excerpt of a text shown for a search result: the surroundings of the first word found.
 * @param {string} text
 * @param {string} query
 * @param {number} length  the approximate length in characters
 */
export function excerpt(text, query, length) {
    const [first] = findWords(text, query);
    if (!first) return null;
    const from = Math.max(0, first.start - Math.floor(length / 3));
    const start = Math.min(from === 0 ? 0 : boundary(text, from, 1), first.start);
    const end = Math.max(boundary(text, start + length, -1), first.end);
    const words = text.slice(start, end).trim().replace(start > 0 ? /^[^\p{L}\p{N}]+/u : "", "");
    return `${start > 0 ? "… " : ""}${words}${end < text.length ? " …" : ""}`;
}

/**
 * Returns a text's first words.
 * @param {string} text
 * @param {number} length  the maximum length in characters
 */
export function beginning(text, length) {
    const end = boundary(text, length, -1) || length;
    return end < text.length ? `${text.slice(0, end).trim()} …` : text;
}

/**
 * Returns the nearest boundary between words, or the end of the text.
 * @param {string} text
 * @param {number} index
 * @param {-1 | 1} way  the direction in which to look: backwards or forwards
 */
function boundary(text, index, way) {
    if (index >= text.length) return text.length;
    const segment = new Intl.Segmenter(undefined, { granularity: "word" }).segment(text).containing(index);
    return way < 0 || segment.index === index ? segment.index : segment.index + segment.segment.length;
}
