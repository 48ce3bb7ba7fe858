// @ts-check
/** The zoom surface. OpenSeadragon only draws the tiles for the camera's view; the gestures are ours. */
import { nativeLevel } from "../base/tile-picture.js";
import { createTileViewer } from "./tile-viewer.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../base/types.js").Point} Point */
/** @typedef {import("../base/types.js").Tiles} Tiles */
/** @typedef {import("../base/types.js").Page} Page */
/** @typedef {import("../base/types.js").Cut} Cut */
/** @typedef {import("../base/leaves.js").Leaf} Leaf */
/** @typedef {import("../base/viewer.js").Cover["ownBox"]} OwnBox */

/** The minimum ratio of a level's resolution to a picture's at which the level looks no worse. */
const BLUR = 0.75;
/**
 * For an image with no tiles yet, none are requested.
 * @type {Tiles}
 */
const BLANK = { tileSize: 256, format: "jpg", cut: {}, isDoubled: true, url: () => "" };

export class Surface {
    #viewer;
    /** @type {View | null} */
    #view = null;
    /** @type {readonly Leaf[]} the pages laid out, the one that coordinates refer to first */
    #leaves = [];
    /** The numbers of the pages with tiles, in OpenSeadragon's order. */
    #order = /** @type {number[]} */ ([]);
    /**
     * The position of the first page in OpenSeadragon's coordinates, whose unit is the width of the page that was first at
     * layout.
     */
    #place = { x: 0, y: 0, unit: 1 };
    /** @type {Map<number, HTMLElement>} the paper under the tiles of each page */
    #papers = new Map();
    #size = { width: 1, height: 1 };
    /**
     * @type {number[] | null} the number of tile rows available at each level, for a page shown alone; null once all are there
     */
    #rows = null;
    /** @type {Set<OpenSeadragon.Tile>} the tiles that failed since the rows last grew or since the last retry */
    #failed = new Set();
    #paper;
    #onDraw;
    /** @type {OwnBox | null} */
    #ownBox = null;

    /**
     * @param {HTMLElement} element
     * @param {HTMLElement} paper  an element under the tiles, in the sheet's place
     * @param {object} on
     * @param {(origin: Point, scale: number, canvas: import("./painting.js").Canvas) => void} on.draw  the tiles have just been
     *   drawn; given the position of the page's top left corner on the surface in CSS pixels, the scale, and the canvas
     * @param {() => void} on.failure  a tile could not be fetched
     */
    constructor(element, paper, on) {
        this.#paper = paper;
        this.#onDraw = on.draw;
        this.#viewer = createTileViewer(element);
        this.#viewer.addHandler("open", () => {
            this.#clipOwnTiles();
            this.#look();
        });
        this.#viewer.addHandler("update-viewport", () => this.#draw());
        this.#viewer.addHandler("tile-load-failed", ({ tile }) => {
            this.#failed.add(tile);
            if (this.#rows === null) on.failure();
        });
        // OpenSeadragon checks only once whether a tile exists, and treats a failed one as missing. This checks again.
        this.#viewer.addHandler("update-tile", ({ tile }) => {
            tile.exists ||= !this.#failed.has(tile) && this.#isCut(tile.level, tile.y);
        });
    }

    /**
     * Opens the tiles of the pages. A page without an image shows its paper and what is drawn on it.
     * @param {ReadonlyMap<number, Tiles>} tiles  the tiles of pages with an image, by page number
     */
    open(tiles) {
        this.#failed.clear();
        const leaves = this.#leaves.length === 1 ? this.#leaves : this.#leaves.filter(({ page }) => tiles.has(page.number));
        const shown = leaves.length === 0 ? this.#leaves.slice(0, 1) : leaves;
        this.#order = shown.map(({ page }) => page.number);
        this.#rows = rowsOf((tiles.get(this.#order[0]) ?? BLANK).cut);
        const { x: left, y: top, unit } = this.#place;
        this.#viewer.open(
            shown.map(({ page, x, y, factor }) => ({
                tileSource: this.#source(page, tiles.get(page.number) ?? BLANK),
                x: left + x * unit,
                y: top + y * unit,
                width: page.width * factor * unit,
            })),
        );
    }

    /**
     * Creates a tile source. The last level is the one above native, so the source has twice the native size; if there is no such
     * level, the browser enlarges native tiles.
     * @param {Page} page
     * @param {Tiles} tiles
     */
    #source(page, tiles) {
        const times = tiles.isDoubled ? 2 : 1;
        return new OpenSeadragon.TileSource({
            width: page.width * times,
            height: page.height * times,
            tileSize: tiles.tileSize,
            tileOverlap: 0,
            minLevel: Math.max(tiles.minLevel ?? 0, this.#previewLevel(page)),
            maxLevel: nativeLevel(page) + (tiles.isDoubled ? 1 : 0),
            tileExists: (level, _column, row) => this.#isCut(level, row),
            getTileUrl: tiles.url,
            ...tiles.loader,
        });
    }

    /**
     * Lays out other pages: shows their paper at once and removes everything drawn before.
     * @param {readonly Leaf[]} leaves
     * @returns {boolean} whether the HTML already contains the first page's pictures and outlines
     */
    layOut(leaves) {
        const [{ page }, ...others] = leaves;
        this.#leaves = leaves;
        this.#place = { x: 0, y: 0, unit: 1 / page.width };
        this.#viewer.close();
        for (const paper of this.#papers.values()) if (paper !== this.#paper) paper.remove();
        this.#papers = new Map([[page.number, this.#paper]]);
        for (const leaf of others) {
            const paper = document.createElement("div");
            paper.className = "paper";
            this.#paper.after(paper);
            this.#papers.set(leaf.page.number, paper);
        }
        if (this.#paper.dataset.page === String(page.number)) return true;
        delete this.#paper.dataset.page;
        this.#paper.replaceChildren();
        return false;
    }

    /**
     * Changes which of the pages coordinates refer to.
     * @param {readonly Leaf[]} leaves
     * @param {Leaf} leaf  the new reference page at its previous position
     */
    rebase(leaves, leaf) {
        const { x, y, unit } = this.#place;
        this.#place = { x: x + leaf.x * unit, y: y + leaf.y * unit, unit: unit * leaf.factor };
        this.#leaves = leaves;
    }

    /**
     * Returns the first level with more detail than the page's picture in the HTML; coarser tiles would blur it.
     * @param {Page} page
     */
    #previewLevel(page) {
        const preview = this.#papers.get(page.number)?.querySelector("img[width]");
        if (!(preview instanceof HTMLImageElement)) return 0;
        const side = Math.max(Number(preview.getAttribute("width")), Number(preview.getAttribute("height")));
        const steps = Math.floor(Math.log2(Math.max(page.width, page.height) / (side * BLUR)));
        return nativeLevel(page) - Math.max(0, steps);
    }

    /**
     * Puts a picture of the whole page, however small, under the tiles.
     * @param {Page} page
     * @param {HTMLImageElement} image
     */
    preview({ number }, image) {
        const paper = this.#papers.get(number);
        if (!paper || paper.childElementCount > 0) return;
        image.alt = "";
        image.addEventListener("error", () => image.remove());
        paper.append(image);
    }

    /**
     * Updates the available tiles: requests those now in sight and keeps the others.
     * @param {Cut | undefined} cut  the progress; undefined once all tiles are there
     */
    grow(cut) {
        this.#rows = rowsOf(cut);
        this.retry();
    }

    /** Requests the failed tiles again. */
    retry() {
        this.#failed.clear();
        this.#viewer.world.update(true);
        this.#viewer.forceRedraw();
    }

    redraw() {
        this.#viewer.forceRedraw();
    }

    /**
     * Limits where the page's own tiles are shown beside what a feature paints. No other tiles are requested.
     * @param {OwnBox | null} ownBox  null for the whole page
     */
    clipOwnTiles(ownBox) {
        this.#ownBox = ownBox;
        this.#clipOwnTiles();
        this.#viewer.forceRedraw();
    }

    #clipOwnTiles() {
        for (const [index, number] of this.#order.entries()) {
            const image = this.#viewer.world.getItemAt(index);
            const [{ page }] = this.#leaves;
            if (image) this.#clipImage(image, page, number === page.number ? this.#ownBox : null);
        }
    }

    /** @param {OpenSeadragon.TiledImage} image @param {Page} page @param {OwnBox | null} ownBox */
    #clipImage(image, page, ownBox) {
        const [origin, scale] = [this.#origin, this.#view?.scale ?? 1];
        const box = ownBox?.(origin, scale) ?? null;
        image.setOpacity(ownBox && (box === null || box.width <= 0 || box.height <= 0) ? 0 : 1);
        if (box === null) return image.setClip(null);
        // In pixels of the source, whose size is that of its last level.
        const times = image.source.dimensions.x / page.width / scale;
        image.setClip(new OpenSeadragon.Rect((box.x - origin.x) * times, (box.y - origin.y) * times, box.width * times, box.height * times));
    }

    /** The page's corner on the surface in CSS pixels. */
    get #origin() {
        const { x, y, scale } = this.#view ?? { x: 0, y: 0, scale: 1 };
        return { x: this.#size.width / 2 - x * scale, y: this.#size.height / 2 - y * scale };
    }

    /**
     * Whether a row of tiles exists yet. The level above native is generated from native tiles and their neighbours, so it comes
     * after all of them.
     * @param {number} level
     * @param {number} row
     */
    #isCut(level, row) {
        return this.#rows === null || row < (this.#rows[level] ?? 0);
    }

    /** @param {number} width @param {number} height  the size in CSS pixels */
    resize(width, height) {
        this.#size = { width, height };
        if (!this.#viewer.viewport) return;
        this.#viewer.viewport.resize(new OpenSeadragon.Point(width, height), false);
        this.#look();
    }

    /** @param {View} view */
    look(view) {
        this.#view = view;
        this.#look();
    }

    #look() {
        const viewport = this.#viewer.viewport;
        if (!viewport || !this.#view) return;
        const { x, y, scale } = this.#view;
        if (this.#ownBox) this.#clipOwnTiles();
        const { x: left, y: top, unit } = this.#place;
        viewport.zoomTo(scale / (unit * this.#size.width), undefined, true);
        viewport.panTo(new OpenSeadragon.Point(left + x * unit, top + y * unit), true);
        this.#viewer.forceRedraw();
    }

    #draw() {
        if (!this.#view) return;
        const { scale } = this.#view;
        const origin = this.#origin;
        for (const { page, x, y, factor } of this.#leaves) {
            const style = this.#papers.get(page.number)?.style;
            if (!style) continue;
            style.transform = `translate(${origin.x + x * scale}px, ${origin.y + y * scale}px)`;
            style.width = `${page.width * factor * scale}px`;
            style.height = `${page.height * factor * scale}px`;
        }
        const { context } = this.#viewer.drawer;
        this.#onDraw(origin, scale, { context, density: context.canvas.width / this.#size.width });
    }
}

/** @param {Cut | undefined} cut */
function rowsOf(cut) {
    return cut ? (cut.rows ?? []) : null;
}
