// @ts-check
/** Stores the changes of one user's outbox and undo history on this device, in order. */

/** @typedef {import("./outbox.js").Entry} Entry */
/** @typedef {import("./tabs.js").News} News */
/** @typedef {import("./undo-history.js").Stored} Stored */

export class StoredEdits {
    #storage;
    #owner;
    #history;
    #on;
    #writes = Promise.resolve();
    /**
     * The next batch to be stored. Changes are batched because on a slow device a queue of single writes would grow, and a crash
     * would lose the edits at its end. Null marks an entry to be removed.
     * @type {{ entries: Map<string, Entry | null>, news: News[] } | null}
     */
    #batch = null;
    /** @type {Map<string, Entry | null>} the changes that could not be stored; null marks an entry to be removed */
    #unstored = new Map();

    /**
     * @param {import("./storage.js").Storage} storage
     * @param {string} owner  the document and the editor
     * @param {() => Stored} history  returns the current undo history
     * @param {object} on
     * @param {(news: News[]) => void} on.stored  called with what else the other tabs need to know of the changes
     * @param {() => void} on.failure
     */
    constructor(storage, owner, history, on) {
        this.#storage = storage;
        this.#owner = owner;
        this.#history = history;
        this.#on = on;
    }

    /** Whether unsent edits survive when this page is closed. */
    get isLasting() {
        return this.#storage.isLasting && this.#unstored.size === 0;
    }

    /** Resolves once all changes so far have been stored, or could not be. */
    get written() {
        return this.#writes;
    }

    /**
     * @param {import("./outbox.js").Changes} changes
     * @param {News} [news]  what else the other tabs need to know
     */
    change({ put, remove }, news) {
        if (this.#batch === null) {
            this.#batch = { entries: new Map(), news: [] };
            this.#writes = this.#writes.then(() => this.#write());
        }
        for (const id of remove) this.#batch.entries.set(id, null);
        for (const entry of put) this.#batch.entries.set(entry.id, entry);
        if (news) this.#batch.news.push(news);
    }

    /**
     * Reads what is stored, once all changes of this tab are. Changes that could not be stored are kept.
     * @param {(entries: Entry[], history: Stored | undefined) => void} use  called before anything else can change
     */
    async load(use) {
        let writes;
        let entries;
        let history;
        do {
            writes = this.#writes;
            await writes;
            [entries, history] = await Promise.all([this.#storage.entries(), this.#storage.history(this.#owner)]);
        } while (writes !== this.#writes);
        const kept = entries.filter(({ id, owner }) => owner === this.#owner && !this.#unstored.has(id));
        use([...kept, ...entriesOf(this.#unstored)], this.#unstored.size === 0 ? history : this.#history());
    }

    async #write() {
        const { entries, news } = this.#batch ?? { entries: new Map(), news: [] };
        this.#batch = null;
        const changes = new Map([...this.#unstored, ...entries]);
        const remove = [...changes.keys()].filter((id) => changes.get(id) === null);
        try {
            await this.#storage.change({ put: entriesOf(changes), remove }, { owner: this.#owner, stored: this.#history() });
            this.#unstored = new Map();
            this.#on.stored(news);
        } catch {
            // The disk may be full. The changes are stored with the next ones.
            this.#unstored = changes;
            this.#on.failure();
        }
    }
}

/** @param {Map<string, Entry | null>} changes @returns {Entry[]} */
function entriesOf(changes) {
    return [...changes.values()].flatMap((entry) => entry ?? []);
}
