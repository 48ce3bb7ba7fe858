// @ts-check
/**
 * Writes the current view as a IIIF content state, for other viewers and for links back. https://iiif.io/api/content-state/1.0/
 */
import { documentURL, manifestURL } from "../base/addresses.js";
import { bounds, wholePixels } from "../base/geometry.js";
import { encode } from "./content-state.js";

/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "page" | "selected" | "sight">} Viewer */
/** @typedef {import("../base/types.js").Box} Box */

/** @param {Viewer} viewer @returns {string} the id of the current canvas */
export function canvasOf(viewer) {
    return `${rootOf(viewer)}/canvas/${viewer.page.number}`;
}

/**
 * Returns the state of a view: the address of the whole document, or JSON for a part of it, in the shortest form (2.2) and with
 * nothing but what every viewer understands. A clause is represented by its place on the page; its annotation is in the body.
 * @param {Viewer} viewer
 */
export function stateOf(viewer) {
    const { document: about, page, selected, sight } = viewer;
    const manifest = manifestURL(about);
    const own = selected?.regions.filter((region) => region.page === page.number) ?? [];
    if (selected && own.length > 0) {
        const pages = [...new Set(selected.regions.map((region) => region.page))];
        const part = pages.indexOf(page.number);
        const id = `${rootOf(viewer)}/clause/${selected.id}${part > 0 ? `#part-${part + 1}` : ""}`;
        return JSON.stringify({
            "@context": "http://iiif.io/api/presentation/3/context.json",
            type: "Annotation",
            motivation: ["contentState"],
            body: { id, type: "Annotation" },
            target: canvas(viewer, bounds(own)),
        });
    }
    if (!sight.isWhole) return JSON.stringify(canvas(viewer, rounded(sight.box)));
    return page === (about.pages[0] ?? page) ? manifest : JSON.stringify(canvas(viewer, null));
}

/**
 * Returns a link to this viewer that contains a state.
 * @param {Viewer} viewer
 * @param {string} state
 */
export function stateLink({ document: about }, state) {
    // In an address, only characters with a special meaning are encoded; the rest stays readable.
    const value = state.startsWith("{") ? encode(state) : state.replace(/[%&#+]/g, encodeURIComponent);
    return `${location.origin}${documentURL(about.id)}?iiif-content=${value}`;
}

/** @param {Viewer} viewer */
function rootOf(viewer) {
    return manifestURL(viewer.document).replace(/\/manifest\.json$/, "");
}

/** @param {Box} box @returns {Box} rounded to whole pixels, which makes no visible difference when the view is restored */
function rounded({ x, y, width, height }) {
    const [left, top] = [Math.round(x), Math.round(y)];
    return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top };
}

/** @param {Viewer} viewer @param {Box | null} box */
function canvas(viewer, box) {
    const { document, page } = viewer;
    let area = "";
    if (box) {
        const { x, y, width, height } = wholePixels(box, page);
        area = `#xywh=${[x, y, width, height].join(",")}`;
    }
    return {
        id: canvasOf(viewer) + area,
        type: "Canvas",
        partOf: [{ id: manifestURL(document), type: "Manifest" }],
    };
}
