// @ts-check
/**
 * What a server would answer, worked out from a static site's files. Each file is an answer of the server's: a document, its
 * categories, and all of its clauses in one language. What narrows these down is here.
 */
import { APIError, json, ROOT } from "../base/addresses.js";

/** @typedef {import("../base/api.js").Clause} Clause */
/** @typedef {import("../base/api.js").Document} Document */
/** @typedef {import("../base/api.js").Category} Category */
/** @typedef {import("../base/api.js").Tiles} Tiles */
/** @typedef {{ total: number, all: number, categories: Category[] }} Categories */

/** @type {Map<string, Promise<any>>} */
const files = new Map();

/**
 * A file, which is fetched once; one that did not come is asked for again.
 * @param {string} path  below the root
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

/**
 * @param {import("../base/api.js").Part} part
 * @returns {Promise<import("../base/api.js").Documents>}
 */
export async function documents(part) {
    return (await import("./documents.js")).documents(part);
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
 * The tags of a language from the closest to the widest, in lower case: zh-hant-tw, zh-hant, zh (RFC 4647, section 3.4).
 * @param {string | null | undefined} language
 */
export function lookupChain(language) {
    if (!language || new TextEncoder().encode(language).length > 100) return [];
    const chain = [language.toLowerCase()];
    for (;;) {
        let shorter = chain[chain.length - 1];
        const hyphen = shorter.lastIndexOf("-");
        if (hyphen < 0) return chain;
        shorter = shorter.slice(0, hyphen);
        while (shorter.length > 1 && shorter[shorter.length - 2] === "-") shorter = shorter.slice(0, -2);
        if (shorter === "") return chain;
        chain.push(shorter);
    }
}

/**
 * All clauses and details of a document in reading order, in a language or what stands for it.
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

/**
 * Which clauses a choice of categories lets through, and how they are drawn for it.
 * @param {Categories} menu
 * @param {string[]} chosen  ids, any of which will do; `all` among them stands for the clauses of all
 * @throws {APIError} status 400 for an id that no category has
 */
export function chooser({ categories: known }, chosen) {
    for (const id of chosen) {
        if (id !== "all" && !known.some((category) => category.id === id)) throw new APIError(400, `no category ${id}`);
    }
    const takesAll = chosen.includes("all");
    const byID = new Map(known.map((category) => [category.id, category]));
    return {
        /** @param {Clause} clause */
        takes: (clause) =>
            clause.categories.some((id) => chosen.includes(id)) || (takesAll && isInAll(clause, byID)),
        /** @param {Clause} clause @returns {Clause} */
        drawn: (clause) => {
            const shownFor = clause.categories.filter(
                (id) => chosen.includes(id) || (takesAll && byID.get(id)?.includedInAll),
            );
            const isOutline = shownFor.some((id) => byID.get(id)?.style === "outline");
            return { ...clause, style: isOutline ? "outline" : "filled" };
        },
    };
}

/** @param {Clause} clause @param {Map<string, Category>} byID */
function isInAll({ categories: own }, byID) {
    return own.length === 0 || own.some((id) => byID.get(id)?.includedInAll);
}

/** @param {string} list  with commas between */
export function split(list) {
    return list.split(",").filter((part) => part !== "");
}

/**
 * @param {string} id
 * @param {string} category
 * @param {string} language
 * @param {string} words
 * @returns {Promise<{ total: number, clauses: Clause[] }>}
 */
export async function clauses(id, category, language, words) {
    const [menu, all] = await Promise.all([categories(id), everything(id, language)]);
    const chosen = split(category);
    const { takes, drawn } = chooser(menu, chosen.length === 0 ? ["all"] : chosen);
    let found = all.map((clause, position) => ({ clause, position })).filter(({ clause }) => takes(clause));
    if (words.trim() !== "") {
        const { matching } = await import("./words.js");
        const positions = await matching(id, words, language);
        found = found.filter(({ position }) => positions.has(position));
    }
    return { total: found.length, clauses: found.map(({ clause }) => drawn(clause)) };
}

/**
 * @param {string} id
 * @param {string} clause
 * @param {string} language
 * @returns {Promise<Clause>}
 * @throws {APIError} status 404 where there is no such clause
 */
export async function clause(id, clause, language) {
    const found = (await everything(id, language)).find((candidate) => candidate.id === clause);
    if (!found) throw new APIError(404, `no clause ${clause}`);
    return found;
}

/**
 * The clauses and details at a point, as the server's `at` tells them; the viewer itself asks its outlines.
 * @param {string} id
 * @param {number} x  image space
 * @param {number} y
 * @param {{ page?: number, category?: string, lang?: string }} [wish]
 * @returns {Promise<object>}
 */
export async function at(id, x, y, wish = {}) {
    return (await import("./at.js")).at(id, x, y, wish);
}

/** @param {Clause} clause */
export function withoutRegions(clause) {
    const { regions: _, ...rest } = clause;
    return rest;
}

/**
 * @param {string} words
 * @param {{ lang?: string, limit?: number, after?: string }} [wish]
 * @returns {Promise<object>} as the server's search tells it
 */
export async function search(words, wish = {}) {
    return (await import("./search.js")).search(words, wish);
}

/**
 * @param {string} image
 * @returns {Promise<Tiles>}
 */
export async function tiles(image) {
    // Asked for each time: by it the page tells a tile that is missing from a host that is gone.
    const cut = await json(`tiles/${encodeURIComponent(image)}.json`);
    const { width, height, tileSize, format, archive } = cut;
    const nativeLevel = Math.ceil(Math.log2(Math.max(width, height)));
    // The finest level that is a single tile; what is smaller still is of no use to anyone who looks.
    const minLevel = Math.max(0, nativeLevel - Math.ceil(Math.log2(Math.ceil(Math.max(width, height) / tileSize))));
    const known = { tileSize, format, isDoubled: false, minLevel };
    if (archive) {
        const { loaderOf, openArchive } = await import("./archive.js");
        const url = `${ROOT}${archive}`;
        const read = openArchive(archive);
        return { ...known, url: (level, column, row) => `${url}#${level}/${column}_${row}`, read, loader: loaderOf(read) };
    }
    const folder = `${ROOT}iiif/3/${encodeURIComponent(image)}`;
    return {
        ...known,
        // The canonical address of the same pixels in IIIF's Image API 3.0, section 4.7.
        url: (level, column, row) => {
            const scale = 2 ** (nativeLevel - level);
            const [x, y] = [column * tileSize * scale, row * tileSize * scale];
            const [w, h] = [Math.min(tileSize * scale, width - x), Math.min(tileSize * scale, height - y)];
            const size = [Math.ceil(width / scale) - column * tileSize, Math.ceil(height / scale) - row * tileSize]
                .map((side) => Math.min(tileSize, side))
                .join(",");
            const region = w === width && h === height ? "full" : [x, y, w, h].join(",");
            return `${folder}/${region}/${size}/0/default.${format}`;
        },
    };
}
