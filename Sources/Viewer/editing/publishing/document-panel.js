// @ts-check
/** The panel for the document's own fields. */
import { make } from "../../base/dom.js";
import { phrase } from "../../strings/editor.js";
import { languageLabel } from "../shell/field-names.js";
import { asText, attempt, bind, labelled, languageInput, oneOf, select, wordButton } from "../shell/forms.js";
import { openIcons } from "../themes/icon-dialog.js";
import { documentIcon } from "../themes/document-icons.js";
import { contentsPart } from "../contents/contents-part.js";
import { collectionsPart } from "./collections-part.js";
import { palettePart } from "./palette-part.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */

/** The licences and marks of Creative Commons, and the twelve statements of RightsStatements.org. */
const RIGHTS = [
    ["https://creativecommons.org/publicdomain/mark/1.0/", "Public Domain Mark 1.0"],
    ["https://creativecommons.org/publicdomain/zero/1.0/", "CC0 1.0"],
    ["https://creativecommons.org/licenses/by/4.0/", "CC BY 4.0"],
    ["https://creativecommons.org/licenses/by-sa/4.0/", "CC BY-SA 4.0"],
    ["https://creativecommons.org/licenses/by-nd/4.0/", "CC BY-ND 4.0"],
    ["https://creativecommons.org/licenses/by-nc/4.0/", "CC BY-NC 4.0"],
    ["https://creativecommons.org/licenses/by-nc-sa/4.0/", "CC BY-NC-SA 4.0"],
    ["https://creativecommons.org/licenses/by-nc-nd/4.0/", "CC BY-NC-ND 4.0"],
    ["http://rightsstatements.org/vocab/InC/1.0/", "In Copyright"],
    ["http://rightsstatements.org/vocab/InC-OW-EU/1.0/", "In Copyright – EU Orphan Work"],
    ["http://rightsstatements.org/vocab/InC-EDU/1.0/", "In Copyright – Educational Use Permitted"],
    ["http://rightsstatements.org/vocab/InC-NC/1.0/", "In Copyright – Non-Commercial Use Permitted"],
    ["http://rightsstatements.org/vocab/InC-RUU/1.0/", "In Copyright – Rights-Holder(s) Unlocatable or Unidentifiable"],
    ["http://rightsstatements.org/vocab/NoC-CR/1.0/", "No Copyright – Contractual Restrictions"],
    ["http://rightsstatements.org/vocab/NoC-NC/1.0/", "No Copyright – Non-Commercial Use Only"],
    ["http://rightsstatements.org/vocab/NoC-OKLR/1.0/", "No Copyright – Other Known Legal Restrictions"],
    ["http://rightsstatements.org/vocab/NoC-US/1.0/", "No Copyright – United States"],
    ["http://rightsstatements.org/vocab/CNE/1.0/", "Copyright Not Evaluated"],
    ["http://rightsstatements.org/vocab/UND/1.0/", "Copyright Undetermined"],
    ["http://rightsstatements.org/vocab/NKC/1.0/", "No Known Copyright"],
];

const LANGUAGE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;

export class DocumentPanel {
    element = make("div", { class: "document-panel" });
    #session;
    #sheet;
    #onHistory;
    #shown = "";
    #fields = new AbortController();

    /** @param {EditingSession} session @param {import("../shell/sheet.js").EditorSheet} sheet @param {() => void} onHistory */
    constructor(session, sheet, onHistory) {
        this.#session = session;
        this.#sheet = sheet;
        this.#onHistory = onHistory;
        session.onChange((paths) => {
            if (this.#shown !== "" && paths.includes("document/languages")) this.show();
        });
    }

    show() {
        const kind = this.#session.languages.join();
        if (this.#shown === kind) return;
        this.#shown = kind;
        this.#fields.abort();
        this.#fields = new AbortController();
        this.element.replaceChildren(
            ...this.#translated("title", "input"),
            ...this.#translated("summary", "textarea"),
            ...this.#translated("holder", "input"),
            this.#plain("shelfmark", phrase("shelfmark")),
            ...this.#translated("date", "input"),
            ...this.#rights(),
            ...this.#translated("attribution", "input"),
            ...this.#translated("credits", "input"),
            this.#choice("status", [["draft", phrase("draft")], ["published", phrase("published")]], "published"),
            this.#choice(
                "access",
                [
                    ["open", phrase("openAccess")],
                    ["restricted", phrase("restrictedAccess")],
                    ["announced", phrase("announcedAccess")],
                ],
                "open",
            ),
            this.#plain("language", phrase("ownLanguage"), LANGUAGE),
            this.#reading(),
            this.#choice(
                "viewingDirection",
                [
                    ["", phrase("directionAsUsual")],
                    ["left-to-right", phrase("leftToRight")],
                    ["right-to-left", phrase("rightToLeft")],
                    ["top-to-bottom", phrase("topToBottom")],
                    ["bottom-to-top", phrase("bottomToTop")],
                ],
                "",
            ),
            this.#languages(),
            contentsPart(this.#session, this.#sheet, this.#fields.signal),
            collectionsPart(this.#session, this.#fields.signal),
            palettePart(this.#session, this.#fields.signal),
            this.#emblem(),
            make("p", { class: "actions" }, wordButton(phrase("history"), this.#onHistory)),
        );
    }

    /**
     * Returns an input for the text in each language.
     * @param {"title" | "summary" | "holder" | "date" | "attribution" | "credits"} name
     * @param {"input" | "textarea"} kind
     */
    #translated(name, kind) {
        return this.#session.languages.map((language) => {
            const field = { path: `document/${name}`, label: name };
            const input = languageInput(this.#session, kind, language, field, { autocomplete: "off" }, this.#fields.signal);
            return labelled(phrase("nameInLanguage", { name: phrase(name === "title" ? "titleField" : name), language: languageLabel(language) }), input);
        });
    }

    #emblem() {
        const session = this.#session;
        const [picture, name] = [make("span", { class: "emblem" }), make("span")];
        const show = () => {
            const mark = /** @type {string | null} */ (session.value("document/mark"));
            picture.replaceChildren(documentIcon(session, mark));
            name.textContent = mark ?? phrase("noIcon");
        };
        show();
        session.onChange((paths) => paths.includes("document/mark") && show(), this.#fields.signal);
        const choose = wordButton(phrase("chooseEmblem"), () => openIcons(session, "document/mark"));
        return make("fieldset", {}, make("legend", {}, phrase("emblem")), make("p", { class: "actions" }, picture, name, choose));
    }

    /** @param {string} name @param {string} label @param {RegExp} [pattern] */
    #plain(name, label, pattern) {
        const input = make("input", { type: "text", autocomplete: "off", dir: "auto" });
        bind(this.#session, input, {
            path: `document/${name}`,
            label: name,
            // Invalid text is not sent while it is being typed.
            write: (text, value) => (pattern && !pattern.test(text) ? value : text || null),
        }, this.#fields.signal);
        return labelled(label, input);
    }

    /** @param {string} name @param {[string, string][]} choices @param {string} otherwise */
    #choice(name, choices, otherwise) {
        const input = select(choices);
        bind(this.#session, input, { path: `document/${name}`, label: name, read: (value) => asText(value) || otherwise }, this.#fields.signal);
        return labelled(phrase(/** @type {"status"} */ (name)), input);
    }

    /** A choice of how pages follow each other. Other IIIF behaviours are kept. */
    #reading() {
        const input = select([
            ["", phrase("readAsUsual")],
            ["paged", phrase("readAsBook")],
            ["individuals", phrase("readSingly")],
            ["continuous", phrase("readContinuously")],
        ]);
        bind(this.#session, input, { path: "document/behavior", label: "behavior", ...oneOf(["paged", "individuals", "continuous"]) }, this.#fields.signal);
        return labelled(phrase("behavior"), input);
    }

    #rights() {
        const path = "document/rights";
        const uri = make("input", { type: "url", autocomplete: "off", inputmode: "url" });
        bind(this.#session, uri, { path, label: "rights" }, this.#fields.signal);
        const usual = select([["", phrase("otherRights")], ...RIGHTS.map(([value, name]) => /** @type {[string, string]} */ ([value, name]))]);
        bind(this.#session, usual, {
            path,
            label: "rights",
            read: (value) => (RIGHTS.some(([known]) => known === value) ? asText(value) : ""),
            write: (text, value) => text || value,
        }, this.#fields.signal);
        return [labelled(phrase("rights"), usual), labelled(phrase("rightsURI"), uri)];
    }

    /** The languages of the texts. The first is the fallback. A language can be removed only if it has no texts. */
    #languages() {
        const session = this.#session;
        const added = make("input", { type: "text", autocomplete: "off", maxlength: "35", "data-own-undo": "" });
        const set = (/** @type {string[]} */ languages) =>
            attempt(() => session.perform({ label: "languages", operations: [{ path: "document/languages", after: languages }] }));
        const add = () => {
            const tag = added.value.trim();
            if (LANGUAGE.test(tag) && !session.languages.includes(tag)) set([...session.languages, tag]);
            else added.focus();
        };
        added.addEventListener("keydown", (event) => event.key === "Enter" && add());
        const isUsed = (/** @type {string} */ tag) =>
            session.clauses().some(({ id }) => ["title", "translation", "context"].some((purpose) => session.value(`clauses/${id}/texts/${tag}/${purpose}`)));
        return make(
            "fieldset",
            {},
            make("legend", {}, phrase("languages")),
            make("ul", {}, ...session.languages.map((tag) => {
                const item = make("li", {}, languageLabel(tag));
                if (session.languages.length > 1 && !isUsed(tag)) {
                    item.append(" ", wordButton(phrase("removeLanguage"), () => set(session.languages.filter((one) => one !== tag)), {
                        "aria-label": phrase("removeNamed", { name: languageLabel(tag) }),
                    }));
                }
                return item;
            })),
            labelled(phrase("addLanguage"), added, wordButton(phrase("add"), add)),
        );
    }
}
