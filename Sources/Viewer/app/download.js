// @ts-check
/** Loads what downloads clauses, pages and documents, when it is first wanted. */
import { later, remarkMissing } from "./later.js";

/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "language" | "page" | "selected">} Viewer */

/**
 * @param {Viewer} viewer
 * @param {import("../base/types.js").Clause | null} [clause]  what is wanted, if not all
 */
export function openDownload(viewer, clause = viewer.selected) {
    later("download/download").then((part) => part.openDownload(viewer, clause)).catch(remarkMissing);
}

/**
 * Opens for the buttons of clauses, wherever these are (reading/share.js).
 * @param {Viewer} viewer
 */
export function offerDownloads(viewer) {
    addEventListener("explore-download", (event) => openDownload(viewer, /** @type {CustomEvent} */ (event).detail));
}
