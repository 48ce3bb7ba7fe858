// @ts-check
/**
 * The working copy as this page sees it: the state that the server has confirmed, overlaid with edits that were acknowledged out
 * of order and with those pending in the outbox. Pure.
 */
import { fieldsOf } from "./fields.js";
import { RevisionSequencer } from "./revision-sequencer.js";
import { categorySummary, clauseSummary, inOrder, pageSummary, termSummary, tourSummary } from "./summaries.js";
import { normal, same, split } from "./values.js";

/** @typedef {import("./values.js").Value} Value */
/** @typedef {import("./revision-sequencer.js").JournalEntry} JournalEntry */

/** @typedef {import("./summaries.js").ClauseSummary} ClauseSummary */
/** @typedef {import("./summaries.js").PageSummary} PageSummary */
/** @typedef {import("./summaries.js").TourSummary} TourSummary */
/** @typedef {import("./summaries.js").CategorySummary} CategorySummary */
/** @typedef {import("./summaries.js").TermSummary} TermSummary */

export class Replica {
    #confirmed;
    #sequencer;
    /** @type {Map<number, JournalEntry>} our acknowledged edits that are newer than the confirmed state, by revision */
    #acknowledged = new Map();
    /** @type {Map<string, Value>} */
    #pending = new Map();
    /** @type {Map<string, Value>} */
    #overlay = new Map();
    /** @type {Map<string, JournalEntry>} the last known edit of each path */
    #lastChanges = new Map();
    /** @type {ClauseSummary[] | null} */
    #clauses = null;
    /** @type {CategorySummary[] | null} */
    #categories = null;
    /** @type {PageSummary[] | null} */
    #pages = null;
    /** @type {TourSummary[] | null} */
    #tours = null;
    /** @type {TermSummary[] | null} */
    #terms = null;
    #read = (/** @type {string} */ path) => this.value(path);

    /** @param {import("./fields.js").Content} content @param {number} revision */
    constructor(content, revision) {
        this.#confirmed = fieldsOf(content);
        this.#sequencer = new RevisionSequencer(revision);
    }

    /** The revision up to which all edits are known. Acknowledged edits of ours may be newer. */
    get revision() {
        return this.#sequencer.revision;
    }

    get hasGap() {
        return this.#sequencer.hasGap;
    }

    /** @param {string} path @returns {Value} */
    value(path) {
        return this.#overlay.has(path) ? (this.#overlay.get(path) ?? null) : this.#confirmed.get(path);
    }

    /**
     * Returns the value that the server has, regardless of pending edits.
     * @param {string} path
     * @returns {Value}
     */
    served(path) {
        for (const { operations } of [...this.#acknowledged.values()].reverse()) {
            const operation = operations.find((one) => one.path === path);
            if (operation) return normal(path, operation.after);
        }
        return this.#confirmed.get(path);
    }

    /** @param {string} path @returns {JournalEntry | null} the last known edit that changed the path */
    lastChange(path) {
        return this.#lastChanges.get(path) ?? null;
    }

    /**
     * Records an entry of the journal for `lastChange`.
     * @param {JournalEntry} entry
     */
    recordEntry(entry) {
        for (const { path } of entry.operations ?? []) {
            if ((this.#lastChanges.get(path)?.revision ?? -1) < entry.revision) this.#lastChanges.set(path, entry);
        }
    }

    /** @param {Replica} former  an older replica of the same journal, whose entries for `lastChange` are taken over */
    takeLastChanges(former) {
        this.#lastChanges = new Map(former.#lastChanges);
    }

    /**
     * Replaces the pending values, after the outbox has changed.
     * @param {Map<string, Value>} values
     * @returns {string[]} the paths whose values have changed
     */
    setPending(values) {
        return this.#changing(() => {
            this.#pending = values;
        }, [...this.#pending.keys(), ...values.keys()]);
    }

    /**
     * Applies one of our edits that the server has acknowledged. Earlier edits by others may still be on their way.
     * @param {JournalEntry} entry
     */
    acknowledge(entry) {
        if (entry.revision > this.revision) this.#acknowledged.set(entry.revision, entry);
        return this.follow(entry);
    }

    /**
     * Applies an edit by anyone, as soon as no earlier one is missing.
     * @param {JournalEntry} entry
     * @returns {string[]} the paths whose values have changed
     */
    follow(entry) {
        this.recordEntry(entry);
        const ready = this.#sequencer.receive(entry);
        const paths = ready.flatMap(({ operations }) => (operations ?? []).map(({ path }) => path));
        return this.#changing(() => {
            for (const { revision, operations } of ready) {
                for (const { path, after } of operations ?? []) this.#confirmed.set(path, after);
                this.#acknowledged.delete(revision);
            }
        }, [...paths, ...(entry.operations ?? []).map(({ path }) => path)]);
    }

    /**
     * Whether an entry restores something (such as a clause or category) whose fields are unknown here, because it did not exist
     * when this page was loaded. New objects are recognised by the order that is set in the same edit.
     * @param {JournalEntry} entry  an entry that has not been applied yet
     */
    restoresUnknown({ revision, undoes, operations }) {
        if (revision <= this.revision) return false;
        const paths = new Set((operations ?? []).map(({ path }) => path));
        return (operations ?? []).some(({ path, after }) => {
            const [owner, rest] = split(path);
            if (rest !== "" || after !== true || (!undoes && paths.has(`${owner}/order`))) return false;
            return [...this.#confirmed.rests(owner)].every((known) => known === "");
        });
    }

    /** @returns {ClauseSummary[]} the clauses in reading order */
    clauses() {
        this.#clauses ??= this.#ids("clauses").map((id) => clauseSummary(this.#read, id, this.pages())).sort(inOrder);
        return this.#clauses;
    }

    /** @returns {CategorySummary[]} the categories in menu order */
    categories() {
        this.#categories ??= this.#ids("categories").map((id) => categorySummary(this.#read, id)).sort(inOrder);
        return this.#categories;
    }

    /** @returns {PageSummary[]} the pages in order */
    pages() {
        this.#pages ??= this.#ids("pages").map((id) => pageSummary(this.#read, Number(id)))
            .sort((one, other) => one.order - other.order || one.number - other.number);
        return this.#pages;
    }

    /** @returns {TourSummary[]} the tours in order, each with its steps in order */
    tours() {
        this.#tours ??= this.#ids("tours").map((id) => tourSummary(this.#read, id, this.#rests(`tours/${id}`))).sort(inOrder);
        return this.#tours;
    }

    /** @returns {TermSummary[]} the terms of the glossary, in order */
    terms() {
        this.#terms ??= this.#ids("glossary").map((id) => termSummary(this.#read, id)).sort(inOrder);
        return this.#terms;
    }

    /** @returns {object[]} the proposals that nobody has accepted or rejected yet, each with its `id` */
    proposals() {
        const paths = new Set([...this.#confirmed.owners(), ...this.#overlay.keys()]);
        return [...paths].filter((path) => path.startsWith("proposals/")).flatMap((path) => {
            const value = this.value(path);
            return value === null ? [] : [{ .../** @type {object} */ (value), id: path.slice("proposals/".length) }];
        });
    }

    /** @returns {string[]} the names of the document's SVG files */
    files() {
        return this.#rests("files").filter((name) => this.value(`files/${name}`) !== null).sort();
    }

    /** A page number that has never been used, as far as is known. */
    freePage() {
        const paths = [...this.#confirmed.owners(), ...this.#overlay.keys(), ...this.#lastChanges.keys()];
        const numbers = paths.filter((path) => path.startsWith("pages/")).map((path) => Number(path.split("/")[1]));
        return Math.max(0, ...numbers) + 1;
    }

    /** @param {Replica} before @returns {string[]} the paths whose values differ between the two replicas */
    differences(before) {
        const paths = new Set([...this.#all(), ...before.#all()]);
        return [...paths].filter((path) => !same(this.value(path), before.value(path)));
    }

    *#all() {
        for (const [path] of this.#confirmed.all()) yield path;
        yield* this.#overlay.keys();
    }

    /**
     * @param {"clauses" | "categories" | "pages" | "tours" | "glossary"} kind  @returns {string[]} the ids of existing objects
     */
    #ids(kind) {
        const owners = new Set([...this.#confirmed.owners(), ...[...this.#overlay.keys()].filter((path) => path.split("/").length === 2)]);
        return [...owners].filter((owner) => owner.startsWith(`${kind}/`) && this.value(owner) === true)
            .map((owner) => owner.slice(kind.length + 1));
    }

    /** @param {string} owner @returns {string[]} the paths of its fields, relative to the owner, with or without a value */
    #rests(owner) {
        const rests = new Set(this.#confirmed.rests(owner));
        for (const path of this.#overlay.keys()) if (path.startsWith(`${owner}/`)) rests.add(path.slice(owner.length + 1));
        return [...rests];
    }

    /**
     * Makes a change, rebuilds the overlay and drops outdated caches. Returns the paths whose values have changed.
     * @param {() => void} change
     * @param {string[]} paths  the paths that the change may affect
     */
    #changing(change, paths) {
        const before = new Map(paths.map((path) => [path, this.value(path)]));
        change();
        this.#overlay = new Map();
        for (const { operations } of this.#acknowledged.values()) {
            for (const { path, after } of operations) this.#overlay.set(path, normal(path, after));
        }
        for (const [path, value] of this.#pending) this.#overlay.set(path, value);
        const changed = [...before].filter(([path, value]) => !same(value, this.value(path))).map(([path]) => path);
        if (changed.some((path) => path.startsWith("pages/"))) this.#pages = this.#clauses = null;
        if (changed.some((path) => path.startsWith("clauses/") && !path.includes("/texts/"))) this.#clauses = null;
        if (changed.some((path) => path.startsWith("categories/"))) this.#categories = null;
        if (changed.some((path) => path.startsWith("tours/"))) this.#tours = null;
        if (changed.some((path) => path.startsWith("glossary/"))) this.#terms = null;
        return changed;
    }
}
