// @ts-check
/**
 * The glossary panel: each term has a name, further forms and a definition in each language, and shows where it occurs in the
 * texts.
 */
import { announce } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { showNotice } from "../../base/notice.js";
import { placesOf } from "../../glossary/terms.js";
import { phrase } from "../../strings/editor.js";
import { createObject, deleteObject, moveObject } from "../session/object-edits.js";
import { clauseLabel, languageLabel, objectLabel } from "../shell/field-names.js";
import {
    attempt, focusRestorer, labelled, languageInput, moveButtons, newNameField, select, wordButton,
} from "../shell/forms.js";
import { isShown } from "../shell/side.js";
import { textLanguages } from "../texts/clause-edits.js";
import { formsOf, relateTerm, withForms } from "./term-edits.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */

/** Longer documents are not searched, because the search runs on every keystroke. */
const MOST_CLAUSES = 1000;
const SHOWN_PLACES = 12;

export class GlossaryPanel {
    element = make("div", { class: "glossary-panel" });
    #session;
    #name = make("input", { type: "text", autocomplete: "off", dir: "auto", maxlength: "200", "data-own-undo": "" });
    #list = make("ol", { role: "list" });
    #shown = "";
    #rows = new AbortController();

    /** @param {EditingSession} session */
    constructor(session) {
        this.#session = session;
        this.element.append(
            make("p", { class: "aside" }, phrase("glossaryMore")),
            newNameField(phrase("newTerm"), this.#name, (name) => this.add(name, session.languages[0] ?? "en")),
            this.#list,
        );
        session.addEventListener("change", () => isShown(this.element) && this.show());
    }

    /**
     * Adds a term, and opens it for a definition.
     * @param {string} name
     * @param {string} language
     */
    add(name, language) {
        const id = attempt(() => createObject(this.#session, "glossary", name, { term: { [language]: name } }));
        if (id === null) return;
        this.show();
        const details = this.#list.querySelector(`[data-term="${id}"]`);
        if (details instanceof HTMLDetailsElement) {
            details.open = true;
            details.querySelector("textarea")?.focus();
        }
        announce(phrase("created", { name }));
    }

    show() {
        const terms = this.#session.terms();
        const related = terms.map(({ id }) => [id, this.#session.value(`glossary/${id}/seeAlso`)]);
        const kind = JSON.stringify([related, textLanguages(this.#session)]);
        if (kind !== this.#shown) this.#fill(terms.map(({ id }) => id));
        this.#shown = kind;
        this.#showPlaces();
    }

    /** @param {string[]} ids */
    #fill(ids) {
        const open = new Set([...this.#list.querySelectorAll("details[open]")].map((details) => details.getAttribute("data-term")));
        const restoreFocus = focusRestorer(this.#list, "data-term");
        this.#rows.abort();
        this.#rows = new AbortController();
        this.#list.replaceChildren(...ids.map((id) => {
            const row = this.#row(id);
            row.open = open.has(id);
            return make("li", {}, row);
        }));
        restoreFocus();
    }

    /** @param {string} id */
    #row(id) {
        const { signal } = this.#rows;
        const session = this.#session;
        const name = make("span", { class: "name", dir: "auto" });
        const show = () => (name.textContent = objectLabel(session, `glossary/${id}`));
        show();
        session.addEventListener("change", show, { signal });
        const details = make(
            "details",
            { "data-term": id },
            make("summary", {}, name),
            ...textLanguages(session).map((language) => this.#language(id, language, signal)),
            this.#related(id),
            make("p", { class: "actions" },
                wordButton(phrase("delete"), () => this.#remove(id), { "data-control": "delete" }),
                ...moveButtons(objectLabel(session, `glossary/${id}`), (steps) => attempt(() => moveObject(session, "glossary", id, steps)))),
        );
        details.addEventListener("toggle", () => details.open && this.#showPlaces());
        return details;
    }

    /** @param {string} id @param {string} language @param {AbortSignal} signal */
    #language(id, language, signal) {
        const session = this.#session;
        const owner = `glossary/${id}`;
        const attributes = { type: "text", autocomplete: "off", spellcheck: "true" };
        const field = { path: `${owner}/term`, label: "renameTerm" };
        const term = languageInput(session, "input", language, field, { ...attributes, maxlength: "200" }, signal);
        const forms = make("input", { lang: language, ...attributes });
        this.#bindForms(forms, `${owner}/forms`, language, signal);
        const parts = [
            labelled(phrase("textIn", { name: phrase("term"), language: languageLabel(language) }), term),
            labelled(phrase("textIn", { name: phrase("termForms"), language: languageLabel(language) }), forms),
        ];
        // In the document's own language, a definition makes sense only if its texts are in it too.
        if (session.languages.includes(language)) {
            const meaning = { path: `${owner}/definition`, label: "definition" };
            const definition = languageInput(session, "textarea", language, meaning, { rows: "3", spellcheck: "true" }, signal);
            parts.push(labelled(phrase("textIn", { name: phrase("definition"), language: languageLabel(language) }), definition));
        }
        return make("div", { class: "language" }, ...parts, make("p", { class: "aside places", "data-language": language }));
    }

    /**
     * Binds an input to a term's forms. Text is not normalised while it is being typed, so that it can end with a comma.
     * @param {HTMLInputElement} input @param {string} path @param {string} language @param {AbortSignal} signal
     */
    #bindForms(input, path, language, signal) {
        const session = this.#session;
        const show = () => {
            const value = /** @type {any} */ (session.value(path))?.[language] ?? [];
            if (formsOf(input.value).join() !== value.join()) input.value = value.join(", ");
        };
        show();
        input.addEventListener("input", () => {
            const after = withForms(session.value(path), language, formsOf(input.value));
            attempt(() => session.perform({ label: "termForms", operations: [{ path, after }] }, { mergeKey: path }));
        });
        input.addEventListener("blur", () => session.release());
        session.addEventListener("change", show, { signal });
    }

    /** @param {string} id */
    #related(id) {
        const session = this.#session;
        const value = session.value(`glossary/${id}/seeAlso`);
        const ids = new Set(session.terms().map((term) => term.id));
        const others = /** @type {string[]} */ (Array.isArray(value) ? value : []).filter((other) => ids.has(other));
        const chosen = others.map((other) => {
            const name = objectLabel(session, `glossary/${other}`);
            const text = phrase("removeRelated", { name });
            return wordButton(`${name} ×`, () => attempt(() => relateTerm(session, id, others.filter((one) => one !== other))),
                { "aria-label": text, title: text, "data-control": `related-${other}` });
        });
        const rest = [...ids].filter((other) => other !== id && !others.includes(other));
        const field = select([["", phrase("addRelated")], ...rest.map((other) => /** @type {[string, string]} */ ([other, objectLabel(session, `glossary/${other}`)]))]);
        field.dataset.control = "relate";
        field.addEventListener("change", () => field.value && attempt(() => relateTerm(session, id, [...others, field.value])));
        return make("div", { class: "related" }, labelled(phrase("seeAlso"), field), make("p", { class: "actions" }, ...chosen));
    }

    /** Shows the clauses in which the open terms occur. */
    #showPlaces() {
        const session = this.#session;
        const open = this.#list.querySelectorAll("details[open]");
        const clauses = session.clauses();
        if (open.length === 0 || clauses.length > MOST_CLAUSES) return;
        const own = String(session.value("document/language") ?? "");
        const terms = /** @type {any[]} */ (session.terms().map(({ id }) => ({
            id,
            term: session.value(`glossary/${id}/term`) ?? {},
            forms: session.value(`glossary/${id}/forms`) ?? {},
        })));
        for (const language of textLanguages(session)) {
            const isTranslated = session.languages.includes(language);
            const texts = clauses.map(({ id }) => {
                const text = (/** @type {string} */ purpose) => /** @type {string | null} */ (session.value(`clauses/${id}/texts/${language}/${purpose}`));
                return {
                    id, lang: language, translation: isTranslated ? text("translation") : null,
                    context: isTranslated ? text("context") : null, transcription: language === own ? text("transcription") : null,
                };
            });
            const places = placesOf(terms, texts, own);
            for (const details of open) {
                const found = places.get(details.getAttribute("data-term") ?? "") ?? [];
                const names = found.slice(0, SHOWN_PLACES).map((id) => clauseLabel(session, id)).join(", ");
                const line = details.querySelector(`.places[data-language="${language}"]`);
                const further = found.length > SHOWN_PLACES ? ", …" : "";
                if (line) line.textContent = found.length === 0 ? phrase("termNowhere") : phrase("termFound", { clauses: names + further });
            }
        }
    }

    /** @param {string} id */
    #remove(id) {
        const session = this.#session;
        const name = objectLabel(session, `glossary/${id}`);
        attempt(() => deleteObject(session, "glossary", id));
        this.#name.focus();
        showNotice(phrase("termRemoved", { name }), { label: phrase("undo"), run: () => session.undo() });
    }
}
