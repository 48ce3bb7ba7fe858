// @ts-check
/** The texts of the selected clause in several languages, next to its part of the scan. */
import { announce } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { showNotice } from "../../base/notice.js";
import { imageURL } from "../../base/addresses.js";
import { bounds, wholePixels } from "../../base/geometry.js";
import { phrase } from "../../strings/editor.js";
import { linkedText } from "../../strings/linked.js";
import { uiLanguage } from "../../strings/strings.js";
import { PURPOSES, readClause, textPath } from "../session/clause-reading.js";
import { deleteObject } from "../session/object-edits.js";
import { openLinks } from "../linked/links-dialog.js";
import { clauseName, languageLabel, objectLabel } from "../shell/field-names.js";
import { attempt, bind, iconButton, labelled, select, ticked, wordButton } from "../shell/forms.js";
import { duplicateClause, textLanguages } from "./clause-edits.js";
import { recordingPart } from "./recording-part.js";
import { confirmTranslation, translationState } from "./translation-state.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {(clause: import("../../base/types.js").Clause, language: string, ownLanguage: string) => Node[]} Preview */

const CUT_OUT_WIDTH = 1600;
/** The maximum length of text that can become a term, in Unicode scalars. */
const MOST_OF_A_TERM = 200;

export class TextPanel {
    element = make("div", { class: "text-panel" });
    #session;
    #preview;
    #onHistory;
    #onTerm;
    /** @type {HTMLInputElement | HTMLTextAreaElement | null} the input in which text was last selected */
    #selected = null;
    #shown = "";
    #clause = new AbortController();

    /**
     * @param {EditingSession} session
     * @param {Preview} preview  renders the clause as readers see it
     * @param {(clause: string) => void} onHistory
     * @param {(word: string, language: string) => void} onTerm  called to add a word to the glossary
     */
    constructor(session, preview, onHistory, onTerm) {
        this.#session = session;
        this.#preview = preview;
        this.#onHistory = onHistory;
        this.#onTerm = onTerm;
        session.addEventListener("select", () => this.show());
        session.onChange((paths) => {
            const isOther = paths.some((path) => path === `clauses/${session.selection}` || path.startsWith("document/language"));
            if (isOther) this.show();
        });
        document.addEventListener("keydown", (event) => this.#key(event));
    }

    /** Shows the selected clause. Keeps unchanged parts, and the caret in them. */
    show() {
        const { selection } = this.#session;
        const isThere = selection !== null && this.#session.value(`clauses/${selection}`) === true;
        const kind = JSON.stringify([isThere ? selection : null, textLanguages(this.#session)]);
        if (kind === this.#shown) return;
        this.#shown = kind;
        this.#clause.abort();
        this.#clause = new AbortController();
        this.element.replaceChildren(...(isThere && selection !== null ? this.#parts(selection) : [make("p", { class: "aside" }, phrase("chooseClause"))]));
    }

    /** @param {string} id */
    #parts(id) {
        const heading = make("h2", { tabindex: "-1", dir: "auto" });
        const summary = () => ({ id, number: /** @type {string | null} */ (this.#session.value(`clauses/${id}/number`)) });
        const name = () => (heading.textContent = clauseName(this.#session, summary(), uiLanguage()));
        this.#follow(`clauses/${id}/`, name);
        return [
            make(
                "div",
                { class: "clause-head" },
                heading,
                iconButton("chevron-left", phrase("previousClause"), () => this.step(-1), { "aria-keyshortcuts": "Alt+PageUp" }),
                iconButton("chevron-right", phrase("nextClause"), () => this.step(1), { "aria-keyshortcuts": "Alt+PageDown" }),
            ),
            this.#cutOutPart(id),
            make("div", { class: "languages" }, ...textLanguages(this.#session).map((language) => this.#language(id, language))),
            this.#facts(id),
            this.#previewPart(id),
        ];
    }

    /**
     * Runs a function now, and after each change of certain fields while the clause is shown.
     * @param {string} start  the beginning of the fields' paths
     * @param {() => void} run
     */
    #follow(start, run) {
        run();
        this.#session.onChange((paths) => paths.some((path) => path.startsWith(start)) && run(), this.#clause.signal);
    }

    /** Adds the text selected in an input to the glossary as a term. */
    #addTerm() {
        const { value = "", selectionStart = 0, selectionEnd = 0, isConnected = false, lang = "" } = this.#selected ?? {};
        const word = value.slice(selectionStart ?? 0, selectionEnd ?? 0).replace(/\s+/g, " ").trim();
        if (!isConnected || word === "" || [...word].length > MOST_OF_A_TERM) showNotice(phrase("addTermMore"));
        else this.#onTerm(word, lang);
    }

    /** @param {string} id */
    #cutOutPart(id) {
        const part = make("div");
        this.#follow(`clauses/${id}/regions/`, () => part.replaceChildren(...this.#cutOut(id)));
        return part;
    }

    /**
     * Returns the clause's part of the scan on each page. Cut from the scan itself, so that it is correct before publication.
     * @param {string} id
     */
    #cutOut(id) {
        return this.#session.pages.flatMap(({ number, imageId, ...page }) => {
            const regions = /** @type {any[] | null} */ (this.#session.value(`clauses/${id}/regions/${number}`));
            if (imageId === null || !regions || regions.length === 0) return [];
            const { x, y, width, height } = wholePixels(bounds(regions), page);
            if (width < 1 || height < 1) return [];
            const shown = Math.min(CUT_OUT_WIDTH, width);
            const src = imageURL(imageId, `${x},${y},${width},${height}`, `${shown},`);
            const picture = make("img", { src, alt: "", loading: "lazy", width: String(shown), height: String(Math.round((shown * height) / width)) });
            const frame = make("div", { class: "cut-out", role: "region", tabindex: "0", "aria-label": phrase("cutOut") }, picture);
            picture.addEventListener("error", () => frame.remove());
            return [frame];
        });
    }

    /** @param {string} id @param {string} language */
    #language(id, language) {
        const note = make("span", { class: "standing" });
        const heading = make("h3", { tabindex: "-1" }, languageLabel(language), " ", note);
        const section = make("section", { "aria-label": languageLabel(language) }, heading);
        const isOwn = language === this.#session.value("document/language");
        const isTranslated = this.#session.languages.includes(language);
        for (const purpose of PURPOSES) {
            if (purpose === "transcription" ? !isOwn : !isTranslated) continue;
            const path = textPath(id, language, purpose);
            const attributes = { lang: language, spellcheck: "true" };
            const input = purpose === "title" ? make("input", { type: "text", ...attributes }) : make("textarea", { rows: purpose === "context" ? "3" : "6", ...attributes });
            input.dataset.path = path;
            bind(this.#session, input, { path, label: "text" }, this.#clause.signal);
            input.addEventListener("select", () => (this.#selected = input));
            section.append(labelled(fieldName(purpose), input));
        }
        if (isTranslated) {
            section.append(recordingPart(this.#session, language, id, () => [], this.#clause.signal));
            const right = wordButton(phrase("stillRight"), () => {
                attempt(() => confirmTranslation(this.#session, id, language));
                announce(phrase("markedRight", { language: languageLabel(language) }));
                // Removing the button would lose the focus.
                heading.focus();
            }, { class: "action still-right" });
            heading.after(right);
            const show = () => {
                const state = translationState(this.#session, id, language);
                note.textContent = state === "done" ? "" : phrase(state);
                note.dataset.standing = state;
                right.hidden = state !== "outdated";
            };
            this.#follow(`clauses/${id}/`, show);
            // The revisions of one's own edits are known once the server has acknowledged them.
            this.#session.addEventListener("state", show, { signal: this.#clause.signal });
        }
        return section;
    }

    /**
     * Returns inputs for the number, kind and themes, and buttons for actions on the clause.
     * @param {string} id
     */
    #facts(id) {
        const { signal } = this.#clause;
        const number = make("input", { type: "text", autocomplete: "off" });
        bind(this.#session, number, { path: `clauses/${id}/number`, label: "number" }, signal);
        const incipit = make("input", { type: "text", autocomplete: "off", dir: "auto" });
        bind(this.#session, incipit, { path: `clauses/${id}/incipit`, label: "incipit" }, signal);
        const kind = select([["clause", phrase("clauseKind")], ["detail", phrase("detailKind")]]);
        bind(this.#session, kind, { path: `clauses/${id}/kind`, label: "kind", read: (value) => (value === "detail" ? "detail" : "clause") }, signal);
        return make(
            "div",
            { class: "facts" },
            labelled(phrase("number"), number),
            labelled(phrase("kind"), kind),
            labelled(phrase("incipit"), incipit),
            this.#themes(id),
            make(
                "p",
                { class: "actions" },
                wordButton(linkedText("open"), () => openLinks(this.#session, id)),
                wordButton(phrase("history"), () => this.#onHistory(id)),
                wordButton(phrase("addTerm"), () => this.#addTerm()),
                wordButton(phrase("duplicate"), () => {
                    const copy = attempt(() => duplicateClause(this.#session, id));
                    if (copy) this.#session.selection = copy;
                }),
                wordButton(phrase("delete"), () => {
                    attempt(() => deleteObject(this.#session, "clauses", id));
                    announce(phrase("deleted"));
                }),
            ),
        );
    }

    /**
     * Returns checkboxes for the themes. They stay when themes change, so that they keep the focus.
     * @param {string} id
     */
    #themes(id) {
        const boxes = make("div");
        /** @type {Map<string, HTMLElement>} */
        const known = new Map();
        let shown = "";
        this.#follow("categories/", () => {
            const themes = this.#session.categories().map((category) => category.id);
            for (const theme of themes) {
                const box = known.get(theme) ?? this.#theme(id, theme);
                known.set(theme, box);
                box.querySelector("span")?.replaceChildren(objectLabel(this.#session, `categories/${theme}`));
            }
            if (themes.join("/") === shown) return;
            shown = themes.join("/");
            const focused = document.activeElement;
            boxes.replaceChildren(...themes.flatMap((theme) => known.get(theme) ?? []));
            if (focused instanceof HTMLElement && boxes.contains(focused)) focused.focus();
        });
        return make("fieldset", {}, make("legend", {}, phrase("themes")), boxes);
    }

    /** @param {string} id @param {string} theme */
    #theme(id, theme) {
        const box = make("input", { type: "checkbox" });
        const ids = (/** @type {any} */ value) => (Array.isArray(value) ? value : []);
        bind(this.#session, box, {
            path: `clauses/${id}/categories`,
            label: "themes",
            read: (value) => (ids(value).includes(theme) ? "true" : ""),
            write: (text, value) => (text === "" ? ids(value).filter((/** @type {string} */ one) => one !== theme) : [...ids(value), theme]),
        }, this.#clause.signal);
        return ticked("", box);
    }

    /** @param {string} id */
    #previewPart(id) {
        const body = make("div", { class: "reader-view" });
        const details = make("details", {}, make("summary", {}, phrase("preview")), body);
        const show = () => {
            if (!details.open) return;
            const clause = this.#session.clauses().find((one) => one.id === id);
            if (!clause) return;
            const own = String(this.#session.value("document/language") ?? "");
            const language = this.#session.languages[0] ?? own;
            body.replaceChildren(...this.#session.languages.flatMap((tag) => {
                const read = readClause(this.#session, clause, tag);
                return read.lang === tag || tag === language ? [make("h4", { lang: read.lang ?? "" }, read.title ?? ""), ...this.#preview(read, tag, own)] : [];
            }));
        };
        details.addEventListener("toggle", show);
        this.#follow(`clauses/${id}/`, show);
        return details;
    }

    /** @param {-1 | 1} steps */
    step(steps) {
        const clauses = this.#session.clauses();
        const index = clauses.findIndex(({ id }) => id === this.#session.selection);
        const next = clauses[index < 0 ? 0 : index + steps];
        if (!next) return;
        const path = document.activeElement?.getAttribute("data-path")?.split("/").slice(2).join("/");
        this.#session.selection = next.id;
        // A user who steps through the titles of all clauses stays in the title.
        const again = path && this.element.querySelector(`[data-path="${CSS.escape(`clauses/${next.id}/${path}`)}"]`);
        if (again instanceof HTMLElement) again.focus();
        announce(clauseName(this.#session, next, uiLanguage()));
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const steps = event.altKey && !event.ctrlKey && !event.metaKey ? { PageUp: -1, PageDown: 1 }[event.key] : undefined;
        if ((steps !== 1 && steps !== -1) || document.querySelector("dialog[open]")) return;
        event.preventDefault();
        this.step(steps);
    }
}

/** @param {import("../session/clause-reading.js").Purpose} purpose */
function fieldName(purpose) {
    return phrase(`${purpose}Field`);
}
