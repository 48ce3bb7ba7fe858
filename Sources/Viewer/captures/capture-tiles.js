// @ts-check
/** The tiles of one capture: fetched when they are seen, nearest to the middle first, and kept for a while. */
import { tilePicture, wholeLevel } from "../base/tile-picture.js";
import { nativeLevel } from "./projecting.js";

/** @typedef {import("../base/types.js").Tiles} Tiles */
/** @typedef {import("../base/types.js").Capture} Capture */
/** @typedef {import("../base/tile-picture.js").Place} Place */
/** @typedef {(image: string) => Promise<Tiles>} TileSource  the page's own: a static site has another than a server */

const MOST_AT_ONCE = 6;
/** Tiles of 256 pixels: 50 MB as pictures. */
const MOST_KEPT = 200;

export class CaptureTiles {
    /** @type {Tiles | null} */
    #tiles = null;
    /** @type {Map<string, HTMLImageElement | null>} those used last at the end; null: it did not come */
    #pictures = new Map();
    /** @type {Map<string, HTMLImageElement>} */
    #loading = new Map();
    /** @type {Place[]} */
    #wanted = [];
    #onArrival;

    /**
     * @param {Capture} capture
     * @param {TileSource} tilesOf
     * @param {() => void} onArrival
     */
    constructor(capture, tilesOf, onArrival) {
        this.capture = capture;
        this.native = nativeLevel(capture);
        this.#onArrival = onArrival;
        tilesOf(capture.image).then(
            (tiles) => {
                this.#tiles = tiles;
                onArrival();
            },
            () => undefined,
        );
    }

    /** How it is cut; null until that is known. */
    get tiles() {
        return this.#tiles;
    }

    /** The finest level that is a single tile. */
    get coarsest() {
        return wholeLevel(this.capture, this.#tiles?.tileSize ?? 256);
    }

    /** Whether all that is wanted is there. */
    get isComplete() {
        return this.#tiles !== null && this.#wanted.length === 0 && this.#loading.size === 0;
    }

    /** @param {Place} place @returns {HTMLImageElement | null} null while it is not there */
    picture(place) {
        const key = keyOf(place);
        const picture = this.#pictures.get(key) ?? null;
        if (picture) {
            this.#pictures.delete(key);
            this.#pictures.set(key, picture);
        }
        return picture;
    }

    /** @param {Place[]} places  that are seen, the most important first; others that were waited for no longer are */
    want(places) {
        this.#wanted = places.filter((place) => !this.#pictures.has(keyOf(place)) && !this.#loading.has(keyOf(place)));
        const keys = new Set(places.map(keyOf));
        for (const [key, picture] of this.#loading) {
            if (keys.has(key)) continue;
            this.#loading.delete(key);
            picture.removeAttribute("src");
        }
        this.#load();
    }

    /** Asks again for what did not come. */
    retry() {
        for (const [key, picture] of this.#pictures) if (picture === null) this.#pictures.delete(key);
    }

    #load() {
        while (this.#loading.size < MOST_AT_ONCE) {
            const place = this.#wanted.shift();
            if (!place || !this.#tiles) return;
            const [key, picture] = [keyOf(place), new Image()];
            this.#loading.set(key, picture);
            tilePicture(this.#tiles, place, picture).then(
                () => this.#end(key, picture, picture),
                () => this.#end(key, picture, null),
            );
        }
    }

    /** @param {string} key @param {HTMLImageElement} picture @param {HTMLImageElement | null} result */
    #end(key, picture, result) {
        // Of what is no longer waited for nothing is kept.
        if (this.#loading.get(key) !== picture) return;
        this.#loading.delete(key);
        this.#pictures.set(key, result);
        for (const oldest of this.#pictures.keys()) {
            if (this.#pictures.size <= MOST_KEPT) break;
            this.#pictures.delete(oldest);
        }
        this.#load();
        this.#onArrival();
    }
}

/** @param {Place} place */
function keyOf({ level, column, row }) {
    return `${level}/${column}_${row}`;
}
