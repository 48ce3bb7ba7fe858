// @ts-check
/** Stores a user's edits on this device until the server has acknowledged them, together with the undo history. */
import { Outbox } from "./outbox.js";
import { renumberedEntries, takenNumbers } from "./renumbering.js";
import { Sender } from "./sender.js";
import { StoredEdits } from "./stored-edits.js";
import { Tabs } from "./tabs.js";
import { UndoHistory } from "./undo-history.js";
import { uuid } from "../../base/uuid.js";

/** @typedef {import("./outbox.js").Entry} Entry */
/** @typedef {import("./outbox.js").Changes} Changes */
/** @typedef {import("./outbox.js").Operation} Operation */
/** @typedef {import("./revision-sequencer.js").JournalEntry} JournalEntry */
/** @typedef {import("./renumbering.js").Renumbering} Renumbering */
/** @typedef {"saved" | "saving" | "offline" | "expired" | "conflict" | "refused"} SavedState */

/** Text is sent once nothing has been typed for this long. */
const REST_MILLISECONDS = 1000;

export class Delivery {
    #owner;
    #stored;
    #tabs;
    #sender;
    #replica;
    #on;
    #stop = new AbortController();
    /** @type {import("./sender.js").Sending} the state of the tab that sends */
    #sending = "idle";
    /** @type {Promise<void> | null} the work of this tab's sender; null while another tab sends */
    #running = null;
    #restTimer = 0;

    /**
     * @param {object} parts
     * @param {string} parts.owner  the document and the editor
     * @param {import("./server.js").WorkingCopyServer} parts.server
     * @param {import("./storage.js").Storage} parts.storage
     * @param {Entry[]} parts.entries  the owner's stored entries
     * @param {import("./undo-history.js").Stored} [parts.history]
     * @param {() => import("./replica.js").Replica} parts.replica
     * @param {object} on
     * @param {(cause: "local" | "undo" | "remote" | "conflict", numbers?: Renumbering) => void} on.pending  called when the pending
     *   edits have changed, with the numbers of a page that has another one now
     * @param {(entry: JournalEntry, base?: number) => void} on.acknowledged  `base` is the revision on which the edit is based
     * @param {() => void} on.state
     * @param {(action: "undo" | "redo", paths: string[]) => void} on.refusal
     */
    constructor({ owner, server, storage, entries, history, replica }, on) {
        this.#owner = owner;
        this.#replica = replica;
        this.#on = on;
        this.outbox = new Outbox(entries);
        this.history = new UndoHistory(history);
        this.#stored = new StoredEdits(storage, owner, () => this.history.stored, {
            stored: (news) => (news.length === 0 ? [{}] : news).forEach((one) => this.#tabs.notify(one)),
            // The edits are sent regardless.
            failure: () => {
                this.#send();
                on.state();
            },
        });
        this.#tabs = new Tabs(owner, (news) => this.#receive(news));
        this.#sender = new Sender({
            next: () => this.outbox.next(Date.now()),
            close: async (entry) => {
                if (entry.state === "open") this.release();
                await this.#stored.written;
            },
            // The entry has the revision of when it was made: a deletion must not take along edits by others that the user had
            // not seen.
            send: (entry) => server.send(entry),
            settle: (entry, outcome) => this.#settle(entry, outcome),
            show: (state) => {
                this.#sending = state;
                this.#tabs.notify({ sending: state });
                on.state();
            },
        });
        if (storage.isLasting) this.#tabs.runExclusively(this.#stop.signal, () => this.#send());
        else this.#send();
    }

    /** @returns {SavedState} */
    get state() {
        if (this.outbox.pending.length > 0) {
            return this.#sending === "offline" || this.#sending === "expired" ? this.#sending : "saving";
        }
        if (this.outbox.conflicts.length > 0) return "conflict";
        return this.outbox.refused.length > 0 ? "refused" : "saved";
    }

    /** Whether unsent edits survive when this page is closed. */
    get isLasting() {
        return this.#stored.isLasting;
    }

    /**
     * @param {string} label @param {Operation[]} operations @param {string | null} mergeKey
     * @returns {string | null} the edit's id, or null if it reverted the edit that it was merged with
     */
    add(label, operations, mergeKey) {
        const last = this.outbox.pending.at(-1);
        const { entry, changes } = this.outbox.add(this.#edit(label, operations, mergeKey, null));
        if (entry) this.history.add({ id: entry.id, label, operations: entry.operations });
        else if (last) this.history.replace(last.id, null);
        clearTimeout(this.#restTimer);
        if (entry?.state === "open") this.#restTimer = window.setTimeout(() => this.release(), REST_MILLISECONDS);
        this.#queue(changes, "local");
        return entry?.id ?? null;
    }

    /** Closes the open edit, so that nothing more is merged into it, and sends it. */
    release() {
        clearTimeout(this.#restTimer);
        const changes = this.outbox.release();
        if (changes.put.length === 0) return;
        this.#stored.change(changes);
        this.#sender.wake();
    }

    /**
     * Undoes or redoes a step, unless somebody has changed the same fields since.
     * @param {import("./undo-history.js").Action} action
     */
    step(action) {
        this.release();
        const plan = this.history.plan(action, (path) => this.#replica().value(path));
        if (!plan) return;
        if (plan.changed.length > 0) {
            this.history.drop(action);
            this.#stored.change({ put: [], remove: [] });
            this.#on.refusal(action, plan.changed);
            return;
        }
        const edit = this.#edit(plan.step.label, plan.operations, null, plan.step.id);
        const { changes } = this.outbox.add(edit);
        this.history.take(action, edit.id);
        this.#queue(changes, "undo");
    }

    /**
     * Adds edits imported from a file. They keep their revisions, so that the server reports conflicts with later edits, and the
     * user's own keep their ids, so that the server applies none twice.
     * @param {import("./imported-edits.js").ImportedEdit[]} edits
     */
    importEdits(edits) {
        this.release();
        const put = edits.flatMap(({ id, label, undoes, editor, revision, operations }) => {
            // The server recognises ids, and allows an undo, only for the same user's edits.
            const isOwn = this.#owner.endsWith(`\n${editor}`);
            const edit = { ...this.#edit(label, operations, null, isOwn ? undoes : null), revision, ...(isOwn ? { id } : {}) };
            this.history.add({ id: edit.id, label, operations });
            return this.outbox.add(edit).changes.put;
        });
        this.#queue({ put, remove: [] }, "local");
    }

    /**
     * Removes a conflict that the user has resolved.
     * @param {string} path
     */
    resolve(path) {
        this.#stored.change(this.outbox.resolve(path));
    }

    /**
     * Discards a refused edit.
     * @param {string} id
     */
    discardRefused(id) {
        this.#stored.change(this.outbox.remove(id));
        this.#on.state();
    }

    /** @param {string} id  the id of a refused edit, which is sent again */
    resend(id) {
        this.#queue(this.outbox.resend(id, uuid(), (path) => this.#replica().value(path)), "local");
    }

    /** Has the tab that sends try again at once, as there may be a connection again. */
    retry() {
        this.#sender.wake();
        this.#tabs.notify({ isRetry: true });
    }

    /**
     * Removes an edit of ours whose response was lost, once it comes from the event stream.
     * @param {JournalEntry} entry
     */
    follow(entry) {
        if (!this.outbox.pending.some(({ id }) => id === entry.id)) return;
        this.#stored.change(this.outbox.remove(entry.id));
        this.#on.pending("remote");
    }

    close() {
        this.#stop.abort();
        this.#tabs.close();
    }

    /**
     * Sends until this tab is closed. A tab that cannot store its edits does so even if another tab sends, because that tab does
     * not see them. This is harmless, since the server applies each edit only once.
     */
    #send() {
        this.#running ??= this.#sender.run(this.#stop.signal);
        return this.#running;
    }

    /** @param {string} label @param {Operation[]} operations @param {string | null} mergeKey @param {string | null} undoes */
    #edit(label, operations, mergeKey, undoes) {
        const { revision } = this.#replica();
        return { id: uuid(), owner: this.#owner, mergeKey, label, undoes, revision, operations, at: Date.now() };
    }

    /**
     * Stores changes of the outbox, shows them and has them sent.
     * @param {Changes} changes
     * @param {"local" | "undo"} cause
     */
    #queue(changes, cause) {
        this.#stored.change(changes);
        this.#on.pending(cause);
        this.#sender.wake();
    }

    /** @param {Entry} entry @param {import("./sender.js").FinalOutcome} outcome */
    async #settle(entry, outcome) {
        const taken = outcome.kind === "conflict" ? takenNumbers(entry, outcome) : [];
        if (outcome.kind === "applied") {
            this.#stored.change(this.outbox.remove(entry.id), { acknowledged: outcome.entry });
            this.#on.acknowledged(outcome.entry, entry.revision);
            this.#on.pending("local");
        } else if (entry.undoes !== null) {
            const isUndo = this.history.stored.undone.some(({ id }) => id === entry.id);
            this.history.replace(entry.id, null);
            this.#stored.change(this.outbox.remove(entry.id));
            this.#on.pending("conflict");
            const paths = outcome.kind === "conflict" ? outcome.conflicts.map(({ path }) => path) : entry.operations.map(({ path }) => path);
            this.#on.refusal(isUndo ? "undo" : "redo", paths);
        } else if (taken.length > 0) {
            for (const number of taken) this.#renumber(entry.id, number);
        } else if (outcome.kind === "conflict") {
            const { rest, changes } = this.outbox.divide(entry.id, outcome.conflicts, uuid());
            this.history.replace(entry.id, rest && { id: rest.id, label: rest.label, operations: rest.operations });
            this.#stored.change(changes);
            this.#stored.change(this.outbox.rename(entry.id, rest?.id ?? null));
            this.#on.pending("conflict");
        } else {
            this.history.replace(entry.id, null);
            this.#stored.change(this.outbox.rename(entry.id, null));
            this.#stored.change(this.outbox.refuse(entry.id, outcome.detail, (path) => this.#replica().served(path)));
            this.#on.pending("conflict");
        }
        await this.#stored.written;
        this.#on.state();
    }

    /**
     * Gives a page that an edit adds, and whose number others have used since, the next number. What was done on the page follows.
     * The edit is sent again under its id: the server has recorded nothing of it.
     * @param {string} id  the id of the edit @param {number} from
     */
    #renumber(id, from) {
        const numbers = { from, to: Math.max(from + 1, this.#replica().freePage()) };
        const entries = renumberedEntries(this.outbox.pending, id, numbers);
        if (entries.length === 0) return;
        this.history.renumber(id, numbers);
        this.#stored.change(this.outbox.replace(entries), { renumbered: numbers });
        this.#on.pending("conflict", numbers);
    }

    /** @param {import("./tabs.js").News} news  a message from another tab of this user */
    #receive({ acknowledged, renumbered: numbers, sending, isRetry }) {
        if (isRetry) return this.#sender.wake();
        if (acknowledged) this.#on.acknowledged(acknowledged);
        if (sending === undefined) return this.#reload(numbers);
        // A tab that sends has a state of its own.
        if (this.#running) return;
        this.#sending = sending;
        this.#on.state();
    }

    /**
     * Reloads the outbox and the undo history after another tab has changed them.
     * @param {Renumbering} [numbers]  of a page that it has renumbered
     */
    async #reload(numbers) {
        await this.#stored.load((entries, history) => {
            this.outbox = new Outbox(entries);
            this.history = new UndoHistory(history);
        });
        this.#on.pending("remote", numbers);
        this.#sender.wake();
    }
}
