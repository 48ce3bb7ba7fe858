// @ts-check
/**
 * Fetches the files of a static site, each once: a document, its categories, and all of its clauses in one language, in the
 * shapes of the server's API.
 */
import { json } from "../base/addresses.js";
import { lookupChain } from "./language-lookup.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/types.js").Document} Document */
/** @typedef {import("../base/types.js").Categories} Categories */

/** @type {Map<string, Promise<any>>} */
const files = new Map();

/**
 * Fetches a file once. If that fails, the next call fetches it again.
 * @param {string} path  relative to the root
 * @returns {Promise<any>}
 */
export function file(path) {
    const answer = files.get(path) ?? json(path);
    files.set(path, answer);
    answer.catch(() => files.delete(path));
    return answer;
}

/** @param {string} id */
export function folderOf(id) {
    return `api/documents/${encodeURIComponent(id)}`;
}

/** @returns {Promise<{ total: number, documents: Document[] }>}  all documents, sorted by id */
export function allDocuments() {
    return file("api/documents.json");
}

/** @returns {Promise<Record<string, { id: string, label?: import("../base/types.js").LanguageMap }[]>>}  the categories that have clauses, by document */
export function allThemes() {
    return file("api/themes.json");
}

/** @param {string} id @returns {Promise<Document>} */
export function document(id) {
    return file(`${folderOf(id)}.json`);
}

/** @param {string} id @returns {Promise<Categories>} */
export function categories(id) {
    return file(`${folderOf(id)}/categories.json`);
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
    const { clauses } = await file(`${folderOf(id)}/${tag === undefined ? "clauses" : `texts/${tag}`}.json`);
    return clauses;
}
