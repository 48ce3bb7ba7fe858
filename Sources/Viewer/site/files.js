// @ts-check
/**
 * Fetches the files of a static site, each once: a document, its categories, and all of its clauses in one language, in the
 * shapes of the server's API.
 */
import { documentPath, jsonOnce } from "../base/addresses.js";
import { lookupChain } from "./language-lookup.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/types.js").Document} Document */
/** @typedef {import("../base/types.js").Categories} Categories */

/** @returns {Promise<{ total: number, documents: Document[] }>}  all documents, sorted by id */
export function allDocuments() {
    return jsonOnce("api/documents.json");
}

/** @returns {Promise<Record<string, { id: string, label?: import("../base/types.js").LanguageMap }[]>>}  the categories that have clauses, by document */
export function allThemes() {
    return jsonOnce("api/themes.json");
}

/** @param {string} id @returns {Promise<Document>} */
export function document(id) {
    return jsonOnce(`${documentPath(id)}.json`);
}

/** @param {string} id @returns {Promise<Categories>} */
export function categories(id) {
    return jsonOnce(`${documentPath(id)}/categories.json`);
}

/**
 * Returns all clauses and details of a document in reading order, in a language or its fallback.
 * @param {string} id
 * @param {string | null | undefined} language
 * @returns {Promise<Clause[]>}
 */
export async function everything(id, language) {
    const about = await document(id);
    const tags = [...about.languages, about.language].map((tag) => tag.toLowerCase());
    const tag = lookupChain(language).find((candidate) => tags.includes(candidate));
    const { clauses } = await jsonOnce(`${documentPath(id)}/${tag === undefined ? "clauses" : `texts/${tag}`}.json`);
    return clauses;
}
