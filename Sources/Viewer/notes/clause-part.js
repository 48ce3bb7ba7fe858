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

export class ClausePart {
    #viewer;
    #desk;
    #manifest;
    /**
     * @type {{ clause: string, id: string | null, text: string } | null} the text being written; the id is null for a new note
     */
    #draft = null;

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

    /** Opens the field for a note on the clause. */
    begin() {
        const { selected, document: about } = this.#viewer;
        if (!selected) return;
        const [first] = this.#desk.of(about.id, selected.id);
        this.#draft = { clause: selected.id, id: first?.id ?? null, text: first?.text ?? "" };
        this.show();
        const part = document.getElementById("own-notes");
        if (part) focusForm(part);
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
        const draft = this.#draft?.clause === selected.id ? this.#draft : null;
        if (!draft && notes.every(({ text }) => text === "")) row.append(does("write", actionButton("pencil", noteText("write"), () => this.begin())));
        part.append(row);
        for (const note of notes) {
            if (draft?.id === note.id) part.append(this.#form(draft, note));
            else if (note.text !== "") part.append(this.#entry(note));
        }
        if (draft && !notes.some(({ id }) => id === draft.id)) part.append(this.#form(draft, null));
        find("panel-body", HTMLElement).append(part);
        if (focused === null || focused === undefined) return;
        const again = part.querySelector(`[data-does="${focused}"]`) ?? part.querySelector("textarea, button");
        if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    }

    /** @param {Note[]} notes */
    #bookmarkButton(notes) {
        const button = does("bookmark", actionButton("bookmark", noteText("bookmark"), async () => {
            if (notes.length === 0) return this.#tell(await this.#desk.add(this.spot(), ""));
            this.#remove(notes);
        }));
        button.setAttribute("aria-pressed", String(notes.length > 0));
        return button;
    }

    /** @param {Note} note */
    #entry(note) {
        const text = make("p", { class: "text", dir: "auto" }, note.text);
        const edit = actionButton("pencil", noteText("edit"), () => {
            this.#draft = { clause: note.clause ?? "", id: note.id, text: note.text };
            this.show();
            const part = document.getElementById("own-notes");
            if (part) focusForm(part);
        });
        const remove = actionButton("eraser", noteText("remove"), () => this.#remove([note]));
        return make("div", { class: "note" }, text, make("div", { class: "actions" }, does("write", edit), remove));
    }

    /** @param {{ clause: string, id: string | null, text: string }} draft @param {Note | null} note */
    #form(draft, note) {
        const end = () => {
            this.#draft = null;
            this.show();
            const next = document.querySelector("#own-notes [data-does='write']");
            if (next instanceof HTMLElement) next.focus();
        };
        return noteForm(draft, {
            cancel: end,
            save: async (text) => {
                if (note === null && text === "") return end();
                const failure = await (note ? this.#desk.write(note, text) : this.#desk.add(this.spot(), text));
                this.#tell(failure);
                if (failure === null || !this.#desk.store.isLasting) end();
            },
        });
    }

    /** @param {Note[]} notes */
    async #remove(notes) {
        const failure = await this.#desk.remove(notes);
        if (failure !== null && this.#desk.store.isLasting) return this.#tell(failure);
        showNotice(noteText("removed"), { label: noteText("undo"), run: async () => this.#tell(await this.#desk.put(notes)) });
    }

    /** @param {string | null} failure */
    #tell(failure) {
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
export function markOf(notes) {
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
