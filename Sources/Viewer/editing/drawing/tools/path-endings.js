// @ts-check
/** The actions that path.js performs with a finished line. */
import { draw, drawCount } from "../../../strings/drawing.js";
import { hasCorner, redraw } from "../../geometry/borders.js";
import { cut, split } from "../../geometry/cutting.js";
import { boxOf, Refusal, ringOf, ringsOf } from "../../geometry/shapes.js";
import { ownerOf } from "../regions.js";

/** @typedef {import("./path.js").Ending} Ending */
/** @typedef {import("../tool-context.js").ToolContext} ToolContext */
/** @typedef {import("../types.js").Corner} Corner */
/** @typedef {import("../types.js").Shape} Shape */

/** The maximum number of regions tried when dividing. */
const MOST_TRIES = 50;

/** @param {ToolContext} context @param {Corner[]} corners */
function addOutline(context, corners) {
    return context.add([{ polygon: ringOf(corners, context.page), holes: [] }], "addRegion");
}

/**
 * Returns the region that a line applies to: the selected one if the line meets it or meets no other, else the first one it
 * meets.
 * @param {ToolContext} context @param {readonly Corner[]} corners
 */
function meant(context, corners) {
    const middles = corners.slice(1).map(([x, y], index) => /** @type {Corner} */ ([(x + corners[index][0]) / 2, (y + corners[index][1]) / 2]));
    const found = [...corners, ...middles].flatMap((corner) => context.regions.index.at(corner).map(({ key }) => key));
    const { selected } = context;
    return selected !== null && (found.includes(selected) || found.length === 0) ? selected : (found[0] ?? null);
}

/**
 * Returns the region that a line divides: the selected one if possible, else the first one that it can divide, else the region
 * that the line applies to.
 * @param {ToolContext} context
 * @param {Corner[]} line
 * @returns {{ key: string, shape: Shape, result: ReturnType<typeof split> } | null}
 */
function dividedBy(context, line) {
    const near = context.regions.index.near(boxOf(line)).map(({ key }) => key);
    const first = meant(context, line);
    const keys = new Set([...(context.selected === null ? [] : [context.selected]), ...(first === null ? [] : [first]), ...near]);
    const tries = [...keys].slice(0, MOST_TRIES).flatMap((key) => {
        const shape = context.regions.shape(key);
        return shape ? [{ key, shape, result: split(shape, line, context.page) }] : [];
    });
    return tries.find(({ result }) => !(result instanceof Refusal)) ?? tries.find(({ key }) => key === first) ?? null;
}

/** @param {ToolContext} context @param {Corner[]} line */
function divide(context, line) {
    const found = dividedBy(context, line);
    if (!found) return context.refuse(new Refusal("notAcross", line[0]));
    const { key, shape, result } = found;
    if (result instanceof Refusal) return context.refuse(result);
    const [first, ...others] = result.shapes;
    const { clause } = ownerOf(key);
    const around = context.regions.inserted(shape, result.insertions, new Set([key]));
    const made = context.options.addsToClause ? { clause, operations: [] } : context.newClause(clause);
    const changes = [{ key, shape: first }, ...around];
    const additions = others.map((part) => ({ clause: made.clause, shape: part }));
    const done = drawCount("divided", result.shapes.length, { name: context.nameOf(clause) });
    if (!context.perform("split", changes, { additions, more: made.operations, done })) return false;
    context.select(key);
    return true;
}

/** @param {ToolContext} context @param {Corner[]} corners */
function cutOut(context, corners) {
    const key = meant(context, corners);
    const shape = key && context.regions.shape(key);
    if (!key || !shape) return context.refuse(new Refusal("notThere", corners[0]));
    const result = cut(shape, corners, context.page);
    if (result instanceof Refusal) return context.refuse(result);
    const around = context.regions.inserted(shape, result.insertions, new Set([key]));
    const done = draw("holeCut", { name: context.nameOf(ownerOf(key).clause) });
    if (!context.perform("cut", [{ key, shape: result.shape }, ...around], { done })) return false;
    context.select(key);
    return true;
}

/** @param {ToolContext} context @param {Corner} corner @returns {string | null} the key of a region that has this corner */
function regionOfCorner(context, corner) {
    const { selected } = context;
    const shape = selected === null ? null : context.regions.shape(selected);
    if (selected !== null && shape && hasCorner(shape, corner)) return selected;
    const [x, y] = corner;
    const near = context.regions.index.near({ x, y, width: 0, height: 0 });
    return near.find((entry) => hasCorner(entry.shape, corner))?.key ?? null;
}

/** @param {ToolContext} context @param {Corner} corner */
function beginsBorder(context, corner) {
    const key = regionOfCorner(context, corner);
    if (key === null) return context.refuse(new Refusal("notThere", corner));
    if (key !== context.selected) context.select(key);
    return true;
}

/** @param {ToolContext} context @param {readonly Corner[]} corners */
function endsBorder(context, corners) {
    const shape = context.selected === null ? null : context.regions.shape(context.selected);
    const [first, last] = [corners[0], corners[corners.length - 1]];
    if (!shape || corners.length < 2) return false;
    return ringsOf(shape).some((ring) => hasCorner({ polygon: ring, holes: [] }, first) && hasCorner({ polygon: ring, holes: [] }, last));
}

/** @param {ToolContext} context @param {Corner[]} line */
function drawBorder(context, line) {
    const [from, to] = [line[0], line[line.length - 1]];
    const key = context.selected;
    if (key === null) return context.refuse(new Refusal("notThere", from));
    const changes = redraw(context.regions.withNeighbours(key), key, from, to, line.slice(1, -1), context.page);
    if (changes instanceof Refusal) return context.refuse(changes);
    return context.perform("redraw", changes, { done: drawCount("borderDrawn", changes.length) });
}

/** @type {Record<string, Ending>} */
export const ENDINGS = {
    polygon: { isClosed: true, form: "line", least: 3, finish: addOutline },
    rectangle: { isClosed: true, form: "box", least: 4, finish: addOutline },
    freehand: { isClosed: true, form: "stroke", least: 3, finish: addOutline },
    split: { isClosed: false, form: "stroke", least: 2, finish: divide },
    cut: { isClosed: true, form: "stroke", least: 3, finish: cutOut },
    border: { isClosed: false, form: "stroke", least: 2, finish: drawBorder, mayBegin: beginsBorder, isEnd: endsBorder },
};

