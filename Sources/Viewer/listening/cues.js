// @ts-check
/** The cues of a recording: their positions in a text, and the current one. */

/** @typedef {import("./sentences.js").Span} Span */
/** @typedef {{ start: number, end: number, text: string }} Cue  seconds */

/** How far after the last match words are searched for, so that no match is found in an unrelated sentence. */
const REACH = 400;

/**
 * Locates the words of cues in a text, each after the previous one.
 * @param {string} text
 * @param {readonly { text: string }[]} cues
 * @returns {(Span | null)[]} one per cue; null if its words are not in the text
 */
export function placesOf(text, cues) {
    const simple = simplified(text);
    let from = 0;
    return cues.map((cue) => {
        const words = simplified(cue.text.replace(/\s+/gu, " ").trim());
        const start = words === "" ? -1 : find(simple, words, from);
        if (start < 0) return null;
        from = start + words.length;
        return { start, end: from };
    });
}

/** @param {string} text @param {string} words @param {number} from */
function find(text, words, from) {
    for (let start = text.indexOf(words, from); start >= 0 && start - from <= REACH; start = text.indexOf(words, start + 1)) {
        if (!isLetter(text, start - 1) && !isLetter(text, start + words.length)) return start;
    }
    return -1;
}

/** @param {string} text @param {number} index */
function isLetter(text, index) {
    return /[\p{L}\p{N}]/u.test(text[index] ?? "");
}

/**
 * Returns a text of the same length in which characters that sound alike are equal.
 * @param {string} text
 */
function simplified(text) {
    return text.replace(/[‘’ʼ]/g, "'").replace(/[“”«»]/g, '"').replace(/\s/g, " ");
}

/**
 * Returns the index of the cue at a time: the last one that has begun, if cues overlap.
 * @param {readonly Cue[]} cues  sorted by their starts
 * @param {number} time  in seconds
 * @returns {number} -1 if there is none
 */
export function cueAt(cues, time) {
    let [low, high] = [0, cues.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (cues[middle].start <= time) low = middle + 1;
        else high = middle;
    }
    return low > 0 && time < cues[low - 1].end ? low - 1 : -1;
}

/**
 * Formats a time as players do: 1:05.
 * @param {number} seconds
 */
export function clock(seconds) {
    const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
