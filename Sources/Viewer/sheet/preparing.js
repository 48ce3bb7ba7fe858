// @ts-check
/** Fetches what is needed to show a page: its tiling and a small picture. For pages that may be opened next, both are kept. */
import * as api from "../base/api.js";
import { tilePicture, wholeLevel } from "../base/tile-picture.js";

/** @typedef {import("../base/types.js").Page} Page */
/** @typedef {import("../base/types.js").Tiles} Tiles */
/** @typedef {{ tiles: Promise<Tiles>, picture: Promise<HTMLImageElement | null> }} Needs */

/** Enough for the pages before and after an opening, twice. */
const MOST_KEPT = 8;
/** The time to wait for a picture before plain paper is shown. */
const PATIENCE_MILLISECONDS = 4000;

export class Preparing {
    /** @type {Map<string, Needs>} by image id */
    #kept = new Map();

    /** @param {readonly Page[]} pages */
    begin(pages) {
        for (const page of pages) {
            if (page.image === null || page.cut || this.#kept.has(page.image)) continue;
            this.#kept.set(page.image, this.#needs(page));
        }
        for (const image of this.#kept.keys()) {
            if (this.#kept.size <= MOST_KEPT) break;
            this.#kept.delete(image);
        }
    }

    /** @param {Page} page  a page with an image @returns {Promise<Tiles>} */
    tiles(page) {
        const kept = this.#take(page);
        // A request that has failed is retried.
        return kept ? kept.tiles.catch(() => api.tiles(String(page.image))) : api.tiles(String(page.image));
    }

    /** @param {Page} page @returns {Promise<HTMLImageElement | null>} null if there is none or it takes too long */
    async picture(page) {
        if (page.image === null) return null;
        const needs = this.#kept.get(page.image) ?? this.#needs(page);
        this.#kept.set(page.image, needs);
        return Promise.race([needs.picture, new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE_MILLISECONDS))]);
    }

    /** @param {Page} page */
    #take({ image }) {
        const kept = this.#kept.get(String(image));
        this.#kept.delete(String(image));
        return kept;
    }

    /** @param {Page} page @returns {Needs} */
    #needs(page) {
        const tiles = api.tiles(String(page.image));
        return { tiles, picture: tiles.then((known) => pictureOf(page, known)).catch(() => null) };
    }
}

/** @param {Page} page @param {Tiles} tiles */
async function pictureOf(page, tiles) {
    const { previewURL } = tiles.cut ?? {};
    if (tiles.cut && !previewURL) return null;
    const picture = new Image();
    if (previewURL) {
        picture.src = previewURL;
        await picture.decode();
    } else {
        await tilePicture(tiles, { level: wholeLevel(page, tiles.tileSize), column: 0, row: 0 }, picture);
    }
    return picture;
}
