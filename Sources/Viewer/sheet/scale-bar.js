// @ts-check
/** Shows the scale of the sheet: a length in millimetres, and the ratio of CSS to image pixels. Fades away at rest. */
import { find } from "../base/dom.js";
import { formatLocale, say } from "../strings/strings.js";
import { roundLength } from "./view.js";

const LONGEST_CSS_PIXELS = 110;
const SHOWN_MILLISECONDS = 1600;

export class ScaleBar {
    #element = find("scale", HTMLElement);
    #bar = find("scale-bar", HTMLElement);
    #length = find("scale-length", HTMLElement);
    #ratio = find("scale-ratio", HTMLElement);
    /** @type {number | null} */
    #pixelsPerMillimetre = null;
    #shown = 0;
    #timer = 0;

    /** @param {import("../base/types.js").Page} page */
    setPage(page) {
        this.#pixelsPerMillimetre = page.pixelsPerMillimetre;
        this.#shown = 0;
    }

    /** @param {number} scale  CSS pixels per image pixel */
    show(scale) {
        // Not shown for a page that has just been opened.
        const isFirst = this.#shown === 0;
        if (scale === this.#shown) return;
        this.#shown = scale;
        const format = (/** @type {number} */ value) =>
            new Intl.NumberFormat(formatLocale(), { maximumSignificantDigits: 2 }).format(value);
        this.#ratio.textContent = say("ratio", { ratio: format(scale) });
        const perUnit = scale * (this.#pixelsPerMillimetre ?? 1);
        const length = roundLength(LONGEST_CSS_PIXELS / perUnit);
        this.#bar.style.width = `${length * perUnit}px`;
        this.#length.textContent = say(this.#pixelsPerMillimetre ? "millimetres" : "imagePixels", {
            length: new Intl.NumberFormat(formatLocale()).format(length),
        });
        if (isFirst) return;
        this.#element.classList.add("shown");
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#element.classList.remove("shown"), SHOWN_MILLISECONDS);
    }
}
