// @ts-check
/** The buttons for one page or two and for the thumbnails, beside those that turn pages. */
import { make, ownIcon, setLabel } from "../base/dom.js";

/**
 * @typedef {object} Actions
 * @property {(() => void) | null} toggle  switches between one page and two; null if no pages face each other
 * @property {() => void} strip  shows or hides the thumbnails
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
        this.updateStrings();
    }

    updateStrings() {
        for (const [button, name] of /** @type {const} */ ([[this.#opening, "twoPages"], [this.#strip, "strip"]])) {
            setLabel(button, this.#texts.say(name));
        }
    }

    /** @param {boolean} isOpening @param {boolean} isStripShown */
    show(isOpening, isStripShown) {
        this.#opening.setAttribute("aria-pressed", String(isOpening));
        this.#strip.setAttribute("aria-expanded", String(isStripShown));
    }
}
