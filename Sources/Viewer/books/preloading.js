// @ts-check
/** What is fetched of the pages around, so that turning to them waits for nothing. */

/** @typedef {import("../base/types.js").Page} Page */

/** Tiles of the opening that comes next, at the size at which this one is seen: a megabyte at most, on usual scans. */
const MOST_TILES = 48;
/** A level may have this share of the device's pixels and look no worse; as OpenSeadragon chooses them. */
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
        // Whoever looks closely does not turn the page yet.
        if (!isWhole) return;
        const idle = window.requestIdleCallback ?? setTimeout;
        idle(() => next.forEach((page) => this.#fetch(page, scale, MOST_TILES / next.length)));
    }

    /** @param {Page} page @param {number} scale  at which a page is seen whole @param {number} most  tiles */
    async #fetch({ image, width, height, cut }, scale, most) {
        if (image === null || cut || this.#done.has(image)) return;
        this.#done.add(image);
        const tiles = await this.#kit.tiles(image).catch(() => null);
        if (!tiles || tiles.read || tiles.cut) return;
        const native = Math.ceil(Math.log2(Math.max(width, height)));
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
