// @ts-check
/** The table of contents: parts with a name in each language, for the page shown or the selected clause. */
import { announce } from "../../base/dialogs.js";
import { make, setLabel } from "../../base/dom.js";
import { bounds } from "../../base/geometry.js";
import { showNotice } from "../../base/notice.js";
import { phrase } from "../../strings/editor.js";
import { isMirrored, localized, uiLanguage } from "../../strings/strings.js";
import { clauseLabel, languageLabel } from "../shell/field-names.js";
import { attempt, iconButton, labelled, textIn, withTextIn, wordButton } from "../shell/forms.js";
import { added, earlier, inwards, later, MOST_PARTS, outwards, partsOf, rowsOf, without } from "./contents-edits.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("./contents-edits.js").Row} Row */

const PATH = "document/structures";

/**
 * @param {EditingSession} session
 * @param {import("../shell/sheet.js").EditorSheet} sheet
 * @param {AbortSignal} signal
 */
export function contentsPart(session, sheet, signal) {
    const part = new ContentsPart(session, sheet);
    session.onChange((paths) => paths.some((path) => path === PATH || path.startsWith("pages/")) && part.show(), signal);
    session.addEventListener("select", () => part.showButtons(), { signal });
    sheet.addEventListener("page", () => part.showButtons(), { signal });
    return part.element;
}

class ContentsPart {
    element;
    #session;
    #sheet;
    #list = make("ol", { class: "contents-rows", role: "list" });
    #addPage = wordButton("", () => this.#add(this.#page()), { "data-control": "add-page" });
    #addClause = wordButton("", () => this.#add(this.#clause()), { "data-control": "add-clause" });
    #shape = "";
    /** @type {number | null} the index of the part opened last, after which the next part is added */
    #current = null;

    /** @param {EditingSession} session @param {import("../shell/sheet.js").EditorSheet} sheet */
    constructor(session, sheet) {
        this.#session = session;
        this.#sheet = sheet;
        const hint = make("p", { class: "aside" }, phrase("contentsHint"));
        const actions = make("p", { class: "actions" }, this.#addPage, this.#addClause);
        this.element = make("fieldset", { class: "contents-part" }, make("legend", {}, phrase("contents")), hint, this.#list, actions);
        this.show();
    }

    /** @returns {Row[]} */
    get #rows() {
        return rowsOf(/** @type {any} */ (this.#session.value(PATH)));
    }

    /** Updates the list. Rows are kept while only names change, since one of their inputs may have the focus. */
    show() {
        const rows = this.#rows;
        const shape = JSON.stringify([rows.map(({ depth, part }) => [depth, part.pages]), this.#session.pages.map(({ number }) => number)]);
        if (shape !== this.#shape) {
            this.#shape = shape;
            if (this.#current !== null && this.#current >= rows.length) this.#current = null;
            const open = this.#current;
            this.#list.replaceChildren(...rows.map((row, index) => this.#row(row, index, index === open)));
        }
        for (const [index, element] of [...this.#list.children].entries()) this.#write(element, rows[index], index);
        this.showButtons();
    }

    showButtons() {
        const isFull = this.#rows.length >= MOST_PARTS;
        const { selection } = this.#session;
        this.#addPage.textContent = phrase("addToContents", { name: phrase("pageNumbered", { number: this.#numberOf(this.#sheet.page.number) }) });
        this.#addClause.textContent = selection === null ? "" : phrase("addToContents", { name: clauseLabel(this.#session, selection) });
        this.#addClause.hidden = selection === null || this.#clause() === null;
        this.#addPage.disabled = this.#addClause.disabled = isFull;
    }

    /** @param {Row} row @param {number} index @param {boolean} isOpen */
    #row({ depth }, index, isOpen) {
        const session = this.#session;
        const inputs = session.languages.map((language) => {
            const input = make("input", { type: "text", lang: language, autocomplete: "off", "data-language": language, maxlength: "1000" });
            input.addEventListener("input", () => {
                const rows = this.#rows.map((one, place) => (place === index ? named(one, withTextIn(language)(input.value, one.part.label ?? null)) : one));
                this.#set(rows, `${PATH}/${index}/${language}`);
            });
            input.addEventListener("blur", () => session.release());
            return labelled(phrase("nameIn", { language: languageLabel(language) }), input);
        });
        const [back, forth] = isMirrored() ? ["arrow-right", "arrow-left"] : ["arrow-left", "arrow-right"];
        const step = (/** @type {(rows: Row[], index: number) => import("./contents-edits.js").Step} */ run, /** @type {string} */ control) => () => {
            const done = run(this.#rows, index);
            if (!done) return;
            this.#current = done.index;
            this.#set(done.rows);
            this.#focus(control);
        };
        const details = make(
            "details",
            {},
            make("summary", {}, make("span", { class: "name" }), " ", make("span", { class: "count" })),
            ...inputs,
            make(
                "p",
                { class: "actions" },
                wordButton(phrase("showStep"), () => this.#look(index), { "data-control": "show" }),
                wordButton(phrase("delete"), () => this.#remove(index), { "data-control": "delete" }),
            ),
            make(
                "p",
                { class: "actions" },
                iconButton("arrow-up", "", step(earlier, "up"), { "data-control": "up" }),
                iconButton("arrow-down", "", step(later, "down"), { "data-control": "down" }),
                iconButton(back, "", step(outwards, "out"), { "data-control": "out" }),
                iconButton(forth, "", step(inwards, "in"), { "data-control": "in" }),
            ),
        );
        details.open = isOpen;
        details.addEventListener("toggle", () => details.open && (this.#current = index));
        const item = make("li", { "aria-level": String(depth + 1) }, details);
        item.style.setProperty("--depth", String(depth));
        return item;
    }

    /** @param {Element} element @param {Row} row @param {number} index */
    #write(element, { part, depth }, index) {
        const [place] = part.pages ?? [];
        const page = place ? phrase("pageNumbered", { number: this.#numberOf(place.page) }) : "";
        const label = localized(/** @type {any} */ (part.label ?? null), uiLanguage());
        const name = element.querySelector(".name");
        if (name instanceof HTMLElement) {
            name.textContent = label?.text || page || phrase("nothing");
            name.lang = label?.lang ?? "";
        }
        const count = element.querySelector(".count");
        if (count) count.textContent = label?.text ? page : "";
        for (const input of element.querySelectorAll("input")) {
            const text = textIn(input.dataset.language ?? "")(part.label ?? null);
            if (input.value !== text) input.value = text;
        }
        const rows = this.#rows;
        /** @type {[string, import("../../strings/editor.js").EditorPhrase, unknown][]} */
        const steps = [["up", "moveEarlier", earlier(rows, index)], ["down", "moveLater", later(rows, index)], ["out", "moveOut", outwards(rows, index)], ["in", "moveIn", inwards(rows, index)]];
        for (const [control, text, step] of steps) {
            const button = element.querySelector(`[data-control="${control}"]`);
            if (!(button instanceof HTMLButtonElement)) continue;
            setLabel(button, phrase(text, { name: name?.textContent ?? "" }));
            // Not `disabled`, so that a focused button keeps the focus.
            button.setAttribute("aria-disabled", String(!step));
        }
        const show = element.querySelector("[data-control='show']");
        if (show instanceof HTMLButtonElement) show.hidden = !place;
        element.setAttribute("aria-level", String(depth + 1));
    }

    /** @param {Row[]} rows @param {string} [mergeKey] */
    #set(rows, mergeKey) {
        const after = /** @type {any} */ (partsOf(rows));
        attempt(() => this.#session.perform({ label: "contents", operations: [{ path: PATH, after }] }, { mergeKey }));
    }

    /** @param {Row["part"] | null} part */
    #add(part) {
        if (part === null) return;
        const { rows, index } = added(this.#rows, this.#current, part);
        this.#current = index;
        this.#set(rows);
        const element = this.#list.children[index];
        const details = element?.querySelector("details");
        if (details) details.open = true;
        element?.querySelector("input")?.focus();
        announce(phrase("contentsAdded", { name: element?.querySelector(".name")?.textContent ?? "" }));
    }

    /** @returns {Row["part"]} a part for the page shown, with the page's name */
    #page() {
        const { number } = this.#sheet.page;
        const label = this.#session.value(`pages/${number}/label`);
        return { ...(label === null ? {} : { label }), pages: [{ page: number }] };
    }

    /** @returns {Row["part"] | null} a part for the selected clause, with its titles and first place; null if it is on no page */
    #clause() {
        const session = this.#session;
        const id = session.selection;
        const page = session.clauses().find((clause) => clause.id === id)?.pages[0];
        if (id === null || page === undefined) return null;
        const regions = /** @type {import("../../base/types.js").Region[] | null} */ (/** @type {unknown} */ (session.value(`clauses/${id}/regions/${page}`)));
        if (!regions?.length) return null;
        const { x, y, width, height } = bounds(regions);
        const [left, top] = [Math.floor(x), Math.floor(y)];
        const box = [left, top, Math.ceil(x + width) - left, Math.ceil(y + height) - top];
        const titles = session.languages.flatMap((language) => {
            const title = session.value(`clauses/${id}/texts/${language}/title`);
            return typeof title === "string" && title !== "" ? [/** @type {[string, string]} */ ([language, title])] : [];
        });
        const label = titles.length > 0 ? Object.fromEntries(titles) : { [session.languages[0] ?? "en"]: clauseLabel(session, id) };
        return { label, pages: [{ page, box }] };
    }

    /** @param {number} index */
    #remove(index) {
        const session = this.#session;
        const name = this.#list.children[index]?.querySelector(".name")?.textContent ?? "";
        this.#current = null;
        this.#set(without(this.#rows, index));
        const next = this.#list.children[Math.min(index, this.#list.children.length - 1)]?.querySelector("summary");
        (next ?? this.#addPage).focus();
        showNotice(phrase("tourRemoved", { name }), { label: phrase("undo"), run: () => session.undo() });
    }

    /** @param {number} index */
    #look(index) {
        const [place] = this.#rows[index]?.part.pages ?? [];
        if (place) this.#sheet.look(place.page, /** @type {any} */ (place.box ?? null));
    }

    /** @param {string} control  the control to focus, in the part that was moved */
    #focus(control) {
        const button = this.#current === null ? null : this.#list.children[this.#current]?.querySelector(`[data-control="${control}"]`);
        if (button instanceof HTMLElement) button.focus();
    }

    /** @param {number} page  the number used in fields @returns {number} the position of the page in the document, from 1 */
    #numberOf(page) {
        const index = this.#session.pages.findIndex(({ number }) => number === page);
        return index < 0 ? page : index + 1;
    }
}

/** @param {Row} row @param {import("../session/values.js").Value} label @returns {Row} */
function named({ depth, part }, label) {
    const { label: _, ...rest } = part;
    return { depth, part: label === null ? rest : { ...rest, label } };
}
