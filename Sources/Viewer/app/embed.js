// @ts-check
/** Embedding in another page's frame: no bar until the first touch, and messages to that page about what is shown. */

/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "page" | "selected" | "sight" | "addEventListener">} Viewer */

/** Whether the address requests embedding. */
function isEmbedded() {
    return new URLSearchParams(location.search).has("embed");
}

/** Whether the page is one half of our own comparison page. */
export function isPaired() {
    if (parent === window || !new URLSearchParams(location.search).has("paired")) return false;
    try {
        return parent.location.origin === location.origin;
    } catch {
        return false;
    }
}

/** Prepares embedding, before anything is shown. */
export function prepareEmbedding() {
    if (!isEmbedded()) return;
    document.body.classList.add("embedded");
    const touched = () => document.body.classList.add("touched");
    // Not when the pointer goes down: what is pressed must not move away from under it.
    addEventListener("pointerup", touched, { once: true, capture: true });
    addEventListener("keydown", touched, { once: true, capture: true });
}

/**
 * Posts messages to the embedding page: `{ source: "explore", event: "opened" | "selected" | "viewed", … }`. Their content is
 * public, so any page may receive them.
 * @param {Viewer} viewer
 */
export function postEvents(viewer) {
    if (parent === window) return;
    /** @param {"opened" | "selected" | "viewed"} event @param {Record<string, unknown>} more */
    const post = (event, more) =>
        parent.postMessage({ source: "explore", event, document: viewer.document.id, ...more }, "*");
    const postSelected = () => {
        const clause = viewer.selected;
        post("selected", { clause: clause && { id: clause.id, number: clause.number, title: clause.title } });
    };
    viewer.addEventListener("select", postSelected);
    viewer.addEventListener("rest", () => {
        const { box, scale } = viewer.sight;
        post("viewed", { page: viewer.page.number, box, scale });
    });
    post("opened", { title: viewer.document.title, fragment: location.hash });
    // A clause in the address was selected before this module was loaded.
    if (viewer.selected) postSelected();
}
