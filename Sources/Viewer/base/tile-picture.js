// @ts-check
/** Levels of an image, and single tiles as pictures. */

/** @typedef {import("./types.js").Size} Size */
/** @typedef {import("./types.js").Tiles} Tiles */
/** @typedef {{ level: number, column: number, row: number }} Place */

/** @param {Size} size  the size of an image @returns {number} the Deep Zoom level of its full resolution */
export function nativeLevel({ width, height }) {
    return Math.ceil(Math.log2(Math.max(width, height)));
}

/**
 * @param {Size} size  the size of an image
 * @param {number} tileSize
 * @returns {number} the finest Deep Zoom level that consists of a single tile
 */
export function wholeLevel(size, tileSize) {
    const tileCount = Math.ceil(Math.max(size.width, size.height) / tileSize);
    return Math.max(0, nativeLevel(size) - Math.ceil(Math.log2(tileCount)));
}

/**
 * Shows a tile in an image element.
 * @param {Tiles} tiles
 * @param {Place} place
 * @param {HTMLImageElement} picture
 * @returns {Promise<void>} resolves once the picture can be painted
 */
export async function tilePicture(tiles, { level, column, row }, picture) {
    if (!tiles.read) {
        picture.src = tiles.url(level, column, row);
        return picture.decode();
    }
    const url = URL.createObjectURL(await tiles.read(level, column, row));
    picture.src = url;
    try {
        await picture.decode();
    } finally {
        URL.revokeObjectURL(url);
    }
}
