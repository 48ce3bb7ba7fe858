// @ts-check
/** Edits that clauses, themes, tours and terms have in common: creating, moving and deleting one of them. Each is one edit. */

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
 * Returns an id for a new object: derived from its number or name if that yields a valid one, and unused.
 * @param {EditingSession} session
 * @param {string} wish
 * @param {Kind} kind
 */
export function freeId(session, wish, kind) {
    const base = plainName(wish, 40) || KINDS[kind].name.toLowerCase();
    // A deleted object keeps its fields, which must not reappear in a new one.
    const isFree = (/** @type {string} */ id) => session.value(`${kind}/${id}`) === null && session.lastChange(`${kind}/${id}`) === null;
    if (isFree(base)) return base;
    for (let count = 2; ; count += 1) if (isFree(`${base}-${count}`)) return `${base}-${count}`;
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

/**
 * Creates an object, at the end unless its fields state its order.
 * @param {EditingSession} session
 * @param {Kind} kind
 * @param {string} wish  the name or number that its id is derived from
 * @param {Record<string, Value>} fields
 * @returns {string} the id
 */
export function createObject(session, kind, wish, fields) {
    const id = freeId(session, wish, kind);
    const { name, all } = KINDS[kind];
    const order = fields.order ?? between(all(session).at(-1), undefined);
    const operations = Object.entries({ ...fields, order }).map(([field, after]) => ({ path: `${kind}/${id}/${field}`, after }));
    session.perform({ label: `create${name}`, operations: [{ path: `${kind}/${id}`, after: true }, ...operations] });
    return id;
}

/** @param {EditingSession} session @param {Kind} kind @param {string} id @param {-1 | 1} steps  earlier or later in the order */
export function moveObject(session, kind, id, steps) {
    const { name, all } = KINDS[kind];
    const order = movedOrder(all(session), id, steps);
    if (order !== null) session.perform({ label: `move${name}`, operations: [{ path: `${kind}/${id}/order`, after: order }] });
}

/** @param {EditingSession} session @param {Kind} kind @param {string} id */
export function deleteObject(session, kind, id) {
    session.perform({ label: `delete${KINDS[kind].name}`, operations: [{ path: `${kind}/${id}`, after: null }] });
}
