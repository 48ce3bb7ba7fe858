// @ts-check
/**
 * Personal bookmarks and notes. A separate bundle, loaded when a reader requests it or has notes on this device. The page passes
 * its own functions in as a kit.
 */
import { manifestURL } from "../base/addresses.js";
import { addStyle } from "../base/dom.js";
import { everyCategory } from "../base/filter.js";
import { nameOf } from "../reading/naming.js";
import { NOTES } from "../strings/notes.js";
import { updateTexts } from "../strings/phrase-table.js";
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

/** @param {string} manifest @returns {string} the common prefix of all manifests of its library */
function libraryOf(manifest) {
    return manifest.replace(/[^/]*\/manifest\.json$/, "");
}

/** @param {Viewer} viewer @param {Kit} kit @returns {Promise<Notes>} */
export async function showNotes(viewer, kit) {
    const [store] = await Promise.all([NoteStore.open(), updateTexts(NOTES), addStyle("notes")]);
    const manifest = manifestURL(viewer.document);
    const desk = new Desk(store, libraryOf(manifest));
    const part = new ClausePart(viewer, desk, manifest);
    /** @type {NoteList | null} */
    let list = null;
    store.addEventListener("change", () => {
        part.show();
        list?.show();
    });
    viewer.addEventListener("change", async () => {
        if (await updateTexts(NOTES)) part.show();
    });
    part.show();
    return {
        open: async () => {
            await updateTexts(NOTES);
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
    const [store] = await Promise.all([NoteStore.open(), updateTexts(NOTES), addStyle("dialogs"), addStyle("notes")]);
    const list = new NoteList(new Desk(store, libraryOf(manifestURL(first ?? { id: "" }))), null, kit);
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
    const { clauses } = await kit.clauses(id, everyCategory(categories), viewer.language, "");
    return new Map(clauses.map((clause, order) => [clause.id, { name: nameOf(clause), order }]));
}
