// @ts-check
/** The words of a text, for choosing some of them by mouse, touch or keyboard. One tab stop. */
import { make } from "../../base/dom.js";
import { singleSpaced, tokensOf } from "../../base/quoting.js";

export class WordChoice {
    /** @type {Set<number>} */
    chosen = new Set();
    #current = 0;
    /** The start of a range: the word chosen last. */
    #start = 0;
    /** @type {HTMLElement[]} */
    #words = [];
    #onChange;

    /**
     * @param {string} label
     * @param {string} language  the language of the text
     * @param {() => void} [onChange]
     */
    constructor(label, language, onChange = () => {}) {
        this.#onChange = onChange;
        this.element = make("div", {
            class: "word-choice", role: "listbox", "aria-multiselectable": "true", "aria-label": label, lang: language,
        });
        this.text = "";
        /** @type {import("../../base/quoting.js").Token[]} */
        this.tokens = [];
        this.element.addEventListener("click", (event) => this.#click(event));
        this.element.addEventListener("keydown", (event) => this.#key(event));
    }

    /** @param {string} text */
    fill(text) {
        const spaced = singleSpaced(text);
        if (spaced === this.text) return;
        this.text = spaced;
        this.tokens = tokensOf(spaced);
        this.chosen.clear();
        [this.#current, this.#start] = [0, 0];
        this.#words = this.tokens.map(({ text: word }, index) =>
            make("span", { role: "option", "aria-selected": "false", tabindex: index === 0 ? "0" : "-1" }, word),
        );
        this.element.replaceChildren(...this.#words.flatMap((word) => [word, " "]));
    }

    /**
     * Adds a class to words, such as `linked`.
     * @param {string} name
     * @param {(index: number) => boolean} holds
     */
    mark(name, holds) {
        for (const [index, word] of this.#words.entries()) word.classList.toggle(name, holds(index));
    }

    clear() {
        this.chosen.clear();
        this.#show();
    }

    /** @param {MouseEvent} event */
    #click(event) {
        const index = this.#words.findIndex((word) => word === event.target);
        if (index < 0) return;
        if (event.shiftKey) this.#extend(index);
        else this.#toggle(index);
        this.#go(index);
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (event.altKey || event.ctrlKey || event.metaKey || this.#words.length === 0) return;
        const isMirrored = getComputedStyle(this.element).direction === "rtl";
        const [back, forth] = isMirrored ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
        const last = this.#words.length - 1;
        /** @type {Record<string, number>} */
        const targets = {
            [back]: Math.max(0, this.#current - 1), [forth]: Math.min(last, this.#current + 1), Home: 0, End: last,
            ArrowUp: this.#beyond(-1), ArrowDown: this.#beyond(1),
        };
        if (event.key === " " || event.key === "Enter") this.#toggle(this.#current);
        else if (targets[event.key] !== undefined) {
            if (event.shiftKey) this.#extend(targets[event.key]);
            this.#go(targets[event.key]);
        } else return;
        event.preventDefault();
    }

    /**
     * Returns the word on the line above or below.
     * @param {-1 | 1} way
     */
    #beyond(way) {
        const here = this.#words[this.#current].getBoundingClientRect();
        const others = this.#words.map((word) => word.getBoundingClientRect());
        const isBeyond = (/** @type {DOMRect} */ rect) => (way < 0 ? rect.bottom <= here.top + 2 : rect.top >= here.bottom - 2);
        const distance = (/** @type {DOMRect} */ rect) => Math.abs(rect.top - here.top) * 1000 + Math.abs(rect.left - here.left);
        const found = others.reduce((best, rect, index) => (isBeyond(rect) && (best < 0 || distance(rect) < distance(others[best])) ? index : best), -1);
        return found < 0 ? this.#current : found;
    }

    /** @param {number} index */
    #toggle(index) {
        if (!this.chosen.delete(index)) this.chosen.add(index);
        this.#start = index;
        this.#show();
    }

    /** @param {number} end */
    #extend(end) {
        const [first, last] = [Math.min(this.#start, end), Math.max(this.#start, end)];
        for (let index = first; index <= last; index += 1) this.chosen.add(index);
        this.#show();
    }

    /** @param {number} index */
    #go(index) {
        this.#words[this.#current]?.setAttribute("tabindex", "-1");
        this.#current = index;
        this.#words[index].setAttribute("tabindex", "0");
        this.#words[index].focus({ preventScroll: false });
    }

    #show() {
        for (const [index, word] of this.#words.entries()) word.setAttribute("aria-selected", String(this.chosen.has(index)));
        this.#onChange();
    }
}
