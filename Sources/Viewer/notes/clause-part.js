// @ts-check
/** Bookmarks and notes of the open clause: under its text, and as marks at its heading and in the list. */
import { actionButton } from "../base/dialogs.js";
import { find, make, ownIcon } from "../base/dom.js";
import { bounds } from "../base/geometry.js";
import { showNotice } from "../base/notice.js";
import { nameOf } from "../reading/naming.js";
import { noteText } from "../strings/notes.js";
import { localized } from "../strings/strings.js";
import { focusForm, noteForm } from "./form.js";

/** @typedef {import("./annotations.js").Note} Note */
/** @typedef {import("./desk.js").Spot} Spot */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "page" | "language" | "place" | "selected" | "sight" | "addEventListener">} Viewer */
/** @typedef {{ clause: string, id: string | null, text: string }} Draft  the id is null for a new note */

export class ClausePart {
    #viewer;
    #desk;
    #manifest;
    /** @type {Draft[]} the texts being written, at most one for each note, and one new note for each clause */
    #drafts = [];

    /** @param {Viewer} viewer @param {import("./desk.js").Desk} desk @param {string} manifest */
    constructor(viewer, desk, manifest) {
        this.#viewer = viewer;
        this.#desk = desk;
        this.#manifest = manifest;
        viewer.addEventListener("read", () => this.show());
        new MutationObserver(() => this.#markList()).observe(find("list-items", HTMLElement), { childList: true });
    }

    /**
     * Returns the place of the open clause, or otherwise of the view.
     * @param {boolean} [isView]  whether to return the view in any case
     * @returns {Spot}
     */
    spot(isView = false) {
        const { document: about, page, language, selected, sight, place } = this.#viewer;
        const title = localized(about.title, language) ?? { text: about.id, lang: "" };
        const common = { manifest: this.#manifest, title };
        if (selected && !isView) {
            const first = selected.regions[0]?.page ?? page.number;
            const regions = selected.regions.filter((region) => region.page === first);
            const box = regions.length > 0 ? whole(bounds(regions)) : null;
            const name = { text: nameOf(selected).replace(/[\u2068\u2069]/g, ""), lang: document.documentElement.lang };
            return { ...common, page: first, clause: selected.id, box, capture: null, name };
        }
        const box = sight.isWhole ? null : whole(within(sight.box, page));
        const capture = place.captures?.mode === "one" ? place.captures.ids[0] : null;
        return { ...common, page: page.number, clause: null, box, capture, name: { text: "", lang: "" } };
    }

    /** Opens the field for a note on the clause, or returns to the one that is open. */
    begin() {
        const { selected, document: about } = this.#viewer;
        if (!selected) return;
        const [first] = this.#desk.of(about.id, selected.id);
        const [open] = this.#draftsOf(selected.id);
        this.#write(open ?? { clause: selected.id, id: first?.id ?? null, text: first?.text ?? "" });
    }

    /** @param {Draft} draft */
    #write(draft) {
        if (!this.#drafts.includes(draft)) this.#drafts.push(draft);
        this.show();
        const form = document.querySelector(`#own-notes form[data-note="${CSS.escape(draft.id ?? "")}"]`);
        if (form instanceof HTMLElement) focusForm(form);
    }

    /** @param {string} clause */
    #draftsOf(clause) {
        return this.#drafts.filter((draft) => draft.clause === clause);
    }

    /** Renders everything again. */
    show() {
        this.#markList();
        const { selected, document: about } = this.#viewer;
        const before = document.getElementById("own-notes");
        const focused = before?.contains(document.activeElement) ? document.activeElement?.getAttribute("data-does") : null;
        before?.remove();
        for (const mark of document.querySelectorAll("#panel-title .note-mark")) mark.remove();
        if (!selected) return;
        const notes = this.#desk.of(about.id, selected.id);
        if (notes.length > 0) find("panel-title", HTMLElement).append(markOf(notes));
        const part = make("section", { id: "own-notes", "aria-label": noteText("title") });
        const row = make("div", { class: "actions" }, this.#bookmarkButton(notes));
        const drafts = this.#draftsOf(selected.id);
        if (drafts.length === 0 && notes.every(({ text }) => text === "")) row.append(does("write", actionButton("pencil", noteText("write"), () => this.begin())));
        part.append(row);
        for (const note of notes) {
            const draft = drafts.find(({ id }) => id === note.id);
            if (draft) part.append(this.#form(draft, note));
            else if (note.text !== "") part.append(this.#entry(note));
        }
        // A new note, or one that has been removed meanwhile.
        for (const draft of drafts.filter(({ id }) => !notes.some((note) => note.id === id))) part.append(this.#form(draft, null));
        find("panel-body", HTMLElement).append(part);
        if (focused === null || focused === undefined) return;
        const again = part.querySelector(`[data-does="${focused}"]`) ?? part.querySelector("textarea, button");
        if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    }

    /** @param {Note[]} notes */
    #bookmarkButton(notes) {
        const button = does("bookmark", actionButton("bookmark", noteText("bookmark"), async () => {
            if (notes.length === 0) return this.#report(await this.#desk.add(this.spot(), ""));
            this.#remove(notes);
        }));
        button.setAttribute("aria-pressed", String(notes.length > 0));
        return button;
    }

    /** @param {Note} note */
    #entry(note) {
        const text = make("p", { class: "text", dir: "auto" }, note.text);
        const draft = { clause: note.clause ?? "", id: note.id, text: note.text };
        const edit = actionButton("pencil", noteText("edit"), () => this.#write(draft));
        const remove = actionButton("eraser", noteText("remove"), () => this.#remove([note]));
        return make("div", { class: "note" }, text, make("div", { class: "actions" }, does("write", edit), remove));
    }

    /** @param {Draft} draft @param {Note | null} note */
    #form(draft, note) {
        const end = () => {
            this.#drafts = this.#drafts.filter((other) => other !== draft);
            this.show();
            const next = document.querySelector("#own-notes [data-does='write']");
            if (next instanceof HTMLElement) next.focus();
        };
        const form = noteForm(draft, {
            cancel: end,
            save: async (text) => {
                if (note === null && text === "") return end();
                const failure = await (note ? this.#desk.write(note, text) : this.#desk.add(this.spot(), text));
                this.#report(failure);
                if (failure === null || !this.#desk.store.isLasting) end();
            },
        });
        form.dataset.note = draft.id ?? "";
        return form;
    }

    /** @param {Note[]} notes */
    async #remove(notes) {
        const failure = await this.#desk.remove(notes);
        if (failure !== null && this.#desk.store.isLasting) return this.#report(failure);
        showNotice(noteText("removed"), { label: noteText("undo"), run: async () => this.#report(await this.#desk.put(notes)) });
    }

    /** @param {string | null} failure */
    #report(failure) {
        if (failure !== null) showNotice(failure);
    }

    #markList() {
        const buttons = [...document.querySelectorAll("#list-items button[data-clause]")];
        if (buttons.length === 0) return;
        /** @type {Map<string, Note[]>} */
        const own = new Map();
        for (const note of this.#desk.of(this.#viewer.document.id)) {
            if (note.clause !== null) own.set(note.clause, [...(own.get(note.clause) ?? []), note]);
        }
        for (const button of buttons) {
            button.querySelector(".note-mark")?.remove();
            const notes = own.get(button instanceof HTMLElement ? (button.dataset.clause ?? "") : "");
            if (notes) (button.querySelector(".title") ?? button).append(markOf(notes));
        }
    }
}

/** @param {Note[]} notes  the notes of one clause */
function markOf(notes) {
    const name = noteText(notes.some(({ text }) => text !== "") ? "noted" : "bookmarked");
    return make("span", { class: "note-mark", role: "img", "aria-label": name, title: name }, ownIcon("bookmark"));
}

/** @template {HTMLElement} Kind @param {string} name  identifies the element after a new rendering @param {Kind} element */
function does(name, element) {
    element.dataset.does = name;
    return element;
}

/**
 * @param {import("../base/types.js").Box} box @returns {import("../base/types.js").Box} the smallest enclosing box of whole
 *   pixels
 */
function whole({ x, y, width, height }) {
    const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
    return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
}

/** @param {import("../base/types.js").Box} box @param {import("../base/types.js").Size} page */
function within(box, page) {
    const [left, top] = [Math.max(0, box.x), Math.max(0, box.y)];
    const [right, bottom] = [Math.min(page.width, box.x + box.width), Math.min(page.height, box.y + box.height)];
    return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}
