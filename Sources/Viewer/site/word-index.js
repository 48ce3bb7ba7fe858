// @ts-check
/**
 * Finds words in the texts of a document by an index in shards, fetching only the shards that can contain a word. `words.json`
 * lists the texts and the first word of each shard; a shard contains the places of its words.
 *
 * A place is a list: four times the text's number plus its field's number, then the positions in that field.
 */
import { phrasesOf } from "../base/words.js";
import { documentPath, jsonOnce } from "../base/addresses.js";
import { lookupChain } from "./language-lookup.js";

export const FIELDS = ["title", "translation", "context", "transcription"];

/**
 * @typedef {object} Text
 * @property {number} clause  its position in reading order
 * @property {string} language
 * @property {number} position  the position of the language among the document's
 * @property {boolean} isOwn  whether it is in the document's own language
 * @property {boolean} hasWords  whether it has more than a transcription
 * @property {number} count  the number of words
 */

/** @typedef {import("../base/words.js").Phrase} Phrase */
/** @typedef {Map<number, number[]>} Counts  the frequency of a phrase in each field of a text, by the text's number */
/** @typedef {{ texts: Text[], shards: string[] }} Directory */

/** @param {string} id @returns {Promise<Directory>} */
export async function directory(id) {
    const { texts, shards } = await jsonOnce(`${documentPath(id)}/words.json`);
    return {
        texts: texts.map((/** @type {[number, string, number, number, number, number]} */ row) => {
            const [clause, language, position, isOwn, hasWords, count] = row;
            return { clause, language, position, isOwn: isOwn === 1, hasWords: hasWords === 1, count };
        }),
        shards,
    };
}

/**
 * Returns the positions of the clauses with a text that contains all words and is shown in a language or is in the document's
 * own.
 * @param {string} id
 * @param {string} words
 * @param {string} language
 * @returns {Promise<Set<number>>}
 */
export async function matching(id, words, language) {
    const phrases = phrasesOf(words);
    const { texts, shards } = await directory(id);
    if (phrases === null) return new Set(texts.map(({ clause }) => clause));
    const counts = await textsWith(id, shards, phrases);
    const isSearched = searchedTexts(texts, language);
    return new Set([...counts.keys()].filter(isSearched).map((number) => texts[number].clause));
}

/**
 * Returns the texts that contain all phrases, with the frequencies of each phrase.
 * @param {string} id
 * @param {string[]} shards
 * @param {Phrase[]} phrases
 * @returns {Promise<Map<number, number[][]>>}
 */
async function textsWith(id, shards, phrases) {
    const each = await Promise.all(phrases.map((phrase) => countsOf(id, shards, phrase)));
    /** @type {Map<number, number[][]>} */
    const found = new Map();
    for (const [text, first] of each[0] ?? []) {
        const counts = each.map((one) => one.get(text));
        if (counts.every((one) => one !== undefined)) found.set(text, [first, ...each.slice(1).map((one) => one.get(text) ?? [])]);
    }
    return found;
}

/**
 * Returns a predicate for the texts that a search in a language covers: those shown in that language and those in the document's
 * own. Without a language, all texts are covered.
 * @param {Text[]} texts
 * @param {string | null | undefined} language
 * @returns {(number: number) => boolean}
 */
export function searchedTexts(texts, language) {
    if (!language) return () => true;
    const chain = lookupChain(language).slice(0, 4);
    /** @type {Map<number, { number: number, rank: number }>} */
    const shown = new Map();
    texts.forEach((text, number) => {
        if (!text.hasWords) return;
        const close = chain.indexOf(text.language.toLowerCase());
        const rank = close >= 0 ? close : 100 + text.position;
        if (rank < (shown.get(text.clause)?.rank ?? Infinity)) shown.set(text.clause, { number, rank });
    });
    return (number) => texts[number].isOwn || shown.get(texts[number].clause)?.number === number;
}

/**
 * Returns the frequency of a phrase in each text, by field.
 * @param {string} id
 * @param {string[]} shards
 * @param {Phrase} phrase
 * @returns {Promise<Counts>}
 */
export async function countsOf(id, shards, { words, isPrefix }) {
    const places = await Promise.all(
        words.map((word, index) => placesOf(id, shards, word, isPrefix && index === words.length - 1)),
    );
    /** @type {Counts} */
    const counts = new Map();
    for (const [unit, starts] of places[0]) {
        const others = places.slice(1).map((one) => one.get(unit));
        if (others.some((one) => one === undefined)) continue;
        let count = 0;
        for (const start of starts) if (others.every((one, index) => one?.has(start + index + 1))) count += 1;
        if (count === 0) continue;
        const [text, field] = [unit >> 2, unit & 3];
        const fields = counts.get(text) ?? [0, 0, 0, 0];
        fields[field] += count;
        counts.set(text, fields);
    }
    return counts;
}

/**
 * Returns the positions of a word, or of all words with that prefix, by unit.
 * @param {string} id
 * @param {string[]} shards  the first word of each
 * @param {string} word
 * @param {boolean} isPrefix
 * @returns {Promise<Map<number, Set<number>>>}
 */
async function placesOf(id, shards, word, isPrefix) {
    const isWanted = (/** @type {string} */ candidate) => (isPrefix ? candidate.startsWith(word) : candidate === word);
    const numbers = shards
        .map((_, number) => number)
        .filter((number) => {
            // From the last shard that starts at or before the word to the last shard that starts with it.
            const next = shards[number + 1];
            return (next === undefined || compare(next, word) > 0) && (compare(shards[number], word) <= 0 || isWanted(shards[number]));
        });
    const fetched = await Promise.all(numbers.map((number) => jsonOnce(`${documentPath(id)}/words/${number}.json`)));
    /** @type {Map<number, Set<number>>} */
    const found = new Map();
    for (const shard of fetched) {
        for (const [candidate, places] of /** @type {[string, number[][]][]} */ (shard)) {
            if (!isWanted(candidate)) continue;
            for (const [unit, ...positions] of places) {
                const known = found.get(unit) ?? new Set();
                for (const position of positions) known.add(position);
                found.set(unit, known);
            }
        }
    }
    return found;
}

/**
 * Compares by code points, the order of the shards, which differs from that of JavaScript's strings.
 * @param {string} a
 * @param {string} b
 */
function compare(a, b) {
    const [left, right] = [[...a], [...b]];
    for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
        const difference = (left[index].codePointAt(0) ?? 0) - (right[index].codePointAt(0) ?? 0);
        if (difference !== 0) return difference;
    }
    return left.length - right.length;
}
