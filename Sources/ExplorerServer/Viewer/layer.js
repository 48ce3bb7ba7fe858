// @ts-check
/**
 * A drawing that follows the sheet. To draw thousands of outlines anew in every frame costs several times what the tiles
 * do; so while the sheet moves the drawing is moved and stretched as a picture, and drawn anew when it rests, or when
 * the picture would be seen to end or to be stretched.
 */

/** @typedef {import("./view.js").Point} Point */

/** How far beyond the surface the picture reaches, as a share of its size. */
const OVERSCAN = 0.25;
/** Larger and smaller than drawn by this factor it is still fine to look at. */
const STRETCH = 1.6;
const REST_MILLISECONDS = 120;

export class Layer {
    #svg;
    /** @type {SVGGElement | null} */
    #group = null;
    #size = { width: 1, height: 1 };
    /** Where the page's corner is, in CSS pixels on the surface, and how large it is. */
    #now = { x: 0, y: 0, scale: 1 };
    #drawn = { x: 0, y: 0, scale: 0 };
    #timer = 0;

    /** @param {SVGSVGElement} svg */
    constructor(svg) {
        this.#svg = svg;
    }

    /** @param {SVGGElement} group  what is to be seen, in image space */
    hold(group) {
        this.#group = group;
        this.#draw();
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
        this.#draw();
    }

    /**
     * @param {Point} origin  of the page, CSS pixels on the surface
     * @param {number} scale
     */
    follow({ x, y }, scale) {
        const { x: drawnX, y: drawnY, scale: drawnScale } = this.#drawn;
        if (x === this.#now.x && y === this.#now.y && scale === this.#now.scale) return;
        this.#now = { x, y, scale };
        const stretch = scale / drawnScale;
        const [dx, dy] = [x - stretch * drawnX, y - stretch * drawnY];
        if (!(stretch < STRETCH && stretch > 1 / STRETCH) || this.#wouldEnd(dx, dy, stretch)) {
            this.#draw();
            return;
        }
        this.#svg.style.transform = `translate(${dx}px, ${dy}px) scale(${stretch})`;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#draw(), REST_MILLISECONDS);
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
        clearTimeout(this.#timer);
        const { x, y, scale } = this.#now;
        this.#drawn = this.#now;
        const { left, top } = this.#margin;
        this.#svg.style.removeProperty("transform");
        this.#group?.setAttribute("transform", `translate(${x + left} ${y + top}) scale(${scale})`);
    }
}
