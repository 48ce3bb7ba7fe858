// @ts-check
/** What is shown, as a place. The state and the address follow each other. */
import { format, parse } from "../base/fragment.js";

/** @typedef {import("../base/fragment.js").Place} Place */
/** @typedef {"reader" | "address"} Cause  the origin of a change */

export class State {
    /** @type {Place} */
    #place = parse(location.hash);
    #onChange;

    /** @param {(place: Place, cause: Cause) => void} onChange */
    constructor(onChange) {
        this.#onChange = onChange;
        // "Back", "forward" and addresses edited by hand all end here.
        addEventListener("popstate", () => this.#follow());
        addEventListener("hashchange", () => this.#follow());
    }

    get place() {
        return this.#place;
    }

    /**
     * Takes a step, to which "back" returns.
     * @param {Partial<Place>} change
     */
    pushPlace(change) {
        this.#set({ ...this.#place, ...change }, "reader");
    }

    /**
     * Corrects where the reader is: changes the address without adding to the history.
     * @param {Partial<Place>} change
     */
    replacePlace(change) {
        this.#place = { ...this.#place, ...change };
        const hash = format(this.#place);
        if (hash !== location.hash) history.replaceState(null, "", hash || location.pathname + location.search);
    }

    /** @param {Place} place @param {Cause} cause */
    #set(place, cause) {
        if (format(place) === format(this.#place)) return;
        this.#place = place;
        if (cause === "reader") {
            history.pushState(null, "", format(place) || location.pathname + location.search);
        }
        this.#onChange(place, cause);
    }

    #follow() {
        this.#set(parse(location.hash), "address");
    }
}
