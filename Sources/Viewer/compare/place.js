// @ts-check
/**
 * What is compared, as an address: /documents/a?compare=b#left=clause%3D39&right=page%3D2&free=1
 * A former version of the left document is `version`, as on its own page, one of the right document `compare-version`.
 */
import { wantedVersion } from "../base/addresses.js";

/**
 * @typedef {object} Comparing
 * @property {[string, string]} documents
 * @property {[number | null, number | null]} versions  null for the newest
 * @property {[string, string]} fragments  the fragments of the two pages, without their #
 * @property {boolean} isFree  whether each side moves independently
 */

/** @param {string} id  the id of the page's document @param {string} search @param {string} hash @returns {Comparing} */
export function parseComparing(id, search, hash) {
    const [query, values] = [new URLSearchParams(search), new URLSearchParams(hash.replace(/^#/, ""))];
    return {
        documents: [id, query.get("compare") || id],
        versions: [wantedVersion(search), wantedVersion(search, "compare-version")],
        fragments: [values.get("left") ?? "", values.get("right") ?? ""],
        isFree: values.has("free"),
    };
}

/** @param {Comparing} comparing @returns {{ search: string, hash: string }} */
export function formatComparing({ documents: [left, right], versions, fragments, isFree }) {
    const stated = versions.map((version, side) => (version === null ? "" : `&${side === 0 ? "version" : "compare-version"}=${version}`));
    const parts = fragments.map((fragment, side) => fragment && `${side === 0 ? "left" : "right"}=${encodeURIComponent(fragment)}`);
    const hash = [...parts, isFree && "free=1"].filter(Boolean).join("&");
    return { search: `?compare=${right === left ? "" : encodeURIComponent(right)}${stated.join("")}`, hash: hash && `#${hash}` };
}
