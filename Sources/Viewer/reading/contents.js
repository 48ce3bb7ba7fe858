// @ts-check
/**
 * The table of contents of a document that has one: nested chapters, each a link to its first place. The links are places in the
 * address, so that "back" returns and they can be opened in other windows.
 */
import { openDialog } from "../base/dialogs.js";
import { find, make } from "../base/dom.js";
import { format } from "../base/fragment.js";
import { moveFocus } from "../base/keys.js";
import { localized, say } from "../strings/strings.js";

/** @typedef {import("../base/types.js").Chapter} Chapter */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "page" | "language" | "place">} Viewer */
/** @typedef {{ page: number, box?: number[] }} Spot */

/** @param {Viewer} viewer */
export function offerContents(viewer) {
    const parts = viewer.document.structures ?? [];
    if (parts.length === 0) return;
    const button = find("contents-button", HTMLButtonElement);
    button.hidden = false;
    // The button is among the controls for pages, which are shown even if there is only one page.
    find("pages", HTMLElement).hidden = false;
    button.addEventListener("click", () => openContents(viewer, parts));
}

/** @param {Viewer} viewer @param {Chapter[]} parts */
function openContents(viewer, parts) {
    const { language } = viewer;
    // A single chapter that only contains all others provides the title of the table.
    const [first] = parts;
    const isTitled = parts.length === 1 && !first.pages && first.items && first.label;
    const title = isTitled ? localized(first.label, language) : null;
    const current = currentPart(parts, viewer.page.number);
    const list = listOf(isTitled ? (first.items ?? []) : parts, viewer, current);
    const dialog = openDialog("contents", title?.text ?? say("contents"), list);
    const heading = dialog.querySelector("h2");
    if (title && heading) heading.lang = title.lang;
    dialog.addEventListener("click", ({ target }) => {
        if (target instanceof Element && target.closest("a")) dialog.close();
    });
    dialog.addEventListener("keydown", (event) => moveFocus([...dialog.querySelectorAll("a")], event));
    const place = dialog.querySelector("a[aria-current]") ?? dialog.querySelector("a");
    if (place instanceof HTMLElement) place.focus();
}

/**
 * @param {Chapter[]} parts
 * @param {Viewer} viewer
 * @param {Chapter | null} current
 * @returns {HTMLElement}
 */
function listOf(parts, viewer, current) {
    const items = parts.map((part) => {
        const spot = firstSpot(part);
        const name = nameOf(part, spot, viewer);
        const label = make("span", { class: "name", lang: name.lang }, name.text);
        /** @type {HTMLElement} */
        let entry = label;
        if (spot) {
            const box = spot.box && { x: spot.box[0], y: spot.box[1], width: spot.box[2], height: spot.box[3] };
            const href = format({ ...viewer.place, clause: null, page: spot.page, box: box ?? null }) || "#";
            const page = make("span", { class: "count", "aria-hidden": "true" }, String(spot.page));
            const spoken = make("span", { class: "visually-hidden" }, `, ${say("pageNumber", { number: spot.page })}`);
            entry = make("a", part === current ? { href, "aria-current": "true" } : { href }, label, page, spoken);
        }
        return make("li", {}, entry, ...(part.items ? [listOf(part.items, viewer, current)] : []));
    });
    return make("ul", { role: "list", class: "contents" }, ...items);
}

/**
 * Returns the label of a chapter, or else that of the page it begins on.
 * @param {Chapter} part @param {Spot | null} spot @param {Viewer} viewer
 */
function nameOf(part, spot, viewer) {
    const own = localized(part.label, viewer.language);
    if (own) return own;
    const page = viewer.document.pages.find(({ number }) => number === spot?.page);
    return localized(page?.label, viewer.language) ?? { text: say("pageNumber", { number: spot?.page ?? "" }), lang: "" };
}

/**
 * Returns the start of a chapter: its own first page, or else that of the first chapter within it.
 * @param {Chapter} part
 * @returns {Spot | null}
 */
function firstSpot(part) {
    if (part.pages) return part.pages[0];
    for (const inner of part.items ?? []) {
        const spot = firstSpot(inner);
        if (spot) return spot;
    }
    return null;
}

/**
 * Returns the last and innermost chapter on a page.
 * @param {Chapter[]} parts
 * @param {number} page
 * @returns {Chapter | null}
 */
function currentPart(parts, page) {
    let found = null;
    for (const part of parts) {
        const inner = currentPart(part.items ?? [], page);
        if (inner) found = inner;
        else if (part.pages?.some((place) => place.page === page)) found = part;
    }
    return found;
}
