// @ts-check
/** Finds and replaces text in all clauses. Pure. */

/** The maximum number of characters of context on either side. */
const AROUND = 30;

/**
 * @typedef {object} Replacement
 * @property {string} path
 * @property {string} before
 * @property {string} after
 * @property {number} count  the number of matches
 * @property {{ start: string, found: string, end: string }} first  the first match, with its context
 */

/**
 * Returns what replacing would change.
 * @param {Iterable<{ path: string, text: string }>} texts
 * @param {string} wanted
 * @param {string} instead
 * @param {boolean} isExact  whether matching is case-sensitive
 * @returns {Replacement[]}
 * @complexity O(*n*) in the length of the texts
 */
export function replacements(texts, wanted, instead, isExact) {
    if (wanted === "") return [];
    const pattern = new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), isExact ? "gu" : "giu");
    const found = [];
    for (const { path, text } of texts) {
        const matches = [...text.matchAll(pattern)];
        const after = text.replace(pattern, () => instead);
        if (after === text) continue;
        const [{ index = 0, 0: word }] = matches;
        found.push({ path, before: text, after, count: matches.length, first: around(text, index, word) });
    }
    return found;
}

/** @param {string} text @param {number} index @param {string} found */
function around(text, index, found) {
    const [before, after] = [Array.from(text.slice(0, index)), Array.from(text.slice(index + found.length))];
    return {
        start: (before.length > AROUND ? "…" : "") + before.slice(-AROUND).join(""),
        found,
        end: after.slice(0, AROUND).join("") + (after.length > AROUND ? "…" : ""),
    };
}

/**
 * Returns the part in which two texts differ, with some context.
 * @param {string} before
 * @param {string} after
 * @returns {{ start: string, before: string, after: string, end: string }}
 */
export function difference(before, after) {
    const [one, other] = [Array.from(before), Array.from(after)];
    let start = 0;
    while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
    let end = 0;
    while (end < one.length - start && end < other.length - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
    // Extended to whole words, by at most `AROUND` characters.
    const isLetter = (/** @type {string | undefined} */ letter) => letter !== undefined && !/\s/u.test(letter);
    for (let steps = 0; steps < AROUND && start > 0 && isLetter(one[start - 1]); steps += 1) start -= 1;
    for (let steps = 0; steps < AROUND && end > 0 && isLetter(one[one.length - end]); steps += 1) end -= 1;
    const join = (/** @type {string[]} */ letters) => letters.join("");
    return {
        start: (start > AROUND ? "…" : "") + join(one.slice(Math.max(0, start - AROUND), start)),
        before: join(one.slice(start, one.length - end)),
        after: join(other.slice(start, other.length - end)),
        end: join(one.slice(one.length - end, one.length - end + AROUND)) + (end > AROUND ? "…" : ""),
    };
}
