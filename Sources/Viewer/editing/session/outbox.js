// @ts-check
/**
 * The edits that the server has not acknowledged, in the order in which they were made. Pure: each method returns what is
 * to be stored and removed, and session.js does that.
 */
import { same, split } from "./values.js";

/** @typedef {import("./values.js").Value} Value */
/** @typedef {{ path: string, before: Value, after: Value }} Operation */

/**
 * A field that somebody else has changed meanwhile.
 * @typedef {object} Conflict
 * @property {string} path
 * @property {Value} before  which both began with
 * @property {Value} theirs  now
 * @property {Value} mine
 * @property {string | null} editor  who changed it
 * @property {string | null} at
 */

/**
 * `open` while it may still be merged with what follows; `waiting` to be sent; `conflict` until the user has chosen;
 * `refused` by the server for a reason that repetition does not change.
 * @typedef {"open" | "waiting" | "conflict" | "refused"} State
 */

/**
 * @typedef {object} Entry
 * @property {string} id  of the edit
 * @property {string} owner  document and editor
 * @property {number} sequence
 * @property {State} state
 * @property {string | null} mergeKey
 * @property {string} label
 * @property {string | null} undoes
 * @property {"redo" | null} [way]  of an edit that undoes: whether what it undoes was itself an undo
 * @property {number} revision  the newest that was known
 * @property {Operation[]} operations
 * @property {number} at  milliseconds of 1970, when it was last changed
 * @property {Conflict[]} [conflicts]
 * @property {string} [detail]  why it was refused
 */

/** @typedef {{ put: Entry[], remove: string[] }} Changes  to what is stored */

/** An open entry that nobody has changed for so long is sent, whatever has become of its page. */
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

    /** Those that are still to be sent. */
    get pending() {
        return this.#entries.filter(({ state }) => state === "open" || state === "waiting");
    }

    get conflicts() {
        return this.#entries.filter(({ state }) => state === "conflict");
    }

    get refused() {
        return this.#entries.filter(({ state }) => state === "refused");
    }

    /** What the pending edits make of the fields that they change. */
    values() {
        /** @type {Map<string, Value>} */
        const values = new Map();
        for (const { operations } of this.pending) for (const { path, after } of operations) values.set(path, after);
        return values;
    }

    /**
     * Adds an edit, or merges it into the open one with the same key. All others that are open are closed by it.
     * @param {Omit<Entry, "sequence" | "state">} edit
     * @returns {{ entry: Entry | null, changes: Changes }} null where merging has left no change at all
     */
    add(edit) {
        const last = this.pending.at(-1);
        if (last?.state === "open" && edit.mergeKey !== null && last.mergeKey === edit.mergeKey) {
            const operations = merged([...last.operations, ...edit.operations]);
            if (operations.length === 0) return { entry: null, changes: this.#without(last.id) };
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
     * Nothing more is merged into what there is.
     * @returns {Changes}
     */
    release() {
        const put = this.#entries.filter(({ state }) => state === "open").map((entry) => ({ ...entry, state: /** @type {State} */ ("waiting") }));
        for (const entry of put) this.#change(entry);
        return { put, remove: [] };
    }

    /**
     * The next edit to be sent, and how long to wait until there is one that is open now.
     * @param {number} now  milliseconds of 1970
     * @returns {{ entry: Entry | null, waitMilliseconds: number | null }}
     */
    next(now) {
        const first = this.pending[0];
        if (!first) return { entry: null, waitMilliseconds: null };
        const rest = first.state === "open" ? first.at + ABANDONED_MILLISECONDS - now : 0;
        return rest > 0 ? { entry: null, waitMilliseconds: rest } : { entry: first, waitMilliseconds: null };
    }

    /** @param {string} id  of an edit that the server has applied, or that is given up @returns {Changes} */
    remove(id) {
        return this.#without(id);
    }

    /**
     * The server will never apply an edit. What was made after it begins from what the server has instead.
     * @param {string} id
     * @param {string} detail
     * @param {(path: string) => Value} served  what the server has
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
     * Others have changed some of an edit's fields: these wait for the user's choice, with all that was done to them since;
     * the rest is sent as an edit of its own. Where a whole clause is in conflict, nothing of it is sent.
     * @param {string} id
     * @param {Conflict[]} conflicts
     * @param {string} restId  of the edit with the rest
     * @returns {{ rest: Entry | null, changes: Changes }}
     */
    divide(id, conflicts, restId) {
        const entry = this.#entries.find((one) => one.id === id);
        if (!entry) return { rest: null, changes: { put: [], remove: [] } };
        const isHeld = heldBy(conflicts);
        const held = entry.operations.filter(({ path }) => isHeld(path));
        const free = entry.operations.filter(({ path }) => !isHeld(path));
        // Typing may have gone on: the newest text is mine.
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
            const change = operations.length > 0 ? this.#change({ ...later, operations }) : this.#without(later.id);
            changes.put.push(...change.put);
            changes.remove.push(...change.remove);
        }
        return { rest, changes };
    }

    /**
     * An edit has another id, or has not happened: so have what undoes it.
     * @param {string} id
     * @param {string | null} newId
     * @returns {Changes}
     */
    rename(id, newId) {
        const put = this.pending.filter(({ undoes }) => undoes === id).map((entry) => ({ ...entry, undoes: newId }));
        for (const entry of put) this.#change(entry);
        return { put, remove: [] };
    }

    /**
     * The user has chosen what becomes of a field.
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
            const change = conflicts.length > 0 ? this.#change({ ...entry, conflicts, operations }) : this.#without(entry.id);
            changes.put.push(...change.put);
            changes.remove.push(...change.remove);
        }
        return changes;
    }

    /**
     * A refused edit is to be sent again.
     * @param {string} id
     * @param {string} newId
     * @param {(path: string) => Value} value  now
     * @returns {Changes}
     */
    repeat(id, newId, value) {
        const entry = this.#entries.find((one) => one.id === id && one.state === "refused");
        if (!entry) return { put: [], remove: [] };
        const operations = entry.operations.map((operation) => ({ ...operation, before: value(operation.path) }));
        const removed = this.#without(id);
        const sequence = (this.#entries.at(-1)?.sequence ?? entry.sequence) + 1;
        /** @type {Entry} */
        const again = { ...entry, id: newId, sequence, state: "waiting", operations, detail: undefined };
        this.#entries = [...this.#entries, again];
        return { put: [again], remove: removed.remove };
    }

    /**
     * Pending edits that began from what is given up begin from what the server has.
     * @param {Operation[]} given
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

    /** @param {string} id @returns {Changes} */
    #without(id) {
        this.#entries = this.#entries.filter((one) => one.id !== id);
        return { put: [], remove: [id] };
    }
}

/**
 * One operation for each path, from the first value to the last; none where these are equal.
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

/** @param {Conflict[]} conflicts @returns {(path: string) => boolean} whether a field waits with them */
function heldBy(conflicts) {
    const paths = new Set(conflicts.map(({ path }) => path));
    return (path) => paths.has(path) || paths.has(split(path)[0]);
}
