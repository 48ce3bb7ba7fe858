// @ts-check
/** Handles links with a IIIF content state: `?iiif-content=…`. */
import { documentURL, libraryURL } from "../base/addresses.js";
import * as api from "../base/api.js";
import { format, parse } from "../base/fragment.js";
import { loadModule } from "../base/load-module.js";
import { say } from "../strings/strings.js";

/**
 * Replaces the address with the state's place, or navigates to the document it belongs to.
 * @param {string} content
 * @param {import("../base/types.js").Document[]} known
 * @param {string | null} here  the document of this page; null for the library
 * @returns {Promise<string>} a message for the reader, usually empty
 */
export async function followState(content, known, here) {
    const { pathname, search, hash } = location;
    const others = search.slice(1).split("&").filter((part) => part !== "" && !part.startsWith("iiif-content="));
    const query = others.length === 0 ? "" : `?${others.join("&")}`;
    try {
        const { document, place, isOneOfMany } = await resolve(content, known);
        // A box or language already in the link's fragment takes precedence.
        const stated = parse(hash);
        const exact = { ...place, box: stated.box ?? place.box, lang: stated.lang ?? place.lang };
        const address = addressOf(document, exact, query);
        if (document !== here) {
            location.replace(address);
            // Never resolves, so that nothing is shown on a page that is being left.
            return new Promise(() => undefined);
        }
        history.replaceState(null, "", document === null ? pathname + query : address);
        return isOneOfMany ? say("stateFirst") : "";
    } catch (error) {
        // Remove the parameter, so that a reload does not repeat the message.
        history.replaceState(null, "", pathname + query + hash);
        return faultText(error);
    }
}

/**
 * Returns the place that a state refers to; see `locate`.
 * @param {string} text
 * @param {import("../base/types.js").Document[]} known
 */
export async function resolve(text, known) {
    /** @type {typeof import("./content-target.js")} */
    const { locate } = await loadModule("iiif/content-target").catch(() => {
        throw Object.assign(new Error(), { fault: "unreachable" });
    });
    return locate(text, known, { document: api.document, clause: api.clause });
}

/**
 * Returns the address of a place in a document.
 * @param {string | null} document  null for the library
 * @param {import("../base/fragment.js").Place} place
 * @param {string} [query]  with its question mark
 */
export function addressOf(document, place, query = "") {
    return document === null ? libraryURL() : `${documentURL(document)}${query}${format(place)}`;
}

/**
 * Returns the message that explains why a state is not shown.
 * @param {unknown} error
 */
export function faultText(error) {
    const { fault = "malformed", about = "" } = /** @type {import("./content-state.js").StateError} */ (error);
    switch (fault) {
        case "large":
            return say("stateLarge");
        case "foreign":
            return say("stateForeign", { host: about });
        case "missing":
            return say("stateMissing");
        case "unreachable":
            return say("serverGone");
    }
    return say("stateMalformed");
}
