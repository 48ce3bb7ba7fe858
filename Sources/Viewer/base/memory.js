// @ts-check
/** What is stored on this device alone: languages, appearance, the last place in each document. */

/**
 * @typedef {object} Memory
 * @property {string} [texts]  language of the texts
 * @property {string} [interface]  language of the page itself
 * @property {"light" | "dark"} [appearance]
 * @property {boolean} [comesCloser]  whether a clause that is opened does; by default it does
 * @property {string} [last]  document
 * @property {Record<string, string>} [places]  the fragment of each document
 * @property {boolean} [isAcquainted]  has seen the marks of a first visit
 */

const KEY = "explore";
const KEPT_PLACES = 50;

/** @returns {Memory} */
export function recall() {
    try {
        const value = JSON.parse(localStorage.getItem(KEY) ?? "{}");
        return typeof value === "object" && value !== null ? value : {};
    } catch {
        // Storage may be shut off; then nothing is remembered.
        return {};
    }
}

/** @param {Memory} change */
export function remember(change) {
    try {
        localStorage.setItem(KEY, JSON.stringify({ ...recall(), ...change }));
    } catch {
        // As above.
    }
}

/** @param {string} document @param {string} hash */
export function rememberPlace(document, hash) {
    const { [document]: _, ...others } = recall().places ?? {};
    const places = Object.entries({ ...others, [document]: hash }).slice(-KEPT_PLACES);
    remember({ last: document, places: Object.fromEntries(places) });
}

/** Forgets everything, what was kept for reading without a network too. */
export async function forget() {
    try {
        localStorage.removeItem(KEY);
        // Other pages of the same host may keep things too.
        for (const name of await caches.keys()) if (name.startsWith("explore-")) await caches.delete(name);
    } catch {
        // Where nothing can be kept, nothing was.
    }
    showAppearance();
}

/** Light or dark as chosen, else as the device is. */
export function showAppearance() {
    const { appearance } = recall();
    if (appearance) document.documentElement.dataset.appearance = appearance;
    else delete document.documentElement.dataset.appearance;
}
