// @ts-check
/** Loads the module for documents with several pages (books/). */
import * as api from "../base/api.js";
import { loadModule, showLoadFailure } from "../base/load-module.js";
import { PhraseTable } from "../strings/phrase-table.js";
import { localized, say, uiLanguage } from "../strings/strings.js";
import { isPaired } from "./embed.js";

/**
 * Lays out the pages.
 * @param {import("./explorer.js").Explorer} explorer
 * @param {import("../base/viewer.js").Viewer} viewer  the explorer's interface
 * @returns {Promise<import("../books/books.js").Books | null>} null for a document with a single page
 */
export async function loadBooks(explorer, viewer) {
    if (viewer.document.pages.length < 2) return null;
    try {
        /** @type {typeof import("../books/books.js")} */
        const { Books } = await loadModule("books/books");
        const books = new Books({
            viewer,
            arrange: (arrangement) => explorer.arrange(arrangement),
            prepare: (pages) => explorer.stage.prepare(pages),
            tiles: api.tiles,
            PhraseTable,
            strings: { localized, say, uiLanguage },
            isSingle: isPaired(),
        });
        await books.arrange();
        return books;
    } catch {
        // Each page can be read without the module.
        showLoadFailure();
        return null;
    }
}
