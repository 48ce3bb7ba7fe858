// @ts-check
/**
 * Which of the words that have places are which of a transcription. The places stay with their words when the transcription is
 * edited: in order, by their letters; what is left between two that are the same on both sides, if it is as many on both.
 */

/** As many comparisons are made at most; of more words only those at both ends are compared, and what is between them counted. */
const COMPARISON_LIMIT = 4_000_000;

/** @param {string} word  in small letters without the marks around it */
function bare(word) {
    return word.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]/gu, "");
}

/**
 * @param {readonly string[]} placed  the words that have places, in order
 * @param {readonly string[]} words  of the transcription
 * @returns {Int32Array} for each word of the transcription which of the placed ones it is; -1 for none
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
 * The longest common subsequence of two parts, by the table of its lengths.
 * @param {string[]} own @param {string[]} other @param {number} start @param {number} end @param {number} otherEnd
 * @returns {[number, number][]} pairs of positions
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
