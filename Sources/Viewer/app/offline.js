// @ts-check
/** Starts the service worker and caches what is needed to read on without a connection. */

import { partPath, ROOT, viewerURL } from "../base/addresses.js";
import { OWN_ICONS, ownIconURL } from "../base/dom.js";
import { institutionTexts } from "../strings/institution.js";
import { LANGUAGES, load } from "../strings/languages.js";

/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "cacheForOffline">} Viewer */

/** The delay before caching, so that it does not compete with the first view. */
const PATIENCE_MILLISECONDS = 2500;

/** @param {Viewer} viewer */
export async function offerOffline(viewer) {
    const worker = await startWorker();
    await new Promise((resolve) => setTimeout(resolve, PATIENCE_MILLISECONDS));
    const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
    if (connection?.saveData) return;
    await viewer.cacheForOffline();
    if (!worker) return;
    const { languages } = viewer.document;
    // English is bundled with the scripts.
    const spoken = LANGUAGES.filter((page) => page !== "en" && languages.some((one) => one.split("-")[0] === page));
    const parts = partsOf(viewer.document);
    const modules = ["notes", ...(viewer.document.linkedWords ? ["linked"] : []), ...parts];
    const texts = /** @type {import("../strings/languages.js").Part[]} */ (["phrases", ...modules]);
    await Promise.allSettled(spoken.flatMap((language) => [...texts.map((part) => load(language, part)), institutionTexts(language)]));
    const files = modules.flatMap((name) => [viewerURL(`bundles/${name}.js`), viewerURL(`styles/${name}.css`)]);
    const data = parts.map((part) => ROOT + partPath(viewer.document.id, part));
    worker.postMessage({ keep: [...loaded(), ...data, ...files, ...fonts(), ...OWN_ICONS.map(ownIconURL), ...documentIcons()] });
}

/** Starts the service worker and has it cache what was loaded before. */
async function startWorker() {
    if (!navigator.serviceWorker) return null;
    try {
        await navigator.serviceWorker.register(`${ROOT}service-worker.js`);
        const { active } = await navigator.serviceWorker.ready;
        active?.postMessage({ keep: loaded() });
        return active;
    } catch {
        // The page works without it as long as there is a network.
        return null;
    }
}

/** Returns the addresses of this page and of everything it has fetched from its own origin. */
function loaded() {
    const names = performance.getEntriesByType("resource").map(({ name }) => name);
    const own = [location.href.split("#")[0], ...names].filter((url) => new URL(url).origin === location.origin);
    return [...new Set(own)];
}

/**
 * @param {Viewer["document"]} document
 * @returns {string[]} the names of the features of this document that are loaded on demand
 */
function partsOf({ tours = [], glossary }) {
    return [...(tours.length > 0 ? ["tours"] : []), ...(glossary ? ["glossary"] : [])];
}

/** Returns the icons of the menu's categories and the document's mark, whether visible or not. */
function documentIcons() {
    return [...document.querySelectorAll("#menu .icon, #mark")].flatMap((element) => {
        const picture = element instanceof HTMLElement ? element.style.getPropertyValue("--icon") : "";
        const [, url] = /^url\("([^"]+)"\)$/.exec(picture) ?? [];
        return url && new URL(url).origin === location.origin ? [url] : [];
    });
}

/** Returns every font file of the page: which ones are needed depends on the text. */
function fonts() {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => ({ rule, base: sheet.href })));
    return rules.flatMap(({ rule, base }) => {
        if (!(rule instanceof CSSFontFaceRule)) return [];
        const [, path] = /url\("([^"]+)"\)/.exec(rule.style.getPropertyValue("src")) ?? [];
        return path ? [new URL(path, base ?? location.href).href] : [];
    });
}
