// @ts-check
/** The script of a document's page: fetches the document and starts the explorer. */
import "../base/trusted.js";
import { documentHere } from "../base/addresses.js";
import * as api from "../base/api.js";
import { addStyle } from "../base/dom.js";
import { parse } from "../base/fragment.js";
import { interfaceLanguage } from "../base/interface-language.js";
import { loadModule, openSeadragon } from "../base/load-module.js";
import { recall, showAppearance } from "../base/memory.js";
import { showFailure, showNotice } from "../base/notice.js";
import { followState } from "../iiif/arrival.js";
import { setLanguage, translatePage, uiLanguage } from "../strings/strings.js";
import { loadBooks } from "./books.js";
import { prepareEmbedding } from "./embed.js";
import { Explorer } from "./explorer.js";
import { addFeatures, viewerOf } from "./features.js";
import { watchKiosk } from "./kiosk.js";

async function start() {
    showAppearance();
    prepareEmbedding();
    moveToFragment();
    const wanted = parse(location.hash).lang ?? recall().texts ?? null;
    // The page's own strings load while the document does.
    const translating = setLanguage(interfaceLanguage(wanted)).then(translatePage);
    if (new URLSearchParams(location.search).has("compare")) return translating.then(compare);
    const id = documentHere();
    try {
        const [document, menu] = await Promise.all([api.document(id), api.categories(id), openSeadragon(), translating]);
        const message = await followContentState(document);
        const explorer = new Explorer(document, menu);
        if (message !== null) explorer.arrival ||= "#";
        const viewer = viewerOf(explorer);
        // In a book, every page but the cover may have another beside it.
        const books = location.hash === "" ? null : await loadBooks(explorer, viewer);
        await explorer.start();
        // Not before the first view is shown.
        await addFeatures(explorer, viewer, books);
        if (message) showNotice(message);
    } catch (error) {
        await translating;
        showFailure(error);
        watchKiosk(null);
    }
    document.body.classList.add("ready");
}

/** Starts a different page at the same address: two documents, pages or captures side by side. */
async function compare() {
    addStyle("compare");
    // The frames read the mode from the tab's storage, so it starts before they are loaded.
    watchKiosk(null);
    try {
        /** @type {typeof import("../compare/comparing.js")} */
        const { startComparing } = await loadModule("compare/comparing");
        await startComparing(api.documents, uiLanguage());
    } catch (error) {
        showFailure(error);
    }
    document.body.classList.add("ready");
}

/** Moves a place in the query, where servers can see and preview it, to the fragment, which takes precedence. */
function moveToFragment() {
    const parts = location.search.slice(1).split("&").filter(Boolean);
    const isPlace = (/** @type {string} */ part) => /^(clause|category|q|lang|page|xywh|view|tour|step|term)=/.test(part);
    const stated = new URLSearchParams(location.hash.slice(1));
    const moved = parts.filter((part) => isPlace(part) && !stated.has(part.split("=")[0]));
    if (!parts.some(isPlace)) return;
    const rest = parts.filter((part) => !isPlace(part)).join("&");
    const hash = [...moved, location.hash.slice(1)].filter(Boolean).join("&");
    history.replaceState(null, "", `${location.pathname}${rest && `?${rest}`}#${hash}`);
}

/**
 * @param {api.Document} about
 * @returns {Promise<string | null>} the message about a IIIF content state in the address; null if there is none
 */
async function followContentState(about) {
    const content = new URLSearchParams(location.search).get("iiif-content");
    if (content === null) return null;
    return followState(content, [about], about.id);
}

start();
