// @ts-check
/** What is compared, as an address: /documents/a?compare=b#left=clause%3D39&right=page%3D2&free=1 */

/**
 * @typedef {object} Comparing
 * @property {[string, string]} documents
 * @property {[string, string]} fragments  the fragments of the two pages, without their #
 * @property {boolean} isFree  whether each side moves independently
 */

/** @param {string} id  the id of the page's document @param {string} search @param {string} hash @returns {Comparing} */
export function parseComparing(id, search, hash) {
    const values = new URLSearchParams(hash.replace(/^#/, ""));
    return {
        documents: [id, new URLSearchParams(search).get("compare") || id],
        fragments: [values.get("left") ?? "", values.get("right") ?? ""],
        isFree: values.has("free"),
    };
}

/** @param {Comparing} comparing @returns {{ search: string, hash: string }} */
export function formatComparing({ documents: [left, right], fragments, isFree }) {
    const parts = fragments.map((fragment, side) => fragment && `${side === 0 ? "left" : "right"}=${encodeURIComponent(fragment)}`);
    const hash = [...parts, isFree && "free=1"].filter(Boolean).join("&");
    return { search: `?compare=${right === left ? "" : encodeURIComponent(right)}`, hash: hash && `#${hash}` };
}
