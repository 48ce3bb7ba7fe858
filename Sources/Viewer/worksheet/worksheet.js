// @ts-check
/** A worksheet for school classes: the sheet, some clauses in one language or two, a task, and lines to write on. */
import { json, partPath } from "../base/addresses.js";
import { actionButton, choice, openDialog } from "../base/dialogs.js";
import { make } from "../base/dom.js";
import { explainedTerms } from "../glossary/printed.js";
import { clauseText } from "../reading/clause-text.js";
import { titleOf } from "../reading/naming.js";
import { printedClause } from "../reading/printed-clause.js";
import { updateTexts } from "../strings/phrase-table.js";
import { figure, languageName, localized, uiLanguage } from "../strings/strings.js";
import { WORKSHEET, worksheetText } from "../strings/worksheet.js";
import { sheetPicture } from "./sheet-picture.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "language" | "list" | "selected" | "place" | "page">} Viewer */

/**
 * The page's own functions, which read from a server or a static site.
 * @typedef {object} Kit
 * @property {(id: string, clause: string, language: string) => Promise<Clause>} clause
 * @property {(image: string) => Promise<import("../base/types.js").Tiles>} tiles
 * @property {(page: HTMLElement) => Promise<void>} print  prints an element that is added to the page for the purpose
 * @property {string} citation
 */

const LINES = [0, 3, 5, 8, 12, 20];
/** Stands for the transcription in the choice of a second language. */
const OWN = "own";

/**
 * @typedef {object} Wishes
 * @property {Clause[]} clauses
 * @property {boolean} withSheet
 * @property {boolean} withTerms
 * @property {string} second  a language, `OWN`, or empty
 * @property {number} lines  the number of lines per clause
 * @property {string} task
 */

/**
 * Opens a dialog for the contents of the worksheet, and prints it.
 * @param {Viewer} viewer
 * @param {Kit} kit
 */
export async function openWorksheet(viewer, kit) {
    await updateTexts(WORKSHEET);
    const { document: about, language, list, selected, place } = viewer;
    const clauses = list.length > 0 ? list : selected ? [selected] : [];
    const boxes = clauses.map((clause) => clauseBox(clause, about.language, clause.id === selected?.id));
    const sheet = make("input", { id: "worksheet-sheet", type: "checkbox" });
    sheet.checked = true;
    const terms = make("input", { id: "worksheet-terms", type: "checkbox" });
    terms.checked = Boolean(about.glossary);
    const task = make("textarea", { id: "worksheet-task", rows: "2", maxlength: "2000", dir: "auto" });
    /** @type {[string, string, string?][]} */
    const seconds = [
        ["", worksheetText("none")],
        ...about.languages.filter((code) => code !== language).map((code) => /** @type {[string, string, string]} */ ([code, languageName(code), code])),
        [OWN, worksheetText("transcription", { language: languageName(about.language, uiLanguage()) })],
    ];
    let [second, lines] = [place.secondLanguage ?? "", 5];
    const error = make("p", { class: "failure", role: "alert" });
    const print = actionButton("print", worksheetText("print"), async () => {
        const chosen = clauses.filter((_, index) => boxes[index].input.checked);
        if (chosen.length === 0) {
            error.textContent = worksheetText("chooseSome");
            boxes[0]?.input.focus();
            return;
        }
        print.disabled = true;
        const page = await worksheet(viewer, kit, { clauses: chosen, withSheet: sheet.checked, withTerms: terms.checked, second, lines, task: task.value.trim() });
        dialog.close();
        await kit.print(page);
    });
    const dialog = openDialog(
        "worksheet",
        worksheetText("worksheet"),
        make("fieldset", {}, make("legend", {}, worksheetText("clauses")), make("div", { class: "clauses" }, ...boxes.map(({ element }) => element))),
        choice("worksheet-second", worksheetText("second"), seconds, second, (value) => (second = value)),
        choice("worksheet-lines", worksheetText("lines"), LINES.map((count) => [String(count), figure(count)]), String(lines), (value) => (lines = Number(value))),
        make("p", { class: "check" }, make("label", {}, sheet, worksheetText("withSheet"))),
        ...(about.glossary ? [make("p", { class: "check" }, make("label", {}, terms, worksheetText("withTerms")))] : []),
        make("div", { class: "field" }, make("label", { for: "worksheet-task" }, worksheetText("task")), task),
        error,
        make("div", { class: "row" }, print),
    );
    boxes.find(({ input }) => input.checked)?.element.scrollIntoView({ block: "nearest" });
}

/** @param {Clause} clause @param {string} ownLanguage @param {boolean} isChosen */
function clauseBox(clause, ownLanguage, isChosen) {
    const input = make("input", { type: "checkbox" });
    input.checked = isChosen;
    const title = titleOf(clause, ownLanguage);
    const name = make("span", { lang: title.lang }, title.text);
    const number = clause.number === null ? [] : [make("span", { class: "number" }, clause.number)];
    return { input, element: make("label", {}, input, ...number, name) };
}

/**
 * Renders the worksheet for printing.
 * @param {Viewer} viewer
 * @param {Kit} kit
 * @param {Wishes} wishes
 */
async function worksheet({ document: about, language }, kit, { clauses, withSheet, withTerms, second, lines, task }) {
    const title = localized(about.title, language);
    const blank = (/** @type {"name" | "date"} */ name) => make("span", { class: "blank" }, worksheetText(name));
    const numbers = new Set(clauses.flatMap(({ regions }) => regions.map(({ page }) => page)));
    const pages = withSheet ? about.pages.filter(({ number }) => numbers.has(number)) : [];
    const named = (/** @type {Clause} */ clause) => clause.number ?? String(clauses.indexOf(clause) + 1);
    const [sheets, others, glossary] = await Promise.all([
        Promise.all(pages.map((page) => sheetPicture(page, clauses, kit.tiles, named).catch(() => make("figure", {})))),
        Promise.all(clauses.map((clause) => (second === "" || second === OWN ? null : kit.clause(about.id, clause.id, second).catch(() => null)))),
        withTerms ? json(partPath(about.id, "glossary")).catch(() => null) : null,
    ]);
    return make(
        "article",
        { id: "print", class: "worksheet" },
        make("h1", { lang: title?.lang ?? "" }, title?.text ?? about.id),
        make("p", { class: "blanks" }, blank("name"), blank("date")),
        ...(task === "" ? [] : [make("p", { class: "task", dir: "auto" }, task)]),
        ...sheets,
        ...clauses.map((clause, index) => section(clause, others[index], { about, language, second, lines })),
        ...explainedTerms(glossary?.terms ?? [], clauses, language, worksheetText("terms")),
        make("footer", {}, kit.citation),
    );
}

/**
 * @param {Clause} clause
 * @param {Clause | null} other  the clause in the second language
 * @param {{ about: import("../base/types.js").Document, language: string, second: string, lines: number }} wishes
 */
function section(clause, other, { about, language, second, lines }) {
    const part = printedClause(clause, about);
    const column = (/** @type {Clause} */ shown, /** @type {string} */ code) => {
        const text = clauseText({ ...shown, context: null, transcription: null }, null, code, about.language);
        return make("div", { class: "column" }, ...text);
    };
    const beside =
        second === OWN && clause.transcription !== null
            ? [make("div", { class: "column own", lang: about.language }, clause.transcription)]
            : other
              ? [column(other, second)]
              : [];
    part.append(make("div", { class: "columns" }, column(clause, language), ...beside));
    part.append(...Array.from({ length: lines }, () => make("div", { class: "line" })));
    return part;
}
