// @ts-check
/**
 * Personal bookmarks and notes. A separate bundle, loaded when a reader requests it or has notes on this device. The page passes
 * its own functions in as a kit.
 */
import { ROOT, viewerURL } from "../base/addresses.js";
import { make } from "../base/dom.js";
import { nameOf } from "../reading/naming.js";
import { NOTES } from "../strings/notes.js";
import { setLanguage, uiLanguage } from "../strings/strings.js";
import { ClausePart } from "./clause-part.js";
import { Desk } from "./desk.js";
import { NoteList } from "./note-list.js";
import { NoteStore } from "./store.js";

/**
 * The page's functions of base/api.js, which read from a server or from a static site.
 * @typedef {Pick<typeof import("../base/api.js"), "document" | "categories" | "clauses">} Kit
 */
/** @typedef {import("./clause-part.js").Viewer} Viewer */
/**
 * @typedef {{ open: () => Promise<void>, begin: () => void }} Notes  `open` opens the list, `begin` the field for the open clause
 */

/** The number of clauses up to which a document's clauses are fetched together. */
const MOST_CLAUSES = 1000;

let areStringsLoaded = false;

/** Loads the texts of the page's language, which may have changed meanwhile. */
async function updateStrings() {
    const { lang } = document.documentElement;
    if (lang === uiLanguage() && areStringsLoaded) return;
    if (lang !== uiLanguage()) await setLanguage(lang);
    await NOTES.load();
    areStringsLoaded = true;
}

/** @param {string[]} names  names of the viewer's style sheets */
async function addStyles(names) {
    const links = names.map((name) => make("link", { rel: "stylesheet", href: viewerURL(`styles/${name}.css`) }));
    const loads = links.map((link) => new Promise((resolve) => {
        link.addEventListener("load", resolve);
        link.addEventListener("error", resolve);
    }));
    document.head.append(...links);
    await Promise.all(loads);
}

/** @param {import("../base/types.js").Document | undefined} about @returns {string} the address of its manifest */
function manifestOf(about) {
    return about?.manifest ?? `${location.origin}${ROOT}iiif/presentation/3/${encodeURIComponent(about?.id ?? "")}/manifest.json`;
}

/** @param {string} manifest @returns {string} the common prefix of all manifests of its library */
function libraryOf(manifest) {
    return manifest.replace(/[^/]*\/manifest\.json$/, "");
}

/** @param {Viewer} viewer @param {Kit} kit @returns {Promise<Notes>} */
export async function showNotes(viewer, kit) {
    const [store] = await Promise.all([NoteStore.open(), updateStrings(), addStyles(["notes"])]);
    const manifest = manifestOf(viewer.document);
    const desk = new Desk(store, libraryOf(manifest));
    const part = new ClausePart(viewer, desk, manifest);
    /** @type {NoteList | null} */
    let list = null;
    store.addEventListener("change", () => {
        part.show();
        list?.show();
    });
    viewer.addEventListener("change", async () => {
        const before = uiLanguage();
        await updateStrings();
        if (before !== uiLanguage()) part.show();
    });
    part.show();
    return {
        open: async () => {
            await updateStrings();
            const clauses = await clausesOf(viewer, kit).catch(() => null);
            list = new NoteList(desk, { viewer, clauses, view: () => part.spot(true) }, kit);
            list.open();
        },
        begin: () => part.begin(),
    };
}

/**
 * Opens the list on the library's page.
 * @param {import("../base/types.js").Document | undefined} first  any of its documents
 * @param {Kit} kit
 */
export async function openLibraryNotes(first, kit) {
    const [store] = await Promise.all([NoteStore.open(), updateStrings(), addStyles(["dialogs", "notes"])]);
    const list = new NoteList(new Desk(store, libraryOf(manifestOf(first))), null, kit);
    store.addEventListener("change", () => list.show());
    list.open();
}

/**
 * Returns all clauses of a document, in its order, with their names in the reader's language.
 * @param {Viewer} viewer
 * @param {Kit} kit
 */
async function clausesOf(viewer, kit) {
    const { id, counts } = viewer.document;
    if (counts.clauses > MOST_CLAUSES) return null;
    const { categories } = await kit.categories(id);
    const wanted = ["all", ...categories.filter(({ includedInAll }) => !includedInAll).map((category) => category.id)].join(",");
    const { clauses } = await kit.clauses(id, wanted, viewer.language, "");
    return new Map(clauses.map((clause, order) => [clause.id, { name: nameOf(clause), order }]));
}
