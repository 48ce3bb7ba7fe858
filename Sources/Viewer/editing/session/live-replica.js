// @ts-check
/** A replica that is up to date: what others do comes from the event stream, and what is missing from the journal. */
import { EventStream } from "./event-stream.js";
import { Replica } from "./replica.js";

/** @typedef {import("./following.js").JournalEntry} JournalEntry */
/** @typedef {import("./server.js").WorkingCopy} WorkingCopy */

/** For so long edits of others that came late are waited for before they are fetched. */
const GAP_MILLISECONDS = 1500;

export class LiveReplica {
    #server;
    #pending;
    #on;
    #replica;
    #stream;
    #gapTimer = 0;
    #isLacking = false; // Something was brought back whose fields are not known here.

    /**
     * @param {import("./server.js").WorkingCopyServer} server
     * @param {WorkingCopy} copy  as it was loaded
     * @param {() => Map<string, import("./values.js").Value>} pending  what is not confirmed yet, by path
     * @param {object} on
     * @param {(paths: string[]) => void} on.change  fields have other values now
     * @param {(entry: JournalEntry) => void} on.edit  one came from the event stream
     * @param {(copy: WorkingCopy) => void} on.load  everything was fetched anew, before its changes are told
     * @param {() => void} on.connect  there is a connection, perhaps again
     * @param {(editors: { name: string }[]) => void} on.editors
     */
    constructor(server, copy, pending, on) {
        this.#server = server;
        this.#pending = pending;
        this.#on = on;
        this.#replica = this.#replicaOf(copy);
        this.#stream = new EventStream({
            connect: () => server.stream(this.#replica.revision),
            open: () => on.connect(),
            edit: (entry) => this.#follow(entry),
            replaced: () => this.#reload(),
            editors: (editors) => on.editors(editors),
        });
    }

    /** Not to be kept: it is another one once everything was fetched anew. */
    get now() {
        return this.#replica;
    }

    /** @returns {string[]} the paths that have other values, since other edits are pending */
    refresh() {
        return this.#replica.setPending(this.#pending());
    }

    /** @param {JournalEntry} entry  of ours, of which the server says that it was applied */
    acknowledge(entry) {
        this.#take(entry, "acknowledge");
    }

    /** Tries again at once what failed for want of a connection. */
    retry() {
        this.#stream.retry();
        if (this.#isLacking) this.#reload();
    }

    /**
     * Fetches everything anew, since it was published, discarded or brought back.
     * @throws {import("./editing-error.js").EditingError}
     */
    async load() {
        this.#isLacking = false;
        const copy = await this.#server.load();
        const before = this.#replica;
        this.#on.load(copy);
        this.#replica = this.#replicaOf(copy);
        this.#on.change(this.#replica.differences(before));
        // What came from the stream meanwhile went to the one before.
        await this.#catchUp();
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

    /** Now, or when there is a connection. */
    #reload() {
        this.load().catch(() => (this.#isLacking = true));
    }

    /** @param {JournalEntry} entry */
    #follow(entry) {
        this.#take(entry, "follow");
        this.#on.edit(entry);
        clearTimeout(this.#gapTimer);
        if (this.#replica.hasGap) this.#gapTimer = window.setTimeout(() => this.#catchUp(), GAP_MILLISECONDS);
    }

    /** @param {JournalEntry} entry @param {"follow" | "acknowledge"} way */
    #take(entry, way) {
        this.#isLacking ||= this.#replica.lacks(entry);
        this.#on.change(this.#replica[way](entry));
        if (this.#isLacking) this.retry();
    }

    async #catchUp() {
        const { edits } = await this.#server.journal({ since: this.#replica.revision, limit: 1000 }).catch(() => ({ edits: [] }));
        for (const entry of edits) this.#on.change(this.#replica.follow(entry));
    }
}
