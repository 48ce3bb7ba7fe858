// @ts-check
/** Connects the parts of a document's page: they show what the state holds. */
import { isOutage } from "../base/api.js";
import { find } from "../base/dom.js";
import { remember } from "../base/memory.js";
import { hideRemark, showFailure, showRemark } from "../base/notice.js";
import { filterText, nameOf } from "../reading/naming.js";
import { Reading } from "../reading/reading.js";
import { applyPalette } from "../sheet/colours.js";
import { Stage } from "../sheet/stage.js";
import { isOfShape } from "../sheet/view.js";
import { direction, isolated } from "../strings/direction.js";
import { localized, say } from "../strings/strings.js";
import { Approach } from "./approach.js";
import { Bar } from "./bar.js";
import { Clauses, isIn, onPage } from "./clauses.js";
import { Fetching } from "./fetching.js";
import { Menu, toggled } from "./menu.js";
import { Outage } from "./outage.js";
import { Pages } from "./pages.js";
import { State } from "./state.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/types.js").Document} Document */
/** @typedef {import("../base/types.js").Category} Category */
/** @typedef {import("../base/fragment.js").Place} Place */

/** Its events are those of base/viewer.js, the interface by which features use it. */
export class Explorer extends EventTarget {
    /** The fragment that the reader came with. */
    arrival = location.hash;
    #all;
    #colours;
    #state = new State();
    /** @type {Stage} */
    #stage;
    /** @type {Bar} */
    #bar;
    #menu;
    #pages;
    /** @type {Reading} */
    #reading;
    #clauses;
    #fetching;
    /** @type {Clause[]} the clauses of the filter, on every page */
    #list = [];
    /**
     * What the sheet shows by now.
     * @type {{ page: number, filter: string, category: string } | null} the category unless words were searched for
     */
    #drawn = null;
    /** What cannot be known without a connection, in words; null where nothing is missing. */
    #unknown = /** @type {string | null} */ (null);
    /** Of the texts in the list: another than was requested where that is out of reach. */
    #shownLanguage = "";
    #outage = new Outage(
        () => this.#restore(),
        () => this.#stage.retry(),
    );
    #opened = -1;
    /** Whether the page that is open could not be fetched. */
    #isPageMissing = false;
    #spoken = "";
    #round = 0;
    /** Whether opening may lower the scale: not where the reader touched the clause and thus sees it. */
    #mayShrink = true;
    #approach;
    /** @type {import("../reading/chooser.js").Chooser | null} */
    #chooser = null;
    /** @type {import("../sheet/view.js").View | null} in which it opened */
    #chooserView = null;

    /**
     * @param {Document} document
     * @param {Category[]} categories
     * @param {number} all  how many clauses "all" shows
     */
    constructor(document, categories, all) {
        super();
        this.document = document;
        this.categories = categories;
        this.#all = all;
        this.#clauses = new Clauses(document.id, categories);
        this.#fetching = new Fetching(this.#clauses, this.#state, this.#outage, () => this.#restore());
        this.#colours = applyPalette(document.palette);
        this.#stage = new Stage({
            tap: (clauses, point) => this.#tap(clauses, point).catch(showFailure),
            open: (id) => this.open(id, true),
            escape: () => this.#escape(),
            edgeSwipe: () => this.#menu.open(),
            turn: (steps) => this.#pages.turn(steps),
            hold: (spot) => this.#dispatch("hold", spot),
            hover: (spot) => this.#dispatch("hover", spot),
            move: () => {
                this.#bar.showZoom(this.camera.isLargest, this.camera.isHome);
                // It is beside the clauses that it names.
                if (this.camera.view !== this.#chooserView) this.#chooser?.close();
                this.#dispatch("move");
            },
            rest: () => {
                // Before the first view nothing that the address says may be lost.
                if (this.#drawn === null) return;
                this.#state.note({ box: this.camera.isHome ? null : this.camera.box });
                this.#dispatch("rest");
            },
            failure: () => this.#outage.suspect(),
        });
        this.#approach = new Approach(this.#stage);
        this.#menu = new Menu({
            choose: (category) => this.#state.go({ category, query: "", clause: null }),
            add: (category) => this.#state.go({ category: toggled(this.place.category, category), query: "", clause: null }),
            open: () => this.close(),
        });
        this.#reading = new Reading(this.overlays, {
            close: () => this.close(),
            step: (steps) => this.step(steps),
            resize: (insets) => this.#approach.keep(insets, this.selected?.id ?? null),
        });
        this.#bar = new Bar(document, {
            language: (lang) => this.chooseLanguage(lang),
            zoom: (factor) => (factor === 0 ? this.camera.home() : this.camera.zoom(factor)),
        });
        find("filter", HTMLElement).addEventListener("click", () => this.#state.go({ category: "all", query: "" }));
        this.#pages = new Pages(document.pages, this.#state);
        this.#state.listen((place, cause) => this.#update(place, cause === "address").catch(showFailure));
    }

    /** Shows the place in the address. */
    async start() {
        await this.#update(this.#state.place, true);
    }

    get place() {
        return this.#state.place;
    }

    get camera() {
        return this.#stage.camera;
    }

    get overlays() {
        return this.#stage.overlays;
    }

    /** The clauses of the filter in reading order, on every page. */
    get list() {
        return this.#list;
    }

    /** The clause that is read. */
    get selected() {
        return this.#reading.clause;
    }

    get page() {
        return this.#pages.page;
    }

    /** Of the texts. */
    get language() {
        return this.#bar.language(this.place.lang);
    }

    /** What the filter shows, in words. */
    get filterText() {
        return this.#unknown ?? filterText(this.place, this.#list.length, this.categories, this.language);
    }

    /** Whether the list is what the filter shows, and not empty for want of a connection. */
    get isListKnown() {
        return this.#unknown === null;
    }

    /** What may have been meant by the search, where it found nothing. */
    suggestion() {
        return this.#clauses.suggestion(this.place.query, this.language, this.document.counts.clauses);
    }

    /** Has what is needed on the device to read on without a connection. */
    keep() {
        const { languages, counts } = this.document;
        const others = languages.filter((language) => language !== this.language);
        return this.#clauses.keep([this.language, ...others], counts.clauses);
    }

    /** @param {Partial<Place>} change  a step of the reader's */
    go(change) {
        this.#state.go(change);
    }

    /** @param {Partial<Place>} change  that "back" passes over */
    note(change) {
        this.#state.note(change);
        this.#update(this.place, false).catch(showFailure);
    }

    /** @param {string} lang  of the texts, to be remembered */
    chooseLanguage(lang) {
        remember({ texts: lang });
        this.#state.go({ lang, beside: this.place.beside === lang ? null : this.place.beside });
    }

    /** @param {string} id @param {boolean} mayShrink  whether the scale may be lowered so that all of it is seen */
    open(id, mayShrink) {
        this.#mayShrink = mayShrink;
        this.#state.go({ clause: id });
    }

    close() {
        this.#state.go({ clause: null });
    }

    /** Turns the sheet by a quarter, clockwise. */
    turn() {
        this.#stage.turn();
        this.#approach.keep(this.#reading.insets, this.selected?.id ?? null);
    }

    /** @param {import("../base/types.js").Box} box  of the page, to be looked at */
    look(box) {
        this.#stage.look(this.#reading.insets, { view: box });
    }

    /** @param {-1 | 1} steps  to the clause before or after */
    step(steps) {
        const next = this.#neighbour(this.selected, steps);
        if (!next) return;
        find("live", HTMLElement).textContent = nameOf(next);
        this.open(next.id, true);
    }

    /** @param {keyof import("../base/viewer.js").ViewerEvents} event @param {import("../base/viewer.js").Spot | null} [spot] */
    #dispatch(event, spot) {
        this.dispatchEvent(new CustomEvent(event, { detail: spot }));
    }

    /**
     * @param {Place} place
     * @param {boolean} fromAddress  whether the view is to be what the address says
     */
    async #update(place, fromAddress) {
        const round = (this.#round += 1);
        hideRemark();
        if (this.#spoken !== this.language) await this.speak();
        const filter = `${this.language} ${place.category} ${place.query}`;
        const isOtherFilter = filter !== this.#drawn?.filter;
        const shown = place.query === "" && this.#drawn?.category === place.category && this.isListKnown;
        const matches = { clauses: this.#list, language: this.#shownLanguage };
        const listing = isOtherFilter ? this.#fetching.list(place, this.language, shown ? matches : null) : null;
        // Meanwhile, where it is known which page that is.
        if (place.clause === null) await this.#openPage();
        const listed = await listing;
        const list = listed?.clauses ?? this.#list;
        const selected = await this.#fetching.selected(place.clause, list, this.language);
        const beside = await this.#fetching.beside(selected, place.beside);
        if (round !== this.#round) return;
        this.#pages.follow(selected);
        await this.#openPage();
        if (round !== this.#round) return;
        const isFirst = this.#drawn === null;
        const isOtherPage = this.page.number !== this.#drawn?.page;
        const before = this.selected;
        const redraws = isOtherFilter || isOtherPage || !isIn(list, selected) || !isIn(this.#list, before);
        this.#list = list;
        if (listed) [this.#unknown, this.#shownLanguage] = [listed.unknown, listed.language];
        this.#drawn = { page: this.page.number, filter, category: place.query === "" ? place.category : "" };
        if (redraws) this.#draw(selected, isOtherFilter || isOtherPage);
        if (isOtherFilter) {
            this.#menu.mark(place.category);
            this.#announce(!isFirst);
            this.#dispatch("list");
        }
        this.#read(selected, beside);
        const from = isOtherPage ? null : before;
        this.#look(from, selected, fromAddress || (isOtherPage && selected === null));
        if (before?.id !== selected?.id) this.#dispatch("select");
    }

    /** Says everything again, in the languages of the moment. */
    async speak() {
        const { language } = this;
        this.#spoken = language;
        await this.#bar.speak(language);
        this.#pages.speak(language);
        this.#menu.fill(this.categories, this.#all, language);
        this.#menu.mark(this.place.category);
        this.#menu.label();
    }

    async #openPage() {
        if (this.#opened === this.page.number) return;
        this.#opened = this.page.number;
        this.#chooser?.close();
        this.#pages.show();
        try {
            await this.#stage.open(this.page, this.place.box);
        } catch (error) {
            if (!isOutage(error)) throw error;
            this.#outage.begin(say("unknownPage"));
            this.#isPageMissing = true;
        }
        if (this.page.image === null) showRemark(say("missingPage"));
    }

    /** The server responds again: everything that could not be fetched meanwhile is. */
    async #restore() {
        this.#spoken = "";
        if (this.#isPageMissing) this.#opened = -1;
        this.#isPageMissing = false;
        if (this.#drawn) this.#drawn = { ...this.#drawn, filter: "" };
        this.#stage.retry();
        await this.#update(this.place, false).catch(showFailure);
    }

    /** @param {Clause | null} selected @param {boolean} fade */
    #draw(selected, fade) {
        const extra = selected && !isIn(this.#list, selected) ? [selected] : [];
        this.overlays.show(onPage([...this.#list, ...extra], this.page.number), {
            colours: this.#colours,
            page: this.page,
            way: direction(this.document.language) === "rtl" ? "rtl" : "ltr",
            isSpotlight: isTheme(this.place),
            label: nameOf,
            fade,
        });
    }

    /** @param {Clause | null} clause @param {Clause | null} beside */
    #read(clause, beside) {
        const { document: about, place } = this;
        const language = this.#shownLanguage || this.language;
        const ownLanguage = about.language;
        const [hasPrevious, hasNext] = [-1, 1].map((steps) => this.#neighbour(clause, steps) !== undefined);
        const isWritten = this.#reading.show(
            clause && { clause, beside, language, ownLanguage, words: place.query, hasPrevious, hasNext },
        );
        if (isWritten) this.#dispatch("read");
        const title = localized(about.title, language)?.text ?? about.id;
        document.title = clause ? `${nameOf(clause)} · ${isolated(title)}` : title;
    }

    /**
     * @param {Clause | null} before  that was read on this page until now
     * @param {Clause | null} clause
     * @param {boolean} fromPlace  whether to look where the address says
     */
    #look(before, clause, fromPlace) {
        const { insets } = this.#reading;
        const { box } = this.place;
        if (fromPlace) {
            // A view that a reload or the way back has restored stays, wherever the clause is in it.
            const isRestored = box !== null && isOfShape(box, this.camera.frame.surface);
            this.#approach.toPlace(box, insets, isRestored ? null : (clause?.id ?? null), before !== null && clause !== null);
        } else if (clause === null) this.#approach.back(insets);
        else if (clause.id === before?.id) this.#approach.keep(insets, clause.id);
        else this.#approach.to(clause.id, insets, this.#mayShrink, before === null);
        this.#mayShrink = true;
    }

    /** @param {boolean} aloud */
    #announce(aloud) {
        find("overlays", SVGSVGElement).setAttribute("aria-label", `${say("sheet")}. ${this.filterText}`);
        if (aloud) find("live", HTMLElement).textContent = this.filterText;
        find("filter", HTMLElement).hidden = this.place.category === "all" && this.place.query === "";
        find("filter-text", HTMLElement).textContent = this.filterText;
    }

    /** @param {Clause[]} clauses  that it is equally near to @param {import("../base/types.js").Point} point */
    async #tap(clauses, point) {
        if (this.#chooser?.isOpen) this.#chooser.close();
        else if (this.#reading.isOpen) this.close();
        else if (clauses.length === 1) this.open(clauses[0].id, false);
        else if (clauses.length > 1) {
            const { Chooser } = await import("../reading/chooser.js");
            this.#chooser ??= new Chooser((id) => this.open(id, false));
            this.#chooserView = this.camera.view;
            this.#chooser.show(clauses, this.document.language, point);
        }
    }

    #escape() {
        // A dialog closes by itself, and alone.
        if (document.querySelector("dialog[open]")) return false;
        if (this.#chooser?.isOpen) this.#chooser.close();
        else if (this.#menu.isOpen) this.#menu.close();
        else if (this.#reading.isOpen) this.close();
        else return hideRemark();
        return true;
    }

    /** @param {Clause | null} clause @param {number} steps */
    #neighbour(clause, steps) {
        const index = this.#list.findIndex(({ id }) => id === clause?.id);
        return index < 0 ? undefined : this.#list[index + steps];
    }
}

/**
 * Whether some of the clauses are shown, and neither all nor none.
 * @param {Place} place
 */
function isTheme({ category, query }) {
    return query !== "" || !category.split(",").some((id) => id === "all" || id === "none");
}
