// @ts-check
/** Fetches the links between the texts of a clause, from the server or from the files of a static site. */
import { documentPath, IS_SITE, json, jsonOnce, ofVersion } from "../base/addresses.js";

/** @typedef {{ text: string, page: number, box: [number, number, number, number] }} Word  a word and its box in image space */
/** @typedef {{ transcription: import("../base/quoting.js").Quote[], translation: import("../base/quoting.js").Quote[] }} Phrase */
/** @typedef {{ words: Word[], phrases: Phrase[] }} Links */

/** The number of clauses per file; must match `SiteDocument`. */
const CLAUSES_OF_PART = 64;
const KEPT = 50;

/** @type {Map<string, Promise<Links>>} the latest ones */
const fetched = new Map();

/**
 * @param {string} id  the id of the document
 * @param {import("../base/types.js").Clause} clause  a clause whose translation is in `lang`
 * @returns {Promise<Links>}
 */
export function linksOf(id, { id: clause, lang }) {
    const key = JSON.stringify([id, clause, lang]);
    const known = fetched.get(key);
    if (known) return known;
    const links = IS_SITE ? fromFiles(id, clause, lang) : fromServer(id, clause, lang);
    fetched.set(key, links);
    if (fetched.size > KEPT) fetched.delete(fetched.keys().next().value ?? "");
    links.catch(() => fetched.delete(key));
    return links;
}

/** @param {string} id @param {string} clause @param {string | null} lang @returns {Promise<Links>} */
function fromServer(id, clause, lang) {
    const query = new URLSearchParams(lang === null ? {} : { lang });
    return json(ofVersion(id, `${documentPath(id)}/clauses/${encodeURIComponent(clause)}/words?${query}`));
}

/** @param {string} id @param {string} clause @param {string | null} lang @returns {Promise<Links>} */
async function fromFiles(id, clause, lang) {
    const { clauses } = await jsonOnce(`${documentPath(id)}/clauses.json`);
    const place = clauses.findIndex((/** @type {{ id: string }} */ one) => one.id === clause);
    const part = await jsonOnce(`${documentPath(id)}/linked/${Math.floor(place / CLAUSES_OF_PART)}.json`);
    const { words, phrases } = part[clause] ?? { words: [], phrases: {} };
    return { words, phrases: (lang !== null && phrases[lang]) || [] };
}
