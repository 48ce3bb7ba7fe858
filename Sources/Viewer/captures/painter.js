// @ts-check
/**
 * Paints captures on the canvas of the tiles, after the page's own tiles and before the outlines. A capture is mapped to the page
 * by a projective transform, which neither OpenSeadragon nor a canvas supports; so each tile is drawn in pieces small enough to
 * be linear.
 */
import { intersection } from "../base/geometry.js";
import { visiblePart } from "../base/projection.js";
import { CaptureTiles } from "./capture-tiles.js";
import { levelFor, pieces, tilesOn, toSurface } from "./projecting.js";

/** @typedef {import("../base/types.js").Box} Box */
/** @typedef {import("../base/types.js").Point} Point */
/** @typedef {import("../base/types.js").Capture} Capture */
/** @typedef {import("./arrangement.js").Part} Part */
/** @typedef {{ context: CanvasRenderingContext2D, density: number }} Canvas  the density is in device pixels per CSS pixel */

/** The number of levels above the single tile that suffices for a brief look. */
const BRIEF_LEVELS = 1;
/** How far pieces overlap their neighbours so that no gap is visible between them, in CSS pixels. */
const OVERLAP = 0.5;

export class Painter {
    /** @type {Map<string, CaptureTiles>} by image id */
    #sources = new Map();
    #tilesOf;
    #onArrival;
    #spare = document.createElement("canvas");

    /**
     * @param {import("./capture-tiles.js").TileSource} tilesOf
     * @param {() => void} onArrival  called when a tile has loaded, so that the picture must be repainted
     */
    constructor(tilesOf, onArrival) {
        this.#tilesOf = tilesOf;
        this.#onArrival = onArrival;
    }

    /** Whether every tile visible at the last painting has loaded or failed. */
    get isComplete() {
        return [...this.#sources.values()].every(({ isComplete }) => isComplete);
    }

    /**
     * Fetches the tiles needed for a brief look at a capture.
     * @param {Capture} capture
     * @returns {boolean} whether they have loaded
     */
    prepare(capture) {
        const source = this.#source(capture);
        if (!source.tiles) return false;
        const level = Math.min(source.native, source.coarsest + BRIEF_LEVELS);
        const whole = { x: 0, y: 0, width: capture.width, height: capture.height };
        source.request(tilesOn(whole, level, source.native, source.tiles.tileSize, capture).map((tile) => ({ ...tile, level })));
        return source.isComplete;
    }

    /** Requests failed tiles again. */
    retry() {
        for (const source of this.#sources.values()) source.retry();
    }

    /**
     * @param {readonly Part[]} parts  the parts in painting order
     * @param {Box} sheet  the visible part of the page, in CSS pixels on the surface
     * @param {Canvas} canvas
     * @param {Point} origin  the page's corner on the surface in CSS pixels
     * @param {number} scale  CSS pixels per pixel of the page
     */
    paint(parts, sheet, canvas, origin, scale) {
        for (const image of this.#sources.keys()) {
            if (!parts.some(({ capture }) => capture.image === image)) this.#sources.get(image)?.request([]);
        }
        for (const part of parts) {
            const box = intersection(part.box, sheet);
            if (box) this.#paintPart(part, canvas, box, origin, scale);
        }
    }

    /** @param {Part} part @param {Canvas} canvas @param {Box} box @param {Point} origin @param {number} scale */
    #paintPart(part, { context, density }, box, origin, scale) {
        const source = this.#source(part.capture);
        if (!source.tiles) return;
        const matrix = toSurface(part.capture.toPage, origin, scale);
        const seen = visiblePart(matrix, box, part.capture);
        if (seen === null) return source.request([]);
        const { tileSize, isDoubled } = source.tiles;
        const finest = levelFor(matrix, seen, density, source.native, isDoubled);
        const level = Math.max(source.coarsest, part.isBrief ? Math.min(finest, source.coarsest + BRIEF_LEVELS) : finest);
        const places = (/** @type {number} */ at) => tilesOn(seen, at, source.native, tileSize, part.capture).map((tile) => ({ ...tile, level: at }));
        const wanted = places(level);
        // Until all tiles have loaded, those of coarser levels are shown.
        const drawn = wanted.every((place) => source.picture(place)) ? wanted : this.#coarser(source, level).flatMap(places).concat(wanted);
        source.request([...(level === source.coarsest || part.isBrief ? [] : places(source.coarsest)), ...wanted]);
        const target = part.opacity < 1 ? this.#spareContext(context.canvas) : context;
        target.save();
        target.setTransform(density, 0, 0, density, 0, 0);
        clip(target, part, box);
        for (const place of drawn) {
            const picture = source.picture(place);
            if (picture) drawTile(target, picture, place.box, 2 ** (place.level - source.native), matrix, density);
        }
        target.restore();
        if (target === context) return;
        context.save();
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.globalAlpha = part.opacity;
        context.drawImage(this.#spare, 0, 0);
        context.restore();
    }

    /** @param {CaptureTiles} source @param {number} level @returns {number[]} the coarser levels, coarsest first */
    #coarser(source, level) {
        return Array.from({ length: Math.max(0, level - source.coarsest) }, (_, index) => source.coarsest + index);
    }

    /** @param {HTMLCanvasElement} like @returns {CanvasRenderingContext2D} an empty context of the same size */
    #spareContext({ width, height }) {
        [this.#spare.width, this.#spare.height] = [width, height];
        return /** @type {CanvasRenderingContext2D} */ (this.#spare.getContext("2d"));
    }

    /** @param {Capture} capture */
    #source(capture) {
        const source = this.#sources.get(capture.image) ?? new CaptureTiles(capture, this.#tilesOf, this.#onArrival);
        this.#sources.set(capture.image, source);
        return source;
    }
}

/** @param {CanvasRenderingContext2D} context @param {Part} part @param {Box} box */
function clip(context, { isRound, box: whole }, box) {
    context.beginPath();
    context.rect(box.x, box.y, box.width, box.height);
    context.clip();
    if (!isRound) return;
    context.beginPath();
    context.arc(whole.x + whole.width / 2, whole.y + whole.height / 2, whole.width / 2, 0, 2 * Math.PI);
    context.clip();
}

/**
 * @param {CanvasRenderingContext2D} context  a context in device pixels
 * @param {HTMLImageElement} picture
 * @param {Box} box  the part of the capture that the tile covers
 * @param {number} resolution  pixels of the tile per pixel of the capture. The last tiles may have a fraction of a pixel too many:
 *   their sizes are rounded up.
 * @param {readonly number[]} matrix  the transform from the capture to the surface
 * @param {number} density
 */
export function drawTile(context, picture, box, resolution, matrix, density) {
    for (const { box: piece, affine } of pieces(matrix, box)) {
        const scale = Math.sqrt(Math.abs(affine[0] * affine[3] - affine[1] * affine[2]));
        if (scale === 0) continue;
        const over = OVERLAP / scale;
        const [a, b, c, d, e, f] = affine.map((number) => number * density);
        context.setTransform(a, b, c, d, e, f);
        context.drawImage(
            picture,
            (piece.x - box.x) * resolution, (piece.y - box.y) * resolution, piece.width * resolution, piece.height * resolution,
            piece.x - over / 2, piece.y - over / 2, piece.width + over, piece.height + over,
        );
    }
}
