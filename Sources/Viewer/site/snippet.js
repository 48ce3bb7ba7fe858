// @ts-check
/** Cuts the part of a text that contains the words of a search, like the server's `Snippet`. */
import { findPhrases, tokensOf } from "../base/words.js";

/** @typedef {import("../base/words.js").Phrase} Phrase */
/** @typedef {import("../base/words.js").Find} Find */
/** @typedef {import("../base/words.js").Token} Token */

/** The number of words in a snippet, and how many of them precede the first match. */
const [WORDS, LEADING_WORDS] = [24, 5];

/**
 * @param {Phrase[]} phrases
 * @param {[string, string | null][]} fields  names and texts
 * @param {string} lang  the language of the texts
 */
export function snippet(phrases, fields, lang) {
    /** @type {{ field: string, text: string, words: Token[], finds: Find[], count: number } | null} */
    let best = null;
    for (const [field, text] of fields) {
        if (text === null) continue;
        const words = tokensOf(text);
        const finds = findPhrases(phrases, words);
        const count = different(finds);
        if (count > (best?.count ?? 0)) best = { field, text, words, finds, count };
    }
    if (best === null) return null;
    const { field, text, words, finds } = best;
    const from = Math.max(0, Math.min(start(finds) - LEADING_WORDS, words.length - WORDS));
    const to = Math.min(words.length, from + WORDS);
    const lower = from === 0 ? 0 : words[from].start;
    const upper = to === words.length ? text.length : endOf(words[to - 1]);
    const shown = finds.filter((find) => find.from >= from && find.to <= to);
    return {
        field,
        lang,
        text: text.slice(lower, upper),
        marks: shown.map((find) => [words[find.from].start - lower, endOf(words[find.to - 1]) - lower]),
        cutBefore: from > 0,
        cutAfter: to < words.length,
    };
}

/** @param {Token} token */
function endOf({ start, lengths }) {
    return start + lengths[lengths.length - 1];
}

/**
 * Returns the index of the first match of the window with the most phrases.
 * @param {Find[]} finds
 */
function start(finds) {
    let [first, most] = [0, -1];
    finds.forEach((find, number) => {
        const end = find.from + WORDS - LEADING_WORDS;
        const rest = finds.slice(number);
        const stop = rest.findIndex(({ to }) => to > end);
        const count = different(stop < 0 ? rest : rest.slice(0, stop));
        if (count > most) [first, most] = [find.from, count];
    });
    return first;
}

/**
 * Counts the distinct phrases among matches.
 * @param {Find[]} finds
 */
function different(finds) {
    return new Set(finds.map(({ phrase }) => phrase)).size;
}
