// @ts-check
/** Clauses of the working copy as readers will see them. */
import { randomDigits } from "../../base/uuid.js";

/** @typedef {import("./session.js").EditingSession} EditingSession */
/** @typedef {import("../../base/types.js").Clause} Clause */

export const PURPOSES = /** @type {const} */ (["title", "translation", "context", "transcription"]);
/** @typedef {typeof PURPOSES[number]} Purpose */

/** @param {string} id @param {string} language @param {Purpose} purpose */
export function textPath(id, language, purpose) {
    return `clauses/${id}/texts/${language}/${purpose}`;
}

/** @param {string} id @param {string} language  the language of the translation */
export function reviewPath(id, language) {
    return `clauses/${id}/texts/${language}/reviewed`;
}

/**
 * @param {EditingSession} session
 * @param {string} id
 * @param {string} language
 * @param {Purpose} purpose
 * @returns {string} empty if there is none
 */
export function textOf(session, id, language, purpose) {
    const value = session.value(textPath(id, language, purpose));
    return typeof value === "string" ? value : "";
}

/**
 * Returns a clause in the first language that has texts for it, as the server would.
 * @param {EditingSession} session
 * @param {import("./summaries.js").ClauseSummary} summary
 * @param {string} language
 * @returns {Clause}
 */
export function readClause(session, { id, number, kind, categories, pages }, language) {
    const languages = [language, ...session.languages];
    const has = (/** @type {string} */ lang) => ["title", "translation", "context"].some((purpose) => textOf(session, id, lang, /** @type {Purpose} */ (purpose)) !== "");
    const lang = languages.find(has) ?? null;
    const text = (/** @type {Purpose} */ purpose) => (lang === null ? null : textOf(session, id, lang, purpose) || null);
    const own = String(session.value("document/language") ?? "");
    const isOutline = session.categories().some((category) => category.style === "outline" && categories.includes(category.id));
    return {
        id,
        number,
        kind,
        incipit: /** @type {string | null} */ (session.value(`clauses/${id}/incipit`)),
        title: text("title"),
        translation: text("translation"),
        context: text("context"),
        transcription: textOf(session, id, own, "transcription") || null,
        lang,
        categories,
        style: isOutline ? "outline" : "filled",
        regions: pages.flatMap((page) =>
            /** @type {any[]} */ (session.value(`clauses/${id}/regions/${page}`)).map(({ polygon, holes = [] }) => ({ page, polygon, holes })),
        ),
    };
}

/** @returns {string} a new id for a clause without a number, such as a drawn one, not meant for people */
export function generatedId() {
    return `c-${randomDigits()}`;
}

/** @param {string} id @returns {boolean} whether the id was generated */
export function isGeneratedId(id) {
    return /^c-[0-9a-f]{8}-[0-9a-f]{4}$/.test(id);
}
