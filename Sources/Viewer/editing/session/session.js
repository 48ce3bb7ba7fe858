// @ts-check
/**
 * A person's editing of one document: the only way to change anything.
 *
 * An edit is applied here at once, stored on the device, and then sent; what others do comes from the event stream. Events:
 *
 *   change    detail: { paths: string[], cause: "local" | "undo" | "remote" | "conflict" }
 *   state     whether everything is saved: `state`
 *   select    another clause is selected: `selection`
 *   images    more is known of the images of pages
 *   editors   others have come or gone: `editors`
 *   refusal   detail: { action: "undo" | "redo", paths: string[] }: somebody has changed these fields since
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
/** @typedef {import("./following.js").JournalEntry} JournalEntry */
/** @typedef {"local" | "undo" | "remote" | "conflict"} Cause */
/** @typedef {{ undo(): void, redo(): void, canUndo: boolean, canRedo: boolean }} Draft  a shape that is not finished */

export class EditingSession extends EventTarget {
    /** @type {Draft | null} whose steps are undone before all others */
    draft = null;
    /** @type {{ name: string }[]} who has the document open, as a hint */
    editors = [];
    /** @type {LiveReplica} */
    #live;
    #delivery;
    /** @type {string | null} */
    #selection = null;
    /** What is known of the images of pages. */
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
        /** How many edits of a former visit the server does not have. */
        this.leftOver = own.length;
        /** Edits to this document by others on this device that the server does not have. */
        this.foreign = entries.filter((entry) => entry.owner !== owner && entry.owner.startsWith(`${copy.document}\n`));
        this.#delivery = new Delivery(
            { owner, server, storage, entries: own, history, replica: () => this.#live.now },
            {
                pending: (cause) => this.#showPending(cause),
                acknowledged: (entry) => this.#live.acknowledge(entry),
                state: () => this.dispatchEvent(new Event("state")),
                refusal: (action, paths) => this.#dispatch("refusal", { action, paths }),
            },
        );
        this.#live = new LiveReplica(server, copy, () => this.outbox.values(), {
            change: (paths) => this.#changed(paths, "remote"),
            edit: (entry) => this.#delivery.follow(entry),
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
            loses: () => !this.isLasting && this.outbox.entries.length > 0,
        });
    }

    /** @param {string} path @returns {Value} not to be changed; null for a field that is not there */
    value(path) {
        return this.#live.now.value(path);
    }

    /** In reading order. */
    clauses() {
        return this.#live.now.clauses();
    }

    /** In the order of the menu. */
    categories() {
        return this.#live.now.categories();
    }

    /** In order, each with its steps in order. */
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

    /** In order, each with what is known of its image. */
    get pages() {
        return this.#live.now.pages().map((page) => ({
            ...page,
            ...this.images.of(page.number, page.image),
            label: this.value(`pages/${page.number}/label`),
            captures: page.captures.map((capture) => ({
                ...this.images.of(capture.image ? 0 : page.number, capture.image ?? page.image),
                ...capture,
            })),
        }));
    }

    /** What annotation clients propose, see proposals/. */
    proposals() {
        return this.#live.now.proposals();
    }

    /** The number for a new page. */
    get freePage() {
        return this.#live.now.freePage();
    }

    /** @returns {string[]} those of the document's texts, the first being the fallback */
    get languages() {
        return /** @type {string[] | null} */ (this.value("document/languages")) ?? [];
    }

    /** The newest that is known. */
    get revision() {
        return this.#live.now.newest;
    }

    /** @param {string} path @returns {JournalEntry | null} the edit that changed it last, as far as is known */
    touched(path) {
        return this.#live.now.touched(path);
    }

    /** @param {JournalEntry[]} entries  of the past, so that `touched` knows them */
    recall(entries) {
        for (const entry of entries) this.#live.now.recall(entry);
    }

    get outbox() {
        return this.#delivery.outbox;
    }

    get state() {
        return this.#delivery.state;
    }

    /** Whether an edit that the server does not have yet outlives this page. */
    get isLasting() {
        return this.#delivery.isLasting;
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
     * Changes fields, as one step that can be undone.
     * @param {{ label: string, operations: { path: string, after: Value }[] }} edit
     * @param {{ mergeKey?: string }} options  edits with the same key become one until there is a second of rest
     * @returns {string | null} the id of the edit; null if nothing has changed
     * @throws {RangeError} if a field is of nothing that there is
     */
    perform({ label, operations }, { mergeKey } = {}) {
        const changes = requestedChanges(operations, (path) => this.value(path));
        return changes.length === 0 ? null : this.#delivery.add(label, changes, mergeKey ?? null);
    }

    /** What was typed so far is an edit of its own, and is sent. */
    release() {
        this.#delivery.release();
    }

    get canUndo() {
        return this.draft?.canUndo || this.#delivery.history.canUndo;
    }

    get canRedo() {
        return this.draft?.canRedo || this.#delivery.history.canRedo;
    }

    undo() {
        if (this.draft?.canUndo) this.draft.undo();
        else this.#delivery.step("undo");
    }

    redo() {
        if (this.draft?.canRedo) this.draft.redo();
        else this.#delivery.step("redo");
    }

    /**
     * The user has chosen what becomes of a field that somebody else has changed.
     * @param {string} path
     * @param {{ value: Value } | null} choice  null: what the other made of it
     */
    resolve(path, choice) {
        this.#delivery.resolve(path);
        const owner = split(path)[0];
        // Whoever keeps a field of a clause that was deleted wants the clause back.
        const isGone = /^(clauses|categories|tours|glossary)\//.test(owner) && owner !== path && this.value(owner) !== true;
        const revived = isGone ? [{ path: owner, after: true }] : [];
        if (choice) this.perform({ label: "resolve", operations: [...revived, { path, after: choice.value }] });
        this.#changed([path], "conflict");
        this.dispatchEvent(new Event("state"));
    }

    /** @param {import("./imported-edits.js").ImportedEdit[]} edits  of a file */
    adopt(edits) {
        this.#delivery.adopt(edits);
    }

    /** @param {string} id  of a refused edit */
    giveUp = (id) => this.#delivery.giveUp(id);

    /** @param {string} id  of a refused edit, to be sent again */
    repeat = (id) => this.#delivery.repeat(id);

    /** Tries again at once what failed for want of a connection. */
    retry() {
        this.#delivery.retry();
        this.#live.retry();
    }

    /** Waits until the server has everything, or cannot be reached. */
    async settled() {
        this.release();
        while (this.state === "saving") await new Promise((resolve) => this.addEventListener("state", resolve, { once: true }));
    }

    /** Fetches everything anew, since it was published, discarded or brought back. */
    reload() {
        return this.#live.load();
    }

    close() {
        this.#page.abort();
        this.#delivery.close();
        this.#live.close();
    }

    /** @param {Cause} cause */
    #showPending(cause) {
        this.#changed(this.#live.refresh(), cause);
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
