// @ts-check
/** The colours of clauses, and the document's palette on the page. */
import { areNear, bounds, touch } from "../base/geometry.js";
import { INSTITUTION } from "../strings/institution.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/types.js").Palette} Palette */

/** Colours of different lightness, so that neighbours stay distinct for everybody; `explore check` verifies this for palettes. */
const OWN_OVERLAYS = ["#1b4278", "#d0a23a", "#9a4230", "#5f8a58"];
/** For documents without a palette. */
const DEFAULT_OVERLAYS = INSTITUTION.overlays ?? OWN_OVERLAYS;

/**
 * Assigns colours. Two alternate along the reading order; a clause that touches an earlier one of the same colour gets the third,
 * or the first further colour that no such neighbour has.
 * @param {Clause[]} clauses  the clauses in reading order
 * @param {number} colourCount  the number of colours, at least two
 * @param {number} distance  the distance in image pixels within which outlines count as touching
 * @returns {number[]} an index into the palette for each clause
 */
export function colourIndices(clauses, colourCount, distance) {
    const boxes = clauses.map(({ regions }) => bounds(regions));
    /** @type {number[]} */
    const colours = [];
    clauses.forEach((clause, index) => {
        const wanted = index % 2;
        const taken = new Set();
        for (let earlier = 0; earlier < index; earlier += 1) {
            if (taken.has(colours[earlier]) || !areNear(boxes[earlier], boxes[index], distance)) continue;
            if (touch(clauses[earlier].regions, clause.regions, distance)) taken.add(colours[earlier]);
        }
        const further = Array.from({ length: colourCount - 2 }, (_, offset) => offset + 2);
        const free = [wanted, ...further, 1 - wanted].find((colour) => !taken.has(colour));
        colours.push(free ?? wanted);
    });
    return colours;
}

/**
 * Applies a document's palette to the page and returns its overlay colours. Colour pairs of too low contrast are ignored.
 * @param {Palette | null} palette
 * @returns {string[]}
 */
export function applyPalette(palette) {
    const root = document.documentElement.style;
    // In the editor, an earlier palette may be set.
    for (const name of ["paper", "ink", "ground", "accent"]) root.removeProperty(`--document-${name}`);
    if (!palette) return DEFAULT_OVERLAYS;
    if (contrast(palette.paper, palette.ink) >= 7) {
        root.setProperty("--document-paper", palette.paper);
        root.setProperty("--document-ink", palette.ink);
    }
    if (contrast(palette.background, "#f6ecd6") >= 7) root.setProperty("--document-ground", palette.background);
    if (contrast(palette.accent, palette.background) >= 3) root.setProperty("--document-accent", palette.accent);
    return palette.overlays.length >= 2 ? palette.overlays : DEFAULT_OVERLAYS;
}

/**
 * Returns the WCAG 2.2 contrast ratio of two colours, 1 … 21; 1 if one is not of the form `#rrggbb`.
 * @param {string} a
 * @param {string} b
 */
export function contrast(a, b) {
    const [one, other] = [luminance(a), luminance(b)];
    if (one === null || other === null) return 1;
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** @param {string} colour */
function luminance(colour) {
    const rgb = channels(colour);
    if (!rgb) return null;
    const [red, green, blue] = rgb.map(linearChannel);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} colour  #rrggbb @returns {[number, number, number] | null} the channels, 0 … 255, or null if the colour is malformed */
export function channels(colour) {
    const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
    return match && /** @type {[number, number, number]} */ (match.slice(1).map((part) => parseInt(part, 16)));
}

/** @param {number} channel  a channel of an sRGB colour, 0 … 255 @returns {number} the same in linear sRGB, 0 … 1 */
export function linearChannel(channel) {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
