// @ts-check
/** Locates the tiles of an image: files under their IIIF addresses, or an archive that is read by ranges. */
import { json, ROOT } from "../base/addresses.js";

/**
 * @param {string} image
 * @returns {Promise<import("../base/types.js").Tiles>}
 */
export async function tiles(image) {
    // Not cached: the page uses this request to distinguish a missing tile from a host that does not respond.
    const cut = await json(`tiles/${encodeURIComponent(image)}.json`);
    const { width, height, tileSize, format, archive } = cut;
    const nativeLevel = Math.ceil(Math.log2(Math.max(width, height)));
    // The finest level that is a single tile. Coarser ones are too small to be useful.
    const minLevel = Math.max(0, nativeLevel - Math.ceil(Math.log2(Math.ceil(Math.max(width, height) / tileSize))));
    const known = { tileSize, format, isDoubled: false, minLevel };
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
            const scale = 2 ** (nativeLevel - level);
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
