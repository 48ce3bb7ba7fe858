// @ts-check
/** Handles taps on the sheet, the choice between clauses that are equally near, and the Escape key. */
import { hideNotice } from "../base/notice.js";
import { Chooser } from "../reading/chooser.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../sheet/view.js").View} View */

export class Choosing {
    #parts;
    #on;
    /** @type {import("../reading/chooser.js").Chooser | null} */
    #chooser = null;
    /** @type {View | null} the view in which the chooser opened */
    #view = null;

    /**
     * @param {object} parts
     * @param {{ readonly isOpen: boolean, close(): void }} parts.menu
     * @param {{ readonly isOpen: boolean }} parts.reading
     * @param {{ readonly view: View }} parts.camera
     * @param {string} parts.ownLanguage  the document's own language
     * @param {object} on
     * @param {(id: string) => void} on.choose
     * @param {() => void} on.close  closes the open clause
     */
    constructor(parts, on) {
        this.#parts = parts;
        this.#on = on;
    }

    /**
     * @param {Clause[]} clauses  the clauses the tap is equally near to
     * @param {import("../base/types.js").Point} point  a point on the surface in CSS pixels
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
        // An open dialog handles Escape itself.
        if (document.querySelector("dialog[open]")) return false;
        const { menu, reading } = this.#parts;
        if (this.#chooser?.isOpen) this.#chooser.close();
        else if (menu.isOpen) menu.close();
        else if (reading.isOpen) this.#on.close();
        else return hideNotice();
        return true;
    }

    /** Closes the chooser if the view has changed: its place is beside the clauses it names. */
    follow() {
        if (this.#parts.camera.view !== this.#view) this.close();
    }

    close() {
        this.#chooser?.close();
    }
}
