// @ts-check
/** The pages of a document: turned by buttons, keys, or a swipe while the whole sheet is shown. Each keeps its view. */
import { find } from "../base/dom.js";
import { localized, say } from "../strings/strings.js";

/** @typedef {import("../base/types.js").Page} Page */

/**
 * For a document that lists no page at all.
 * @type {Page}
 */
const BLANK = { number: 1, label: null, image: null, width: 1000, height: 1414, pixelsPerMillimetre: null };

export class Pages {
    #pages;
    #state;
    /** @type {Map<number, import("../base/types.js").Box | null>} where each page was looked at last */
    #places = new Map();
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
        if (isAlone) return;
        document.addEventListener("keydown", (event) => {
            if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || isScrolling(event)) return;
            const step = { PageDown: 1, PageUp: -1 }[event.key];
            if (step === 1 || step === -1) this.turn(step);
        });
    }

    /** The page that the place names, else the first. */
    get page() {
        return this.#pages.find(({ number }) => number === this.#state.place.page) ?? this.#pages[0] ?? BLANK;
    }

    /** @param {-1 | 1} steps */
    turn(steps) {
        const next = this.#pages[this.#pages.indexOf(this.page) + steps];
        if (!next) return;
        this.#leave(steps > 0);
        this.#state.go({ page: next.number, clause: null, box: this.#places.get(next.number) ?? null });
    }

    /**
     * Where a clause is not on this page, to the first that it is on.
     * @param {import("../base/types.js").Clause | null} clause
     */
    follow(clause) {
        const pages = clause?.regions.map(({ page }) => page) ?? [];
        if (pages.length === 0 || pages.includes(this.page.number)) return;
        const [number] = pages;
        this.#leave(number > this.page.number);
        this.#state.note({ page: number, box: this.#places.get(number) ?? null });
    }

    /** @param {boolean} isOn  to a later page */
    #leave(isOn) {
        this.#places.set(this.page.number, this.#state.place.box);
        const sheet = find("surface", HTMLElement);
        sheet.classList.remove("turned-on", "turned-back");
        // Read, so that the animation starts anew.
        void sheet.offsetWidth;
        sheet.classList.add(isOn ? "turned-on" : "turned-back");
    }

    /** Says which page is shown. */
    show() {
        const { page } = this;
        const count = this.#pages.length;
        const label = localized(page.label, this.#language);
        const place = say("page", { number: this.#pages.indexOf(page) + 1, count });
        this.#label.textContent = label ? say("labelledPage", { label: label.text, place }) : place;
        // Not `disabled`, which would take the keyboard's focus away from a button just pressed.
        this.#previous.setAttribute("aria-disabled", String(page === this.#pages[0]));
        this.#next.setAttribute("aria-disabled", String(page === this.#pages[count - 1]));
    }

    /** @param {string} language  of the labels */
    speak(language) {
        this.#language = language;
        if (this.#pages.length > 1) this.show();
    }
}

/** @param {KeyboardEvent} event  where these keys scroll */
function isScrolling({ target }) {
    return target instanceof Element && target.closest("#panel-body, #menu, #list, dialog, input, select") !== null;
}
