// @ts-check
/** Loads the worksheet module and passes it the functions only this page has. */
import * as api from "../base/api.js";
import { loadModule, showLoadFailure } from "../base/load-module.js";
import { citation } from "../reading/cite.js";
import { printPage } from "../reading/print.js";

/** @param {Pick<import("../base/viewer.js").Viewer, "document" | "language" | "list" | "selected" | "place" | "page">} viewer */
export function openWorksheet(viewer) {
    const kit = { clause: api.clause, tiles: api.tiles, print: printPage, citation: citation(viewer, null) };
    loadModule("worksheet/worksheet")
        .then((part) => part.openWorksheet(viewer, kit))
        .catch(showLoadFailure);
}
