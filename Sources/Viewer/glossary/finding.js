// @ts-check
/**
 * Finds the terms of a glossary in texts, by the rules of the server's `TermFinder`; `Tests/Fixtures/terms.json` tests both.
 *
 * A term matches whole words, regardless of case (simple case folding) and of whether accents are composed (NFC) or not (NFD).
 * Accents count, and hyphenated words are one word. Any run of white space equals any other, and a straight apostrophe equals a
 * curly one. In scripts written without spaces, a word may begin and end anywhere. Where terms overlap the first wins, and of
 * those that begin at the same place the longest.
 */

/**
 * @typedef {{ start: number, end: number, entry: number }} Find  indices into the text, the end excluded, and the index of the
 *   entry
 */

/**
 * @typedef {object} Sign  a code point of a text, decomposed and folded
 * @property {string} letter
 * @property {number} start  the start of the letter with its accents, in the text
 * @property {number} end
 * @property {boolean} isFirst  whether it starts a letter with its accents, which count as one
 * @property {boolean} isOfWord
 * @property {boolean} isUnspaced  whether its script is written without spaces
 */

/** @typedef {{ next: Map<string, Node>, entry: number | null }} Node  a node in a trie of letters */

const LETTERS = /[^\p{M}]\p{M}*|\p{M}+/gu;
const IS_SPACE = /^\p{White_Space}/u;
const IS_HYPHEN = /^[-\u2010\u2011]$/;
const IS_OF_WORD = /[\p{L}\p{M}\p{N}]/u;
/** Thai, Lao, Tibetan, Burmese, Khmer, kana and Chinese characters. */
const IS_UNSPACED = /[\u0E00-\u109F\u1780-\u17FF\u3005-\u30FF\u31F0-\u31FF\u3400-\u9FFF\uF900-\uFAFF\uFF66-\uFF9F\u{20000}-\u{3FFFF}]/u;

export class TermFinder {
    /** @type {Node} */
    #root = { next: new Map(), entry: null };

    /** @param {string[][]} words  the words of each entry, in the language of the texts */
    constructor(words) {
        for (const [entry, forms] of words.entries()) for (const form of forms) this.#insert(form, entry);
    }

    /** @param {string} form @param {number} entry */
    #insert(form, entry) {
        let node = this.#root;
        for (const { letter } of signsOf(form.trim())) {
            let next = node.next.get(letter);
            if (!next) node.next.set(letter, (next = { next: new Map(), entry: null }));
            node = next;
        }
        // Of entries that share a word, the first takes it.
        if (node !== this.#root) node.entry ??= entry;
    }

    /**
     * @param {string} text
     * @returns {Find[]} the matches in order, none overlapping
     */
    find(text) {
        const signs = signsOf(text);
        /** @type {Find[]} */
        const finds = [];
        for (let at = 0; at < signs.length; ) {
            const match = isBoundary(signs, at) ? this.#longest(signs, at) : null;
            if (match) finds.push({ start: signs[at].start, end: signs[match.end - 1].end, entry: match.entry });
            at = match?.end ?? at + 1;
        }
        return finds;
    }

    /** @param {Sign[]} signs @param {number} start @returns {{ end: number, entry: number } | null} */
    #longest(signs, start) {
        let node = this.#root;
        let longest = null;
        for (let at = start; at < signs.length; at += 1) {
            const next = node.next.get(signs[at].letter);
            if (!next) break;
            node = next;
            if (node.entry !== null && isBoundary(signs, at + 1)) longest = { end: at + 1, entry: node.entry };
        }
        return longest;
    }
}

/**
 * Whether one word may end and another begin at an index.
 * @param {Sign[]} signs
 * @param {number} at
 */
function isBoundary(signs, at) {
    if (at === 0 || at >= signs.length) return true;
    const [before, after] = [signs[at - 1], signs[at]];
    if (!after.isFirst) return false;
    return !before.isOfWord || !after.isOfWord || before.isUnspaced || after.isUnspaced;
}

/** @param {string} text @returns {Sign[]} */
function signsOf(text) {
    /** @type {Sign[]} */
    const signs = [];
    for (const { 0: cluster, index = 0 } of text.matchAll(LETTERS)) {
        const end = index + cluster.length;
        // A soft hyphen is invisible and not part of a word.
        if (cluster === "\u00AD") continue;
        let isFirst = true;
        for (const part of cluster.charCodeAt(0) < 0x80 && cluster.length === 1 ? cluster : cluster.normalize("NFD")) {
            const isSpace = IS_SPACE.test(part);
            const last = signs.at(-1);
            if (isSpace && last?.letter === " ") {
                last.end = end;
                continue;
            }
            signs.push({
                letter: isSpace ? " " : folded(part),
                start: index,
                end,
                isFirst,
                isOfWord: IS_OF_WORD.test(part),
                isUnspaced: IS_UNSPACED.test(part),
            });
            isFirst = false;
        }
    }
    // Hyphens join words into one.
    for (const [at, sign] of signs.entries()) {
        if (IS_HYPHEN.test(sign.letter)) sign.isOfWord = (signs[at - 1]?.isOfWord && signs[at + 1]?.isOfWord) ?? false;
    }
    return signs;
}

/**
 * Applies simple case folding: takes a letter's capital and then its lower-case letter, where each is a single code point. The
 * Turkish dotless ı stays unchanged.
 * @param {string} letter
 */
function folded(letter) {
    if (letter === "\u2019") return "'";
    if (letter === "\u0131") return letter;
    const capital = single(letter.toUpperCase(), letter);
    return single(capital.toLowerCase(), capital);
}

/** @param {string} changed @param {string} letter */
function single(changed, letter) {
    return changed.length === String.fromCodePoint(changed.codePointAt(0) ?? 0).length ? changed : letter;
}
