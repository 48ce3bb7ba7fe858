// @ts-check
/** Edits of whole clauses: creating, duplicating, moving, numbering and deleting. Each is one edit. */
import { PURPOSES } from "../session/clause-reading.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/summaries.js").ClauseSummary} ClauseSummary */
/** @typedef {import("../session/values.js").Value} Value */

/**
 * Returns an id for a new object: derived from its number or name if that yields a valid one, and unused.
 * @param {EditingSession} session
 * @param {string} wish
 * @param {"clauses" | "categories" | "tours" | "glossary"} kind
 * @param {string} fallback  used if nothing in `wish` is usable
 */
export function freeId(session, wish, kind = "clauses", fallback = "clause") {
    const base = wish.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 40) || fallback;
    // A deleted object keeps its fields, which must not reappear in a new one.
    const isFree = (/** @type {string} */ id) => session.value(`${kind}/${id}`) === null && session.lastChange(`${kind}/${id}`) === null;
    if (isFree(base)) return base;
    for (let count = 2; ; count += 1) if (isFree(`${base}-${count}`)) return `${base}-${count}`;
}

/**
 * Returns the order for a clause with a given number: before the first clause with a larger number, else at the end.
 * @param {ClauseSummary[]} clauses  in order
 * @param {string | null} number
 * @returns {number} the order of the clause
 */
export function orderOf(clauses, number) {
    const wanted = number === null ? NaN : Number.parseInt(number, 10);
    const index = clauses.findIndex((clause) => clause.number !== null && Number.parseInt(clause.number, 10) > wanted);
    return index < 0 ? between(clauses.at(-1), undefined) : between(clauses[index - 1], clauses[index]);
}

/** @param {{ order: number } | undefined} before @param {{ order: number } | undefined} after @returns {number} an order between them */
export function between(before, after) {
    if (!before) return after ? after.order - 1 : 0;
    return after ? (before.order + after.order) / 2 : before.order + 1;
}

/**
 * Returns the new order of an object that moves by one place, or null if it cannot move.
 * @param {{ id: string, order: number }[]} all
 * @param {string} id
 * @param {-1 | 1} steps
 */
export function movedOrder(all, id, steps) {
    const others = all.filter((one) => one.id !== id);
    const index = all.findIndex((one) => one.id === id) + steps;
    return index < 0 || index > others.length ? null : between(others[index - 1], others[index]);
}

/** @param {EditingSession} session @param {string | null} number @returns {string} the id of the new clause */
export function createClause(session, number) {
    const id = freeId(session, number ?? "clause");
    const owner = `clauses/${id}`;
    const order = orderOf(session.clauses(), number);
    session.perform({
        label: "createClause",
        operations: [
            { path: owner, after: true },
            { path: `${owner}/kind`, after: "clause" },
            { path: `${owner}/categories`, after: [] },
            { path: `${owner}/order`, after: order },
            ...(number === null ? [] : [{ path: `${owner}/number`, after: number }]),
        ],
    });
    return id;
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
    const copy = freeId(session, id);
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
        operations: [{ path: to, after: true }, { path: `${to}/order`, after: between(clauses[index], clauses[index + 1]) }, ...copied],
    });
    return copy;
}

/** @param {EditingSession} session @param {string} id */
export function deleteClause(session, id) {
    session.perform({ label: "deleteClause", operations: [{ path: `clauses/${id}`, after: null }] });
}

/**
 * Moves a clause earlier or later in reading order, by one place.
 * @param {EditingSession} session
 * @param {string} id
 * @param {-1 | 1} steps
 */
export function moveClause(session, id, steps) {
    const order = movedOrder(session.clauses(), id, steps);
    if (order !== null) session.perform({ label: "moveClause", operations: [{ path: `clauses/${id}/order`, after: order }] });
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

