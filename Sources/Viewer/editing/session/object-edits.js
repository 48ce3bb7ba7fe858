// @ts-check
/** Edits that clauses, themes, tours and terms have in common: creating, moving and deleting one of them. Each is one edit. */
import { randomDigits } from "../../base/uuid.js";
import { generatedId } from "./clause-reading.js";
import { movedPlace, orderOperations } from "./orders.js";

/** @typedef {import("./session.js").EditingSession} EditingSession */
/** @typedef {import("./values.js").Value} Value */
/** @typedef {keyof typeof KINDS} Kind */

/**
 * The kinds of objects that are kept in an order, by the start of their paths: the name of one in labels of edits, and all of
 * them.
 */
const KINDS = {
    clauses: { name: "Clause", all: (/** @type {EditingSession} */ session) => session.clauses() },
    categories: { name: "Theme", all: (/** @type {EditingSession} */ session) => session.categories() },
    tours: { name: "Tour", all: (/** @type {EditingSession} */ session) => session.tours() },
    glossary: { name: "Term", all: (/** @type {EditingSession} */ session) => session.terms() },
};

/** @param {string} text @param {number} longest @returns {string} its letters and digits in lower case; empty if it has none */
export function plainName(text, longest) {
    return text.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, longest);
}

/**
 * Returns an id for a new object: its number or name if that yields a valid and unused one. All others have random digits, so that
 * two users who create something at the same time do not create the same object.
 * @param {EditingSession} session
 * @param {string} wish
 * @param {Kind} kind
 */
export function freeId(session, wish, kind) {
    const base = plainName(wish, 40);
    if (base === "") return kind === "clauses" ? generatedId() : `${KINDS[kind].name.toLowerCase()}-${randomDigits()}`;
    // A deleted object keeps its fields, which must not reappear in a new one.
    const isFree = session.value(`${kind}/${base}`) === null && session.lastChange(`${kind}/${base}`) === null;
    return isFree ? base : `${base}-${randomDigits()}`;
}

/**
 * Creates an object.
 * @param {EditingSession} session
 * @param {Kind} kind
 * @param {string} wish  the name or number that its id is derived from
 * @param {Record<string, Value>} fields
 * @param {number} [index]  how many others come first; all of them by default
 * @returns {string} the id
 */
export function createObject(session, kind, wish, fields, index) {
    const id = freeId(session, wish, kind);
    const { name, all } = KINDS[kind];
    const others = all(session);
    const operations = [
        { path: `${kind}/${id}`, after: true },
        ...Object.entries(fields).map(([field, after]) => ({ path: `${kind}/${id}/${field}`, after })),
        ...orderOperations(kind, others, index ?? others.length, [id]),
    ];
    session.perform({ label: `create${name}`, operations });
    return id;
}

/** @param {EditingSession} session @param {Kind} kind @param {string} id @param {-1 | 1} steps  earlier or later in the order */
export function moveObject(session, kind, id, steps) {
    const { name, all } = KINDS[kind];
    const place = movedPlace(all(session), id, steps);
    if (place) session.perform({ label: `move${name}`, operations: orderOperations(kind, place.others, place.index, [id]) });
}

/** @param {EditingSession} session @param {Kind} kind @param {string} id */
export function deleteObject(session, kind, id) {
    session.perform({ label: `delete${KINDS[kind].name}`, operations: [{ path: `${kind}/${id}`, after: null }] });
}
