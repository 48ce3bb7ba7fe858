// @ts-check
/** Excerpts, cut between words, also in scripts without spaces. */
import { findWords } from "./marks.js";

/**
 * As much of a text as is shown of a hit: around the first word found.
 * @param {string} text
 * @param {string} query
 * @param {number} length  characters, about
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
 * A text's first words.
 * @param {string} text
 * @param {number} length  characters at most
 */
export function beginning(text, length) {
    const end = boundary(text, length, -1) || length;
    return end < text.length ? `${text.slice(0, end).trim()} …` : text;
}

/**
 * The nearest place between two words, or at a text's end.
 * @param {string} text
 * @param {number} index
 * @param {-1 | 1} way  to look from there: before or behind
 */
function boundary(text, index, way) {
    if (index >= text.length) return text.length;
    const segment = new Intl.Segmenter(undefined, { granularity: "word" }).segment(text).containing(index);
    return way < 0 || segment.index === index ? segment.index : segment.index + segment.segment.length;
}
