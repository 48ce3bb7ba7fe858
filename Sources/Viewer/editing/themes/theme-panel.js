// @ts-check
/** The panel of themes: their names in each language, icons and styles, and their clauses. */
import { announce, openDialog } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { counted, phrase } from "../../strings/editor.js";
import { figure } from "../../strings/strings.js";
import { moveObject } from "../session/object-edits.js";
import { chooseClauses } from "../shell/clause-choice.js";
import { languageLabel, objectLabel } from "../shell/field-names.js";
import {
    attempt, bind, focusRestorer, labelled, languageInput, moveButtons, newNameField, select, ticked, wordButton,
} from "../shell/forms.js";
import { isShown } from "../shell/side.js";
import { documentIcon } from "./document-icons.js";
import { openIcons } from "./icon-dialog.js";
import { applyTheme, createTheme, removeTheme, themeCounts } from "./theme-edits.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */

export class ThemePanel {
    element = make("div", { class: "theme-panel" });
    #session;
    #name = make("input", { type: "text", autocomplete: "off", dir: "auto", "data-own-undo": "" });
    #list = make("ol", { role: "list" });
    /** @type {Map<string, HTMLElement>} */
    #counts = new Map();
    #shown = "";
    #rows = new AbortController();

    /** @param {EditingSession} session */
    constructor(session) {
        this.#session = session;
        const field = newNameField(phrase("newTheme"), this.#name, (name) => {
            attempt(() => createTheme(session, name, session.languages[0] ?? "en"));
            announce(phrase("created", { name }));
        });
        this.element.append(field, this.#list);
        session.addEventListener("change", () => isShown(this.element) && this.show());
    }

    show() {
        const kind = JSON.stringify([this.#session.categories().map(({ id }) => id), this.#session.languages]);
        if (kind !== this.#shown) this.#fill();
        this.#shown = kind;
        const counts = themeCounts(this.#session);
        for (const [id, element] of this.#counts) element.textContent = figure(counts.get(id) ?? 0);
    }

    #fill() {
        const open = [...this.#list.querySelectorAll("details[open]")].map((details) => details.getAttribute("data-theme"));
        const restoreFocus = focusRestorer(this.#list, "data-theme");
        this.#rows.abort();
        this.#rows = new AbortController();
        this.#counts.clear();
        this.#list.replaceChildren(...this.#session.categories().map(({ id }) => {
            const row = this.#row(id);
            row.open = open.includes(id);
            return make("li", {}, row);
        }));
        restoreFocus();
    }

    /** @param {string} id */
    #row(id) {
        const { signal } = this.#rows;
        const session = this.#session;
        const picture = make("span", { class: "picture" });
        const name = make("span", { class: "name", dir: "auto" });
        const count = make("span", { class: "badge" });
        this.#counts.set(id, count);
        const path = `categories/${id}`;
        const show = () => {
            name.textContent = objectLabel(session, path);
            const chosen = /** @type {string | null} */ (session.value(`${path}/icon`));
            if (picture.dataset.icon === String(chosen)) return;
            picture.dataset.icon = String(chosen);
            picture.replaceChildren(documentIcon(session, chosen));
        };
        show();
        session.addEventListener("change", show, { signal });
        const style = select([["filled", phrase("filled")], ["outline", phrase("outline")]]);
        style.dataset.control = "style";
        bind(session, style, { path: `${path}/style`, label: "style", read: (value) => String(value ?? "filled") }, signal);
        const all = make("input", { type: "checkbox", "data-control": "all" });
        bind(session, all, { path: `${path}/includedInAll`, label: "includedInAll", read: (value) => (value === false ? "" : "true"), write: (text) => text !== "" }, signal);
        return make(
            "details",
            { "data-theme": id },
            make("summary", {}, picture, name, " ", count),
            ...session.languages.map((language) => {
                const attributes = { type: "text", autocomplete: "off", "data-control": `label-${language}` };
                const input = languageInput(session, "input", language, { path: `${path}/label`, label: "renameTheme" }, attributes, signal);
                return labelled(phrase("nameIn", { language: languageLabel(language) }), input);
            }),
            labelled(phrase("style"), style),
            ticked(phrase("includedInAll"), all),
            make(
                "p",
                { class: "actions" },
                wordButton(phrase("chooseIcon"), () => openIcons(session, `${path}/icon`), { "data-control": "icon" }),
                wordButton(phrase("chooseClauses"), () => openClauses(session, id), { "data-control": "clauses" }),
                wordButton(phrase("merge"), () => openMerging(session, id, (into) => this.#remove(id, into)), { "data-control": "merge" }),
                wordButton(phrase("delete"), () => this.#remove(id, null), { "data-control": "delete" }),
                ...moveButtons(objectLabel(session, path), (steps) => attempt(() => moveObject(session, "categories", id, steps))),
            ),
        );
    }

    /** @param {string} id @param {string | null} into  the theme to merge it into */
    #remove(id, into) {
        attempt(() => removeTheme(this.#session, id, into));
        this.#name.focus();
    }
}

/**
 * Opens a dialog that assigns a theme to many clauses at once.
 * @param {EditingSession} session
 * @param {string} id
 */
function openClauses(session, id) {
    chooseClauses(session, {
        id: "theme-clauses",
        title: objectLabel(session, `categories/${id}`),
        chosen: session.clauses().filter(({ categories }) => categories.includes(id)).map((clause) => clause.id),
        apply: (chosen) => applyTheme(session, id, chosen),
    });
}

/**
 * @param {EditingSession} session
 * @param {string} id
 * @param {(into: string) => void} merge
 */
function openMerging(session, id, merge) {
    const others = session.categories().filter((category) => category.id !== id);
    if (others.length === 0) return;
    const into = select(others.map((category) => [category.id, objectLabel(session, `categories/${category.id}`)]));
    const run = wordButton(phrase("mergeNow"), () => {
        dialog.close();
        merge(into.value);
    });
    const dialog = openDialog(
        "theme-merging", phrase("mergeNamed", { name: objectLabel(session, `categories/${id}`) }),
        make("p", {}, counted("mergeMore", themeCounts(session).get(id) ?? 0)), labelled(phrase("mergeInto"), into), make("p", { class: "actions" }, run),
    );
}
