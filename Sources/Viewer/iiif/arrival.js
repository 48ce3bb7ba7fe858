// @ts-check
/** A link with a IIIF content state: `?iiif-content=…`. */
import { parse } from "../base/fragment.js";
import { say } from "../strings/strings.js";
import { addressOf, locate } from "./content-target.js";

/**
 * Makes the state the page's own address, or goes to the page that it is of.
 * @param {string} content
 * @param {import("../base/types.js").Document[]} known
 * @param {string | null} here  the document of this page; null: the library
 * @returns {Promise<string>} what there is to say about it; mostly nothing
 */
export async function followState(content, known, here) {
    const { pathname, search, hash } = location;
    const others = search.slice(1).split("&").filter((part) => part !== "" && !part.startsWith("iiif-content="));
    const query = others.length === 0 ? "" : `?${others.join("&")}`;
    try {
        const { document, place, isOneOfMany } = await locate(content, known);
        // The fragment of a canvas that stands in the link as it is becomes the page's.
        const stated = parse(hash);
        const exact = { ...place, box: stated.box ?? place.box, lang: stated.lang ?? place.lang };
        const address = addressOf(document, exact, query);
        if (document !== here) {
            location.replace(address);
            // Nothing is shown of a page that is left.
            return new Promise(() => undefined);
        }
        history.replaceState(null, "", document === null ? pathname + query : address);
        return isOneOfMany ? say("stateFirst") : "";
    } catch (error) {
        // So that nothing is remarked again when the page is loaded again.
        history.replaceState(null, "", pathname + query + hash);
        return faultText(error);
    }
}

/**
 * Why a state is not shown, in words.
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
