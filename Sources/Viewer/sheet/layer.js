// @ts-check
/**
 * Outlines that follow the sheet. Redrawing SVG in every frame costs several times as much as drawing the tiles, and without a
 * graphics processor compositing a second picture as large as the surface adds a sixth to the cost of the tiles. So while the
 * sheet moves the outlines are painted on the canvas of the tiles; very many, or fading ones, are moved and scaled as a picture.
 * The SVG is redrawn when the sheet rests, or when the edge or the scaling of the picture would become visible.
 */
import { Painting } from "./painting.js";

/** @typedef {import("../base/types.js").Point} Point */
/** @typedef {import("./painting.js").Outline} Outline */
/** @typedef {import("./painting.js").Canvas} Canvas */

/**
 * Up to this number painting costs less: Benchmarks/viewer moves 74 clauses with 3,300 corners at 1.05 times the cost of the
 * sheet alone (1.18 as a picture), and 5,000 boxes with 50,000 corners at 1.25 (1.37 as a picture).
 */
const MOST_PAINTED_CORNERS = 60_000;
/** How far the picture extends beyond the surface on each side, as a share of its size. */
const OVERSCAN = 0.25;
/** The largest factor by which the picture may be scaled before it is redrawn. */
const STRETCH = 1.6;
const REST_MILLISECONDS = 120;

export class Layer {
    #svg;
    #redraw;
    #growth;
    /** @type {SVGGElement | null} */
    #group = null;
    /** @type {readonly Outline[]} */
    #outlines = [];
    #isPaintable = true;
    /** @type {Painting | "picture" | null} how the outlines are moved; null at rest */
    #motion = null;
    #size = { width: 1, height: 1 };
    /** The position of the page's corner on the surface in CSS pixels, and the scale. */
    #now = { x: 0, y: 0, scale: 1 };
    #drawn = { x: 0, y: 0, scale: 0 };
    #timer = 0;

    /**
     * @param {SVGSVGElement} svg
     * @param {() => void} redraw  redraws the tiles in the next frame
     * @param {(scale: number) => number} growth  the factor for stroke widths in a spotlight
     */
    constructor(svg, redraw, growth) {
        this.#svg = svg;
        this.#redraw = redraw;
        this.#growth = growth;
    }

    /**
     * @param {SVGGElement} group  the outlines in image space
     * @param {readonly Outline[]} outlines  the paths in the group
     */
    setOutlines(group, outlines) {
        this.#group = group;
        this.#outlines = outlines;
        this.#isPaintable = outlines.reduce((sum, { corners }) => sum + corners, 0) <= MOST_PAINTED_CORNERS;
        this.settle();
    }

    /** @param {number} width @param {number} height  the size of the surface in CSS pixels */
    resize(width, height) {
        this.#size = { width, height };
        const { style } = this.#svg;
        const { left, top } = this.#margin;
        style.left = `${-left}px`;
        style.top = `${-top}px`;
        style.width = `${width + 2 * left}px`;
        style.height = `${height + 2 * top}px`;
        style.transformOrigin = `${left}px ${top}px`;
        this.settle();
    }

    /**
     * Must be called whenever the tiles have been drawn, which erases what was painted before.
     * @param {Point} origin  the page's corner on the surface in CSS pixels
     * @param {number} scale
     * @param {Canvas} canvas  the canvas of the tiles
     */
    follow({ x, y }, scale, canvas) {
        if (x !== this.#now.x || y !== this.#now.y || scale !== this.#now.scale) {
            this.#now = { x, y, scale };
            this.#motion ??= this.#begin();
            this.#move();
            clearTimeout(this.#timer);
            this.#timer = setTimeout(() => this.settle(), REST_MILLISECONDS);
        }
        if (this.#motion instanceof Painting) {
            this.#motion.paint(canvas, this.#now, scale, this.#size, this.#growth(scale));
        }
    }

    /** Redraws the outlines at their current position and in their current style. */
    settle() {
        clearTimeout(this.#timer);
        if (this.#motion instanceof Painting) {
            this.#svg.style.removeProperty("opacity");
            this.#redraw();
        }
        this.#motion = null;
        this.#draw();
    }

    /** @returns {Painting | "picture"} */
    #begin() {
        if (!this.#isPaintable || this.#isFading || this.#isFiltered) return "picture";
        const growth = Number(this.#svg.style.getPropertyValue("--growth")) || 1;
        const painting = new Painting(this.#outlines, this.#svg, growth);
        // The SVG stays available to keyboards, pointers and assistive technology, but is not composited over the tiles.
        this.#svg.style.opacity = "0";
        return painting;
    }

    #move() {
        const { x, y, scale } = this.#now;
        const stretch = scale / this.#drawn.scale;
        const [dx, dy] = [x - stretch * this.#drawn.x, y - stretch * this.#drawn.y];
        const isStretched = !(stretch < STRETCH && stretch > 1 / STRETCH);
        if (isStretched || this.#wouldEnd(dx, dy, stretch)) this.#draw();
        else this.#svg.style.transform = `translate(${dx}px, ${dy}px) scale(${stretch})`;
    }

    /** Whether outlines are fading, which continues only in a picture. The transition for hovering does not count. */
    get #isFading() {
        return this.#svg
            .getAnimations({ subtree: true })
            .some((motion) => !(motion instanceof CSSTransition && motion.transitionProperty === "fill-opacity"));
    }

    /** Whether outlines painted with the tiles would be affected by the filter on the tiles. */
    get #isFiltered() {
        return this.#svg.closest(".contrasted, .inverted") !== null;
    }

    get #margin() {
        const { width, height } = this.#size;
        return { left: Math.ceil(width * OVERSCAN), top: Math.ceil(height * OVERSCAN) };
    }

    /**
     * Whether the picture, moved and scaled like this, would leave a part of the surface uncovered.
     * @param {number} dx
     * @param {number} dy
     * @param {number} stretch
     */
    #wouldEnd(dx, dy, stretch) {
        const { width, height } = this.#size;
        const { left, top } = this.#margin;
        return (
            dx - stretch * left > 0 ||
            dy - stretch * top > 0 ||
            dx + stretch * (width + left) < width ||
            dy + stretch * (height + top) < height
        );
    }

    #draw() {
        const { x, y, scale } = this.#now;
        this.#drawn = this.#now;
        const { left, top } = this.#margin;
        this.#svg.style.removeProperty("transform");
        this.#svg.style.setProperty("--growth", this.#growth(scale).toFixed(2));
        this.#group?.setAttribute("transform", `translate(${x + left} ${y + top}) scale(${scale})`);
    }
}
