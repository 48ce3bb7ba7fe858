// @ts-check
/** The zoom surface: OpenSeadragon draws the tiles where the camera looks, and nothing else; gestures are ours. */

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../base/types.js").Point} Point */
/** @typedef {import("../base/types.js").Tiles} Tiles */
/** @typedef {import("../base/types.js").Page} Page */
/** @typedef {import("../base/types.js").Cut} Cut */

/** @typedef {import("../base/viewer.js").Cover["ownBox"]} OwnBox */

/** A level may have this share of a picture's pixels to a side and look no worse. */
const BLUR = 0.75;

export class Surface {
    /** @type {OpenSeadragon.Viewer} */
    #viewer;
    /** @type {View | null} */
    #view = null;
    #page = { width: 1, height: 1 };
    #size = { width: 1, height: 1 };
    /** @type {number[] | null} how many rows of tiles of each level there are by now; null once all are there */
    #rows = null;
    /** @type {Set<OpenSeadragon.Tile>} asked for in vain since the rows last grew, or since the last retry */
    #failed = new Set();
    #paper;
    #onDraw;
    /** @type {OwnBox | null} */
    #ownBox = null;

    /**
     * @param {HTMLElement} element
     * @param {HTMLElement} paper  lies under the tiles, in the sheet's place
     * @param {object} on
     * @param {(origin: Point, scale: number, canvas: import("./painting.js").Canvas) => void} on.draw  the tiles have
     *   just been drawn: where the page's top left corner is on the surface, in CSS pixels; and what they are drawn on
     * @param {() => void} on.failure  a tile did not come
     */
    constructor(element, paper, on) {
        this.#paper = paper;
        this.#onDraw = on.draw;
        reserveStyle();
        this.#viewer = new OpenSeadragon.Viewer({
            element,
            drawer: "canvas",
            mouseNavEnabled: false,
            showNavigationControl: false,
            autoResize: false,
            preserveViewport: true,
            tabIndex: "",
            imageLoaderLimit: 8,
            visibilityRatio: 0,
            // By way of a canvas of the tiles' own size, which leaves the last row and column of pixels empty.
            smoothTileEdgesMinZoom: Infinity,
        });
        this.#viewer.addHandler("open", () => {
            this.#confine();
            this.#look();
        });
        this.#viewer.addHandler("update-viewport", () => this.#draw());
        this.#viewer.addHandler("tile-load-failed", ({ tile }) => {
            this.#failed.add(tile);
            if (this.#rows === null) on.failure();
        });
        // OpenSeadragon asks once whether a tile exists, and takes one that failed for missing. Here it is asked anew.
        this.#viewer.addHandler("update-tile", ({ tile }) => {
            tile.exists ||= !this.#failed.has(tile) && this.#isCut(tile.level, tile.y);
        });
    }

    /**
     * The level above the native one is the last, so the source is stated at twice the native size; where there is none,
     * native tiles are enlarged by the browser.
     * @param {Page} page
     * @param {Tiles} tiles
     */
    open(page, tiles) {
        this.#failed.clear();
        this.#rows = rowsOf(tiles.cut);
        const times = tiles.isDoubled ? 2 : 1;
        const nativeLevel = Math.ceil(Math.log2(Math.max(page.width, page.height)));
        this.#viewer.open(
            new OpenSeadragon.TileSource({
                width: page.width * times,
                height: page.height * times,
                tileSize: tiles.tileSize,
                tileOverlap: 0,
                minLevel: Math.max(tiles.minLevel ?? 0, this.#previewLevel(page)),
                maxLevel: nativeLevel + (tiles.isDoubled ? 1 : 0),
                tileExists: (level, _column, row) => this.#isCut(level, row),
                getTileUrl: tiles.url,
                ...tiles.loader,
            }),
        );
    }

    /**
     * A page without image: its paper, and what is drawn on it.
     * @param {Page} page
     */
    openBlank(page) {
        // Of an image none of which is cut no tile is asked for.
        this.open(page, { tileSize: 256, format: "jpg", cut: {}, isDoubled: true, url: () => "" });
    }

    /**
     * Another page: its paper at once, whatever was drawn before gone.
     * @param {Page} page
     * @returns {boolean} whether it lies there already: the HTML has the first page's pictures and outlines
     */
    lay(page) {
        this.#page = page;
        this.#viewer.close();
        if (this.#paper.dataset.page === String(page.number)) return true;
        delete this.#paper.dataset.page;
        this.#paper.replaceChildren();
        return false;
    }

    /**
     * The first level that shows more than the page's picture in the HTML, under which coarser tiles would blur it.
     * @param {Page} page
     */
    #previewLevel({ width, height }) {
        const preview = this.#paper.querySelector("img[width]");
        if (!(preview instanceof HTMLImageElement)) return 0;
        const side = Math.max(Number(preview.getAttribute("width")), Number(preview.getAttribute("height")));
        const longest = Math.max(width, height);
        const steps = Math.floor(Math.log2(longest / (side * BLUR)));
        return Math.ceil(Math.log2(longest)) - Math.max(0, steps);
    }

    /**
     * A picture of the whole page, however small, under the tiles.
     * @param {string} url
     */
    preview(url) {
        if (this.#paper.childElementCount > 0) return;
        const image = new Image();
        image.src = url;
        image.alt = "";
        image.addEventListener("error", () => image.remove());
        this.#paper.append(image);
    }

    /**
     * There are more tiles now than before: those that are in sight are asked for, the others stay.
     * @param {Cut | undefined} cut  undefined once all are there
     */
    grow(cut) {
        this.#rows = rowsOf(cut);
        this.retry();
    }

    /** Asks again for the tiles that did not come. */
    retry() {
        this.#failed.clear();
        this.#viewer.world.update(true);
        this.#viewer.forceRedraw();
    }

    redraw() {
        this.#viewer.forceRedraw();
    }

    /**
     * Where the page's own tiles are seen, beside what a feature paints: no others are asked for.
     * @param {OwnBox | null} ownBox  null: wherever the page is
     */
    confine(ownBox) {
        this.#ownBox = ownBox;
        this.#confine();
        this.#viewer.forceRedraw();
    }

    #confine() {
        const image = this.#viewer.world.getItemAt(0);
        if (!image) return;
        const [origin, scale] = [this.#origin, this.#view?.scale ?? 1];
        const box = this.#ownBox?.(origin, scale) ?? null;
        image.setOpacity(this.#ownBox && (box === null || box.width <= 0 || box.height <= 0) ? 0 : 1);
        if (box === null) return image.setClip(null);
        // In pixels of the source, which is as large as its last level.
        const times = image.source.dimensions.x / this.#page.width / scale;
        image.setClip(new OpenSeadragon.Rect((box.x - origin.x) * times, (box.y - origin.y) * times, box.width * times, box.height * times));
    }

    /** Of the page, CSS pixels on the surface. */
    get #origin() {
        const { x, y, scale } = this.#view ?? { x: 0, y: 0, scale: 1 };
        return { x: this.#size.width / 2 - x * scale, y: this.#size.height / 2 - y * scale };
    }

    /**
     * The level above native is made from native tiles and their neighbours: not before all of them are there.
     * @param {number} level
     * @param {number} row
     */
    #isCut(level, row) {
        return this.#rows === null || row < (this.#rows[level] ?? 0);
    }

    /** @param {number} width @param {number} height CSS pixels */
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
        if (this.#ownBox) this.#confine();
        // OpenSeadragon measures in widths of the page.
        viewport.zoomTo((scale * this.#page.width) / this.#size.width, undefined, true);
        viewport.panTo(new OpenSeadragon.Point(x / this.#page.width, y / this.#page.width), true);
        this.#viewer.forceRedraw();
    }

    #draw() {
        if (!this.#view) return;
        const { scale } = this.#view;
        const origin = this.#origin;
        this.#paper.style.transform = `translate(${origin.x}px, ${origin.y}px)`;
        this.#paper.style.width = `${this.#page.width * scale}px`;
        this.#paper.style.height = `${this.#page.height * scale}px`;
        const { context } = this.#viewer.drawer;
        this.#onDraw(origin, scale, { context, density: context.canvas.width / this.#size.width });
    }
}

/** @param {Cut | undefined} cut */
function rowsOf(cut) {
    return cut ? (cut.rows ?? []) : null;
}

/**
 * OpenSeadragon adds a style element for phones unless it finds its own there; the page's content security policy
 * refuses such elements. One of no namespace is found by its query and styles nothing.
 */
function reserveStyle() {
    const reserved = document.createElementNS("", "style");
    reserved.setAttribute("data-openseadragon-mobile-css", "");
    document.head.append(reserved);
}
