// @ts-check
/** A replica that is kept up to date with the event stream; missing edits are fetched from the journal. */
import { EventStream } from "./event-stream.js";
import { Replica } from "./replica.js";

/** @typedef {import("./revision-sequencer.js").JournalEntry} JournalEntry */
/** @typedef {import("./server.js").WorkingCopy} WorkingCopy */

/** How long to wait for late edits by others before fetching them. */
const GAP_MILLISECONDS = 1500;
/** The number of recent edits fetched from the journal to find out which translations are out of date and which ids are taken. */
export const RECENT_EDITS = 1000;

export class LiveReplica {
    #server;
    #pending;
    #on;
    #replica;
    #version;
    #stream;
    #since = 0; // The revision that this page had when it connected.
    #gapTimer = 0;
    #requestCount = 0; // How many times everything was requested again.
    #newestLoad = 0; // The number of the newest of these requests that has been answered.
    #needsReload = false; // Whether something was restored whose fields are not known here, or the document was replaced.

    /**
     * @param {import("./server.js").WorkingCopyServer} server
     * @param {WorkingCopy} copy  the working copy as loaded
     * @param {() => Map<string, import("./values.js").Value>} pending  returns the values not confirmed yet, by path
     * @param {object} on
     * @param {(paths: string[]) => void} on.change  called when fields have changed
     * @param {(entry: JournalEntry) => void} on.edit  called for each edit from the event stream
     * @param {(copy: WorkingCopy) => void} on.load  called when everything has been fetched again, before `on.change`
     * @param {() => void} on.connect  called when a connection is established
     * @param {(editors: { name: string }[]) => void} on.editors
     */
    constructor(server, copy, pending, on) {
        this.#server = server;
        this.#pending = pending;
        this.#on = on;
        this.#replica = this.#replicaOf(copy);
        this.#version = copy.version;
        this.#stream = new EventStream({
            connect: () => server.stream((this.#since = this.#replica.revision)),
            open: () => on.connect(),
            edit: (entry) => this.#follow(entry),
            // The document may have been removed and added again, or restored from a backup.
            state: ({ revision, version }) => (revision < this.#since || version !== this.#version) && this.#reload(),
            replaced: ({ version = this.#version }) => {
                this.#version = version;
                this.#reload();
            },
            editors: (editors) => on.editors(editors),
        });
    }

    /** The current replica. Do not keep it: fetching everything again replaces it. */
    get now() {
        return this.#replica;
    }

    /**
     * Takes over the pending values.
     * @returns {string[]} the paths whose values have changed
     */
    refresh() {
        return this.#replica.setPending(this.#pending());
    }

    /**
     * Applies an edit of ours that the server has acknowledged.
     * @param {JournalEntry} entry
     * @param {number} [base]  the revision on which the edit is based
     */
    acknowledge(entry, base = -1) {
        // In the same journal the entry would be newer.
        this.#needsReload ||= entry.revision <= base;
        this.#take(entry, "acknowledge");
    }

    /** Retries at once after a lost connection. */
    retry() {
        this.#stream.retry();
        if (this.#needsReload) this.#reload();
    }

    /**
     * Fetches everything again, after a publication, a discard or a restoration.
     * @throws {import("./editing-error.js").EditingError}
     */
    async load() {
        this.#needsReload = false;
        this.#requestCount += 1;
        const request = this.#requestCount;
        const copy = await this.#server.load();
        // A later request was answered first.
        if (request < this.#newestLoad) return;
        this.#newestLoad = request;
        const before = this.#replica;
        this.#on.load(copy);
        this.#version = copy.version;
        this.#replica = this.#replicaOf(copy);
        // A lower revision is of another journal.
        const isContinued = copy.revision >= before.revision;
        if (isContinued) this.#replica.takeLastChanges(before);
        this.#on.change(this.#replica.differences(before));
        // Edits that the stream delivered meanwhile went to the old replica.
        await this.#catchUp();
        await this.#recordMissed(isContinued ? copy.revision - before.revision : copy.revision);
    }

    close() {
        clearTimeout(this.#gapTimer);
        this.#stream.close();
    }

    /** @param {WorkingCopy} copy */
    #replicaOf({ content, revision }) {
        const replica = new Replica(content, revision);
        replica.setPending(this.#pending());
        return replica;
    }

    /** Fetches everything again, now or as soon as there is a connection. */
    async #reload() {
        await this.load().catch(() => (this.#needsReload = true));
    }

    /** @param {JournalEntry} entry */
    #follow(entry) {
        this.#take(entry, "follow");
        this.#on.edit(entry);
    }

    /** @param {JournalEntry} entry @param {"follow" | "acknowledge"} way */
    #take(entry, way) {
        this.#needsReload ||= this.#replica.restoresUnknown(entry);
        this.#on.change(this.#replica[way](entry));
        if (this.#needsReload) this.retry();
        clearTimeout(this.#gapTimer);
        if (this.#replica.hasGap) this.#gapTimer = window.setTimeout(() => this.#catchUp(), GAP_MILLISECONDS);
    }

    /** Fetches missing edits, or everything if the journal does not say what has changed. */
    async #catchUp() {
        const replica = this.#replica;
        for (const entry of await this.#entries({ since: replica.revision, limit: 1000 })) {
            // Everything has been fetched meanwhile.
            if (replica !== this.#replica) return;
            if (entry.revision <= replica.revision) continue;
            // A publication renumbers pages, and a discard drops edits.
            const isEdit = (entry.kind ?? "edit") === "edit";
            if (!isEdit || replica.restoresUnknown(entry)) return this.#reload();
            this.#on.change(replica.follow(entry));
        }
    }

    /** @param {number} count  how many of the newest edits are in the loaded fields, but not known for `lastChange` */
    async #recordMissed(count) {
        if (count === 0) return;
        const entries = await this.#entries({ limit: Math.min(count, RECENT_EDITS), order: "newest" });
        for (const entry of entries) this.#replica.recordEntry(entry);
        // Whether a translation is out of date may have changed.
        this.#on.change(entries.flatMap(({ operations }) => (operations ?? []).map(({ path }) => path)));
    }

    /** @param {Parameters<import("./server.js").WorkingCopyServer["journal"]>[0]} query @returns {Promise<JournalEntry[]>} */
    async #entries(query) {
        const { edits } = await this.#server.journal(query).catch(() => ({ edits: [] }));
        return edits;
    }
}
