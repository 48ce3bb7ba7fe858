// @ts-check
/** Draws the clauses over the sheet, one SVG path each. */
import { area, areNear, bounds, cornerCount, distanceTo, pathData } from "../base/geometry.js";
import { makeSVG } from "../base/svg.js";
import { colourIndices } from "./colours.js";
import { Layer } from "./layer.js";
import { beginning, linePitch, readingScale } from "./lines.js";
import { shade } from "./spotlight.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/types.js").Point} Point */

/**
 * @typedef {object} Shape
 * @property {Clause} clause
 * @property {SVGPathElement} path
 * @property {import("../base/types.js").Box} box
 * @property {number} area
 * @property {number} corners  the number of corners
 */

/** Outlines within this share of the page's width count as touching. */
const TOUCH_SHARE = 0.0015;
/** Clauses whose distances from a touch differ by less are equally near, in CSS pixels. */
const EQUALLY_NEAR = 2;
/** The line height in CSS pixels from which outlines need no stronger strokes. */
const PLAIN_LINE = 40;
const MOST_GROWTH = 2.4;

export class Overlays {
    #svg;
    #onOpen;
    /** @type {SVGGElement} */
    #group;
    /** @type {HTMLElement | SVGElement | null} the outlines in the HTML, until our own are drawn */
    #first = document.querySelector("#outlines");
    /** @type {Shape[]} in reading order */
    #shapes = [];
    /** @type {Shape | null} the one that Tab focuses */
    #current = null;
    #layer;
    /** The line distance of the page, estimated from the largest set of clauses shown on it so far. */
    #lines = { page: 0, clauses: 0, pitch: 1 };
    /** @type {"ltr" | "rtl"} the direction of the writing */
    #way = "ltr";

    /**
     * @param {SVGSVGElement} svg
     * @param {(id: string) => void} onOpen  called when a clause is opened without a pointer
     * @param {() => void} redraw  redraws the tiles in the next frame
     */
    constructor(svg, onOpen, redraw) {
        this.#svg = svg;
        this.#onOpen = onOpen;
        this.#group = makeSVG("g");
        svg.append(this.#group);
        this.#layer = new Layer(svg, redraw, (scale) =>
            Math.min(MOST_GROWTH, Math.max(1, Math.sqrt(PLAIN_LINE / (this.#lines.pitch * scale)))),
        );
        svg.addEventListener("focusin", (event) => {
            const shape = this.#shapes.find(({ path }) => path === event.target);
            if (shape) this.#setCurrent(shape);
            this.#layer.settle();
        });
        // Assistive technology clicks without a pointer, in which case `detail` is 0.
        svg.addEventListener("click", (event) => {
            const shape = this.#shapes.find(({ path }) => path === event.target);
            if (shape && event.detail === 0) this.#onOpen(shape.clause.id);
        });
    }

    get clauses() {
        return this.#shapes.map(({ clause }) => clause);
    }

    /** The clause with the keyboard focus. */
    get focused() {
        return this.#shapes.find(({ path }) => path === document.activeElement)?.clause ?? null;
    }

    /**
     * Replaces the clauses drawn.
     * @param {Clause[]} clauses  the clauses in reading order, each with a region on a page shown
     * @param {object} options
     * @param {string[]} options.colours
     * @param {import("../base/types.js").Page} options.page  the page that coordinates refer to
     * @param {import("../base/types.js").Box[]} options.boxes  the boxes of this page and those beside it, which a spotlight
     *   darkens
     * @param {"ltr" | "rtl"} options.way  the direction of the writing
     * @param {boolean} options.isSpotlight  whether everything else is darkened
     * @param {(clause: Clause) => string} options.label
     * @param {boolean} options.fade  whether the outlines fade in
     */
    show(clauses, { colours, page, boxes, way, isSpotlight, label, fade }) {
        const { focused } = this;
        const indices = colourIndices(clauses, colours.length, page.width * TOUCH_SHARE);
        const group = makeSVG("g");
        this.#way = way;
        if (this.#lines.page !== page.number || this.#lines.clauses < clauses.length) {
            this.#lines = { page: page.number, clauses: clauses.length, pitch: linePitch(clauses, page) };
        }
        this.#svg.classList.toggle("spotlight", isSpotlight);
        if (isSpotlight) group.append(...shade(clauses, boxes));
        this.#shapes = clauses.map((clause, index) => {
            const path = makeSVG("path", {
                d: pathData(clause.regions),
                class: `clause ${clause.style}`,
                role: "button",
                "aria-haspopup": "dialog",
                "aria-label": label(clause),
                tabindex: -1,
                "data-clause": clause.id,
                "data-colour": indices[index],
            });
            path.style.setProperty("--colour", colours[indices[index]]);
            group.append(path);
            const { regions } = clause;
            return { clause, path, box: bounds(regions), area: area(regions), corners: cornerCount(regions) };
        });
        this.#group.replaceWith(group);
        this.#group = group;
        this.#layer.setOutlines(group, this.#shapes);
        this.#current = null;
        if (this.#shapes.length > 0) this.#setCurrent(this.#shapes[0]);
        // The focus stays on its clause; without it, arrow keys on the sheet begin at the first one.
        if (focused) {
            const shape = this.#shape(focused.id);
            (shape?.path ?? this.#svg).focus({ preventScroll: true });
        }
        // If the HTML's outlines are visible already, ours need not fade in.
        const isSeen = this.#first !== null;
        this.dropFirst();
        if (fade && !isSeen) {
            group.classList.add("fading-in");
            group.addEventListener("animationend", () => group.classList.remove("fading-in"), { once: true });
        }
    }

    /** Removes the outlines in the HTML. */
    dropFirst() {
        this.#first?.remove();
        this.#first = null;
    }

    /**
     * Hides all clauses but one, or with null shows all again.
     * @param {string | null} id
     */
    select(id) {
        this.#layer.settle();
        this.#svg.classList.toggle("has-selection", id !== null);
        for (const { clause, path } of this.#shapes) {
            path.classList.toggle("selected", clause.id === id);
            if (clause.id === id) path.setAttribute("aria-expanded", "true");
            else path.removeAttribute("aria-expanded");
        }
        const shape = this.#shape(id);
        if (shape) this.#setCurrent(shape);
    }

    /**
     * Returns the clauses at a point, most specific first: smallest area, then id.
     * @param {Point} point  a point in image space
     */
    at({ x, y }) {
        return this.#shapes
            .filter(({ box }) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height)
            .filter(({ path }) => path.isPointInFill(new DOMPoint(x, y)))
            .sort((a, b) => a.area - b.area || (a.clause.id < b.clause.id ? -1 : 1))
            .map(({ clause }) => clause);
    }

    /**
     * Returns the clauses a touch is equally near to, usually one. A detail is often too small to hit within a clause; then both
     * are returned.
     * @param {Point} point  a point in image space
     * @param {number} reach  the maximum distance of a clause in CSS pixels
     * @param {number} scale
     * @returns {Clause[]}
     */
    near(point, reach, scale) {
        const [hit] = this.at(point);
        const around = { ...point, width: 0, height: 0 };
        const close = this.#shapes
            .filter(({ box }) => areNear(box, around, reach / scale))
            .filter(({ clause, box }) => {
                const isTiny = clause.kind === "detail" && Math.max(box.width, box.height) * scale < reach;
                return hit === undefined || (isTiny && hit.kind !== "detail");
            })
            .map(({ clause }) => ({ clause, distance: distanceTo(clause.regions, point) * scale }))
            .filter(({ distance }) => distance <= reach)
            .sort((a, b) => a.distance - b.distance);
        const meant = close.filter(({ distance }) => distance - close[0].distance < EQUALLY_NEAR);
        return [...meant.map(({ clause }) => clause), ...(hit ? [hit] : [])];
    }

    /** @param {Clause[] | null} clauses  the clauses that the finger on the surface would open; null once it is lifted */
    press(clauses) {
        for (const { clause, path } of this.#shapes) {
            const isPressed = clauses?.includes(clause) ?? false;
            if (isPressed === path.classList.contains("pressed")) continue;
            path.classList.toggle("pressed", isPressed);
            // Ends the fade at once: if the sheet begins to move, outlines are painted as they look now.
            if (!isPressed) for (const motion of path.getAnimations()) motion.finish();
        }
    }

    /** The scale at which the writing on the page is legible. */
    get readingScale() {
        return readingScale(this.#lines.pitch);
    }

    /** @param {string} id */
    box(id) {
        return this.#shape(id)?.box ?? null;
    }

    /**
     * Returns what the view must show for a clause to be read.
     * @param {string} id
     * @returns {import("./seeing.js").Aim | null}
     */
    aim(id) {
        const shape = this.#shape(id);
        if (!shape) return null;
        const start = beginning(shape.clause.regions, this.#lines.pitch, this.#way);
        return { box: shape.box, start: { ...start, runs: this.#way }, scale: this.readingScale };
    }

    /**
     * @param {Point} origin  the page's corner on the surface in CSS pixels
     * @param {number} scale
     * @param {import("./painting.js").Canvas} canvas  the canvas on which the tiles have just been drawn
     */
    follow(origin, scale, canvas) {
        this.#layer.follow(origin, scale, canvas);
        // The paper has been positioned already.
        if (this.#first) this.#first.style.cssText = document.getElementById("paper")?.style.cssText ?? "";
    }

    /** @param {number} width @param {number} height  the size of the surface in CSS pixels */
    resize(width, height) {
        this.#layer.resize(width, height);
    }

    /**
     * Returns the clause a number of steps along the reading order, or null past either end.
     * @param {string | null} id
     * @param {number} steps
     */
    neighbour(id, steps) {
        const index = this.#shapes.findIndex(({ clause }) => clause.id === id);
        return index < 0 ? null : (this.#shapes[index + steps]?.clause ?? null);
    }

    /**
     * Gives a clause the keyboard focus: the named one, or else the one that Tab would focus.
     * @param {string} [id]
     */
    focus(id) {
        const shape = this.#shape(id) ?? this.#current;
        (shape?.path ?? this.#svg).focus({ preventScroll: true });
    }

    /** @param {string | null | undefined} id */
    #shape(id) {
        return this.#shapes.find(({ clause }) => clause.id === id);
    }

    /** @param {Shape} shape */
    #setCurrent(shape) {
        this.#current?.path.setAttribute("tabindex", "-1");
        shape.path.setAttribute("tabindex", "0");
        this.#current = shape;
    }
}
