// @ts-check
/** The actions on bookmarks and notes, shared by the panel and the list, with their error messages. */
import { uuid } from "../base/uuid.js";
import { noteText } from "../strings/notes.js";
import { documentOf, isBelow, MOST_NOTES } from "./annotations.js";
import { FullError } from "./store.js";

/** @typedef {import("./annotations.js").Note} Note */
/** @typedef {Omit<Note, "id" | "text" | "created" | "modified">} Spot  where one is */

export class Desk {
    /** @type {import("./store.js").NoteStore} */
    store;
    #root;

    /**
     * @param {import("./store.js").NoteStore} store
     * @param {string} root  the common prefix of the addresses of this library's manifests
     */
    constructor(store, root) {
        this.store = store;
        this.#root = root;
    }

    /**
     * Whether a note belongs to this library.
     * @param {Note} note
     */
    isHere(note) {
        return isBelow(note.manifest, this.#root);
    }

    /** @param {string} document @param {string | null} [clause]  restricts the result to one clause */
    of(document, clause = null) {
        const own = this.store.notes.filter((note) => this.isHere(note) && documentOf(note) === document);
        return clause === null ? own : own.filter((note) => note.clause === clause);
    }

    /** @param {Spot} spot @param {string} text @returns {Promise<string | null>} an error message, or null */
    add(spot, text) {
        if (this.store.notes.length >= MOST_NOTES) return Promise.resolve(noteText("tooMany", { most: MOST_NOTES }));
        const now = new Date().toISOString();
        return this.#change([{ ...spot, id: `urn:uuid:${uuid()}`, text, created: now, modified: now }]);
    }

    /** @param {Note} note @param {string} text */
    async write(note, text) {
        return note.text === text ? null : this.#change([{ ...note, text, modified: new Date().toISOString() }]);
    }

    /** @param {Note[]} notes */
    remove(notes) {
        return this.#change([], notes.map(({ id }) => id));
    }

    /**
     * Restores removed notes, or stores imported ones.
     * @param {Note[]} notes
     */
    put(notes) {
        return this.#change(notes);
    }

    /** @param {Note[]} put @param {string[]} [remove] @returns {Promise<string | null>} an error message, or null */
    async #change(put, remove = []) {
        try {
            await this.store.change(put, remove);
            return this.store.isLasting ? null : noteText("notLasting");
        } catch (error) {
            if (error instanceof FullError) return noteText("full");
            throw error;
        }
    }
}
