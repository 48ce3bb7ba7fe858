// @ts-check
/** Imports edits that were downloaded earlier, with a preview of each. */
import { announce, fileInput, openDialog } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { counted, phrase } from "../../strings/editor.js";
import { fieldRow } from "../publishing/field-row.js";
import { parseEdits, predictedOutcomes } from "../session/imported-edits.js";
import { isIncidentalOrder, pathLabel } from "./field-names.js";
import { ticked, wordButton } from "./forms.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/imported-edits.js").ImportedEdit} ImportedEdit */
/** @typedef {ReturnType<typeof predictedOutcomes>[number][number]} Outcome */

/** The maximum size of a file, in bytes. */
const MOST_BYTES = 64 << 20;
const SHOWN_EDITS = 200;
const SHOWN_OPERATIONS = 10;

/**
 * Returns a button that opens a file, and a message for files that cannot be opened.
 * @param {EditingSession} session
 * @returns {Node[]}
 */
export function importPart(session) {
    const problem = make("p", { role: "alert" });
    const input = fileInput(async ([file]) => (problem.textContent = await opened(session, file)), { accept: "application/json,.json" });
    return [make("p", { class: "actions" }, wordButton(phrase("openDownloaded"), () => input.click()), input), problem];
}

/**
 * @param {EditingSession} session @param {File} file @returns {Promise<string>} what is wrong with the file; empty if nothing is
 */
async function opened(session, file) {
    try {
        if (file.size > MOST_BYTES) throw new RangeError(`${file.size} B, ≤ ${MOST_BYTES} B`);
        const { document, edits } = parseEdits(await file.text());
        if (document !== session.document) return phrase("importOther", { name: document });
        const known = new Set(session.delivery.outbox.entries.map(({ id }) => id));
        const rest = edits.filter(({ id }) => !known.has(id));
        if (rest.length === 0) return phrase("importKnown");
        openPreview(session, rest);
        return "";
    } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return phrase("importNone", { detail: error.message });
    }
}

/** @param {EditingSession} session @param {ImportedEdit[]} edits */
function openPreview(session, edits) {
    /** @type {Set<ImportedEdit>} */
    const chosen = new Set(edits);
    const outcomes = predictedOutcomes(edits, (path) => session.value(path));
    const rows = edits.slice(0, SHOWN_EDITS).map((edit, index) => editRow(session, edit, outcomes[index], (isChosen) => {
        if (isChosen) chosen.add(edit);
        else chosen.delete(edit);
        run.disabled = chosen.size === 0;
    }));
    if (edits.length > SHOWN_EDITS) rows.push(make("li", {}, counted("further", edits.length - SHOWN_EDITS)));
    const run = wordButton(phrase("importNow"), () => {
        session.delivery.importEdits(edits.filter((edit) => chosen.has(edit)));
        announce(counted("imported", chosen.size));
        dialog.close();
    }, { id: "import-now" });
    const dialog = openDialog(
        "import", phrase("importTitle"),
        make("p", {}, counted("importCount", edits.length)),
        make("ul", { class: "imported", tabindex: "0" }, ...rows),
        make("p", { class: "actions" }, run),
    );
}

/**
 * @param {EditingSession} session
 * @param {ImportedEdit} edit
 * @param {Outcome[]} outcomes  the predicted outcome of each operation
 * @param {(isChosen: boolean) => void} onChoice
 */
function editRow(session, { operations, editor }, outcomes, onChoice) {
    const box = make("input", { type: "checkbox" });
    box.checked = true;
    box.addEventListener("change", () => onChoice(box.checked));
    const first = pathLabel(session, operations[0].path);
    const name = operations.length > 1 ? counted("andMore", operations.length - 1, { first }) : first;
    const by = editor !== "" && editor !== session.editor.name ? [make("p", { class: "aside" }, phrase("importBy", { name: editor }))] : [];
    const fields = shownOperations(operations, outcomes).map(({ operation, outcome }) => {
        const row = fieldRow(session, operation);
        if (outcome !== "ready") row.append(make("p", { class: "warning" }, phrase(outcome === "has" ? "importHas" : "importDiffers")));
        return row;
    });
    return make("li", {}, ticked(name, box), ...by, make("ul", {}, ...fields));
}

/**
 * Returns the operations to show with their outcomes: the first ones that mean something to users, or that replace an unexpected value.
 * @param {ImportedEdit["operations"]} operations
 * @param {Outcome[]} outcomes
 */
export function shownOperations(operations, outcomes) {
    return operations
        .map((operation, index) => ({ operation, outcome: outcomes[index] }))
        .filter(({ operation, outcome }) => outcome === "differs" || !isIncidentalOrder(operation))
        .slice(0, SHOWN_OPERATIONS);
}
