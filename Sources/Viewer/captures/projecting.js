// @ts-check
/** Arithmetic for drawing a capture in its place on the page. Pure functions. */
import { cornersOf, product, transformed } from "../base/projection.js";

/** @typedef {import("../base/types.js").Box} Box */
/** @typedef {import("../base/types.js").Point} Point */
/** @typedef {import("../base/types.js").Size} Size */
/** @typedef {import("../base/projection.js").Matrix} Matrix */
/**
 * @typedef {[a: number, b: number, c: number, d: number, e: number, f: number]} Affine  the elements in the order of a canvas
 *   transform
 */

/** The minimum ratio of a level's resolution to the device's at which the level looks no worse. */
const BLUR = 0.75;
/** The maximum error of a corner when a piece is drawn by a linear map, in CSS pixels. */
const TOLERANCE = 0.35;
const MOST_HALVINGS = 4;

/**
 * Returns the transform from pixels of a capture to CSS pixels on the surface.
 * @param {Matrix} toPage
 * @param {Point} origin  the page's corner on the surface
 * @param {number} scale  CSS pixels per pixel of the page
 * @returns {number[]}
 */
export function toSurface(toPage, origin, scale) {
    return product([scale, 0, origin.x, 0, scale, origin.y, 0, 0, 1], toPage);
}

/**
 * Returns the level that matches the resolution of the device.
 * @param {Matrix} matrix  the transform from the capture to the surface
 * @param {Box} seen  the visible part of the capture
 * @param {number} density  device pixels per CSS pixel
 * @param {number} native
 * @param {boolean} isDoubled  whether there is a level above the native one
 */
export function levelFor(matrix, seen, density, native, isDoubled) {
    const middle = { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 };
    const [from, to] = [-0.5, 0.5].map((step) => transformed(matrix, middle.x + step, middle.y));
    const scale = from && to ? Math.hypot(to.x - from.x, to.y - from.y) : 1;
    const steps = Math.ceil(Math.log2(Math.max(1e-9, scale * density * BLUR)));
    return Math.max(0, Math.min(native + (isDoubled ? 1 : 0), native + steps));
}

/**
 * Returns the tiles of a level that intersect a part of the capture, those nearest to its centre first.
 * @param {Box} seen  the part of the capture, at its native resolution
 * @param {number} level
 * @param {number} native
 * @param {number} tileSize
 * @param {Size} size  the size of the capture
 * @returns {{ column: number, row: number, box: Box }[]} the tiles, each with the box it covers at the native resolution
 */
export function tilesOn(seen, level, native, tileSize, size) {
    const side = tileSize * 2 ** (native - level);
    const last = (/** @type {number} */ end, /** @type {number} */ length) => Math.max(0, Math.ceil(Math.min(end, length) / side) - 1);
    const [firstColumn, lastColumn] = [Math.floor(seen.x / side), last(seen.x + seen.width, size.width)];
    const [firstRow, lastRow] = [Math.floor(seen.y / side), last(seen.y + seen.height, size.height)];
    const middle = { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 };
    const tiles = [];
    for (let row = firstRow; row <= lastRow; row += 1) {
        for (let column = firstColumn; column <= lastColumn; column += 1) {
            const [x, y] = [column * side, row * side];
            const box = { x, y, width: Math.min(side, size.width - x), height: Math.min(side, size.height - y) };
            tiles.push({ column, row, box, distance: Math.hypot(x + side / 2 - middle.x, y + side / 2 - middle.y) });
        }
    }
    return tiles.sort((one, other) => one.distance - other.distance);
}

/**
 * Divides a box of a capture into pieces with linear maps to the surface, whose error is invisible.
 * @param {Matrix} matrix  the transform from the capture to the surface
 * @param {Box} box
 * @returns {{ box: Box, affine: Affine }[]} the pieces, without those beyond the horizon
 */
export function pieces(matrix, box, halvings = 0) {
    const corners = cornersOf(box).map(({ x, y }) => transformed(matrix, x, y));
    if (corners.some((corner) => corner === null)) return [];
    const [first, right, across, down] = /** @type {Point[]} */ (corners);
    const slack = Math.hypot(right.x + down.x - first.x - across.x, right.y + down.y - first.y - across.y);
    if (slack > TOLERANCE && halvings < MOST_HALVINGS) {
        const [width, height] = [box.width / 2, box.height / 2];
        return [0, 1, 2, 3].flatMap((quarter) =>
            pieces(matrix, { x: box.x + (quarter % 2) * width, y: box.y + Math.floor(quarter / 2) * height, width, height }, halvings + 1),
        );
    }
    const [a, b] = [(right.x - first.x) / box.width, (right.y - first.y) / box.width];
    const [c, d] = [(down.x - first.x) / box.height, (down.y - first.y) / box.height];
    return [{ box, affine: [a, b, c, d, first.x - a * box.x - c * box.y, first.y - b * box.x - d * box.y] }];
}
