// @ts-check
/** The shapes of clauses in image space. */
import { areaOf } from "./containment.js";

/** @typedef {import("./types.js").Region} Region */
/** @typedef {import("./types.js").Ring} Ring */
/** @typedef {import("./types.js").Box} Box */

/**
 * @param {Pick<Region, "polygon" | "holes">[]} regions
 * @returns {string} the data of an SVG path whose holes follow the even-odd rule
 */
export function pathData(regions) {
    return regions
        .flatMap((region) => [region.polygon, ...region.holes])
        .map((ring) => `M${ring.map(([x, y]) => `${x} ${y}`).join("L")}Z`)
        .join("");
}

/** @param {Pick<Region, "polygon" | "holes">[]} regions @returns {number} the number of corners of the outlines */
export function cornerCount(regions) {
    return regions.flatMap(({ polygon, holes }) => [polygon, ...holes]).reduce((sum, ring) => sum + ring.length, 0);
}

/**
 * @param {number} width  the desired width of a picture of the regions, in pixels
 * @param {Region[]} regions
 * @returns {number} the width, limited to what the server provides: twice the native width of the regions on the first page
 */
export function clampWidth(width, regions) {
    const first = regions.filter(({ page }) => page === regions[0].page);
    return Math.max(1, Math.min(width, 2 * Math.floor(bounds(first).width)));
}

/** @param {Region[]} regions @returns {number} the area in square pixels */
export function area(regions) {
    return regions.reduce((sum, region) => sum + areaOf(region), 0);
}

/** @param {Pick<Region, "polygon">[]} regions  one or more regions @returns {Box} */
export function bounds(regions) {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { polygon } of regions) {
        for (const [x, y] of polygon) {
            left = Math.min(left, x);
            top = Math.min(top, y);
            right = Math.max(right, x);
            bottom = Math.max(bottom, y);
        }
    }
    return { x: left, y: top, width: right - left, height: bottom - top };
}

/** @param {readonly Box[]} boxes  one or more boxes @returns {Box} the box around all of them */
export function union(boxes) {
    const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
    const right = Math.max(...boxes.map((box) => box.x + box.width));
    const bottom = Math.max(...boxes.map((box) => box.y + box.height));
    return { x, y, width: right - x, height: bottom - y };
}

/** @param {Box} one @param {Box} other @returns {Box | null} the part that both have in common; null if there is none */
export function intersection(one, other) {
    const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
    const [right, bottom] = [Math.min(one.x + one.width, other.x + other.width), Math.min(one.y + one.height, other.y + other.height)];
    return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : null;
}

/** @param {Box} box @param {import("./types.js").Size} page @returns {Box} the whole pixels of the page that the box touches */
export function wholePixels(box, page) {
    const [x, y] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
    const [right, bottom] = [Math.min(page.width, Math.ceil(box.x + box.width)), Math.min(page.height, Math.ceil(box.y + box.height))];
    return { x, y, width: right - x, height: bottom - y };
}

/**
 * Whether two boxes are within a distance of each other.
 * @param {Box} a
 * @param {Box} b
 * @param {number} distance
 */
export function areNear(a, b, distance) {
    return (
        a.x - distance <= b.x + b.width &&
        b.x - distance <= a.x + a.width &&
        a.y - distance <= b.y + b.height &&
        b.y - distance <= a.y + a.height
    );
}

/**
 * Whether the outlines of two clauses are within a distance of each other. The shortest distance between polygons that do not
 * cross is at a corner of one of them, so testing corners against edges both ways suffices.
 * @param {Region[]} a
 * @param {Region[]} b
 * @param {number} distance
 */
export function touch(a, b, distance) {
    for (const one of a) {
        for (const other of b) {
            if (one.page !== other.page) continue;
            if (!areNear(bounds([one]), bounds([other]), distance)) continue;
            if (cornersNear(one.polygon, other.polygon, distance)) return true;
            if (cornersNear(other.polygon, one.polygon, distance)) return true;
        }
    }
    return false;
}

/** @param {Ring} corners @param {Ring} ring @param {number} distance */
function cornersNear(corners, ring, distance) {
    const limit = distance * distance;
    const [around, within] = [bounds([{ polygon: ring }]), bounds([{ polygon: corners }])];
    // Skipping what is far from the other's box saves more than half of the time when a page opens.
    const candidates = corners.filter(([x, y]) => areNear({ x, y, width: 0, height: 0 }, around, distance));
    return edgesOf(ring).some((edge) => {
        if (!areNear(bounds([{ polygon: edge }]), within, distance)) return false;
        return candidates.some((corner) => squareToEdge(corner, edge) <= limit);
    });
}

/**
 * Returns the distance from a point outside some regions to their outlines.
 * @param {Region[]} regions
 * @param {import("./types.js").Point} point
 */
export function distanceTo(regions, { x, y }) {
    const rings = regions.flatMap(({ polygon, holes }) => [polygon, ...holes]);
    const squares = rings.flatMap((ring) => edgesOf(ring).map((edge) => squareToEdge([x, y], edge)));
    return Math.sqrt(squares.reduce((least, square) => Math.min(least, square), Infinity));
}

/** @param {Ring} ring @returns {[[number, number], [number, number]][]} all edges, the last one leading back to the first corner */
export function edgesOf(ring) {
    return ring.map((corner, index) => [corner, ring[(index + 1) % ring.length]]);
}

/** @param {[number, number]} point @param {[[number, number], [number, number]]} edge @returns {number} the squared distance */
function squareToEdge(point, [start, end]) {
    const [x, y] = nearestOnEdge(point, start, end);
    const [dx, dy] = [x - point[0], y - point[1]];
    return dx * dx + dy * dy;
}

/**
 * @param {readonly [number, number]} point
 * @param {readonly [number, number]} start
 * @param {readonly [number, number]} end
 * @returns {[number, number]} the nearest point of an edge, unrounded
 */
export function nearestOnEdge([x, y], [ax, ay], [bx, by]) {
    const [dx, dy] = [bx - ax, by - ay];
    const square = dx * dx + dy * dy;
    const along = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square));
    return [ax + along * dx, ay + along * dy];
}
