// @ts-check
/** Keeps each edit of one person on this device until the server has acknowledged it, and the steps that can be undone. */
import { Outbox } from "./outbox.js";
import { Sender } from "./sender.js";
import { Tabs } from "./tabs.js";
import { UndoHistory } from "./undo-history.js";
import { uuid } from "../../base/uuid.js";

/** @typedef {import("./outbox.js").Entry} Entry */
/** @typedef {import("./outbox.js").Changes} Changes */
/** @typedef {import("./outbox.js").Operation} Operation */
/** @typedef {import("./following.js").JournalEntry} JournalEntry */
/** @typedef {"saved" | "saving" | "offline" | "expired" | "conflict" | "refused"} SavedState */

/** Text is sent after so long a rest. */
const REST_MILLISECONDS = 1000;

export class Delivery {
    #owner;
    #storage;
    #tabs;
    #sender;
    #replica;
    #on;
    #stop = new AbortController();
    #writes = Promise.resolve();
    /**
     * What is stored next, all at once: where the device is slow, a queue of single writes would grow, and edits at its end
     * be lost in a crash. Null for an entry that goes.
     * @type {{ entries: Map<string, Entry | null>, acknowledged: JournalEntry[] } | null}
     */
    #batch = null;
    /** @type {import("./sender.js").Sending} */
    #sending = "idle";
    /** Whether something could not be stored on this device. */
    #isUnstored = false;
    #restTimer = 0;

    /**
     * @param {object} parts
     * @param {string} parts.owner  document and editor
     * @param {import("./server.js").WorkingCopyServer} parts.server
     * @param {import("./storage.js").Storage} parts.storage
     * @param {Entry[]} parts.entries  of this owner
     * @param {import("./undo-history.js").Stored} [parts.history]
     * @param {() => import("./replica.js").Replica} parts.replica
     * @param {object} on
     * @param {(cause: "local" | "undo" | "remote" | "conflict") => void} on.pending  other edits wait
     * @param {(entry: JournalEntry) => void} on.acknowledged
     * @param {() => void} on.state
     * @param {(action: "undo" | "redo", paths: string[]) => void} on.refusal
     */
    constructor({ owner, server, storage, entries, history, replica }, on) {
        this.#owner = owner;
        this.#storage = storage;
        this.#replica = replica;
        this.#on = on;
        this.outbox = new Outbox(entries);
        this.history = new UndoHistory(history);
        this.#tabs = new Tabs(owner, (news) => this.#hear(news));
        this.#sender = new Sender({
            next: () => this.outbox.next(Date.now()),
            close: async (entry) => {
                if (entry.state === "open") this.release();
                await this.#writes;
            },
            // With the revision that was known when it was made: what is deleted must not take unseen edits of others with it.
            send: (entry) => server.send(entry),
            settle: (entry, outcome) => this.#settle(entry, outcome),
            show: (state) => {
                this.#sending = state;
                on.state();
            },
        });
        this.#tabs.alone(this.#stop.signal, () => this.#sender.run(this.#stop.signal));
    }

    /** @returns {SavedState} */
    get state() {
        if (this.outbox.pending.length > 0) {
            return this.#sending === "offline" || this.#sending === "expired" ? this.#sending : "saving";
        }
        if (this.outbox.conflicts.length > 0) return "conflict";
        return this.outbox.refused.length > 0 ? "refused" : "saved";
    }

    /** Whether an edit that the server does not have yet outlives this page. */
    get isLasting() {
        return this.#storage.isLasting && !this.#isUnstored;
    }

    /**
     * @param {string} label
     * @param {Operation[]} operations
     * @param {string | null} mergeKey
     * @returns {string | null} the edit's id; null if it has taken back what it was merged with
     */
    add(label, operations, mergeKey) {
        const last = this.outbox.pending.at(-1);
        const { entry, changes } = this.outbox.add(this.#edit(label, operations, mergeKey, null));
        if (entry) this.history.add({ id: entry.id, label, operations: entry.operations });
        else if (last) this.history.replace(last.id, null);
        clearTimeout(this.#restTimer);
        if (entry?.state === "open") this.#restTimer = window.setTimeout(() => this.release(), REST_MILLISECONDS);
        this.#store(changes);
        this.#on.pending("local");
        this.#sender.wake();
        return entry?.id ?? null;
    }

    /** What was typed so far is an edit of its own, and is sent. */
    release() {
        clearTimeout(this.#restTimer);
        const changes = this.outbox.release();
        if (changes.put.length === 0) return;
        this.#store(changes);
        this.#sender.wake();
    }

    /**
     * Takes back the last step, or takes back that, unless somebody has changed the same fields since.
     * @param {"undo" | "redo"} action
     */
    step(action) {
        this.release();
        const value = (/** @type {string} */ path) => this.#replica().value(path);
        const plan = action === "undo" ? this.history.undoing(value) : this.history.redoing(value);
        if (!plan) return;
        if (plan.changed.length > 0) {
            if (action === "undo") this.history.dropUndo();
            else this.history.dropRedo();
            this.#store({ put: [], remove: [] });
            this.#on.refusal(action, plan.changed);
            return;
        }
        const edit = this.#edit(plan.step.label, plan.operations, null, plan.step.id);
        const { changes } = this.outbox.add(edit);
        if (action === "undo") this.history.undid(edit.id);
        else this.history.redid(edit.id);
        this.#store(changes);
        this.#on.pending("undo");
        this.#sender.wake();
    }

    /**
     * Takes over edits of a file as they were made, so that those which the server has are not made twice, and those that others
     * stand against are asked about.
     * @param {import("./imported-edits.js").ImportedEdit[]} edits
     */
    adopt(edits) {
        this.release();
        /** @type {Changes} */
        const all = { put: [], remove: [] };
        for (const { id, label, undoes, editor, revision, operations } of edits) {
            // Only one's own edit can be recognised by its id, or be undone.
            const isOwn = this.#owner.endsWith(`\n${editor}`);
            const edit = { ...this.#edit(label, operations, null, isOwn ? undoes : null), revision, ...(isOwn ? { id } : {}) };
            all.put.push(...this.outbox.add(edit).changes.put);
            this.history.add({ id: edit.id, label, operations });
        }
        this.#store(all);
        this.#on.pending("local");
        this.#sender.wake();
    }

    /** @param {string} path  of a conflict that the user has decided */
    resolve(path) {
        this.#store(this.outbox.resolve(path));
    }

    /** @param {string} id  of a refused edit */
    giveUp(id) {
        this.#store(this.outbox.remove(id));
        this.#on.state();
    }

    /** @param {string} id  of a refused edit, to be sent again */
    repeat(id) {
        this.#store(this.outbox.repeat(id, uuid(), (path) => this.#replica().value(path)));
        this.#on.pending("local");
        this.#sender.wake();
    }

    /** There may be a connection again. */
    retry() {
        this.#sender.wake();
    }

    /** @param {JournalEntry} entry  that came from the event stream: one of ours whose response was lost? */
    follow(entry) {
        if (!this.outbox.pending.some(({ id }) => id === entry.id)) return;
        this.#store(this.outbox.remove(entry.id));
        this.#on.pending("remote");
    }

    close() {
        this.#stop.abort();
        this.#tabs.close();
    }

    /**
     * @param {string} label
     * @param {Operation[]} operations
     * @param {string | null} mergeKey
     * @param {string | null} undoes
     */
    #edit(label, operations, mergeKey, undoes) {
        const revision = this.#replica().newest;
        return { id: uuid(), owner: this.#owner, mergeKey, label, undoes, revision, operations, at: Date.now() };
    }

    /** @param {Entry} entry @param {import("./sender.js").Outcome} outcome */
    async #settle(entry, outcome) {
        if (outcome.kind === "applied") {
            this.#store(this.outbox.remove(entry.id), outcome.entry);
            this.#on.acknowledged(outcome.entry);
            this.#on.pending("local");
        } else if (entry.undoes !== null && (outcome.kind === "conflict" || outcome.kind === "refused")) {
            const isUndo = this.history.stored.undone.some(({ id }) => id === entry.id);
            this.history.replace(entry.id, null);
            this.#store(this.outbox.remove(entry.id));
            this.#on.pending("conflict");
            const paths = outcome.kind === "conflict" ? outcome.conflicts.map(({ path }) => path) : entry.operations.map(({ path }) => path);
            this.#on.refusal(isUndo ? "undo" : "redo", paths);
        } else if (outcome.kind === "conflict") {
            const { rest, changes } = this.outbox.divide(entry.id, outcome.conflicts, uuid());
            this.history.replace(entry.id, rest && { id: rest.id, label: rest.label, operations: rest.operations });
            this.#store(changes);
            this.#store(this.outbox.rename(entry.id, rest?.id ?? null));
            this.#on.pending("conflict");
        } else if (outcome.kind === "refused") {
            this.history.replace(entry.id, null);
            this.#store(this.outbox.rename(entry.id, null));
            this.#store(this.outbox.refuse(entry.id, outcome.detail, (path) => this.#replica().served(path)));
            this.#on.pending("conflict");
        }
        await this.#writes;
        this.#on.state();
    }

    /**
     * Stores what has changed, and has other pages of this document take it over.
     * @param {Changes} changes
     * @param {JournalEntry} [acknowledged]
     */
    #store({ put, remove }, acknowledged) {
        const isNext = this.#batch === null;
        this.#batch ??= { entries: new Map(), acknowledged: [] };
        for (const id of remove) this.#batch.entries.set(id, null);
        for (const entry of put) this.#batch.entries.set(entry.id, entry);
        if (acknowledged) this.#batch.acknowledged.push(acknowledged);
        if (isNext) this.#writes = this.#writes.then(() => this.#write());
    }

    async #write() {
        const { entries, acknowledged } = this.#batch ?? { entries: new Map(), acknowledged: [] };
        this.#batch = null;
        const remove = [...entries].filter(([, entry]) => entry === null).map(([id]) => id);
        const put = [...entries.values()].filter((entry) => entry !== null);
        try {
            await this.#storage.change({ put, remove }, { owner: this.#owner, stored: this.history.stored });
            if (acknowledged.length === 0) this.#tabs.tell({});
            for (const entry of acknowledged) this.#tabs.tell({ acknowledged: entry });
        } catch {
            // The disk may be full. The edits are sent all the same.
            this.#isUnstored = true;
            this.#on.state();
        }
    }

    /**
     * Another page of this person has changed what is stored.
     * @param {import("./tabs.js").News} news
     */
    async #hear({ acknowledged }) {
        if (acknowledged) this.#on.acknowledged(acknowledged);
        let writes;
        let entries;
        let history;
        do {
            writes = this.#writes;
            await writes;
            [entries, history] = await Promise.all([this.#storage.entries(), this.#storage.history(this.#owner)]);
        } while (writes !== this.#writes);
        this.outbox = new Outbox(entries.filter(({ owner }) => owner === this.#owner));
        this.history = new UndoHistory(history);
        this.#on.pending("remote");
        this.#sender.wake();
    }
}
