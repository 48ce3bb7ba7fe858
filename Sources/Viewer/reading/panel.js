// @ts-check
/** The panel with the texts of a clause. It slides in from the bottom, or from the side if the window is low and wide. */
import { find, write } from "../base/dom.js";
import { watchSwipe } from "../base/gestures.js";
import { direction } from "../strings/direction.js";
import { clauseText } from "./clause-text.js";
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
    /** @type {Shown | null} */
    #shown = null;

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
        this.#panel.addEventListener("keydown", (event) => {
            if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
            if (event.key === "ArrowLeft" && !this.#previous.disabled) on.step(-1);
            if (event.key === "ArrowRight" && !this.#next.disabled) on.step(1);
        });
        const [before, after] = [() => on.step(-1), () => on.step(1)];
        watchSwipe(this.#panel, {
            ways: () =>
                this.#isAtSide
                    ? { right: on.close }
                    : {
                          down: on.close,
                          ...(this.#next.disabled ? {} : { left: after }),
                          ...(this.#previous.disabled ? {} : { right: before }),
                      },
            moves: (way) => (way === "down" || this.#isAtSide ? this.#panel : this.#body),
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

    /** Takes the keyboard's focus, where a button that had it has been disabled. */
    focus() {
        this.#title.focus({ preventScroll: true });
    }

    /**
     * What it covers once it has come to rest; nothing while it is closed.
     * @returns {Insets}
     */
    get insets() {
        const covers = { top: 0, right: 0, bottom: 0, left: 0 };
        if (this.isOpen && this.#isAtSide) covers.right = this.#panel.offsetWidth;
        else if (this.isOpen) covers.bottom = this.#panel.offsetHeight;
        return covers;
    }

    /** @param {Shown} shown @param {boolean} takesFocus */
    open(shown, takesFocus) {
        this.fill(shown);
        this.#panel.inert = false;
        this.#panel.parentElement?.classList.add("reading");
        this.#panel.classList.add("open");
        this.#body.scrollTop = 0;
        if (takesFocus) this.#title.focus({ preventScroll: true });
    }

    close() {
        this.#panel.classList.remove("open");
        this.#panel.inert = true;
        this.#panel.parentElement?.classList.remove("reading");
    }

    /** @param {Shown} shown */
    fill(shown) {
        const { clause, beside, language, ownLanguage, words } = shown;
        this.#number.textContent = heading(clause);
        this.#number.hidden = this.#number.textContent === "";
        const title = titleOf(clause, ownLanguage);
        write(this.#title, title.text, title.lang);
        this.#previous.disabled = !shown.hasPrevious;
        this.#next.disabled = !shown.hasNext;
        this.#body.replaceChildren(...clauseText(clause, beside, language, ownLanguage));
        this.#body.classList.toggle("two-languages", beside !== null);
        // Its columns follow each other the way the text runs.
        this.#body.dir = direction(clause.lang ?? language);
        this.#shown = shown;
        if (words !== "") this.#mark(shown);
    }

    /** @param {Shown} shown */
    async #mark(shown) {
        // Few first views are of a search, so that they do not wait for this.
        const marks = await import("./marks.js").catch(() => null);
        if (this.#shown === shown) marks?.markWords(this.#panel, shown.words);
    }

    get #isAtSide() {
        return getComputedStyle(this.#panel).getPropertyValue("--at-side").trim() === "1";
    }
}
