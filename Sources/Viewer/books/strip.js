// @ts-check
/**
 * Thumbnails of all pages in a row below the sheet. Only those in sight exist as elements, so a book of a thousand pages costs no
 * more than one of ten.
 */
import { make } from "../base/dom.js";
import { format } from "../base/fragment.js";
import { oncePerFrame } from "../base/once-per-frame.js";
import { tilePicture, wholeLevel } from "../base/tile-picture.js";
import { cellsWithin, rowOf } from "./row.js";

/** @typedef {import("../base/types.js").Page} Page */
/** @typedef {import("./row.js").Cell} Cell */

/** The same heights as in books.css, in CSS pixels. */
const [HEIGHT, LOW_HEIGHT] = [96, 60];
/** How far beyond the visible part thumbnails are kept, as a share of its width. */
const OVERSCAN = 0.25;
const MOST_AT_ONCE = 3;

export class Strip {
    #kit;
    #texts;
    #isMirrored;
    #track = make("div", { class: "track", role: "list" });
    #element = make("nav", { id: "strip" }, this.#track);
    #low = matchMedia("(height < 540px)");
    /** @type {Cell[]} */
    #cells = [];
    /** @type {readonly (readonly Page[])[]} */
    #openings = [];
    /** @type {readonly Page[]} the pages shown on the sheet */
    #current = [];
    /** @type {Map<number, HTMLElement>} by cell index */
    #items = new Map();
    /** @type {{ page: Page, picture: HTMLImageElement }[]} */
    #waiting = [];
    #loading = 0;
    #refresh = oncePerFrame(() => this.#fill());
    #ending = new AbortController();

    /** @param {import("./kit.js").Kit} kit @param {import("./books.js").Texts} texts @param {boolean} isMirrored */
    constructor(kit, texts, isMirrored) {
        this.#kit = kit;
        this.#texts = texts;
        this.#isMirrored = isMirrored;
        this.#element.dir = isMirrored ? "rtl" : "ltr";
        this.updateStrings();
        document.getElementById("main")?.after(this.#element);
        this.#element.addEventListener("scroll", this.#refresh, { passive: true });
        this.#element.addEventListener("keydown", (event) => this.#step(event));
        const { signal } = this.#ending;
        this.#low.addEventListener("change", () => this.arrange(this.#openings), { signal });
        addEventListener("resize", this.#refresh, { signal });
    }

    remove() {
        this.#ending.abort();
        this.#element.remove();
    }

    updateStrings() {
        this.#element.setAttribute("aria-label", this.#texts.say("strip"));
        this.#forget();
        this.#fill();
    }

    /** @param {readonly (readonly Page[])[]} openings */
    arrange(openings) {
        this.#openings = openings;
        const { cells, width } = rowOf(openings, this.#low.matches ? LOW_HEIGHT : HEIGHT);
        this.#cells = cells;
        this.#track.style.width = `${width}px`;
        this.#forget();
        this.#reveal();
    }

    /** @param {readonly Page[]} pages  the pages shown on the sheet */
    mark(pages) {
        if (pages.length === this.#current.length && pages.every((page, index) => page === this.#current[index])) return;
        this.#current = pages;
        this.#reveal();
        for (const [index, item] of this.#items) this.#markItem(index, item);
    }

    /** Scrolls the current pages to the centre, unless they are entirely in sight. */
    #reveal() {
        const cells = this.#cells.filter(({ page }) => this.#current.includes(page));
        const { clientWidth } = this.#element;
        if (cells.length > 0) {
            const [start, end] = [cells[0].start, cells[cells.length - 1].start + cells[cells.length - 1].width];
            if (start < this.#scrolled || end > this.#scrolled + clientWidth) this.#scrollTo((start + end - clientWidth) / 2);
        }
        this.#fill();
    }

    /** The scroll distance from the start of the row, which in a mirrored row is at the right. */
    get #scrolled() {
        return Math.abs(this.#element.scrollLeft);
    }

    /** @param {number} at */
    #scrollTo(at) {
        this.#element.scrollLeft = this.#isMirrored ? -at : at;
    }

    #forget() {
        this.#items.clear();
        this.#track.replaceChildren();
    }

    /** Creates the elements in sight, in their order, and keeps the focused one. */
    #fill() {
        const { clientWidth } = this.#element;
        const [from, to] = [this.#scrolled - clientWidth * OVERSCAN, this.#scrolled + clientWidth * (1 + OVERSCAN)];
        const [first, end] = cellsWithin(this.#cells, from, to);
        for (const [index, item] of this.#items) {
            if ((index >= first && index < end) || item.contains(document.activeElement)) continue;
            item.remove();
            this.#items.delete(index);
        }
        for (let index = first; index < end; index += 1) if (!this.#items.has(index)) this.#add(index);
        // Elements that are only kept ready have no address yet.
        const [seen, unseen] = cellsWithin(this.#cells, this.#scrolled, this.#scrolled + clientWidth);
        for (const [index, item] of this.#items) {
            const link = item.querySelector("a");
            if (index >= seen && index < unseen) link?.setAttribute("href", this.#address(index));
            else link?.removeAttribute("href");
        }
        this.#keepReachable();
    }

    /** @param {number} index */
    #add(index) {
        const { page, start, width } = this.#cells[index];
        const { localized, say } = this.#kit.strings;
        const { pages } = this.#kit.viewer.document;
        const number = pages.indexOf(page) + 1;
        const label = localized(page.label, this.#kit.viewer.language);
        const spoken = say("pageNumber", { number });
        const picture = make("img", { alt: "", draggable: "false" });
        const name = label ? make("span", { class: "name", lang: label.lang }, label.text) : make("span", { class: "name" }, String(number));
        const link = make("a", { tabindex: "-1", "aria-label": label ? `${label.text}, ${spoken}` : spoken }, make("span", { class: "picture" }, picture), name);
        // The address depends on the place at the time of the click, not of the drawing.
        for (const event of ["focus", "pointerdown"]) link.addEventListener(event, () => (link.href = this.#address(index)));
        const item = make("div", { role: "listitem", "aria-setsize": String(this.#cells.length), "aria-posinset": String(index + 1) }, link);
        item.style.insetInlineStart = `${start}px`;
        item.style.width = `${width}px`;
        this.#items.set(index, item);
        this.#markItem(index, item);
        const next = [...this.#items.keys()].filter((other) => other > index).sort((a, b) => a - b)[0];
        this.#track.insertBefore(item, next === undefined ? null : (this.#items.get(next) ?? null));
        this.#waiting.push({ page, picture });
        this.#load();
    }

    /** @param {number} index  the index of a cell */
    #address(index) {
        return format({ ...this.#kit.viewer.place, clause: null, box: null, page: this.#cells[index].page.number }) || "#";
    }

    /** Loads few pictures at once, because the sheet has tiles to wait for. Skips those scrolled past meanwhile. */
    #load() {
        while (this.#loading < MOST_AT_ONCE) {
            const next = this.#waiting.shift();
            if (!next) return;
            if (!next.picture.isConnected) continue;
            this.#loading += 1;
            this.#paint(next.page, next.picture).finally(() => {
                this.#loading -= 1;
                this.#load();
            });
        }
    }

    /** @param {Page} page @param {HTMLImageElement} picture */
    async #paint(page, picture) {
        if (page.image === null || page.cut) return picture.remove();
        try {
            const tiles = await this.#kit.tiles(page.image);
            await tilePicture(tiles, { level: wholeLevel(page, tiles.tileSize), column: 0, row: 0 }, picture);
        } catch {
            // Without a network, the page number remains.
            picture.remove();
        }
    }

    /** @param {number} index @param {HTMLElement} item */
    #markItem(index, item) {
        const link = item.querySelector("a");
        const { page } = this.#cells[index];
        if (this.#current.includes(page)) link?.setAttribute("aria-current", "page");
        else link?.removeAttribute("aria-current");
        this.#keepReachable();
    }

    /** Lets Tab reach the page shown on the sheet, or else the first in sight. */
    #keepReachable() {
        const links = [...this.#track.querySelectorAll("a")];
        const reached = links.find((link) => link === document.activeElement) ?? links.find((link) => link.hasAttribute("aria-current")) ?? links[0];
        for (const link of links) link.tabIndex = link === reached ? 0 : -1;
    }

    /**
     * Moves between thumbnails with the arrow keys, in visual order, and to the ends with Home and End.
     * @param {KeyboardEvent} event
     */
    #step(event) {
        const at = [...this.#items].find(([, item]) => item.contains(document.activeElement))?.[0];
        if (at === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        const forward = this.#isMirrored ? -1 : 1;
        const next = { ArrowRight: at + forward, ArrowLeft: at - forward, Home: 0, End: this.#cells.length - 1 }[event.key];
        if (next === undefined) return;
        event.preventDefault();
        const index = Math.min(this.#cells.length - 1, Math.max(0, next));
        const { start, width } = this.#cells[index];
        const { clientWidth } = this.#element;
        if (start < this.#scrolled || start + width > this.#scrolled + clientWidth) this.#scrollTo(start + width / 2 - clientWidth / 2);
        this.#fill();
        this.#items.get(index)?.querySelector("a")?.focus({ preventScroll: true });
        this.#fill();
    }
}
