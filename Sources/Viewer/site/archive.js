// @ts-check
/**
 * Reads tiles from a pyramid's archive, a single uncompressed zip file on the host: first the directory, then the byte range of
 * each tile. Specification: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.14 to
 * 4.3.16.
 */
import { APIError, get } from "../base/addresses.js";

/** @typedef {{ offset: number, byteCount: number, nameByteCount: number }} Entry */

const [HEADER, DIRECTORY, END, LARGE_END, LARGE_LOCATOR] = [0x04034b50, 0x02014b50, 0x06054b50, 0x06064b50, 0x07064b50];
const [HEADER_BYTES, DIRECTORY_BYTES, END_BYTES, LARGE_END_BYTES, LOCATOR_BYTES] = [30, 46, 22, 56, 20];
/**
 * The number of bytes read first, from the end. They contain the final records and the directory of a pyramid of up to about 700
 * tiles.
 */
const FIRST_READ = 65_536;
/** In bytes. The directory of a million tiles has about eighty million. */
const LARGEST_DIRECTORY = 256e6;

/**
 * @param {string} path  relative to the root
 * @returns {(level: number, column: number, row: number) => Promise<Blob>}
 */
export function openArchive(path) {
    /** @type {Promise<Map<string, Entry>> | null} */
    let directory = null;
    return async (level, column, row) => {
        directory ??= readDirectory(path);
        directory.catch(() => (directory = null));
        const entry = (await directory).get(`${level}/${column}_${row}`);
        if (!entry) throw new APIError(404, `no tile ${level}/${column}_${row}`);
        const head = HEADER_BYTES + entry.nameByteCount;
        let bytes = await read(path, entry.offset, head + entry.byteCount);
        const view = new DataView(bytes);
        if (view.getUint32(0, true) !== HEADER) throw new APIError(-1, `${path}: damaged at byte ${entry.offset}`);
        const begin = HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
        if (begin > head) bytes = await read(path, entry.offset, begin + entry.byteCount);
        return new Blob([bytes.slice(begin, begin + entry.byteCount)]);
    };
}

/**
 * Returns the OpenSeadragon hooks that load tiles without an address.
 * @param {(level: number, column: number, row: number) => Promise<Blob>} read
 */
export function loaderOf(read) {
    return {
        /** @param {OpenSeadragon.ImageJob} job */
        downloadTileStart(job) {
            const { level, x, y } = job.tile;
            read(level, x, y).then(
                (bytes) => job.finish(bytes, null, "rasterBlob"),
                (error) => job.fail(String(error), null),
            );
        },
        downloadTileAbort() {
            // Not aborted: a tile that arrives late can still serve the next request.
        },
    };
}

/** @param {string} path @returns {Promise<Map<string, Entry>>} keyed by `level/column_row` */
async function readDirectory(path) {
    const { bytes: tail, total } = await readEnd(path, FIRST_READ);
    const view = new DataView(tail);
    const start = total - tail.byteLength;
    // Archives written by `explore` have no comment, so the end record is the last thing.
    const end = tail.byteLength - END_BYTES;
    if (end < 0 || view.getUint32(end, true) !== END) throw new APIError(-1, `${path}: no zip archive`);
    let [length, offset] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)];
    const locator = end - LOCATOR_BYTES;
    if (locator >= 0 && view.getUint32(locator, true) === LARGE_LOCATOR) {
        const place = Number(view.getBigUint64(locator + 8, true)) - start;
        if (place < 0 || place + LARGE_END_BYTES > tail.byteLength || view.getUint32(place, true) !== LARGE_END) {
            throw new APIError(-1, `${path}: damaged at its end`);
        }
        length = Number(view.getBigUint64(place + 40, true));
        offset = Number(view.getBigUint64(place + 48, true));
    }
    if (length > LARGEST_DIRECTORY || offset + length > total) throw new APIError(-1, `${path}: damaged at its end`);
    const bytes = offset >= start ? tail.slice(offset - start, offset - start + length) : await read(path, offset, length);
    return entriesOf(new DataView(bytes));
}

/** @param {DataView} view */
function entriesOf(view) {
    /** @type {Map<string, Entry>} */
    const entries = new Map();
    const text = new TextDecoder();
    for (let at = 0; at + DIRECTORY_BYTES <= view.byteLength && view.getUint32(at, true) === DIRECTORY; ) {
        const [nameByteCount, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
        let offset = view.getUint32(at + 42, true);
        const behind = at + DIRECTORY_BYTES + nameByteCount;
        // In an archive beyond 4 GB, the offset is the only field that does not fit.
        if (offset === 0xffffffff && extra >= 12) offset = Number(view.getBigUint64(behind + 4, true));
        const name = text.decode(new Uint8Array(view.buffer, view.byteOffset + at + DIRECTORY_BYTES, nameByteCount));
        const tile = /_files\/(\d+\/\d+_\d+)\.\w+$/.exec(name);
        if (tile) entries.set(tile[1], { offset, byteCount: view.getUint32(at + 20, true), nameByteCount });
        at = behind + extra + comment;
    }
    return entries;
}

/** @param {string} path @param {number} offset @param {number} length */
async function read(path, offset, length) {
    const response = await ranged(path, `bytes=${offset}-${offset + length - 1}`);
    const bytes = await response.arrayBuffer();
    if (bytes.byteLength !== length) throw new APIError(-1, `${path}: ${bytes.byteLength} bytes came, expected ${length}`);
    return bytes;
}

/** @param {string} path @param {number} length */
async function readEnd(path, length) {
    const response = await ranged(path, `bytes=-${length}`);
    const bytes = await response.arrayBuffer();
    // Other origins may hide this header; a site's own host does not.
    const total = Number(/\/(\d+)$/.exec(response.headers.get("content-range") ?? "")?.[1] ?? NaN);
    if (!Number.isSafeInteger(total)) throw new APIError(-1, `${path}: the response does not state its size`);
    return { bytes, total };
}

/** @param {string} path @param {string} range */
async function ranged(path, range) {
    const response = await get(path, { Range: range });
    if (response.status === 206) return response;
    // The response body may be gigabytes.
    await response.body?.cancel();
    throw new APIError(-1, `${path}: this host gives no ranges of bytes; such a site is written with --tiles files`);
}
