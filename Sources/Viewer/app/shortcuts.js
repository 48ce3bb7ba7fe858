// @ts-check
/** Resolves the home screen's shortcuts, which open the library with `?shortcut=…`. */
import { documentURL } from "../base/addresses.js";
import * as api from "../base/api.js";
import { recall } from "../base/memory.js";

/**
 * @param {api.Document[]} documents
 * @returns {Promise<string | null>} the address to open; null if there is no shortcut or nothing to open
 */
export async function shortcutAddress(documents) {
    const wanted = new URLSearchParams(location.search).get("shortcut");
    const { last, places } = recall();
    if (wanted === null) return null;
    // The library may have more documents than the first part shows.
    const known = documents.find(({ id }) => id === last) ?? (last ? await api.document(last).catch(() => null) : null);
    const about = known ?? documents[0];
    if (!about) return null;
    const address = documentURL(about.id);
    if (wanted === "resume") return address + (places?.[about.id] ?? "");
    if (wanted === "search") return `${address}?search`;
    if (wanted === "random") {
        const { clauses } = await api.clauses(about.id, "all", about.languages[0] ?? "en", "");
        const clause = clauses[Math.floor(Math.random() * clauses.length)];
        return clause ? `${address}#clause=${encodeURIComponent(clause.id)}` : address;
    }
    if (wanted === "details") {
        const { categories } = await api.categories(about.id);
        const details = categories.filter(({ includedInAll }) => !includedInAll).map(({ id }) => encodeURIComponent(id));
        return details.length > 0 ? `${address}#category=${details.join(",")}` : address;
    }
    return null;
}
