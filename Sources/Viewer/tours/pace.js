// @ts-check
/** The arithmetic of tours, independent of the DOM: where a step is, how long it is shown, and where to resume. */

/** @typedef {import("../base/types.js").LanguageMap} LanguageMap */

/**
 * A tour as the API returns it.
 * @typedef {object} Tour
 * @property {string} id
 * @property {LanguageMap} title
 * @property {LanguageMap | null} summary
 * @property {Step[]} steps
 */

/**
 * @typedef {object} Step
 * @property {string} id
 * @property {string | null} document  the document of the library that contains the step, if not the tour's own
 * @property {number} page
 * @property {[number, number, number, number] | null} box  in image space; null for the whole page
 * @property {string[]} clauses  the highlighted clauses
 * @property {string | null} capture
 * @property {LanguageMap | null} text
 * @property {LanguageMap | null} [audio]  the path of a recording, in each language
 */

/** Speeds of automatic play, as multiples of the usual pace. */
export const SPEEDS = Object.freeze([0.5, 0.75, 1, 1.5, 2]);

/** A comfortable reading speed in words per second, which allows for glances at the sheet, and the mean length of a word. */
const [WORDS_A_SECOND, LETTERS_A_WORD] = [2.5, 6];
/** Readers look at the sheet before they read. */
const LOOK_SECONDS = 3;
const SHORTEST_SECONDS = 6;

/**
 * Returns how long a step is shown during automatic play.
 * @param {string} text
 * @param {number} speed  one of `SPEEDS`
 * @returns {number} seconds
 */
export function stepSeconds(text, speed) {
    // In scripts without spaces, words cannot be counted.
    const words = Math.max(text.split(/\s+/).filter(Boolean).length, [...text].length / LETTERS_A_WORD / 2);
    return Math.max(SHORTEST_SECONDS, LOOK_SECONDS + words / WORDS_A_SECOND) / speed;
}

/**
 * Parses a reference to a tour into its document and id: `ten-minutes`, or `magna-carta/ten-minutes` in another document.
 * @param {string} reference  as in an address
 * @param {string} here  the open document
 */
export function tourOf(reference, here) {
    const slash = reference.indexOf("/");
    return slash < 0 ? { home: here, id: reference } : { home: reference.slice(0, slash), id: reference.slice(slash + 1) };
}

/**
 * Returns the reference to a tour for the address of a document.
 * @param {{ home: string, id: string }} tour
 * @param {string} document  the document of the address
 */
export function reference({ home, id }, document) {
    return home === document ? id : `${home}/${id}`;
}

/**
 * Clamps a step number to the range from 1; returns 0 if there are no steps.
 * @param {number} step
 * @param {number} count
 */
export function nearest(step, count) {
    return Math.min(count, Math.max(1, Math.trunc(step) || 1));
}

/**
 * Returns the step at which to resume a tour; null if that would be the beginning or the end.
 * @param {number | undefined} step
 * @param {number} count
 */
export function resumed(step, count) {
    return step !== undefined && step > 1 && step < count ? Math.trunc(step) : null;
}
