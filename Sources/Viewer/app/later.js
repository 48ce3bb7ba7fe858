// @ts-check
/** Scripts that few pages need, and none at first: bundles of their own (Tools/bundle.sh), with modules of their own. */
import { viewerURL } from "../base/addresses.js";
import { showRemark } from "../base/notice.js";
import { say } from "../strings/strings.js";

/**
 * @param {"books/books" | "captures/captures" | "compare/comparing" | "download/download" | "glossary/glossary" | "linked/linked" | "listening/listening" | "notes/notes" | "tours/tours" | "worksheet/worksheet"} path  of the module
 * @returns {Promise<any>} what it exports
 */
export function later(path) {
    const name = path.slice(path.indexOf("/") + 1);
    return import(viewerURL(import.meta.url.includes("/bundles/") ? `bundles/${name}.js` : `${path}.js`));
}

/** Says that a part could not be loaded. The page works without it, and comes back where it is when it is loaded anew. */
export function remarkMissing() {
    showRemark(say("failedMore"), { label: say("retry"), run: () => location.reload() });
}
