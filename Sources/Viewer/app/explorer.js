// @ts-check
/** Connects the parts of a document's page: they show what the state holds. */
import * as api from "../base/api.js";
import { find } from "../base/dom.js";
import { remember } from "../base/memory.js";
import { hideRemark, showFailure, showRemark } from "../base/notice.js";
import { filterText, nameOf } from "../reading/naming.js";
import { Reading } from "../reading/reading.js";
import { applyPalette } from "../sheet/colours.js";
import { Stage } from "../sheet/stage.js";
import { isOfShape } from "../sheet/view.js";
import { isolated } from "../strings/direction.js";
import { languageName, localized, say, spokenLanguage } from "../strings/strings.js";
import { Bar } from "./bar.js";
import { Clauses, onPage } from "./clauses.js";
import { Menu } from "./menu.js";
import { Outage } from "./outage.js";
import { Pages } from "./pages.js";
import { endSplash } from "./splash.js";
import { State } from "./state.js";

/** @typedef {import("../base/types.js").Clause} Clause */
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
    #outage = new Outage(() => this.#restore());
    #opened = -1;
    /** Whether the page that is open could not be fetched. */
    #isPageMissing = false;
    #spoken = "";
    #round = 0;
    /** Whether opening may lower the scale: not where the reader touched the clause and thus sees it. */
    #mayShrink = true;
    /** Whether the view is one that a reload or the way back has restored: it stays, wherever the clause is in it. */
    #isRestored = false;

    /**
     * @param {api.Document} document
     * @param {api.Category[]} categories
     * @param {number} all  how many clauses "all" shows
     */
    constructor(document, categories, all) {
        super();
        this.document = document;
        this.categories = categories;
        this.#all = all;
        this.#clauses = new Clauses(document.id, categories);
        this.#colours = applyPalette(document.palette);
        this.#stage = new Stage({
            tap: (id) => this.#tap(id),
            open: (id) => this.open(id, true),
            escape: () => this.#escape(),
            edgeSwipe: () => this.#menu.open(),
            turn: (steps) => this.#pages.turn(steps),
            hold: (spot) => this.#dispatch("hold", spot),
            hover: (spot) => this.#dispatch("hover", spot),
            move: () => {
                this.#bar.showZoom(this.camera.isLargest, this.camera.isHome);
                this.#dispatch("move");
            },
            rest: () => {
                this.#state.note({ box: this.camera.isHome ? null : this.camera.box });
                this.#dispatch("rest");
            },
            tiles: endSplash,
            failure: () => this.#outage.suspect(),
        });
        this.#menu = new Menu({
            choose: (category) => this.#state.go({ category, query: "", clause: null }),
            add: (category) => this.#toggle(category),
            open: () => this.close(),
        });
        this.#reading = new Reading(this.overlays, {
            close: () => this.close(),
            step: (steps) => this.step(steps),
            resize: (insets) => this.#stage.look(insets, { box: this.#isRestored ? null : this.#reading.box }),
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
        this.#stage.look(this.#reading.insets, { box: this.#reading.box });
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
        const listing = isOtherFilter ? this.#fetchList(place) : null;
        // Meanwhile, where it is known which page that is.
        if (place.clause === null) await this.#openPage();
        const listed = await listing;
        const list = listed?.clauses ?? this.#list;
        const selected = await this.#fetchSelected(place.clause, list);
        const beside = await this.#fetchBeside(selected, place.beside);
        if (round !== this.#round) return;
        this.#turnTo(selected);
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
        this.#read(selected, beside, fromAddress || (isOtherPage && selected === null));
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
        this.#pages.show();
        try {
            await this.#stage.open(this.page, this.place.box);
        } catch (error) {
            if (!api.isOutage(error)) throw error;
            this.#outage.begin(say("unknownPage"));
            this.#isPageMissing = true;
        }
        if (this.page.image !== null && !this.page.cut) return;
        endSplash();
        if (this.page.image === null) showRemark(say("missingPage"));
    }

    /**
     * Where a clause is not on this page, to the first that it is on.
     * @param {Clause | null} clause
     */
    #turnTo(clause) {
        const pages = clause?.regions.map(({ page }) => page) ?? [];
        if (pages.length > 0 && !pages.includes(this.page.number)) this.#pages.turnTo(pages[0]);
    }

    /**
     * @param {Place} place
     * @returns {Promise<import("./clauses.js").Matches & { unknown: string | null }>}
     */
    async #fetchList(place) {
        const { language } = this;
        try {
            const matches = await this.#clauses.matching(place, language);
            if (matches.language !== language) this.#remarkTexts(language);
            return { ...matches, unknown: null };
        } catch (error) {
            const isSameTheme = this.#drawn?.category === place.category && place.query === "" && this.isListKnown;
            if (api.isOutage(error) && isSameTheme) {
                this.#remarkTexts(language);
                return { clauses: this.#list, language: this.#shownLanguage, unknown: null };
            }
            const unknown = place.query === "" ? say("unknownTheme") : say("unknownSearch", { words: place.query });
            this.#remark(error, say("missingCategory", { category: place.category }), unknown);
            return { clauses: [], language, unknown: api.isOutage(error) ? unknown : null };
        }
    }

    /** @param {Clause | null} clause @param {string | null} language */
    async #fetchBeside(clause, language) {
        try {
            return await this.#clauses.beside(clause, language);
        } catch {
            this.#remarkTexts(language ?? "");
            return null;
        }
    }

    /** @param {string} language  whose texts are out of reach */
    #remarkTexts(language) {
        this.#outage.begin(say("unknownTexts", { language: languageName(language, spokenLanguage()) }));
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

    /** @param {string | null} id @param {Clause[]} list */
    async #fetchSelected(id, list) {
        if (id === null) return null;
        const shown = list.find((clause) => clause.id === id);
        if (shown) return shown;
        try {
            return await this.#clauses.byID(id, this.language);
        } catch (error) {
            this.#remark(error, say("missingClause", { clause: id }), say("unknownClause"));
            // What is only out of reach is shown as soon as it can be.
            if (!api.isOutage(error)) this.#state.note({ clause: null });
            return null;
        }
    }

    /** @param {Clause | null} selected @param {boolean} fade */
    #draw(selected, fade) {
        const extra = selected && !isIn(this.#list, selected) ? [selected] : [];
        this.overlays.show(onPage([...this.#list, ...extra], this.page.number), {
            colours: this.#colours,
            pageWidth: this.page.width,
            label: nameOf,
            fade,
        });
    }

    /** @param {Clause | null} clause @param {Clause | null} beside @param {boolean} fromPlace  whether to look there */
    #read(clause, beside, fromPlace) {
        const { document: about, place } = this;
        const language = this.#shownLanguage || this.language;
        const ownLanguage = about.language;
        const [hasPrevious, hasNext] = [-1, 1].map((steps) => this.#neighbour(clause, steps) !== undefined);
        this.#reading.show(
            clause && { clause, beside, language, ownLanguage, words: place.query, hasPrevious, hasNext },
        );
        if (clause) this.#dispatch("read");
        this.#isRestored = fromPlace && place.box !== null && isOfShape(place.box, this.camera.frame.surface);
        this.#stage.look(this.#reading.insets, {
            view: fromPlace ? place.box : undefined,
            box: this.#isRestored ? null : this.#reading.box,
            mayShrink: !fromPlace && this.#mayShrink,
        });
        this.#mayShrink = true;
        const title = localized(about.title, language)?.text ?? about.id;
        document.title = clause ? `${nameOf(clause)} · ${isolated(title)}` : title;
    }

    /** @param {boolean} aloud */
    #announce(aloud) {
        find("overlays", SVGSVGElement).setAttribute("aria-label", `${say("sheet")}. ${this.filterText}`);
        if (aloud) find("live", HTMLElement).textContent = this.filterText;
        find("filter", HTMLElement).hidden = this.place.category === "all" && this.place.query === "";
        find("filter-text", HTMLElement).textContent = this.filterText;
    }

    /** @param {string | null} id */
    #tap(id) {
        if (this.#reading.isOpen) this.close();
        else if (id !== null) this.open(id, false);
    }

    /**
     * Shows a category with those that are shown already, or no longer.
     * @param {string} category
     */
    #toggle(category) {
        const chosen = this.place.category.split(",").filter((id) => id !== "all" && id !== "none");
        const others = chosen.filter((id) => id !== category);
        const next = others.length < chosen.length ? others : [...chosen, category];
        const isWhole = category === "all" || category === "none";
        this.#state.go({ category: isWhole ? category : next.join(",") || "all", query: "", clause: null });
    }

    #escape() {
        // A dialog closes by itself, and alone.
        if (document.querySelector("dialog[open]")) return false;
        if (this.#menu.isOpen) this.#menu.close();
        else if (this.#reading.isOpen) this.close();
        else return hideRemark();
        return true;
    }

    /** @param {Clause | null} clause @param {number} steps */
    #neighbour(clause, steps) {
        const index = this.#list.findIndex(({ id }) => id === clause?.id);
        return index < 0 ? undefined : this.#list[index + steps];
    }

    /**
     * @param {unknown} error
     * @param {string} missing  what to say where the server knows of no such thing
     * @param {string} unknown  and where it does not respond
     */
    #remark(error, missing, unknown) {
        if (error instanceof api.APIError && (error.status === 404 || error.status === 400)) showRemark(missing);
        else if (api.isOutage(error)) this.#outage.begin(unknown);
        else showRemark(say("failedMore"), { label: say("retry"), run: () => this.#restore() });
    }
}

/** @param {Clause[]} list @param {Clause | null} clause */
function isIn(list, clause) {
    return clause === null || list.some(({ id }) => id === clause.id);
}
