// @ts-check
/** The citation in the sharing dialog: a choice of styles, with buttons to copy it or save it as a file. */
import { actionButton, choice } from "../base/dialogs.js";
import { make } from "../base/dom.js";
import { recall, remember } from "../base/memory.js";
import { CITING, citingText } from "../strings/citing.js";
import { apart, formatLocale, localized, say, uiLanguage } from "../strings/strings.js";
import { citationKey, FORMATS } from "./citations.js";
import { nameOf } from "./naming.js";
import { rightsName } from "./rights.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "language" | "place">} Viewer */

/** The style in the words of the interface's language. */
const IN_WORDS = "words";

/**
 * Returns the address of this version of the document, or of a clause in it. It shows the same content whatever is published
 * later.
 * @param {Viewer} viewer
 * @param {Clause | null} clause
 */
export function permanentLink({ document: about, place }, clause) {
    const query = [`version=${about.version}`];
    if (clause) query.push(`clause=${encodeURIComponent(clause.id)}`);
    if (clause && place.lang !== null) query.push(`lang=${encodeURIComponent(place.lang)}`);
    return `${location.origin}${location.pathname}?${query.join("&")}`;
}

/** @param {Date} date @param {Intl.DateTimeFormatOptions} [english]  the format in English */
function dateText(date, english = { dateStyle: "long" }) {
    if (uiLanguage() !== "en") return new Intl.DateTimeFormat(formatLocale(), { dateStyle: "long" }).format(date);
    return new Intl.DateTimeFormat("en-US", english).format(date);
}

/**
 * Returns a date in the MLA style: "25 Nov. 2026". Months of up to four letters are not abbreviated.
 * @param {Date} date
 */
function shortDateText(date) {
    if (uiLanguage() !== "en") return dateText(date);
    const month = dateText(date, { month: "long" });
    const short = month.length <= 4 ? month : `${month.slice(0, month === "September" ? 4 : 3)}.`;
    return `${date.getDate()} ${short} ${date.getFullYear()}`;
}

/**
 * Returns what is cited, in the form for files: without the directional isolates used on a page.
 * @param {Viewer} viewer
 * @param {Clause | null} clause
 * @returns {import("./citations.js").Cited}
 */
function cited(viewer, clause) {
    const { document: about, language } = viewer;
    const title = localized(about.title, language) ?? { text: about.id, lang: about.language };
    return {
        key: citationKey(about.id, clause?.id ?? null, about.version),
        title: clause ? nameOf(clause) : title.text,
        container: clause ? title.text : null,
        date: localized(about.date, language)?.text ?? null,
        years: about.years ?? null,
        holder: localized(about.holder, language)?.text ?? null,
        shelfmark: about.shelfmark,
        credit: (clause?.lang && about.credits?.[clause.lang]) || null,
        rights: about.rights && rightsName(about.rights),
        version: about.version,
        url: permanentLink(viewer, clause),
        language: clause?.lang ?? title.lang,
        seen: new Date(),
    };
}

/**
 * Returns a citation in the interface's language: who, what, where, under which licence, and when it was seen.
 * @param {Viewer} viewer
 * @param {Clause | null} clause
 */
export function citation(viewer, clause) {
    const { document: about, language } = viewer;
    const today = uiLanguage() === "en" ? new Intl.DateTimeFormat("en-GB", { dateStyle: "long" }).format(new Date()) : dateText(new Date());
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
    const words = parts.map((part) => apart(part || "")).filter(Boolean).join(". ");
    return `${words}. ${permanentLink(viewer, clause)} (${say("seenOn", { date: today })})`;
}

/** @returns {import("./citations.js").CitationWords} */
function words() {
    return {
        date: dateText,
        shortDate: shortDateText,
        version: (version) => citingText("version", { version }),
        seen: (date) => citingText("seen", { date }),
        quoted: (text) => citingText("quoted", { text }),
        within: (title) => citingText("within", { title }),
        noDate: citingText("noDate"),
    };
}

/**
 * Creates a field with the citation, the choice of its style, and its buttons. The chosen style is remembered.
 * @param {Viewer} viewer
 * @param {Clause | null} clause
 * @param {(id: string, text: () => string) => HTMLElement[]} copyParts  creates the button that copies a field's text
 */
export async function citationField(viewer, clause, copyParts) {
    await CITING.load();
    const id = "share-citation";
    const area = make("textarea", { id, readonly: "", rows: "4", spellcheck: "false" });
    area.addEventListener("focus", () => area.select());
    const save = actionButton("download", citingText("save"), () => undefined);
    const file = make("a", { class: "action" }, ...save.childNodes);
    const show = (/** @type {string} */ form) => {
        const format = FORMATS[form];
        area.value = format ? format.write(cited(viewer, clause), words()) : citation(viewer, clause);
        const isMarkup = format !== undefined && format.type !== "text/plain";
        area.dir = isMarkup ? "ltr" : "auto";
        area.classList.toggle("markup", isMarkup);
        const { ending = "txt", type = "text/plain" } = format ?? {};
        URL.revokeObjectURL(file.href);
        file.href = URL.createObjectURL(new Blob([area.value], { type: `${type};charset=utf-8` }));
        file.download = `${citationKey(viewer.document.id, clause?.id ?? null, viewer.document.version)}.${ending}`;
    };
    const known = recall().citation ?? "";
    const chosen = Object.hasOwn(FORMATS, known) ? known : IN_WORDS;
    const forms = Object.entries(FORMATS).map(([name, format]) => /** @type {[string, string]} */ ([name, format.name]));
    const form = choice("share-citation-form", citingText("form"), [[IN_WORDS, citingText("inWords")], ...forms], chosen, (value) => {
        remember({ citation: value });
        show(value);
    });
    show(chosen);
    const label = make("label", { id: `${id}-label`, for: id }, say("citation"));
    const row = make("div", { class: "row" }, file, ...copyParts(id, () => area.value));
    return make("div", { class: "field" }, label, form, area, row);
}
