// @ts-check
/** The list of clauses, beside the sheet or over it, and the search in their texts. */
import * as api from "../base/api.js";
import { find, make } from "../base/dom.js";
import { narrowed } from "../base/geometry.js";
import { direction } from "../strings/direction.js";
import { say } from "../strings/strings.js";
import { excerpt } from "./excerpt.js";
import { markWords } from "./marks.js";
import { heading, titleOf } from "./naming.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "place" | "list" | "filterText" | "selected" | "open" | "go" | "note" | "addEventListener">} Viewer */

const TYPING_MILLISECONDS = 150;
const EXCERPT_LENGTH = 110;
/** Pixels: twice the width of a thumbnail in a list at its widest. */
const THUMBNAIL_WIDTH = 640;

export class List {
    #viewer;
    #list = find("list", HTMLElement);
    #items = find("list-items", HTMLElement);
    #count = find("list-count", HTMLElement);
    #search = find("search", HTMLInputElement);
    #button = find("list-button", HTMLButtonElement);
    /** Where it covers the sheet. */
    #narrow = matchMedia("(width < 900px)");
    #timer = 0;

    /** @param {Viewer} viewer */
    constructor(viewer) {
        this.#viewer = viewer;
        this.#button.addEventListener("click", () => (this.isOpen ? this.close() : this.open()));
        find("list-close", HTMLButtonElement).addEventListener("click", () => this.close());
        viewer.addEventListener("list", () => this.#fill());
        viewer.addEventListener("select", () => this.#mark());
        this.#narrow.addEventListener("change", () => this.#cover());
        this.#search.addEventListener("input", () => {
            clearTimeout(this.#timer);
            this.#timer = setTimeout(() => {
                this.#timer = 0;
                this.#find(this.#search.value.trim());
            }, TYPING_MILLISECONDS);
        });
        this.#search.form?.addEventListener("submit", (event) => {
            event.preventDefault();
            this.#buttons[0]?.focus();
        });
        this.#list.addEventListener("keydown", (event) => this.#key(event));
        document.addEventListener("keydown", (event) => {
            if (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
            event.preventDefault();
            this.open();
        });
        this.#items.addEventListener("click", ({ target }) => {
            const id = target instanceof Element && target.closest("button")?.dataset.clause;
            if (!id) return;
            if (this.#narrow.matches) this.close();
            viewer.open(id);
        });
        if (viewer.place.query !== "") this.#set(true);
    }

    get isOpen() {
        return !this.#list.hidden;
    }

    /** Opens it, ready for typing. */
    open() {
        this.#set(true);
        this.#search.focus();
        this.#search.select();
    }

    close() {
        const hadFocus = this.#list.contains(document.activeElement);
        this.#set(false);
        if (hadFocus) this.#button.focus();
    }

    get #buttons() {
        return [...this.#items.querySelectorAll("button")];
    }

    /** @param {boolean} isOpen */
    #set(isOpen) {
        this.#list.hidden = !isOpen;
        this.#button.setAttribute("aria-expanded", String(isOpen));
        this.#cover();
        if (isOpen) this.#fill();
    }

    #cover() {
        find("main", HTMLElement).inert = this.isOpen && this.#narrow.matches;
    }

    /** @param {string} words */
    #find(words) {
        const { query } = this.#viewer.place;
        if (words === query) return;
        // "Back" leaves a search; it does not go through it letter by letter.
        if (query === "" || words === "") this.#viewer.go({ query: words, clause: null });
        else this.#viewer.note({ query: words, clause: null });
    }

    #fill() {
        if (!this.isOpen) return;
        const { list, place, filterText } = this.#viewer;
        // Not while the reader types on, nor where it is but a space that differs.
        if (this.#timer === 0 && this.#search.value.trim() !== place.query) this.#search.value = place.query;
        const isFoundNone = list.length === 0 && place.query !== "";
        this.#count.textContent = isFoundNone ? say("foundNone", { words: place.query }) : filterText;
        this.#items.replaceChildren(...list.map((clause) => this.#item(clause, place.query)));
        if (place.query !== "") markWords(this.#items, place.query);
        this.#items.scrollTop = 0;
        this.#mark();
    }

    /** @param {Clause} clause @param {string} query */
    #item(clause, query) {
        const { document: about } = this.#viewer;
        const lang = clause.lang ?? "";
        const title = titleOf(clause, about.language);
        const button = make("button", { type: "button", "data-clause": clause.id, dir: direction(title.lang) });
        const region = clause.regions[0];
        const page = about.pages.find(({ number }) => number === region?.page);
        if (page?.image && !page.cut) {
            const source = api.cutOutURL(about.id, clause.id, narrowed(THUMBNAIL_WIDTH, clause.regions));
            // Of a long line its beginning is shown, which is where its own script begins.
            const look = { class: clause.kind, dir: direction(about.language) };
            const picture = make("img", { src: source, alt: "", loading: "lazy", decoding: "async", ...look });
            picture.addEventListener("error", () => picture.remove());
            button.append(picture);
        }
        const name = heading(clause);
        if (name !== "") button.append(make("span", { class: "number" }, name));
        button.append(make("span", { class: "title", lang: title.lang }, title.text));
        const found = [clause.translation, clause.context, clause.transcription]
            .map((text) => (text === null || query === "" ? null : excerpt(text, query, EXCERPT_LENGTH)))
            .find((text) => text !== null);
        if (found) button.append(make("span", { class: "excerpt", lang }, found));
        return make("li", {}, button);
    }

    /** Marks the clause that is read. */
    #mark() {
        if (!this.isOpen) return;
        for (const button of this.#buttons) {
            const isRead = button.dataset.clause === this.#viewer.selected?.id;
            if (isRead) button.setAttribute("aria-current", "true");
            else button.removeAttribute("aria-current");
            if (isRead) button.scrollIntoView({ block: "nearest" });
        }
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const buttons = this.#buttons;
        const index = buttons.findIndex((button) => button === document.activeElement);
        if (event.key === "Escape") {
            if (this.#search.value === "") this.close();
            else {
                this.#search.value = "";
                this.#find("");
            }
        } else if (event.key === "ArrowDown") buttons[Math.min(buttons.length - 1, index + 1)]?.focus();
        else if (event.key === "ArrowUp" && index === 0) this.#search.focus();
        else if (event.key === "ArrowUp" && index > 0) buttons[index - 1].focus();
        else return;
        event.preventDefault();
    }
}

/** @param {EventTarget | null} target */
function isTyping(target) {
    return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}
