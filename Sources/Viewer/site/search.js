// @ts-check
/**
 * Searches all documents of a static site, in the same order as the server: FTS5's bm25 over all texts, with the highest weight
 * for titles (https://www.sqlite.org/fts5.html#the_bm25_function). For each document, it fetches the directory of its index and
 * the shards that can contain the words. For very many documents, a server is the better choice.
 */
import { APIError } from "../base/addresses.js";
import { phrasesOf } from "../base/words.js";
import { allDocuments, everything } from "./files.js";
import { withoutRegions } from "../base/filter.js";
import { snippet } from "./snippet.js";
import { countsOf, directory, FIELDS, searchedTexts } from "./word-index.js";

/** The weights of title, translation, context and transcription, as in ClauseStore's schema. */
const WEIGHTS = [10, 4, 2, 3];
const [SATURATION, LENGTH_SHARE, SMALLEST] = [1.2, 0.75, 1e-6];
const MOST = 1000;

/** @typedef {import("../base/words.js").Phrase} Phrase */
/** @typedef {import("./word-index.js").Text} Text */

/**
 * @param {string} words
 * @param {{ lang?: string, limit?: number, after?: string }} wish
 */
export async function search(words, { lang, limit = 100, after }) {
    const phrases = phrasesOf(words) ?? [];
    if (after !== undefined && !/^[1-9]\d{0,8}$/.test(after)) throw new APIError(400, `after is '${after}'`);
    if (phrases.length === 0) return { total: 0, hits: [] };
    const most = Math.min(Math.max(limit, 1), MOST);
    const former = Number(after ?? 0);
    const ranked = await rank(phrases, lang);
    const part = ranked.slice(former, former + most);
    const hits = await Promise.all(part.map((found) => hit(found, phrases, lang)));
    const next = former + part.length < ranked.length ? { next: String(former + part.length) } : {};
    return { total: hits.length, ...next, hits };
}

/**
 * @typedef {object} Found
 * @property {string} document
 * @property {Text} text
 * @property {number} score
 */

/**
 * Ranks the clauses by their best text.
 * @param {Phrase[]} phrases
 * @param {string | undefined} lang
 * @returns {Promise<Found[]>}
 */
async function rank(phrases, lang) {
    const { documents: all } = await allDocuments();
    const each = await Promise.all(
        all.map(async ({ id }) => {
            const { texts, shards } = await directory(id);
            return { id, texts, counts: await Promise.all(phrases.map((phrase) => countsOf(id, shards, phrase))) };
        }),
    );
    const lengths = each.flatMap(({ texts }) => texts.map(({ count }) => count));
    const average = lengths.reduce((sum, count) => sum + count, 0) / Math.max(1, lengths.length);
    const weights = phrases.map((_, index) => {
        const holding = each.reduce((sum, { counts }) => sum + counts[index].size, 0);
        return Math.max(SMALLEST, Math.log((lengths.length - holding + 0.5) / (holding + 0.5)));
    });
    const found = each.flatMap(({ id, texts, counts }) => {
        const isSearched = searchedTexts(texts, lang);
        return [...counts[0].keys()]
            .filter((number) => isSearched(number) && counts.every((one) => one.has(number)))
            .sort((a, b) => a - b)
            .map((number) => {
                const text = texts[number];
                const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * text.count) / average);
                const score = counts.reduce((sum, one, index) => {
                    const fields = one.get(number) ?? [];
                    const often = fields.reduce((total, count, field) => total + count * WEIGHTS[field], 0);
                    return sum + weights[index] * ((often * (SATURATION + 1)) / (often + norm));
                }, 0);
                return { document: id, text, score };
            });
    });
    const seen = new Set();
    return found
        .sort((a, b) => b.score - a.score)
        .filter(({ document, text }) => !seen.has(`${document} ${text.clause}`) && seen.add(`${document} ${text.clause}`));
}

/** @param {Found} found @param {Phrase[]} phrases @param {string | undefined} lang */
async function hit({ document, text }, phrases, lang) {
    const [shown, inText] = await Promise.all([everything(document, lang), everything(document, text.language)]);
    const own = inText[text.clause];
    // Fields that fall back to another language are not part of this text.
    const fields = FIELDS.map((name) => {
        const value = name === "transcription" ? (text.isOwn ? own.transcription : null) : textOf(own, name, text.language);
        return /** @type {[string, string | null]} */ ([name, value]);
    });
    return {
        document,
        clause: withoutRegions(shown[text.clause]),
        snippet: snippet(phrases, fields, text.language),
    };
}

/** @param {import("../base/types.js").Clause} clause @param {string} name @param {string} language */
function textOf(clause, name, language) {
    if (clause.lang !== language) return null;
    return /** @type {Record<string, any>} */ (clause)[name] ?? null;
}
