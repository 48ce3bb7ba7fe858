// @ts-check
/**
 * Stores bookmarks and notes in IndexedDB on this device, and nowhere else. If that is disabled, keeps them in memory, and
 * `isLasting` is false. All open pages of the same origin are notified of each change.
 */
import { completed, done, openDatabase } from "../base/database.js";
import { noteNotes } from "../base/memory.js";

/** @typedef {import("./annotations.js").Note} Note */

const NAME = "explore-notes";

/** Thrown if the device, or the quota of this origin, is full. */
export class FullError extends Error {}

/** Dispatches `change`. */
export class NoteStore extends EventTarget {
    /** @type {IDBDatabase | null} */
    #database;
    /** @type {Map<string, Note>} */
    #notes;
    #channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(NAME) : null;

    /** @param {IDBDatabase | null} database @param {Note[]} notes */
    constructor(database, notes) {
        super();
        this.#database = database;
        this.#notes = new Map(notes.map((note) => [note.id, note]));
        this.#channel?.addEventListener("message", () => this.#read());
    }

    static async open() {
        try {
            const database = await opened();
            return new NoteStore(database, await all(database));
        } catch {
            return new NoteStore(null, []);
        }
    }

    /** Whether notes outlive the page. */
    get isLasting() {
        return this.#database !== null;
    }

    /** All notes, for all documents of all libraries of this origin. */
    get notes() {
        return [...this.#notes.values()];
    }

    /**
     * @param {Note[]} put
     * @param {string[]} [remove]  ids
     * @throws {FullError}
     */
    async change(put, remove = []) {
        if (this.#database) {
            // With the first note, request that the browser not evict the data.
            if (this.#notes.size === 0 && put.length > 0) navigator.storage?.persist?.().catch(() => false);
            await this.#use((database) => write(database, put, remove));
        }
        for (const id of remove) this.#notes.delete(id);
        for (const note of put) this.#notes.set(note.id, note);
        if (this.isLasting) noteNotes(this.#notes.size > 0);
        this.#channel?.postMessage("change");
        this.dispatchEvent(new Event("change"));
    }

    async #read() {
        const notes = await this.#use(all);
        if (!notes) return;
        this.#notes = new Map(notes.map((note) => [note.id, note]));
        this.dispatchEvent(new Event("change"));
    }

    /**
     * Reads or writes the database. If the connection was closed, opens it again and retries. If that fails, keeps the notes in
     * memory from then on.
     * @template Result
     * @param {(database: IDBDatabase) => Promise<Result>} action
     * @returns {Promise<Result | null>} null without a database
     * @throws {FullError}
     */
    async #use(action) {
        if (!this.#database) return null;
        try {
            return await action(this.#database);
        } catch (error) {
            if (error instanceof FullError) throw error;
            this.#database = await opened().catch(() => null);
            return this.#database && action(this.#database);
        }
    }
}

async function opened() {
    const database = await openDatabase(NAME, (created) => created.createObjectStore("notes", { keyPath: "id" }));
    // Allows a later version of this page to upgrade the database.
    database.onversionchange = () => database.close();
    return database;
}

/** @param {IDBDatabase} database @returns {Promise<Note[]>} */
function all(database) {
    return done(database.transaction("notes").objectStore("notes").getAll());
}

/** @param {IDBDatabase} database @param {Note[]} put @param {string[]} remove */
async function write(database, put, remove) {
    const transaction = database.transaction("notes", "readwrite", { durability: "strict" });
    const store = transaction.objectStore("notes");
    for (const id of remove) store.delete(id);
    for (const note of put) store.put(note);
    await completed(transaction).catch((error) => {
        throw new FullError(String(error));
    });
}
