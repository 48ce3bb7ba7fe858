// @ts-check
/** A page as it is printed: its picture with the outlines and names of clauses. */
import { make } from "../base/dom.js";
import { bounds, pathData } from "../base/geometry.js";
import { makeSVG } from "../base/svg.js";
import { nativeLevel } from "../base/tile-picture.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/types.js").Page} Page */
/** @typedef {import("../base/types.js").Tiles} Tiles */

/** The longer side in pixels: 200 mm at about 200 dpi. */
const LONGEST_SIDE = 1600;

/**
 * Returns the level of the pyramid that is printed, and its size.
 * @param {{ width: number, height: number }} page
 * @param {number} minLevel  the coarsest available level
 */
export function printedLevel({ width, height }, minLevel) {
    const native = nativeLevel({ width, height });
    let level = native;
    const sizeOf = (/** @type {number} */ number) => ({
        width: Math.ceil(width / 2 ** (native - number)),
        height: Math.ceil(height / 2 ** (native - number)),
    });
    while (level > minLevel && Math.max(sizeOf(level).width, sizeOf(level).height) > LONGEST_SIDE) level -= 1;
    return { level, ...sizeOf(level) };
}

/**
 * @param {Page} page
 * @param {Clause[]} clauses  those on the page are outlined
 * @param {(image: string) => Promise<Tiles>} tilesOf
 * @param {(clause: Clause) => string} nameOf  returns the label of an outline
 * @returns {Promise<HTMLElement>} blank where the page has no picture or tiles cannot be fetched
 */
export async function sheetPicture(page, clauses, tilesOf, nameOf) {
    const figure = make("figure", { class: "sheet" });
    figure.style.aspectRatio = `${page.width} / ${page.height}`;
    if (page.image !== null && !page.cut) figure.append(await painted(page, await tilesOf(page.image)));
    figure.append(outlines(page, clauses, nameOf));
    return figure;
}

/** @param {Page} page @param {Tiles} tiles */
async function painted(page, { tileSize, minLevel = 0, read, url }) {
    const { level, width, height } = printedLevel(page, minLevel);
    const canvas = make("canvas", { width: String(width), height: String(height) });
    const context = canvas.getContext("2d");
    /** @param {number} column @param {number} row */
    const paint = async (column, row) => {
        const blob = read ? await read(level, column, row) : await (await fetch(url(level, column, row))).blob();
        const bitmap = await createImageBitmap(blob);
        context?.drawImage(bitmap, column * tileSize, row * tileSize);
        bitmap.close();
    };
    const places = [];
    for (let row = 0; row * tileSize < height; row += 1) {
        for (let column = 0; column * tileSize < width; column += 1) places.push(paint(column, row));
    }
    // A tile that cannot be fetched leaves a gap.
    await Promise.allSettled(places);
    return canvas;
}

/** @param {Page} page @param {Clause[]} clauses @param {(clause: Clause) => string} nameOf */
function outlines(page, clauses, nameOf) {
    const svg = makeSVG("svg", { viewBox: `0 0 ${page.width} ${page.height}` });
    const size = Math.max(page.width, page.height) / 45;
    for (const clause of clauses) {
        const regions = clause.regions.filter((region) => region.page === page.number);
        if (regions.length === 0) continue;
        const { x, y } = bounds(regions);
        // Above the outline, unless that would be outside the sheet.
        const text = makeSVG("text", { x, y: y > size ? y - size / 4 : y + size, "font-size": size });
        text.textContent = nameOf(clause);
        svg.append(makeSVG("path", { d: pathData(regions) }), text);
    }
    return svg;
}
