// @ts-check
/** Paints outlines on the canvas of the tiles, as they look at the moment when the sheet begins to move. */
import { paintShade } from "./spotlight.js";

/** @typedef {import("../base/types.js").Point} Point */
/** @typedef {import("../base/types.js").Size} Size */
/**
 * @typedef {{ path: SVGPathElement, box: import("../base/types.js").Box, corners: number }} Outline  the box is in image space
 */
/** @typedef {{ context: CanvasRenderingContext2D, density: number }} Canvas  the density is in device pixels per CSS pixel */

/**
 * @typedef {object} Look
 * @property {Outline} outline
 * @property {Path2D} path
 * @property {string} colour
 * @property {number} fill  the opacity of the fill, 0 … 1
 * @property {number} stroke  the opacity of the stroke, 0 … 1
 * @property {number} strokeWidth  the stroke width in CSS pixels
 */

export class Painting {
    #looks;
    /** The shade over everything else, or null if there is none. */
    #shade;
    /** The factor for stroke widths in a spotlight when the styles were read, or null without a spotlight. */
    #growth;

    /**
     * @param {readonly Outline[]} outlines  the outlines in painting order
     * @param {SVGSVGElement} svg  the SVG that shows the outlines
     * @param {number} growth  the current factor for stroke widths in a spotlight
     */
    constructor(outlines, svg, growth) {
        this.#looks = outlines.map(look).filter(({ fill, stroke }) => fill > 0 || stroke > 0);
        const shade = svg.querySelector(".shade");
        this.#shade = shade && shadeOf(shade);
        this.#growth = shade ? growth : null;
    }

    /**
     * @param {Canvas} canvas
     * @param {Point} origin  the page's corner on the surface in CSS pixels
     * @param {number} scale  CSS pixels per image pixel
     * @param {Size} size  the size of the surface in CSS pixels
     * @param {number} growth  the present factor for stroke widths in a spotlight
     */
    paint({ context, density }, origin, scale, size, growth) {
        const wider = this.#growth === null ? 1 : growth / this.#growth;
        context.save();
        context.setTransform(scale * density, 0, 0, scale * density, origin.x * density, origin.y * density);
        context.lineJoin = "round";
        if (this.#shade !== null && this.#shade.opacity > 0) {
            const seen = this.#looks.filter(({ outline }) => isSeen(outline.box, origin, scale, size, 0));
            context.globalAlpha = this.#shade.opacity;
            paintShade(context, this.#shade.colour, seen.map(({ path }) => path), this.#shade.pages, this.#shade.bounds);
        }
        for (const { outline, path, colour, fill, stroke, strokeWidth } of this.#looks) {
            if (!isSeen(outline.box, origin, scale, size, strokeWidth)) continue;
            context.fillStyle = context.strokeStyle = colour;
            context.globalAlpha = fill;
            if (fill > 0) context.fill(path, "evenodd");
            context.globalAlpha = stroke;
            context.lineWidth = (strokeWidth * wider) / scale;
            if (stroke > 0) context.stroke(path);
        }
        context.restore();
    }
}

/** @param {Element} shade */
function shadeOf(shade) {
    const { fill, fillOpacity, opacity } = getComputedStyle(shade);
    const pages = new Path2D(shade.getAttribute("d") ?? "");
    const bounds = /** @type {SVGPathElement} */ (shade).getBBox();
    return { colour: fill, opacity: Number(opacity) * Number(fillOpacity), pages, bounds };
}

/** @param {Outline} outline @returns {Look} */
function look(outline) {
    const style = getComputedStyle(outline.path);
    const opacity = Number(style.opacity);
    return {
        outline,
        path: new Path2D(outline.path.getAttribute("d") ?? ""),
        colour: style.stroke,
        fill: opacity * Number(style.fillOpacity),
        stroke: opacity * Number(style.strokeOpacity),
        strokeWidth: Number.parseFloat(style.strokeWidth),
    };
}

/**
 * @param {import("../base/types.js").Box} box
 * @param {Point} origin
 * @param {number} scale
 * @param {Size} size
 * @param {number} border  a margin around the box in CSS pixels
 */
function isSeen({ x, y, width, height }, origin, scale, size, border) {
    const [left, top] = [origin.x + x * scale, origin.y + y * scale];
    return (
        left < size.width + border &&
        top < size.height + border &&
        left + width * scale > -border &&
        top + height * scale > -border
    );
}
