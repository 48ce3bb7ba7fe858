// @ts-check
/** Outlines clauses on the sheet: those of the filter, or those that a tour highlights instead. */
import { boxOf } from "../base/leaves.js";
import { nameOf } from "../reading/naming.js";
import { direction } from "../strings/direction.js";
import { clausesOn, isAmong, isTheme } from "./listing.js";

/** @typedef {import("../base/types.js").Clause} Clause */

export class Showing {
    #parts;
    /** @type {Clause[] | null} the clauses highlighted instead of those of the filter */
    #lit = null;
    #round = 0;

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

    /**
     * Of several calls, the last one counts, whichever clauses arrive last.
     * @param {string[] | null} ids  the clauses to highlight; null for those of the filter
     * @param {string} language
     */
    async spotlight(ids, language) {
        const round = (this.#round += 1);
        const found = await Promise.all((ids ?? []).map((id) => this.#parts.clauses.byID(id, language).catch(() => [])));
        if (round === this.#round) this.#lit = ids && found.flat();
    }

    /** @param {Clause | null} clause  whether it is outlined even if it is not open; null counts as outlined */
    has(clause) {
        return isAmong(clause, this.#clauses);
    }

    get #clauses() {
        return this.#lit ?? this.#parts.listing.clauses;
    }

    /** @param {Clause | null} selected @param {import("../base/fragment.js").Place} place @param {boolean} fade */
    draw(selected, place, fade) {
        const { overlays, colours, ownLanguage, pages } = this.#parts;
        const { leaves, page } = pages;
        const shown = clausesOn(this.#clauses, leaves, selected);
        overlays.show(shown, {
            colours,
            page,
            boxes: leaves.map(boxOf),
            way: direction(ownLanguage) === "rtl" ? "rtl" : "ltr",
            isSpotlight: this.#lit ? shown.length > 0 : isTheme(place),
            label: nameOf,
            fade,
        });
        overlays.select(selected?.id ?? null);
    }
}
