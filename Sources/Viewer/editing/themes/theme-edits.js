// @ts-check
/** Edits of themes. Each is one edit, or several if it has more than `MOST` operations. */
import { createObject } from "../session/object-edits.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/summaries.js").CategorySummary} CategorySummary */

/** The maximum number of operations per edit, well below the server's limit. */
const MOST = 1000;

/** @param {EditingSession} session @param {string} name @param {string} language @returns {string} the id of the new theme */
export function createTheme(session, name, language) {
    return createObject(session, "categories", name, { label: { [language]: name }, style: "filled", includedInAll: true });
}

/**
 * Returns the number of clauses of each theme.
 * @param {EditingSession} session
 * @returns {Map<string, number>}
 */
export function themeCounts(session) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { categories } of session.clauses()) {
        for (const id of categories) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
}

/**
 * Deletes a theme. Its clauses lose it, or get another one in its place.
 * @param {EditingSession} session
 * @param {string} id
 * @param {string | null} into
 */
export function removeTheme(session, id, into) {
    const without = session.clauses().filter(({ categories }) => categories.includes(id)).map((clause) => ({
        path: `clauses/${clause.id}/categories`,
        after: [...new Set(clause.categories.flatMap((one) => (one !== id ? [one] : into === null ? [] : [into])))],
    }));
    performInParts(session, into === null ? "deleteTheme" : "mergeThemes", [...without, { path: `categories/${id}`, after: null }]);
}

/**
 * Assigns a theme to exactly the given clauses.
 * @param {EditingSession} session
 * @param {string} id
 * @param {Set<string>} clauses
 */
export function applyTheme(session, id, clauses) {
    const operations = session.clauses().flatMap((clause) => {
        const has = clause.categories.includes(id);
        if (has === clauses.has(clause.id)) return [];
        const after = has ? clause.categories.filter((one) => one !== id) : [...clause.categories, id];
        return [{ path: `clauses/${clause.id}/categories`, after }];
    });
    performInParts(session, "applyTheme", operations);
}

/** @param {EditingSession} session @param {string} label @param {{ path: string, after: any }[]} operations */
function performInParts(session, label, operations) {
    for (let start = 0; start < operations.length; start += MOST) {
        session.perform({ label, operations: operations.slice(start, start + MOST) });
    }
}
