// @ts-check
/** The list of clauses, beside the sheet or over it, and the search in their texts. */
import * as api from "../base/api.js";
import { cover, uncover } from "../base/covering.js";
import { wordButton } from "../base/dialogs.js";
import { find, make } from "../base/dom.js";
import { bounds, clampWidth } from "../base/geometry.js";
import { isForPage } from "../base/keys.js";
import { direction } from "../strings/direction.js";
import { localized, say } from "../strings/strings.js";
import { excerpt } from "./excerpt.js";
import { markWords } from "./marks.js";
import { heading, titleOf } from "./naming.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "language" | "place" | "list" | "isListKnown" | "filterText" | "suggestion" | "selected" | "open" | "pushPlace" | "replacePlace" | "addEventListener">} Viewer */

const TYPING_MILLISECONDS = 150;
const EXCERPT_LENGTH = 110;
/** The widths of pictures in pixels: only a few, so that servers and static sites have them ready. */
const THUMBNAIL_WIDTHS = [640, 1280];
/** The height of a thumbnail in CSS pixels, and thus of a line of writing in all of them. */
const LINE_HEIGHT = 42;

export class List {
    #viewer;
    #list = find("list", HTMLElement);
    #items = find("list-items", HTMLElement);
    #count = find("list-count", HTMLElement);
    #search = find("search", HTMLInputElement);
    #button = find("list-button", HTMLButtonElement);
    /** Whether the list covers the sheet. */
    #narrow = matchMedia("(width < 900px)");
    #timer = 0;
    /** The scale of all thumbnails of a page in CSS pixels per image pixel, so that their writing has the same size. */
    #scales = /** @type {Map<number, number>} */ (new Map());

    /** @param {Viewer} viewer */
    constructor(viewer) {
        this.#viewer = viewer;
        this.#button.addEventListener("click", () => (this.isOpen ? this.close() : this.open()));
        find("list-close", HTMLButtonElement).addEventListener("click", () => this.close());
        viewer.addEventListener("list", () => this.#fill());
        viewer.addEventListener("select", () => {
            // "Back" may open a clause that the list would hide.
            if (viewer.selected && this.isOpen && this.#narrow.matches) this.close();
            this.#mark();
        });
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
            if (event.key !== "/" || event.ctrlKey || event.metaKey || !isForPage(event)) return;
            event.preventDefault();
            this.open();
        });
        // Only if nothing on top of the list handles Escape first.
        document.addEventListener("keydown", (event) => {
            if (event.key !== "Escape" || event.defaultPrevented || !this.isOpen || document.querySelector("dialog[open]")) return;
            this.#escape();
            event.preventDefault();
        });
        this.#items.addEventListener("click", ({ target }) => {
            const id = target instanceof Element && target.closest("button")?.dataset.clause;
            if (!id) return;
            if (this.#narrow.matches) this.close();
            viewer.open(id);
        });
        // A list that covers the sheet would hide the clause that the reader returns to.
        if (viewer.place.query !== "" && !(viewer.place.clause && this.#narrow.matches)) this.#set(true);
    }

    get isOpen() {
        return !this.#list.hidden;
    }

    /** Opens the list, ready for typing. */
    open() {
        uncover("list");
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
        cover("list", this.isOpen && this.#narrow.matches ? ["main"] : [], () => this.close());
    }

    /** @param {string} words */
    #find(words) {
        const { query } = this.#viewer.place;
        if (words === query) return;
        // "Back" leaves a search as a whole instead of undoing it letter by letter.
        if (query === "" || words === "") this.#viewer.pushPlace({ query: words, clause: null });
        else this.#viewer.replacePlace({ query: words, clause: null });
    }

    #fill() {
        if (!this.isOpen) return;
        const { list, place, isListKnown, filterText } = this.#viewer;
        // Not while the reader is still typing, nor if only spaces differ.
        if (this.#timer === 0 && this.#search.value.trim() !== place.query) this.#search.value = place.query;
        const isFoundNone = isListKnown && list.length === 0 && place.query !== "";
        this.#count.textContent = isFoundNone ? say("foundNone", { words: place.query }) : filterText;
        if (isFoundNone) this.#suggest(place.query);
        this.#items.replaceChildren(...this.#rows(list, place.query));
        if (place.query !== "") markWords(this.#items, place.query);
        this.#items.scrollTop = 0;
        this.#mark();
    }

    /** @param {string} query  a search without results */
    async #suggest(query) {
        // The text node is replaced whenever the list is filled, even for the same search in another language.
        const text = this.#count.firstChild;
        const words = await this.#viewer.suggestion();
        if (words === null || query !== this.#viewer.place.query || text !== this.#count.firstChild) return;
        const button = wordButton(words, () => {
            this.#search.value = words;
            this.#search.focus();
            this.#find(words);
        });
        this.#count.append(" ", make("span", { class: "suggestion" }, say("didYouMean"), " ", button));
    }

    /**
     * Returns the entries, under page headings if the document has several pages.
     * @param {Clause[]} list
     * @param {string} query
     */
    #rows(list, query) {
        const { pages } = this.#viewer.document;
        let before = 0;
        return list.flatMap((clause) => {
            const page = pages.find(({ number }) => number === clause.regions[0]?.page);
            const isNext = pages.length > 1 && page !== undefined && page.number !== before;
            before = page?.number ?? before;
            const row = this.#item(clause, query);
            return isNext ? [this.#pageRow(page), row] : [row];
        });
    }

    /** @param {import("../base/types.js").Page} page */
    #pageRow(page) {
        const label = localized(page.label, this.#viewer.language);
        const number = say("page", { number: page.number, count: this.#viewer.document.pages.length });
        const name = label ? make("span", { lang: label.lang }, label.text) : number;
        return make("li", { class: "page" }, make("h2", {}, name));
    }

    /**
     * @param {number} page
     * @returns {number} CSS pixels per image pixel, based on the lowest clauses of the page, which are a single line high
     */
    #scale(page) {
        const known = this.#scales.get(page);
        if (known !== undefined) return known;
        const heights = this.#viewer.list
            .filter(({ kind, regions }) => kind === "clause" && regions[0]?.page === page)
            .map(({ regions }) => bounds(regions.slice(0, 1)).height)
            .sort((a, b) => a - b);
        const scale = heights.length === 0 ? 1 : Math.min(1, LINE_HEIGHT / heights[Math.floor(heights.length / 10)]);
        this.#scales.set(page, scale);
        return scale;
    }

    /**
     * Returns the width of a picture before the start of its first line, if the clause starts within a line, in CSS pixels.
     * @param {import("../base/types.js").Region[]} regions
     * @param {number} page
     * @param {boolean} isFromRight
     */
    #before(regions, page, isFromRight) {
        const scale = this.#scale(page);
        const { x, width } = bounds(regions.filter((one) => one.page === page));
        const { polygon } = regions[0];
        const top = Math.min(...polygon.map(([, y]) => y));
        const line = polygon.filter(([, y]) => y < top + LINE_HEIGHT / scale / 2).map(([at]) => at);
        return scale * (isFromRight ? x + width - Math.max(...line) : Math.min(...line) - x);
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
            const shown = bounds(clause.regions.filter((one) => one.page === region.page)).width * this.#scale(page.number);
            const [small, large] = THUMBNAIL_WIDTHS;
            const width = clause.kind === "clause" && shown * devicePixelRatio > small ? large : small;
            const source = api.cutOutURL(about.id, clause.id, clampWidth(width, clause.regions));
            const picture = make("img", { src: source, alt: "", loading: "lazy", decoding: "async", class: clause.kind });
            const way = direction(about.language);
            if (clause.kind === "clause") {
                picture.style.width = `${shown}px`;
                // Of a long line the start is shown, on the side where its script starts.
                picture.style.marginInlineStart = `${-this.#before(clause.regions, page.number, way === "rtl")}px`;
            }
            const frame = make("span", { class: `picture ${clause.kind}`, dir: way }, picture);
            picture.addEventListener("error", () => frame.remove());
            button.append(frame);
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

    /** Marks the open clause. */
    #mark() {
        if (!this.isOpen) return;
        for (const button of this.#buttons) {
            const isRead = button.dataset.clause === this.#viewer.selected?.id;
            if (isRead) button.setAttribute("aria-current", "true");
            else button.removeAttribute("aria-current");
            if (isRead) button.scrollIntoView({ block: "nearest" });
        }
    }

    /** Clears the search first; a second time closes the list. */
    #escape() {
        if (this.#search.value === "") return this.close();
        this.#search.value = "";
        this.#find("");
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        // These keys choose among what an input method suggests.
        if (event.isComposing) return event.stopPropagation();
        const buttons = this.#buttons;
        const index = buttons.findIndex((button) => button === document.activeElement);
        if (event.key === "Escape" && !this.#viewer.selected) this.#escape();
        else if (event.key === "ArrowDown") buttons[Math.min(buttons.length - 1, index + 1)]?.focus();
        else if (event.key === "ArrowUp" && index === 0) this.#search.focus();
        else if (event.key === "ArrowUp" && index > 0) buttons[index - 1].focus();
        else return;
        event.preventDefault();
    }
}
