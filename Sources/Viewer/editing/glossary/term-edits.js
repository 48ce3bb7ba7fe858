// @ts-check
/** Edits of the glossary's terms. Each is one edit. */

/** @typedef {import("../session/session.js").EditingSession} EditingSession */

/** @param {EditingSession} session @param {string} id @param {string[]} others  the ids of related terms */
export function relateTerm(session, id, others) {
    session.perform({ label: "relateTerm", operations: [{ path: `glossary/${id}/seeAlso`, after: others.length > 0 ? others : null }] });
}

/**
 * Splits typed forms of a term, which are separated by commas or the like.
 * @param {string} text
 * @returns {string[]}
 */
export function formsOf(text) {
    return [...new Set(text.split(/[,،、;\n]/).map((form) => form.trim()).filter((form) => form !== ""))];
}

/**
 * Replaces the forms in one language. Returns null if no forms are left.
 * @param {unknown} value  the forms by language
 * @param {string} language
 * @param {string[]} forms
 * @returns {Record<string, string[]> | null}
 */
export function withForms(value, language, forms) {
    const { [language]: _, ...others } = /** @type {Record<string, string[]>} */ (value ?? {});
    const all = forms.length > 0 ? { ...others, [language]: forms } : others;
    return Object.keys(all).length === 0 ? null : all;
}
