// @ts-check
/**
 * Tours: ordered walks through a document, step by step. A separate bundle, loaded on demand. State shared with the page is
 * accessed through the viewer.
 */
import { IS_SITE, json } from "../base/addresses.js";
import { TOURS } from "../strings/tours.js";
import { setLanguage, uiLanguage } from "../strings/strings.js";
import { TourMode } from "./tour-mode.js";

/** @typedef {import("./pace.js").Tour} Tour */
/** @typedef {import("./tour-mode.js").Viewer} Viewer */

/**
 * @param {Viewer} viewer
 * @returns {Promise<TourMode>}
 */
export async function showTours(viewer) {
    await updateStrings();
    const mode = new TourMode(viewer, { fetch: toursOf, updateStrings });
    await mode.follow();
    return mode;
}

/**
 * Loads the texts of the page's language, which may have changed meanwhile.
 * @returns {Promise<boolean>} whether it changed
 */
async function updateStrings() {
    const { lang } = document.documentElement;
    if (lang === uiLanguage() && areStringsLoaded) return false;
    if (lang !== uiLanguage()) await setLanguage(lang);
    await TOURS.load();
    areStringsLoaded = true;
    return true;
}

let areStringsLoaded = false;

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
