// @ts-check
/**
 * A document of several pages as a book: which of them are seen together, the reader's choice between one page and two, small
 * pictures of all of them, and what is fetched before it is turned to.
 */
import { recall, remember } from "../base/memory.js";
import { direction as directionOf } from "../strings/direction.js";
import { phrases as english } from "../strings/en/books.js";
import { isBook, openingsOf } from "./openings.js";
import { Preloading } from "./preloading.js";
import { leavesOf } from "./spread.js";
import { Strip } from "./strip.js";
import { Switches } from "./switches.js";

/** @typedef {import("../base/types.js").Page} Page */
/** @typedef {import("../base/leaves.js").Leaf} Leaf */
/** @typedef {import("./kit.js").Kit} Kit */
/** @typedef {import("../strings/phrase-table.js").PhraseTable<typeof english>} Texts */

export class Books {
    #kit;
    #viewer;
    /** @type {Texts} */
    #texts;
    #isBook;
    #direction;
    /** @type {Page[][]} two by two, as they would be seen so */
    #openings;
    /** @type {Map<Page, Page[]>} */
    #openingOf = new Map();
    /** @type {Map<Page, Leaf[]>} by the page that is first */
    #leaves = new Map();
    #isOpening = false;
    #spoken = "en";
    #surface = /** @type {HTMLElement} */ (document.getElementById("surface"));
    /** @type {Strip | null} */
    #strip = null;
    /** @type {Switches | null} */
    #switches = null;
    /** @type {Preloading | null} */
    #preloading = null;

    /** @param {Kit} kit */
    constructor(kit) {
        this.#kit = kit;
        this.#viewer = kit.viewer;
        this.#texts = new kit.PhraseTable(english, "books");
        const { document: about } = kit.viewer;
        const { pages, viewingDirection } = about;
        this.#isBook = isBook(about);
        this.#direction = viewingDirection ?? (directionOf(about.language) === "rtl" ? "right-to-left" : "left-to-right");
        const isWhole = !kit.isSingle && pages.every(({ cut }) => cut === undefined);
        this.#openings = isWhole ? openingsOf(pages) : pages.map((page) => [page]);
    }

    /** Whether the pages have a direction of their own; those of others follow the page around them. */
    get #isDirected() {
        return this.#isBook || this.#viewer.document.viewingDirection !== undefined;
    }

    /** Arranges the pages, before or after they are first seen. */
    async arrange() {
        await this.#speak();
        this.#isOpening = this.#wish;
        this.#rearrange();
        addEventListener("resize", () => this.#follow());
    }

    /** Adds what is seen around the pages, once they are. */
    furnish() {
        const viewer = this.#viewer;
        this.#preloading = new Preloading(this.#kit);
        this.#switches = new Switches(this.#texts, {
            toggle: this.#openings.some((opening) => opening.length > 1) ? () => this.#toggle() : null,
            strip: () => this.#showStrip(this.#strip === null),
        });
        const bar = /** @type {HTMLElement} */ (document.getElementById("pages"));
        if (this.#isDirected) {
            bar.dir = this.#isRightToLeft ? "rtl" : "ltr";
            this.#surface.style.setProperty("--way", "1");
        }
        for (const event of /** @type {const} */ (["change", "list"])) viewer.addEventListener(event, () => this.#follow());
        viewer.addEventListener("rest", () => this.#preload());
        if (recall().strip) this.#showStrip(true);
        this.#show();
        this.#preload();
    }

    get #isRightToLeft() {
        return this.#direction === "right-to-left";
    }

    /** Whether two pages are to be seen, where two face each other. */
    get #wish() {
        const view = this.#viewer.place.view ?? recall().view;
        return view === undefined ? this.#isUsual : view === "opening";
    }

    /** Of a book, where the screen is wider than high. */
    get #isUsual() {
        return this.#isBook && innerWidth > innerHeight;
    }

    #toggle() {
        const isOpening = !this.#isOpening;
        const view = isOpening === this.#isUsual ? null : isOpening ? "opening" : "single";
        remember({ view: view ?? undefined });
        this.#viewer.note({ view });
    }

    /** The place has changed, or the screen, or the language. */
    async #follow() {
        if (this.#spoken !== this.#kit.strings.spokenLanguage()) await this.#speak();
        if (this.#wish !== this.#isOpening) {
            this.#isOpening = this.#wish;
            this.#rearrange();
        }
        this.#show();
    }

    async #speak() {
        this.#spoken = this.#kit.strings.spokenLanguage();
        await this.#texts.speak();
        this.#switches?.speak();
        this.#strip?.speak();
    }

    #rearrange() {
        const { pages } = this.#viewer.document;
        const openings = this.#isOpening ? this.#openings : pages.map((page) => [page]);
        this.#openingOf = new Map(openings.flatMap((opening) => opening.map((page) => [page, opening])));
        this.#leaves.clear();
        const seen = (/** @type {Page} */ page) => this.#openingOf.get(page) ?? [page];
        this.#kit.arrange({
            isBackwards: this.#isDirected ? this.#isRightToLeft : null,
            first: (page) => seen(page)[0],
            leaves: (page) => this.#leavesOf(page),
            neighbour: (page, steps) => openings[openings.indexOf(seen(page)) + steps]?.[0],
            label: (page, language) => (seen(page).length === 1 ? null : this.#label(seen(page), language)),
        });
        this.#strip?.arrange(openings);
    }

    /** @param {Page} page @returns {Leaf[]} the same each time */
    #leavesOf(page) {
        const known = this.#leaves.get(page);
        if (known) return known;
        const leaves = leavesOf(this.#openingOf.get(page) ?? [page], page, this.#direction);
        this.#leaves.set(page, leaves);
        return leaves;
    }

    /** @param {readonly Page[]} opening @param {string} language */
    #label(opening, language) {
        const { pages } = this.#viewer.document;
        const { localized, say } = this.#kit.strings;
        const [first, last] = opening.map((page) => pages.indexOf(page) + 1);
        const place = this.#texts.say("pagesOf", { first, last, count: pages.length });
        const labels = opening.flatMap(({ label }) => localized(label, language)?.text ?? []);
        return labels.length === 0 ? place : say("labelledPage", { label: labels.join(" – "), place });
    }

    /** @param {boolean} isShown */
    #showStrip(isShown) {
        remember({ strip: isShown || undefined });
        this.#strip?.remove();
        this.#strip = isShown ? new Strip(this.#kit, this.#texts, this.#isDirected && this.#isRightToLeft) : null;
        this.#strip?.arrange([...new Set(this.#openingOf.values())]);
        this.#show();
    }

    #show() {
        const { page } = this.#viewer;
        this.#switches?.show(this.#isOpening, this.#strip !== null);
        this.#strip?.mark(this.#openingOf.get(page) ?? [page]);
    }

    /** What comes next, and what was before. */
    #preload() {
        const { page } = this.#viewer;
        const openings = [...new Set(this.#openingOf.values())];
        const at = openings.indexOf(this.#openingOf.get(page) ?? []);
        this.#preloading?.near(openings[at + 1] ?? [], openings[at - 1] ?? []);
    }
}
