// @ts-check
/** Words of a text, and quotations from it, as `PhraseQuote` finds them: how a text is broken into lines is no matter. */

/** @typedef {{ text: string, start: number, end: number }} Token  a word, and where it is in the text with single spaces */
/** @typedef {{ text: string, occurrence: number }} Quote  words of a text, and which occurrence of them is meant, from 1 */
/** @typedef {{ start: number, end: number }} Span  of the text with single spaces */

/** @param {string} text */
export function singleSpaced(text) {
    return text.replace(/\p{White_Space}+/gu, " ").replace(/^ | $/g, "");
}

/** @param {string} text  with single spaces @returns {Token[]} */
export function tokensOf(text) {
    return Array.from(text.matchAll(/[^ ]+/g), ({ 0: word, index: start = 0 }) => ({ text: word, start, end: start + word.length }));
}

/**
 * @param {string} text  with single spaces
 * @param {Quote} quote
 * @returns {Span | null} null where the text does not have it
 */
export function spanOf(text, { text: words, occurrence }) {
    const wanted = singleSpaced(words);
    if (wanted === "") return null;
    let start = text.indexOf(wanted);
    for (let count = 1; start >= 0 && count < occurrence; count += 1) start = text.indexOf(wanted, start + wanted.length);
    return start < 0 ? null : { start, end: start + wanted.length };
}

/**
 * The quotation of a part of a text.
 * @param {string} text  with single spaces
 * @param {Span} span
 * @returns {Quote | null} null where none finds exactly this part, as within `aaa` the second `aa`
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
 * Quotations of words that were chosen, one for each run of neighbours, without the marks at its ends.
 * @param {string} text  with single spaces
 * @param {readonly Token[]} tokens  of it
 * @param {ReadonlySet<number>} chosen
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
 * A part without the marks at its ends; one of marks alone stays.
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
 * A quotation as files and edits have it: the words alone where their first occurrence is meant.
 * @param {Quote} quote
 */
export function written({ text, occurrence }) {
    return occurrence === 1 ? text : { text, occurrence };
}

/**
 * One side of a phrase as files and edits have it.
 * @param {any} side
 * @returns {Quote[]}
 */
export function readQuotes(side) {
    return (Array.isArray(side) ? side : [side]).map((quote) => (typeof quote === "string" ? { text: quote, occurrence: 1 } : { occurrence: 1, ...quote }));
}
