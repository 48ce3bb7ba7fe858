// @ts-check
/** All clauses in reading order, searchable by number and words. If no clause has the number searched for, it can be created. */
import { announce, openDialog } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { oncePerFrame } from "../../base/once-per-frame.js";
import { counted, phrase } from "../../strings/editor.js";
import { figure, uiLanguage } from "../../strings/strings.js";
import { moveObject } from "../session/object-edits.js";
import { clauseLabel, clauseName, languageLabel } from "../shell/field-names.js";
import { attempt, focusRestorer, labelled, moreButton, moveButtons, wordButton } from "../shell/forms.js";
import { isShown } from "../shell/side.js";
import { createClause, renumber, renumbering } from "./clause-edits.js";
import { openReplacing } from "./replace-dialog.js";
import { translationState } from "./translation-state.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */

/** The number of rows shown at first. More are shown on request, because rendering thousands of rows is slow. */
const ROWS = 200;

export class ClauseList {
    element = make("div", { class: "clause-list" });
    #session;
    #onOpen;
    #search = make("input", { type: "search", autocomplete: "off", spellcheck: "false", dir: "auto", "data-own-undo": "" });
    #missing = make("p", { class: "actions" });
    #count = make("p", { class: "count", role: "status" });
    #progress = make("ul", { class: "progress" });
    #items = make("ol", { role: "list" });
    #more = make("p", { class: "actions" });
    #limit = ROWS;
    #refresh = oncePerFrame(() => isShown(this.element) && this.#fill());

    /** @param {EditingSession} session @param {(id: string) => void} onOpen */
    constructor(session, onOpen) {
        this.#session = session;
        this.#onOpen = onOpen;
        this.element.append(
            labelled(phrase("findClause"), this.#search),
            this.#missing,
            make(
                "p",
                { class: "actions" },
                wordButton(phrase("newClause"), () => this.#create(null)),
                wordButton(phrase("renumberAll"), () => openRenumbering(session)),
                wordButton(phrase("findReplace"), () => openReplacing(session)),
            ),
            this.#progress,
            this.#count,
            this.#items,
            this.#more,
        );
        this.#search.addEventListener("input", () => {
            this.#limit = ROWS;
            this.#fill();
        });
        this.#search.addEventListener("keydown", (event) => {
            const first = this.#matches()[0];
            if (event.key === "Enter" && first) onOpen(first.id);
        });
        for (const event of ["change", "state", "select"]) session.addEventListener(event, this.#refresh);
    }

    show() {
        this.#fill();
    }

    #matches() {
        const words = this.#search.value.trim().toLocaleLowerCase();
        const clauses = this.#session.clauses();
        if (words === "") return clauses;
        const isNumber = (/** @type {{ number: string | null }} */ { number }) => number?.toLocaleLowerCase() === words;
        const found = clauses.filter((clause) => isNumber(clause) || this.#name(clause).toLocaleLowerCase().includes(words));
        return [...found.filter(isNumber), ...found.filter((clause) => !isNumber(clause))];
    }

    /** @param {{ id: string, number: string | null }} clause */
    #name(clause) {
        return clauseName(this.#session, clause, uiLanguage());
    }

    #fill() {
        const wanted = this.#search.value.trim();
        const matches = this.#matches();
        const isThere = wanted === "" || this.#session.clauses().some(({ number }) => number === wanted);
        this.#missing.replaceChildren(
            ...(isThere ? [] : [wordButton(phrase("notThere", { number: wanted }), () => this.#create(wanted), { id: "create-missing" })]),
        );
        this.#count.textContent = counted("clauseCount", matches.length);
        const restoreFocus = focusRestorer(this.#items, "data-row");
        this.#items.replaceChildren(...matches.slice(0, this.#limit).map((clause) => this.#row(clause)));
        this.#more.replaceChildren(...moreButton(matches.length > this.#limit, () => {
            this.#limit += ROWS;
            this.#fill();
        }));
        restoreFocus();
        this.#showProgress();
    }

    /** @param {import("../session/summaries.js").ClauseSummary} clause */
    #row(clause) {
        const { id, pages, kind } = clause;
        const name = this.#name(clause);
        const open = make("button", { type: "button", class: "open", "data-control": "open" }, make("span", { dir: "auto" }, name));
        if (id === this.#session.selection) open.setAttribute("aria-current", "true");
        open.addEventListener("click", () => this.#onOpen(id));
        const notes = [
            ...(kind === "detail" ? [phrase("detailKind")] : []),
            ...(pages.length === 0 ? [phrase("noOutline")] : []),
            ...this.#session.languages.flatMap((language) => {
                const state = translationState(this.#session, id, language);
                return state === "done" ? [] : [phrase(state === "missing" ? "missingIn" : "outdatedIn", { language: languageLabel(language) })];
            }),
        ];
        if (notes.length > 0) open.append(make("span", { class: "notes" }, notes.join(" · ")));
        return make(
            "li",
            { "data-row": id },
            open,
            ...moveButtons(name, (steps) => {
                attempt(() => moveObject(this.#session, "clauses", id, steps));
                announce(phrase(steps < 0 ? "movedEarlier" : "movedLater", { name }));
            }),
        );
    }

    #showProgress() {
        const clauses = this.#session.clauses().filter(({ kind }) => kind === "clause");
        this.#progress.replaceChildren(
            ...this.#session.languages.map((language) => {
                const states = clauses.map(({ id }) => translationState(this.#session, id, language));
                const written = states.filter((state) => state !== "missing").length;
                const outdated = states.filter((state) => state === "outdated").length;
                const text = phrase("written", { language: languageLabel(language), written: figure(written), count: figure(clauses.length) });
                const bar = make("progress", { max: String(Math.max(1, clauses.length)), value: String(written), "aria-hidden": "true" });
                return make("li", {}, text, ...(outdated > 0 ? [` (${counted("outdatedCount", outdated)})`] : []), bar);
            }),
        );
    }

    /** @param {string | null} number */
    #create(number) {
        const id = attempt(() => createClause(this.#session, number));
        if (id === null) return;
        this.#search.value = "";
        announce(phrase("created", { name: number ?? clauseLabel(this.#session, id) }));
        this.#onOpen(id);
    }
}

/** @param {EditingSession} session */
function openRenumbering(session) {
    const clauses = session.clauses().filter(({ number, kind }) => number !== null && kind === "clause");
    const from = make("select", {}, ...clauses.map((clause) => make("option", { value: clause.id }, clauseName(session, clause, uiLanguage()))));
    if (session.selection && clauses.some(({ id }) => id === session.selection)) from.value = session.selection;
    const number = make("input", { type: "number", min: "0", max: "100000", value: "1", "data-own-undo": "" });
    number.value = session.value(`clauses/${from.value}/number`)?.toString().match(/^\d+/)?.[0] ?? "1";
    const preview = make("ul", { class: "preview", tabindex: "0" });
    const state = make("p", { role: "status" });
    /** @type {{ id: string, before: string, after: string }[]} */
    let changes = [];
    const show = () => {
        changes = renumbering(session, from.value, Number.parseInt(number.value, 10) || 0);
        state.textContent = counted("numbersChange", changes.length);
        preview.replaceChildren(...changes.slice(0, 100).map(({ before, after }) => make("li", {}, `${before} → ${after}`)));
    };
    from.addEventListener("change", show);
    number.addEventListener("input", show);
    const run = wordButton(phrase("renumber"), () => {
        if (changes.length > 0) attempt(() => renumber(session, changes));
        dialog.close();
    });
    show();
    const dialog = openDialog(
        "renumbering", phrase("renumberAll"),
        labelled(phrase("startingWith"), from), labelled(phrase("firstNumber"), number), state, preview, make("p", { class: "actions" }, run),
    );
}
