// @ts-check
/** The clause that is being read: alone on the sheet, its text on the panel, and the keyboard's focus there and back. */
import { Panel } from "./panel.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/**
 * The outlines on the sheet, of which one can be alone.
 * @typedef {object} Outlines
 * @property {(id: string | null) => void} select  leaves one clause alone; null brings the others back
 * @property {(id?: string) => void} focus  gives one the keyboard's focus
 */
/** @typedef {import("./panel.js").Shown} Shown */
/** @typedef {import("../base/types.js").Insets} Insets */

export class Reading {
    #panel;
    #outlines;
    /** @type {Clause | null} */
    #clause = null;

    /**
     * @param {Outlines} outlines
     * @param {object} on
     * @param {() => void} on.close
     * @param {(steps: -1 | 1) => void} on.step
     * @param {(insets: Insets) => void} on.resize
     */
    constructor(outlines, on) {
        this.#outlines = outlines;
        this.#panel = new Panel(on);
    }

    get clause() {
        return this.#clause;
    }

    get isOpen() {
        return this.#panel.isOpen;
    }

    /** What the panel covers. */
    get insets() {
        return this.#panel.insets;
    }

    /**
     * @param {Shown | null} shown  null brings the others back
     * @returns {boolean} whether texts have been written
     */
    show(shown) {
        const hadFocus = this.#panel.hasFocus;
        const wasOpen = this.#panel.isOpen;
        const leaving = document.querySelector("#overlays .selected");
        this.#clause = shown?.clause ?? null;
        this.#outlines.select(this.#clause?.id ?? null);
        if (shown) {
            const isWritten = this.#panel.open(shown, !(wasOpen && hadFocus));
            // A button that had the focus may have been disabled.
            if (wasOpen && hadFocus && !this.#panel.hasFocus) this.#panel.focus();
            return isWritten;
        }
        if (wasOpen) {
            this.#panel.close();
            if (hadFocus && leaving instanceof SVGPathElement) this.#outlines.focus(leaving.dataset.clause);
        }
        return false;
    }
}
