// @ts-check
/**
 * Unfinished work as a list of states. Each step can be undone and redone. It survives a change of tool or page and a reload, and
 * ends only when finished or explicitly discarded.
 */
import { writeStored } from "../../base/stored.js";
import { imageKey } from "../session/page-images.js";

/** The maximum number of states; the oldest are dropped. */
const MOST_STATES = 500;

/**
 * Returns the storage key of unfinished work. Such work is in pixels of the page's image and belongs to it; the number of the page
 * may change when the document is published.
 * @param {Pick<import("./types.js").DrawingSession, "document" | "value">} session
 * @param {number} page  its number
 * @param {string} tool
 */
export function stepsKey(session, page, tool) {
    return `explore-draft ${session.document} ${tool} ${imageKey(page, session.value(`pages/${page}/image`))}`;
}

/** @template State */
export class Steps {
    /** @type {State[]} */
    #states;
    #at = 0;
    #key;
    #empty;
    #onChange;

    /**
     * @param {string} key  the storage key on this device
     * @param {State} empty  the state before the first step
     * @param {(value: unknown) => boolean} isState  validates a stored state
     * @param {() => void} onChange
     */
    constructor(key, empty, isState, onChange) {
        this.#key = key;
        this.#empty = empty;
        this.#onChange = onChange;
        this.#states = [empty];
        const stored = read(key, isState);
        if (stored) [this.#states, this.#at] = [/** @type {State[]} */ (stored.states), stored.at];
    }

    /** @returns {State} */
    get state() {
        return this.#states[this.#at];
    }

    get canUndo() {
        return this.#at > 0;
    }

    get canRedo() {
        return this.#at < this.#states.length - 1;
    }

    /**
     * Adds a step.
     * @param {State} state  the state after it
     */
    set(state) {
        this.#states = [...this.#states.slice(0, this.#at + 1), state].slice(-MOST_STATES);
        this.#at = this.#states.length - 1;
        this.#keep();
    }

    undo() {
        if (!this.canUndo) return;
        this.#at -= 1;
        this.#keep();
    }

    redo() {
        if (!this.canRedo) return;
        this.#at += 1;
        this.#keep();
    }

    /** Ends the work, after it was finished or discarded. */
    clear() {
        [this.#states, this.#at] = [[this.#empty], 0];
        this.#keep();
    }

    #keep() {
        const value = this.#states.length === 1 ? null : JSON.stringify({ states: this.#states, at: this.#at });
        // Without storage, the work lasts until the page is closed.
        writeStored("localStorage", this.#key, value);
        this.#onChange();
    }
}

/** @param {string} key @param {(value: unknown) => boolean} isState @returns {{ states: unknown[], at: number } | null} */
function read(key, isState) {
    try {
        const value = JSON.parse(localStorage.getItem(key) ?? "null");
        const isFine = Array.isArray(value?.states) && value.states.every(isState) && value.states[value.at] !== undefined;
        return isFine ? value : null;
    } catch {
        return null;
    }
}
