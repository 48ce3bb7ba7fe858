/** Shapes for the tests of the editor's geometry: random ones, and those of real documents. */
import { areaOf } from "../../Sources/Viewer/base/containment.js";
import { existsSync, readFileSync } from "node:fs";
import { noded } from "../../Sources/Viewer/editing/geometry/noding.js";
import { edgesOf } from "../../Sources/Viewer/base/geometry.js";
import { keyOf, ringOf, ringsOf } from "../../Sources/Viewer/editing/geometry/shapes.js";
import { faultOf } from "../../Sources/Viewer/editing/geometry/validity.js";

export const PAGE = { width: 6000, height: 8000 };

/** Returns a shape without holes from x, y, x, y … */
export function outline(...values) {
    return { polygon: values.flatMap((x, index) => (index % 2 === 0 ? [[x, values[index + 1]]] : [])), holes: [] };
}

export function box(x, y, width, height, holes = []) {
    return { ...outline(x, y, x + width, y, x + width, y + height, x, y + height), holes };
}

/** Returns a valid star of random corners around a point. */
export function randomShape(random, x = 3000, y = 4000, size = 500) {
    for (;;) {
        const count = Math.round(random(3, 24));
        const corners = Array.from({ length: count }, (_, index) => {
            const angle = (2 * Math.PI * (index + random(0, 0.8))) / count;
            const radius = size * random(0.3, 1);
            return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
        });
        const shape = { polygon: ringOf(corners, PAGE), holes: [] };
        if (random(0, 1) < 0.3) {
            const hole = [[x - size / 20, y], [x, y - size / 20], [x + size / 20, y], [x, y + size / 18]];
            shape.holes.push(ringOf(hole, PAGE));
        }
        if (faultOf(shape, PAGE) === null) return shape;
    }
}

/** Returns the tolerance of an area for rounded intersections: a quarter pixel along all borders. */
export function roundingOf(...shapes) {
    const edges = shapes.flatMap(ringsOf).flatMap(edgesOf);
    return edges.reduce((sum, [a, b]) => sum + Math.hypot(b[0] - a[0], b[1] - a[1]) / 4, 1);
}

export function sum(shapes) {
    return shapes.reduce((total, shape) => total + areaOf(shape), 0);
}

/** Returns whether no edges of different shapes cross, computed exactly. */
export function isFittingTogether(shapes) {
    const edges = shapes.flatMap(ringsOf).flatMap(edgesOf).map(([a, b], origin) => ({ a, b, source: 1, origin }));
    return noded(edges, PAGE).length === edges.length;
}

export function cornersOf(shape) {
    return ringsOf(shape).flat().map(keyOf);
}

/**
 * Returns the regions of the sample and of the documents in the shared data, by document, and the reason why others are missing.
 */
export function realShapes() {
    const root = new URL("../../", import.meta.url);
    const documents = [{ name: "data/magna-carta/", url: new URL("data/magna-carta/", root) }];
    const found = documents.filter(({ url }) => existsSync(new URL("clauses.json", url))).map(({ name, url }) => {
        const read = (file) => JSON.parse(readFileSync(new URL(file, url), "utf8"));
        const clauses = read("clauses.json");
        const regions = clauses.flatMap(({ id, regions }) => regions.map((region, index) => ({ ...region, key: `${id}/${index}` })));
        const pages = read("document.json").pages;
        return { name, regions: regions.map(({ page, polygon, holes = [], key }) => ({ key, page, size: pages[page - 1], shape: { polygon, holes } })) };
    });
    return found;
}
