// @ts-check
/** Reads edits that were downloaded from an outbox. Pure. */
import { isField, same } from "./values.js";

/** @typedef {import("./outbox.js").Operation} Operation */
/** @typedef {import("./values.js").Value} Value */

/**
 * @typedef {object} ImportedEdit
 * @property {string} id
 * @property {string} label
 * @property {string | null} undoes
 * @property {string} editor
 * @property {number} revision  the newest revision known when the edit was made
 * @property {Operation[]} operations
 */

/** The maximum number of edits in a file, more than anybody makes offline. */
const MOST_EDITS = 5000;
/** The maximum number of operations in an edit, the same as the server's `EditLimits.operations`. */
const MOST_OPERATIONS = 5000;
const ID = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,99}$/;

/** @param {unknown} text @returns {text is string} */
const isText = (text) => typeof text === "string";

/**
 * @param {string} text  the text of the file
 * @returns {{ document: string, edits: ImportedEdit[] }}
 * @throws {RangeError} with the location of the error and what was expected
 */
export function parseEdits(text) {
    let file;
    try {
        file = JSON.parse(text);
    } catch {
        throw new RangeError("it is not JSON");
    }
    if (!isText(file?.document) || !Array.isArray(file.edits)) throw new RangeError("expected document and edits");
    if (file.edits.length > MOST_EDITS) throw new RangeError(`${file.edits.length} edits, expected at most ${MOST_EDITS}`);
    return { document: file.document, edits: file.edits.map(editOf) };
}

/** @param {any} edit @param {number} place @returns {ImportedEdit} */
function editOf(edit, place) {
    const at = `edits[${place}]`;
    if (!isText(edit?.id) || !ID.test(edit.id)) throw new RangeError(`${at}.id: expected letters, digits and hyphens`);
    if (!isText(edit.label) || !/^[A-Za-z]{1,40}$/.test(edit.label)) throw new RangeError(`${at}.label: expected letters`);
    const { operations } = edit;
    if (!Array.isArray(operations) || operations.length === 0 || operations.length > MOST_OPERATIONS) {
        throw new RangeError(`${at}.operations: expected 1 to ${MOST_OPERATIONS}`);
    }
    for (const [index, operation] of operations.entries()) {
        if (!isText(operation?.path) || !isField(operation.path)) throw new RangeError(`${at}.operations[${index}].path: expected a field`);
        if (operation.before === undefined || operation.after === undefined) throw new RangeError(`${at}.operations[${index}]: expected before and after`);
    }
    return {
        id: edit.id,
        label: edit.label,
        undoes: isText(edit.undoes) ? edit.undoes : null,
        editor: isText(edit.editor) ? edit.editor : "",
        revision: Number.isSafeInteger(edit.revision) && edit.revision >= 0 ? edit.revision : 0,
        operations: operations.map(({ path, before, after }) => ({ path, before, after })),
    };
}

/**
 * Predicts the effect of edits: for each field, whether it already has the new value, or has an unexpected one.
 * @param {ImportedEdit[]} edits  in order; each builds on the previous ones
 * @param {(path: string) => Value} value  returns the current value of a field
 * @returns {("has" | "differs" | "ready")[][]} for each operation of each edit
 */
export function predictedOutcomes(edits, value) {
    /** @type {Map<string, Value>} */
    const made = new Map();
    return edits.map(({ operations }) => operations.map(({ path, before, after }) => {
        const now = made.has(path) ? made.get(path) : value(path);
        made.set(path, after);
        if (same(now, after)) return "has";
        return same(now, before) ? "ready" : "differs";
    }));
}
