// @ts-check
/** The tiles of one capture: fetched when visible, nearest to the centre first, and cached. */
import { nativeLevel, tilePicture, wholeLevel } from "../base/tile-picture.js";

/** @typedef {import("../base/types.js").Tiles} Tiles */
/** @typedef {import("../base/types.js").Capture} Capture */
/** @typedef {import("../base/tile-picture.js").Place} Place */
/**
 * @typedef {(image: string) => Promise<Tiles>} TileSource  the page's function, which differs between static sites and servers
 */

const MOST_AT_ONCE = 6;
/** Tiles of 256 pixels: about 50 MB when decoded. */
const MOST_KEPT = 200;

export class CaptureTiles {
    /** @type {Tiles | null} */
    #tiles = null;
    /** @type {Map<string, HTMLImageElement | null>} by key, last used last; null for a tile that failed */
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

    /** The tiling of the capture, or null until it is known. */
    get tiles() {
        return this.#tiles;
    }

    /** The finest level that consists of a single tile. */
    get coarsest() {
        return wholeLevel(this.capture, this.#tiles?.tileSize ?? 256);
    }

    /** Whether all tiles requested have loaded or failed. */
    get isComplete() {
        return this.#tiles !== null && this.#wanted.length === 0 && this.#loading.size === 0;
    }

    /** @param {Place} place @returns {HTMLImageElement | null} null until it has loaded */
    picture(place) {
        const key = keyOf(place);
        const picture = this.#pictures.get(key) ?? null;
        if (picture) {
            this.#pictures.delete(key);
            this.#pictures.set(key, picture);
        }
        return picture;
    }

    /** @param {Place[]} places  the visible tiles, the most important first; requests for others are cancelled */
    request(places) {
        this.#wanted = places.filter((place) => !this.#pictures.has(keyOf(place)) && !this.#loading.has(keyOf(place)));
        const keys = new Set(places.map(keyOf));
        for (const [key, picture] of this.#loading) {
            if (keys.has(key)) continue;
            this.#loading.delete(key);
            picture.removeAttribute("src");
        }
        this.#load();
    }

    /** Requests failed tiles again. */
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
        // A cancelled request is discarded.
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
