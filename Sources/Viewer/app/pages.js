// @ts-check
/** The pages of a document, turned by buttons, keys, or a swipe while the whole sheet is shown. Each page keeps its view. */
import { find } from "../base/dom.js";
import { isForPage } from "../base/keys.js";
import { alone, leafAt, toLeafCoordinates } from "../base/leaves.js";
import { isMirrored, localized, say } from "../strings/strings.js";

/** @typedef {import("../base/types.js").Page} Page */

/**
 * The page shown for a document without pages.
 * @type {Page}
 */
const BLANK = { number: 1, label: null, image: null, width: 1000, height: 1414, pixelsPerMillimetre: null };

export class Pages {
    #pages;
    #state;
    /** @type {import("../base/viewer.js").Arrangement | null} the layout of adjacent pages; null if pages are shown one by one */
    #arrangement = null;
    /**
     * @type {Map<number, { page: number, box: import("../base/types.js").Box | null }>} the last view of each page, or of the
     *   opening that starts with it
     */
    #places = new Map();
    #surface = find("surface", HTMLElement);
    #turned = "";
    #language = "en";
    #label = find("page-label", HTMLElement);
    #previous = find("page-previous", HTMLButtonElement);
    #next = find("page-next", HTMLButtonElement);

    /** @param {Page[]} pages @param {import("./state.js").State} state */
    constructor(pages, state) {
        this.#pages = pages;
        this.#state = state;
        const isAlone = pages.length < 2;
        find("pages", HTMLElement).hidden = isAlone;
        find("pages", HTMLElement).classList.toggle("alone", isAlone);
        this.#previous.addEventListener("click", () => this.turn(-1));
        this.#next.addEventListener("click", () => this.turn(1));
        this.#surface.addEventListener("laid", () => this.#animate());
        if (isAlone) return;
        document.addEventListener("keydown", (event) => {
            if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || !isForPage(event) || isScrolling(event)) return;
            const step = { PageDown: 1, PageUp: -1 }[event.key];
            if (step === 1 || step === -1) this.turn(step);
        });
    }

    /** The page of the current place, or the first page. */
    get page() {
        return this.#pages.find(({ number }) => number === this.#state.place.page) ?? this.#pages[0] ?? BLANK;
    }

    /** The pages that are shown side by side, the current page first. */
    get leaves() {
        return this.#arrangement?.leaves(this.page) ?? alone(this.page);
    }

    /** @param {import("../base/viewer.js").Arrangement} arrangement */
    arrange(arrangement) {
        this.#arrangement = arrangement;
        this.show();
    }

    /** @param {-1 | 1} steps */
    turn(steps) {
        const next = this.#neighbour(steps);
        if (!next) return;
        this.#leave(steps > 0);
        const { page, box } = this.#places.get(next.number) ?? { page: next.number, box: null };
        this.#state.pushPlace({ page, clause: null, box });
    }

    /** @param {-1 | 1} steps  the direction of the swipe, which follows the direction of the pages */
    swipe(steps) {
        const isBackwards = this.#arrangement?.isBackwards ?? isMirrored();
        this.turn(isBackwards !== isMirrored() ? (steps > 0 ? -1 : 1) : steps);
    }

    /** @param {-1 | 1} steps @returns {Page | undefined} the first page of the neighbouring opening */
    #neighbour(steps) {
        return this.#arrangement ? this.#arrangement.neighbour(this.page, steps) : this.#pages[this.#pages.indexOf(this.page) + steps];
    }

    /**
     * Turns to the first page that a clause is on, if it is not on this page.
     * @param {import("../base/types.js").Clause | null} clause
     */
    follow(clause) {
        const pages = clause?.regions.map(({ page }) => page) ?? [];
        if (pages.length === 0 || pages.includes(this.page.number)) return;
        const [number] = pages;
        const leaf = this.leaves.find(({ page }) => page.number === number);
        const { box } = this.#state.place;
        if (leaf) return this.#state.replacePlace({ page: number, box: box && toLeafCoordinates(box, leaf) });
        this.#leave(number > this.page.number);
        this.#state.replacePlace({ page: number, box: this.#places.get(number)?.box ?? null });
    }

    /**
     * Returns the place of the adjacent page if the view is centred on it, so that shared links name that page.
     * @param {import("../base/types.js").Point} middle  the centre of the view
     * @returns {Partial<import("../base/fragment.js").Place> | null}
     */
    aside(middle) {
        const { leaves } = this;
        const leaf = leafAt(middle, leaves);
        const { box } = this.#state.place;
        return leaf && leaf !== leaves[0] ? { page: leaf.page.number, box: box && toLeafCoordinates(box, leaf) } : null;
    }

    /** @param {boolean} isOn  whether the reader moves to a later page */
    #leave(isOn) {
        const first = this.#arrangement?.first(this.page) ?? this.page;
        this.#places.set(first.number, { page: this.page.number, box: this.#state.place.box });
        this.#turned = isOn !== (this.#arrangement?.isBackwards ?? false) ? "turned-on" : "turned-back";
    }

    /** Slides the turned page in from the side. */
    #animate() {
        this.#surface.classList.remove("turned-on", "turned-back");
        if (this.#turned === "") return;
        // Reading the width forces a layout, which restarts the animation.
        void this.#surface.offsetWidth;
        this.#surface.classList.add(this.#turned);
        this.#turned = "";
    }

    /** Shows the label of the current page. */
    show() {
        const { page } = this;
        const label = localized(page.label, this.#language);
        const place = say("page", { number: this.#pages.indexOf(page) + 1, count: this.#pages.length });
        this.#label.textContent =
            this.#arrangement?.label(page, this.#language) ?? (label ? say("labelledPage", { label: label.text, place }) : place);
        // Not `disabled`, which would take the keyboard's focus away from a button just pressed.
        this.#previous.setAttribute("aria-disabled", String(!this.#neighbour(-1)));
        this.#next.setAttribute("aria-disabled", String(!this.#neighbour(1)));
    }

    /** @param {string} language  the language of the labels */
    updateStrings(language) {
        this.#language = language;
        if (this.#pages.length > 1) this.show();
    }
}

/**
 * Whether the target of a key press scrolls with these keys.
 * @param {KeyboardEvent} event
 */
function isScrolling({ target }) {
    return target instanceof Element && target.closest("#panel-body, #menu, #list") !== null;
}
