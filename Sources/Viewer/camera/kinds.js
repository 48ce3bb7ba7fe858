// @ts-check
/** Kinds of subjects, and where each should be in the picture. Pure. */

/** @typedef {import("../base/types.js").Size} Size */
/** @typedef {import("../base/types.js").Box} Box */

/** @typedef {"upright" | "across" | "strip" | "book" | "detail"} Kind */

/**
 * @typedef {object} Guidance
 * @property {number | null} ratio  the ratio of width to height of the guides
 * @property {boolean} hasOutline  whether there are four edges to detect; if not, pictures are taken only with the shutter
 */

/** @type {Readonly<Record<Kind, Guidance>>} */
export const KINDS = Object.freeze({
    // The ratio of ISO paper sizes and about that of most books, 1 to the square root of 2.
    upright: { ratio: 1 / Math.SQRT2, hasOutline: true },
    across: { ratio: Math.SQRT2, hasOutline: true },
    strip: { ratio: 3, hasOutline: true },
    book: { ratio: Math.SQRT2, hasOutline: true },
    detail: { ratio: 1, hasOutline: false },
});

/** The distance between the guides and the border of the picture, as a fraction of its shorter side. */
const MARGIN = 0.06;

/**
 * Returns the guides of a kind in a picture: as large as the margin allows, and centred. In a portrait picture, a strip is
 * upright.
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
