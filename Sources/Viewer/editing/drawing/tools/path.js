// @ts-check
/**
 * Tools that draw a line corner by corner or in one stroke: the outline of a new region, a dividing line, a hole, or a border
 * between two corners. They differ in what they do with the finished line (path-endings.js).
 */
import { draw, drawCount, drawNamed } from "../../../strings/drawing.js";
import { distance, isSame, onPage } from "../../geometry/shapes.js";
import { loopOf, simplifiedLine } from "../../geometry/simplify.js";
import { Draft } from "../draft.js";
import { stepsKey } from "../steps.js";

/** @typedef {import("../tool-context.js").ToolContext} ToolContext */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Corner} Corner */
/** @typedef {import("../types.js").Tool} Tool */
/** @typedef {import("../pen.js").Pen} Pen */

/**
 * @typedef {object} Ending
 * @property {boolean} isClosed  whether the line is closed
 * @property {"line" | "box" | "stroke"} form  what a drag draws: a single corner where it ends, a rectangle, or its whole path
 * @property {number} least  the minimum number of corners
 * @property {(context: ToolContext, corners: Corner[]) => boolean} finish  uses the line; returns whether it succeeded,
 *   otherwise the line is kept
 * @property {(context: ToolContext, corner: Corner, corners: readonly Corner[]) => boolean} [mayBegin]  whether a line can start
 *   at the corner
 * @property {(context: ToolContext, corners: readonly Corner[]) => boolean} [isEnd]  whether the last corner completes the line
 */

/** The tolerance for simplifying a stroke, in CSS pixels. */
const STROKE_TOLERANCE = 1.2;

/** @implements {Tool} */
export class PathTool {
    #context;
    #ending;
    #draft;
    /** @type {Corner | null} the pointer's position */
    #pointer = null;
    /** @type {Corner[] | null} the stroke being drawn */
    #stroke = null;
    /** @type {Corner | null} the first corner of a rectangle while it is dragged */
    #anchor = null;

    /**
     * @param {string} name
     * @param {ToolContext} context
     * @param {Ending} ending
     */
    constructor(name, context, ending) {
        this.name = name;
        this.#context = context;
        this.#ending = ending;
        this.#draft = this.#draftOfPage();
    }

    #draftOfPage() {
        const { session, page } = this.#context;
        return new Draft(stepsKey(session, page.number, this.name), () => {
            this.#context.problem = null;
            session.dispatchEvent(new Event("state"));
            this.#context.on.refresh();
        });
    }

    /** Restores the unfinished line of a page, when that page is shown. */
    open() {
        this.#draft = this.#draftOfPage();
    }

    get corners() {
        return this.#draft.corners;
    }

    hint() {
        const count = this.corners.length;
        if (count === 0) return drawNamed(`hint-${this.name}`);
        if (this.#ending.form === "box") return draw("hintBoxEnd");
        return drawCount("cornersSoFar", count) + (count >= this.#ending.least ? ` ${draw(this.#ending.isClosed ? "hintFinish" : "hintFinishLine")}` : "");
    }

    /** @returns {import("../types.js").Control[]} */
    controls() {
        if (this.#draft.isEmpty && !this.#draft.canRedo) return [];
        return [
            { id: "finish", label: draw("finish"), keys: "Enter", icon: "check", isMain: true, isDisabled: this.corners.length < this.#ending.least, run: () => this.finish() },
            { id: "back", label: draw("lastCorner"), keys: "Backspace", icon: "arrow-rotate-left", isDisabled: !this.#draft.canUndo, run: () => this.#draft.undo() },
            { id: "discard", label: draw("discardDraft"), icon: "xmark", run: () => this.discard() },
        ];
    }

    /** Discards the line. Only this control does so: no key, tool or menu. */
    discard() {
        this.#draft.clear();
        this.#context.on.announce(draw("discarded"));
    }

    steps() {
        const { canUndo, canRedo } = this.#draft;
        return canUndo || canRedo ? this.#draft : null;
    }

    /** @param {Spot} spot */
    tap(spot) {
        const { corners } = this;
        const { isClosed, least, form } = this.#ending;
        const corner = this.#context.landing(spot);
        // The touched place counts too, because the corner may have snapped away from it.
        /** @param {Corner} other */
        const isThere = (other) => isSame(other, corner) || distance(other, spot.corner) <= spot.reach;
        const isLast = corners.length > 0 && isThere(corners[corners.length - 1]);
        const isFirst = isClosed && corners.length >= 3 && isThere(corners[0]);
        if ((isLast || isFirst) && corners.length >= least) {
            this.finish();
            return;
        }
        if (isLast) return;
        if (corners.length === 0 && this.#ending.mayBegin?.(this.#context, corner, corners) === false) return;
        if (form === "box" && corners.length === 1) {
            this.#finishBox(corners[0], corner);
            return;
        }
        this.#draft.add(corner);
        this.#context.on.announce(drawCount("cornersSoFar", this.corners.length));
        if (this.#ending.isEnd?.(this.#context, this.corners)) this.finish();
    }

    finish() {
        if (this.corners.length < this.#ending.least) {
            this.#context.on.announce(drawNamed(`hint-${this.name}`));
            return;
        }
        if (this.#ending.finish(this.#context, [...this.corners])) this.#draft.clear();
        this.#context.on.refresh();
    }

    /** @param {Corner} a @param {Corner} b */
    #finishBox(a, b) {
        this.#draft.set([a, [b[0], a[1]], b, [a[0], b[1]]]);
        if (this.#ending.finish(this.#context, [...this.corners])) this.#draft.clear();
        // The second corner is not possible there: back to one corner.
        else this.#draft.set([a]);
    }

    /** @param {Spot} spot */
    grab(spot) {
        const { form } = this.#ending;
        // A mouse places corners by clicks, so that dragging can move the sheet.
        if (form === "line" && spot.kind === "mouse") return false;
        const corner = this.#context.landing(spot);
        if (form === "stroke") {
            if (this.corners.length === 0 && this.#ending.mayBegin?.(this.#context, corner, []) === false) return false;
            this.#stroke = [corner];
        }
        if (form === "box") this.#anchor = this.corners[0] ?? corner;
        this.#pointer = corner;
        return true;
    }

    /** @param {Spot} spot */
    drag(spot) {
        if (this.#stroke) {
            const last = this.#stroke[this.#stroke.length - 1];
            const corner = onPage(spot.corner, this.#context.page);
            if (!isSame(last, corner)) this.#stroke.push(corner);
        }
        this.#pointer = this.#context.landing(spot);
        this.#context.on.touch();
    }

    /** @param {Spot} spot */
    drop(spot) {
        const [stroke, anchor] = [this.#stroke, this.#anchor];
        this.#stroke = this.#anchor = this.#pointer = null;
        if (anchor) {
            this.#finishBox(anchor, this.#context.landing(spot));
        } else if (stroke) {
            const end = this.#context.landing(spot);
            const whole = this.#ending.isClosed && this.corners.length === 0 ? loopOf([...stroke, end]) : [...stroke, end];
            const line = simplifiedLine(whole, STROKE_TOLERANCE / this.#context.camera.view.scale);
            this.#draft.add(...line.filter((corner, index) => index === 0 || !isSame(corner, line[index - 1])));
            if (this.corners.length >= this.#ending.least) this.finish();
        } else {
            this.tap(spot);
        }
    }

    cancelDrag() {
        this.#stroke = this.#anchor = this.#pointer = null;
        this.#context.on.touch();
    }

    /** @param {Spot} spot */
    hold(spot) {
        const place = this.corners.findIndex((corner) => distance(corner, spot.corner) <= spot.reach);
        if (place === -1) return false;
        this.#draft.set(this.corners.filter((_, index) => index !== place));
        this.#context.on.announce(draw("cornerRemoved"));
        return true;
    }

    /** @param {Spot | null} spot */
    hover(spot) {
        this.#pointer = spot && this.#context.landing(spot);
        this.#context.on.touch();
    }

    leave() {
        this.cancelDrag();
    }

    /** @param {Pen} pen */
    paint(pen) {
        paintLine(pen, this.corners, this.#ending.isClosed);
        const pointer = this.#pointer;
        if (this.#stroke) pen.line(this.#stroke, pen.colours.draft);
        if (this.#anchor && pointer) {
            const [a, b] = [this.#anchor, pointer];
            pen.shape({ polygon: [a, [b[0], a[1]], b, [a[0], b[1]]], holes: [] }, pen.colours.draft, { width: 2, fill: 0.15 });
        } else if (pointer && !this.#stroke && this.corners.length > 0) {
            pen.line([this.corners[this.corners.length - 1], pointer], pen.colours.draft, { width: 1.5, dash: [5, 5] });
        }
        this.#paintOverlap(pen, pointer);
    }

    /** @param {Pen} pen */
    paintInactive(pen) {
        paintLine(pen, this.corners, this.#ending.isClosed);
    }

    /** @param {Pen} pen @param {Corner | null} pointer */
    #paintOverlap(pen, pointer) {
        if (!this.#ending.isClosed || this.#ending.least !== 3 || this.corners.length + (pointer ? 1 : 0) < 3) return;
        const polygon = pointer ? [...this.corners, pointer] : [...this.corners];
        this.#context.hatchOverlaps(pen, { polygon, holes: [] }, new Set());
    }
}

/** @param {Pen} pen @param {readonly Corner[]} corners @param {boolean} isClosed */
function paintLine(pen, corners, isClosed) {
    if (corners.length === 0) return;
    if (isClosed && corners.length >= 3) {
        pen.line([corners[corners.length - 1], corners[0]], pen.colours.draft, { width: 1, dash: [3, 5] });
    }
    pen.line(corners, pen.colours.draft);
    if (corners.length <= 300) for (const [index, corner] of corners.entries()) pen.dot(corner, pen.colours.draft, 5, index > 0);
}
