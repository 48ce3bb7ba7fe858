// @ts-check
/** The list of a static site's documents, in parts and by what they are called, as the server has it (ClauseStore's DocumentList). */
import { tokensOf } from "../reading/marks.js";
import { allDocuments } from "./answers.js";
import { phrasesOf } from "./words.js";

/** @typedef {import("../base/api.js").Document} Document */
/** @typedef {import("../base/api.js").LanguageMap | null} Words */

/**
 * @param {import("../base/api.js").Part} part
 * @returns {Promise<import("../base/api.js").Documents>}
 */
export async function documents({ words = "", after, limit }) {
    const phrases = phrasesOf(words);
    const all = (await allDocuments()).documents.filter((one) => phrases === null || isCalled(one, phrases));
    const from = after === undefined ? 0 : all.findIndex(({ id }) => id > after);
    const part = from < 0 ? [] : all.slice(from, from + limit);
    const isLast = from < 0 || from + limit >= all.length;
    return { total: all.length, documents: part, ...(isLast ? {} : { next: part[part.length - 1].id }) };
}

/** @param {Document} about @param {import("./words.js").Phrase[]} phrases */
function isCalled(about, phrases) {
    const names = [about.holder, about.date, `${about.id} ${about.shelfmark ?? ""}`];
    const fields = [[about.title], names].map((maps) => maps.flatMap(texts).flatMap(folded));
    return phrases.length > 0 && phrases.every((phrase) => fields.some((field) => has(field, phrase)));
}

/** @param {Words} map */
function texts(map) {
    if (map === null) return [];
    return typeof map === "string" ? [map] : Object.values(map);
}

/** @param {string} text */
function folded(text) {
    return tokensOf(text).map((token) => token.folded);
}

/** @param {string[]} field @param {import("./words.js").Phrase} phrase */
function has(field, { words, isPrefix }) {
    return field.some((_, start) =>
        words.every((word, index) => {
            const there = field[start + index] ?? "";
            return isPrefix && index === words.length - 1 ? there.startsWith(word) : there === word;
        }),
    );
}
