// @ts-check
/** Draws on the layer above the sheet in image space, with line widths in CSS pixels. */
import { pathOf } from "./regions.js";

/** @typedef {import("./types.js").Corner} Corner */
/** @typedef {import("./types.js").Shape} Shape */

/** The colours of the layer. Each is a custom property `--drawing-…` (drawing.css), so that forced colours can replace it. */
export const COLOURS = /** @type {const} */ (["line", "chosen", "draft", "fault", "snap", "handle", "halo"]);
/** @typedef {Record<typeof COLOURS[number], string>} Colours */

/** @param {HTMLElement} element @returns {Colours} */
export function coloursOf(element) {
    const style = getComputedStyle(element);
    const entries = COLOURS.map((name) => [name, style.getPropertyValue(`--drawing-${name}`).trim() || "gray"]);
    return Object.fromEntries(entries);
}

/** The distance between hatching lines, in CSS pixels. */
const HATCH = 7;

export class Pen {
    /**
     * @param {CanvasRenderingContext2D} context
     * @param {Colours} colours
     */
    constructor(context, colours) {
        this.context = context;
        this.colours = colours;
        this.scale = 1;
        /** The position of the page's top left corner, in device pixels. */
        this.origin = { x: 0, y: 0 };
        this.density = 1;
    }

    /**
     * Sets the view, so that image pixels are drawn where the sheet shows them.
     * @param {import("./types.js").Point} origin  in CSS pixels
     * @param {number} scale  CSS pixels per image pixel
     * @param {number} density  device pixels per CSS pixel
     */
    look(origin, scale, density) {
        this.scale = scale;
        this.density = density;
        this.origin = { x: origin.x * density, y: origin.y * density };
        const { context } = this;
        context.setTransform(scale * density, 0, 0, scale * density, this.origin.x, this.origin.y);
        context.lineJoin = context.lineCap = "round";
    }

    /**
     * @param {Path2D} path
     * @param {string} colour
     * @param {{ width?: number, fill?: number, dash?: number[] }} style  widths and dashes in CSS pixels; the opacity of the
     *   fill, 0 to 1
     */
    path(path, colour, { width = 1.5, fill = 0, dash = [] } = {}) {
        const { context, scale } = this;
        context.strokeStyle = context.fillStyle = colour;
        if (fill > 0) {
            context.globalAlpha = fill;
            context.fill(path, "evenodd");
            context.globalAlpha = 1;
        }
        context.setLineDash(dash.map((length) => length / scale));
        context.lineWidth = width / scale;
        context.stroke(path);
        context.setLineDash([]);
    }

    /** @param {Shape} shape @param {string} colour @param {{ width?: number, fill?: number, dash?: number[] }} [style] */
    shape(shape, colour, style) {
        this.path(pathOf(shape), colour, style);
    }

    /**
     * Draws a line with a halo, so that it is visible on both ink and parchment.
     * @param {readonly Corner[]} corners
     * @param {string} colour
     * @param {{ width?: number, dash?: number[] }} style
     */
    line(corners, colour, { width = 2, dash = [] } = {}) {
        if (corners.length < 2) return;
        const path = new Path2D();
        for (const [index, [x, y]] of corners.entries()) {
            if (index === 0) path.moveTo(x, y);
            else path.lineTo(x, y);
        }
        this.path(path, this.colours.halo, { width: width + 2 });
        this.path(path, colour, { width, dash });
    }

    /** @param {Corner} corner @param {string} colour @param {number} radius  in CSS pixels @param {boolean} [isHollow] */
    dot([x, y], colour, radius, isHollow = false) {
        const { context, scale } = this;
        context.beginPath();
        context.arc(x, y, radius / scale, 0, 2 * Math.PI);
        context.lineWidth = 2 / scale;
        context.fillStyle = isHollow ? this.colours.halo : colour;
        context.fill();
        context.strokeStyle = isHollow ? colour : this.colours.halo;
        context.stroke();
    }

    /**
     * Marks the place of a problem.
     * @param {Corner} corner
     */
    fault([x, y]) {
        const { context, scale } = this;
        const [inner, outer] = [5 / scale, 13 / scale];
        for (const [colour, width] of /** @type {[string, number][]} */ ([[this.colours.halo, 6], [this.colours.fault, 3]])) {
            context.strokeStyle = colour;
            context.lineWidth = width / scale;
            context.beginPath();
            context.arc(x, y, outer, 0, 2 * Math.PI);
            context.moveTo(x - inner, y - inner);
            context.lineTo(x + inner, y + inner);
            context.moveTo(x + inner, y - inner);
            context.lineTo(x - inner, y + inner);
            context.stroke();
        }
    }

    /** @param {Corner} corner @param {string} colour @param {number} [arm]  in CSS pixels */
    cross([x, y], colour, arm = 16) {
        const { context, scale } = this;
        const [near, far] = [4 / scale, arm / scale];
        for (const [stroke, width] of /** @type {[string, number][]} */ ([[this.colours.halo, 4], [colour, 2]])) {
            context.strokeStyle = stroke;
            context.lineWidth = width / scale;
            context.beginPath();
            for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
                context.moveTo(x + dx * near, y + dy * near);
                context.lineTo(x + dx * far, y + dy * far);
            }
            context.stroke();
        }
    }

    /**
     * Hatches the overlap of shapes.
     * @param {Shape} shape
     */
    hatch(shape) {
        const { context, scale, colours } = this;
        const path = pathOf(shape);
        context.save();
        context.clip(path, "evenodd");
        context.strokeStyle = colours.fault;
        context.lineWidth = 2 / scale;
        const xs = shape.polygon.map(([x]) => x);
        const ys = shape.polygon.map(([, y]) => y);
        const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
        const height = bottom - top;
        // Limits the number of lines, whatever the size.
        const step = Math.max(HATCH / scale, (right - left + height) / 400);
        context.beginPath();
        for (let x = left - height; x < right; x += step) {
            context.moveTo(x, bottom);
            context.lineTo(x + height, top);
        }
        context.stroke();
        context.restore();
        this.path(path, colours.fault, { width: 1.5 });
    }
}
