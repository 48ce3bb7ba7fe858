// @ts-check
/** Edits of the table of contents. Parts are handled as a flat list of rows with depths. Pure. */

/** @typedef {import("../session/values.js").Value} Value */
/** @typedef {{ page: number, box?: number[] }} Place */
/** @typedef {{ label?: Value, behavior?: string[], pages?: Place[], items?: Part[] }} Part  a part as in `document/structures` */
/** @typedef {{ depth: number, part: Omit<Part, "items"> }} Row */

/** The server's limits. */
export const [MOST_PARTS, MOST_LEVELS] = [10_000, 16];

/** @param {readonly Part[] | null} parts @returns {Row[]} the rows, each part before its subparts */
export function rowsOf(parts, depth = 0) {
    return (parts ?? []).flatMap(({ items, ...part }) => [{ depth, part }, ...rowsOf(items ?? [], depth + 1)]);
}

/** @param {readonly Row[]} rows @returns {Part[] | null} the parts, or null if there are none */
export function partsOf(rows) {
    /** @type {Part[]} */
    const parts = [];
    for (let index = 0; index < rows.length; index += sizeAt(rows, index)) {
        const items = partsOf(rows.slice(index + 1, index + sizeAt(rows, index)));
        parts.push(items === null ? rows[index].part : { ...rows[index].part, items });
    }
    return parts.length === 0 ? null : parts;
}

/** @param {readonly Row[]} rows @param {number} index @returns {number} the number of rows of the part, including its subparts */
function sizeAt(rows, index) {
    let end = index + 1;
    while (end < rows.length && rows[end].depth > rows[index].depth) end += 1;
    return end - index;
}

/** @param {readonly Row[]} rows @param {number} index @returns {number} the index of the parent, or -1 if there is none */
function parentOf(rows, index) {
    for (let before = index - 1; before >= 0; before -= 1) if (rows[before].depth < rows[index].depth) return before;
    return -1;
}

/**
 * @param {readonly Row[]} rows @param {number} index @returns {number} the index of the preceding sibling, or -1 if there is none
 */
function siblingBefore(rows, index) {
    for (let before = index - 1; before >= 0 && rows[before].depth >= rows[index].depth; before -= 1) {
        if (rows[before].depth === rows[index].depth) return before;
    }
    return -1;
}

/**
 * The rows after a move, and the new index of the part; null if the move is impossible.
 * @typedef {{ rows: Row[], index: number } | null} Step
 */

/** @param {readonly Row[]} rows @param {number} index @returns {Step} the part moved before its preceding sibling */
export function earlier(rows, index) {
    const before = siblingBefore(rows, index);
    if (before < 0) return null;
    const size = sizeAt(rows, index);
    return { rows: [...rows.slice(0, before), ...rows.slice(index, index + size), ...rows.slice(before, index), ...rows.slice(index + size)], index: before };
}

/** @param {readonly Row[]} rows @param {number} index @returns {Step} the part moved after its following sibling */
export function later(rows, index) {
    const next = index + sizeAt(rows, index);
    if (next >= rows.length || rows[next].depth !== rows[index].depth) return null;
    const step = earlier(rows, next);
    return step && { rows: step.rows, index: index + sizeAt(rows, next) };
}

/**
 * @param {readonly Row[]} rows
 * @param {number} index
 * @returns {Step} the part moved into its preceding sibling, as its last subpart
 */
export function inwards(rows, index) {
    const size = sizeAt(rows, index);
    const deepest = Math.max(...rows.slice(index, index + size).map(({ depth }) => depth));
    if (siblingBefore(rows, index) < 0 || deepest + 1 >= MOST_LEVELS) return null;
    return { rows: rows.map((row, place) => (place >= index && place < index + size ? { ...row, depth: row.depth + 1 } : row)), index };
}

/** @param {readonly Row[]} rows @param {number} index @returns {Step} the part moved out of its parent, after it */
export function outwards(rows, index) {
    const parent = parentOf(rows, index);
    if (parent < 0) return null;
    const size = sizeAt(rows, index);
    const end = parent + sizeAt(rows, parent);
    const moved = rows.slice(index, index + size).map((row) => ({ ...row, depth: row.depth - 1 }));
    const others = [...rows.slice(0, index), ...rows.slice(index + size, end)];
    return { rows: withPlaces([...others, ...moved, ...rows.slice(end)], rows), index: end - size };
}

/** @param {readonly Row[]} rows @param {number} index @returns {Row[]} the rows without the part and its subparts */
export function without(rows, index) {
    return withPlaces([...rows.slice(0, index), ...rows.slice(index + sizeAt(rows, index))], rows);
}

/**
 * Adds a part after another one, on the same level.
 * @param {readonly Row[]} rows
 * @param {number | null} index  the index of the other one, or null to append
 * @param {Row["part"]} part
 * @returns {NonNullable<Step>}
 */
export function added(rows, index, part) {
    const place = index === null ? rows.length : index + sizeAt(rows, index);
    const depth = index === null ? 0 : rows[index].depth;
    return { rows: [...rows.slice(0, place), { depth, part }, ...rows.slice(place)], index: place };
}

/**
 * Gives a part whose last subpart has left the first page of its former subparts, if it has no pages of its own.
 * @param {Row[]} rows @param {readonly Row[]} former
 */
function withPlaces(rows, former) {
    return rows.map((row, index) => {
        if (row.part.pages?.length || sizeAt(rows, index) > 1) return row;
        const before = former.findIndex(({ part }) => part === row.part);
        const within = former.slice(before, before + sizeAt(former, before)).find(({ part }) => part.pages?.length);
        return within?.part.pages ? { ...row, part: { ...row.part, pages: [within.part.pages[0]] } } : row;
    });
}
