// @ts-check
/** What is seen as a IIIF content state, for other viewers and back. https://iiif.io/api/content-state/1.0/ */
import { documentURL, ROOT } from "../base/addresses.js";
import { encode } from "./content-state.js";
import { bounds } from "../base/geometry.js";

/** @typedef {import("../app/explorer.js").Explorer} Explorer */
/** @typedef {import("../sheet/view.js").Box} Box */

/** @param {Explorer} explorer @returns {string} the address of the manifest */
export function manifestOf({ document: about }) {
    return about.manifest ?? `${location.origin}${ROOT}iiif/presentation/3/${encodeURIComponent(about.id)}/manifest.json`;
}

/** @param {Explorer} explorer @returns {string} the id of the canvas that is shown */
export function canvasOf(explorer) {
    return `${rootOf(explorer)}/canvas/${explorer.page.number}`;
}

/**
 * The whole document as its address, and a part of it as JSON: in the shortest form that says it (2.2), and with nothing
 * but what every viewer understands. A clause is its place on the page; the annotation that it is stands in the body.
 * @param {Explorer} explorer
 */
export function stateOf(explorer) {
    const { document: about, page, selected, camera } = explorer;
    const manifest = manifestOf(explorer);
    const own = selected?.regions.filter((region) => region.page === page.number) ?? [];
    if (selected && own.length > 0) {
        const pages = [...new Set(selected.regions.map((region) => region.page))];
        const part = pages.indexOf(page.number);
        const id = `${rootOf(explorer)}/clause/${selected.id}${part > 0 ? `#part-${part + 1}` : ""}`;
        return JSON.stringify({
            "@context": "http://iiif.io/api/presentation/3/context.json",
            type: "Annotation",
            motivation: ["contentState"],
            body: { id, type: "Annotation" },
            target: canvas(explorer, bounds(own)),
        });
    }
    if (!camera.isHome) return JSON.stringify(canvas(explorer, rounded(camera.box)));
    return page === (about.pages[0] ?? page) ? manifest : JSON.stringify(canvas(explorer, null));
}

/**
 * A link to this viewer that holds a state.
 * @param {Explorer} explorer
 * @param {string} state
 */
export function stateLink({ document: about }, state) {
    // Of an address only what would be read as something else there; the rest stays readable.
    const value = state.startsWith("{") ? encode(state) : state.replace(/[%&#+]/g, encodeURIComponent);
    return `${location.origin}${documentURL(about.id)}?iiif-content=${value}`;
}

/** @param {Explorer} explorer */
function rootOf(explorer) {
    return manifestOf(explorer).replace(/\/manifest\.json$/, "");
}

/** @param {Box} box @returns {Box} the nearest whole pixels, so that the view that comes back is the same to the eye */
function rounded({ x, y, width, height }) {
    const [left, top] = [Math.round(x), Math.round(y)];
    return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top };
}

/** @param {Explorer} explorer @param {Box | null} box */
function canvas(explorer, box) {
    const { page } = explorer;
    let area = "";
    if (box) {
        const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
        const right = Math.min(page.width, Math.ceil(box.x + box.width));
        const bottom = Math.min(page.height, Math.ceil(box.y + box.height));
        area = `#xywh=${[left, top, right - left, bottom - top].join(",")}`;
    }
    return {
        id: canvasOf(explorer) + area,
        type: "Canvas",
        partOf: [{ id: manifestOf(explorer), type: "Manifest" }],
    };
}
