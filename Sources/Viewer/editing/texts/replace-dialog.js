// @ts-check
/** Find and replace, with a preview in which individual changes can be left out. */
import { announce, openDialog } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { counted, phrase } from "../../strings/editor.js";
import { PURPOSES, textOf, textPath } from "../session/clause-reading.js";
import { languageLabel, pathLabel } from "../shell/field-names.js";
import { attempt, labelled, select, ticked, wordButton } from "../shell/forms.js";
import { textLanguages } from "./clause-edits.js";
import { replacements } from "./replacing.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */

/** The maximum number of replacements made at once, in one edit. */
const MOST = 1000;
const SHOWN = 200;

/** @param {EditingSession} session */
export function openReplacing(session) {
    const wanted = make("input", { type: "text", autocomplete: "off", dir: "auto", "data-own-undo": "" });
    const instead = make("input", { type: "text", autocomplete: "off", dir: "auto", "data-own-undo": "" });
    const language = select([["", phrase("everyLanguage")], ...textLanguages(session).map((tag) => /** @type {[string, string]} */ ([tag, languageLabel(tag)]))]);
    const exact = make("input", { type: "checkbox" });
    const state = make("p", { role: "status" });
    const preview = make("ul", { class: "preview", tabindex: "0" });
    /** @type {Set<string>} */
    const left = new Set();
    /** @type {import("./replacing.js").Replacement[]} */
    let found = [];
    const show = () => {
        left.clear();
        found = replacements(texts(session, language.value), wanted.value, instead.value, exact.checked).slice(0, MOST);
        state.textContent = wanted.value === "" ? "" : counted("replacementsFound", found.length);
        preview.replaceChildren(...found.slice(0, SHOWN).map((one) => previewRow(session, one, instead.value, left)));
        if (found.length > SHOWN) preview.append(make("li", {}, counted("furtherReplacements", found.length - SHOWN)));
    };
    for (const input of [wanted, instead, language, exact]) input.addEventListener("input", show);
    const run = wordButton(phrase("replace"), () => {
        const operations = found.filter(({ path }) => !left.has(path)).map(({ path, after }) => ({ path, after: after || null }));
        if (operations.length === 0) return;
        attempt(() => session.perform({ label: "replace", operations }));
        announce(counted("replaced", operations.length));
        dialog.close();
    });
    const dialog = openDialog(
        "replacing", phrase("findReplace"),
        labelled(phrase("find"), wanted), labelled(phrase("replaceWith"), instead), labelled(phrase("inLanguage"), language),
        ticked(phrase("exactCase"), exact), state, preview, make("p", { class: "actions" }, run),
    );
    wanted.focus();
}

/** @param {EditingSession} session @param {string} language  a language, or an empty string for all */
function* texts(session, language) {
    for (const { id } of session.clauses()) {
        for (const tag of language === "" ? textLanguages(session) : [language]) {
            for (const purpose of PURPOSES) yield { path: textPath(id, tag, purpose), text: textOf(session, id, tag, purpose) };
        }
    }
}

/**
 * @param {EditingSession} session
 * @param {import("./replacing.js").Replacement} replacement
 * @param {string} instead
 * @param {Set<string>} left
 */
function previewRow(session, { path, count, first }, instead, left) {
    const box = make("input", { type: "checkbox" });
    box.checked = true;
    box.addEventListener("change", () => (box.checked ? left.delete(path) : left.add(path)));
    return make(
        "li",
        {},
        ticked(count > 1 ? counted("times", count, { name: pathLabel(session, path) }) : pathLabel(session, path), box),
        make("p", { dir: "auto" }, first.start, make("del", {}, first.found), make("ins", {}, instead), first.end),
    );
}
