// @ts-check
/** Brings journal entries, which come by several ways, into the order of their revisions. Pure. */

/**
 * @typedef {object} JournalEntry
 * @property {string} id
 * @property {number} revision
 * @property {string} editor
 * @property {string} at  RFC 3339
 * @property {string | null} [label]
 * @property {string | null} [undoes]
 * @property {"edit" | "published" | "discarded"} [kind]
 * @property {number} [version]  that was published
 * @property {string} [keptUntil]  until when what was discarded is kept
 * @property {import("./outbox.js").Operation[]} operations
 */

export class Following {
    /** @type {Map<number, JournalEntry>} those that came early */
    #early = new Map();

    /** @param {number} revision  that is known */
    constructor(revision) {
        this.revision = revision;
    }

    /** Whether entries are missing between those that came. */
    get hasGap() {
        return this.#early.size > 0;
    }

    /**
     * @param {JournalEntry} entry
     * @returns {JournalEntry[]} those that can be applied now, in order
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
