// @ts-check
/** What becomes of the texts of a clause that becomes part of another one. */
import { PURPOSES, textOf, textPath } from "../session/clause-reading.js";
import { textLanguages } from "./clause-edits.js";

/** @typedef {Pick<import("../session/session.js").EditingSession, "value" | "languages">} Session */
/** @typedef {{ path: string, after: any }} Operation */

/** What stands between two texts that become one. */
const BETWEEN = { title: "; ", translation: "\n\n", context: "\n\n", transcription: "\n" };

/** @param {Session} session @param {string} id @returns {number} how many texts a clause has */
export function writtenTexts(session, id) {
    return textPlaces(session, id).length;
}

/**
 * @param {Session} session @param {string} id
 * @returns {{ language: string, purpose: import("../session/clause-reading.js").Purpose, text: string }[]} those that are written
 */
function textPlaces(session, id) {
    const read = /** @type {import("../session/session.js").EditingSession} */ (session);
    return textLanguages(read).flatMap((language) =>
        PURPOSES.map((purpose) => ({ language, purpose, text: textOf(read, id, language, purpose) })).filter(({ text }) => text !== ""));
}

/**
 * The texts of one clause at the end, or, where it comes first in reading order, at the beginning of another's; and what the
 * other one lacks of number and opening words, and themes.
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
