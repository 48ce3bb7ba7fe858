// @ts-check
/**
 * A document of several pages as a book: which pages are shown together, the choice between one page and two, thumbnails of all
 * pages, and preloading.
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
    /** @type {Page[][]} the openings in two-page view */
    #openings;
    /** @type {Map<Page, Page[]>} */
    #openingOf = new Map();
    /** @type {Map<Page, Leaf[]>} by the page that comes first */
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

    /** Whether the pages have a direction of their own. Otherwise they follow the direction of the user interface. */
    get #isDirected() {
        return this.#isBook || this.#viewer.document.viewingDirection !== undefined;
    }

    /** Arranges the pages, before or after they are first shown. */
    async arrange() {
        await this.#updateStrings();
        this.#isOpening = this.#wish;
        this.#rearrange();
        addEventListener("resize", () => this.#follow());
    }

    /** Adds the controls around the pages, once these are shown. */
    addControls() {
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

    /** Whether two facing pages are to be shown together. */
    get #wish() {
        const view = this.#viewer.place.view ?? recall().view;
        return view === undefined ? this.#isUsual : view === "opening";
    }

    /** Whether two pages are shown by default: for a book, if the screen is wider than high. */
    get #isUsual() {
        return this.#isBook && innerWidth > innerHeight;
    }

    #toggle() {
        const isOpening = !this.#isOpening;
        const view = isOpening === this.#isUsual ? null : isOpening ? "opening" : "single";
        remember({ view: view ?? undefined });
        this.#viewer.replacePlace({ view });
    }

    /** Called when the place, the screen or the language has changed. */
    async #follow() {
        const isSpoken = this.#spoken === this.#kit.strings.uiLanguage();
        if (!isSpoken) await this.#updateStrings();
        // The label of an opening is in the language of the page, too.
        if (this.#wish !== this.#isOpening || !isSpoken) {
            this.#isOpening = this.#wish;
            this.#rearrange();
        }
        this.#show();
    }

    async #updateStrings() {
        this.#spoken = this.#kit.strings.uiLanguage();
        await this.#texts.load();
        this.#switches?.updateStrings();
        this.#strip?.updateStrings();
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

    /** @param {Page} page @returns {Leaf[]} the same array on each call */
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

    /** Preloads the next opening and the previous one. */
    #preload() {
        const { page } = this.#viewer;
        const openings = [...new Set(this.#openingOf.values())];
        const at = openings.indexOf(this.#openingOf.get(page) ?? []);
        this.#preloading?.near(openings[at + 1] ?? [], openings[at - 1] ?? []);
    }
}
