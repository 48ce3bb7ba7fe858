// @ts-check
/**
 * Moves, adds and removes corners. A corner shared by several regions moves in all of them. To move a corner, drag it, or touch
 * it and then its new place. Touching an edge adds a corner; a long press removes one.
 */
import { edgesOf, nearestOnEdge } from "../../../base/geometry.js";
import { draw, drawCount } from "../../../strings/drawing.js";
import { addCorner, hasCorner, moveCorner, removeCorner, sharedStretches } from "../../geometry/borders.js";
import { distance, isSame, keyOf, onPage, Refusal, ringsOf } from "../../geometry/shapes.js";
import { pick } from "./select.js";

/** @typedef {import("../tool-context.js").ToolContext} ToolContext */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Corner} Corner */
/** @typedef {import("../types.js").KeyedShape} KeyedShape */
/** @typedef {import("../types.js").Tool} Tool */
/** @typedef {import("../pen.js").Pen} Pen */

/** @implements {Tool} */
export class ReshapeTool {
    name = "reshape";
    #context;
    /** @type {Corner | null} the selected corner */
    corner = null;
    /** @type {{ from: Corner, at: Corner, held: KeyedShape[], result: KeyedShape[] | Refusal } | null} */
    #dragged = null;
    /** @type {Corner | null} the point under the pointer on an edge */
    #ghost = null;

    /** @param {ToolContext} context */
    constructor(context) {
        this.#context = context;
    }

    get #shape() {
        const { selected } = this.#context;
        return selected === null ? null : this.#context.regions.shape(selected);
    }

    /**
     * The corners of the selected region, in the order of its rings.
     * @returns {Corner[]}
     */
    get corners() {
        return this.#shape ? ringsOf(this.#shape).flat() : [];
    }

    hint() {
        if (!this.#shape) return draw("hintReshapeFirst");
        const shared = this.corner ? this.#sharing(this.corner).length - 1 : 0;
        if (this.corner) return shared > 0 ? drawCount("hintCornerShared", shared) : draw("hintCorner");
        return draw("hintReshape");
    }

    /** @returns {import("../types.js").Control[]} */
    controls() {
        const { corner } = this;
        if (!corner) return [];
        return [
            { id: "remove-corner", label: draw("removeCorner"), keys: "Delete", icon: "minus", run: () => this.remove(corner) },
            { id: "add-corner", label: draw("addCorner"), keys: "Insert", icon: "plus", run: () => this.addAfter(corner) },
        ];
    }

    /** @param {Corner} corner @returns {KeyedShape[]} the regions that have this corner */
    #sharing(corner) {
        return this.#around().filter(({ shape }) => hasCorner(shape, corner));
    }

    #around() {
        return this.#context.selected === null ? [] : this.#context.regions.withNeighbours(this.#context.selected);
    }

    /** @param {Spot} spot @returns {Corner | null} the corner at a place */
    #at({ corner, reach }) {
        let [least, found] = [reach, /** @type {Corner | null} */ (null)];
        for (const other of this.corners) {
            const away = distance(other, corner);
            if (away <= least) [least, found] = [away, other];
        }
        return found;
    }

    /** @param {Spot} spot @returns {{ edge: [Corner, Corner], corner: Corner } | null} */
    #edgeAt(spot) {
        if (!this.#shape) return null;
        let [least, found] = [spot.reach, /** @type {{ edge: [Corner, Corner], corner: Corner } | null} */ (null)];
        for (const edge of ringsOf(this.#shape).flatMap(edgesOf)) {
            const corner = nearestOnEdge(spot.corner, ...edge);
            const away = distance(corner, spot.corner);
            if (away <= least) [least, found] = [away, { edge, corner: onPage(corner, this.#context.page) }];
        }
        return found;
    }

    /** @param {Spot} spot */
    tap(spot) {
        const corner = this.#at(spot);
        if (corner) {
            this.choose(corner);
            return;
        }
        // A corner was touched before: this is its new place.
        if (this.corner) {
            this.move(this.corner, this.#context.landing(spot, { except: new Set([keyOf(this.corner)]) }));
            return;
        }
        const on = this.#edgeAt(spot);
        if (on) this.#add(on.edge, on.corner);
        else pick(this.#context, spot);
    }

    /** @param {Corner | null} corner */
    choose(corner) {
        this.corner = corner;
        if (corner) this.#context.on.announce(this.hint());
        this.#context.on.refresh();
    }

    /**
     * @param {Corner} from @param {Corner} to
     * @param {string} [mergeKey]  moves with the same key are merged into one edit
     */
    move(from, to, mergeKey) {
        const changes = moveCorner(this.#around(), from, to, this.#context.page);
        if (changes instanceof Refusal) return this.#context.refuse(changes);
        const done = mergeKey ? undefined : changes.length > 1 ? drawCount("cornerMovedShared", changes.length - 1) : draw("cornerMoved");
        if (changes.length === 0 || !this.#context.perform("moveCorner", changes, { mergeKey, done })) return false;
        this.corner = mergeKey ? to : null;
        this.#context.on.refresh();
        return true;
    }

    /** @param {readonly [Corner, Corner]} edge @param {Corner} corner */
    #add(edge, corner) {
        const changes = addCorner(this.#around(), edge, corner, this.#context.page);
        if (changes instanceof Refusal) this.#context.refuse(changes);
        else if (this.#context.perform("addCorner", changes, { done: draw("cornerAdded") })) this.choose(corner);
    }

    /**
     * Adds a corner in the middle of the edge that starts at a corner.
     * @param {Corner} corner
     */
    addAfter(corner) {
        const edge = this.#shape && ringsOf(this.#shape).flatMap(edgesOf).find(([start]) => isSame(start, corner));
        if (!edge) return;
        const [[ax, ay], [bx, by]] = edge;
        this.#add(edge, onPage([(ax + bx) / 2, (ay + by) / 2], this.#context.page));
    }

    /** @param {Corner} corner */
    remove(corner) {
        const { selected } = this.#context;
        if (selected === null) return;
        const changes = removeCorner(this.#around(), selected, corner, this.#context.page);
        if (changes instanceof Refusal) this.#context.refuse(changes);
        else if (this.#context.perform("removeCorner", changes, { done: draw("cornerRemoved") })) this.choose(null);
    }

    /** @param {Spot} spot */
    grab(spot) {
        let corner = this.#at(spot);
        let held = this.#around();
        if (!corner) {
            // Dragging the middle of an edge adds a corner there.
            const on = this.#edgeAt(spot);
            const added = on && addCorner(held, on.edge, on.corner, this.#context.page);
            if (!on || !added || added instanceof Refusal) return false;
            held = held.map((one) => added.find(({ key }) => key === one.key) ?? one);
            corner = on.corner;
        }
        this.#dragged = { from: corner, at: corner, held, result: [] };
        this.corner = null;
        this.#context.problem = null;
        this.#context.on.refresh();
        return true;
    }

    /** @param {Spot} spot */
    drag(spot) {
        const dragged = this.#dragged;
        if (!dragged) return;
        dragged.at = this.#context.landing(spot, { except: new Set([keyOf(dragged.from)]) });
        dragged.result = moveCorner(dragged.held, dragged.from, dragged.at, this.#context.page);
        this.#context.on.touch();
    }

    /** @param {Spot} spot */
    drop(spot) {
        this.drag(spot);
        const dragged = this.#dragged;
        this.#dragged = null;
        if (!dragged) return;
        const { result } = dragged;
        if (result instanceof Refusal) this.#context.refuse(result);
        else if (result.length > 0) {
            const done = result.length > 1 ? drawCount("cornerMovedShared", result.length - 1) : draw("cornerMoved");
            this.#context.perform("moveCorner", result, { done });
        }
        this.#context.on.refresh();
    }

    cancelDrag() {
        this.#dragged = null;
        this.#context.on.refresh();
    }

    /** @param {Spot} spot */
    hold(spot) {
        const corner = this.#at(spot);
        if (corner) this.remove(corner);
        return corner !== null;
    }

    /** @param {Spot | null} spot */
    hover(spot) {
        const ghost = spot && !this.#at(spot) && !this.corner ? (this.#edgeAt(spot)?.corner ?? null) : null;
        if (ghost === this.#ghost) return;
        this.#ghost = ghost;
        this.#context.on.touch();
    }

    escape() {
        const wasChosen = this.corner !== null;
        this.choose(null);
        return wasChosen;
    }

    leave() {
        this.corner = this.#ghost = this.#dragged = null;
    }

    refresh() {
        const { corner } = this;
        if (corner && !this.corners.some((other) => isSame(other, corner))) this.corner = null;
    }

    moving() {
        const dragged = this.#dragged;
        if (!dragged) return new Set();
        return new Set(dragged.held.filter(({ shape }) => hasCorner(shape, dragged.from)).map(({ key }) => key));
    }

    /** @param {Pen} pen */
    paint(pen) {
        const dragged = this.#dragged;
        if (!dragged) {
            this.#paintShared(pen);
            if (this.#ghost) pen.dot(this.#ghost, pen.colours.handle, 6, true);
            return;
        }
        const { result, held, from } = dragged;
        const isRefused = result instanceof Refusal;
        // A refused move is shown as it would be, with the place of the problem.
        const moved = held.filter(({ shape }) => hasCorner(shape, from)).map(({ key, shape }) => ({ key, shape: withMoved(shape, from, dragged.at) }));
        const keys = new Set(moved.map(({ key }) => key));
        for (const { shape } of moved) pen.shape(shape, isRefused ? pen.colours.fault : pen.colours.chosen, { width: 2.5, fill: 0.15 });
        if (isRefused) pen.fault(result.at);
        else for (const { shape } of moved) this.#context.hatchOverlaps(pen, shape, keys);
        pen.dot(dragged.at, pen.colours.handle, 7);
    }

    /**
     * Marks the borders that move together with neighbours.
     * @param {Pen} pen
     */
    #paintShared(pen) {
        const shape = this.#shape;
        if (!shape) return;
        const others = this.#around().filter(({ key }) => key !== this.#context.selected);
        for (const { corners } of sharedStretches(shape, others)) pen.line(corners, pen.colours.snap, { width: 2.5 });
    }
}

/** @param {import("../types.js").Shape} shape @param {Corner} from @param {Corner} to */
function withMoved({ polygon, holes }, from, to) {
    /** @param {import("../../../base/types.js").Ring} ring */
    const move = (ring) => ring.map((corner) => (isSame(corner, from) ? to : corner));
    return { polygon: move(polygon), holes: holes.map(move) };
}
