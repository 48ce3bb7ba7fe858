// @ts-check
/** Locates the tiles of an image: files under their IIIF addresses, or an archive that is read by ranges. */
import { json, ROOT } from "../base/addresses.js";
import { nativeLevel, wholeLevel } from "../base/tile-picture.js";

/**
 * @param {string} image
 * @returns {Promise<import("../base/types.js").Tiles>}
 */
export async function tiles(image) {
    // Not cached: the page uses this request to distinguish a missing tile from a host that does not respond.
    const cut = await json(`tiles/${encodeURIComponent(image)}.json`);
    const { width, height, tileSize, format, archive } = cut;
    // Levels coarser than a single tile are too small to be useful.
    const known = { tileSize, format, isDoubled: false, minLevel: wholeLevel(cut, tileSize) };
    if (archive) {
        const { loaderOf, openArchive } = await import("./archive.js");
        const url = `${ROOT}${archive}`;
        const read = openArchive(archive);
        return { ...known, url: (level, column, row) => `${url}#${level}/${column}_${row}`, read, loader: loaderOf(read) };
    }
    const folder = `${ROOT}iiif/3/${encodeURIComponent(image)}`;
    return {
        ...known,
        // The canonical address of the same pixels in IIIF's Image API 3.0, section 4.7.
        url: (level, column, row) => {
            const scale = 2 ** (nativeLevel(cut) - level);
            const [x, y] = [column * tileSize * scale, row * tileSize * scale];
            const [w, h] = [Math.min(tileSize * scale, width - x), Math.min(tileSize * scale, height - y)];
            const size = [Math.ceil(width / scale) - column * tileSize, Math.ceil(height / scale) - row * tileSize]
                .map((side) => Math.min(tileSize, side))
                .join(",");
            const region = w === width && h === height ? "full" : [x, y, w, h].join(",");
            return `${folder}/${region}/${size}/0/default.${format}`;
        },
    };
}
