// @ts-check
/** The part of a text where the words of a search stand, as the server shows it (ClauseStore's Snippet). */
import { tokensOf } from "../reading/marks.js";

/** @typedef {import("./words.js").Phrase} Phrase */
/** @typedef {{ phrase: number, from: number, to: number }} Find  which phrase, and between which words it stands */
/** @typedef {{ word: string, start: number, end: number }} Word */

/** How many words are shown around what was found, and how many of them before the first. */
const [WORDS, LEADING_WORDS] = [24, 5];

/**
 * @param {Phrase[]} phrases
 * @param {[string, string | null][]} fields  names and texts
 * @param {string} lang  of the texts
 */
export function snippet(phrases, fields, lang) {
    /** @type {{ field: string, text: string, words: Word[], finds: Find[], count: number } | null} */
    let best = null;
    for (const [field, text] of fields) {
        if (text === null) continue;
        const words = wordsOf(text);
        const finds = findsOf(phrases, words);
        const count = different(finds);
        if (count > (best?.count ?? 0)) best = { field, text, words, finds, count };
    }
    if (best === null) return null;
    const { field, text, words, finds } = best;
    const from = Math.max(0, Math.min(start(finds) - LEADING_WORDS, words.length - WORDS));
    const to = Math.min(words.length, from + WORDS);
    const lower = from === 0 ? 0 : words[from].start;
    const upper = to === words.length ? text.length : words[to - 1].end;
    const shown = finds.filter((find) => find.from >= from && find.to <= to);
    return {
        field,
        lang,
        text: text.slice(lower, upper),
        marks: shown.map((find) => [words[find.from].start - lower, words[find.to - 1].end - lower]),
        cutBefore: from > 0,
        cutAfter: to < words.length,
    };
}

/** @param {string} text @returns {Word[]} */
function wordsOf(text) {
    return tokensOf(text).map(({ folded, start, lengths }) => ({
        word: folded,
        start,
        end: start + lengths[lengths.length - 1],
    }));
}

/**
 * Where the phrases stand, in order; of those that overlap, the first.
 * @param {Phrase[]} phrases
 * @param {Word[]} words
 */
function findsOf(phrases, words) {
    /** @type {Find[]} */
    const finds = [];
    for (let position = 0; position < words.length; ) {
        const phrase = phrases.findIndex((candidate) => stands(candidate, words, position));
        const length = phrase < 0 ? 1 : phrases[phrase].words.length;
        if (phrase >= 0) finds.push({ phrase, from: position, to: position + length });
        position += length;
    }
    return finds;
}

/** @param {Phrase} phrase @param {Word[]} words @param {number} position */
function stands({ words: wanted, isPrefix }, words, position) {
    return wanted.every((word, index) => {
        const found = words[position + index]?.word;
        return isPrefix && index === wanted.length - 1 ? found?.startsWith(word) : found === word;
    });
}

/**
 * The first of the words found where most phrases stand within as many words as are shown.
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
 * How many phrases are among what was found.
 * @param {Find[]} finds
 */
function different(finds) {
    return new Set(finds.map(({ phrase }) => phrase)).size;
}
