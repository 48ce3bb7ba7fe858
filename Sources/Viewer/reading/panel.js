// @ts-check
/**
 * The panel with the texts of a clause. It is beside the sheet in wide windows; otherwise it slides in from the bottom and covers
 * a third of the sheet or all of it.
 */
import { find, setLabel, write } from "../base/dom.js";
import { watchSwipe } from "../base/gestures.js";
import { direction } from "../strings/direction.js";
import { isMirrored, say, uiLanguage } from "../strings/strings.js";
import { clauseText } from "./clause-text.js";
import { markWords } from "./marks.js";
import { heading, titleOf } from "./naming.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/types.js").Insets} Insets */

/**
 * @typedef {object} Shown
 * @property {Clause} clause
 * @property {Clause | null} secondText  the same clause in a second language
 * @property {string} language  the language requested
 * @property {string} words  the search words to mark; empty for none
 * @property {string} ownLanguage  the document's own language
 * @property {boolean} hasPrevious
 * @property {boolean} hasNext
 */

export class Panel {
    #panel = find("panel", HTMLElement);
    #body = find("panel-body", HTMLElement);
    #number = find("panel-number", HTMLElement);
    #title = find("panel-title", HTMLElement);
    #previous = find("panel-previous", HTMLButtonElement);
    #next = find("panel-next", HTMLButtonElement);
    #size = find("panel-size", HTMLButtonElement);
    /** @type {Shown | null} */
    #shown = null;
    /** The serialised content the panel was filled from, for comparison. */
    #texts = "";
    /** The height of the panel when it covers a third, in CSS pixels. */
    #lowHeight = 0;

    /**
     * @param {object} on
     * @param {() => void} on.close
     * @param {(steps: -1 | 1) => void} on.step  moves to the previous or next clause
     * @param {(insets: Insets) => void} on.resize  called when it covers a different part of the surface
     */
    constructor(on) {
        find("panel-close", HTMLButtonElement).addEventListener("click", on.close);
        this.#previous.addEventListener("click", () => on.step(-1));
        this.#next.addEventListener("click", () => on.step(1));
        this.#size.addEventListener("click", () => this.#setTall(!this.#isTall, 0));
        this.#panel.addEventListener("keydown", (event) => {
            if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
            const [back, forth] = isMirrored() ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
            if (event.key === back && !this.#previous.disabled) on.step(-1);
            if (event.key === forth && !this.#next.disabled) on.step(1);
        });
        const [before, after] = [() => on.step(-1), () => on.step(1)];
        watchSwipe(this.#panel, {
            directions: () => {
                const [start, end] = isMirrored() ? ["right", "left"] : ["left", "right"];
                if (this.#isAtSide) return { [end]: on.close };
                return {
                    ...(this.#isTall
                        ? { down: (/** @type {number} */ travelled) => this.#setTall(false, travelled) }
                        : { down: on.close, up: (/** @type {number} */ travelled) => this.#setTall(true, -travelled) }),
                    ...(this.#next.disabled ? {} : { [start]: after }),
                    ...(this.#previous.disabled ? {} : { [end]: before }),
                };
            },
            moves: (way) => (way === "down" || way === "up" || this.#isAtSide ? this.#panel : this.#body),
            scroller: this.#body,
        });
        new ResizeObserver(() => on.resize(this.insets)).observe(this.#panel);
    }

    get isOpen() {
        return this.#panel.classList.contains("open");
    }

    get hasFocus() {
        return this.#panel.contains(document.activeElement);
    }

    /** Moves the keyboard focus to the panel. */
    focus() {
        this.#title.focus({ preventScroll: true });
    }

    /**
     * The area that the panel covers at rest; zero while it is closed.
     * @returns {Insets}
     */
    get insets() {
        const covers = { top: 0, right: 0, bottom: 0, left: 0 };
        if (this.isOpen && this.#isAtSide) covers[isMirrored() ? "left" : "right"] = this.#panel.offsetWidth;
        else if (this.isOpen) {
            // At full height the sheet below it stays unchanged.
            if (!this.#isTall) this.#lowHeight = this.#panel.offsetHeight;
            covers.bottom = this.#lowHeight;
        }
        return covers;
    }

    /**
     * Shows a clause. If it is open already, the scroll position is kept.
     * @param {Shown} shown
     * @param {boolean} takesFocus  whether to move the focus to the panel unless this clause is open already
     * @returns {boolean} whether the texts have been rewritten
     */
    open(shown, takesFocus) {
        const texts = JSON.stringify([shown, uiLanguage()]);
        const isRead = this.isOpen && this.#shown?.clause.id === shown.clause.id;
        if (isRead && texts === this.#texts) return false;
        this.#texts = texts;
        const { scrollTop } = this.#body;
        const isUnfolded = isRead && this.#body.querySelector("details[open]") !== null;
        this.#fill(shown);
        this.#panel.inert = false;
        this.#panel.parentElement?.classList.add("reading");
        this.#panel.classList.add("open");
        if (isUnfolded) this.#body.querySelector("details")?.setAttribute("open", "");
        this.#body.scrollTop = isRead ? scrollTop : 0;
        if (takesFocus && !isRead) this.focus();
        return true;
    }

    close() {
        this.#setTall(false, 0);
        this.#panel.classList.remove("open");
        this.#panel.inert = true;
        this.#panel.parentElement?.classList.remove("reading");
    }

    /** @param {Shown} shown */
    #fill(shown) {
        const { clause, secondText, language, ownLanguage, words } = shown;
        this.#number.textContent = heading(clause);
        this.#number.hidden = this.#number.textContent === "";
        const title = titleOf(clause, ownLanguage);
        write(this.#title, title.text, title.lang);
        this.#labelSize();
        this.#previous.disabled = !shown.hasPrevious;
        this.#next.disabled = !shown.hasNext;
        this.#body.replaceChildren(...clauseText(clause, secondText, language, ownLanguage));
        this.#body.classList.toggle("two-languages", secondText !== null);
        // The order of the columns follows the direction of the text.
        this.#body.dir = direction(clause.lang ?? language);
        this.#shown = shown;
        if (words !== "") markWords(this.#panel, words);
    }

    get #isTall() {
        return this.#panel.classList.contains("tall");
    }

    /**
     * Animates to one of the two heights, from where the finger released the panel.
     * @param {boolean} isTall
     * @param {number} shift  how far below its place it was released, in CSS pixels
     */
    #setTall(isTall, shift) {
        if (isTall === this.#isTall) return;
        const before = this.#panel.offsetTop + shift;
        this.#panel.classList.toggle("tall", isTall);
        this.#labelSize();
        if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
        const from = { transform: `translateY(${before - this.#panel.offsetTop}px)` };
        this.#panel.animate([from, { transform: "none" }], { duration: 260, easing: "cubic-bezier(0.2, 0.8, 0.3, 1)" });
    }

    #labelSize() {
        this.#size.setAttribute("aria-expanded", String(this.#isTall));
        setLabel(this.#size, say(this.#isTall ? "lessText" : "moreText"));
    }

    get #isAtSide() {
        return getComputedStyle(this.#panel).getPropertyValue("--at-side").trim() === "1";
    }
}
