// @ts-check
/** Edits of the words and phrases of a clause. Pure except for the session. */
import { encodeQuote, spanOf } from "../../base/quoting.js";
import { matchWords } from "../../base/word-matching.js";

/** @typedef {Pick<import("../session/session.js").EditingSession, "value" | "perform">} Session */
/** @typedef {import("../../base/quoting.js").Quote} Quote */
/** @typedef {{ transcription: any, translation: any }} Phrase  a phrase as stored */
/** @typedef {{ text: string, page: number, box: number[] }} Word */

const TENTHS = 10;

/** @param {string} clause @param {string} language */
function phrasesPath(clause, language) {
    return `clauses/${clause}/texts/${language}/phrases`;
}

/** @param {Session} session @param {string} clause @param {string} language @returns {Phrase[]} */
export function phrasesOf(session, clause, language) {
    return /** @type {Phrase[] | null} */ (session.value(phrasesPath(clause, language))) ?? [];
}

/** @param {Session} session @param {string} clause @returns {Word[]} */
export function wordsOf(session, clause) {
    return /** @type {Word[] | null} */ (session.value(`clauses/${clause}/words`)) ?? [];
}

/**
 * Aligns words. The phrase is inserted in the order of the transcription.
 * @param {Session} session
 * @param {string} clause
 * @param {string} language
 * @param {Quote[]} transcription
 * @param {Quote[]} translation
 * @param {string} text  the transcription, with single spaces
 */
export function align(session, clause, language, transcription, translation, text) {
    const side = (/** @type {Quote[]} */ quotes) => (quotes.length === 1 ? encodeQuote(quotes[0]) : quotes.map(encodeQuote));
    const phrase = { transcription: side(transcription), translation: side(translation) };
    const place = (/** @type {Phrase} */ one) => spanOf(text, firstQuote(one.transcription))?.start ?? Infinity;
    const others = phrasesOf(session, clause, language);
    const at = others.findIndex((one) => place(one) > place(phrase));
    const after = at < 0 ? [...others, phrase] : [...others.slice(0, at), phrase, ...others.slice(at)];
    session.perform({ label: "alignPhrase", operations: [{ path: phrasesPath(clause, language), after }] });
}

/** @param {any} side @returns {Quote} */
function firstQuote(side) {
    const quote = Array.isArray(side) ? side[0] : side;
    return typeof quote === "string" ? { text: quote, occurrence: 1 } : { occurrence: 1, ...quote };
}

/** @param {Session} session @param {string} clause @param {string} language @param {number} index */
export function removePhrase(session, clause, language, index) {
    const after = phrasesOf(session, clause, language).filter((_, place) => place !== index);
    session.perform({ label: "removePhrase", operations: [{ path: phrasesPath(clause, language), after: after.length > 0 ? after : null }] });
}

/**
 * Distributes a box among words in proportion to their lengths, from the right if the text runs that way.
 * @param {Session} session
 * @param {string} clause
 * @param {readonly string[]} words  the words of the transcription
 * @param {ReadonlySet<number>} chosen
 * @param {number} page
 * @param {{ x: number, y: number, width: number, height: number }} box  in image space
 * @param {boolean} isMirrored
 */
export function place(session, clause, words, chosen, page, box, isMirrored = false) {
    const indices = [...chosen].sort((one, other) => one - other);
    const lengths = indices.map((index) => words[index].length);
    const unit = box.width / lengths.reduce((sum, length) => sum + length + 1, -1);
    let along = 0;
    /** @type {Map<number, Word>} */
    const placed = new Map();
    for (const [position, index] of indices.entries()) {
        const width = lengths[position] * unit;
        const x = isMirrored ? box.x + box.width - along - width : box.x + along;
        placed.set(index, { text: words[index], page, box: [x, box.y, width, box.height].map(rounded) });
        along += width + unit;
    }
    setWords(session, clause, words, (index, former) => placed.get(index) ?? former, "placeWords");
}

/** @param {Session} session @param {string} clause @param {readonly string[]} words @param {ReadonlySet<number>} chosen */
export function takeAway(session, clause, words, chosen) {
    setWords(session, clause, words, (index, former) => (chosen.has(index) ? null : former), "unplaceWords");
}

/**
 * Replaces the places of words. Words that the transcription no longer has lose their places.
 * @param {Session} session
 * @param {string} clause
 * @param {readonly string[]} words
 * @param {(index: number, former: Word | null) => Word | null} placeOf
 * @param {string} label
 */
function setWords(session, clause, words, placeOf, label) {
    const former = wordsOf(session, clause);
    const matched = matchWords(former.map(({ text }) => text), words);
    const after = words.flatMap((_, index) => placeOf(index, former[matched[index]] ?? null) ?? []);
    session.perform({ label, operations: [{ path: `clauses/${clause}/words`, after: after.length > 0 ? after : null }] });
}

/** @param {number} value */
function rounded(value) {
    return Math.round(value * TENTHS) / TENTHS;
}
