// @ts-check
/** Computes which capture is shown where on the surface. Pure functions. */

/** @typedef {import("../base/types.js").Box} Box */
/** @typedef {import("../base/types.js").Point} Point */
/** @typedef {import("../base/types.js").Size} Size */
/** @typedef {import("../base/types.js").Capture} Capture */
/** @typedef {import("../base/fragment.js").Comparison} Comparison */

/**
 * A part of the surface that shows a capture.
 * @typedef {object} Part
 * @property {Capture} capture
 * @property {Box} box  the box on the surface in CSS pixels
 * @property {boolean} isRound  whether the part is the circle inscribed in the box
 * @property {number} opacity  the opacity, 0 … 1
 * @property {boolean} isBrief  whether the part is shown too briefly to look closely, so that a coarse picture suffices
 */

/**
 * What is shown: the reader's choice, or for a moment the capture that passes over a newly opened page.
 * @typedef {{ mode: import("../base/fragment.js").CaptureMode | "pass", shown: Capture[], at: number[] }} Seen
 */

/** The width of the band that passes over the sheet, as a share of the visible part of the sheet. */
const BAND = 0.25;

/**
 * Returns the reader's choice as far as the page has such captures, or null for the default capture.
 * @param {readonly Capture[]} captures  the captures of the page, the default first
 * @param {Comparison | null} wish
 * @returns {{ mode: import("../base/fragment.js").CaptureMode, shown: Capture[], at: number[] } | null}
 */
export function comparisonOn(captures, wish) {
    const shown = (wish?.ids ?? []).flatMap((id) => captures.find((capture) => capture.id === id) ?? []);
    if (!wish || shown.length === 0) return null;
    if (shown.length === wish.ids.length) return { mode: wish.mode, shown, at: wish.at };
    return { mode: "one", shown: [shown[0]], at: [] };
}

/**
 * Returns the parts of the surface in painting order.
 * @param {Seen} seen
 * @param {Box} sheet  the visible part of the page, in CSS pixels on the surface
 * @param {Point} lens  the centre of the lens
 * @param {number} radius  the radius of the lens
 * @returns {Part[]}
 */
export function partsOf({ mode, shown, at }, sheet, lens, radius) {
    const part = (/** @type {Capture} */ capture, /** @type {Partial<Part>} */ more = {}) => ({ capture, box: sheet, isRound: false, opacity: 1, isBrief: false, ...more });
    if (mode === "curtain") {
        const edges = [0, ...at, 100].map((percent) => sheet.x + (percent / 100) * sheet.width);
        return shown
            .map((capture, index) => part(capture, { box: { ...sheet, x: edges[index], width: edges[index + 1] - edges[index] } }))
            .filter(({ box }) => box.width > 0);
    }
    const [base, other] = shown;
    if (mode === "fade") {
        const opacity = at[0] / 100;
        return [...(opacity < 1 ? [part(base)] : []), ...(opacity > 0 ? [part(other, { opacity })] : [])];
    }
    if (mode === "pass") {
        const left = sheet.x + ((at[0] / 100) * (1 + BAND) - BAND) * sheet.width;
        const [from, to] = [Math.max(sheet.x, left), Math.min(sheet.x + sheet.width, left + BAND * sheet.width)];
        return [part(base), ...(to > from ? [part(other, { box: { ...sheet, x: from, width: to - from }, isBrief: true })] : [])];
    }
    if (mode === "lens") {
        const box = { x: lens.x - radius, y: lens.y - radius, width: 2 * radius, height: 2 * radius };
        return [part(base), part(other, { box, isRound: true })];
    }
    return [part(base)];
}

/**
 * Returns the visible part of a page.
 * @param {Point} origin  the page's corner on the surface in CSS pixels
 * @param {number} scale  CSS pixels per pixel of the page
 * @param {Size} page
 * @param {Size} surface  the size of the surface in CSS pixels
 * @returns {Box} a box on the surface, possibly empty
 */
export function seenSheet(origin, scale, page, surface) {
    const [left, top] = [Math.max(0, origin.x), Math.max(0, origin.y)];
    const right = Math.min(surface.width, origin.x + page.width * scale);
    const bottom = Math.min(surface.height, origin.y + page.height * scale);
    return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/**
 * Separates the parts that must be painted from the part where the page's own tiles are visible.
 * @param {readonly Part[]} parts
 * @param {Capture} own  the default capture
 * @returns {{ painted: Part[], ownBox: Box | null }} the parts to paint, and the box of the page's own tiles, null if they are
 *   not visible
 */
export function dividedParts(parts, own) {
    const isSeen = (/** @type {Part} */ part, /** @type {number} */ index) =>
        part.capture === own && parts.slice(0, index).every(({ box }) => !overlaps(box, part.box));
    return { painted: parts.filter((part, index) => !isSeen(part, index)), ownBox: parts.find(isSeen)?.box ?? null };
}

/** @param {Box} one @param {Box} other */
function overlaps(one, other) {
    return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
}

/**
 * Moves a curtain, which stops at its neighbours.
 * @param {readonly number[]} at  the positions of the curtains in percent
 * @param {number} index
 * @param {number} percent
 * @returns {number[]}
 */
export function movedCurtain(at, index, percent) {
    const [low, high] = [at[index - 1] ?? 0, at[index + 1] ?? 100];
    return at.map((place, other) => (other === index ? Math.min(high, Math.max(low, percent)) : place));
}
