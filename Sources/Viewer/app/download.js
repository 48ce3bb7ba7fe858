// @ts-check
/** Loads the module that downloads clauses, pages and documents when it is first needed. */
import { loadModule, showLoadFailure } from "../base/load-module.js";

/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "language" | "page" | "selected">} Viewer */

/**
 * @param {Viewer} viewer
 * @param {import("../base/types.js").Clause | null} [clause]  the clause to download, or null for everything
 */
export function openDownload(viewer, clause = viewer.selected) {
    loadModule("download/download").then((part) => part.openDownload(viewer, clause)).catch(showLoadFailure);
}

/**
 * Handles the download buttons of clauses, wherever they are (reading/share.js).
 * @param {Viewer} viewer
 */
export function offerDownloads(viewer) {
    addEventListener("explore-download", (event) => openDownload(viewer, /** @type {CustomEvent} */ (event).detail));
}
