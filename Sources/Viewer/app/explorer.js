// @ts-check
/** Connects the parts of a document's page, which show what the state holds. */
import { find } from "../base/dom.js";
import { remember } from "../base/memory.js";
import { hideNotice, showFailure } from "../base/notice.js";
import { Reading } from "../reading/reading.js";
import { applyPalette } from "../sheet/colours.js";
import { Stage } from "../sheet/stage.js";
import { announceClause, announceFilter, setWindowTitle } from "./announcing.js";
import { Approach } from "./approach.js";
import { Bar } from "./bar.js";
import { Choosing } from "./choosing.js";
import { Clauses } from "./clauses.js";
import { Fetching } from "./fetching.js";
import { Listing } from "./listing.js";
import { Menu, toggled } from "./menu.js";
import { Opening } from "./opening.js";
import { Outage } from "./outage.js";
import { Pages } from "./pages.js";
import { Showing } from "./showing.js";
import { State } from "./state.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/fragment.js").Place} Place */

/** Dispatches the events declared in base/viewer.js, the interface for features. */
export class Explorer extends EventTarget {
    /** The fragment of the address on arrival. */
    arrival = location.hash;
    state = new State((place, cause) => this.#update(place, cause === "address").catch(showFailure));
    /** @type {Stage} */
    stage;
    /** @type {Bar} */
    #bar;
    #menu;
    #pages;
    /** @type {Reading} */
    #reading;
    clauses;
    #fetching;
    listing;
    /**
     * @type {{ pages: number[], filter: string, category: string } | null} what the sheet shows; the category is empty during a
     *   search
     */
    #drawn = null;
    #outage = new Outage(() => this.#restore(), () => this.stage.retry());
    #opening;
    #spoken = "";
    #round = 0;
    #approach;
    #showing;
    /** @type {Choosing} */
    #choosing;

    /**
     * @param {import("../base/types.js").Document} document
     * @param {import("../base/types.js").Categories} menu
     */
    constructor(document, menu) {
        super();
        this.document = document;
        this.clauses = new Clauses(document, menu.categories);
        this.listing = new Listing(menu.categories);
        this.#fetching = new Fetching(this.clauses, this.state, this.#outage, () => this.#restore());
        const colours = applyPalette(document.palette);
        this.stage = new Stage({
            tap: (clauses, point) => this.#choosing.tap(clauses, point),
            open: (id) => this.open(id, true),
            escape: () => this.#choosing.escape(),
            edgeSwipe: () => this.#menu.open(),
            turn: (steps) => this.#pages.swipe(steps),
            hold: (spot) => this.#dispatch("hold", spot),
            hover: (spot) => this.#dispatch("hover", spot),
            move: () => {
                this.#bar.showZoom(this.camera.isLargest, this.camera.isHome);
                this.#choosing.follow();
                this.#dispatch("move");
            },
            rest: () => {
                // Before the first view, nothing in the address may be lost.
                if (this.#drawn === null || this.#opening.isPending) return;
                this.state.replacePlace({ box: this.camera.isHome ? null : this.camera.box });
                const aside = this.camera.isHome || this.selected ? null : this.#pages.aside(this.camera.view);
                if (aside) this.replacePlace(aside);
                this.#dispatch("rest");
            },
            failure: () => this.#outage.reportTileFailure(),
        });
        this.#opening = new Opening(this.stage, this.#outage, () => this.#restore());
        this.#approach = new Approach(this.stage);
        this.#menu = new Menu(menu, {
            choose: (category) => this.state.pushPlace({ category, query: "", clause: null }),
            add: (category) =>
                this.state.pushPlace({ category: toggled(this.place.category, category), query: "", clause: null }),
            open: () => this.close(),
        });
        this.#reading = new Reading(this.stage.overlays, {
            close: () => this.close(),
            step: (steps) => this.step(steps),
            resize: (insets) => this.#approach.keep(insets, this.selected?.id ?? null),
        });
        this.#choosing = new Choosing(
            { menu: this.#menu, reading: this.#reading, camera: this.camera, ownLanguage: document.language },
            { choose: (id) => this.open(id, false), close: () => this.close() },
        );
        this.#bar = new Bar(document, {
            language: (lang) => this.chooseLanguage(lang),
            zoom: (factor) => (factor === 0 ? this.camera.home() : this.camera.zoom(factor)),
        });
        find("filter", HTMLElement).addEventListener("click", () => this.state.pushPlace({ category: "all", query: "" }));
        this.#pages = new Pages(document.pages, this.state);
        const { listing, clauses, stage: { overlays } } = this;
        this.#showing = new Showing({ overlays, listing, clauses, pages: this.#pages, colours, ownLanguage: document.language });
    }

    /** Shows the place in the address. */
    async start() {
        await this.#update(this.state.place, true);
    }

    get place() {
        return this.state.place;
    }

    get camera() {
        return this.stage.camera;
    }

    /** The open clause. */
    get selected() {
        return this.#reading.clause;
    }

    get page() {
        return this.#pages.page;
    }

    get language() {
        return this.#bar.language(this.place.lang);
    }

    /** @param {Partial<Place>} change  a change not recorded in the history */
    replacePlace(change) {
        this.state.replacePlace(change);
        this.#update(this.place, false).catch(showFailure);
    }

    /** @param {import("../base/viewer.js").Arrangement} arrangement  the new layout of the pages */
    arrange(arrangement) {
        this.#pages.arrange(arrangement);
        if (this.#drawn) this.#update(this.place, false).catch(showFailure);
    }

    /** @param {string} lang  the language of the texts, which is remembered */
    chooseLanguage(lang) {
        remember({ texts: lang });
        this.state.pushPlace({ lang, secondLanguage: this.place.secondLanguage === lang ? null : this.place.secondLanguage });
    }

    /**
     * @param {string} id
     * @param {boolean} mayShrink  whether it may zoom out
     * @param {boolean} isStill  whether the view stays
     * @param {boolean} takesFocus  whether the focus may move to the panel
     */
    open(id, mayShrink, isStill = false, takesFocus = true) {
        Object.assign(this.#approach, { mayShrink, isStill });
        this.#reading.takesFocus = takesFocus;
        this.state.pushPlace({ clause: id });
    }

    close() {
        this.state.pushPlace({ clause: null });
    }

    /** Turns the sheet clockwise by a quarter turn. */
    turn() {
        this.stage.turn();
        this.#approach.keep(this.#reading.insets, this.selected?.id ?? null);
    }

    /** @param {import("../base/types.js").Box | null} box  the part of the page to show; null for all of it */
    look(box) {
        this.stage.look(this.#reading.insets, { view: box });
    }

    /** @param {string[] | null} ids  the clauses to highlight; null for those of the filter */
    async spotlight(ids) {
        await this.#showing.spotlight(ids, this.language);
        if (this.#drawn) this.#showing.draw(this.selected, this.place, true);
    }

    /** @param {-1 | 1} steps  towards the previous or next clause */
    step(steps) {
        const next = this.listing.neighbour(this.selected, steps);
        if (!next) return;
        announceClause(next);
        this.open(next.id, true);
    }

    /** @param {keyof import("../base/viewer.js").ViewerEvents} event @param {import("../base/viewer.js").Spot | null} [spot] */
    #dispatch(event, spot) {
        this.dispatchEvent(new CustomEvent(event, { detail: spot }));
    }

    /**
     * @param {Place} place
     * @param {boolean} fromAddress  whether to apply the view in the address
     * @param {boolean} [isQuiet]  whether the filter is not announced
     */
    async #update(place, fromAddress, isQuiet = false) {
        const round = (this.#round += 1);
        hideNotice();
        if (this.#spoken !== this.language) await this.#updateFrame();
        const filter = `${this.language} ${place.category} ${place.query}`;
        const isOtherFilter = filter !== this.#drawn?.filter;
        const shown = place.query === "" && this.#drawn?.category === place.category && this.listing.isKnown;
        const listing = isOtherFilter ? this.#fetching.list(place, this.language, shown ? this.listing : null) : null;
        // Opens the page while the clauses load, if the page is already known.
        if (place.clause === null) await this.#openPage();
        const listed = await listing;
        const { clauses } = listed ?? this.listing;
        const selected = await this.#fetching.selected(place.clause, clauses, this.language);
        const secondText = await this.#fetching.inSecondLanguage(selected, place.secondLanguage);
        if (round !== this.#round) return;
        this.#pages.follow(selected);
        await this.#openPage();
        if (round !== this.#round) return;
        const isFirst = this.#drawn === null;
        const pages = this.#pages.leaves.map(({ page }) => page.number);
        const isOtherPage = !this.#drawn?.pages.includes(pages[0]) || pages.length !== this.#drawn.pages.length;
        const isRedrawn = isOtherFilter || isOtherPage;
        const before = this.selected;
        const wasApart = !this.#showing.has(before);
        if (listed) this.listing.update(listed);
        const redraws = isRedrawn || pages[0] !== this.#drawn?.pages[0] || wasApart || !this.#showing.has(selected);
        this.#drawn = { pages, filter, category: place.query === "" ? place.category : "" };
        if (redraws) this.#showing.draw(selected, place, isRedrawn);
        if (isOtherFilter) {
            this.#menu.mark(place.category);
            announceFilter(this.listing.text(place, this.language), place, !isFirst && !isQuiet);
            this.#dispatch("list");
        }
        this.#read(selected, secondText);
        const isPlaced = fromAddress || (isOtherPage && selected === null);
        const ids = { before: (isOtherPage ? null : before?.id) ?? null, now: selected?.id ?? null };
        this.#approach.follow(ids, this.#reading.insets, isPlaced ? { box: place.box } : null);
        if (before?.id !== selected?.id) this.#dispatch("select");
        this.#dispatch("change");
    }

    /**
     * Updates all strings to the current languages, including those of the clauses.
     * @param {boolean} [isQuiet]  whether the filter is not announced
     */
    async updateStrings(isQuiet = true) {
        this.#spoken = "";
        if (this.#drawn) this.#drawn = { ...this.#drawn, filter: "" };
        await this.#update(this.place, false, isQuiet).catch(showFailure);
    }

    /** Updates the strings that do not depend on the clauses shown. */
    async #updateFrame() {
        const { language } = this;
        this.#spoken = language;
        await this.#bar.updateStrings(language, this.place.lang);
        this.#pages.updateStrings(language);
        this.#menu.updateStrings(language, this.place.category);
    }

    async #openPage() {
        const { leaves } = this.#pages;
        if (this.#opening.has(leaves)) return;
        this.#choosing.close();
        this.#pages.show();
        const leaf = this.#opening.rebase(leaves);
        if (leaf) this.#approach.rebase(leaf);
        else await this.#opening.open(leaves, this.place);
    }

    /** Fetches what could not be fetched while the server did not respond. */
    async #restore() {
        this.#opening.forgetMissing();
        this.stage.retry();
        await this.updateStrings(false);
    }

    /** @param {Clause | null} clause @param {Clause | null} secondText */
    #read(clause, secondText) {
        const { document: about, place } = this;
        const language = this.listing.language || this.language;
        const [hasPrevious, hasNext] = [-1, 1].map((steps) => this.listing.neighbour(clause, steps) !== undefined);
        const isWritten = this.#reading.show(
            clause && { clause, secondText, language, ownLanguage: about.language, words: place.query, hasPrevious, hasNext },
        );
        if (isWritten) this.#dispatch("read");
        setWindowTitle(about, clause, language);
    }
}
