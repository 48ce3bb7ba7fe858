// @ts-check
/**
 * A user's editing session for one document. All changes go through it.
 *
 * An edit is applied here at once, stored on the device, and then sent. Edits by others come from the event stream. Events:
 *
 *   change    fields have changed; detail: { paths: string[], cause: "local" | "undo" | "remote" | "conflict" }
 *   state     `state` (whether everything is saved) may have changed
 *   select    `selection` has changed
 *   renumber  a page that was added here has another number, as others have used its first one; dispatched before the `change`;
 *             detail: { from: number, to: number }
 *   images    more is known about the images of pages
 *   editors   `editors` has changed
 *   refusal   a step could not be undone or redone because others have changed its fields;
 *             detail: { action: "undo" | "redo", paths: string[] }
 */
import { Delivery } from "./delivery.js";
import { pagesOf } from "./fields.js";
import { LiveReplica } from "./live-replica.js";
import { watchPage } from "./page-events.js";
import { PageImages } from "./page-images.js";
import { requestedChanges } from "./requested-changes.js";
import { ScanServer } from "./scan-server.js";
import { ownerOf, WorkingCopyServer } from "./server.js";
import { Storage } from "./storage.js";
import { split } from "./values.js";

/** @typedef {import("./values.js").Value} Value */
/** @typedef {import("./revision-sequencer.js").JournalEntry} JournalEntry */
/** @typedef {"local" | "undo" | "remote" | "conflict"} Cause */
/** @typedef {{ undo(): void, redo(): void, canUndo: boolean, canRedo: boolean }} Draft  an unfinished shape */

export class EditingSession extends EventTarget {
    /** @type {Draft | null} a shape being drawn; its steps are undone before all others */
    draft = null;
    /** @type {{ name: string }[]} the users who have the document open, as a hint */
    editors = [];
    /** @type {LiveReplica} */
    #live;
    /** The edits on their way to the server. */
    delivery;
    /** @type {string | null} */
    #selection = null;
    /** What is known about the images of pages. */
    images = new PageImages((image) => this.scans.facts(image), () => this.dispatchEvent(new Event("images")));
    #page = new AbortController();

    /**
     * @param {string} document
     * @throws {import("./editing-error.js").EditingError}
     */
    static async open(document) {
        const server = new WorkingCopyServer(document);
        const [copy, storage] = await Promise.all([server.load(), Storage.open()]);
        const [entries, history] = await Promise.all([storage.entries(), storage.history(ownerOf(copy))]);
        return new EditingSession(server, copy, storage, entries, history);
    }

    /**
     * @param {WorkingCopyServer} server @param {import("./server.js").WorkingCopy} copy
     * @param {Storage} storage
     * @param {import("./outbox.js").Entry[]} entries
     * @param {import("./undo-history.js").Stored} [history]
     */
    constructor(server, copy, storage, entries, history) {
        super();
        const owner = ownerOf(copy);
        this.server = server;
        this.scans = new ScanServer(copy.document);
        this.document = copy.document;
        this.editor = copy.editor;
        this.version = copy.version;
        this.editors = copy.editors;
        this.images.take(pagesOf(copy.content));
        const own = entries.filter((entry) => entry.owner === owner);
        /** The number of edits from earlier visits that the server does not have. */
        this.initialUnsentCount = own.length;
        /** Edits to this document by other users of this device that the server does not have. */
        this.otherUsersEdits = entries.filter((entry) => entry.owner !== owner && entry.owner.startsWith(`${copy.document}\n`));
        this.delivery = new Delivery(
            { owner, server, storage, entries: own, history, replica: () => this.#live.now },
            {
                pending: (cause, numbers) => this.#showPending(cause, numbers),
                acknowledged: (entry, base) => this.#live.acknowledge(entry, base),
                state: () => this.dispatchEvent(new Event("state")),
                refusal: (action, paths) => this.#dispatch("refusal", { action, paths }),
            },
        );
        this.#live = new LiveReplica(server, copy, () => this.delivery.outbox.values(), {
            change: (paths) => this.#changed(paths, "remote"),
            edit: (entry) => this.delivery.follow(entry),
            load: ({ content, version }) => {
                this.images.take(pagesOf(content));
                this.version = version;
                this.dispatchEvent(new Event("images"));
            },
            connect: () => this.retry(),
            editors: (editors) => {
                this.editors = editors;
                this.dispatchEvent(new Event("editors"));
            },
        });
        watchPage(this.#page.signal, {
            leave: () => this.release(),
            back: () => this.retry(),
            hasUnsavedEdits: () => !this.delivery.isLasting && this.delivery.outbox.entries.length > 0,
        });
    }

    /**
     * Calls a listener with the paths of the changed fields after each change.
     * @param {(paths: string[]) => void} listener
     * @param {AbortSignal} [signal]
     */
    onChange(listener, signal) {
        this.addEventListener("change", (event) => listener(/** @type {CustomEvent} */ (event).detail.paths), { signal });
    }

    /** @param {string} path @returns {Value} an immutable value, null for a missing field */
    value(path) {
        return this.#live.now.value(path);
    }

    /** The clauses in reading order. */
    clauses() {
        return this.#live.now.clauses();
    }

    /** The categories in menu order. */
    categories() {
        return this.#live.now.categories();
    }

    /** The tours in order, each with its steps in order. */
    tours() {
        return this.#live.now.tours();
    }

    /** The terms of the glossary, in order. */
    terms() {
        return this.#live.now.terms();
    }

    /** The names of the document's own SVG files. */
    files() {
        return this.#live.now.files();
    }

    /** The pages in order, each with what is known about its image. */
    get pages() {
        return this.images.describe(this.#live.now.pages());
    }

    /** @param {number} number */
    page(number) {
        return this.pages.find((page) => page.number === number);
    }

    /** The proposals of annotation clients, see proposals/. */
    proposals() {
        return this.#live.now.proposals();
    }

    /** The number for a new page. */
    get freePage() {
        return this.#live.now.freePage();
    }

    /** @returns {string[]} the languages of the document's texts; the first is the fallback */
    get languages() {
        return /** @type {string[] | null} */ (this.value("document/languages")) ?? [];
    }

    /** The revision up to which all edits are known. */
    get revision() {
        return this.#live.now.revision;
    }

    /** @param {string} path @returns {JournalEntry | null} the last known edit that changed the path */
    lastChange(path) {
        return this.#live.now.lastChange(path);
    }

    /**
     * Records older journal entries for `lastChange`.
     * @param {JournalEntry[]} entries
     */
    recordEntries(entries) {
        for (const entry of entries) this.#live.now.recordEntry(entry);
    }

    get state() {
        return this.delivery.state;
    }

    /** @returns {string | null} the id of a clause */
    get selection() {
        return this.#selection;
    }

    set selection(id) {
        if (id === this.#selection) return;
        this.release();
        this.#selection = id;
        this.dispatchEvent(new Event("select"));
    }

    /**
     * Changes fields in one undoable step.
     * @param {{ label: string, operations: { path: string, after: Value }[] }} edit
     * @param {{ mergeKey?: string }} options  edits with the same key are merged until a second passes without one
     * @returns {string | null} the id of the edit, or null if nothing has changed
     * @throws {RangeError} if the owner of a field does not exist
     */
    perform({ label, operations }, { mergeKey } = {}) {
        const changes = requestedChanges(operations, (path) => this.value(path));
        return changes.length === 0 ? null : this.delivery.add(label, changes, mergeKey ?? null);
    }

    /** Closes the open edit, so that nothing more is merged into it, and sends it. */
    release() {
        this.delivery.release();
    }

    get canUndo() {
        return this.draft?.canUndo || this.delivery.history.canUndo;
    }

    get canRedo() {
        return this.draft?.canRedo || this.delivery.history.canRedo;
    }

    undo() {
        if (this.draft?.canUndo) this.draft.undo();
        else this.delivery.step("undo");
    }

    redo() {
        if (this.draft?.canRedo) this.draft.redo();
        else this.delivery.step("redo");
    }

    /**
     * Resolves a conflict as the user has chosen.
     * @param {string} path
     * @param {{ value: Value } | null} choice  null to accept the other user's value
     * @throws {RangeError} if the owner of the field does not exist and cannot be restored; the conflict then stays
     */
    resolve(path, choice) {
        const owner = split(path)[0];
        // Keeping a field of a deleted clause restores the clause.
        const isGone = /^(clauses|categories|tours|glossary)\//.test(owner) && owner !== path && this.value(owner) !== true;
        const revived = isGone ? [{ path: owner, after: true }] : [];
        if (choice) this.perform({ label: "resolve", operations: [...revived, { path, after: choice.value }] });
        this.delivery.resolve(path);
        this.#changed([path], "conflict");
        this.dispatchEvent(new Event("state"));
    }

    /** Retries at once after a lost connection. */
    retry() {
        this.delivery.retry();
        this.#live.retry();
    }

    /** Waits until the server has everything, or cannot be reached. */
    async settled() {
        this.release();
        while (this.state === "saving") await new Promise((resolve) => this.addEventListener("state", resolve, { once: true }));
    }

    /** Fetches everything again, after a publication, a discard or a restoration. */
    reload() {
        return this.#live.load();
    }

    close() {
        this.#page.abort();
        this.delivery.close();
        this.#live.close();
    }

    /** @param {Cause} cause @param {import("./renumbering.js").Renumbering} [numbers] */
    #showPending(cause, numbers) {
        const paths = this.#live.refresh();
        if (numbers) this.#dispatch("renumber", numbers);
        this.#changed(paths, cause);
        this.dispatchEvent(new Event("state"));
    }

    /** @param {string[]} paths @param {Cause} cause */
    #changed(paths, cause) {
        if (paths.length > 0) this.#dispatch("change", { paths, cause });
    }

    /** @param {string} event @param {object} detail */
    #dispatch(event, detail) {
        this.dispatchEvent(new CustomEvent(event, { detail }));
    }
}
