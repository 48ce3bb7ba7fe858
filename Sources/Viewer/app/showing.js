// @ts-check
/** Outlines clauses on the sheet: those of the filter, or those that a tour highlights instead. */
import { boxOf } from "../base/leaves.js";
import { nameOf } from "../reading/naming.js";
import { direction } from "../strings/direction.js";
import { isTheme } from "./listing.js";

/** @typedef {import("../base/types.js").Clause} Clause */

export class Showing {
    #parts;
    /** @type {Clause[] | null} the clauses highlighted instead of those of the filter */
    #lit = null;

    /**
     * @param {object} parts
     * @param {import("../sheet/overlays.js").Overlays} parts.overlays
     * @param {import("./listing.js").Listing} parts.listing
     * @param {import("./clauses.js").Clauses} parts.clauses
     * @param {import("./pages.js").Pages} parts.pages
     * @param {string[]} parts.colours
     * @param {string} parts.ownLanguage  the document's own language
     */
    constructor(parts) {
        this.#parts = parts;
    }

    /** @param {string[] | null} ids  the clauses to highlight; null for those of the filter @param {string} language */
    async spotlight(ids, language) {
        const found = await Promise.all((ids ?? []).map((id) => this.#parts.clauses.byID(id, language).catch(() => [])));
        this.#lit = ids && found.flat();
    }

    /** @param {Clause | null} selected @param {import("../base/fragment.js").Place} place @param {boolean} fade */
    draw(selected, place, fade) {
        const { overlays, listing, colours, ownLanguage, pages } = this.#parts;
        const { leaves, page } = pages;
        const numbers = leaves.map((leaf) => leaf.page.number);
        const lit = this.#lit?.filter(({ regions }) => regions.some((region) => numbers.includes(region.page)));
        overlays.show(lit ?? listing.on(leaves, selected), {
            colours,
            page,
            boxes: leaves.map(boxOf),
            way: direction(ownLanguage) === "rtl" ? "rtl" : "ltr",
            isSpotlight: lit ? lit.length > 0 : isTheme(place),
            label: nameOf,
            fade,
        });
    }
}
