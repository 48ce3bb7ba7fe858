// @ts-check
/** The actions that path.js performs with a finished line. */
import { draw, drawCount } from "../../../strings/drawing.js";
import { hasCorner, redraw } from "../../geometry/borders.js";
import { cut, split } from "../../geometry/cutting.js";
import { boxOf, Refusal, ringOf, ringsOf } from "../../geometry/shapes.js";
import { ownerOf } from "../regions.js";

/** @typedef {import("./path.js").Ending} Ending */
/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../types.js").Corner} Corner */
/** @typedef {import("../types.js").Shape} Shape */

/** The maximum number of regions tried when dividing. */
const MOST_TRIES = 50;

/** @param {Desk} desk @param {Corner[]} corners */
function addOutline(desk, corners) {
    return desk.add([{ polygon: ringOf(corners, desk.page), holes: [] }], "addRegion");
}

/**
 * Returns the region that a line applies to: the selected one if the line meets it or meets no other, else the first one it
 * meets.
 * @param {Desk} desk @param {readonly Corner[]} corners
 */
function meant(desk, corners) {
    const middles = corners.slice(1).map(([x, y], index) => /** @type {Corner} */ ([(x + corners[index][0]) / 2, (y + corners[index][1]) / 2]));
    const found = [...corners, ...middles].flatMap((corner) => desk.regions.index.at(corner).map(({ key }) => key));
    const { selected } = desk;
    return selected !== null && (found.includes(selected) || found.length === 0) ? selected : (found[0] ?? null);
}

/**
 * Returns the region that a line divides: the selected one if possible, else the first one that it can divide, else the region
 * that the line applies to.
 * @param {Desk} desk
 * @param {Corner[]} line
 * @returns {{ key: string, shape: Shape, result: ReturnType<typeof split> } | null}
 */
function dividedBy(desk, line) {
    const near = desk.regions.index.near(boxOf(line)).map(({ key }) => key);
    const first = meant(desk, line);
    const keys = new Set([...(desk.selected === null ? [] : [desk.selected]), ...(first === null ? [] : [first]), ...near]);
    const tries = [...keys].slice(0, MOST_TRIES).flatMap((key) => {
        const shape = desk.regions.shape(key);
        return shape ? [{ key, shape, result: split(shape, line, desk.page) }] : [];
    });
    return tries.find(({ result }) => !(result instanceof Refusal)) ?? tries.find(({ key }) => key === first) ?? null;
}

/** @param {Desk} desk @param {Corner[]} line */
function divide(desk, line) {
    const found = dividedBy(desk, line);
    if (!found) {
        desk.refuse(new Refusal("notAcross", line[0]));
        return false;
    }
    const { key, shape, result } = found;
    if (result instanceof Refusal) {
        desk.refuse(result);
        return false;
    }
    const [first, ...others] = result.shapes;
    const { clause } = ownerOf(key);
    const around = desk.regions.inserted(shape, result.insertions, new Set([key]));
    const made = desk.options.addsToClause ? { clause, operations: [] } : desk.newClause(clause);
    const changes = [{ key, shape: first }, ...around];
    const additions = others.map((part) => ({ clause: made.clause, shape: part }));
    const done = drawCount("divided", result.shapes.length, { name: desk.nameOf(clause) });
    if (!desk.perform("split", changes, { additions, more: made.operations, done })) return false;
    desk.select(key);
    return true;
}

/** @param {Desk} desk @param {Corner[]} corners */
function cutOut(desk, corners) {
    const key = meant(desk, corners);
    const shape = key && desk.regions.shape(key);
    if (!key || !shape) {
        desk.refuse(new Refusal("notThere", corners[0]));
        return false;
    }
    const result = cut(shape, corners, desk.page);
    if (result instanceof Refusal) {
        desk.refuse(result);
        return false;
    }
    const around = desk.regions.inserted(shape, result.insertions, new Set([key]));
    const done = draw("holeCut", { name: desk.nameOf(ownerOf(key).clause) });
    if (!desk.perform("cut", [{ key, shape: result.shape }, ...around], { done })) return false;
    desk.select(key);
    return true;
}

/** @param {Desk} desk @param {Corner} corner @returns {string | null} the key of a region that has this corner */
function regionOfCorner(desk, corner) {
    const { selected } = desk;
    const shape = selected === null ? null : desk.regions.shape(selected);
    if (selected !== null && shape && hasCorner(shape, corner)) return selected;
    const [x, y] = corner;
    const near = desk.regions.index.near({ x, y, width: 0, height: 0 });
    return near.find((entry) => hasCorner(entry.shape, corner))?.key ?? null;
}

/** @param {Desk} desk @param {Corner} corner */
function beginsBorder(desk, corner) {
    const key = regionOfCorner(desk, corner);
    if (key === null) {
        desk.refuse(new Refusal("notThere", corner));
        return false;
    }
    if (key !== desk.selected) desk.select(key);
    return true;
}

/** @param {Desk} desk @param {readonly Corner[]} corners */
function endsBorder(desk, corners) {
    const shape = desk.selected === null ? null : desk.regions.shape(desk.selected);
    const [first, last] = [corners[0], corners[corners.length - 1]];
    if (!shape || corners.length < 2) return false;
    return ringsOf(shape).some((ring) => hasCorner({ polygon: ring, holes: [] }, first) && hasCorner({ polygon: ring, holes: [] }, last));
}

/** @param {Desk} desk @param {Corner[]} line */
function drawBorder(desk, line) {
    const [from, to] = [line[0], line[line.length - 1]];
    const key = desk.selected;
    if (key === null) {
        desk.refuse(new Refusal("notThere", from));
        return false;
    }
    const changes = redraw(desk.regions.withNeighbours(key), key, from, to, line.slice(1, -1), desk.page);
    if (changes instanceof Refusal) {
        desk.refuse(changes);
        return false;
    }
    return desk.perform("redraw", changes, { done: drawCount("borderDrawn", changes.length) });
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

