// @ts-check
/** Validates a requested edit and computes what it changes. Pure. */
import { phrase } from "../../strings/editor.js";
import { merged } from "./outbox.js";
import { isField, normal, split } from "./values.js";

/** @typedef {import("./values.js").Value} Value */

/**
 * @param {{ path: string, after: Value }[]} operations
 * @param {(path: string) => Value} value  returns the current value of a field
 * @returns {import("./outbox.js").Operation[]} the operations that change something, one per field
 * @throws {RangeError} if a path is not a field, its owner does not exist, or an outline's page does not; the message is shown to
 *   users
 */
export function requestedChanges(operations, value) {
    const created = new Set(operations.filter(({ after }) => after === true).map(({ path }) => path));
    const exists = (/** @type {string} */ owner) => created.has(owner) || value(owner) === true;
    for (const { path, after } of operations) {
        if (!isField(path)) throw new RangeError(`${path}: expected a field of the document`);
        const [owner, rest] = split(path);
        const isAlways = rest === "" || owner === "document" || owner === "files" || owner.startsWith("recordings/");
        // Somebody may have removed the page while the outline was drawn. The server would ask again whatever the user chooses.
        const page = normal(path, after) === null ? undefined : /^regions\/(\d+)$/.exec(rest)?.[1];
        if ((!isAlways && !exists(owner)) || (page && !exists(`pages/${page}`))) throw new RangeError(phrase("isGone"));
    }
    return merged(operations.map(({ path, after }) => ({ path, before: value(path), after: normal(path, after) })));
}
