// @ts-check
/** The tools that select and move a region. */
import { draw } from "../../../strings/drawing.js";
import { keyOf, onPage, ringsOf, rounded, shapeOf } from "../../geometry/shapes.js";
import { faultOf } from "../../geometry/validity.js";
import { ownerOf } from "../regions.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Corner} Corner */
/** @typedef {import("../types.js").Shape} Shape */
/** @typedef {import("../types.js").Tool} Tool */
/** @typedef {import("../pen.js").Pen} Pen */

/** @implements {Tool} */
export class SelectTool {
    name = "select";
    #desk;

    /** @param {Desk} desk */
    constructor(desk) {
        this.#desk = desk;
    }

    hint() {
        const { selected } = this.#desk;
        return selected ? draw("hintSelected", { name: this.#desk.nameOf(ownerOf(selected).clause) }) : draw("hintSelect");
    }

    /** @param {Spot} spot */
    tap(spot) {
        pick(this.#desk, spot);
    }
}

/**
 * Selects the region at a place, or the next one below it if that is already selected.
 * @param {Desk} desk @param {Spot} spot @returns {string | null}
 */
export function pick(desk, spot) {
    const found = desk.regions.index.at(spot.corner).map(({ key }) => key);
    const place = desk.selected === null ? -1 : found.indexOf(desk.selected);
    const key = found[(place + 1) % Math.max(1, found.length)] ?? null;
    desk.select(key);
    desk.on.announce(key === null ? draw("selectedNone") : draw("selectedName", { name: desk.nameOf(ownerOf(key).clause) }));
    return key;
}

/** @implements {Tool} */
export class MoveTool {
    name = "move";
    #desk;
    /** @type {{ key: string, from: Corner, shape: Shape, moved: Shape } | null} */
    #moving = null;
    /** @type {Corner | null} the place of the first tap, for a move by two taps */
    #from = null;

    /** @param {Desk} desk */
    constructor(desk) {
        this.#desk = desk;
    }

    hint() {
        return draw(this.#from ? "hintMoveTo" : this.#desk.selected ? "hintMove" : "hintMoveFirst");
    }

    /** @param {Spot} spot */
    tap(spot) {
        const { selected } = this.#desk;
        const shape = selected && this.#desk.regions.shape(selected);
        if (this.#from && selected && shape) {
            this.#moving = { key: selected, from: this.#from, shape, moved: shape };
            this.drop(spot);
            this.#from = null;
            return;
        }
        const key = this.#desk.regions.index.at(spot.corner)[0]?.key ?? null;
        this.#desk.select(key);
        this.#from = key === null ? null : spot.corner;
        if (this.#from) this.#desk.on.announce(draw("hintMoveTo"));
    }

    /** @param {Spot} spot */
    grab(spot) {
        const found = this.#desk.regions.index.at(spot.corner).map(({ key }) => key);
        const { selected } = this.#desk;
        const key = selected !== null && found.includes(selected) ? selected : found[0];
        const shape = key === undefined ? null : this.#desk.regions.shape(key);
        if (key === undefined || !shape) return false;
        this.#desk.select(key);
        this.#from = null;
        this.#moving = { key, from: spot.corner, shape, moved: shape };
        this.#desk.on.refresh();
        return true;
    }

    /** @param {Spot} spot */
    drag(spot) {
        if (!this.#moving) return;
        this.#moving.moved = this.#shifted(this.#moving, spot.corner);
        this.#desk.on.touch();
    }

    /**
     * Moves a shape, limited to the page, by whole grid steps.
     * @param {{ from: Corner, shape: Shape }} moving @param {Corner} to @returns {Shape}
     */
    #shifted({ from, shape }, to) {
        const { width, height } = this.#desk.page;
        const xs = shape.polygon.map(([x]) => x);
        const ys = shape.polygon.map(([, y]) => y);
        const dx = Math.min(width - Math.max(...xs), Math.max(-Math.min(...xs), rounded(to[0] - from[0])));
        const dy = Math.min(height - Math.max(...ys), Math.max(-Math.min(...ys), rounded(to[1] - from[1])));
        return shapeOf(ringsOf(shape).map((ring) => ring.map(([x, y]) => onPage([x + dx, y + dy], this.#desk.page))));
    }

    /** @param {Spot} spot */
    drop(spot) {
        const moving = this.#moving;
        this.#moving = null;
        if (!moving) return;
        const shape = this.#shifted(moving, spot.corner);
        const fault = faultOf(shape, this.#desk.page);
        if (fault) this.#desk.refuse(fault);
        else this.#desk.perform("moveRegion", [{ key: moving.key, shape }], { done: draw("moved") });
        this.#desk.on.refresh();
    }

    letGo() {
        this.#moving = null;
        this.#desk.on.refresh();
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
        for (const { common } of this.#desk.overlaps(this.#moving.moved, this.moving())) common.forEach((one) => pen.hatch(one));
    }
}

/** @param {readonly Corner[]} corners @returns {ReadonlySet<string>} */
export function keysOf(corners) {
    return new Set(corners.map(keyOf));
}
