// @ts-check
/**
 * Searches clauses on the device by the server's rules (ClauseStore/Search): the words must occur in one text of a clause, or
 * match its number. Also suggests corrections for searches without results.
 */
import { isAt, phrasesOf, tokensOf } from "./words.js";

/** @typedef {import("./types.js").Clause} Clause */

/** The words that may precede a number, as in the server's ClauseNumber: "clause 40", "cl. 40", "§ 40". */
const BEFORE_NUMBER = new Set(
    `article art artikel c cap capitulum caput ch chap chapter chapitre cl clause clauses kapitel kap n no nr num number
    numero nummer para paragraph paragraphe par sec sect section`.split(/\s+/),
);
const LONGEST_NUMBER = 20;

/**
 * Returns a predicate for clauses with the number that a search may name.
 * @param {string} query
 * @returns {(clause: Pick<Clause, "number">) => boolean}
 */
export function isNumbered(query) {
    const words = numberWords(query);
    if (words === "" || words.length > LONGEST_NUMBER) return () => false;
    return ({ number }) => number !== null && numberWords(number) === words;
}

/** @param {string} text */
function numberWords(text) {
    const words = tokensOf(text.slice(0, 4 * LONGEST_NUMBER)).map(({ folded }) => folded);
    return (words.length > 1 && BEFORE_NUMBER.has(words[0]) ? words.slice(1) : words).join(" ");
}

/**
 * @param {string} query
 * @returns {(clause: Clause) => boolean}
 */
export function isMatch(query) {
    const phrases = phrasesOf(query);
    const hasNumber = isNumbered(query);
    return (clause) =>
        phrases === null ||
        hasNumber(clause) ||
        (phrases.length > 0 &&
            textsOf(clause).some((fields) => {
                const tokens = fields.map(tokensOf);
                return phrases.every((phrase) => tokens.some((field) => field.some((_, at) => isAt(phrase, field, at))));
            }));
}

/**
 * Returns the searchable texts of a clause, each with its fields: the one in the reader's language, and the transcription in the
 * document's own.
 * @param {Clause} clause
 * @returns {string[][]}
 */
function textsOf({ title, translation, context, transcription }) {
    const filled = (/** @type {(string | null)[]} */ ...fields) => fields.flatMap((field) => field ?? []);
    return [filled(title, translation, context), filled(transcription)];
}

/**
 * Returns a search with each unknown word replaced by the most similar known word, or null if there is none or it finds nothing.
 * @param {string} query
 * @param {readonly Clause[]} clauses
 * @returns {string | null}
 */
export function suggestion(query, clauses) {
    const typed = (phrasesOf(query) ?? []).flatMap(({ words }) => words);
    if (typed.length === 0 || typed.length > 6) return null;
    /** @type {Map<string, { count: number, written: string }>} */
    const known = new Map();
    for (const text of clauses.flatMap(textsOf).flat()) {
        for (const { folded, start, lengths } of tokensOf(text)) {
            const written = text.slice(start, start + lengths[lengths.length - 1]);
            const { count } = known.get(folded) ?? { count: 0 };
            known.set(folded, { count: count + 1, written: written.toLocaleLowerCase() });
        }
    }
    const meant = typed.map((word) => (known.has(word) ? word : nearest(word, known)));
    if (meant.includes(null)) return null;
    const words = meant.map((word) => known.get(word ?? "")?.written ?? "").join(" ");
    return meant.join(" ") !== typed.join(" ") && clauses.some(isMatch(words)) ? words : null;
}

/**
 * @param {string} word
 * @param {ReadonlyMap<string, { count: number }>} known
 */
function nearest(word, known) {
    const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
    /** @type {{ word: string, distance: number, count: number } | null} */
    let best = null;
    for (const [candidate, { count }] of known) {
        if (candidate.length < 3 || Math.abs(candidate.length - word.length) > most) continue;
        const distance = edits(word, candidate);
        if (distance > most) continue;
        if (!best || distance < best.distance || (distance === best.distance && count > best.count)) {
            best = { word: candidate, distance, count };
        }
    }
    return best?.word ?? null;
}

/**
 * Returns the optimal string alignment distance: the number of insertions, deletions, replacements and swaps of adjacent letters.
 * @param {string} a
 * @param {string} b
 */
export function edits(a, b) {
    /** @type {number[][]} */
    const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
    for (let row = 1; row <= a.length; row += 1) {
        const next = [row];
        for (let column = 1; column <= b.length; column += 1) {
            const isSame = a[row - 1] === b[column - 1];
            let least = Math.min(rows[row - 1][column] + 1, next[column - 1] + 1, rows[row - 1][column - 1] + (isSame ? 0 : 1));
            if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
                least = Math.min(least, rows[row - 2][column - 2] + 1);
            }
            next.push(least);
        }
        rows.push(next);
    }
    return rows[a.length][b.length];
}
