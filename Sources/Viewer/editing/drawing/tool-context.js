// @ts-check
/**
 * The state and operations that all tools share: the regions of the page, the selection, snapping, and turning changes into
 * edits.
 */
import { draw, drawCount } from "../../strings/drawing.js";
import { phrase } from "../../strings/editor.js";
import { overlap } from "../geometry/overlay.js";
import { snapped } from "../geometry/snapping.js";
import { onPage } from "../geometry/shapes.js";
import { faultOf } from "../geometry/validity.js";
import { generatedId } from "../session/clause-reading.js";
import { orderOperations } from "../session/orders.js";
import { keyFor, ownerOf, PageRegions } from "./regions.js";

/** @typedef {import("./types.js").Corner} Corner */
/** @typedef {import("./types.js").Shape} Shape */
/** @typedef {import("./types.js").Refusal} Refusal */
/** @typedef {import("./types.js").Spot} Spot */
/** @typedef {import("./types.js").DrawingSession} DrawingSession */
/** @typedef {import("./types.js").Operation} Operation */
/** @typedef {import("./regions.js").Change} Change */

/** The distance within which points snap, in CSS pixels. */
const SNAP_REACH = 12;

export class ToolContext {
    /** `snaps`: snap to neighbours. `showsOverlap`: show overlaps. `addsToClause`: add new shapes to the selected clause. */
    options = { snaps: true, showsOverlap: false, addsToClause: false };
    /** @type {{ at: Corner | null, text: string } | null} why the last operation was refused, and where */
    problem = null;
    /** @type {string | null} the key of the selected region */
    #selected = null;
    /** @type {{ corner: Corner, edge: readonly [Corner, Corner] | null } | null} where the last point snapped to */
    snap = null;
    /** @type {PageRegions} */
    regions;

    /**
     * @param {DrawingSession} session
     * @param {import("../../sheet/camera.js").Camera} camera
     * @param {import("./types.js").Page} page
     * @param {object} on
     * @param {() => void} on.touch  called when the layer needs repainting
     * @param {() => void} on.refresh  called when regions, or which of them the tools paint, have changed
     * @param {(text: string) => void} on.announce
     * @param {(tool: string) => void} on.use  chooses another tool
     */
    constructor(session, camera, page, on) {
        this.session = session;
        this.camera = camera;
        this.on = on;
        this.regions = new PageRegions(session, page);
    }

    get page() {
        return this.regions.page;
    }

    /** @param {import("./types.js").Page} page */
    open(page) {
        this.regions = new PageRegions(this.session, page);
        this.problem = this.snap = null;
        this.follow();
    }

    /** @returns {string | null} the key of the selected region, if it is on this page */
    get selected() {
        return this.#selected !== null && this.regions.shape(this.#selected) ? this.#selected : null;
    }

    /**
     * Selects a region, and its clause everywhere.
     * @param {string | null} key
     */
    select(key) {
        this.#selected = key;
        const clause = key === null ? null : ownerOf(key).clause;
        if (this.session.selection !== clause) {
            // A user who selects by pointing sees the region already: keep the view.
            const { view } = this.camera;
            this.session.selection = clause;
            this.camera.jump(view);
        }
        this.on.refresh();
    }

    /** Follows a selection made elsewhere. */
    follow() {
        const clause = this.session.selection;
        if (clause === null) this.#selected = null;
        else if (this.#selected === null || ownerOf(this.#selected).clause !== clause || !this.selected) {
            this.#selected = this.regions.keysOf(clause)[0] ?? null;
        }
        this.on.refresh();
    }

    /** @param {string} clause @returns {string} a name to show to users */
    nameOf(clause) {
        const number = this.session.value(`clauses/${clause}/number`);
        const kind = this.session.value(`clauses/${clause}/kind`);
        if (typeof number === "string" && number !== "") return draw(kind === "detail" ? "detailNamed" : "clauseNamed", { number });
        return phrase(kind === "detail" ? "detailUnnamed" : "clauseUnnamed");
    }

    /**
     * Returns where a point lands: on the nearest corner or edge of a region if it snaps, else on the coordinate grid.
     * @param {Spot} spot
     * @param {{ shapes?: Shape[], except?: ReadonlySet<string> }} more  further shapes to snap to; keys of corners to ignore, as
     *   they move along
     * @returns {Corner}
     */
    landing(spot, { shapes = [], except } = {}) {
        this.snap = null;
        if (this.options.snaps && !spot.isFree) {
            const reach = Math.min(SNAP_REACH / this.camera.view.scale, spot.reach * 2);
            const [x, y] = spot.corner;
            const near = this.regions.index.near({ x, y, width: 0, height: 0 }, reach).map(({ shape }) => shape);
            this.snap = snapped(spot.corner, [...near, ...shapes], reach, this.page, except);
        }
        return this.snap?.corner ?? onPage(spot.corner, this.page);
    }

    /** @param {string} text  a message that is announced, and shown until the next operation @param {Corner | null} at */
    warn(text, at = null) {
        this.problem = { at, text };
        this.on.announce(text);
    }

    /**
     * Shows why an operation was refused, and marks the place.
     * @param {Refusal} refusal
     * @returns {false}
     */
    refuse(refusal) {
        this.warn(draw(`refused-${refusal.reason}`), refusal.at);
        this.on.refresh();
        return false;
    }

    /**
     * Performs a gesture's changes as one edit.
     * @param {string} label
     * @param {Change[]} changes
     * @param {{ additions?: { clause: string, shape: Shape }[], more?: Operation[], mergeKey?: string, done?: string }} rest
     *   new regions; operations on other fields; the text to announce
     * @returns {boolean} whether it was performed
     */
    perform(label, changes, { additions = [], more = [], mergeKey, done } = {}) {
        const operations = [...more, ...this.regions.operations(changes, additions)];
        try {
            this.session.perform({ label, operations }, { mergeKey });
        } catch (error) {
            if (!(error instanceof RangeError)) throw error;
            this.warn(error.message);
            return false;
        }
        this.problem = this.snap = null;
        if (done) this.on.announce(done);
        return true;
    }

    /**
     * Adds new shapes to the selected clause or to a new clause.
     * @param {Shape[]} shapes
     * @param {string} label
     * @returns {boolean}
     */
    add(shapes, label) {
        const [first] = shapes;
        for (const shape of shapes) {
            const fault = faultOf(shape, this.page);
            if (fault) return this.refuse(fault);
        }
        const fitted = this.options.snaps ? shapes.map((shape) => this.regions.fitted(shape)) : shapes.map((shape) => ({ shape, changes: [] }));
        // Two new shapes beside the same neighbour would each change it: only the first one does.
        const changes = new Map(fitted.flatMap((one) => one.changes).reverse().map((change) => [change.key, change]));
        const selection = this.session.selection;
        const isAdded = this.options.addsToClause && selection !== null && this.session.value(`clauses/${selection}`) === true;
        const { clause, operations } = isAdded ? { clause: selection, operations: [] } : this.newClause(selection);
        const part = this.regions.keysOf(clause).length;
        const additions = fitted.map(({ shape }) => ({ clause, shape }));
        const done = first && draw(isAdded ? "addedTo" : "addedClause", { name: isAdded ? this.nameOf(clause) : "" });
        if (!this.perform(label, [...changes.values()], { additions, more: operations, done })) return false;
        this.select(keyFor(clause, part));
        return true;
    }

    /**
     * Prepares a new clause that follows another one in reading order.
     * @param {string | null} after  the id of the preceding clause, or null to append
     * @returns {{ clause: string, operations: Operation[] }}
     */
    newClause(after) {
        const { clauses: [clause], operations } = this.newClauses(after, 1);
        return { clause, operations };
    }

    /**
     * Prepares several new clauses in a row.
     * @param {string | null} after  the id of the preceding clause, or null to append
     * @param {number} count
     * @returns {{ clauses: string[], operations: Operation[] }}
     */
    newClauses(after, count) {
        const others = this.session.clauses();
        const place = others.findIndex(({ id }) => id === after);
        const clauses = Array.from({ length: count }, generatedId);
        const orders = orderOperations("clauses", others, place < 0 ? others.length : place + 1, clauses);
        return { clauses, operations: [...clauses.map((clause) => ({ path: `clauses/${clause}`, after: true })), ...orders] };
    }

    /**
     * Returns the overlaps of a shape with other regions, if they are to be shown.
     * @param {Shape} shape
     * @param {ReadonlySet<string>} except  keys of regions to ignore
     * @returns {{ key: string, common: Shape[] }[]}
     */
    overlaps(shape, except) {
        if (!this.options.showsOverlap || faultOf(shape, this.page)) return [];
        return this.regions
            .around(shape, except)
            .map(({ key, shape: other }) => ({ key, common: overlap(shape, other, this.page) }))
            .filter(({ common }) => common.length > 0);
    }

    /** @param {import("./pen.js").Pen} pen @param {Shape} shape @param {ReadonlySet<string>} except */
    hatchOverlaps(pen, shape, except) {
        for (const { common } of this.overlaps(shape, except)) common.forEach((one) => pen.hatch(one));
    }

    /** A text that names the regions overlapping the selected one. */
    overlapText() {
        const shape = this.selected === null ? null : this.regions.shape(this.selected);
        if (!shape || this.selected === null) return "";
        const names = this.overlaps(shape, new Set([this.selected])).map(({ key }) => this.nameOf(ownerOf(key).clause));
        return names.length === 0 ? "" : drawCount("overlaps", names.length, { names: names.slice(0, 3).join(", ") });
    }
}
