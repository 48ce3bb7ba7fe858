// @ts-check
/** Short values that the browser stores. Storage may be disabled or full: then nothing is stored, and nothing is found. */

/** @typedef {"localStorage" | "sessionStorage"} Place */

/** @param {Place} place @param {string} key @returns {string | null} */
export function readStored(place, key) {
    try {
        return globalThis[place].getItem(key);
    } catch {
        return null;
    }
}

/** @param {Place} place @param {string} key @param {string | null} value  null to remove it */
export function writeStored(place, key, value) {
    try {
        if (value === null) globalThis[place].removeItem(key);
        else globalThis[place].setItem(key, value);
    } catch {
        // As above.
    }
}
