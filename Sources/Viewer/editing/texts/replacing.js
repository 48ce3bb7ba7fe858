// @ts-check
/** Finding and replacing in the texts of all clauses. Pure. */

/**
 * @typedef {object} Replacement
 * @property {string} path
 * @property {string} before
 * @property {string} after
 * @property {number} count  how often it was found
 */

/**
 * What replacing would change. Letters are compared as they stand, or without regard to their case.
 * @param {Iterable<{ path: string, text: string }>} texts
 * @param {string} wanted
 * @param {string} instead
 * @param {boolean} isExact  whether the case counts
 * @returns {Replacement[]}
 * @complexity O(*n*) in the length of the texts
 */
export function replacements(texts, wanted, instead, isExact) {
    if (wanted === "") return [];
    const pattern = new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), isExact ? "gu" : "giu");
    const found = [];
    for (const { path, text } of texts) {
        let count = 0;
        const after = text.replace(pattern, () => {
            count += 1;
            return instead;
        });
        if (count > 0 && after !== text) found.push({ path, before: text, after, count });
    }
    return found;
}

/**
 * The part of two texts in which they differ, with a little of what stands around it.
 * @param {string} before
 * @param {string} after
 * @param {number} [around]  characters
 * @returns {{ start: string, before: string, after: string, end: string }}
 */
export function difference(before, after, around = 30) {
    const [one, other] = [Array.from(before), Array.from(after)];
    let start = 0;
    while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
    let end = 0;
    while (end < one.length - start && end < other.length - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
    const join = (/** @type {string[]} */ letters) => letters.join("");
    return {
        start: (start > around ? "…" : "") + join(one.slice(Math.max(0, start - around), start)),
        before: join(one.slice(start, one.length - end)),
        after: join(other.slice(start, other.length - end)),
        end: join(one.slice(one.length - end, one.length - end + around)) + (end > around ? "…" : ""),
    };
}
