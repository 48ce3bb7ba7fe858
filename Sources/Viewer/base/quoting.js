// @ts-check
/** Words of a text and quotations from it, with the rules of `PhraseQuote`: line breaks and spacing do not matter. */

/** @typedef {{ text: string, start: number, end: number }} Token  a word and its position in the single-spaced text */
/** @typedef {{ text: string, occurrence: number }} Quote  words of a text, and the number of their occurrence, from 1 */
/** @typedef {{ start: number, end: number }} Span  a range of the single-spaced text */

/** @param {string} text */
export function singleSpaced(text) {
    return text.replace(/\p{White_Space}+/gu, " ").replace(/^ | $/g, "");
}

/** @param {string} text  a single-spaced text @returns {Token[]} */
export function tokensOf(text) {
    return Array.from(text.matchAll(/[^ ]+/g), ({ 0: word, index: start = 0 }) => ({ text: word, start, end: start + word.length }));
}

/**
 * @param {string} text  a single-spaced text
 * @param {Quote} quote
 * @returns {Span | null} the range of the quotation, or null if the text does not contain it
 */
export function spanOf(text, { text: words, occurrence }) {
    const wanted = singleSpaced(words);
    if (wanted === "") return null;
    let start = text.indexOf(wanted);
    for (let count = 1; start >= 0 && count < occurrence; count += 1) start = text.indexOf(wanted, start + wanted.length);
    return start < 0 ? null : { start, end: start + wanted.length };
}

/**
 * Returns a quotation that identifies a range of a text.
 * @param {string} text  a single-spaced text
 * @param {Span} span
 * @returns {Quote | null} null if no quotation finds exactly this range, such as the second `aa` in `aaa`
 */
export function quoteOf(text, { start, end }) {
    const quote = { text: text.slice(start, end), occurrence: 1 };
    for (let found = spanOf(text, quote); found && found.start <= start; found = spanOf(text, quote)) {
        if (found.start === start) return quote;
        quote.occurrence += 1;
    }
    return null;
}

/**
 * Returns quotations for chosen words, one per run of adjacent words, without leading and trailing punctuation.
 * @param {string} text  a single-spaced text
 * @param {readonly Token[]} tokens  the words of the text
 * @param {ReadonlySet<number>} chosen  the indices of the chosen words
 * @returns {Quote[]}
 */
export function quotesOf(text, tokens, chosen) {
    /** @type {Quote[]} */
    const quotes = [];
    for (let first = 0; first < tokens.length; first += 1) {
        if (!chosen.has(first)) continue;
        let last = first;
        while (chosen.has(last + 1)) last += 1;
        const whole = { start: tokens[first].start, end: tokens[last].end };
        const quote = quoteOf(text, bare(text, whole)) ?? quoteOf(text, whole);
        if (quote) quotes.push(quote);
        first = last;
    }
    return quotes;
}

/**
 * Strips punctuation from both ends of a range; a range that is all punctuation is returned unchanged.
 * @param {string} text
 * @param {Span} span
 * @returns {Span}
 */
function bare(text, { start, end }) {
    const part = text.slice(start, end);
    const before = /^[^\p{L}\p{N}]*/u.exec(part)?.[0].length ?? 0;
    const after = /[^\p{L}\p{N}\p{M}]*$/u.exec(part)?.[0].length ?? 0;
    return before + after < part.length ? { start: start + before, end: end - after } : { start, end };
}

/**
 * Returns a quotation in the form used in files and edits: only the words if their first occurrence is meant.
 * @param {Quote} quote
 */
export function encodeQuote({ text, occurrence }) {
    return occurrence === 1 ? text : { text, occurrence };
}

/**
 * Reads one side of a phrase in the form used in files and edits.
 * @param {any} side
 * @returns {Quote[]}
 */
export function readQuotes(side) {
    return (Array.isArray(side) ? side : [side]).map((quote) => (typeof quote === "string" ? { text: quote, occurrence: 1 } : { occurrence: 1, ...quote }));
}
