// @ts-check
/**
 * Outlines that follow the sheet. To draw SVG anew in every frame costs several times what the tiles do, and a second
 * picture as large as the surface costs a sixth of that to lay over them where no graphics processor does it. So while
 * the sheet moves the outlines are painted on the canvas of the tiles; very many, or those that fade, are moved and
 * stretched as a picture. They are drawn anew when the sheet rests, or when the picture would be seen to end or to be
 * stretched.
 */
import { Painting } from "./painting.js";

/** @typedef {import("../base/types.js").Point} Point */
/** @typedef {import("./painting.js").Outline} Outline */
/** @typedef {import("./painting.js").Canvas} Canvas */

/**
 * Up to here painting costs less: Benchmarks/viewer moves 74 clauses with 3,300 corners for 1.05 of what the sheet alone
 * costs (as a picture 1.18), 5,000 boxes with 50,000 for 1.25 (as a picture 1.37).
 */
const MOST_PAINTED_CORNERS = 60_000;
/** How far beyond the surface the picture reaches, as a share of its size. */
const OVERSCAN = 0.25;
/** Larger and smaller than drawn by this factor it is still fine to look at. */
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
    /** @type {Painting | "picture" | null} how the outlines move; null while they rest */
    #motion = null;
    #size = { width: 1, height: 1 };
    /** Where the page's corner is, in CSS pixels on the surface, and how large it is. */
    #now = { x: 0, y: 0, scale: 1 };
    #drawn = { x: 0, y: 0, scale: 0 };
    #timer = 0;

    /**
     * @param {SVGSVGElement} svg
     * @param {() => void} redraw  has the tiles drawn anew in the next frame
     * @param {(scale: number) => number} growth  how many times as wide as they are stated strokes are in a spotlight
     */
    constructor(svg, redraw, growth) {
        this.#svg = svg;
        this.#redraw = redraw;
        this.#growth = growth;
    }

    /**
     * @param {SVGGElement} group  what is to be seen, in image space
     * @param {readonly Outline[]} outlines  its paths
     */
    hold(group, outlines) {
        this.#group = group;
        this.#outlines = outlines;
        this.#isPaintable = outlines.reduce((sum, { corners }) => sum + corners, 0) <= MOST_PAINTED_CORNERS;
        this.settle();
    }

    /** @param {number} width @param {number} height  of the surface, CSS pixels */
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
     * To be called whenever the tiles have been drawn, and with them whatever was painted is gone.
     * @param {Point} origin  of the page, CSS pixels on the surface
     * @param {number} scale
     * @param {Canvas} canvas  of the tiles
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

    /** Draws the outlines anew, where they are and as they look from now on. */
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
        // Still there for keyboards, pointers and assistive technology, but no longer laid over the tiles.
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

    /** What fades goes on fading in a picture. That a pointer comes to a clause does not count. */
    get #isFading() {
        return this.#svg
            .getAnimations({ subtree: true })
            .some((motion) => !(motion instanceof CSSTransition && motion.transitionProperty === "fill-opacity"));
    }

    /** Whether what is painted with the tiles would take on other colours with them. */
    get #isFiltered() {
        return this.#svg.closest(".contrasted, .inverted") !== null;
    }

    get #margin() {
        const { width, height } = this.#size;
        return { left: Math.ceil(width * OVERSCAN), top: Math.ceil(height * OVERSCAN) };
    }

    /**
     * Whether the picture, moved so, would leave a part of the surface uncovered.
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
