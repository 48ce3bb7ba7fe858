// @ts-check
/**
 * The panel with the texts of a clause. It stands beside the sheet where the window is wide, and otherwise slides in from the
 * bottom, where it covers a third of the sheet or all of it.
 */
import { find, write } from "../base/dom.js";
import { watchSwipe } from "../base/gestures.js";
import { direction } from "../strings/direction.js";
import { isMirrored, say, spokenLanguage } from "../strings/strings.js";
import { clauseText } from "./clause-text.js";
import { markWords } from "./marks.js";
import { heading, titleOf } from "./naming.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/types.js").Insets} Insets */

/**
 * @typedef {object} Shown
 * @property {Clause} clause
 * @property {Clause | null} beside  the same in a second language
 * @property {string} language  that was requested
 * @property {string} words  that are searched for, to be marked; empty for none
 * @property {string} ownLanguage  of the document
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
    /** What it was written from, to be compared. */
    #texts = "";
    /** Of the panel where it covers a third, CSS pixels. */
    #lowHeight = 0;

    /**
     * @param {object} on
     * @param {() => void} on.close
     * @param {(steps: -1 | 1) => void} on.step  to the clause before or after
     * @param {(insets: Insets) => void} on.resize  it covers another part of the surface now
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
            ways: () => {
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

    /** Takes the keyboard's focus. */
    focus() {
        this.#title.focus({ preventScroll: true });
    }

    /**
     * What it covers once it has come to rest; nothing while it is closed.
     * @returns {Insets}
     */
    get insets() {
        const covers = { top: 0, right: 0, bottom: 0, left: 0 };
        if (this.isOpen && this.#isAtSide) covers[isMirrored() ? "left" : "right"] = this.#panel.offsetWidth;
        else if (this.isOpen) {
            // At its full height the sheet stays as it is below it.
            if (!this.#isTall) this.#lowHeight = this.#panel.offsetHeight;
            covers.bottom = this.#lowHeight;
        }
        return covers;
    }

    /**
     * Whoever reads the clause already stays where they are in it.
     * @param {Shown} shown
     * @param {boolean} takesFocus  where another clause was read, or none
     * @returns {boolean} whether its texts have been written anew
     */
    open(shown, takesFocus) {
        const texts = JSON.stringify([shown, spokenLanguage()]);
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
        const { clause, beside, language, ownLanguage, words } = shown;
        this.#number.textContent = heading(clause);
        this.#number.hidden = this.#number.textContent === "";
        const title = titleOf(clause, ownLanguage);
        write(this.#title, title.text, title.lang);
        this.#labelSize();
        this.#previous.disabled = !shown.hasPrevious;
        this.#next.disabled = !shown.hasNext;
        this.#body.replaceChildren(...clauseText(clause, beside, language, ownLanguage));
        this.#body.classList.toggle("two-languages", beside !== null);
        // Its columns follow each other the way the text runs.
        this.#body.dir = direction(clause.lang ?? language);
        this.#shown = shown;
        if (words !== "") markWords(this.#panel, words);
    }

    get #isTall() {
        return this.#panel.classList.contains("tall");
    }

    /**
     * To one of the two heights, from where a finger has left it.
     * @param {boolean} isTall
     * @param {number} shift  how far below its place it was left, CSS pixels
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
        const text = say(this.#isTall ? "lessText" : "moreText");
        this.#size.setAttribute("aria-expanded", String(this.#isTall));
        this.#size.setAttribute("aria-label", text);
        this.#size.title = text;
    }

    get #isAtSide() {
        return getComputedStyle(this.#panel).getPropertyValue("--at-side").trim() === "1";
    }
}
