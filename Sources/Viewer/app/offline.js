// @ts-check
/** Starts the service worker, and has on the device what is needed to read on without a connection. */

import { IS_SITE, ROOT, viewerURL } from "../base/addresses.js";
import { OWN_ICONS, ownIconURL } from "../base/dom.js";
import { institutionTexts } from "../strings/institution.js";
import { LANGUAGES, load } from "../strings/languages.js";

/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "keep">} Viewer */

/** Not while the first view still comes. */
const PATIENCE_MILLISECONDS = 2500;

/** What shows bookmarks and notes. */
const NOTES = ["bundles/notes.js", "styles/notes.css"];

/** @param {Viewer} viewer */
export async function offerOffline(viewer) {
    const worker = await startWorker();
    await new Promise((resolve) => setTimeout(resolve, PATIENCE_MILLISECONDS));
    const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
    if (connection?.saveData) return;
    await viewer.keep();
    if (!worker) return;
    const { languages } = viewer.document;
    // English is part of the scripts.
    const spoken = LANGUAGES.filter((page) => page !== "en" && languages.some((one) => one.split("-")[0] === page));
    const parts = partsOf(viewer.document);
    const linked = viewer.document.linkedWords ? ["linked"] : [];
    const texts = /** @type {import("../strings/languages.js").Part[]} */ (["phrases", "notes", ...linked, ...parts]);
    await Promise.allSettled(spoken.flatMap((language) => [...texts.map((part) => load(language, part)), institutionTexts(language)]));
    const further = parts.flatMap((part) => [viewerURL(`bundles/${part}.js`), viewerURL(`styles/${part}.css`), answer(viewer.document.id, part)]);
    const always = [...NOTES, ...linked.flatMap((part) => [`bundles/${part}.js`, `styles/${part}.css`])].map(viewerURL);
    worker.postMessage({ keep: [...loaded(), ...further, ...always, ...fonts(), ...OWN_ICONS.map(ownIconURL), ...documentIcons()] });
}

/** It keeps what came before it did. */
async function startWorker() {
    if (!navigator.serviceWorker) return null;
    try {
        await navigator.serviceWorker.register(`${ROOT}service-worker.js`);
        const { active } = await navigator.serviceWorker.ready;
        active?.postMessage({ keep: loaded() });
        return active;
    } catch {
        // Without it the page works all the same, as long as there is a network.
        return null;
    }
}

/** What this page consists of, and what it has fetched. */
function loaded() {
    const names = performance.getEntriesByType("resource").map(({ name }) => name);
    const own = [location.href.split("#")[0], ...names].filter((url) => new URL(url).origin === location.origin);
    return [...new Set(own)];
}

/** @param {Viewer["document"]} document @returns {string[]} what is loaded when a reader wants it, and shows what of the document */
function partsOf({ tours = [], glossary }) {
    return [...(tours.length > 0 ? ["tours"] : []), ...(glossary ? ["glossary"] : [])];
}

/** @param {string} id @param {string} part */
function answer(id, part) {
    return `${ROOT}api/documents/${encodeURIComponent(id)}/${part}${IS_SITE ? ".json" : ""}`;
}

/** The icons of the menu's categories and of the document's mark, be they in sight or not. */
function documentIcons() {
    return [...document.querySelectorAll("#menu .icon, #mark")].flatMap((element) => {
        const picture = element instanceof HTMLElement ? element.style.getPropertyValue("--icon") : "";
        const [, url] = /^url\("([^"]+)"\)$/.exec(picture) ?? [];
        return url && new URL(url).origin === location.origin ? [url] : [];
    });
}

/** Every face of the page's own letters: which are needed depends on what is read. */
function fonts() {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => ({ rule, base: sheet.href })));
    return rules.flatMap(({ rule, base }) => {
        if (!(rule instanceof CSSFontFaceRule)) return [];
        const [, path] = /url\("([^"]+)"\)/.exec(rule.style.getPropertyValue("src")) ?? [];
        return path ? [new URL(path, base ?? location.href).href] : [];
    });
}
