// @ts-check
/** The tools that select and move a region. */
import { draw } from "../../../strings/drawing.js";
import { onPage, ringsOf, rounded, shapeOf } from "../../geometry/shapes.js";
import { faultOf } from "../../geometry/validity.js";
import { ownerOf } from "../regions.js";

/** @typedef {import("../tool-context.js").ToolContext} ToolContext */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Corner} Corner */
/** @typedef {import("../types.js").Shape} Shape */
/** @typedef {import("../types.js").Tool} Tool */
/** @typedef {import("../pen.js").Pen} Pen */

/** @implements {Tool} */
export class SelectTool {
    name = "select";
    #context;

    /** @param {ToolContext} context */
    constructor(context) {
        this.#context = context;
    }

    hint() {
        const { selected } = this.#context;
        return selected ? draw("hintSelected", { name: this.#context.nameOf(ownerOf(selected).clause) }) : draw("hintSelect");
    }

    /** @param {Spot} spot */
    tap(spot) {
        pick(this.#context, spot);
    }
}

/**
 * Selects the region at a place, or the next one below it if that is already selected.
 * @param {ToolContext} context @param {Spot} spot @returns {string | null}
 */
export function pick(context, spot) {
    const found = context.regions.index.at(spot.corner).map(({ key }) => key);
    const place = context.selected === null ? -1 : found.indexOf(context.selected);
    const key = found[(place + 1) % Math.max(1, found.length)] ?? null;
    context.select(key);
    const text = key === null ? draw("selectedNone") : draw("selectedName", { name: context.nameOf(ownerOf(key).clause) });
    context.on.announce(text);
    return key;
}

/** @implements {Tool} */
export class MoveTool {
    name = "move";
    #context;
    /** @type {{ key: string, from: Corner, shape: Shape, moved: Shape } | null} */
    #moving = null;
    /** @type {Corner | null} the place of the first tap, for a move by two taps */
    #from = null;

    /** @param {ToolContext} context */
    constructor(context) {
        this.#context = context;
    }

    hint() {
        return draw(this.#from ? "hintMoveTo" : this.#context.selected ? "hintMove" : "hintMoveFirst");
    }

    /** @param {Spot} spot */
    tap(spot) {
        const { selected } = this.#context;
        const shape = selected && this.#context.regions.shape(selected);
        if (this.#from && selected && shape) {
            this.#moving = { key: selected, from: this.#from, shape, moved: shape };
            this.drop(spot);
            this.#from = null;
            return;
        }
        const key = this.#context.regions.index.at(spot.corner)[0]?.key ?? null;
        this.#context.select(key);
        this.#from = key === null ? null : spot.corner;
        if (this.#from) this.#context.on.announce(draw("hintMoveTo"));
    }

    /** @param {Spot} spot */
    grab(spot) {
        const found = this.#context.regions.index.at(spot.corner).map(({ key }) => key);
        const { selected } = this.#context;
        const key = selected !== null && found.includes(selected) ? selected : found[0];
        const shape = key === undefined ? null : this.#context.regions.shape(key);
        if (key === undefined || !shape) return false;
        this.#context.select(key);
        this.#from = null;
        this.#moving = { key, from: spot.corner, shape, moved: shape };
        this.#context.on.refresh();
        return true;
    }

    /** @param {Spot} spot */
    drag(spot) {
        if (!this.#moving) return;
        this.#moving.moved = this.#shifted(this.#moving, spot.corner);
        this.#context.on.touch();
    }

    /**
     * Moves a shape, limited to the page, by whole grid steps.
     * @param {{ from: Corner, shape: Shape }} moving @param {Corner} to @returns {Shape}
     */
    #shifted({ from, shape }, to) {
        const { width, height } = this.#context.page;
        const xs = shape.polygon.map(([x]) => x);
        const ys = shape.polygon.map(([, y]) => y);
        const dx = Math.min(width - Math.max(...xs), Math.max(-Math.min(...xs), rounded(to[0] - from[0])));
        const dy = Math.min(height - Math.max(...ys), Math.max(-Math.min(...ys), rounded(to[1] - from[1])));
        return shapeOf(ringsOf(shape).map((ring) => ring.map(([x, y]) => onPage([x + dx, y + dy], this.#context.page))));
    }

    /** @param {Spot} spot */
    drop(spot) {
        const moving = this.#moving;
        this.#moving = null;
        if (!moving) return;
        const shape = this.#shifted(moving, spot.corner);
        const fault = faultOf(shape, this.#context.page);
        if (fault) this.#context.refuse(fault);
        else this.#context.perform("moveRegion", [{ key: moving.key, shape }], { done: draw("moved") });
        this.#context.on.refresh();
    }

    cancelDrag() {
        this.#moving = null;
        this.#context.on.refresh();
    }

    moving() {
        return new Set(this.#moving ? [this.#moving.key] : []);
    }

    escape() {
        const wasMoving = this.#from !== null;
        this.#from = null;
        return wasMoving;
    }

    leave() {
        this.#from = null;
        this.#moving = null;
    }

    /** @param {Pen} pen */
    paint(pen) {
        if (this.#from) pen.cross(this.#from, pen.colours.chosen);
        if (!this.#moving) return;
        pen.shape(this.#moving.moved, pen.colours.chosen, { width: 2.5, fill: 0.2 });
        this.#context.hatchOverlaps(pen, this.#moving.moved, this.moving());
    }
}
