// @ts-check
/** The regions on the page shown, read from the session, and edits of them. */
import { RegionIndex } from "../geometry/region-index.js";
import { withInsertions } from "../geometry/overlay.js";
import { boxOf, Refusal } from "../geometry/shapes.js";
import { alignedBorders } from "../geometry/borders.js";
import { faultOf } from "../geometry/validity.js";

/** @typedef {import("./types.js").DrawingSession} DrawingSession */
/** @typedef {import("./types.js").Shape} Shape */
/** @typedef {import("./types.js").KeyedShape} KeyedShape */
/** @typedef {import("./types.js").Page} Page */
/** @typedef {import("./types.js").Operation} Operation */
/** @typedef {{ key: string, shape: Shape | null }} Change  null removes the region */

/** Regions within this distance may share a border, in image pixels. */
const NEAR = 2;

export class PageRegions {
    #session;
    #page;
    #index;
    /** @type {Map<string, string[]>} region keys by clause */
    #keys = new Map();
    /** @type {Map<string, Path2D>} */
    #paths = new Map();

    /** @param {DrawingSession} session @param {Page} page */
    constructor(session, page) {
        this.#session = session;
        this.#page = page;
        this.#index = new RegionIndex(page);
        for (const { id, pages } of session.clauses()) if (pages.includes(page.number)) this.#read(id);
    }

    get page() {
        return this.#page;
    }

    get index() {
        return this.#index;
    }

    /** @param {string} key */
    shape(key) {
        return this.#index.get(key)?.shape ?? null;
    }

    /** @param {string} key @returns {Path2D} the outline in image space */
    path(key) {
        let path = this.#paths.get(key);
        if (!path) {
            path = pathOf(this.shape(key) ?? { polygon: [], holes: [] });
            this.#paths.set(key, path);
        }
        return path;
    }

    /** @param {string} clause @returns {string[]} the keys of its regions on this page */
    keysOf(clause) {
        return this.#keys.get(clause) ?? [];
    }

    /**
     * Reads changed regions again.
     * @param {string[]} paths  the paths of changed fields
     * @returns {Set<string>} the clauses whose regions on this page have changed
     */
    follow(paths) {
        const suffix = `/regions/${this.#page.number}`;
        const clauses = new Set(
            paths
                .map((path) => path.split("/"))
                .filter(([kind, , ...rest]) => kind === "clauses" && (rest.length === 0 || `/${rest.join("/")}` === suffix))
                .map(([, id]) => id),
        );
        for (const id of clauses) this.#read(id);
        return clauses;
    }

    /** @param {string} clause */
    #read(clause) {
        for (const key of this.keysOf(clause)) {
            this.#index.delete(key);
            this.#paths.delete(key);
        }
        const stored = this.#stored(clause);
        const keys = stored.map((_, part) => keyFor(clause, part));
        for (const [part, { polygon, holes }] of stored.entries()) this.#index.set(keys[part], { polygon, holes });
        if (keys.length > 0) this.#keys.set(clause, keys);
        else this.#keys.delete(clause);
    }

    /** @param {string} clause @returns {Shape[]} */
    #stored(clause) {
        if (this.#session.value(`clauses/${clause}`) !== true) return [];
        const value = this.#session.value(this.#field(clause));
        return Array.isArray(value) ? value.map((region) => ({ ...region, holes: region.holes ?? [] })) : [];
    }

    /** @param {string} clause */
    #field(clause) {
        return `clauses/${clause}/regions/${this.#page.number}`;
    }

    /**
     * Returns the regions whose boxes are near a shape, and so may share borders with it.
     * @param {Shape} shape
     * @param {ReadonlySet<string>} [except]
     * @returns {KeyedShape[]}
     */
    around(shape, except = new Set()) {
        return this.#index
            .near(boxOf(shape.polygon), NEAR)
            .filter(({ key }) => !except.has(key))
            .map(({ key, shape: other }) => ({ key, shape: other }));
    }

    /** @param {string} key @returns {KeyedShape[]} the region and its neighbours */
    withNeighbours(key) {
        const shape = this.shape(key);
        return shape ? [{ key, shape }, ...this.around(shape, new Set([key]))] : [];
    }

    /**
     * Adds new corners on a shared border to the neighbours that have this border, unless it would make them invalid.
     * @param {Shape} shape  the shape with the new corners
     * @param {import("../geometry/overlay.js").Insertion[]} insertions
     * @param {ReadonlySet<string>} except
     * @returns {Change[]}
     */
    inserted(shape, insertions, except) {
        return this.around(shape, except)
            .map(({ key, shape: other }) => ({ key, before: other, shape: withInsertions(other, insertions) }))
            .filter(({ before, shape: other }) => other !== before && !(faultOf(other, this.#page) instanceof Refusal));
    }

    /**
     * Fits a new outline to its neighbours: where it follows their borders, it takes their corners, and adds its own to them.
     * @param {Shape} shape
     * @returns {{ shape: Shape, changes: Change[] }}
     */
    fitted(shape) {
        /** @type {Change[]} */
        const changes = [];
        let own = shape;
        for (const { key, shape: other } of this.around(shape)) {
            const [theirs, mine] = alignedBorders(other, own, this.#page);
            own = mine;
            if (theirs !== other) changes.push({ key, shape: theirs });
        }
        return { shape: own, changes };
    }

    /**
     * Returns the operations that apply changes to regions.
     * @param {Change[]} changes
     * @param {{ clause: string, shape: Shape }[]} [additions]  new regions
     * @returns {Operation[]}
     */
    operations(changes, additions = []) {
        /** @type {Map<string, (Shape | null)[]>} */
        const values = new Map();
        /** @param {string} clause */
        const open = (clause) => {
            const known = values.get(clause) ?? [...this.#stored(clause)];
            values.set(clause, known);
            return known;
        };
        for (const { key, shape } of changes) {
            const { clause, part } = ownerOf(key);
            const shapes = open(clause);
            const before = shapes[part];
            shapes[part] = shape && before ? { ...before, polygon: shape.polygon, holes: shape.holes } : null;
        }
        for (const { clause, shape } of additions) open(clause).push({ polygon: shape.polygon, holes: shape.holes });
        return [...values].map(([clause, shapes]) => {
            const left = shapes.filter((shape) => shape !== null);
            return { path: this.#field(clause), after: left.length > 0 ? left : null };
        });
    }
}

/** @param {string} clause @param {number} part */
export function keyFor(clause, part) {
    return `${clause}/${part}`;
}

/** @param {string} key @returns {{ clause: string, part: number }} */
export function ownerOf(key) {
    const [clause, part] = key.split("/");
    return { clause, part: Number(part) };
}

/** @param {Shape} shape @returns {Path2D} */
export function pathOf({ polygon, holes }) {
    const path = new Path2D();
    for (const ring of [polygon, ...holes]) {
        for (const [index, [x, y]] of ring.entries()) {
            if (index === 0) path.moveTo(x, y);
            else path.lineTo(x, y);
        }
        path.closePath();
    }
    return path;
}
