// @ts-check
/**
 * Two canvases over the sheet. One shows the regions at rest and is drawn when the view or the regions change. The other shows
 * what is being edited and is drawn in each frame in which it changes. Dragging a corner therefore costs the same with five
 * thousand regions as with one.
 */
import { make } from "../../base/dom.js";
import { oncePerFrame } from "../../base/once-per-frame.js";
import { visibleBox } from "../../sheet/view.js";
import { coloursOf, Pen } from "./pen.js";

/** @typedef {import("./regions.js").PageRegions} PageRegions */
/** @typedef {import("./types.js").Point} Point */

/** While the sheet moves, regions are redrawn in each frame only if the last drawing took no longer than this. */
const FRAME_MILLISECONDS = 7;
const REST_MILLISECONDS = 90;
/** Up to this number, regions are filled. If more are visible, only their outlines are drawn, all at once. */
const MOST_FILLED = 600;

export class Layers {
    #rest = canvas("regions-layer");
    #live = canvas("live-layer");
    #root;
    /** @type {Pen} */
    #restPen;
    /** @type {Pen} */
    #livePen;
    #size = { width: 1, height: 1 };
    #view = { x: 0, y: 0, scale: 1 };
    #drawn = { x: 0, y: 0, scale: 0 };
    #timer = 0;
    #isStale = true;
    #cost = 0;
    #on;

    /**
     * @param {HTMLElement} root
     * @param {object} on
     * @param {() => PageRegions | null} on.regions
     * @param {() => ReadonlySet<string>} on.hidden  keys of the regions that the live layer shows
     * @param {(pen: Pen) => void} on.paint  paints the live layer
     */
    constructor(root, on) {
        this.#root = root;
        this.#on = on;
        root.append(this.#rest, this.#live);
        const colours = coloursOf(root);
        this.#restPen = new Pen(context(this.#rest), colours);
        this.#livePen = new Pen(context(this.#live), colours);
        for (const query of ["(forced-colors: active)", "(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
            matchMedia(query).addEventListener("change", () => {
                this.#restPen.colours = this.#livePen.colours = coloursOf(root);
                this.refresh();
            });
        }
    }

    get scale() {
        return this.#view.scale;
    }

    /** The position of the page's corner on the surface, in CSS pixels. */
    get origin() {
        return { x: this.#view.x, y: this.#view.y };
    }

    /** The canvases, for the magnifier. */
    get canvases() {
        return [this.#rest, this.#live];
    }

    /** @param {number} width @param {number} height  in CSS pixels */
    resize(width, height) {
        this.#size = { width, height };
        const density = devicePixelRatio;
        for (const layer of [this.#rest, this.#live]) {
            layer.width = Math.round(width * density);
            layer.height = Math.round(height * density);
            layer.style.width = `${width}px`;
            layer.style.height = `${height}px`;
        }
        this.refresh();
    }

    /**
     * Follows the view. Regions are redrawn in the same frame if that is fast enough; otherwise their canvas is transformed until
     * the view rests.
     * @param {Point} origin @param {number} scale
     */
    follow({ x, y }, scale) {
        this.#view = { x, y, scale };
        if (this.#cost <= FRAME_MILLISECONDS) this.#drawRest();
        else {
            const stretch = scale / this.#drawn.scale;
            const [dx, dy] = [x - stretch * this.#drawn.x, y - stretch * this.#drawn.y];
            this.#rest.style.transform = `translate(${dx}px, ${dy}px) scale(${stretch})`;
            if (this.#timer === 0) this.#timer = window.setTimeout(() => this.#settle(), REST_MILLISECONDS);
        }
        this.#drawLive();
    }

    #settle() {
        this.#timer = 0;
        this.refresh();
    }

    /** Redraws everything, after regions or the set of hidden ones have changed. */
    refresh() {
        this.#isStale = true;
        this.touch();
    }

    /** Redraws the live layer, once in the next frame. */
    touch = oncePerFrame(() => {
        if (this.#isStale) this.#drawRest();
        this.#drawLive();
    });

    get #density() {
        return this.#rest.width / Math.max(1, this.#size.width);
    }

    #drawRest() {
        const start = performance.now();
        this.#isStale = false;
        this.#drawn = this.#view;
        this.#rest.style.removeProperty("transform");
        const pen = this.#restPen;
        clear(pen, this.#rest);
        const regions = this.#on.regions();
        if (!regions) return;
        const { x, y, scale } = this.#view;
        const { width, height } = this.#size;
        pen.look({ x, y }, scale, this.#density);
        const centre = { x: (width / 2 - x) / scale, y: (height / 2 - y) / scale, scale };
        const hidden = this.#on.hidden();
        const seen = regions.index.near(visibleBox(centre, this.#size)).filter(({ key }) => !hidden.has(key));
        const { context } = pen;
        context.fillStyle = context.strokeStyle = pen.colours.line;
        // Thinner at low zoom, so that lines of writing stay visible in between.
        context.lineWidth = Math.min(1.5, Math.max(0.7, 24 * scale)) / scale;
        if (seen.length <= MOST_FILLED) {
            context.globalAlpha = 0.13;
            for (const { key } of seen) context.fill(regions.path(key), "evenodd");
            context.globalAlpha = 1;
        }
        const outlines = new Path2D();
        for (const { key } of seen) outlines.addPath(regions.path(key));
        context.stroke(outlines);
        this.#cost = performance.now() - start;
    }

    #drawLive() {
        const pen = this.#livePen;
        clear(pen, this.#live);
        if (!this.#on.regions()) return;
        pen.look({ x: this.#view.x, y: this.#view.y }, this.#view.scale, this.#density);
        this.#on.paint(pen);
        this.#root.dispatchEvent(new Event("painted"));
    }
}

/** @param {string} name */
function canvas(name) {
    return make("canvas", { class: name, "aria-hidden": "true" });
}

/** @param {HTMLCanvasElement} element @returns {CanvasRenderingContext2D} */
function context(element) {
    const found = element.getContext("2d");
    if (!found) throw new Error("this browser draws on no canvas");
    return found;
}

/** @param {Pen} pen @param {HTMLCanvasElement} element */
function clear({ context: target }, element) {
    target.setTransform(1, 0, 0, 1, 0, 0);
    target.clearRect(0, 0, element.width, element.height);
}
