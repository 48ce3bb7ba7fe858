// @ts-check
/** Single tiles as pictures. */

/** @typedef {import("./types.js").Tiles} Tiles */
/** @typedef {{ level: number, column: number, row: number }} Place */

/**
 * @param {import("./types.js").Size} size  the size of an image
 * @param {number} tileSize
 * @returns {number} the finest Deep Zoom level that consists of a single tile
 */
export function wholeLevel({ width, height }, tileSize) {
    const longest = Math.max(width, height);
    return Math.max(0, Math.ceil(Math.log2(longest)) - Math.ceil(Math.log2(Math.ceil(longest / tileSize))));
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
