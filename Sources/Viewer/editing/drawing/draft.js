// @ts-check
/** An unfinished shape: each of its corners is a step. */
import { Steps } from "./steps.js";

/** @typedef {import("./types.js").Corner} Corner */

/** @extends {Steps<Corner[]>} */
export class Draft extends Steps {
    /**
     * @param {string} key  the storage key on this device
     * @param {() => void} onChange
     */
    constructor(key, onChange) {
        super(key, [], isLine, onChange);
    }

    /** @returns {readonly Corner[]} */
    get corners() {
        return this.state;
    }

    get isEmpty() {
        return this.corners.length === 0;
    }

    /** @param {...Corner} corners */
    add(...corners) {
        this.set([...this.corners, ...corners]);
    }
}

/** @param {unknown} value @returns {value is Corner} */
export function isCorner(value) {
    return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
}

/** @param {unknown} value @returns {value is Corner[]} */
function isLine(value) {
    return Array.isArray(value) && value.every(isCorner);
}
