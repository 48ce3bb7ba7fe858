// @ts-check
/** A document's palette: the rules of `explore check`, and a suggestion based on the scan. Pure. */
import { channels, contrast } from "../../sheet/colours.js";
import { hexOf, lab, linear, seenDifference, VISIONS } from "./colour-space.js";

/** @typedef {import("../../base/types.js").Palette} Palette */
/** @typedef {import("./colour-space.js").Triple} Triple */
/** @typedef {"paper" | "ink" | "accent" | "background"} Part */
/**
 * @typedef {{ part: Part | number, with: Part | "light", ratio: number, least: number }} Contrast  a numeric part is the index of
 *   an overlay
 */
/**
 * @typedef {{ one: number, other: number, visions: typeof VISIONS[number]["name"][] }} Likeness  two overlays that look alike to
 *   these kinds of vision, or to everybody if there are none
 */

/** The viewer's text colour on the background. */
const LIGHT_TEXT = "#f6ecd6";
const [LEAST_TEXT, LEAST_ACCENT, LEAST_OVERLAY] = [7, 3, 1.5];
/** The minimum difference between overlays, summed over the three channels. */
const LEAST_STEPS = 48;
export const [FEWEST_OVERLAYS, MOST_OVERLAYS] = [2, 6];

/** @param {Palette} palette @returns {Contrast[]} the contrasts that `explore check` computes, with its minimums */
export function contrastsOf({ paper, ink, accent, background, overlays }) {
    return [
        { part: "ink", with: "paper", ratio: contrast(ink, paper), least: LEAST_TEXT },
        { part: "accent", with: "background", ratio: contrast(accent, background), least: LEAST_ACCENT },
        { part: "background", with: "light", ratio: contrast(background, LIGHT_TEXT), least: LEAST_TEXT },
        ...overlays.map((colour, part) => /** @type {Contrast} */ ({ part, with: "paper", ratio: contrast(colour, paper), least: LEAST_OVERLAY })),
    ];
}

/** @param {Palette} palette @returns {Likeness[]} the pairs of overlays that are hard to tell apart */
export function likenessesOf({ overlays }) {
    return overlays.flatMap((colour, other) => overlays.slice(0, other).flatMap((former, one) => {
        const visions = alike(former, colour);
        return visions ? [{ one, other, visions }] : [];
    }));
}

/**
 * @param {string} one
 * @param {string} other
 * @returns {Likeness["visions"] | null} the kinds of vision that cannot tell the colours apart; null if all can
 */
function alike(one, other) {
    const [a, b] = [channels(one), channels(other)];
    if (!a || !b) return null;
    if (a.reduce((sum, value, index) => sum + Math.abs(value - b[index]), 0) < LEAST_STEPS) return [];
    const found = VISIONS.filter((vision) => seenDifference(linear(a), linear(b), vision) < vision.least);
    return found.length > 0 ? found.map(({ name }) => name) : null;
}

/** The number of bins per channel for counting the colours of a scan. */
const BINS = 16;
/** The share of the picture that is ignored along each edge, because it is often not part of the sheet. */
const MARGIN = 0.06;
/**
 * The viewer's soft ink, links and emphasis must be readable on the paper, too: so the ink is darker than required, and the paper
 * light.
 */
const [WISHED_TEXT, LEAST_PAPER] = [9, 82];
/** The minimum share of the picture for a colour to become the ink or the accent. */
const LEAST_SHARE = 0.001;

/**
 * Suggests a palette from the colours of a scan that passes all checks. The paper is the most frequent light colour, the ink the
 * darkest colour, and the accent the colour that differs most from both.
 * @param {{ data: Uint8ClampedArray, width: number, height: number }} picture  RGBA
 * @returns {Palette}
 * @complexity O(*n*) in the number of pixels
 */
export function suggestedPalette(picture) {
    const colours = countedColours(picture);
    const light = colours.filter(({ tone: [lightness] }) => lightness >= 45);
    const paper = heaviest(light.length > 0 ? light : colours);
    const dark = colours.filter(({ tone: [lightness] }) => lightness < paper[0] - 20);
    const ink = darkest(dark, colours);
    const accent = outstanding(colours, paper, ink);
    const [paperHue, inkHue, accentHue] = [paper, ink, accent].map(hueOf);

    let [paperLight, inkLight] = [Math.max(LEAST_PAPER, paper[0]), Math.min(30, ink[0])];
    const paperChroma = Math.min(40, chromaOf(paper));
    const paperColour = () => hexOf(paperLight, paperChroma, paperHue);
    const inkColour = () => hexOf(inkLight, Math.min(20, chromaOf(ink)), inkHue);
    while (contrast(inkColour(), paperColour()) < WISHED_TEXT && (inkLight > 0 || paperLight < 100)) {
        if (inkLight > 0) inkLight = Math.max(0, inkLight - 2);
        else paperLight = Math.min(100, paperLight + 2);
    }
    let ground = 18;
    const background = () => hexOf(ground, Math.min(14, Math.max(6, paperChroma)), paperHue);
    while (contrast(background(), LIGHT_TEXT) < LEAST_TEXT && ground > 0) ground -= 2;
    let accentLight = Math.max(45, accent[0]);
    const accentColour = () => hexOf(accentLight, Math.max(30, chromaOf(accent)), accentHue);
    while (contrast(accentColour(), background()) < LEAST_ACCENT && accentLight < 100) accentLight += 2;
    const overlays = suggestedOverlays(paperColour(), accentHue);
    return { paper: paperColour(), ink: inkColour(), accent: accentColour(), background: background(), overlays };
}

/**
 * Returns colours with evenly spaced lightness that everybody can tell apart.
 * @param {string} paper @param {number} hue  the hue of the first one
 */
function suggestedOverlays(paper, hue) {
    let most = 66;
    while (contrast(hexOf(most, 0, 0), paper) < LEAST_OVERLAY + 0.15 && most > 20) most -= 1;
    const least = 22;
    const levels = [0, 1, 2, 3].map((step) => least + ((most - least) * step) / 3);
    // Ordered so that neighbours, which take the colours in turn, differ clearly in lightness.
    const order = [levels[0], levels[2], levels[1], levels[3]];
    /** @type {string[]} */
    const overlays = [];
    for (const [place, lightness] of order.entries()) {
        const hues = [0, 180, 90, 270, 45, 225, 135, 315].map((turn) => (hue + turn + 90 * place) % 360);
        const wishes = [46, 30, 12, 0].flatMap((chroma) => hues.map((turn) => hexOf(lightness, chroma, turn)));
        const found = wishes.find((colour) => contrast(colour, paper) >= LEAST_OVERLAY && overlays.every((other) => alike(other, colour) === null));
        if (found) overlays.push(found);
    }
    // The darkest and the lightest differ in lightness alone by more than required.
    return overlays.length >= FEWEST_OVERLAYS ? overlays : [hexOf(10, 0, 0), hexOf(Math.max(40, most), 0, 0)];
}

/** @typedef {{ tone: Triple, count: number, share: number }} Counted  L*a*b* */

/** @param {{ data: Uint8ClampedArray, width: number, height: number }} picture @returns {Counted[]} */
function countedColours({ data, width, height }) {
    /** @type {Map<number, [sum: Triple, count: number]>} */
    const bins = new Map();
    const [left, top] = [Math.floor(width * MARGIN), Math.floor(height * MARGIN)];
    let total = 0;
    for (let y = top; y < height - top; y += 1) {
        for (let x = left; x < width - left; x += 1) {
            const at = 4 * (y * width + x);
            const [r, g, b] = [data[at], data[at + 1], data[at + 2]];
            const bin = [r, g, b].reduce((place, value) => place * BINS + Math.floor((value * BINS) / 256), 0);
            const [sum, count] = bins.get(bin) ?? [/** @type {Triple} */ ([0, 0, 0]), 0];
            bins.set(bin, [[sum[0] + r, sum[1] + g, sum[2] + b], count + 1]);
            total += 1;
        }
    }
    return [...bins.values()].map(([[r, g, b], count]) => ({ tone: lab(linear([r / count, g / count, b / count])), count, share: count / total }));
}

/** @param {Counted[]} colours @returns {Triple} */
function heaviest(colours) {
    return colours.reduce((most, one) => (one.count > most.count ? one : most), colours[0] ?? { tone: [90, 0, 10], count: 0, share: 0 }).tone;
}

/** @param {Counted[]} dark @param {Counted[]} all @returns {Triple} the darkest colour that is more than single specks */
function darkest(dark, all) {
    const found = dark.filter(({ share }) => share >= LEAST_SHARE).sort((one, other) => one.tone[0] - other.tone[0])[0];
    return (found ?? [...all].sort((one, other) => one.tone[0] - other.tone[0])[0])?.tone ?? [20, 0, 0];
}

/**
 * @param {Counted[]} colours
 * @param {Triple} paper
 * @param {Triple} ink
 * @returns {Triple} the colour that differs most from the paper in hue and chroma, and also differs from the ink
 */
function outstanding(colours, paper, ink) {
    const apart = (/** @type {Triple} */ [, a, b], /** @type {Triple} */ [, c, d]) => Math.hypot(a - c, b - d);
    const [best] = colours
        .filter(({ share, tone }) => share >= LEAST_SHARE && chromaOf(tone) >= 18 && apart(tone, paper) >= 15 && apart(tone, ink) >= 10)
        .sort((one, other) => apart(other.tone, paper) - apart(one.tone, paper));
    // The red of rubrics, if the scan has no such colour.
    return best?.tone ?? [48, 38, 24];
}

/** @param {Triple} tone */
function chromaOf([, a, b]) {
    return Math.hypot(a, b);
}

/** @param {Triple} tone @returns {number} in degrees, 0 … 360 */
function hueOf([, a, b]) {
    return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}
