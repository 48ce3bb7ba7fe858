// @ts-check
/** A dialog for choosing clauses. */
import { openDialog } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { counted, phrase } from "../../strings/editor.js";
import { uiLanguage } from "../../strings/strings.js";
import { clauseName } from "./field-names.js";
import { attempt, labelled, ticked, wordButton } from "./forms.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */

/** The maximum number of clauses shown; others can be found by name. */
const SHOWN_CLAUSES = 500;

/**
 * @param {EditingSession} session
 * @param {object} choice
 * @param {string} choice.id  the id of the dialog
 * @param {string} choice.title
 * @param {Iterable<string>} choice.chosen  the ids of the clauses chosen initially
 * @param {import("../session/summaries.js").ClauseSummary[]} [choice.among]  the clauses to choose from, in order; by default all
 * @param {(chosen: Set<string>) => void} choice.apply
 */
export function chooseClauses(session, { id, title, chosen: first, among, apply }) {
    const chosen = new Set(first);
    const state = make("p", { role: "status" });
    const filter = make("input", { type: "search", autocomplete: "off", dir: "auto", "data-own-undo": "" });
    const list = make("ul", { class: "choices" });
    const count = () => (state.textContent = counted("clausesChosen", chosen.size));
    const show = () => {
        const words = filter.value.trim().toLocaleLowerCase();
        const clauses = (among ?? session.clauses()).map((clause) => ({ clause, name: clauseName(session, clause, uiLanguage()) }));
        list.replaceChildren(
            ...clauses.filter(({ name }) => name.toLocaleLowerCase().includes(words)).slice(0, SHOWN_CLAUSES).map(({ clause, name }) => {
                const box = make("input", { type: "checkbox" });
                box.checked = chosen.has(clause.id);
                box.addEventListener("change", () => {
                    if (box.checked) chosen.add(clause.id);
                    else chosen.delete(clause.id);
                    count();
                });
                return make("li", {}, ticked(name, box));
            }),
        );
    };
    filter.addEventListener("input", show);
    show();
    count();
    const run = wordButton(phrase("apply"), () => {
        attempt(() => apply(chosen));
        dialog.close();
    });
    const dialog = openDialog(id, title, labelled(phrase("findClause"), filter), state, list, make("p", { class: "actions" }, run));
}
