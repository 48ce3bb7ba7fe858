// @ts-check
/**
 * The edits that the server has not acknowledged yet, in the order in which they were made. Pure: each method returns the entries
 * to be stored and removed, and delivery.js stores and removes them.
 */
import { same, split } from "./values.js";

/** @typedef {import("./values.js").Value} Value */
/** @typedef {{ path: string, before: Value, after: Value }} Operation */

/**
 * A field that somebody else has changed in the meantime.
 * @typedef {object} Conflict
 * @property {string} path
 * @property {Value} before  the value that both edits started from
 * @property {Value} theirs  the value on the server
 * @property {Value} mine
 * @property {string | null} editor  the user who changed the field
 * @property {string | null} at
 */

/**
 * `open`: may still be merged with later edits. `waiting`: to be sent. `conflict`: waits for the user's choice. `refused`:
 * rejected by the server for a reason that will not go away.
 * @typedef {"open" | "waiting" | "conflict" | "refused"} State
 */

/**
 * @typedef {object} Entry
 * @property {string} id  the id of the edit
 * @property {string} owner  the document and the editor
 * @property {number} sequence
 * @property {State} state
 * @property {string | null} mergeKey
 * @property {string} label
 * @property {string | null} undoes
 * @property {number} revision  the revision up to which all edits were known when this one was made
 * @property {Operation[]} operations
 * @property {number} at  when the edit was last changed, in milliseconds since 1970
 * @property {Conflict[]} [conflicts]
 * @property {string} [detail]  the reason for the refusal
 */

/** @typedef {{ put: Entry[], remove: string[] }} Changes  changes to the stored entries */

/** An open entry unchanged for this long is sent, even if the page that made it is gone. */
const ABANDONED_MILLISECONDS = 2500;

export class Outbox {
    /** @type {Entry[]} */
    #entries = [];

    /** @param {Entry[]} [entries] */
    constructor(entries = []) {
        this.#entries = [...entries].sort((one, other) => one.sequence - other.sequence || (one.id < other.id ? -1 : 1));
    }

    get entries() {
        return this.#entries;
    }

    /** The edits still to be sent. */
    get pending() {
        return this.#entries.filter(({ state }) => state === "open" || state === "waiting");
    }

    get conflicts() {
        return this.#entries.filter(({ state }) => state === "conflict");
    }

    get refused() {
        return this.#entries.filter(({ state }) => state === "refused");
    }

    /** The values that the pending edits give to fields, by path. */
    values() {
        /** @type {Map<string, Value>} */
        const values = new Map();
        for (const { operations } of this.pending) for (const { path, after } of operations) values.set(path, after);
        return values;
    }

    /**
     * Adds an edit, or merges it into the open one with the same key. Closes all other open edits.
     * @param {Omit<Entry, "sequence" | "state">} edit
     * @returns {{ entry: Entry | null, changes: Changes }} a null entry if merging has left no change
     */
    add(edit) {
        const last = this.pending.at(-1);
        if (last?.state === "open" && edit.mergeKey !== null && last.mergeKey === edit.mergeKey) {
            const operations = merged([...last.operations, ...edit.operations]);
            if (operations.length === 0) return { entry: null, changes: this.remove(last.id) };
            const entry = { ...last, operations, at: edit.at };
            return { entry, changes: this.#change(entry) };
        }
        const closed = this.release();
        const sequence = Math.max(edit.at, (this.#entries.at(-1)?.sequence ?? 0) + 1);
        /** @type {Entry} */
        const entry = { ...edit, sequence, state: edit.mergeKey === null ? "waiting" : "open" };
        this.#entries = [...this.#entries, entry];
        return { entry, changes: { put: [...closed.put, entry], remove: [] } };
    }

    /**
     * Closes open edits, so that nothing more is merged into them.
     * @returns {Changes}
     */
    release() {
        return this.replace(this.#entries.filter(({ state }) => state === "open").map((entry) => ({ ...entry, state: "waiting" })));
    }

    /**
     * Returns the next edit to send, or how long to wait until the open one is due.
     * @param {number} now  milliseconds since 1970
     * @returns {{ entry: Entry | null, waitMilliseconds: number | null }}
     */
    next(now) {
        const first = this.pending[0];
        if (!first) return { entry: null, waitMilliseconds: null };
        const rest = first.state === "open" ? first.at + ABANDONED_MILLISECONDS - now : 0;
        return rest > 0 ? { entry: null, waitMilliseconds: rest } : { entry: first, waitMilliseconds: null };
    }

    /**
     * Removes an edit, such as one that has been applied or discarded.
     * @param {string} id
     * @returns {Changes}
     */
    remove(id) {
        this.#entries = this.#entries.filter((one) => one.id !== id);
        return { put: [], remove: [id] };
    }

    /**
     * Marks an edit as refused. Later edits of the same fields then start from the server's values.
     * @param {string} id
     * @param {string} detail
     * @param {(path: string) => Value} served  returns the value on the server
     * @returns {Changes}
     */
    refuse(id, detail, served) {
        const entry = this.#entries.find((one) => one.id === id);
        if (!entry) return { put: [], remove: [] };
        /** @type {Entry} */
        const refused = { ...entry, state: "refused", detail };
        const changes = this.#change(refused);
        const put = this.#rebase(entry.operations, served);
        return { put: [...changes.put, ...put], remove: [] };
    }

    /**
     * Splits an edit that is in conflict. The fields in conflict wait for the user's choice, including later edits of them; the
     * other fields are sent as a separate edit. If a whole clause is in conflict, none of its fields are sent.
     * @param {string} id
     * @param {Conflict[]} conflicts
     * @param {string} restId  the id of the edit with the other fields
     * @returns {{ rest: Entry | null, changes: Changes }}
     */
    divide(id, conflicts, restId) {
        const entry = this.#entries.find((one) => one.id === id);
        if (!entry) return { rest: null, changes: { put: [], remove: [] } };
        const isHeld = heldBy(conflicts);
        const held = entry.operations.filter(({ path }) => isHeld(path));
        const free = entry.operations.filter(({ path }) => !isHeld(path));
        // The user may have continued typing: `mine` is the newest text.
        const newest = this.values();
        const stated = new Map(conflicts.map((conflict) => [conflict.path, conflict]));
        /** @type {Conflict[]} */
        const chosen = held.map(({ path, before, after }) => ({
            path,
            before,
            theirs: stated.get(path)?.theirs ?? null,
            mine: newest.has(path) ? (newest.get(path) ?? null) : after,
            editor: stated.get(path)?.editor ?? null,
            at: stated.get(path)?.at ?? null,
        }));
        /** @type {Entry} */
        const kept = { ...entry, state: "conflict", conflicts: chosen, operations: held };
        /** @type {Entry | null} */
        const rest = free.length > 0 ? { ...entry, id: restId, state: "waiting", operations: free } : null;
        const changes = this.#change(kept);
        if (rest) {
            this.#entries.splice(this.#entries.indexOf(kept) + 1, 0, rest);
            changes.put.push(rest);
        }
        const paths = new Set(held.map(({ path }) => path));
        for (const later of this.pending) {
            if (later === rest || !later.operations.some(({ path }) => paths.has(path))) continue;
            const operations = later.operations.filter(({ path }) => !paths.has(path));
            const change = operations.length > 0 ? this.#change({ ...later, operations }) : this.remove(later.id);
            changes.put.push(...change.put);
            changes.remove.push(...change.remove);
        }
        return { rest, changes };
    }

    /**
     * Updates edits that undo an edit which has been sent under another id, or was not applied.
     * @param {string} id
     * @param {string | null} newId  null if the edit was not applied
     * @returns {Changes}
     */
    rename(id, newId) {
        return this.replace(this.pending.filter(({ undoes }) => undoes === id).map((entry) => ({ ...entry, undoes: newId })));
    }

    /** @param {Entry[]} put  entries with the ids of those that they replace @returns {Changes} */
    replace(put) {
        for (const entry of put) this.#change(entry);
        return { put, remove: [] };
    }

    /**
     * Removes a conflict from its edit, once the user has resolved it.
     * @param {string} path
     * @returns {Changes}
     */
    resolve(path) {
        /** @type {Changes} */
        const changes = { put: [], remove: [] };
        for (const entry of this.conflicts) {
            const conflicts = (entry.conflicts ?? []).filter((conflict) => conflict.path !== path);
            if (conflicts.length === entry.conflicts?.length) continue;
            const operations = entry.operations.filter((operation) => operation.path !== path);
            const change = conflicts.length > 0 ? this.#change({ ...entry, conflicts, operations }) : this.remove(entry.id);
            changes.put.push(...change.put);
            changes.remove.push(...change.remove);
        }
        return changes;
    }

    /**
     * Queues a refused edit again.
     * @param {string} id
     * @param {string} newId
     * @param {(path: string) => Value} value  returns the current value of a field
     * @returns {Changes}
     */
    resend(id, newId, value) {
        const entry = this.#entries.find((one) => one.id === id && one.state === "refused");
        if (!entry) return { put: [], remove: [] };
        const operations = entry.operations.map((operation) => ({ ...operation, before: value(operation.path) }));
        const removed = this.remove(id);
        const sequence = (this.#entries.at(-1)?.sequence ?? entry.sequence) + 1;
        /** @type {Entry} */
        const again = { ...entry, id: newId, sequence, state: "waiting", operations, detail: undefined };
        this.#entries = [...this.#entries, again];
        return { put: [again], remove: removed.remove };
    }

    /**
     * Makes pending edits that started from discarded values start from the server's values.
     * @param {Operation[]} given  the discarded operations
     * @param {(path: string) => Value} served
     */
    #rebase(given, served) {
        const was = new Map(given.map(({ path, after }) => [path, after]));
        const put = [];
        for (const entry of this.pending) {
            let isOther = false;
            const operations = entry.operations.map((operation) => {
                if (!was.has(operation.path) || !same(was.get(operation.path), operation.before)) return operation;
                was.delete(operation.path);
                isOther = true;
                return { ...operation, before: served(operation.path) };
            });
            if (isOther) put.push(...this.#change({ ...entry, operations }).put);
        }
        return put;
    }

    /** @param {Entry} entry @returns {Changes} */
    #change(entry) {
        this.#entries = this.#entries.map((one) => (one.id === entry.id ? entry : one));
        return { put: [entry], remove: [] };
    }
}

/**
 * Merges operations into one for each path, from the first value to the last, and drops those that change nothing.
 * @param {Operation[]} operations
 */
export function merged(operations) {
    /** @type {Map<string, Operation>} */
    const paths = new Map();
    for (const { path, before, after } of operations) {
        paths.set(path, { path, before: paths.has(path) ? /** @type {Operation} */ (paths.get(path)).before : before, after });
    }
    return [...paths.values()].filter(({ before, after }) => !same(before, after));
}

/** @param {Conflict[]} conflicts @returns {(path: string) => boolean} a test of whether a field is held back by the conflicts */
function heldBy(conflicts) {
    const paths = new Set(conflicts.map(({ path }) => path));
    return (path) => paths.has(path) || paths.has(split(path)[0]);
}
