// @ts-check
/** Gives pages that were added here other numbers, as somebody else has added pages with the same ones meanwhile. Pure. */
import { normal, same } from "./values.js";

/** @typedef {import("./outbox.js").Entry} Entry */
/** @typedef {import("./outbox.js").Operation} Operation */
/** @typedef {import("./values.js").Value} Value */
/** @typedef {{ from: number, to: number }} Renumbering */

/** The fields whose values name pages. */
const NAMING = /^(clauses\/[^/]+\/words|tours\/[^/]+\/steps\/[^/]+|document\/structures)$/;

/**
 * Returns the numbers of the pages that an edit adds and that are in conflict with pages of others.
 * @param {Pick<Entry, "undoes" | "revision" | "operations">} entry
 * @param {{ conflicts: import("./outbox.js").Conflict[], revision: number }} outcome
 * @returns {number[]}
 */
export function takenNumbers({ undoes, revision, operations }, { conflicts, revision: newest }) {
    // A server that was restored from a backup refuses any number until this page is loaded again.
    if (undoes !== null || newest < revision) return [];
    const stated = new Map(conflicts.map((conflict) => [conflict.path, conflict]));
    const given = new Map(operations.map((operation) => [operation.path, operation]));
    return operations.flatMap(({ path, before, after }) => {
        const number = Number(/^pages\/(\d+)$/.exec(path)?.[1]);
        // A page is new if its order is set in the same edit; one that is restored has an order already.
        const order = given.get(`${path}/order`);
        if (!number || before !== null || after !== true || !order || order.before !== null || !stated.has(path)) return [];
        // Opened from a file of edits, it may be the very page that is there.
        const image = `${path}/image`;
        const [mine, theirs] = [given.get(image)?.after, stated.get(image)?.theirs];
        return mine && theirs && same(normal(image, mine), normal(image, theirs)) ? [] : [number];
    });
}

/**
 * Returns an edit that adds a page, and all later ones, with another number for this page.
 * @param {Entry[]} pending  in order
 * @param {string} id  the id of the edit; if it is not there, nothing is returned
 * @param {Renumbering} numbers
 */
export function renumberedEntries(pending, id, numbers) {
    const first = pending.findIndex((entry) => entry.id === id);
    const entries = first < 0 ? [] : pending.slice(first);
    const operations = renumbered(entries.map((entry) => entry.operations), numbers);
    return entries.map((entry, at) => ({ ...entry, operations: operations[at] }));
}

/**
 * Returns edits with another number for the page that the first of them adds.
 * @param {Operation[][]} edits  in the order in which they were made
 * @param {Renumbering} numbers
 * @returns {Operation[][]}
 */
export function renumbered(edits, { from, to }) {
    /** @type {Set<string>} */
    const changed = new Set();
    return edits.map((operations) => operations.map(({ path, before, after }) => {
        // The first value is the server's, where the number is that of another page.
        const isOwn = changed.has(path);
        changed.add(path);
        const isNaming = NAMING.test(path);
        return {
            path: path.replace(/^(pages\/|clauses\/[^/]+\/regions\/)(\d+)(?=\/|$)/, (whole, kind, number) => (Number(number) === from ? kind + to : whole)),
            before: isNaming && isOwn ? valueOn(before, from, to) : before,
            after: isNaming ? valueOn(after, from, to) : after,
        };
    }));
}

/**
 * @param {Value} value  words, a step of a tour, or contents @param {number} from @param {number} to
 * @returns {Value}
 */
function valueOn(value, from, to) {
    if (Array.isArray(value)) return value.map((one) => (one === from ? to : valueOn(one, from, to)));
    // A step can be in another document.
    if (typeof value !== "object" || value === null || /** @type {any} */ (value).document) return value;
    const parts = Object.entries(value).map(([key, part]) => {
        if (key === "page") return [key, part === from ? to : part];
        return [key, key === "pages" || key === "items" ? valueOn(part, from, to) : part];
    });
    return Object.fromEntries(parts);
}
