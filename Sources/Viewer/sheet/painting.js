// @ts-check
/** Outlines painted on the canvas of the tiles, as they look at the moment when the sheet begins to move. */

/** @typedef {import("../base/types.js").Point} Point */
/** @typedef {import("../base/types.js").Size} Size */
/** @typedef {{ path: SVGPathElement, box: import("../base/types.js").Box, corners: number }} Outline  the box in image space */
/** @typedef {{ context: CanvasRenderingContext2D, density: number }} Canvas  device pixels to a CSS pixel */

/**
 * @typedef {object} Look
 * @property {Outline} outline
 * @property {Path2D} path
 * @property {string} colour
 * @property {number} fill  0 … 1
 * @property {number} stroke  0 … 1
 * @property {number} strokeWidth  CSS pixels
 */

export class Painting {
    #looks;

    /** @param {readonly Outline[]} outlines  in the order in which they lie on one another */
    constructor(outlines) {
        this.#looks = outlines.map(look).filter(({ fill, stroke }) => fill > 0 || stroke > 0);
    }

    /**
     * @param {Canvas} canvas
     * @param {Point} origin  of the page, CSS pixels on the surface
     * @param {number} scale  CSS pixels to an image pixel
     * @param {Size} size  of the surface, CSS pixels
     */
    paint({ context, density }, origin, scale, size) {
        context.save();
        context.setTransform(scale * density, 0, 0, scale * density, origin.x * density, origin.y * density);
        context.lineJoin = "round";
        for (const { outline, path, colour, fill, stroke, strokeWidth } of this.#looks) {
            if (!isSeen(outline.box, origin, scale, size, strokeWidth)) continue;
            context.fillStyle = context.strokeStyle = colour;
            context.globalAlpha = fill;
            if (fill > 0) context.fill(path, "evenodd");
            context.globalAlpha = stroke;
            context.lineWidth = strokeWidth / scale;
            if (stroke > 0) context.stroke(path);
        }
        context.restore();
    }
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
 * @param {number} border  CSS pixels
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
