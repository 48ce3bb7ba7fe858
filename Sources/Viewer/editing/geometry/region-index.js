// @ts-check
/** Finds regions by position. A grid over the page, in which each cell lists the regions whose boxes touch it. */
import { areaOf } from "../../base/containment.js";
import { isInShape } from "./validity.js";
import { boxOf } from "./shapes.js";

/** @typedef {import("./shapes.js").Corner} Corner */
/** @typedef {import("./shapes.js").Shape} Shape */
/** @typedef {import("./shapes.js").Box} Box */
/** @typedef {import("./shapes.js").Size} Size */
/** @typedef {{ key: string, shape: Shape, box: Box, area: number }} Entry */

/** The number of cells along the longer side of the page. */
const CELLS = 64;

export class RegionIndex {
    #cell;
    #columns;
    #rows;
    /** @type {Map<number, Set<Entry>>} */
    #cells = new Map();
    /** @type {Map<string, Entry>} */
    #entries = new Map();

    /** @param {Size} page */
    constructor({ width, height }) {
        this.#cell = Math.max(1, Math.max(width, height) / CELLS);
        this.#columns = Math.ceil(width / this.#cell) + 1;
        this.#rows = Math.ceil(height / this.#cell) + 1;
    }

    get size() {
        return this.#entries.size;
    }

    /** @param {string} key */
    get(key) {
        return this.#entries.get(key) ?? null;
    }

    /**
     * Adds a shape, or replaces the one with the same key.
     * @param {string} key
     * @param {Shape} shape
     * @returns {Entry}
     */
    set(key, shape) {
        const before = this.#entries.get(key);
        if (before) this.#forEachCell(before.box, (cell) => this.#cells.get(cell)?.delete(before));
        const entry = { key, shape, box: boxOf(shape.polygon), area: areaOf(shape) };
        this.#entries.set(key, entry);
        this.#forEachCell(entry.box, (cell) => {
            const known = this.#cells.get(cell);
            if (known) known.add(entry);
            else this.#cells.set(cell, new Set([entry]));
        });
        return entry;
    }

    /** @param {string} key */
    delete(key) {
        const entry = this.#entries.get(key);
        if (!entry) return;
        this.#forEachCell(entry.box, (cell) => this.#cells.get(cell)?.delete(entry));
        this.#entries.delete(key);
    }

    /**
     * Finds the regions near a box.
     * @param {Box} box
     * @param {number} [reach]  the maximum distance from the box, in image pixels
     * @returns {Entry[]} the entries whose boxes touch the extended box
     */
    near({ x, y, width, height }, reach = 0) {
        const [left, top, right, bottom] = [x - reach, y - reach, x + width + reach, y + height + reach];
        /** @type {Set<Entry>} */
        const found = new Set();
        this.#forEachCell({ x: left, y: top, width: right - left, height: bottom - top }, (cell) => {
            for (const entry of this.#cells.get(cell) ?? []) {
                const { box } = entry;
                if (box.x > right || box.x + box.width < left || box.y > bottom || box.y + box.height < top) continue;
                found.add(entry);
            }
        });
        return [...found];
    }

    /** @param {Corner} corner @returns {Entry[]} the regions that contain it, the smallest first, as the server orders them */
    at([x, y]) {
        return this.near({ x, y, width: 0, height: 0 })
            .filter(({ shape }) => isInShape([x, y], shape))
            .sort((one, other) => one.area - other.area || (one.key < other.key ? -1 : 1));
    }

    /** @param {Box} box @param {(cell: number) => void} visit */
    #forEachCell({ x, y, width, height }, visit) {
        const [left, right] = [this.#bin(x, this.#columns), this.#bin(x + width, this.#columns)];
        const [top, bottom] = [this.#bin(y, this.#rows), this.#bin(y + height, this.#rows)];
        for (let row = top; row <= bottom; row += 1) {
            for (let column = left; column <= right; column += 1) visit(row * this.#columns + column);
        }
    }

    /** @param {number} value @param {number} count */
    #bin(value, count) {
        return Math.min(count - 1, Math.max(0, Math.floor(value / this.#cell)));
    }
}
