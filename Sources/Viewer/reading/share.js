// @ts-check
/** Ways to pass on what is seen: the system's own sheet, a link, a citation, a frame for another page. */
import * as api from "../base/api.js";
import { canvasOf, manifestOf, stateLink, stateOf } from "../iiif/content-writing.js";
import { actionButton, openDialog, tell } from "../base/dialogs.js";
import { direction, isolated } from "../strings/direction.js";
import { make } from "../base/dom.js";
import { narrowed } from "../base/geometry.js";
import { showRemark } from "../base/notice.js";
import { nameOf } from "./naming.js";
import { localized, say, spokenLanguage } from "../strings/strings.js";
import { rightsName } from "./rights.js";

/** @typedef {import("../base/api.js").Clause} Clause */
/** @typedef {import("../app/explorer.js").Explorer} Explorer */

/** Pixels, for a screen of two to a CSS pixel. */
const PICTURE_WIDTH = 1000;

/**
 * The address of what is seen, or of one clause of it. The clause is in the query, where others can see it: so that they
 * show its words and its picture with the link, in the language that the reader chose.
 * @param {Explorer} explorer
 * @param {Clause | null} clause
 */
export function linkTo({ place }, clause) {
    const page = `${location.origin}${location.pathname}`;
    if (!clause) return page + location.hash;
    const lang = place.lang === null ? "" : `&lang=${encodeURIComponent(place.lang)}`;
    return `${page}?clause=${encodeURIComponent(clause.id)}${lang}`;
}

/**
 * Who, what, where, under which licence, and when it was seen, in plain text.
 * @param {Explorer} explorer
 * @param {Clause | null} clause
 */
export function citation(explorer, clause) {
    const { document: about, language } = explorer;
    const today = new Intl.DateTimeFormat(spokenLanguage() === "en" ? "en-GB" : spokenLanguage(), { dateStyle: "long" }).format(new Date());
    const credit = clause?.lang && about.credits?.[clause.lang];
    const parts = [
        localized(about.title, language)?.text ?? about.id,
        localized(about.date, language)?.text,
        clause && nameOf(clause),
        localized(about.holder, language)?.text?.replace(/\.$/, ""),
        about.shelfmark,
        credit && credit.replace(/\.$/, ""),
        about.rights && rightsName(about.rights),
    ];
    const words = parts.map((part) => isolated(part || "")).filter(Boolean).join(". ");
    return `${words}. ${linkTo(explorer, clause)} (${say("seenOn", { date: today })})`;
}

/** Whether the server lets other pages show this one in a frame. */
function isEmbeddable() {
    return document.querySelector("meta[name='explore-embedding'][content='none']") === null;
}

/** @param {Explorer} explorer */
function embedSnippet(explorer) {
    const title = localized(explorer.document.title, explorer.language)?.text ?? explorer.document.id;
    const source = `${location.origin}${location.pathname}?embed${location.hash}`;
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

/** @param {Explorer} explorer */
export function openShare(explorer) {
    const { document: about, selected } = explorer;
    const url = linkTo(explorer, selected);
    const state = stateOf(explorer);
    const parts = [
        field("share-link", say("link"), url),
        field("share-citation", say("citation"), citation(explorer, selected)),
        ...(isEmbeddable() ? [field("share-embed", say("embed"), embedSnippet(explorer))] : []),
        field("share-state", say("contentState"), stateLink(explorer, state), handle(explorer, state)),
        field("share-manifest", say("manifest"), manifestOf(explorer)),
    ];
    if (selected && selected.regions.length > 0) {
        const src = api.cutOutURL(about.id, selected.id, narrowed(PICTURE_WIDTH, selected.regions));
        const dir = direction(about.language);
        const picture = make("img", { class: "cut-out", src, dir, alt: nameOf(selected) });
        picture.addEventListener("error", () => picture.remove());
        parts.unshift(picture);
    }
    if ("share" in navigator) {
        const send = () => navigator.share({ title: document.title, url }).catch(() => undefined);
        parts.unshift(make("p", {}, actionButton("arrow-up-from-bracket", say("shareWith"), send)));
    }
    openDialog("share", say("share"), ...parts);
}

/**
 * What is dragged into other viewers: to each what it takes, a content state, or an address with a manifest in it.
 * @param {Explorer} explorer
 * @param {string} state
 */
function handle(explorer, state) {
    const manifest = manifestOf(explorer);
    const names = new URLSearchParams({ manifest, canvas: canvasOf(explorer) });
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
    const area = make("textarea", { id, readonly: "", rows: "3", spellcheck: "false" }, text);
    area.addEventListener("focus", () => area.select());
    const copyButton = actionButton("copy", say("copy"), () => copy(text));
    copyButton.setAttribute("aria-describedby", `${id}-label`);
    const row = make("div", { class: "row" }, ...more, copyButton);
    return make("div", { class: "field" }, make("label", { id: `${id}-label`, for: id }, label), area, row);
}

/** @param {string} text */
export async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        tell(say("copied"));
        showRemark(say("copied"));
    } catch {
        showRemark(say("notCopied"));
    }
}

/**
 * What can be done with one clause.
 * @param {Explorer} explorer
 * @param {Clause} clause
 */
export function clauseActions(explorer, clause) {
    const { id } = explorer.document;
    const row = make(
        "div",
        { class: "actions" },
        actionButton("link", say("copyLink"), () => copy(linkTo(explorer, clause))),
        actionButton("quote-left", say("copyCitation"), () => copy(citation(explorer, clause))),
    );
    if (clause.regions.length > 0) {
        const name = `${id}-${clause.id}.jpg`;
        const href = api.cutOutURL(id, clause.id);
        const download = actionButton("download", say("download"), () => undefined);
        row.append(make("a", { href, download: name, class: "action" }, ...download.childNodes));
    }
    return row;
}
