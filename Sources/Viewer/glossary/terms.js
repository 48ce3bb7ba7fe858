// @ts-check
/** The terms of a glossary in a language: their words, and the clauses that contain them. */
import { TermFinder } from "./finding.js";

/** @typedef {import("../base/types.js").LanguageMap} LanguageMap */
/** @typedef {import("../base/types.js").Clause} Clause */

/**
 * @typedef {object} Term  a glossary entry, as the server returns it
 * @property {string} id
 * @property {LanguageMap} term
 * @property {Record<string, string[]>} forms  other words that texts use for it, by language
 * @property {LanguageMap | null} definition
 * @property {string[]} seeAlso  the ids of related terms
 */

/**
 * Returns the words that texts in a language use for a term: its name and its forms.
 * @param {Pick<Term, "term" | "forms">} entry
 * @param {string} language  the language; a regional one falls back to its base
 * @returns {string[]}
 */
export function wordsOf({ term, forms }, language) {
    const name = typeof term === "string" ? term : inLanguage(term, language);
    return [...(name === undefined ? [] : [name]), ...(inLanguage(forms, language) ?? [])];
}

/**
 * @template Words
 * @param {Record<string, Words>} map
 * @param {string} language
 * @returns {Words | undefined}
 */
function inLanguage(map, language) {
    const tags = Object.keys(map);
    for (let tag = language.toLowerCase(); tag !== ""; tag = tag.slice(0, Math.max(0, tag.lastIndexOf("-")))) {
        const found = tags.find((one) => one.toLowerCase() === tag);
        if (found !== undefined) return map[found];
    }
    return undefined;
}

/** @param {Pick<Term, "term" | "forms">[]} terms @param {string} language */
export function finderOf(terms, language) {
    return new TermFinder(terms.map((term) => wordsOf(term, language)));
}

/**
 * Finds the clauses that contain each term, in their translations, contexts and transcriptions.
 * @param {Term[]} terms
 * @param {Pick<Clause, "id" | "lang" | "translation" | "context" | "transcription">[]} clauses  the clauses in reading order
 * @param {string} ownLanguage  the document's own language
 * @returns {Map<string, string[]>} the ids of clauses by the id of the term
 */
export function placesOf(terms, clauses, ownLanguage) {
    /** @type {Map<string, TermFinder>} */
    const finders = new Map();
    const finder = (/** @type {string} */ language) => {
        const known = finders.get(language) ?? finderOf(terms, language);
        finders.set(language, known);
        return known;
    };
    /** @type {Map<string, string[]>} */
    const places = new Map(terms.map(({ id }) => [id, []]));
    for (const { id, lang, translation, context, transcription } of clauses) {
        const read = [translation, context].map((text) => (text === null || lang === null ? [] : finder(lang).find(text)));
        const found = [...read, transcription === null ? [] : finder(ownLanguage).find(transcription)].flat();
        for (const entry of new Set(found.map((find) => find.entry))) places.get(terms[entry].id)?.push(id);
    }
    return places;
}
