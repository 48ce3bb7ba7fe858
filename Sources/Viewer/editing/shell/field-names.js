// @ts-check
/** Names for clauses and fields of the working copy, and texts for their values, as shown to users. */
import { readQuotes } from "../../base/quoting.js";
import { phrase } from "../../strings/editor.js";
import { linkedText } from "../../strings/linked.js";
import { propose } from "../../strings/proposals.js";
import { languageName, localized, say, uiLanguage } from "../../strings/strings.js";
import { isGeneratedId, textOf } from "../session/clause-reading.js";
import { clauseOf, split } from "../session/values.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */

/**
 * Returns the name of a clause without its texts: its number, else its id if that is meaningful.
 * @param {EditingSession} session
 * @param {string} id
 */
export function clauseLabel(session, id) {
    const number = session.value(`clauses/${id}/number`);
    if (typeof number === "string") return say("clause", { number });
    if (!isGeneratedId(id)) return say("clause", { number: id });
    return phrase(session.value(`clauses/${id}/kind`) === "detail" ? "detailUnnamed" : "clauseUnnamed");
}

/**
 * Returns the name of a clause: its number with its title or opening words, else its id if that is meaningful.
 * @param {EditingSession} session
 * @param {{ id: string, number: string | null }} clause
 * @param {string} language
 */
export function clauseName(session, { id, number }, language) {
    const title = textOf(session, id, language, "title") || session.languages.map((lang) => textOf(session, id, lang, "title")).find(Boolean);
    const words = title || session.value(`clauses/${id}/incipit`) || (isGeneratedId(id) ? "" : id);
    if (words === "") return clauseLabel(session, id);
    return number === null ? String(words) : `${number}. ${words}`;
}

/** The field with the name of a theme, tour or term, and the phrase that says which of them it is. */
const NAMED = /** @type {const} */ ({
    categories: { field: "label", phrase: "themeNamed" },
    tours: { field: "title", phrase: "tourNamed" },
    glossary: { field: "term", phrase: "termNamed" },
});

/** @param {EditingSession} session @param {string} path  of a theme, tour or term @returns {string} its name, or else its id */
export function objectLabel(session, path) {
    const [kind, id] = path.split("/");
    const { field } = NAMED[/** @type {keyof typeof NAMED} */ (kind)];
    return localized(/** @type {any} */ (session.value(`${kind}/${id}/${field}`)), uiLanguage())?.text ?? id;
}

/**
 * Returns the name of a recording of a clause, or of one used only by tours.
 * @param {EditingSession} session
 * @param {string} language
 * @param {string} name
 */
function recordingLabel(session, language, name) {
    const owner = session.value(`clauses/${name}`) === true ? clauseLabel(session, name) : name;
    return phrase("fieldOf", { owner, name: phrase("textIn", { name: phrase("recording"), language: languageLabel(language) }) });
}

/** @param {string} language */
export function languageLabel(language) {
    return languageName(language, uiLanguage());
}

/**
 * Returns the name of a field together with its owner.
 * @param {EditingSession} session
 * @param {string} path
 */
export function pathLabel(session, path) {
    const owner = ownerLabel(session, path);
    const name = fieldLabel(path);
    return name === "" ? owner : phrase("fieldOf", { owner, name });
}

/** @param {EditingSession} session @param {string} path */
export function ownerLabel(session, path) {
    const clause = clauseOf(path);
    if (clause !== null) return clauseLabel(session, clause);
    const [kind, id] = path.split("/");
    if (kind in NAMED) return phrase(NAMED[/** @type {keyof typeof NAMED} */ (kind)].phrase, { name: objectLabel(session, path) });
    if (path.startsWith("recordings/")) return recordingLabel(session, id, path.split("/")[2]);
    if (path.startsWith("proposals/")) return propose("proposal", { id });
    return path.startsWith("pages/") ? phrase("pageNumbered", { number: id }) : phrase("document");
}

/** @type {Record<string, import("../../strings/editor.js").EditorPhrase>} */
const NAMES = {
    title: "titleField", translation: "translationField", context: "contextField", transcription: "transcriptionField", reviewed: "review",
    number: "number", kind: "kind", incipit: "incipit", order: "order", categories: "themes", label: "name", icon: "icon",
    style: "style", includedInAll: "includedInAll", summary: "summary", holder: "holder", shelfmark: "shelfmark", date: "date",
    rights: "rights", attribution: "attribution", credits: "credits", status: "status", access: "access",
    language: "ownLanguage", languages: "languages", palette: "palette", mark: "emblem", collections: "collections", structures: "contents",
    image: "picture", captures: "pageCaptures", pixelsPerMillimetre: "resolution",
    term: "term", forms: "termForms", definition: "definition", seeAlso: "seeAlso",
    behavior: "behavior", viewingDirection: "viewingDirection", cues: "cues",
};

/** @param {string} path @returns {string} the name of the field; empty for the owner's existence */
export function fieldLabel(path) {
    const parts = split(path)[1].split("/");
    if (parts[0] === "") return "";
    if (parts[0] === "regions") return phrase("outlineOn", { number: parts[1] });
    if (parts[0] === "words") return linkedText("words");
    if (parts[2] === "phrases") return phrase("textIn", { name: linkedText("phrases"), language: languageLabel(parts[1]) });
    if (parts[0] === "texts") return phrase("textIn", { name: phrase(NAMES[parts[2]]), language: languageLabel(parts[1]) });
    if (parts[0] === "steps") {
        const step = phrase("stepNumbered", { number: parts[1] });
        return parts[2] ? phrase("fieldOf", { owner: step, name: phrase("stepText") }) : step;
    }
    const name = NAMES[parts[0]];
    return name ? phrase(name) : parts.join("/");
}

/**
 * Whether a change only gives something new its place, or takes it from something that is removed: a number between those of its
 * neighbours, which means nothing to users.
 * @param {{ path: string, before?: unknown, after?: unknown }} change
 */
export function isIncidentalOrder({ path, before, after }) {
    return split(path)[1] === "order" && ((before ?? null) === null || (after ?? null) === null);
}

/** @param {any} element  a collection, or a part of the table of contents */
function elementText({ id, label, pages }) {
    const text = localized(label ?? null, uiLanguage())?.text;
    if (id === undefined) return text ?? phrase("pageNumbered", { number: pages?.[0]?.page ?? "" });
    return text ? `${text} (${id})` : String(id);
}

/** @param {any[]} phrases  the phrases, listed one per line */
function phrasesText(phrases) {
    const side = (/** @type {any} */ quotes) => readQuotes(quotes).map(({ text }) => text).join(" … ");
    return phrases.map(({ transcription, translation }) => `${side(transcription)} – ${side(translation)}`).join("\n");
}

/**
 * Returns a text for a value.
 * @param {EditingSession} session
 * @param {string} path
 * @param {unknown} value
 * @returns {string}
 */
export function valueText(session, path, value) {
    const name = split(path)[1];
    if (name === "") return phrase(value === null || value === undefined ? "isNotThere" : "isThere");
    if (value === null || value === undefined) return phrase("nothing");
    if (path.startsWith("files/")) return phrase("drawing");
    if (name.endsWith("/reviewed")) return phrase("stillRight");
    if (name === "words") return /** @type {{ text: string }[]} */ (value).map(({ text }) => text).join(" ");
    if (name.endsWith("/phrases")) return phrasesText(/** @type {any[]} */ (value));
    if (typeof value === "string") return value;
    if (typeof value === "boolean") return phrase(value ? "yes" : "no");
    if (name.startsWith("regions/")) {
        const regions = /** @type {{ polygon: unknown[] }[]} */ (value);
        return phrase("points", { count: regions.reduce((sum, { polygon }) => sum + polygon.length, 0) });
    }
    if (Array.isArray(value)) {
        const names =
            name === "categories"
                ? value.map((id) => objectLabel(session, `categories/${id}`))
                : value.map((element) => (typeof element === "object" ? elementText(element) : String(element)));
        return names.length === 0 ? phrase("nothing") : names.join(", ");
    }
    if (typeof value === "object") {
        return Object.entries(value).map(([key, text]) => `${key}: ${typeof text === "string" ? text : JSON.stringify(text)}`).join("\n");
    }
    return String(value);
}
