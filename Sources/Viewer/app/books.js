// @ts-check
/** Loads what is only needed for documents of several pages (books/). */
import * as api from "../base/api.js";
import { PhraseTable } from "../strings/phrase-table.js";
import { localized, say, spokenLanguage } from "../strings/strings.js";
import { isPaired } from "./embed.js";
import { later, remarkMissing } from "./later.js";

/**
 * Has the pages arranged.
 * @param {import("./explorer.js").Explorer} explorer
 * @param {import("../base/viewer.js").Viewer} viewer  of it
 * @returns {Promise<import("../books/books.js").Books | null>} null for a single page
 */
export async function loadBooks(explorer, viewer) {
    if (viewer.document.pages.length < 2) return null;
    try {
        /** @type {typeof import("../books/books.js")} */
        const { Books } = await later("books/books");
        const books = new Books({
            viewer,
            arrange: (arrangement) => explorer.arrange(arrangement),
            prepare: (pages) => explorer.stage.prepare(pages),
            tiles: api.tiles,
            PhraseTable,
            strings: { localized, say, spokenLanguage },
            isSingle: isPaired(),
        });
        await books.arrange();
        return books;
    } catch {
        // Each page is there without it.
        remarkMissing();
        return null;
    }
}
