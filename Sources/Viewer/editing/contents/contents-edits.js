// @ts-check
/** What is done to the table of contents: to parts in a row, each with how deep it lies, of which the levels are made. Pure. */

/** @typedef {import("../session/values.js").Value} Value */
/** @typedef {{ page: number, box?: number[] }} Place */
/** @typedef {{ label?: Value, behavior?: string[], pages?: Place[], items?: Part[] }} Part  as `document/structures` has it */
/** @typedef {{ depth: number, part: Omit<Part, "items"> }} Row */

/** As the server reads them. */
export const [MOST_PARTS, MOST_LEVELS] = [10_000, 16];

/** @param {readonly Part[] | null} parts @returns {Row[]} each part before those within */
export function rowsOf(parts, depth = 0) {
    return (parts ?? []).flatMap(({ items, ...part }) => [{ depth, part }, ...rowsOf(items ?? [], depth + 1)]);
}

/** @param {readonly Row[]} rows @returns {Part[] | null} null without any */
export function partsOf(rows) {
    /** @type {Part[]} */
    const parts = [];
    for (let index = 0; index < rows.length; index += sizeAt(rows, index)) {
        const items = partsOf(rows.slice(index + 1, index + sizeAt(rows, index)));
        parts.push(items === null ? rows[index].part : { ...rows[index].part, items });
    }
    return parts.length === 0 ? null : parts;
}

/** @param {readonly Row[]} rows @param {number} index @returns {number} of the part and all within */
export function sizeAt(rows, index) {
    let end = index + 1;
    while (end < rows.length && rows[end].depth > rows[index].depth) end += 1;
    return end - index;
}

/** @param {readonly Row[]} rows @param {number} index @returns {number} of the part that it lies in; -1 for none */
function parentOf(rows, index) {
    for (let before = index - 1; before >= 0; before -= 1) if (rows[before].depth < rows[index].depth) return before;
    return -1;
}

/** @param {readonly Row[]} rows @param {number} index @returns {number} of the part before it on its level; -1 for none */
function siblingBefore(rows, index) {
    for (let before = index - 1; before >= 0 && rows[before].depth >= rows[index].depth; before -= 1) {
        if (rows[before].depth === rows[index].depth) return before;
    }
    return -1;
}

/**
 * Each gives the rows after the step and where the part is then; null where the step cannot be.
 * @typedef {{ rows: Row[], index: number } | null} Step
 */

/** @param {readonly Row[]} rows @param {number} index @returns {Step} before the one before it on its level */
export function earlier(rows, index) {
    const before = siblingBefore(rows, index);
    if (before < 0) return null;
    const size = sizeAt(rows, index);
    return { rows: [...rows.slice(0, before), ...rows.slice(index, index + size), ...rows.slice(before, index), ...rows.slice(index + size)], index: before };
}

/** @param {readonly Row[]} rows @param {number} index @returns {Step} behind the one after it on its level */
export function later(rows, index) {
    const next = index + sizeAt(rows, index);
    if (next >= rows.length || rows[next].depth !== rows[index].depth) return null;
    const step = earlier(rows, next);
    return step && { rows: step.rows, index: index + sizeAt(rows, next) };
}

/** @param {readonly Row[]} rows @param {number} index @returns {Step} into the one before it on its level, as the last within */
export function inwards(rows, index) {
    const size = sizeAt(rows, index);
    const deepest = Math.max(...rows.slice(index, index + size).map(({ depth }) => depth));
    if (siblingBefore(rows, index) < 0 || deepest + 1 >= MOST_LEVELS) return null;
    return { rows: rows.map((row, place) => (place >= index && place < index + size ? { ...row, depth: row.depth + 1 } : row)), index };
}

/** @param {readonly Row[]} rows @param {number} index @returns {Step} out of the one that it lies in, behind it */
export function outwards(rows, index) {
    const parent = parentOf(rows, index);
    if (parent < 0) return null;
    const size = sizeAt(rows, index);
    const end = parent + sizeAt(rows, parent);
    const moved = rows.slice(index, index + size).map((row) => ({ ...row, depth: row.depth - 1 }));
    const others = [...rows.slice(0, index), ...rows.slice(index + size, end)];
    return { rows: withPlaces([...others, ...moved, ...rows.slice(end)], rows), index: end - size };
}

/** @param {readonly Row[]} rows @param {number} index @returns {Row[]} without it and all within */
export function without(rows, index) {
    return withPlaces([...rows.slice(0, index), ...rows.slice(index + sizeAt(rows, index))], rows);
}

/** @param {readonly Row[]} rows @param {number | null} index  behind which it comes, on its level; null: at the end @param {Row["part"]} part @returns {NonNullable<Step>} */
export function added(rows, index, part) {
    const place = index === null ? rows.length : index + sizeAt(rows, index);
    const depth = index === null ? 0 : rows[index].depth;
    return { rows: [...rows.slice(0, place), { depth, part }, ...rows.slice(place)], index: place };
}

/**
 * A part that stood on the pages of those within alone keeps the first of these when the last of them leaves.
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
