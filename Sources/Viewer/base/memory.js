// @ts-check
/** What is stored only on this device: languages, appearance, the last place in each document. */
import { readStored, writeStored } from "./stored.js";

/** @typedef {{ document: string, title: string, clause: string, name: string, hash: string }} Visit */

/**
 * The settings for reading texts aloud.
 * @typedef {object} ListeningChoice
 * @property {number} [rate]  the speed, 1 being the voice's own
 * @property {boolean} [goesOn]  whether it continues with the next clause; by default true
 * @property {Record<string, string>} [voices]  the names of the voices by language
 */

/**
 * @typedef {object} Memory
 * @property {string} [texts]  the language of the texts
 * @property {string} [interface]  the language of the page itself
 * @property {"light" | "dark"} [appearance]
 * @property {boolean} [comesCloser]  whether the view zooms in on an opened clause; by default true
 * @property {"large" | "larger"} [textSize]
 * @property {"plain"} [typeface]
 * @property {ListeningChoice} [listening]
 * @property {import("./fragment.js").View} [view]  whether a book shows one page or an opening; by default this follows the
 *   screen
 * @property {boolean} [strip]  whether the strip of page thumbnails is shown
 * @property {string} [last]  the id of the last document
 * @property {Record<string, string>} [places]  the fragment of the last place by document
 * @property {Record<string, number>} [tours]  the last step of each tour, by document id, slash and tour id
 * @property {Visit[]} [history]  the clauses that were read, most recent first
 * @property {string} [citation]  the citation style
 * @property {string} [captureKind]  the kind of material last photographed
 * @property {boolean} [captureByHand]  whether pictures are taken only with the shutter button
 * @property {boolean} [captureHelped]  whether the camera's help has been shown
 * @property {boolean} [isAcquainted]  whether the hints of a first visit have been shown
 */

const KEY = "explore";
/** A separate key, because notes outlive what is forgotten here. */
const NOTES_KEY = "explore-notes";
const KEPT_PLACES = 50;

/** @returns {Memory} */
export function recall() {
    try {
        const value = JSON.parse(readStored("localStorage", KEY) ?? "{}");
        return typeof value === "object" && value !== null ? value : {};
    } catch {
        return {};
    }
}

/** @param {Memory} change */
export function remember(change) {
    writeStored("localStorage", KEY, JSON.stringify({ ...recall(), ...change }));
}

/** @param {string} document @param {string} hash */
export function rememberPlace(document, hash) {
    const { [document]: _, ...others } = recall().places ?? {};
    const places = Object.entries({ ...others, [document]: hash }).slice(-KEPT_PLACES);
    remember({ last: document, places: Object.fromEntries(places) });
}

/**
 * @param {string} tour  the tour's id, prefixed with its document and a slash
 * @param {number} step  the number of the step, from 1
 */
export function rememberTour(tour, step) {
    const { [tour]: _, ...others } = recall().tours ?? {};
    remember({ tours: Object.fromEntries(Object.entries({ ...others, [tour]: step }).slice(-KEPT_PLACES)) });
}

/** Forgets what was read, because it reveals which documents exist. */
export function forgetReading() {
    remember({ places: {}, tours: undefined, last: undefined, history: undefined });
}

/** Forgets choices and reading history, but not what is cached for offline reading. */
export function forgetChoices() {
    writeStored("localStorage", KEY, null);
}

/** Forgets everything, including what is cached for offline reading. */
export async function forget() {
    forgetChoices();
    try {
        // Other pages of the same origin may have caches of their own.
        for (const name of await caches.keys()) if (name.startsWith("explore-")) await caches.delete(name);
    } catch {
        // If nothing can be stored, nothing was.
    }
    showAppearance();
}

/** Applies the chosen appearance, text size and typeface, or else the defaults of the device, the page or the kiosk. */
export function showAppearance() {
    const { appearance, textSize, typeface } = recall();
    const root = document.documentElement.dataset;
    const size = textSize ?? ("kiosk" in root ? "large" : undefined);
    for (const [name, value] of Object.entries({ appearance, textSize: size, typeface })) {
        if (value) root[name] = value;
        else delete root[name];
    }
}

/** Whether the device has bookmarks or notes, which are stored elsewhere (notes/store.js). If so, the page marks them. */
export function hasNotes() {
    return readStored("localStorage", NOTES_KEY) !== null;
}

/** @param {boolean} isAny  if this cannot be stored, notes are marked only once their list has been opened */
export function noteNotes(isAny) {
    writeStored("localStorage", NOTES_KEY, isAny ? "1" : null);
}
