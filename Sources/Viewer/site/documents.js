// @ts-check
/**
 * Lists a static site's documents, in parts and filtered by words in their names and by facets, like the server's `DocumentList`.
 */
import { isAt, phrasesOf, tokensOf } from "../base/words.js";
import { facetsOf, fits } from "./facets.js";
import { allDocuments, allThemes } from "./files.js";

/** @typedef {import("../base/types.js").Document} Document */
/** @typedef {import("../base/types.js").LanguageMap | null} Words */

/**
 * @param {import("../base/types.js").Part} part
 * @returns {Promise<import("../base/types.js").Documents>}
 */
export async function documents({ words = "", conditions = {}, after, limit, withFacets = false }) {
    const phrases = phrasesOf(words);
    const called = (await allDocuments()).documents.filter((one) => phrases === null || isCalled(one, phrases));
    const themes = withFacets || conditions.theme !== undefined ? await allThemes() : {};
    const all = called.filter((one) => fits(one, conditions, themes));
    const from = after === undefined ? 0 : all.findIndex(({ id }) => id > after);
    const part = from < 0 ? [] : all.slice(from, from + limit);
    const isLast = from < 0 || from + limit >= all.length;
    return {
        total: all.length,
        documents: part,
        ...(isLast ? {} : { next: part[part.length - 1].id }),
        ...(withFacets ? { facets: facetsOf(called, conditions, themes) } : {}),
    };
}

/** @param {Document} about @param {import("../base/words.js").Phrase[]} phrases */
function isCalled(about, phrases) {
    const names = [about.holder, about.date, `${about.id} ${about.shelfmark ?? ""}`];
    const fields = [[about.title], names].map((maps) => maps.flatMap(texts).flatMap(tokensOf));
    return phrases.length > 0 && phrases.every((phrase) => fields.some((field) => field.some((_, at) => isAt(phrase, field, at))));
}

/** @param {Words} map */
function texts(map) {
    if (map === null) return [];
    return typeof map === "string" ? [map] : Object.values(map);
}
