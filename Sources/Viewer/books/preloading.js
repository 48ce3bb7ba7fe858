// @ts-check
/** Preloads neighbouring pages, so that they can be turned to without delay. */
import { nativeLevel } from "../base/tile-picture.js";

/** @typedef {import("../base/types.js").Page} Page */

/** The maximum number of tiles preloaded for the next opening at the current scale: at most a megabyte for usual scans. */
const MOST_TILES = 48;
/**
 * The minimum ratio of a level's resolution to the device's at which the level looks no worse. OpenSeadragon chooses levels in
 * the same way.
 */
const BLUR = 0.5;

export class Preloading {
    #kit;
    #done = new Set();

    /** @param {import("./kit.js").Kit} kit */
    constructor(kit) {
        this.#kit = kit;
    }

    /** @param {readonly Page[]} next @param {readonly Page[]} before */
    near(next, before) {
        const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
        if (connection?.saveData) return;
        this.#kit.prepare([...before, ...next]);
        const { isWhole, scale } = this.#kit.viewer.sight;
        // A reader who looks closely will not turn the page yet.
        if (!isWhole) return;
        const idle = window.requestIdleCallback ?? setTimeout;
        idle(() => next.forEach((page) => this.#fetch(page, scale, MOST_TILES / next.length)));
    }

    /**
     * @param {Page} page
     * @param {number} scale  the scale at which the whole page is visible
     * @param {number} most  the maximum number of tiles
     */
    async #fetch({ image, width, height, cut }, scale, most) {
        if (image === null || cut || this.#done.has(image)) return;
        this.#done.add(image);
        const tiles = await this.#kit.tiles(image).catch(() => null);
        if (!tiles || tiles.read || tiles.cut) return;
        const native = nativeLevel({ width, height });
        const level = Math.min(native, native + Math.ceil(Math.log2(scale * devicePixelRatio * BLUR)));
        const side = tiles.tileSize * 2 ** (native - level);
        const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)];
        if (level < (tiles.minLevel ?? 0) || columns * rows > most) return;
        for (let row = 0; row < rows; row += 1) {
            for (let column = 0; column < columns; column += 1) {
                const picture = new Image();
                picture.setAttribute("fetchpriority", "low");
                picture.src = tiles.url(level, column, row);
            }
        }
    }
}
