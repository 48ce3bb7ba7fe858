// @ts-check
/** The collections that a document belongs to, with their ids and their names in each language. */
import { make } from "../../base/dom.js";
import { phrase } from "../../strings/editor.js";
import { languageLabel } from "../shell/field-names.js";
import { attempt, labelled, textIn, withTextIn, wordButton } from "../shell/forms.js";
import { collectionID } from "./collection-id.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/values.js").Value} Value */
/** @typedef {{ id: string, label?: Value }} Collection */

const PATH = "document/collections";
const MOST = 20;

/** @param {EditingSession} session @param {AbortSignal} signal */
export function collectionsPart(session, signal) {
    const list = make("ul", { class: "collections" });
    const added = make("input", { type: "text", autocomplete: "off", spellcheck: "false", dir: "ltr", "data-own-undo": "" });
    const here = () => /** @type {Collection[]} */ (session.value(PATH) ?? []);
    const set = (/** @type {Collection[]} */ collections, /** @type {{ mergeKey?: string }} */ options = {}) =>
        attempt(() => session.perform({ label: "collections", operations: [{ path: PATH, after: /** @type {any} */ (collections.length === 0 ? null : collections) }] }, options));
    const add = () => {
        const id = collectionID(added.value);
        const known = here();
        if (id === null || known.length >= MOST || known.some((one) => one.id === id)) return added.focus();
        added.value = "";
        set([...known, { id }]);
        added.focus();
    };
    added.addEventListener("keydown", (event) => event.key === "Enter" && add());
    /** @param {Collection} collection */
    const row = ({ id }) => {
        const inputs = session.languages.map((language) => {
            const input = make("input", { lang: language, autocomplete: "off", "data-language": language });
            input.addEventListener("input", () => {
                const changed = here().map((one) => {
                    if (one.id !== id) return one;
                    const label = withTextIn(language)(input.value, one.label ?? null);
                    return label === null ? { id } : { id, label };
                });
                set(changed, { mergeKey: `${PATH}/${id}/${language}` });
            });
            input.addEventListener("blur", () => session.release());
            return labelled(phrase("nameInLanguage", { name: phrase("name"), language: languageLabel(language) }), input);
        });
        const remove = wordButton(phrase("removeLanguage"), () => {
            set(here().filter((one) => one.id !== id));
            added.focus();
        }, { "aria-label": phrase("removeNamed", { name: id }) });
        return make("li", { "data-id": id }, make("p", { class: "actions" }, make("bdi", { dir: "ltr" }, id), remove), ...inputs);
    };
    // Rows are kept if possible, since one of their inputs may have the focus.
    const show = () => {
        const collections = here();
        const ids = collections.map(({ id }) => id).join(" ");
        if (list.dataset.ids !== ids) {
            list.dataset.ids = ids;
            list.replaceChildren(...collections.map(row));
        }
        for (const { id, label } of collections) {
            for (const input of list.querySelectorAll("input")) {
                if (input.closest("li")?.dataset.id !== id) continue;
                const text = textIn(input.dataset.language ?? "")(label ?? null);
                if (input.value !== text) input.value = text;
            }
        }
    };
    show();
    session.onChange((paths) => paths.includes(PATH) && show(), signal);
    const hint = make("p", { class: "aside" }, phrase("collectionsHint"));
    return make("fieldset", {}, make("legend", {}, phrase("collections")), hint, list, labelled(phrase("addCollection"), added, wordButton(phrase("add"), add)));
}
