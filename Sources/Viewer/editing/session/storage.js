// @ts-check
/**
 * Stores a user's outbox and undo history on this device, in IndexedDB. Where IndexedDB is unavailable, keeps them in memory;
 * `isLasting` is then false.
 */
import { completed, done, openDatabase } from "../../base/database.js";

/** @typedef {import("./outbox.js").Entry} Entry */
/** @typedef {import("./undo-history.js").Stored} Stored */

const NAME = "explore-editing";

export class Storage {
    /** @type {IDBDatabase | null} */
    #database;
    /** @type {Map<string, Entry>} used where there is no database */
    #entries = new Map();
    /** @type {Map<string, Stored>} */
    #histories = new Map();

    /** @param {IDBDatabase | null} database */
    constructor(database) {
        this.#database = database;
    }

    static async open() {
        try {
            const database = await openDatabase(NAME, (created) => {
                created.createObjectStore("outbox", { keyPath: "id" });
                created.createObjectStore("histories");
            });
            // Lets a later version of this page upgrade the database.
            database.onversionchange = () => database.close();
            return new Storage(database);
        } catch {
            return new Storage(null);
        }
    }

    /** Whether stored data survives when the page is closed. */
    get isLasting() {
        return this.#database !== null;
    }

    /** @returns {Promise<Entry[]>} the entries of all documents and users */
    async entries() {
        if (!this.#database) return [...this.#entries.values()];
        return done(this.#database.transaction("outbox").objectStore("outbox").getAll());
    }

    /**
     * @param {import("./outbox.js").Changes} changes
     * @param {{ owner: string, stored: Stored }} [history]
     */
    async change({ put, remove }, history) {
        if (!this.#database) {
            for (const id of remove) this.#entries.delete(id);
            for (const entry of put) this.#entries.set(entry.id, entry);
            if (history) this.#histories.set(history.owner, history.stored);
            return;
        }
        const transaction = this.#database.transaction(["outbox", "histories"], "readwrite", { durability: "strict" });
        const outbox = transaction.objectStore("outbox");
        for (const id of remove) outbox.delete(id);
        for (const entry of put) outbox.put(entry);
        if (history) transaction.objectStore("histories").put(history.stored, history.owner);
        await completed(transaction);
    }

    /** @param {string} owner @returns {Promise<Stored | undefined>} */
    async history(owner) {
        if (!this.#database) return this.#histories.get(owner);
        return done(this.#database.transaction("histories").objectStore("histories").get(owner));
    }
}
