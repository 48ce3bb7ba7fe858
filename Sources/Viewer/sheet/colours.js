// @ts-check
/** The colour of each clause, and the document's palette on the page. */
import { areNear, bounds, touch } from "../base/geometry.js";
import { INSTITUTION } from "../strings/institution.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/types.js").Palette} Palette */

/** Of different lightness, so that neighbours stay distinct to everybody; `explore check` computes that for palettes. */
const OWN_OVERLAYS = ["#1b4278", "#d0a23a", "#9a4230", "#5f8a58"];
/** Of documents without a palette. */
const DEFAULT_OVERLAYS = INSTITUTION.overlays ?? OWN_OVERLAYS;

/**
 * Two colours alternate along the reading order. Where that would give two clauses that touch the same one, the later
 * takes the third, or the first further one that no neighbour has.
 * @param {Clause[]} clauses  in reading order
 * @param {number} colourCount  at least two
 * @param {number} distance  image pixels within which outlines count as touching
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
 * Puts a document's palette on the page, and answers its overlay colours. What would be hard to read is left out.
 * @param {Palette | null} palette
 * @returns {string[]}
 */
export function applyPalette(palette) {
    const root = document.documentElement.style;
    // Those of the palette before it, in the editor.
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
 * The contrast of WCAG 2.2 between two colours, 1 … 21; 1 for what is not `#rrggbb`.
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
    const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
    if (!match) return null;
    const [red, green, blue] = match.slice(1).map((part) => {
        const value = parseInt(part, 16) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
