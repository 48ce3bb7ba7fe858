// @ts-check
/** What a page needs to be seen: how its image is cut, and a small picture of it. Of pages that may be opened next it is kept. */
import * as api from "../base/api.js";
import { tilePicture, wholeLevel } from "../base/tile-picture.js";

/** @typedef {import("../base/types.js").Page} Page */
/** @typedef {import("../base/types.js").Tiles} Tiles */
/** @typedef {{ tiles: Promise<Tiles>, picture: Promise<HTMLImageElement | null> }} Needs */

/** The pages before and after an opening, twice. */
const MOST_KEPT = 8;
/** For a picture; after that there is paper. */
const PATIENCE_MILLISECONDS = 4000;

export class Preparing {
    /** @type {Map<string, Needs>} by the ids of images */
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

    /** @param {Page} page  that has an image @returns {Promise<Tiles>} */
    tiles(page) {
        const kept = this.#take(page);
        // What has failed meanwhile is tried again.
        return kept ? kept.tiles.catch(() => api.tiles(String(page.image))) : api.tiles(String(page.image));
    }

    /** @param {Page} page @returns {Promise<HTMLImageElement | null>} null: there is none, or it takes too long */
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
