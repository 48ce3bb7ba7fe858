// @ts-check
/** Appends the texts of a clause to another clause when the two are joined. */
import { PURPOSES, textOf, textPath } from "../session/clause-reading.js";
import { textLanguages } from "./clause-edits.js";

/** @typedef {Pick<import("../session/session.js").EditingSession, "value" | "languages">} Session */
/** @typedef {{ path: string, after: any }} Operation */

/** The separators between two texts that are joined. */
const BETWEEN = { title: "; ", translation: "\n\n", context: "\n\n", transcription: "\n" };

/** @param {Session} session @param {string} id @returns {number} the number of texts that a clause has */
export function writtenTexts(session, id) {
    return textPlaces(session, id).length;
}

/**
 * @param {Session} session @param {string} id
 * @returns {{ language: string, purpose: import("../session/clause-reading.js").Purpose, text: string }[]} the texts that are not
 *   empty
 */
function textPlaces(session, id) {
    const read = /** @type {import("../session/session.js").EditingSession} */ (session);
    return textLanguages(read).flatMap((language) =>
        PURPOSES.map((purpose) => ({ language, purpose, text: textOf(read, id, language, purpose) })).filter(({ text }) => text !== ""));
}

/**
 * Returns the operations that append one clause's texts to another's, or prepend them if it comes first in reading order. They
 * also fill in a missing number and missing opening words, and combine the themes.
 * @param {Session & Pick<import("../drawing/types.js").DrawingSession, "clauses">} session
 * @param {string} from
 * @param {string} into
 * @returns {Operation[]}
 */
export function appended(session, from, into) {
    const read = /** @type {import("../session/session.js").EditingSession} */ (/** @type {unknown} */ (session));
    const order = session.clauses().map(({ id }) => id);
    const isBefore = order.indexOf(from) < order.indexOf(into);
    const texts = textPlaces(session, from).map(({ language, purpose, text }) => {
        const own = textOf(read, into, language, purpose);
        const both = isBefore ? [text, own] : [own, text];
        return { path: textPath(into, language, purpose), after: both.filter((part) => part !== "").join(BETWEEN[purpose]) };
    });
    const missing = ["number", "incipit"]
        .filter((field) => session.value(`clauses/${into}/${field}`) === null)
        .map((field) => ({ path: `clauses/${into}/${field}`, after: session.value(`clauses/${from}/${field}`) }));
    const themes = (/** @type {string} */ id) => /** @type {string[] | null} */ (session.value(`clauses/${id}/categories`)) ?? [];
    return [...texts, ...missing, { path: `clauses/${into}/categories`, after: [...new Set([...themes(into), ...themes(from)])] }];
}
