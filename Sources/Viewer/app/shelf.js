// @ts-check
/** The library's list: loads documents in parts, filtered by the words typed. */
import * as api from "../base/api.js";
import { find, make } from "../base/dom.js";
import { showFailure } from "../base/notice.js";
import { findingText } from "../strings/finding.js";
import { pictureURL } from "../strings/institution.js";
import { figure, say, sayCount } from "../strings/strings.js";
import { LibraryFilters, putConditions } from "./library-filters.js";

/** The number of cards loaded at a time. */
const PART = 24;
/** The pause in typing after which the filter is applied, in milliseconds. */
const REST = 250;

export class Shelf {
    #card;
    #list = find("documents", HTMLUListElement);
    #more = find("more", HTMLButtonElement);
    #form = find("filter", HTMLFormElement);
    #field = find("words", HTMLInputElement);
    #status = find("shown", HTMLElement);
    #filters = new LibraryFilters(() => this.#narrow());
    #words = new URLSearchParams(location.search).get("q")?.trim() ?? "";
    /** @type {string | undefined} */
    #next;
    /** Counts requests, so that responses to earlier ones are not shown. */
    #turn = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #rest;

    /** @param {(about: api.Document) => HTMLElement} card  creates the card of a document */
    constructor(card) {
        this.#card = card;
        this.#field.value = this.#words;
        find("finding", HTMLElement).replaceWith(this.#filters.element);
        this.#more.addEventListener("click", () => this.#extend());
        this.#form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.#filter();
        });
        this.#field.addEventListener("input", () => {
            clearTimeout(this.#rest);
            this.#rest = setTimeout(() => this.#filter(), REST);
        });
    }

    /** Loads the first part, to be passed to {@link show}. */
    load() {
        return api.documents(this.#wanted(undefined));
    }

    /** @param {string | undefined} after @returns {import("../base/types.js").Part} */
    #wanted(after) {
        return { words: this.#words, conditions: this.#filters.conditions, after, limit: PART, withFacets: after === undefined };
    }

    /** @param {api.Documents} part  the documents that replace those shown */
    async show(part) {
        this.#form.hidden = this.#words === "" && this.#filters.isEmpty && part.next === undefined;
        await this.#replace(part);
    }

    /** @param {api.Documents} part */
    async #replace(part) {
        if (part.facets) await this.#filters.show(part.facets, part.total);
        this.#list.replaceChildren();
        this.#append(part);
    }

    /** @param {api.Documents} part */
    #append({ documents, total, next }) {
        this.#next = next;
        this.#list.append(...documents.map(this.#card));
        this.#more.hidden = next === undefined;
        const count = this.#list.childElementCount;
        const src = total === 0 && this.#words === "" && this.#filters.isEmpty ? pictureURL("emptyLibrary") : null;
        document.querySelector("main > img.empty")?.remove();
        if (src) this.#status.before(make("img", { class: "empty", src, alt: "" }));
        this.#status.textContent =
            total === 0
                ? this.#noneText()
                : next === undefined
                  ? sayCount("documentCount", total)
                  : say("documentsShown", { shown: figure(count), count: figure(total) });
    }

    #noneText() {
        if (!this.#filters.isEmpty) return findingText("nothing");
        return say(this.#words === "" ? "libraryEmpty" : "documentsNone", { words: this.#words });
    }

    /** Appends the next part. Moves the focus to the first new card, so that it is not lost when the button disappears. */
    async #extend() {
        const part = await this.#fetch(this.#next);
        if (!part) return;
        const count = this.#list.childElementCount;
        this.#append(part);
        this.#list.children[count]?.querySelector("a")?.focus();
    }

    async #filter() {
        clearTimeout(this.#rest);
        const words = this.#field.value.trim();
        if (words === this.#words) return;
        this.#words = words;
        await this.#narrow();
    }

    /** Applies the filter: updates the address and replaces the documents shown. */
    async #narrow() {
        const address = new URL(location.href);
        if (this.#words === "") address.searchParams.delete("q");
        else address.searchParams.set("q", this.#words);
        putConditions(address.searchParams, this.#filters.conditions);
        history.replaceState(history.state, "", address);
        const part = await this.#fetch(undefined);
        // The fields stay visible even if all documents are shown again: the reader is using them.
        if (part) await this.#replace(part);
    }

    /** @param {string | undefined} after @returns {Promise<api.Documents | null>}  null if a newer request has been made since */
    async #fetch(after) {
        const turn = ++this.#turn;
        this.#list.ariaBusy = "true";
        try {
            const part = await api.documents(this.#wanted(after));
            return turn === this.#turn ? part : null;
        } catch (error) {
            if (turn === this.#turn) showFailure(error);
            return null;
        } finally {
            if (turn === this.#turn) this.#list.ariaBusy = "false";
        }
    }
}
