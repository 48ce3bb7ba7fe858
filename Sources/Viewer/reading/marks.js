// @ts-check
/** Finds the words of a search in the texts that are shown. */
import { findPhrases, phrasesOf, tokensOf } from "../base/words.js";

/** @typedef {{ start: number, end: number }} Span  indices into a string, the end excluded */

/**
 * Returns the places of a search's words in a text.
 * @param {string} text
 * @param {string} query  search words; those in quotation marks must be adjacent; the last may be the beginning of a word
 * @returns {Span[]} in order, none overlapping
 */
export function findWords(text, query) {
    const phrases = phrasesOf(query) ?? [];
    const tokens = tokensOf(text);
    return findPhrases(phrases, tokens).map(({ phrase, from, to }) => {
        const last = tokens[to - 1];
        // Of a word matched by its beginning, only the letters searched for.
        const letters = phrases[phrase].words[to - from - 1].length;
        return { start: tokens[from].start, end: last.start + last.lengths[letters - 1] };
    });
}

/**
 * Marks the words of a search in all the text of an element.
 * @param {Element} element
 * @param {string} query
 */
export function markWords(element, query) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    /** @type {Text[]} */
    const nodes = [];
    while (walker.nextNode()) nodes.push(/** @type {Text} */ (walker.currentNode));
    for (const node of nodes) {
        // Backwards, so that the indices before a mark stay valid.
        for (const { start, end } of findWords(node.data, query).reverse()) {
            const range = document.createRange();
            range.setStart(node, start);
            range.setEnd(node, end);
            range.surroundContents(document.createElement("mark"));
        }
    }
}
