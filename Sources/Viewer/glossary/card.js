// @ts-check
/** A small card about a term that was touched: beside the term, or on narrow screens at the bottom. */
import { find, make, ownIcon, setLabel, write } from "../base/dom.js";
import { glossaryText } from "../strings/glossary.js";
import { uiLanguage } from "../strings/strings.js";
import { explanation, nameOf } from "./entry.js";

/** @typedef {import("./terms.js").Term} Term */

/** The gap between the term and the card, and between the card and the edges of the window, in CSS pixels. */
const GAP = 8;
/** Windows less wide than this count as narrow, as in styles/glossary.css; in CSS pixels. */
const NARROW = 600;

export class TermCard {
    #title = make("h2", { id: "term-card-title", tabindex: "-1" });
    #close = make("button", { type: "button", class: "tool close" }, ownIcon("xmark"));
    #all = make("button", { type: "button", class: "action" }, ownIcon("book-open"));
    #allText = make("span");
    #body = make("div", { class: "said" });
    #element = make("div", { id: "term-card", role: "dialog", "aria-labelledby": "term-card-title", hidden: "" });
    /** @type {HTMLElement | null} the term in the text */
    #opener = null;
    #ownLanguage;

    /**
     * @param {string} ownLanguage  the document's own language
     * @param {(term: Term) => void} onAll  opens the whole glossary at a term
     */
    constructor(ownLanguage, onAll) {
        this.#ownLanguage = ownLanguage;
        this.#all.append(this.#allText);
        this.#element.append(make("div", { class: "head" }, this.#title, this.#close), this.#body, make("div", { class: "foot" }, this.#all));
        find("main", HTMLElement).append(this.#element);
        this.#close.addEventListener("click", () => this.close());
        this.#all.addEventListener("click", () => {
            const term = this.#term;
            this.close();
            if (term) onAll(term);
        });
        this.#element.addEventListener("keydown", (event) => {
            // The panel and the sheet handle these keys too.
            event.stopPropagation();
            if (event.key !== "Escape") return;
            event.preventDefault();
            this.close();
        });
        document.addEventListener("pointerdown", ({ target }) => {
            if (this.isOpen && target instanceof Node && !this.#element.contains(target) && !this.#opener?.contains(target)) {
                this.hide();
            }
        });
        addEventListener("resize", () => this.hide());
    }

    /** @type {Term | null} */
    #term = null;

    get isOpen() {
        return !this.#element.hidden;
    }

    /**
     * @param {Term} term
     * @param {HTMLElement} opener  the term in the text
     * @param {Term[]} terms
     * @param {string} language
     */
    toggle(term, opener, terms, language) {
        const isSame = this.isOpen && this.#opener === opener;
        this.hide();
        if (isSame) return;
        this.#opener = opener;
        opener.setAttribute("aria-expanded", "true");
        setLabel(this.#close, glossaryText("close"));
        write(this.#allText, glossaryText("allTerms"), uiLanguage());
        this.#element.hidden = false;
        this.#show(term, terms, language);
    }

    /** @param {Term} term @param {Term[]} terms @param {string} language */
    #show(term, terms, language) {
        this.#term = term;
        const name = nameOf(term, language);
        write(this.#title, name.text, name.lang);
        const shown = { terms, language, ownLanguage: this.#ownLanguage };
        this.#body.replaceChildren(...explanation(term, shown, (other) => this.#show(other, terms, language)));
        this.#place();
        this.#title.focus({ preventScroll: true });
    }

    /**
     * Places the card below the term if there is space, otherwise above it; on a narrow screen at the bottom, unless it would
     * cover the term.
     */
    #place() {
        const { style } = this.#element;
        const term = this.#opener?.getBoundingClientRect();
        if (!term) return;
        const { offsetWidth: width, offsetHeight: height } = this.#element;
        const left = Math.min(Math.max(GAP, term.left + term.width / 2 - width / 2), Math.max(GAP, innerWidth - width - GAP));
        const lowest = innerHeight - GAP - height;
        const isBelow = term.bottom + GAP <= lowest;
        const below = innerWidth < NARROW ? lowest : term.bottom + GAP;
        const top = isBelow ? below : Math.max(GAP, term.top - GAP - height);
        style.setProperty("--left", `${left}px`);
        style.setProperty("--top", `${top}px`);
    }

    /** Closes the card and returns the focus to the term. */
    close() {
        const opener = this.#opener;
        this.hide();
        opener?.focus({ preventScroll: true });
    }

    /** Hides the card without moving the focus, such as when the term is gone. */
    hide() {
        this.#element.hidden = true;
        this.#opener?.removeAttribute("aria-expanded");
        this.#opener = null;
        this.#term = null;
    }
}
