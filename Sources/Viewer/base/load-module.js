// @ts-check
/** Loads modules that few pages need and none needs at first, each a bundle of its own (Tools/bundle.sh), and OpenSeadragon. */
import { say } from "../strings/strings.js";
import { viewerURL } from "./addresses.js";
import { showNotice } from "./notice.js";

/**
 * @param {"books/books" | "captures/captures" | "compare/comparing" | "download/download" | "glossary/glossary"
 *   | "iiif/content-target" | "linked/linked" | "listening/listening" | "notes/notes" | "tours/tours"
 *   | "worksheet/worksheet"} path  the path of the module
 * @returns {Promise<any>} the module's exports
 */
export function loadModule(path) {
    const name = path.slice(path.indexOf("/") + 1);
    return import(viewerURL(import.meta.url.includes("/bundles/") ? `bundles/${name}.js` : `${path}.js`));
}

/** Waits for OpenSeadragon, a script of the page that runs after the page's own, which fetches data meanwhile. */
export async function openSeadragon() {
    if ("OpenSeadragon" in window) return;
    await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve, { once: true }));
}

/** Reports that a module could not be loaded. The page works without it; reloading keeps the reader's place. */
export function showLoadFailure() {
    showNotice(say("failedMore"), { label: say("retry"), run: () => location.reload() });
}
