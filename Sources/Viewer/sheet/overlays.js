// @ts-check
/** The clauses drawn over the sheet: one SVG path each. */
import { area, areNear, bounds, corners, distanceTo, pathData } from "../base/geometry.js";
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
 * @property {number} corners  how many
 */

/** Outlines nearer than this share of the page's width count as touching. */
const TOUCH_SHARE = 0.0015;
/** Clauses whose distances from a touch differ by less are equally near, CSS pixels. */
const EQUALLY_NEAR = 2;
/** A line at least so high needs no stronger outline, CSS pixels. */
const PLAIN_LINE = 40;
const MOST_GROWTH = 2.4;
const SVG = "http://www.w3.org/2000/svg";

export class Overlays {
    #svg;
    #onOpen;
    /** @type {SVGGElement} */
    #group;
    /** @type {HTMLElement | SVGElement | null} the outlines in the HTML, until there are our own */
    #first = document.querySelector("#outlines");
    /** @type {Shape[]} in reading order */
    #shapes = [];
    /** @type {Shape | null} the one that Tab comes to */
    #current = null;
    #layer;
    /** Of the page, as far as the most clauses shown on it at once have told. */
    #lines = { page: 0, clauses: 0, pitch: 1 };
    /** @type {"ltr" | "rtl"} in which the writing runs */
    #way = "ltr";

    /**
     * @param {SVGSVGElement} svg
     * @param {(id: string) => void} onOpen  a clause was opened without a pointer
     * @param {() => void} redraw  has the tiles drawn anew in the next frame
     */
    constructor(svg, onOpen, redraw) {
        this.#svg = svg;
        this.#onOpen = onOpen;
        this.#group = document.createElementNS(SVG, "g");
        svg.append(this.#group);
        this.#layer = new Layer(svg, redraw, (scale) =>
            Math.min(MOST_GROWTH, Math.max(1, Math.sqrt(PLAIN_LINE / (this.#lines.pitch * scale)))),
        );
        svg.addEventListener("focusin", (event) => {
            const shape = this.#shapes.find(({ path }) => path === event.target);
            if (shape) this.#setCurrent(shape);
            this.#layer.settle();
        });
        // Assistive technology clicks without a pointer, which leaves `detail` at 0.
        svg.addEventListener("click", (event) => {
            const shape = this.#shapes.find(({ path }) => path === event.target);
            if (shape && event.detail === 0) this.#onOpen(shape.clause.id);
        });
    }

    get clauses() {
        return this.#shapes.map(({ clause }) => clause);
    }

    /** The clause that has the keyboard's focus. */
    get focused() {
        return this.#shapes.find(({ path }) => path === document.activeElement)?.clause ?? null;
    }

    /**
     * Draws other clauses instead.
     * @param {Clause[]} clauses  in reading order, each with a region on this page
     * @param {object} options
     * @param {string[]} options.colours
     * @param {import("../base/types.js").Page} options.page  that coordinates belong to
     * @param {import("../base/types.js").Box[]} options.boxes  of it and those beside it, of which a spotlight darkens the rest
     * @param {"ltr" | "rtl"} options.way  in which the writing runs
     * @param {boolean} options.isSpotlight  whether everything else is darkened
     * @param {(clause: Clause) => string} options.label
     * @param {boolean} options.fade  whether they fade in
     */
    show(clauses, { colours, page, boxes, way, isSpotlight, label, fade }) {
        const indices = colourIndices(clauses, colours.length, page.width * TOUCH_SHARE);
        const group = document.createElementNS(SVG, "g");
        this.#way = way;
        if (this.#lines.page !== page.number || this.#lines.clauses < clauses.length) {
            this.#lines = { page: page.number, clauses: clauses.length, pitch: linePitch(clauses, page) };
        }
        this.#svg.classList.toggle("spotlight", isSpotlight);
        if (isSpotlight) group.append(...shade(clauses, boxes));
        this.#shapes = clauses.map((clause, index) => {
            const path = document.createElementNS(SVG, "path");
            path.setAttribute("d", pathData(clause.regions));
            path.setAttribute("class", `clause ${clause.style}`);
            path.setAttribute("role", "button");
            path.setAttribute("aria-haspopup", "dialog");
            path.setAttribute("aria-label", label(clause));
            path.setAttribute("tabindex", "-1");
            path.dataset.clause = clause.id;
            path.dataset.colour = String(indices[index]);
            path.style.setProperty("--colour", colours[indices[index]]);
            group.append(path);
            const { regions } = clause;
            return { clause, path, box: bounds(regions), area: area(regions), corners: corners(regions) };
        });
        this.#group.replaceWith(group);
        this.#group = group;
        this.#layer.hold(group, this.#shapes);
        this.#current = null;
        if (this.#shapes.length > 0) this.#setCurrent(this.#shapes[0]);
        // Those that can be seen already need not fade in.
        const isSeen = this.#first !== null;
        this.dropFirst();
        if (fade && !isSeen) {
            group.classList.add("fading-in");
            group.addEventListener("animationend", () => group.classList.remove("fading-in"), { once: true });
        }
    }

    /** Removes the outlines that the HTML has. */
    dropFirst() {
        this.#first?.remove();
        this.#first = null;
    }

    /**
     * Leaves one clause alone on the sheet, or with null brings the others back.
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
        const shape = this.#shapes.find(({ clause }) => clause.id === id);
        if (shape) this.#setCurrent(shape);
    }

    /**
     * The clauses at a point, most specific first: smallest area, then id.
     * @param {Point} point  image space
     */
    at({ x, y }) {
        return this.#shapes
            .filter(({ box }) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height)
            .filter(({ path }) => path.isPointInFill(new DOMPoint(x, y)))
            .sort((a, b) => a.area - b.area || (a.clause.id < b.clause.id ? -1 : 1))
            .map(({ clause }) => clause);
    }

    /**
     * What a touch means: the clauses that it is equally near to, most often one. A detail is often too small to be hit
     * within a clause; both are meant then.
     * @param {Point} point  image space
     * @param {number} reach  how far beside it a clause may be, CSS pixels
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

    /** @param {Clause[] | null} clauses  that a finger on the surface would open; null: it is up again */
    press(clauses) {
        for (const { clause, path } of this.#shapes) {
            const isPressed = clauses?.includes(clause) ?? false;
            if (isPressed === path.classList.contains("pressed")) continue;
            path.classList.toggle("pressed", isPressed);
            // What begins to move is painted as it looks now.
            if (!isPressed) for (const motion of path.getAnimations()) motion.finish();
        }
    }

    /** The scale at which the writing of the page is legible. */
    get readingScale() {
        return readingScale(this.#lines.pitch);
    }

    /** @param {string} id */
    box(id) {
        return this.#shapes.find(({ clause }) => clause.id === id)?.box ?? null;
    }

    /**
     * How a clause is read on the sheet.
     * @param {string} id
     * @returns {import("./seeing.js").Aim | null}
     */
    aim(id) {
        const shape = this.#shapes.find(({ clause }) => clause.id === id);
        if (!shape) return null;
        const start = beginning(shape.clause.regions, this.#lines.pitch, this.#way);
        return { box: shape.box, start: { ...start, runs: this.#way }, scale: this.readingScale };
    }

    /**
     * @param {Point} origin  of the page, CSS pixels on the surface
     * @param {number} scale
     * @param {import("./painting.js").Canvas} canvas  on which the tiles have just been drawn
     */
    follow(origin, scale, canvas) {
        this.#layer.follow(origin, scale, canvas);
        // The paper is already there.
        if (this.#first) this.#first.style.cssText = document.getElementById("paper")?.style.cssText ?? "";
    }

    /** @param {number} width @param {number} height  of the surface, CSS pixels */
    resize(width, height) {
        this.#layer.resize(width, height);
    }

    /**
     * The clause so many steps along the reading order, or null past either end.
     * @param {string | null} id
     * @param {number} steps
     */
    neighbour(id, steps) {
        const index = this.#shapes.findIndex(({ clause }) => clause.id === id);
        return index < 0 ? null : (this.#shapes[index + steps]?.clause ?? null);
    }

    /**
     * Gives a clause the keyboard's focus: the named one, else the one that Tab would come to.
     * @param {string} [id]
     */
    focus(id) {
        const shape = this.#shapes.find(({ clause }) => clause.id === id) ?? this.#current;
        (shape?.path ?? this.#svg).focus({ preventScroll: true });
    }

    /** @param {Shape} shape */
    #setCurrent(shape) {
        this.#current?.path.setAttribute("tabindex", "-1");
        shape.path.setAttribute("tabindex", "0");
        this.#current = shape;
    }
}
