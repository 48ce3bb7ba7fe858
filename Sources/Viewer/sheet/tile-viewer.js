// @ts-check
/** OpenSeadragon's viewer, set up to draw tiles and nothing else. */

/**
 * The number of frames without a reason to go on after which the animation pauses. The first draws the last tiles. During the others
 * a gesture can start without the lag of a frame.
 */
const FRAMES_AT_REST = 30;
/** How many tiles may be requested at once: at first and on a slow line, and at most. */
const [FEWEST_REQUESTS, MOST_REQUESTS] = [8, 32];
/** How long a tile should take at most, in milliseconds. When the view changes, its tiles wait for those requested before. */
const TILE_WAIT = 400;
/** By how much OpenSeadragon enlarges tiles, in CSS pixels. */
const OVERLAP = 1;

/** @param {HTMLElement} element */
export function createTileViewer(element) {
    reserveStyle();
    const viewer = new OpenSeadragon.Viewer({
        element,
        drawer: "canvas",
        mouseNavEnabled: false,
        showNavigationControl: false,
        // Fading controls out would need the animation that `pauseAtRest` pauses.
        autoHideControls: false,
        autoResize: false,
        preserveViewport: true,
        tabIndex: "",
        imageLoaderLimit: FEWEST_REQUESTS,
        // In each frame, OpenSeadragon sorts as many of the tiles it wants.
        maxTilesPerFrame: FEWEST_REQUESTS,
        visibilityRatio: 0,
        // Smoothing uses a canvas of the tiles' own size, which leaves the last row and column of pixels empty.
        smoothTileEdgesMinZoom: Infinity,
    });
    endTilesAtEdges(viewer);
    skipUnchangedFrames(viewer);
    requestMoreWhileQuick(viewer);
    pauseAtRest(viewer);
    return viewer;
}

/**
 * Prevents OpenSeadragon from adding a style element for phones, which the page's content security policy refuses, by adding one
 * it takes for its own. As the element is in no namespace, it has no effect.
 */
function reserveStyle() {
    const reserved = document.createElementNS("", "style");
    reserved.setAttribute("data-openseadragon-mobile-css", "");
    document.head.append(reserved);
}

/**
 * Ends tiles at the edges of their image. OpenSeadragon 6.1.1 draws each tile larger by a CSS pixel, so that it overlaps the next
 * and there are no gaps. The last tiles, and one before a last one of less than a pixel, would thus cover what is beside the image.
 * @param {OpenSeadragon.Viewer} viewer
 */
export function endTilesAtEdges(viewer) {
    viewer.world.addHandler("add-item", ({ item }) => {
        const place = item._positionTile;
        item._positionTile = (tile, ...others) => {
            place.call(item, tile, ...others);
            // The bounds are in widths of the image, and do not contain the overlap.
            const { bounds, size } = tile;
            const { x: width, y: height } = item.source.dimensions;
            size.x = Math.min(size.x, ((size.x - OVERLAP) / bounds.width) * (1 - bounds.x));
            size.y = Math.min(size.y, ((size.y - OVERLAP) / bounds.height) * (height / width - bounds.y));
        };
    });
}

/**
 * Skips frames in which nothing has changed, to spare slow devices. While more tiles are needed than may be requested at once,
 * OpenSeadragon 6.1.1 redraws every frame even if no tile has arrived. On a phone with a slow connection this coincides with the
 * reader's first touch: the next paint came after 112 ms, and now comes after 56 ms (Benchmarks/first-view).
 * @param {OpenSeadragon.Viewer} viewer
 */
export function skipUnchangedFrames(viewer) {
    let hasNewTile = false;
    viewer.addHandler("tile-loaded", () => (hasNewTile = true));
    viewer.addHandler("update-viewport", () => (hasNewTile = false));
    viewer.world.addHandler("add-item", ({ item }) => {
        const update = item.update;
        item.update = (hasMoved) => {
            const isDue = item.needsDraw();
            const hasChanged = update.call(item, hasMoved);
            // Undoes the request for drawing unless a tile is fading in.
            if (!isDue && !hasMoved && !hasChanged && !hasNewTile) item.setDrawn();
            return hasChanged;
        };
    });
}

/**
 * Requests more tiles at once while they arrive quickly, and fewer while they do not. After the first frames, OpenSeadragon 6.1.1
 * requests one per frame: a tablet that shows 237 tiles had the last one after 14 s, and now has it after 5 s (40 Mbit/s, 150 ms).
 * It also queues what exceeds its limit, so that tiles of a view that was left come before those of the present one. Here a tile
 * is asked for again in each frame until there is a place for it.
 * @param {OpenSeadragon.Viewer} viewer
 */
export function requestMoreWhileQuick(viewer) {
    const { imageLoader } = viewer;
    /** @type {WeakMap<object, number>} when a tile was requested */
    const starts = new WeakMap();
    viewer.world.addHandler("add-item", ({ item }) => {
        const load = item._loadTile;
        item._loadTile = (tile, time) => {
            if (!imageLoader.canAcceptNewJob()) return;
            starts.set(tile, performance.now());
            load.call(item, tile, time);
        };
    });
    viewer.addHandler("tile-loaded", ({ tile }) => {
        const start = starts.get(tile);
        // Tiles that are still in the cache are not requested.
        if (start === undefined) return;
        const step = performance.now() - start < TILE_WAIT ? 1 : -1;
        imageLoader.jobLimit = Math.min(MOST_REQUESTS, Math.max(FEWEST_REQUESTS, imageLoader.jobLimit + step));
    });
}

/**
 * Pauses OpenSeadragon's animation while all tiles in sight are drawn and nothing moves, until the next redraw or change of size
 * is requested or until an image opens or closes. OpenSeadragon 6.1.1 looks for changes in every frame as long as an image is
 * open, which keeps a processor awake while somebody reads: it took 5 % of a desktop's core, and now takes none. Tiles must not
 * fade in.
 * @param {OpenSeadragon.Viewer} viewer
 */
export function pauseAtRest(viewer) {
    const { requestAnimationFrame } = OpenSeadragon;
    const { forceRedraw, forceResize, world } = viewer;
    /** @type {(() => void) | null} the next frame, while paused */
    let paused = null;
    let framesAtRest = 0;
    const resume = () => {
        framesAtRest = 0;
        if (paused) requestAnimationFrame(paused);
        paused = null;
    };
    world.addHandler("add-item", resume);
    world.addHandler("remove-item", resume);
    viewer.forceRedraw = () => {
        resume();
        return forceRedraw.call(viewer);
    };
    viewer.forceResize = () => {
        resume();
        forceResize.call(viewer);
    };
    // Called at the end of each frame, for the next one.
    OpenSeadragon.requestAnimationFrame = (frame) => {
        const images = Array.from({ length: world.getItemCount() }, (_, index) => world.getItemAt(index));
        const isLoading = images.some((image) => image?.getDrawArea() && !image.getFullyLoaded());
        framesAtRest = isLoading ? 0 : framesAtRest + 1;
        if (framesAtRest > FRAMES_AT_REST) paused = frame;
        else requestAnimationFrame(frame);
        // Any number but 0 means that a frame follows.
        return 1;
    };
}
