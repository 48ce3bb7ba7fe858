// @ts-check
/** A tap on the sheet, the choice between the clauses that it was equally near to, and what Escape closes. */
import { hideRemark } from "../base/notice.js";
import { Chooser } from "../reading/chooser.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../sheet/view.js").View} View */

export class Choosing {
    #parts;
    #on;
    /** @type {import("../reading/chooser.js").Chooser | null} */
    #chooser = null;
    /** @type {View | null} in which it opened */
    #view = null;

    /**
     * @param {object} parts
     * @param {{ readonly isOpen: boolean, close(): void }} parts.menu
     * @param {{ readonly isOpen: boolean }} parts.reading
     * @param {{ readonly view: View }} parts.camera
     * @param {string} parts.ownLanguage  of the document
     * @param {object} on
     * @param {(id: string) => void} on.choose
     * @param {() => void} on.close  what is read
     */
    constructor(parts, on) {
        this.#parts = parts;
        this.#on = on;
    }

    /**
     * @param {Clause[]} clauses  that it is equally near to
     * @param {import("../base/types.js").Point} point  on the surface, CSS pixels
     */
    tap(clauses, point) {
        const { reading, camera, ownLanguage } = this.#parts;
        if (this.#chooser?.isOpen) this.#chooser.close();
        else if (reading.isOpen) this.#on.close();
        else if (clauses.length === 1) this.#on.choose(clauses[0].id);
        else if (clauses.length > 1) {
            this.#chooser ??= new Chooser(this.#on.choose);
            this.#view = camera.view;
            this.#chooser.show(clauses, ownLanguage, point);
        }
    }

    /** @returns {boolean} whether there was something to close */
    escape() {
        // A dialog closes by itself, and alone.
        if (document.querySelector("dialog[open]")) return false;
        const { menu, reading } = this.#parts;
        if (this.#chooser?.isOpen) this.#chooser.close();
        else if (menu.isOpen) menu.close();
        else if (reading.isOpen) this.#on.close();
        else return hideRemark();
        return true;
    }

    /** The view may have changed: the choice is beside the clauses that it names, and so closes in any other. */
    follow() {
        if (this.#parts.camera.view !== this.#view) this.close();
    }

    close() {
        this.#chooser?.close();
    }
}
