// @ts-check
/**
 * Tours: ordered walks through a document, step by step. A separate bundle, loaded on demand. State shared with the page is
 * accessed through the viewer.
 */
import { IS_SITE, json } from "../base/addresses.js";
import { TOURS } from "../strings/tours.js";
import { speak, spokenLanguage } from "../strings/strings.js";
import { TourMode } from "./tour-mode.js";

/** @typedef {import("./pace.js").Tour} Tour */
/** @typedef {import("./tour-mode.js").Viewer} Viewer */

/**
 * @param {Viewer} viewer
 * @returns {Promise<TourMode>}
 */
export async function showTours(viewer) {
    await speakAsThePage();
    const mode = new TourMode(viewer, { fetch: toursOf, speak: speakAsThePage });
    await mode.follow();
    return mode;
}

/** Loads the texts of the page's language, which may have changed meanwhile. @returns {Promise<boolean>} whether it changed */
async function speakAsThePage() {
    const { lang } = document.documentElement;
    if (lang === spokenLanguage() && isSpoken) return false;
    if (lang !== spokenLanguage()) await speak(lang);
    await TOURS.speak();
    isSpoken = true;
    return true;
}

let isSpoken = false;

/** @type {Map<string, Promise<Tour[]>>} */
const fetched = new Map();

/**
 * Fetches the tours of a document, from the server or from the files of a static site.
 * @param {string} id
 * @returns {Promise<Tour[]>}
 */
function toursOf(id) {
    const known = fetched.get(id);
    if (known) return known;
    const path = `api/documents/${encodeURIComponent(id)}/tours${IS_SITE ? ".json" : ""}`;
    const tours = json(path).then(({ tours }) => tours);
    fetched.set(id, tours);
    tours.catch(() => fetched.delete(id));
    return tours;
}
