// @ts-check
/** Words that were searched for, found again in a text without regard to case and accents. */

/** @typedef {{ start: number, end: number }} Span  places in a string, the end excluded */

/**
 * Where words begin in a text with one of those searched for.
 * @param {string} text
 * @param {string} query
 * @returns {Span[]} in order, none overlapping
 */
export function findWords(text, query) {
    const wanted = split(query).map(({ folded }) => folded);
    return split(text).flatMap(({ folded, start, lengths }) => {
        const longest = wanted.filter((word) => folded.startsWith(word)).sort((a, b) => b.length - a.length)[0];
        return longest ? [{ start, end: start + lengths[longest.length - 1] }] : [];
    });
}

/**
 * Marks them in all the text of an element.
 * @param {Element} element
 * @param {string} query
 */
export function markWords(element, query) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    /** @type {Text[]} */
    const nodes = [];
    while (walker.nextNode()) nodes.push(/** @type {Text} */ (walker.currentNode));
    for (const node of nodes) {
        // From the end, so that the places before it stay right.
        for (const { start, end } of findWords(node.data, query).reverse()) {
            const range = document.createRange();
            range.setStart(node, start);
            range.setEnd(node, end);
            range.surroundContents(document.createElement("mark"));
        }
    }
}

/**
 * As much of a text as is shown of a hit: around the first word found, whole words.
 * @param {string} text
 * @param {string} query
 * @param {number} length  characters, about
 */
export function excerpt(text, query, length) {
    const [first] = findWords(text, query);
    if (!first) return null;
    const from = Math.max(0, first.start - Math.floor(length / 3));
    const start = from === 0 ? 0 : text.indexOf(" ", from) + 1 || from;
    const end = text.length <= start + length ? text.length : text.lastIndexOf(" ", start + length);
    return `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
}

/**
 * The words of a text, in lower case and without accents. `lengths[n]` is how long the first n + 1 letters were before.
 * @param {string} text
 */
function split(text) {
    return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map((match) => {
        let folded = "";
        /** @type {number[]} */
        const lengths = [];
        let length = 0;
        for (const letter of match[0]) {
            length += letter.length;
            for (const part of letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()) {
                folded += part;
                for (let unit = 0; unit < part.length; unit += 1) lengths.push(length);
            }
        }
        return { folded, start: match.index ?? 0, lengths };
    });
}
