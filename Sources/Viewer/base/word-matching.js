// @ts-check
/**
 * Matches words that have positions with the words of a transcription, so that positions stay with their words when the
 * transcription is edited. Words are matched in order by their letters; words left between two matches are paired if their number
 * is the same on both sides.
 */

/**
 * The maximum number of comparisons. For longer texts only the words at both ends are compared, and those between are paired only
 * if their number is the same.
 */
const COMPARISON_LIMIT = 4_000_000;

/**
 * Returns a word in lower case without punctuation.
 * @param {string} word
 */
function bare(word) {
    return word.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]/gu, "");
}

/**
 * @param {readonly string[]} placed  the words that have positions, in order
 * @param {readonly string[]} words  the words of the transcription
 * @returns {Int32Array} for each word of the transcription the index of the matching placed word, or -1
 */
export function matchWords(placed, words) {
    const [own, other] = [placed.map(bare), words.map(bare)];
    const found = new Int32Array(words.length).fill(-1);
    let start = 0;
    while (start < own.length && start < other.length && own[start] === other[start]) found[start] = start++;
    let [end, otherEnd] = [own.length, other.length];
    while (end > start && otherEnd > start && own[end - 1] === other[otherEnd - 1]) found[--otherEnd] = --end;
    /** @type {[number, number][]} */
    const pairs = (end - start) * (otherEnd - start) <= COMPARISON_LIMIT ? common(own, other, start, end, otherEnd) : [];
    let [last, lastOther] = [start, start];
    for (const [index, otherIndex] of [...pairs, /** @type {[number, number]} */ ([end, otherEnd])]) {
        if (index - last === otherIndex - lastOther) for (let step = 0; last + step < index; step += 1) found[lastOther + step] = last + step;
        if (index < end) found[otherIndex] = index;
        [last, lastOther] = [index + 1, otherIndex + 1];
    }
    return found;
}

/**
 * Returns the longest common subsequence of two ranges, using the table of its lengths.
 * @param {string[]} own @param {string[]} other @param {number} start @param {number} end @param {number} otherEnd
 * @returns {[number, number][]} pairs of indices
 */
function common(own, other, start, end, otherEnd) {
    const width = otherEnd - start + 1;
    const lengths = new Uint16Array((end - start + 1) * width);
    const at = (/** @type {number} */ one, /** @type {number} */ two) => (one - start) * width + two - start;
    for (let one = end - 1; one >= start; one -= 1) {
        for (let two = otherEnd - 1; two >= start; two -= 1) {
            lengths[at(one, two)] = own[one] === other[two] ? lengths[at(one + 1, two + 1)] + 1 : Math.max(lengths[at(one + 1, two)], lengths[at(one, two + 1)]);
        }
    }
    /** @type {[number, number][]} */
    const pairs = [];
    for (let one = start, two = start; one < end && two < otherEnd; ) {
        if (own[one] === other[two]) pairs.push([one++, two++]);
        else if (lengths[at(one + 1, two)] >= lengths[at(one, two + 1)]) one += 1;
        else two += 1;
    }
    return pairs;
}
