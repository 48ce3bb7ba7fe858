// @ts-check
/**
 * Tours: ordered walks through a document, step by step. A separate bundle, loaded on demand. State shared with the page is
 * accessed through the viewer.
 */
import { updateTexts } from "../strings/phrase-table.js";
import { TOURS } from "../strings/tours.js";
import { TourMode } from "./tour-mode.js";

/** @typedef {import("./tour-mode.js").Viewer} Viewer */

/**
 * @param {Viewer} viewer
 * @returns {Promise<TourMode>}
 */
export async function showTours(viewer) {
    await updateTexts(TOURS);
    const mode = new TourMode(viewer);
    await mode.follow();
    return mode;
}
