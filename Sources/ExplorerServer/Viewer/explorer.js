// @ts-check
/** Brings the parts of a document's page together: what the state says is what they show. */
import * as api from "./api.js";
import { Bar } from "./bar.js";
import { Camera } from "./camera.js";
import { Clauses } from "./clauses.js";
import { applyPalette } from "./colours.js";
import { Cutting } from "./cutting.js";
import { find } from "./dom.js";
import { watchGestures } from "./gestures.js";
import { watchKeys } from "./keyboard.js";
import { Menu } from "./menu.js";
import { filterText, nameOf } from "./naming.js";
import { hideRemark, showFailure, showRemark } from "./notice.js";
import { Outage } from "./outage.js";
import { Overlays } from "./overlays.js";
import { Panel } from "./panel.js";
import { State } from "./state.js";
import { localized, say } from "./strings.js";
import { Surface } from "./surface.js";
import { viewOfBox, wholeSheet } from "./view.js";

/** @typedef {import("./api.js").Clause} Clause */
/** @typedef {import("./fragment.js").Place} Place */

export class Explorer {
    #document;
    #categories;
    #all;
    #colours;
    #state = new State();
    /** @type {Camera} */
    #camera;
    /** @type {Surface} */
    #surface;
    #overlays;
    #bar;
    #menu;
    #panel;
    #clauses;
    /** @type {Clause[]} the clauses of the chosen category on this page */
    #shown = [];
    /** @type {Clause | null} */
    #selected = null;
    /** @type {{ page: number, language: string, category: string } | null} what the sheet shows by now */
    #drawn = null;
    #round = 0;
    /** @type {Outage} */
    #outage = new Outage(() => this.#surface.retry());
    /** @type {Cutting} */
    #cutting = new Cutting((cut) => this.#surface.grow(cut));
    /** Whether opening may lower the scale: not where the reader touched the clause and thus sees it. */
    #mayShrink = true;

    /**
     * @param {api.Document} document
     * @param {api.Category[]} categories
     * @param {number} all  how many clauses "all" shows
     */
    constructor(document, categories, all) {
        this.#document = document;
        this.#categories = categories;
        this.#all = all;
        this.#clauses = new Clauses(document.id);
        this.#colours = applyPalette(document.palette);
        this.#camera = new Camera(
            (view) => this.#surface.look(view),
            () => this.#state.note({ box: this.#camera.isHome ? null : this.#camera.box }),
        );
        const element = find("surface", HTMLElement);
        this.#surface = new Surface(find("tiles", HTMLElement), find("paper", HTMLElement), {
            draw: (origin, scale) => {
                this.#overlays.follow(origin, scale);
                this.#bar.showZoom(this.#camera.isLargest, this.#camera.isHome);
            },
            failure: () => this.#page?.image && this.#outage.suspect(this.#page.image),
        });
        this.#overlays = new Overlays(find("overlays", SVGSVGElement), (id) => this.#open(id, true));
        this.#menu = new Menu({
            choose: (category) => this.#state.go({ category, clause: null }),
            open: () => this.#close(),
        });
        this.#panel = new Panel({
            close: () => this.#close(),
            step: (steps) => this.#step(steps),
            resize: (insets) => this.#camera.cover(insets, { box: this.#selectedBox }),
        });
        this.#bar = new Bar(document, {
            language: (lang) => this.#state.go({ lang }),
            page: (page) => this.#state.go({ page, clause: null, box: null }),
            zoom: (factor) => (factor === 0 ? this.#camera.home() : this.#camera.zoom(factor)),
        });
        watchGestures(element, this.#camera, { tap: (point) => this.#tap(point), edgeSwipe: () => this.#menu.open() });
        watchKeys(element, this.#camera, this.#overlays, {
            open: (id) => this.#open(id, true),
            escape: () => this.#escape(),
        });
        new ResizeObserver(() => this.#measure(element)).observe(element);
        this.#measure(element);
        this.#state.listen((place, cause) => this.#update(place, cause === "address").catch(showFailure));
    }

    /** Shows what the address says. */
    async start() {
        await this.#update(this.#state.place, true);
    }

    get #page() {
        const { pages } = this.#document;
        return pages.find(({ number }) => number === this.#state.place.page) ?? pages[0];
    }

    get #pageNumber() {
        return this.#page?.number ?? 1;
    }

    get #selectedBox() {
        return (this.#selected && this.#overlays.box(this.#selected.id)) ?? undefined;
    }

    get #language() {
        return this.#bar.language(this.#state.place.lang);
    }

    /**
     * @param {Place} place
     * @param {boolean} fromAddress  whether the view is to be what the address says
     */
    async #update(place, fromAddress) {
        const round = (this.#round += 1);
        const drawn = this.#drawn;
        const isOtherPage = this.#pageNumber !== drawn?.page;
        const isOtherLanguage = this.#language !== drawn?.language;
        const isOther = isOtherPage || place.category !== drawn?.category;
        hideRemark();
        if (isOtherLanguage) this.#speak();
        if (isOtherPage) await this.#openPage();
        const shown = isOther || isOtherLanguage ? await this.#fetchShown(place.category) : this.#shown;
        if (round !== this.#round) return;
        const before = this.#shown;
        this.#shown = shown;
        const selected = await this.#fetchSelected(place.clause);
        if (round !== this.#round) {
            this.#shown = before;
            return;
        }
        const redraws = shown !== before || !this.#isShown(selected) || !this.#isShown(this.#selected);
        this.#selected = selected;
        this.#drawn = { page: this.#pageNumber, language: this.#language, category: place.category };
        if (redraws) this.#draw(isOther);
        if (shown !== before) {
            this.#menu.mark(place.category);
            this.#announce(place.category, drawn !== null);
        }
        this.#select(place, fromAddress);
    }

    #speak() {
        const language = this.#language;
        this.#bar.speak(language);
        this.#menu.fill(this.#categories, this.#all, language);
        this.#menu.mark(this.#state.place.category);
        this.#menu.label();
    }

    async #openPage() {
        const page = this.#page;
        if (!page) return;
        this.#surface.lay(page);
        this.#camera.setPage(page.width, page.height);
        this.#bar.showPage(page);
        this.#cutting.stop();
        if (page.image === null) {
            showRemark(say("missingPage"));
            return;
        }
        if (page.cut?.previewURL) this.#surface.preview(page.cut.previewURL);
        const tiles = await api.tiles(page.image);
        if (page !== this.#page) return;
        this.#surface.open(page.image, page, tiles);
        if (tiles.cut) this.#cutting.watch(page.image, tiles.cut);
    }

    /** @param {string} category */
    async #fetchShown(category) {
        try {
            return await this.#clauses.ofCategory(category, this.#language, this.#pageNumber);
        } catch (error) {
            this.#remark(error, say("missingCategory", { category }));
            return [];
        }
    }

    /** @param {string | null} id */
    async #fetchSelected(id) {
        if (id === null) return null;
        const shown = this.#shown.find((clause) => clause.id === id);
        if (shown) return shown;
        try {
            return await this.#clauses.byID(id, this.#language, this.#pageNumber);
        } catch (error) {
            this.#remark(error, say("missingClause", { clause: id }));
            this.#state.note({ clause: null });
            return null;
        }
    }

    /** @param {Clause | null} clause */
    #isShown(clause) {
        return clause === null || this.#shown.some(({ id }) => id === clause.id);
    }

    /** @param {boolean} fade */
    #draw(fade) {
        const extra = this.#selected && !this.#isShown(this.#selected) ? [this.#selected] : [];
        this.#overlays.show([...this.#shown, ...extra.filter(({ regions }) => regions.length > 0)], {
            colours: this.#colours,
            pageWidth: this.#page?.width ?? 0,
            label: nameOf,
            fade,
        });
    }

    /** @param {Place} place @param {boolean} fromAddress */
    #select(place, fromAddress) {
        const clause = this.#selected;
        const hadFocus = this.#panel.hasFocus;
        const wasOpen = this.#panel.isOpen;
        const leaving = document.querySelector("#overlays .selected");
        this.#overlays.select(clause?.id ?? null);
        if (clause) {
            const index = this.#shown.findIndex(({ id }) => id === clause.id);
            this.#panel.open(
                {
                    clause,
                    language: this.#language,
                    ownLanguage: this.#document.language,
                    hasPrevious: index > 0,
                    hasNext: index >= 0 && index + 1 < this.#shown.length,
                },
                !(wasOpen && hadFocus),
            );
            if (wasOpen && hadFocus && !this.#panel.hasFocus) this.#panel.focus();
        } else if (wasOpen) {
            this.#panel.close();
            if (hadFocus && leaving instanceof SVGPathElement) this.#overlays.focus(leaving.dataset.clause);
        }
        const { frame } = this.#camera;
        const base = fromAddress ? (place.box ? viewOfBox(place.box, frame) : wholeSheet(frame)) : undefined;
        const mayShrink = !fromAddress && this.#mayShrink;
        this.#camera.cover(this.#panel.insets, { base, box: this.#selectedBox, mayShrink });
        this.#mayShrink = true;
        const title = localized(this.#document.title, this.#language)?.text ?? this.#document.id;
        document.title = clause ? `${nameOf(clause)} · ${title}` : title;
    }

    /** @param {string} category @param {boolean} aloud */
    #announce(category, aloud) {
        const text = filterText(category, this.#shown.length, this.#categories, this.#language);
        find("overlays", SVGSVGElement).setAttribute("aria-label", `${say("sheet")}. ${text}`);
        if (aloud) find("live", HTMLElement).textContent = text;
    }

    /** @param {import("./view.js").Point} point  CSS pixels on the surface */
    #tap(point) {
        if (this.#panel.isOpen) this.#close();
        else {
            const [clause] = this.#overlays.at(this.#camera.imagePoint(point));
            if (clause) this.#open(clause.id, false);
        }
    }

    /** @param {string} id @param {boolean} mayShrink */
    #open(id, mayShrink) {
        this.#mayShrink = mayShrink;
        this.#state.go({ clause: id });
    }

    #close() {
        this.#state.go({ clause: null });
    }

    #escape() {
        if (this.#menu.isOpen) this.#menu.close();
        else if (this.#panel.isOpen) this.#close();
        else return false;
        return true;
    }

    /** @param {-1 | 1} steps */
    #step(steps) {
        const index = this.#shown.findIndex(({ id }) => id === this.#selected?.id);
        const next = index < 0 ? undefined : this.#shown[index + steps];
        if (!next) return;
        find("live", HTMLElement).textContent = nameOf(next);
        this.#open(next.id, true);
    }

    /** @param {HTMLElement} element */
    #measure(element) {
        const { clientWidth: width, clientHeight: height } = element;
        if (width === 0 || height === 0) return;
        this.#surface.resize(width, height);
        this.#camera.setSurface(width, height, Math.min(24, Math.round(Math.min(width, height) * 0.03)));
    }

    /** @param {unknown} error @param {string} missing  what to say where the server knows of no such thing */
    #remark(error, missing) {
        if (error instanceof api.APIError && (error.status === 404 || error.status === 400)) showRemark(missing);
        else showRemark(say("serverGone"), () => this.#update(this.#state.place, false));
    }
}
