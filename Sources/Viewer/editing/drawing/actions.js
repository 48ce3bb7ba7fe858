// @ts-check
/** The actions on the selected region: duplicate, trim and remove. */
import { draw } from "../../strings/drawing.js";
import { trimmed } from "../geometry/cutting.js";
import { overlap } from "../geometry/overlay.js";
import { boxOf, onPage, Refusal, ringsOf, shapeOf } from "../geometry/shapes.js";
import { faultOf } from "../geometry/validity.js";
import { keyFor, ownerOf } from "./regions.js";

/** @typedef {import("./tool-context.js").ToolContext} ToolContext */

/** The offset of a copy from the original, in image pixels. */
const OFFSET = 24;

/** @param {ToolContext} context */
function duplicate(context) {
    const { selected, page } = context;
    const shape = selected === null ? null : context.regions.shape(selected);
    if (selected === null || !shape) return;
    const box = boxOf(shape.polygon);
    // Below and to the right, or the other way at the end of the page.
    const dx = box.x + box.width + OFFSET <= page.width ? OFFSET : -OFFSET;
    const dy = box.y + box.height + OFFSET <= page.height ? OFFSET : -OFFSET;
    const copy = shapeOf(ringsOf(shape).map((ring) => ring.map(([x, y]) => onPage([x + dx, y + dy], page))));
    const fault = faultOf(copy, page);
    if (fault) {
        context.refuse(fault);
        return;
    }
    const { clause } = ownerOf(selected);
    const made = context.options.addsToClause ? { clause, operations: [] } : context.newClause(clause);
    const part = context.regions.keysOf(made.clause).length;
    const additions = [{ clause: made.clause, shape: copy }];
    if (context.perform("duplicate", [], { additions, more: made.operations, done: draw("duplicated") })) context.select(keyFor(made.clause, part));
}

/**
 * Removes the parts of the selected region that other regions cover.
 * @param {ToolContext} context
 */
function trim(context) {
    const { selected, page } = context;
    const shape = selected === null ? null : context.regions.shape(selected);
    if (selected === null || !shape) return;
    const others = context.regions.around(shape, new Set([selected])).map((held) => held.shape).filter((other) => overlap(shape, other, page).length > 0);
    if (others.length === 0) {
        context.on.announce(draw("nothingToTrim"));
        return;
    }
    const result = trimmed(shape, others, page);
    if (result instanceof Refusal) {
        context.refuse(result);
        return;
    }
    const [first, ...rest] = result.shapes;
    const { clause } = ownerOf(selected);
    const around = context.regions.inserted(shape, result.insertions, new Set([selected]));
    context.perform("trim", [{ key: selected, shape: first }, ...around], { additions: rest.map((part) => ({ clause, shape: part })), done: draw("trimmed") });
}

/**
 * Removes the selected region, but not its clause and texts.
 * @param {ToolContext} context
 */
function remove(context) {
    const { selected } = context;
    if (selected === null) return;
    const { clause } = ownerOf(selected);
    if (!context.perform("removeRegion", [{ key: selected, shape: null }], { done: draw("removed", { name: context.nameOf(clause) }) })) return;
    context.follow();
}

/** @type {Record<string, (context: ToolContext) => void>} */
export const actions = { duplicate, trim, remove };
