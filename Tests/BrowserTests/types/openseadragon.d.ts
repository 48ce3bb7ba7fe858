/** As much of OpenSeadragon 6.1.1 as the viewer uses. */
declare namespace OpenSeadragon {
    class Point {
        constructor(x: number, y: number);
        x: number;
        y: number;
    }

    interface TileSourceOptions {
        width: number;
        height: number;
        tileSize: number;
        tileOverlap: number;
        minLevel: number;
        maxLevel: number;
        tileExists(level: number, column: number, row: number): boolean;
        getTileUrl(level: number, column: number, row: number): string;
        downloadTileStart?(job: ImageJob): void;
        downloadTileAbort?(job: ImageJob): void;
    }

    /** A tile on its way. */
    interface ImageJob {
        tile: Tile;
        finish(data: Blob, request: null, type: "rasterBlob"): void;
        fail(message: string, request: null): void;
    }

    class TileSource {
        constructor(options: TileSourceOptions);
    }

    interface Viewport {
        resize(size: Point, maintain: boolean): Viewport;
        zoomTo(zoom: number, refPoint: Point | undefined, immediately: boolean): Viewport;
        panTo(center: Point, immediately: boolean): Viewport;
    }

    interface Tile {
        level: number;
        x: number;
        y: number;
        /** Whether it can be asked for. */
        exists: boolean;
        /** In widths of the image. */
        bounds: Rect;
        /** In CSS pixels, as drawn. */
        size: Point;
    }

    interface World {
        /** Looks which tiles are wanted; with `true` also where nothing has moved. */
        update(viewportChanged: boolean): boolean;
        getItemCount(): number;
        getItemAt(index: number): TiledImage | undefined;
        addHandler(event: "add-item" | "remove-item", handler: (event: { item: TiledImage }) => void): void;
    }

    class Rect {
        constructor(x: number, y: number, width: number, height: number);
        x: number;
        y: number;
        width: number;
        height: number;
    }

    interface TiledImage {
        source: { dimensions: Point };
        setOpacity(opacity: number): void;
        /** Looks which tiles are wanted, as the world's. */
        update(viewportChanged: boolean): boolean;
        needsDraw(): boolean;
        /** Whether every tile that is wanted has come or failed. */
        getFullyLoaded(): boolean;
        /** The part in sight, in the viewport's coordinates; false or null for none. */
        getDrawArea(): Rect | false | null;
        /** Notes that it has been drawn; gives whether it needs to be drawn again, to go on with what fades in. */
        setDrawn(): boolean;
        /** In pixels of the image; null for all of it. Tiles beside it are not asked for. */
        setClip(clip: Rect | null): void;
        /** Sets where a tile is drawn. */
        _positionTile(tile: Tile, ...others: unknown[]): void;
        /** Requests a tile, or queues it. */
        _loadTile(tile: Tile, time: number): void;
    }

    interface Options {
        element: HTMLElement;
        drawer: "canvas";
        mouseNavEnabled: boolean;
        showNavigationControl: boolean;
        autoHideControls: boolean;
        autoResize: boolean;
        preserveViewport: boolean;
        tabIndex: number | "";
        imageLoaderLimit: number;
        maxTilesPerFrame: number;
        visibilityRatio: number;
        smoothTileEdgesMinZoom: number;
    }

    /** Not a constant, so that the frames of an animation can be held back. Gives a number that is not 0. */
    let requestAnimationFrame: (frame: () => void) => number;

    class Viewer {
        constructor(options: Options);
        /** Null until the first source is open. */
        viewport: Viewport | null;
        world: World;
        imageLoader: { jobLimit: number; canAcceptNewJob(): boolean };
        drawer: { context: CanvasRenderingContext2D };
        open(source: TileSource): Viewer;
        forceRedraw(): Viewer;
        forceResize(): void;
        close(): Viewer;
        addHandler(event: "open" | "update-viewport", handler: () => void): void;
        addHandler(event: "tile-loaded" | "tile-load-failed" | "update-tile", handler: (event: { tile: Tile }) => void): void;
    }
}
