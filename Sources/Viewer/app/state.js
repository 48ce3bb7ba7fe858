// @ts-check
/** What is shown, as a place. The address follows it, and it follows the address. */
import { format, parse } from "../base/fragment.js";

/** @typedef {import("../base/fragment.js").Place} Place */
/** @typedef {"reader" | "address"} Cause  who changed it */
/** @typedef {(place: Place, cause: Cause) => void} Listener */

export class State {
    /** @type {Place} */
    #place = parse(location.hash);
    /** @type {Listener[]} */
    #listeners = [];

    constructor() {
        // Going back and forth, and an address edited by hand, both end here.
        addEventListener("popstate", () => this.#follow());
        addEventListener("hashchange", () => this.#follow());
    }

    get place() {
        return this.#place;
    }

    /** @param {Listener} listener */
    listen(listener) {
        this.#listeners.push(listener);
    }

    /**
     * A step of the reader's, to which "back" returns.
     * @param {Partial<Place>} change
     */
    go(change) {
        this.#set({ ...this.#place, ...change }, "reader");
    }

    /**
     * A correction of where the reader is: the address changes, the history does not grow.
     * @param {Partial<Place>} change
     */
    note(change) {
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
        for (const listener of this.#listeners) listener(place, cause);
    }

    #follow() {
        this.#set(parse(location.hash), "address");
    }
}
