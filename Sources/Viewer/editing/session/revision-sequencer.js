// @ts-check
/** Sorts journal entries, which arrive by several channels, into the order of their revisions. Pure. */

/**
 * @typedef {object} JournalEntry
 * @property {string} id
 * @property {number} revision
 * @property {string} editor
 * @property {string} at  RFC 3339
 * @property {string | null} [label]
 * @property {string | null} [undoes]
 * @property {"edit" | "published" | "discarded"} [kind]
 * @property {number} [version]  the published version
 * @property {string} [keptUntil]  the time until which the discarded changes are kept
 * @property {import("./outbox.js").Operation[]} operations
 */

export class RevisionSequencer {
    /** @type {Map<number, JournalEntry>} entries that arrived before their predecessors, by revision */
    #early = new Map();

    /** @param {number} revision  the last known revision */
    constructor(revision) {
        this.revision = revision;
    }

    /** Whether entries are missing. */
    get hasGap() {
        return this.#early.size > 0;
    }

    /**
     * @param {JournalEntry} entry
     * @returns {JournalEntry[]} the entries that can be applied now, in order
     */
    receive(entry) {
        if (entry.revision <= this.revision) return [];
        this.#early.set(entry.revision, entry);
        const ready = [];
        for (let next; (next = this.#early.get(this.revision + 1)); ) {
            this.#early.delete(next.revision);
            this.revision = next.revision;
            ready.push(next);
        }
        return ready;
    }
}
