// @ts-check
/** Sharing: the system's share sheet, a link, a citation (cite.js), and a snippet for embedding. */
import { imageURL, IS_SITE, manifestURL } from "../base/addresses.js";
import * as api from "../base/api.js";
import { captureName } from "../base/capture-name.js";
import { actionButton, openDialog } from "../base/dialogs.js";
import { make } from "../base/dom.js";
import { clampWidth } from "../base/geometry.js";
import { showNotice } from "../base/notice.js";
import { visiblePart } from "../base/projection.js";
import { canvasOf, stateLink, stateOf } from "../iiif/content-writing.js";
import { CAPTURES, captureText } from "../strings/captures.js";
import { direction } from "../strings/direction.js";
import { localized, say } from "../strings/strings.js";
import { citation, citationField, permanentLink } from "./cite.js";
import { nameOf } from "./naming.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "language" | "place">} Viewer */
/** @typedef {Viewer & Pick<import("../base/viewer.js").Viewer, "page" | "selected" | "sight">} ViewerWithSight */

/** The width in pixels, for a screen with two device pixels per CSS pixel. */
const PICTURE_WIDTH = 1000;
/** The longer side of a still picture in pixels. */
const STILL_SIDE = 3000;

/**
 * Returns the address of the current view, or of a clause. The clause is in the query, which servers see, so that link previews
 * show its text and picture in the language the reader chose.
 * @param {Viewer} viewer
 * @param {Clause | null} clause
 */
function linkTo(viewer, clause) {
    const { document: about, place } = viewer;
    // A reader of a former version means that version.
    if (about.newest !== undefined) return permanentLink(viewer, clause) + (clause ? "" : location.hash);
    const page = `${location.origin}${location.pathname}`;
    if (!clause) return page + location.hash;
    const lang = place.lang === null ? "" : `&lang=${encodeURIComponent(place.lang)}`;
    return `${page}?clause=${encodeURIComponent(clause.id)}${lang}`;
}

/** Whether the server allows other pages to embed this one. */
function isEmbeddable() {
    return document.querySelector("meta[name='explore-embedding'][content='none']") === null;
}

/** @param {Viewer} viewer */
function embedSnippet(viewer) {
    const title = localized(viewer.document.title, viewer.language)?.text ?? viewer.document.id;
    const { newest, version } = viewer.document;
    const source = `${location.origin}${location.pathname}?embed${newest === undefined ? "" : `&version=${version}`}${location.hash}`;
    const frame = make("iframe", {
        src: source,
        title,
        width: "100%",
        height: "600",
        frameborder: "0",
        loading: "lazy",
        allow: "fullscreen",
    });
    return frame.outerHTML;
}

/** @param {ViewerWithSight} viewer */
export async function openShare(viewer) {
    const { document: about, selected } = viewer;
    const url = linkTo(viewer, selected);
    const state = stateOf(viewer);
    const parts = [
        field("share-link", say("link"), url),
        await citationField(viewer, selected, copyParts),
        ...(isEmbeddable() ? [field("share-embed", say("embed"), embedSnippet(viewer))] : []),
        field("share-state", say("contentState"), stateLink(viewer, state), handle(viewer, state)),
        field("share-manifest", say("manifest"), manifestURL(viewer.document)),
    ];
    if (selected && selected.regions.length > 0) {
        const src = api.cutOutURL(about.id, selected.id, clampWidth(PICTURE_WIDTH, selected.regions));
        const dir = direction(about.language);
        const picture = make("img", { class: "cut-out", src, dir, alt: nameOf(selected) });
        picture.addEventListener("error", () => picture.remove());
        parts.unshift(picture);
    }
    if ("share" in navigator) {
        const send = () => navigator.share({ title: document.title, url }).catch(() => undefined);
        parts.unshift(make("p", {}, actionButton("arrow-up-from-bracket", say("shareWith"), send)));
    }
    const captures = make("p", { class: "captures" });
    openDialog("share", say("share"), ...parts, captures);
    describeCapture(viewer, captures);
}

/**
 * For a page with several captures, names the one shared and offers a still picture of the current view of it.
 * @param {ViewerWithSight} viewer
 * @param {HTMLElement} element
 */
async function describeCapture({ page, place, sight, language }, element) {
    const { captures = [] } = page;
    if (captures.length < 2) return element.remove();
    await CAPTURES.load();
    const shown = captures.filter(({ id }) => place.captures?.ids.includes(id));
    const [first = captures[0]] = shown;
    const name = (/** @type {import("../base/types.js").Capture} */ capture) => captureName(capture, language);
    element.append(captureText("shown", { capture: (shown.length > 0 ? shown : [first]).map(name).join(", ") }));
    const seen = visiblePart(first.toPage, sight.box, first);
    // A static site has no pictures of arbitrary regions.
    if (IS_SITE || seen === null) return;
    const region = [seen.x, seen.y, seen.width, seen.height].map(Math.floor).join(",");
    const href = imageURL(first.image, region, `!${STILL_SIDE},${STILL_SIDE}`);
    const link = actionButton("download", captureText("stillPicture", { capture: name(first) }), () => undefined);
    element.append(make("a", { href, download: `${first.image}.jpg`, class: "action" }, ...link.childNodes));
}

/**
 * Creates the element for dragging into other viewers. It carries both a content state and an address with the manifest.
 * @param {ViewerWithSight} viewer
 * @param {string} state
 */
function handle(viewer, state) {
    const manifest = manifestURL(viewer.document);
    const names = new URLSearchParams({ manifest, canvas: canvasOf(viewer) });
    const href = `${manifest}?${names}`;
    const attributes = { class: "iiif action", href, target: "_blank", draggable: "true", title: say("dragState") };
    const link = make("a", attributes, "IIIF", make("span", { class: "visually-hidden" }, say("dragState")));
    link.addEventListener("dragstart", ({ dataTransfer }) => {
        dataTransfer?.setData("text/plain", state);
        dataTransfer?.setData("text/uri-list", href);
    });
    return link;
}

/** @param {string} id @param {string} label @param {string} text @param {HTMLElement[]} more */
function field(id, label, text, ...more) {
    // Addresses and markup run from left to right regardless of the page's direction.
    const area = make("textarea", { id, readonly: "", rows: "3", spellcheck: "false" }, text);
    area.dir = "ltr";
    area.addEventListener("focus", () => area.select());
    const row = make("div", { class: "row" }, ...more, ...copyParts(id, () => text));
    return make("div", { class: "field" }, make("label", { id: `${id}-label`, for: id }, label), area, row);
}

/**
 * Creates a button that copies a text, and its message. A notice would be behind the dialog, where nobody sees or hears it.
 * @param {string} id  the id of the field with the text
 * @param {() => string} text
 */
function copyParts(id, text) {
    const done = make("span", { class: "aside", role: "status" });
    const button = actionButton("copy", say("copy"), () => copy(text(), (message) => (done.textContent = message)));
    button.setAttribute("aria-describedby", `${id}-label`);
    return [done, button];
}

/** @param {string} text @param {(message: string) => void} tell */
async function copy(text, tell = showNotice) {
    try {
        await navigator.clipboard.writeText(text);
        tell(say("copied"));
    } catch {
        tell(say("notCopied"));
    }
}

/**
 * Returns the actions for a clause.
 * @param {Viewer} viewer
 * @param {Clause} clause
 */
export function clauseActions(viewer, clause) {
    return make(
        "div",
        { class: "actions" },
        actionButton("link", say("copyLink"), () => copy(linkTo(viewer, clause))),
        actionButton("quote-left", say("copyCitation"), () => copy(citation(viewer, clause))),
        // Handled in app/download.js.
        actionButton("download", say("download"), () => dispatchEvent(new CustomEvent("explore-download", { detail: clause }))),
    );
}
