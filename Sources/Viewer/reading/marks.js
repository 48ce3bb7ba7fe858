// @ts-check
/** Words that were searched for, found again in a text as the server finds them: without regard to case and accents. */

/** @typedef {{ start: number, end: number }} Span  places in a string, the end excluded */
/** @typedef {{ words: string[], isPrefix: boolean }} Phrase  words that follow each other; the last may go on */

/**
 * Of scripts that put no space between words (Thai, Lao, Tibetan, Burmese, Khmer, Chinese, Japanese) each letter is a
 * word, so that any part of a line is found. As in ClauseStore's FoldedText.
 */
const STANDS_ALONE =
    /[\u0E00-\u109F\u1780-\u17FF\u3040-\u312F\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\uFF66-\uFF9F\u{20000}-\u{3FFFF}]/u;
const IS_PART_OF_WORD = /[\p{L}\p{N}\p{Co}]/u;
/** Accents, the vowel points of Hebrew and Arabic, and the stroke that only lengthens a word. */
const IS_LEFT_OUT = /(?=[\0-\u08FF])\p{Mn}|\u0640/gu;
const QUOTATION_MARK = /["\u201C\u201D\u201E\u00AB\u00BB]/;

/**
 * Where the words that are searched for stand in a text.
 * @param {string} text
 * @param {string} query  words; several in quotation marks must follow each other; the last may be the beginning of one
 * @returns {Span[]} in order, none overlapping
 */
export function findWords(text, query) {
    const phrases = phrasesOf(query);
    const tokens = tokensOf(text);
    /** @type {Span[]} */
    const found = [];
    for (let at = 0; at < tokens.length; ) {
        const phrase = phrases.find((candidate) => stands(candidate, tokens, at));
        if (phrase) {
            const last = tokens[at + phrase.words.length - 1];
            const letters = phrase.words[phrase.words.length - 1].length;
            found.push({ start: tokens[at].start, end: last.start + last.lengths[letters - 1] });
        }
        at += phrase?.words.length ?? 1;
    }
    return found;
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

/** @param {string} query @returns {Phrase[]} */
function phrasesOf(query) {
    const parts = query.split(QUOTATION_MARK);
    const phrases = parts.flatMap((part, number) => {
        // What stands between two marks belongs together, and so does what stands behind an open one.
        const isQuoted = number % 2 === 1;
        const isClosed = isQuoted && number < parts.length - 1;
        return (isQuoted ? [part] : part.split(/\s+/))
            .map((words) => ({ words: tokensOf(words).map(({ folded }) => folded), isPrefix: !isClosed }))
            .filter(({ words }) => words.length > 0);
    });
    return phrases.map((phrase, index) => ({ ...phrase, isPrefix: phrase.isPrefix && index === phrases.length - 1 }));
}

/** @param {Phrase} phrase @param {Token[]} tokens @param {number} at */
function stands({ words, isPrefix }, tokens, at) {
    return words.every((word, index) => {
        const folded = tokens[at + index]?.folded;
        return isPrefix && index === words.length - 1 ? folded?.startsWith(word) : folded === word;
    });
}

/** @typedef {{ folded: string, start: number, lengths: number[] }} Token  how long its first n + 1 letters were before */

/**
 * The words of a text, in lower case and without accents.
 * @param {string} text
 * @returns {Token[]}
 */
export function tokensOf(text) {
    /** @type {Token[]} */
    const tokens = [];
    /** @type {Token | null} */
    let token = null;
    let end = 0;
    for (const letter of text) {
        const start = end;
        end += letter.length;
        const parts = folded(letter);
        // An accent or a vowel point belongs to the letter before it.
        if (parts === "" && token) token.lengths[token.lengths.length - 1] = end - token.start;
        for (const part of parts) {
            if (!IS_PART_OF_WORD.test(part)) {
                token = null;
                continue;
            }
            const isAlone = STANDS_ALONE.test(part);
            if (token === null || isAlone) tokens.push((token = { folded: "", start, lengths: [] }));
            token.folded += part;
            for (let unit = 0; unit < part.length; unit += 1) token.lengths.push(end - token.start);
            if (isAlone) token = null;
        }
    }
    return tokens;
}

/** @param {string} letter */
function folded(letter) {
    return letter.toLowerCase().normalize("NFD").replace(IS_LEFT_OUT, "").replace("ς", "σ");
}
