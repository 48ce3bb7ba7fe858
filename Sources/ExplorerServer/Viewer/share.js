// @ts-check
/** Ways to pass on what is seen: the system's own sheet, a link, a citation, a frame for another page. */
import * as api from "./api.js";
import { actionButton, openDialog, tell } from "./dialogs.js";
import { isolated } from "./direction.js";
import { make } from "./dom.js";
import { showRemark } from "./notice.js";
import { nameOf } from "./naming.js";
import { localized, say, spokenLanguage } from "./strings.js";
import { rightsName } from "./rights.js";

/** @typedef {import("./api.js").Clause} Clause */
/** @typedef {import("./explorer.js").Explorer} Explorer */

/**
 * The address of what is seen, or of one clause of it.
 * @param {Clause | null} [clause]
 */
export function linkTo(clause) {
    const hash = clause ? `#clause=${encodeURIComponent(clause.id)}` : location.hash;
    return `${location.origin}${location.pathname}${hash}`;
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
    return `${words}. ${linkTo(clause)} (${say("seenOn", { date: today })})`;
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
    const url = linkTo(explorer.selected);
    const parts = [
        field("share-link", say("link"), url),
        field("share-citation", say("citation"), citation(explorer, explorer.selected)),
        field("share-embed", say("embed"), embedSnippet(explorer)),
    ];
    if ("share" in navigator) {
        const send = () => navigator.share({ title: document.title, url }).catch(() => undefined);
        parts.unshift(make("p", {}, actionButton("arrow-up-from-bracket", say("shareWith"), send)));
    }
    openDialog("share", say("share"), ...parts);
}

/** @param {string} id @param {string} label @param {string} text */
function field(id, label, text) {
    const area = make("textarea", { id, readonly: "", rows: "3", spellcheck: "false" }, text);
    area.addEventListener("focus", () => area.select());
    const copyButton = actionButton("copy", say("copy"), () => copy(text));
    copyButton.setAttribute("aria-describedby", `${id}-label`);
    return make("div", { class: "field" }, make("label", { id: `${id}-label`, for: id }, label), area, copyButton);
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
        actionButton("link", say("copyLink"), () => copy(linkTo(clause))),
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
