// @ts-check
/** Shows the open clause: alone on the sheet, with its text on the panel, moving the keyboard focus there and back. */
import { Panel } from "./panel.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/**
 * The outlines on the sheet, of which one can be shown alone.
 * @typedef {object} Outlines
 * @property {(id: string | null) => void} select  hides all clauses but one; null shows all again
 * @property {(id?: string) => void} focus  gives a clause the keyboard focus
 */
/** @typedef {import("./panel.js").Shown} Shown */
/** @typedef {import("../base/types.js").Insets} Insets */

export class Reading {
    #panel;
    #outlines;
    /** @type {Clause | null} */
    #clause = null;
    /** Whether the next clause shown may take the focus to the panel. Not if a narration opens it. */
    takesFocus = true;

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

    /** The area that the panel covers. */
    get insets() {
        return this.#panel.insets;
    }

    /**
     * @param {Shown | null} shown  the clause to show, or null for none
     * @returns {boolean} whether the texts have been rewritten
     */
    show(shown) {
        const hadFocus = this.#panel.hasFocus;
        const wasOpen = this.#panel.isOpen;
        const leaving = document.querySelector("#overlays .selected");
        const takesFocus = this.takesFocus && !(wasOpen && hadFocus);
        this.takesFocus = true;
        this.#clause = shown?.clause ?? null;
        this.#outlines.select(this.#clause?.id ?? null);
        if (shown) {
            const isWritten = this.#panel.open(shown, takesFocus);
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
