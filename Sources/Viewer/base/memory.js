// @ts-check
/** What is stored on this device alone: languages, appearance, the last place in each document. */

/** @typedef {{ document: string, title: string, clause: string, name: string, hash: string }} Visit */

/**
 * How texts are read aloud.
 * @typedef {object} ListeningChoice
 * @property {number} [rate]  1 is the voice's own speed
 * @property {boolean} [goesOn]  to the next clause; by default it does
 * @property {Record<string, string>} [voices]  their names, by language
 */

/**
 * @typedef {object} Memory
 * @property {string} [texts]  language of the texts
 * @property {string} [interface]  language of the page itself
 * @property {"light" | "dark"} [appearance]
 * @property {boolean} [comesCloser]  whether a clause that is opened does; by default it does
 * @property {"large" | "larger"} [textSize]
 * @property {"plain"} [typeface]
 * @property {ListeningChoice} [listening]
 * @property {import("./fragment.js").View} [view]  how many pages of a book are seen at once; by default as the screen suggests
 * @property {boolean} [strip]  whether the small pictures of pages are shown
 * @property {string} [last]  document
 * @property {Record<string, string>} [places]  the fragment of each document
 * @property {Record<string, number>} [tours]  the step of each tour, by document, slash and tour
 * @property {Visit[]} [history]  clauses that were read, the last one first
 * @property {string} [citation]  the form of citations
 * @property {string} [captureKind]  what was photographed last
 * @property {boolean} [captureByHand]  whether pictures are only taken by the shutter
 * @property {boolean} [captureHelped]  has seen how a good picture is taken
 * @property {boolean} [isAcquainted]  has seen the marks of a first visit
 */

const KEY = "explore";
/** Apart, since notes outlive what is forgotten here. */
const NOTES_KEY = "explore-notes";
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

/** @param {string} tour  behind its document and a slash @param {number} step  from 1 */
export function rememberTour(tour, step) {
    const { [tour]: _, ...others } = recall().tours ?? {};
    remember({ tours: Object.fromEntries(Object.entries({ ...others, [tour]: step }).slice(-KEPT_PLACES)) });
}

/** Forgets what was read, which reveals what documents there are. */
export function forgetReading() {
    remember({ places: {}, tours: undefined, last: undefined, history: undefined });
}

/** Forgets what was chosen and read; what was kept for reading without a network stays. */
export function forgetChoices() {
    try {
        localStorage.removeItem(KEY);
    } catch {
        // Where nothing can be kept, nothing was.
    }
}

/** Forgets everything, what was kept for reading without a network too. */
export async function forget() {
    forgetChoices();
    try {
        // Other pages of the same host may keep things too.
        for (const name of await caches.keys()) if (name.startsWith("explore-")) await caches.delete(name);
    } catch {
        // Where nothing can be kept, nothing was.
    }
    showAppearance();
}

/** Light or dark, the size of the text and its typeface as chosen, else as the device, the page or a kiosk has it. */
export function showAppearance() {
    const { appearance, textSize, typeface } = recall();
    const root = document.documentElement.dataset;
    const size = textSize ?? ("kiosk" in root ? "large" : undefined);
    for (const [name, value] of Object.entries({ appearance, textSize: size, typeface })) {
        if (value) root[name] = value;
        else delete root[name];
    }
}

/** Whether the device has bookmarks or notes, which are elsewhere (notes/store.js): marks for them are wanted then. */
export function hasNotes() {
    try {
        return NOTES_KEY in localStorage;
    } catch {
        return false;
    }
}

/** @param {boolean} isAny */
export function noteNotes(isAny) {
    try {
        if (isAny) localStorage.setItem(NOTES_KEY, "1");
        else localStorage.removeItem(NOTES_KEY);
    } catch {
        // Then they are marked once their list was opened.
    }
}
