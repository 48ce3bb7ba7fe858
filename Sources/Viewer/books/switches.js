// @ts-check
/** The buttons beside those that turn pages: one page or two, and the small pictures. */
import { make, ownIcon } from "../base/dom.js";

/**
 * @typedef {object} Actions
 * @property {(() => void) | null} toggle  between one page and two; null where no two face each other
 * @property {() => void} strip  shows the small pictures, or hides them
 */

export class Switches {
    #texts;
    #opening = make("button", { id: "opening-button", class: "tool", type: "button" }, ownIcon("book-open"));
    #strip = make("button", { id: "strip-button", class: "tool", type: "button", "aria-controls": "strip" }, ownIcon("border-all"));

    /** @param {import("./books.js").Texts} texts @param {Actions} on */
    constructor(texts, on) {
        this.#texts = texts;
        const contents = document.getElementById("contents-button");
        const { toggle } = on;
        if (toggle) this.#opening.addEventListener("click", toggle);
        this.#strip.addEventListener("click", on.strip);
        contents?.after(...(toggle ? [this.#opening] : []), this.#strip);
        this.speak();
    }

    speak() {
        for (const [button, name] of /** @type {const} */ ([[this.#opening, "twoPages"], [this.#strip, "strip"]])) {
            button.title = this.#texts.say(name);
            button.setAttribute("aria-label", button.title);
        }
    }

    /** @param {boolean} isOpening @param {boolean} isStripShown */
    show(isOpening, isStripShown) {
        this.#opening.setAttribute("aria-pressed", String(isOpening));
        this.#strip.setAttribute("aria-expanded", String(isStripShown));
    }
}
