// @ts-check
/** What is photographed, and where in the picture it is meant to be. Pure. */

/** @typedef {import("../base/types.js").Size} Size */
/** @typedef {import("../base/types.js").Box} Box */

/** @typedef {"upright" | "across" | "strip" | "book" | "detail"} Kind */

/**
 * @typedef {object} Guidance
 * @property {number | null} ratio  of width to height that the guides have
 * @property {boolean} hasOutline  whether it has four edges to be found; without, only the shutter takes a picture
 */

/** @type {Readonly<Record<Kind, Guidance>>} */
export const KINDS = Object.freeze({
    // Of paper sizes and of most books, one to the root of two.
    upright: { ratio: 1 / Math.SQRT2, hasOutline: true },
    across: { ratio: Math.SQRT2, hasOutline: true },
    strip: { ratio: 3, hasOutline: true },
    book: { ratio: Math.SQRT2, hasOutline: true },
    detail: { ratio: 1, hasOutline: false },
});

/** Between the guides and the border of the picture, a part of its shorter side. */
const MARGIN = 0.06;

/**
 * Where the guides of a kind are in a picture: as large as its border allows, in its middle. In an upright picture a strip is
 * taken upright.
 * @param {Kind} kind
 * @param {Size} picture
 * @returns {Box}
 */
export function guideOf(kind, { width, height }) {
    const margin = MARGIN * Math.min(width, height);
    const [across, down] = [width - 2 * margin, height - 2 * margin];
    const stated = KINDS[kind].ratio ?? width / height;
    const ratio = kind === "strip" && height > width ? 1 / stated : stated;
    const size = across / down > ratio ? { width: down * ratio, height: down } : { width: across, height: across / ratio };
    return { x: (width - size.width) / 2, y: (height - size.height) / 2, ...size };
}
