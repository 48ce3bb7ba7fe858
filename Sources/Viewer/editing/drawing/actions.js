// @ts-check
/** The actions on the selected region: duplicate, trim and remove. */
import { draw } from "../../strings/drawing.js";
import { trimmed } from "../geometry/cutting.js";
import { overlap } from "../geometry/overlay.js";
import { boxOf, onPage, Refusal, ringsOf, shapeOf } from "../geometry/shapes.js";
import { faultOf } from "../geometry/validity.js";
import { keyFor, ownerOf } from "./regions.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** The offset of a copy from the original, in image pixels. */
const OFFSET = 24;

/** @param {Desk} desk */
function duplicate(desk) {
    const { selected, page } = desk;
    const shape = selected === null ? null : desk.regions.shape(selected);
    if (selected === null || !shape) return;
    const box = boxOf(shape.polygon);
    // Below and to the right, or the other way at the end of the page.
    const dx = box.x + box.width + OFFSET <= page.width ? OFFSET : -OFFSET;
    const dy = box.y + box.height + OFFSET <= page.height ? OFFSET : -OFFSET;
    const copy = shapeOf(ringsOf(shape).map((ring) => ring.map(([x, y]) => onPage([x + dx, y + dy], page))));
    const fault = faultOf(copy, page);
    if (fault) {
        desk.refuse(fault);
        return;
    }
    const { clause } = ownerOf(selected);
    const made = desk.options.addsToClause ? { clause, operations: [] } : desk.newClause(clause);
    const part = desk.regions.keysOf(made.clause).length;
    const additions = [{ clause: made.clause, shape: copy }];
    if (desk.perform("duplicate", [], { additions, more: made.operations, done: draw("duplicated") })) desk.select(keyFor(made.clause, part));
}

/**
 * Removes the parts of the selected region that other regions cover.
 * @param {Desk} desk
 */
function trim(desk) {
    const { selected, page } = desk;
    const shape = selected === null ? null : desk.regions.shape(selected);
    if (selected === null || !shape) return;
    const others = desk.regions.around(shape, new Set([selected])).map((held) => held.shape).filter((other) => overlap(shape, other, page).length > 0);
    if (others.length === 0) {
        desk.on.announce(draw("nothingToTrim"));
        return;
    }
    const result = trimmed(shape, others, page);
    if (result instanceof Refusal) {
        desk.refuse(result);
        return;
    }
    const [first, ...rest] = result.shapes;
    const { clause } = ownerOf(selected);
    const around = desk.regions.inserted(shape, result.insertions, new Set([selected]));
    desk.perform("trim", [{ key: selected, shape: first }, ...around], { additions: rest.map((part) => ({ clause, shape: part })), done: draw("trimmed") });
}

/**
 * Removes the selected region, but not its clause and texts.
 * @param {Desk} desk
 */
function remove(desk) {
    const { selected } = desk;
    if (selected === null) return;
    const { clause } = ownerOf(selected);
    if (!desk.perform("removeRegion", [{ key: selected, shape: null }], { done: draw("removed", { name: desk.nameOf(clause) }) })) return;
    desk.follow();
}

/** @type {Record<string, (desk: Desk) => void>} */
export const actions = { duplicate, trim, remove };
