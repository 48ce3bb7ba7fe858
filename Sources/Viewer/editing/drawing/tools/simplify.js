// @ts-check
/** Removes corners that an outline does not need, with a preview. */
import { cornerCount } from "../../../base/geometry.js";
import { draw, drawCount } from "../../../strings/drawing.js";
import { Refusal } from "../../geometry/shapes.js";
import { simplified } from "../../geometry/simplify.js";
import { pick } from "./select.js";

/** @typedef {import("../tool-context.js").ToolContext} ToolContext */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").KeyedShape} KeyedShape */
/** @typedef {import("../types.js").Tool} Tool */
/** @typedef {import("../pen.js").Pen} Pen */

/** The maximum tolerance, in image pixels. */
const MOST_TOLERANCE = 60;

/** @implements {Tool} */
export class SimplifyTool {
    name = "simplify";
    takesEnter = true;
    #context;
    #tolerance = 4;
    /** @type {{ key: string, tolerance: number, before: object | null, result: KeyedShape[] | Refusal } | null} */
    #preview = null;

    /** @param {ToolContext} context */
    constructor(context) {
        this.#context = context;
    }

    /** The simplified regions, computed again when the region or the tolerance has changed. */
    get #result() {
        const { selected, regions, page } = this.#context;
        if (selected === null) return null;
        const before = regions.shape(selected);
        const known = this.#preview;
        if (known?.key === selected && known.tolerance === this.#tolerance && known.before === before) return known.result;
        const result = simplified(regions.withNeighbours(selected), selected, this.#tolerance, page);
        this.#preview = { key: selected, tolerance: this.#tolerance, before, result };
        return result;
    }

    get #counts() {
        const { selected, regions } = this.#context;
        const shape = selected === null ? null : regions.shape(selected);
        const result = this.#result;
        const after = result instanceof Refusal ? null : result?.find(({ key }) => key === selected)?.shape;
        const count = (/** @type {import("../types.js").Shape | null | undefined} */ one) => (one ? cornerCount([one]) : 0);
        return { before: count(shape), after: count(after ?? shape) };
    }

    hint() {
        if (this.#context.selected === null) return draw("hintSimplifyFirst");
        const { before, after } = this.#counts;
        return drawCount("hintSimplify", before, { after: String(after) });
    }

    /** @returns {import("../types.js").Control[]} */
    controls() {
        if (this.#context.selected === null) return [];
        const { before, after } = this.#counts;
        /** @param {number} tolerance */
        const set = (tolerance) => {
            this.#tolerance = tolerance;
            this.#context.on.refresh();
        };
        const range = { least: 0, most: MOST_TOLERANCE, value: this.#tolerance, text: drawCount("pixels", this.#tolerance) };
        return [
            { id: "tolerance", label: draw("tolerance"), range, run: set },
            { id: "apply", label: draw("apply"), keys: "Enter", icon: "check", isMain: true, isDisabled: before === after, run: () => this.finish() },
        ];
    }

    /** @param {Spot} spot */
    tap(spot) {
        pick(this.#context, spot);
    }

    finish() {
        const result = this.#result;
        if (result instanceof Refusal) this.#context.refuse(result);
        else if (result && result.length > 0) this.#context.perform("simplify", result, { done: this.hint() });
        this.#preview = null;
        this.#context.on.refresh();
    }

    refresh() {
        // A neighbour may have changed.
        this.#preview = null;
    }

    moving() {
        const result = this.#result;
        return new Set(result && !(result instanceof Refusal) ? result.map(({ key }) => key) : []);
    }

    /** @param {Pen} pen */
    paint(pen) {
        const result = this.#result;
        if (!result) return;
        if (result instanceof Refusal) {
            pen.fault(result.at);
            return;
        }
        for (const { key, shape } of result) {
            pen.path(this.#context.regions.path(key), pen.colours.line, { width: 1, dash: [2, 4] });
            pen.shape(shape, pen.colours.chosen, { width: 2.5, fill: key === this.#context.selected ? 0.15 : 0.05 });
            for (const corner of shape.polygon.slice(0, 500)) pen.dot(corner, pen.colours.chosen, 3);
        }
    }
}
