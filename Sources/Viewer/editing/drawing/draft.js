// @ts-check
/**
 * A shape that is not finished. Each corner is a step that can be undone; it outlives another tool, another page and a reload,
 * and goes only when it is finished or discarded by name.
 */

/** @typedef {import("./types.js").Corner} Corner */
/** @typedef {{ states: Corner[][], at: number }} Stored */

/** Longer histories lose their beginning. */
const MOST_STATES = 500;

export class Draft {
    /** @type {Corner[][]} */
    #states = [[]];
    #at = 0;
    #key;
    #onChange;

    /**
     * @param {string} key  under which it is kept on the device
     * @param {() => void} onChange
     */
    constructor(key, onChange) {
        this.#key = key;
        this.#onChange = onChange;
        const stored = read(key);
        if (stored) [this.#states, this.#at] = [stored.states, stored.at];
    }

    /** @returns {readonly Corner[]} */
    get corners() {
        return this.#states[this.#at];
    }

    get isEmpty() {
        return this.corners.length === 0;
    }

    get canUndo() {
        return this.#at > 0;
    }

    get canRedo() {
        return this.#at < this.#states.length - 1;
    }

    /** @param {Corner[]} corners  all of them, after one step */
    set(corners) {
        this.#states = [...this.#states.slice(0, this.#at + 1), corners].slice(-MOST_STATES);
        this.#at = this.#states.length - 1;
        this.#keep();
    }

    /** @param {...Corner} corners */
    add(...corners) {
        this.set([...this.corners, ...corners]);
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

    /** It is finished, or discarded. */
    clear() {
        [this.#states, this.#at] = [[[]], 0];
        this.#keep();
    }

    #keep() {
        try {
            if (this.#states.length === 1) localStorage.removeItem(this.#key);
            else localStorage.setItem(this.#key, JSON.stringify({ states: this.#states, at: this.#at }));
        } catch {
            // Without storage it lasts as long as the page.
        }
        this.#onChange();
    }
}

/** @param {string} key @returns {Stored | null} */
function read(key) {
    try {
        const value = JSON.parse(localStorage.getItem(key) ?? "null");
        const isFine = Array.isArray(value?.states) && value.states.every(isLine) && value.states[value.at] !== undefined;
        return isFine ? value : null;
    } catch {
        return null;
    }
}

/** @param {unknown} value @returns {value is Corner[]} */
function isLine(value) {
    return Array.isArray(value) && value.every((corner) => Array.isArray(corner) && corner.length === 2 && corner.every(Number.isFinite));
}
