// @ts-check
/** The zoom surface: OpenSeadragon draws the tiles where the camera looks, and nothing else; gestures are ours. */

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./api.js").Tiles} Tiles */
/** @typedef {import("./api.js").Page} Page */

export class Surface {
    /** @type {OpenSeadragon.Viewer} */
    #viewer;
    /** @type {View | null} */
    #view = null;
    #pageWidth = 1;
    #width = 1;
    #onDraw;

    /**
     * @param {HTMLElement} element
     * @param {object} on
     * @param {(view: View) => void} on.draw  in the frame in which the tiles are drawn for this view
     * @param {() => void} on.failure  a tile did not come
     */
    constructor(element, on) {
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
        });
        this.#viewer.addHandler("open", () => this.#look());
        this.#viewer.addHandler("update-viewport", () => this.#view && this.#onDraw(this.#view));
        this.#viewer.addHandler("tile-load-failed", () => on.failure());
    }

    /**
     * The level above the native one is the last, so the source is stated at twice the native size.
     * @param {string} image
     * @param {Page} page
     * @param {Tiles} tiles
     */
    open(image, page, tiles) {
        this.#pageWidth = page.width;
        const nativeLevel = Math.ceil(Math.log2(Math.max(page.width, page.height)));
        this.#viewer.open(
            new OpenSeadragon.TileSource({
                width: page.width * 2,
                height: page.height * 2,
                tileSize: tiles.tileSize,
                tileOverlap: tiles.overlap,
                minLevel: 0,
                maxLevel: nativeLevel + 1,
                getTileUrl: (level, column, row) =>
                    `/dzi/${encodeURIComponent(image)}_files/${level}/${column}_${row}.${tiles.format}`,
            }),
        );
    }

    /** Asks again for the tiles that did not come. */
    retry() {
        this.#viewer.world.resetItems();
        this.#viewer.forceRedraw();
    }

    /** @param {number} width @param {number} height CSS pixels */
    resize(width, height) {
        this.#width = width;
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
        // OpenSeadragon measures in widths of the page.
        viewport.zoomTo((scale * this.#pageWidth) / this.#width, undefined, true);
        viewport.panTo(new OpenSeadragon.Point(x / this.#pageWidth, y / this.#pageWidth), true);
        this.#viewer.forceRedraw();
    }
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
