// @ts-check
/** The objects of a working copy that are listed in order, read from its fields. Pure. */

/** @typedef {(path: string) => import("./values.js").Value} Read  returns the value of a field, null if it is missing */

/**
 * @typedef {object} ClauseSummary
 * @property {string} id
 * @property {string | null} number
 * @property {"clause" | "detail"} kind
 * @property {number} order
 * @property {string[]} categories
 * @property {number[]} pages  the pages that it has regions on
 */

/**
 * @typedef {object} PageSummary
 * @property {number} number
 * @property {number} order
 * @property {import("./values.js").Value} label
 * @property {import("./page-images.js").PageImage | null} image
 * @property {import("./page-images.js").Capture[]} captures
 * @property {number | null} pixelsPerMillimetre
 */

/**
 * @typedef {object} CategorySummary
 * @property {string} id
 * @property {import("../../base/types.js").LanguageMap} label
 * @property {string | null} icon
 * @property {"filled" | "outline"} style
 * @property {boolean} includedInAll
 * @property {number} order
 */

/**
 * @typedef {object} StepSummary
 * @property {string} id
 * @property {number} order
 * @property {number} page
 * @property {[number, number, number, number] | null} box
 * @property {string[]} clauses
 * @property {string | null} capture
 * @property {string | null} [document]  the id of the document the step is in, if not this one
 * @property {object | null} [audio]
 */

/** @typedef {{ id: string, order: number, steps: StepSummary[] }} TourSummary  with its steps in order */
/** @typedef {{ id: string, order: number }} TermSummary */

/** @param {Read} read @param {string} id @param {PageSummary[]} pages @returns {ClauseSummary} */
export function clauseSummary(read, id, pages) {
    const owner = `clauses/${id}`;
    const numbers = pages.map(({ number }) => number).filter((number) => {
        const regions = read(`${owner}/regions/${number}`);
        return Array.isArray(regions) && regions.length > 0;
    });
    return {
        id,
        number: /** @type {string | null} */ (read(`${owner}/number`)),
        kind: read(`${owner}/kind`) === "detail" ? "detail" : "clause",
        order: orderOf(read, owner),
        categories: /** @type {string[] | null} */ (read(`${owner}/categories`)) ?? [],
        pages: numbers,
    };
}

/** @param {Read} read @param {number} number @returns {PageSummary} */
export function pageSummary(read, number) {
    const value = (/** @type {string} */ name) => /** @type {any} */ (read(`pages/${number}/${name}`));
    return {
        number,
        order: value("order") ?? number,
        label: value("label"),
        image: value("image"),
        captures: value("captures") ?? [],
        pixelsPerMillimetre: value("pixelsPerMillimetre"),
    };
}

/** @param {Read} read @param {string} id @returns {CategorySummary} */
export function categorySummary(read, id) {
    const owner = `categories/${id}`;
    return {
        id,
        label: /** @type {any} */ (read(`${owner}/label`)) ?? id,
        icon: /** @type {string | null} */ (read(`${owner}/icon`)),
        style: read(`${owner}/style`) === "outline" ? "outline" : "filled",
        includedInAll: read(`${owner}/includedInAll`) !== false,
        order: orderOf(read, owner),
    };
}

/** @param {Read} read @param {string} id @param {string[]} names  the names of its fields @returns {TourSummary} */
export function tourSummary(read, id, names) {
    const owner = `tours/${id}`;
    const steps = names.flatMap((name) => {
        const [, step] = /^steps\/([^/]+)$/.exec(name) ?? [];
        const value = step === undefined ? null : /** @type {Partial<StepSummary> | null} */ (read(`${owner}/${name}`));
        if (step === undefined || value === null) return [];
        const { order = Infinity, page = 1, box = null, clauses = [], capture = null, document = null, audio = null } = value;
        return [{ id: step, order, page, box, clauses, capture, document, audio }];
    });
    return { id, order: orderOf(read, owner), steps: steps.sort(inOrder) };
}

/** @param {Read} read @param {string} id @returns {TermSummary} */
export function termSummary(read, id) {
    return { id, order: orderOf(read, `glossary/${id}`) };
}

/** @param {Read} read @param {string} owner */
function orderOf(read, owner) {
    return /** @type {number | null} */ (read(`${owner}/order`)) ?? Infinity;
}

/** @param {{ order: number, id: string }} one @param {{ order: number, id: string }} other */
export function inOrder(one, other) {
    return one.order - other.order || (one.id < other.id ? -1 : 1);
}
