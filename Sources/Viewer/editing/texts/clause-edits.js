// @ts-check
/** Edits of whole clauses: creating, duplicating and numbering. Each is one edit. */
import { isGeneratedId, PURPOSES } from "../session/clause-reading.js";
import { createObject, freeId } from "../session/object-edits.js";
import { orderOperations } from "../session/orders.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/summaries.js").ClauseSummary} ClauseSummary */
/** @typedef {import("../session/values.js").Value} Value */

/**
 * Returns the place for a clause with a given number: before the first clause with a larger number, else at the end.
 * @param {Pick<ClauseSummary, "number">[]} clauses  in order
 * @param {string | null} number
 * @returns {number} how many clauses come first
 */
export function placeOf(clauses, number) {
    const wanted = number === null ? NaN : Number.parseInt(number, 10);
    const index = clauses.findIndex((clause) => clause.number !== null && Number.parseInt(clause.number, 10) > wanted);
    return index < 0 ? clauses.length : index;
}

/** @param {EditingSession} session @param {string | null} number @returns {string} the id of the new clause */
export function createClause(session, number) {
    const fields = { kind: "clause", categories: [], ...(number === null ? {} : { number }) };
    return createObject(session, "clauses", number ?? "", fields, placeOf(session.clauses(), number));
}

/**
 * @param {EditingSession} session
 * @param {string} id
 * @returns {string | null} the id of a copy placed right after the clause, or null if there is no such clause
 */
export function duplicateClause(session, id) {
    const clauses = session.clauses();
    const index = clauses.findIndex((clause) => clause.id === id);
    if (index < 0) return null;
    const copy = freeId(session, isGeneratedId(id) ? "" : id, "clauses");
    const [from, to] = [`clauses/${id}`, `clauses/${copy}`];
    const fields = ["number", "kind", "incipit", "categories", "words", ...clauses[index].pages.map((page) => `regions/${page}`)];
    for (const language of textLanguages(session)) {
        for (const purpose of [...PURPOSES, "phrases"]) fields.push(`texts/${language}/${purpose}`);
    }
    const copied = fields
        .map((field) => ({ path: `${to}/${field}`, after: session.value(`${from}/${field}`) }))
        .filter(({ after }) => after !== null);
    session.perform({
        label: "duplicateClause",
        operations: [{ path: to, after: true }, ...orderOperations("clauses", clauses, index + 1, [copy]), ...copied],
    });
    return copy;
}

/**
 * Numbers clauses in reading order. Details, and clauses without a number, are skipped.
 * @param {EditingSession} session
 * @param {string} from  the id of the first clause to number
 * @param {number} number  the number of that clause
 * @returns {{ id: string, before: string, after: string }[]} the clauses whose numbers change
 */
export function renumbering(session, from, number) {
    const clauses = session.clauses();
    const rest = clauses.slice(Math.max(0, clauses.findIndex(({ id }) => id === from)));
    return rest
        .filter((clause) => clause.number !== null && clause.kind === "clause")
        .map((clause, index) => ({ id: clause.id, before: String(clause.number), after: String(number + index) }))
        .filter(({ before, after }) => before !== after);
}

/** @param {EditingSession} session @param {{ id: string, after: string }[]} numbers */
export function renumber(session, numbers) {
    const operations = numbers.map(({ id, after }) => ({ path: `clauses/${id}/number`, after }));
    session.perform({ label: "renumber", operations });
}

/**
 * Returns the languages of the texts, including the document's own language.
 * @param {EditingSession} session
 * @returns {string[]}
 */
export function textLanguages(session) {
    const own = session.value("document/language");
    return [...new Set([...session.languages, ...(typeof own === "string" ? [own] : [])])];
}

