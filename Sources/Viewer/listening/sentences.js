// @ts-check
/** Splits a text into pieces that are spoken one after another: sentences, and parts of long ones. */

/** @typedef {{ start: number, end: number }} Span  indices into a string; the end is exclusive */

/** The longest piece in UTF-16 units. Voices break off pieces that take longer than about fifteen seconds, even at half speed. */
const LONGEST = 200;

/**
 * Returns the pieces of a text, without surrounding white space.
 * @param {string} text
 * @param {string} language  a BCP 47 tag, or empty
 * @returns {Span[]} in order and without overlap; together they contain everything but white space
 */
export function piecesOf(text, language) {
    return sentencesOf(text, language)
        .flatMap((sentence) => partsOf(text, sentence))
        .map((span) => trimmed(text, span))
        .filter(({ start, end }) => end > start);
}

/** @param {string} text @param {string} language @returns {Span[]} */
function sentencesOf(text, language) {
    const segments = segmenter(language)?.segment(text);
    if (!segments) return [{ start: 0, end: text.length }];
    return Array.from(segments, ({ index, segment }) => ({ start: index, end: index + segment.length }));
}

/** @param {string} language */
function segmenter(language) {
    if (!("Segmenter" in Intl)) return null;
    try {
        return new Intl.Segmenter(language || undefined, { granularity: "sentence" });
    } catch {
        // Not a language tag.
        return new Intl.Segmenter(undefined, { granularity: "sentence" });
    }
}

/**
 * Returns the parts of a sentence, none longer than voices speak without a break. They end at a punctuation mark if possible,
 * otherwise at a space.
 * @param {string} text
 * @param {Span} sentence
 * @returns {Span[]}
 */
function partsOf(text, { start, end }) {
    const parts = [];
    let from = start;
    while (end - from > LONGEST) {
        const to = from + breakIn(text.slice(from, from + LONGEST));
        parts.push({ start: from, end: to });
        from = to;
    }
    return [...parts, { start: from, end }];
}

/** @param {string} text @returns {number} the start of the second part, never within a surrogate pair */
function breakIn(text) {
    const mark = text.search(/[,;:،؛、，；：][^,;:،؛、，；：]*$/u);
    if (mark >= LONGEST / 4) return mark + 1;
    const space = text.search(/\s\S*$/u);
    if (space > 0) return space + 1;
    return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
}

/** @param {string} text @param {Span} span @returns {Span} */
function trimmed(text, { start, end }) {
    const piece = text.slice(start, end);
    const first = start + piece.length - piece.trimStart().length;
    return { start: first, end: Math.max(first, start + piece.trimEnd().length) };
}
