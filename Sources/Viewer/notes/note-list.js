// @ts-check
/** The list of bookmarks and notes of a document or of the whole library. It can be sorted, searched, exported and imported. */
import { documentURL } from "../base/addresses.js";
import { actionButton, choice, fileInput, openDialog } from "../base/dialogs.js";
import { make } from "../base/dom.js";
import { format, oneCapture, START } from "../base/fragment.js";
import { noteCount, noteText } from "../strings/notes.js";
import { apart, formatLocale } from "../strings/strings.js";
import { documentOf } from "./annotations.js";
import { exportNotes, importNotes } from "./files.js";
import { focusForm, noteForm } from "./form.js";

/** @typedef {import("./annotations.js").Note} Note */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "language" | "place">} Viewer */
/** @typedef {import("./desk.js").Desk} Desk */

/** The number of notes up to which there is no search field. */
const FEW = 4;

/**
 * @typedef {object} Here  the open document
 * @property {Viewer} viewer
 * @property {() => import("./desk.js").Spot} view  returns the current view
 * @property {Map<string, { name: string, order: number }> | null} clauses  the document's clauses by id; null if they cannot be
 *   fetched
 */

export class NoteList {
    #desk;
    #here;
    #kit;
    /** @type {HTMLDialogElement | null} */
    #dialog = null;
    #items = make("div", { class: "notes" });
    #status = make("p", { role: "status", class: "note-status" });
    #isAll;
    #isNewestFirst = false;
    #words = "";
    /** @type {{ id: string | null, text: string } | null} the note being written; without an id, it is a new note on the view */
    #draft = null;

    /** @param {Desk} desk @param {Here | null} here  null on the library's home page @param {import("./notes.js").Kit} kit */
    constructor(desk, here, kit) {
        this.#desk = desk;
        this.#here = here;
        this.#kit = kit;
        this.#isAll = here === null;
    }

    open() {
        this.#status.replaceChildren();
        const row = make("div", { class: "row" });
        if (this.#here) row.append(actionButton("bookmark", noteText("addView"), () => this.#begin({ id: null, text: "" })));
        const accept = ".json,.jsonld,application/json,application/ld+json";
        const file = fileInput(async ([chosen]) => this.#say(await importNotes(chosen, this.#desk, this.#kit)), { accept });
        row.append(
            actionButton("download", noteText("export"), () => this.#export()),
            actionButton("arrow-up-from-bracket", noteText("import"), () => file.click()),
            file,
        );
        const search = make("input", { type: "search", id: "notes-search", dir: "auto", maxlength: "100", placeholder: noteText("search"), "aria-label": noteText("search") });
        search.value = this.#words;
        search.addEventListener("input", () => {
            this.#words = search.value;
            this.show();
        });
        const removeAll = actionButton("eraser", noteText("removeAll"), () => this.#remove(this.#shown()));
        this.#dialog = openDialog(
            "notes", noteText("title"), row, this.#status, ...this.#choices(), search, this.#items,
            make("div", { class: "forget" }, make("p", { class: "aside" }, noteText(this.#desk.store.isLasting ? "privacy" : "notLasting")), removeAll),
        );
        this.#dialog.addEventListener("click", ({ target }) => {
            // The link may lead to the current page, which would not close the dialog.
            if (target instanceof Element && target.closest(".note a")) this.#dialog?.close();
        });
        this.#dialog.addEventListener("close", () => (this.#draft = null));
        this.show();
    }

    #choices() {
        const which = choice("notes-of", noteText("of"), [["", noteText("thisDocument")], ["all", noteText("allDocuments")]], this.#isAll ? "all" : "", (value) => {
            this.#isAll = value === "all";
            this.show();
        });
        const order = choice("notes-order", noteText("order"), [["", noteText("inOrder")], ["newest", noteText("newest")]], this.#isNewestFirst ? "newest" : "", (value) => {
            this.#isNewestFirst = value === "newest";
            this.show();
        });
        return this.#here ? [which, order] : [order];
    }

    /** Renders the entries again. */
    show() {
        if (!this.#dialog?.open) return;
        const all = this.#all();
        const shown = this.#shown();
        const search = this.#dialog.querySelector("#notes-search");
        if (search instanceof HTMLElement) search.hidden = all.length <= FEW && this.#words === "";
        /** @type {HTMLElement[]} */
        const parts = this.#draft?.id === null ? [make("div", { class: "note" }, make("p", { class: "name" }, noteText("thisView")), this.#form(this.#draft, null))] : [];
        const groups = groupsOf(shown, (note) => (this.#desk.isHere(note) ? documentOf(note) : note.manifest));
        for (const notes of groups) parts.push(this.#group(notes, groups.length > 1 || this.#isAll));
        if (shown.length === 0 && this.#draft === null) parts.push(make("p", { class: "aside" }, noteText(all.length === 0 ? "none" : "foundNone")));
        this.#items.replaceChildren(...parts);
        const removeAll = this.#dialog.querySelector(".forget .action");
        if (removeAll instanceof HTMLElement) removeAll.hidden = shown.length === 0;
    }

    /** @returns {Note[]} all notes within the list's scope */
    #all() {
        if (this.#here && !this.#isAll) return this.#desk.of(this.#here.viewer.document.id);
        return this.#desk.store.notes;
    }

    /**
     * Returns the notes that match the search, in order: this library's before others', then by document, page and clause.
     * @returns {Note[]}
     */
    #shown() {
        const plain = (/** @type {string} */ text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();
        const words = plain(this.#words).split(/\s+/).filter((word) => word !== "");
        const found = this.#all().filter((note) => {
            const text = plain([note.text, this.#nameOf(note), note.title.text].join(" "));
            return words.every((word) => text.includes(word));
        });
        const newest = (/** @type {Note} */ a, /** @type {Note} */ b) => (a.modified < b.modified ? 1 : a.modified > b.modified ? -1 : 0);
        const place = (/** @type {Note} */ note) => (note.clause === null ? -1 : (this.#clauseOf(note)?.order ?? Infinity));
        const where = (/** @type {Note} */ a, /** @type {Note} */ b) =>
            Number(this.#desk.isHere(b)) - Number(this.#desk.isHere(a)) || compare(a.title.text, b.title.text) || compare(a.manifest, b.manifest);
        const within = (/** @type {Note} */ a, /** @type {Note} */ b) =>
            a.page - b.page || (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0) || (a.box?.y ?? 0) - (b.box?.y ?? 0) || newest(a, b);
        return found.sort((a, b) => where(a, b) || (this.#isNewestFirst ? newest(a, b) : within(a, b)));
    }

    /** @param {Note[]} notes  the notes of one document @param {boolean} isTitled */
    #group(notes, isTitled) {
        const list = make("ul", { role: "list" }, ...notes.map((note) => this.#item(note)));
        if (!isTitled) return list;
        const [{ title, manifest }] = notes;
        const isHere = this.#desk.isHere(notes[0]);
        const name = make("h3", title.lang ? { lang: title.lang } : {}, title.text || documentOf(notes[0]) || manifest);
        const more = isHere ? [] : [make("p", { class: "aside" }, noteText("elsewhere"))];
        return make("section", {}, name, ...more, list);
    }

    /** @param {Note} note */
    #item(note) {
        if (this.#draft?.id === note.id) return make("li", { class: "note" }, this.#link(note), this.#form(this.#draft, note));
        const item = make("li", { class: "note" }, this.#link(note));
        if (this.#isGone(note)) item.append(make("p", { class: "aside gone" }, noteText("gone")));
        if (note.text !== "") item.append(make("p", { class: "text", dir: "auto" }, note.text));
        const time = note.modified && new Intl.DateTimeFormat(formatLocale(), { dateStyle: "medium" }).format(new Date(note.modified));
        const edit = actionButton("pencil", noteText(note.text === "" ? "write" : "edit"), () => this.#begin({ id: note.id, text: note.text }));
        const remove = actionButton("eraser", noteText("remove"), () => this.#remove([note]));
        const label = apart(this.#nameOf(note));
        for (const button of [edit, remove]) button.setAttribute("aria-label", `${button.textContent}: ${label}`);
        item.append(make("div", { class: "actions" }, make("span", { class: "aside" }, time), edit, remove));
        return item;
    }

    /**
     * Returns the link to a note; plain text for notes that cannot be opened here.
     * @param {Note} note
     */
    #link(note) {
        const name = this.#nameOf(note);
        if (!this.#desk.isHere(note) || this.#isGone(note)) return make("p", { class: "name" }, name);
        const { viewer } = this.#here ?? {};
        const id = documentOf(note);
        const isOpen = viewer?.document.id === id;
        const around = isOpen ? { ...viewer?.place, tour: null } : {};
        const hash = format({ ...START, ...around, ...placeOf(note) });
        return make("a", { class: "name", href: isOpen ? hash || "#" : documentURL(id) + hash }, name);
    }

    /** @param {Note} note @returns {string} */
    #nameOf(note) {
        const known = this.#clauseOf(note)?.name;
        if (known) return known;
        if (note.name.text !== "" || note.clause !== null) return note.name.text || (note.clause ?? "");
        return noteText(note.box === null ? "wholePage" : "partOf", { number: note.page });
    }

    /**
     * Returns the clause of a note if it is in the open document.
     * @param {Note} note
     */
    #clauseOf(note) {
        const here = this.#here;
        if (!here || note.clause === null || !this.#desk.isHere(note) || documentOf(note) !== here.viewer.document.id) return undefined;
        return here.clauses?.get(note.clause);
    }

    /**
     * Whether the note's clause or page no longer exists in the open document.
     * @param {Note} note
     */
    #isGone(note) {
        const here = this.#here;
        if (!here || !this.#desk.isHere(note) || documentOf(note) !== here.viewer.document.id) return false;
        if (note.clause !== null) return here.clauses !== null && !here.clauses.has(note.clause);
        return !here.viewer.document.pages.some(({ number }) => number === note.page);
    }

    /** @param {{ id: string | null, text: string }} draft */
    #begin(draft) {
        this.#draft = draft;
        this.#say(null);
        this.show();
        focusForm(this.#items);
    }

    /** @param {{ id: string | null, text: string }} draft @param {Note | null} note */
    #form(draft, note) {
        const end = () => {
            this.#draft = null;
            this.show();
            const button = this.#dialog?.querySelector(".row .action");
            if (button instanceof HTMLElement) button.focus();
        };
        // The view at the time the field was opened.
        const spot = note === null ? this.#here?.view() : undefined;
        return noteForm(draft, {
            cancel: end,
            save: async (text) => {
                const failure = note ? await this.#desk.write(note, text) : spot ? await this.#desk.add(spot, text) : null;
                if (failure === null || !this.#desk.store.isLasting) end();
                this.#say(failure ?? noteText("kept"));
            },
        });
    }

    /** @param {Note[]} notes */
    async #remove(notes) {
        const failure = await this.#desk.remove(notes);
        if (failure !== null && this.#desk.store.isLasting) return this.#say(failure);
        this.#say(noteCount("removedCount", notes.length), async () => this.#say(await this.#desk.put(notes)));
    }

    #export() {
        const notes = this.#shown();
        if (notes.length === 0) return this.#say(noteText("none"));
        exportNotes(notes, (note) => new URL(documentURL(documentOf(note)) + format({ ...START, ...placeOf(note) }), location.href).href);
        this.#say(noteCount("exported", notes.length));
    }

    /** @param {string | null} text @param {() => void} [undo] */
    #say(text, undo) {
        this.#status.replaceChildren(...(text === null ? [] : [make("span", {}, text)]));
        if (!undo) return;
        const button = actionButton("arrows-rotate", noteText("undo"), () => {
            this.#status.replaceChildren();
            undo();
        });
        this.#status.append(" ", button);
        button.focus();
    }
}

/** @param {string} a @param {string} b */
function compare(a, b) {
    return a.localeCompare(b, formatLocale(), { numeric: true });
}

/** @param {Note} note */
function placeOf({ clause, page, box, capture }) {
    return { clause, page, box: clause === null ? box : null, captures: oneCapture(capture) };
}

/**
 * Groups adjacent notes with the same key.
 * @param {Note[]} notes  sorted @param {(note: Note) => string} keyOf @returns {Note[][]}
 */
function groupsOf(notes, keyOf) {
    /** @type {Note[][]} */
    const groups = [];
    for (const note of notes) {
        const last = groups.at(-1);
        if (last && keyOf(last[0]) === keyOf(note)) last.push(note);
        else groups.push([note]);
    }
    return groups;
}
