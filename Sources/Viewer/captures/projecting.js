// @ts-check
/** The arithmetic of drawing a capture where it lies on its page. Pure. */
import { cornersOf, product, transformed } from "../base/projection.js";

/** @typedef {import("../base/types.js").Box} Box */
/** @typedef {import("../base/types.js").Point} Point */
/** @typedef {import("../base/types.js").Size} Size */
/** @typedef {import("../base/projection.js").Matrix} Matrix */
/** @typedef {[a: number, b: number, c: number, d: number, e: number, f: number]} Affine  as a canvas takes it */

/** A level may have this share of the device's pixels and look no worse. */
const BLUR = 0.75;
/** How far a corner may lie beside its place when a piece is drawn by a linear map, CSS pixels. */
const TOLERANCE = 0.35;
const MOST_HALVINGS = 4;

/**
 * From the pixels of a capture to CSS pixels on the surface.
 * @param {Matrix} toPage
 * @param {Point} origin  of the page on the surface
 * @param {number} scale  CSS pixels to a pixel of the page
 * @returns {number[]}
 */
export function toSurface(toPage, origin, scale) {
    return product([scale, 0, origin.x, 0, scale, origin.y, 0, 0, 1], toPage);
}

/** @param {Size} size  of an image @returns {number} its Deep Zoom level of full resolution */
export function nativeLevel({ width, height }) {
    return Math.ceil(Math.log2(Math.max(width, height)));
}

/**
 * The level that has a pixel for each of the device.
 * @param {Matrix} matrix  from the capture to the surface
 * @param {Box} seen  of the capture
 * @param {number} density  device pixels to a CSS pixel
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
 * The tiles of a level that a part of the capture is on, those in its middle first.
 * @param {Box} seen  of the capture, at its native resolution
 * @param {number} level
 * @param {number} native
 * @param {number} tileSize
 * @param {Size} size  of the capture
 * @returns {{ column: number, row: number, box: Box }[]} with the box that each covers at the native resolution
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
 * A box of a capture in pieces, each with the linear map from it to the surface, which is nowhere off by more than can be seen.
 * @param {Matrix} matrix  from the capture to the surface
 * @param {Box} box
 * @returns {{ box: Box, affine: Affine }[]} without those that lie beyond the horizon
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
