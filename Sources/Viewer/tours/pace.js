// @ts-check
/** The arithmetic of tours, without a page: where a step is, how long it is shown, and where a reader goes on. */

/** @typedef {import("../base/types.js").LanguageMap} LanguageMap */

/**
 * A tour as the API has it.
 * @typedef {object} Tour
 * @property {string} id
 * @property {LanguageMap} title
 * @property {LanguageMap | null} summary
 * @property {Step[]} steps
 */

/**
 * @typedef {object} Step
 * @property {string} id
 * @property {string | null} document  another one of the library that it is in
 * @property {number} page
 * @property {[number, number, number, number] | null} box  image space; null: the whole page
 * @property {string[]} clauses  that are highlighted
 * @property {string | null} capture
 * @property {LanguageMap | null} text
 * @property {LanguageMap | null} [audio]  the path of a recording, in each language
 */

/** How fast a tour goes on by itself, as times the usual pace. */
export const SPEEDS = Object.freeze([0.5, 0.75, 1, 1.5, 2]);

/** What people read in a second, at ease and with a look at the sheet. */
const [WORDS_A_SECOND, LETTERS_A_WORD] = [2.5, 6];
/** Before anybody reads, they look. */
const LOOK_SECONDS = 3;
const SHORTEST_SECONDS = 6;

/**
 * How long a step is shown when the tour goes on by itself.
 * @param {string} text
 * @param {number} speed  one of `SPEEDS`
 * @returns {number} seconds
 */
export function stepSeconds(text, speed) {
    // Scripts without spaces have no words to count.
    const words = Math.max(text.split(/\s+/).filter(Boolean).length, [...text].length / LETTERS_A_WORD / 2);
    return Math.max(SHORTEST_SECONDS, LOOK_SECONDS + words / WORDS_A_SECOND) / speed;
}

/**
 * The document that a tour is of, and the tour's id: `ten-minutes`, or `magna-carta/ten-minutes` in another document.
 * @param {string} reference  of an address
 * @param {string} here  the document that is open
 */
export function tourOf(reference, here) {
    const slash = reference.indexOf("/");
    return slash < 0 ? { home: here, id: reference } : { home: reference.slice(0, slash), id: reference.slice(slash + 1) };
}

/**
 * The same, to be written into the address of a document.
 * @param {{ home: string, id: string }} tour
 * @param {string} document  whose address it is
 */
export function reference({ home, id }, document) {
    return home === document ? id : `${home}/${id}`;
}

/**
 * The step that is nearest to a number from 1; 0 where there are no steps.
 * @param {number} step
 * @param {number} count
 */
export function nearest(step, count) {
    return Math.min(count, Math.max(1, Math.trunc(step) || 1));
}

/**
 * Where a reader goes on who was at a step before; null where that is the beginning or the end.
 * @param {number | undefined} step
 * @param {number} count
 */
export function resumed(step, count) {
    return step !== undefined && step > 1 && step < count ? Math.trunc(step) : null;
}
