// @ts-check
/** Divides texts and searches into words as the server does, ignoring case and accents. */

/** @typedef {{ words: string[], isPrefix: boolean }} Phrase  adjacent words, the last of which may be a prefix */

/**
 * @typedef {object} Token  a word of a text
 * @property {string} folded  in lower case and without accents
 * @property {number} start  its index in the text
 * @property {number[]} lengths  the lengths in the text of its first, first two, first three … folded letters
 */

/**
 * @typedef {{ phrase: number, from: number, to: number }} Find  the index of a phrase, and the range of its words, the end
 *   excluded
 */

/** The maximum number of words and letters of a search, as in the server's SearchWords. */
const MOST_WORDS = 32;
const MOST_LETTERS = 2000;

/**
 * In scripts without spaces between words (Thai, Lao, Tibetan, Burmese, Khmer, Chinese, Japanese) each letter is a word,
 * so that any part of a line is found. As in the server's FoldedText.
 */
const STANDS_ALONE =
    /[\u0E00-\u109F\u1780-\u17FF\u3040-\u312F\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\uFF66-\uFF9F\u{20000}-\u{3FFFF}]/u;
const IS_PART_OF_WORD = /[\p{L}\p{N}\p{Co}]/u;
/** A vowel written as a mark. */
const IS_MARK = /[\p{Mn}\p{Mc}]/u;
/** Accents, the vowel points of Hebrew and Arabic, and the stroke that merely lengthens an Arabic word (tatweel). */
const IS_LEFT_OUT = /(?=[\0-\u08FF])\p{Mn}|\u0640/gu;
/** Pairs of a lower-case letter and the letter it is folded to. As in the server's FoldedText. */
const SAME_LETTERS = [..."µμſsςσϐβϑθϕφϖπϰκϱρϵεᲀвᲁдᲂоᲃсᲄтᲅтᲆъᲇѣᲈꙋ"];
const QUOTATION_MARK = /["\u201C\u201D\u201E\u00AB\u00BB]/;

/**
 * Parses a search into words, with those in quotation marks as one phrase. The last word is a prefix unless its quotation is
 * closed.
 * @param {string} query
 * @returns {Phrase[] | null} null for an empty search
 */
export function phrasesOf(query) {
    const typed = [...query].slice(0, MOST_LETTERS).join("");
    if (/^[\s\p{Cc}]*$/u.test(typed)) return null;
    const parts = typed.split(QUOTATION_MARK);
    const found = parts.flatMap((part, number) => {
        // An unclosed quotation extends to the end.
        const isQuoted = number % 2 === 1;
        return (isQuoted ? [part] : part.split(/[\s\p{Cc}]+/u)).map((words) => ({
            words: tokensOf(words).map(({ folded }) => folded),
            isClosed: isQuoted && number < parts.length - 1,
        }));
    });
    let left = MOST_WORDS;
    const kept = [];
    for (const { words, isClosed } of found) {
        const taken = words.slice(0, left);
        left -= taken.length;
        if (taken.length > 0) kept.push({ words: taken, isClosed });
    }
    return kept.map(({ words, isClosed }, index) => ({ words, isPrefix: index === kept.length - 1 && !isClosed }));
}

/**
 * Whether a phrase begins at a word of a text.
 * @param {Phrase} phrase
 * @param {readonly Token[]} tokens
 * @param {number} at
 */
export function isAt({ words, isPrefix }, tokens, at) {
    return words.every((word, index) => {
        const folded = tokens[at + index]?.folded;
        return isPrefix && index === words.length - 1 ? folded?.startsWith(word) : folded === word;
    });
}

/**
 * Finds phrases in a text, in order. Of overlapping matches the first is kept.
 * @param {readonly Phrase[]} phrases
 * @param {readonly Token[]} tokens
 */
export function findPhrases(phrases, tokens) {
    /** @type {Find[]} */
    const finds = [];
    for (let at = 0; at < tokens.length; ) {
        const phrase = phrases.findIndex((candidate) => isAt(candidate, tokens, at));
        const length = phrase < 0 ? 1 : phrases[phrase].words.length;
        if (phrase >= 0) finds.push({ phrase, from: at, to: at + length });
        at += length;
    }
    return finds;
}

/**
 * Returns the words of a text, in lower case and without accents.
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
        // An accent or a vowel point belongs to the preceding letter.
        if (parts === "" && token) token.lengths[token.lengths.length - 1] = end - token.start;
        for (const part of parts) {
            const isAlone = STANDS_ALONE.test(part);
            if (!IS_PART_OF_WORD.test(part) && (isAlone || !IS_MARK.test(part))) {
                token = null;
                continue;
            }
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
    if (letter < "\x80") return letter.toLowerCase();
    const plain = letter.toLowerCase().normalize("NFD").replace(IS_LEFT_OUT, "");
    const place = SAME_LETTERS.indexOf(plain);
    return place % 2 === 0 ? SAME_LETTERS[place + 1] : plain;
}
