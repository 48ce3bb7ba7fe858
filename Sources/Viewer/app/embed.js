// @ts-check
/** Inside another page's frame: no bar until touched, and messages to that page about what is seen. */

/** @typedef {import("./explorer.js").Explorer} Explorer */

/** Whether the address asks for the page as a part of another. */
export function isEmbedded() {
    return new URLSearchParams(location.search).has("embed");
}

/** Before anything is shown. */
export function prepareEmbedding() {
    if (!isEmbedded()) return;
    document.body.classList.add("embedded");
    const touched = () => document.body.classList.add("touched");
    addEventListener("pointerdown", touched, { once: true, capture: true });
    addEventListener("keydown", touched, { once: true, capture: true });
}

/**
 * Tells the page around this one: `{ source: "explore", event: "opened" | "selected" | "viewed", … }`.
 * What is told is what anyone may fetch, so any page may hear it.
 * @param {Explorer} explorer
 */
export function tellEmbedder(explorer) {
    if (parent === window) return;
    /** @param {"opened" | "selected" | "viewed"} event @param {Record<string, unknown>} more */
    const tell = (event, more) =>
        parent.postMessage({ source: "explore", event, document: explorer.document.id, ...more }, "*");
    const tellSelected = () => {
        const clause = explorer.selected;
        tell("selected", { clause: clause && { id: clause.id, number: clause.number, title: clause.title } });
    };
    explorer.addEventListener("select", tellSelected);
    explorer.addEventListener("rest", () => {
        const { x, y, width, height } = explorer.camera.box;
        tell("viewed", { page: explorer.page.number, box: { x, y, width, height }, scale: explorer.camera.view.scale });
    });
    tell("opened", { title: explorer.document.title, fragment: location.hash });
    // One that the document was opened with was selected before this was fetched.
    if (explorer.selected) tellSelected();
}
