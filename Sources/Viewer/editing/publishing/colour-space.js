// @ts-check
/** Perceptual colours: CIE L*a*b* under D65, and simulations of colour vision deficiencies. Pure. */
import { linearChannel } from "../../sheet/colours.js";

/** @typedef {[number, number, number]} Triple  linear sRGB 0 … 1, or L*a*b* */

/** @param {Triple} rgb  0 … 255 @returns {Triple} linear sRGB, 0 … 1 */
export function linear(rgb) {
    return mapped(rgb, linearChannel);
}

/** @param {Triple} colour  linear sRGB @returns {Triple} CIE L*a*b* (CIE 15:2018, 8.2.1) */
export function lab(colour) {
    const [x, y, z] = mapped(product(XYZ, colour), (value) => (value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116));
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/**
 * Returns a colour by lightness, chroma and hue. Reduces the chroma if sRGB cannot represent the colour.
 * @param {number} lightness  0 … 100
 * @param {number} chroma
 * @param {number} hue  in degrees
 * @returns {string} #rrggbb
 */
export function hexOf(lightness, chroma, hue) {
    const turn = (hue * Math.PI) / 180;
    for (let left = chroma; ; left -= 2) {
        const c = Math.max(0, left);
        const rgb = fromLab([lightness, c * Math.cos(turn), c * Math.sin(turn)]);
        if (c > 0 && rgb.some((value) => value < -0.0005 || value > 1.0005)) continue;
        const digits = rgb.map((value) => {
            const bounded = Math.min(1, Math.max(0, value));
            const encoded = bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * bounded ** (1 / 2.4) - 0.055;
            return Math.round(255 * encoded).toString(16).padStart(2, "0");
        });
        return `#${digits.join("")}`;
    }
}

/** @param {Triple} value  L*a*b* @returns {Triple} linear sRGB, beyond 0 … 1 for colours outside sRGB */
function fromLab([lightness, a, b]) {
    const y = (lightness + 16) / 116;
    const root = /** @type {Triple} */ ([y + a / 500, y, y - b / 200]);
    return product(RGB, mapped(root, (value) => (value ** 3 > 216 / 24389 ? value ** 3 : (27 / 24389) * (116 * value - 16))));
}

/**
 * Kinds of colour vision, with the smallest difference at which thin outlines can be told apart at a glance. The figures are
 * those of `explore check` (`ColourVision`). The matrices are from Machado, Oliveira and Fernandes, IEEE TVCG 15 (2009), for a
 * severity of 1.
 * @type {{ name: "deuteranopia" | "protanopia" | "greyscale", least: number, seen: (colour: Triple) => Triple }[]}
 */
export const VISIONS = [
    { name: "deuteranopia", least: 15, seen: (colour) => product([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]], colour) },
    { name: "protanopia", least: 15, seen: (colour) => product([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]], colour) },
    { name: "greyscale", least: 10, seen: (colour) => colour },
];

/**
 * @param {Triple} one  linear sRGB @param {Triple} other @param {typeof VISIONS[number]} vision
 * @returns {number} the distance in L*a*b*, or in L* alone for greyscale
 */
export function seenDifference(one, other, { name, seen }) {
    const bounded = (/** @type {Triple} */ colour) => lab(mapped(seen(colour), (value) => Math.min(1, Math.max(0, value))));
    const [a, b] = [bounded(one), bounded(other)];
    return name === "greyscale" ? Math.abs(a[0] - b[0]) : Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** The matrix from linear sRGB to XYZ, relative to the D65 white point, and its inverse. */
const XYZ = [
    [0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047],
    [0.2126729, 0.7151522, 0.072175],
    [0.0193339 / 1.08883, 0.119192 / 1.08883, 0.9503041 / 1.08883],
];
const RGB = [
    [3.2404542 * 0.95047, -1.5371385, -0.4985314 * 1.08883],
    [-0.969266 * 0.95047, 1.8760108, 0.041556 * 1.08883],
    [0.0556434 * 0.95047, -0.2040259, 1.0572252 * 1.08883],
];

/** @param {number[][]} matrix @param {Triple} vector @returns {Triple} */
function product(matrix, vector) {
    return /** @type {Triple} */ (matrix.map((row) => row.reduce((sum, value, index) => sum + value * vector[index], 0)));
}

/** @param {Triple} triple @param {(value: number) => number} change @returns {Triple} */
function mapped([a, b, c], change) {
    return [change(a), change(b), change(c)];
}
