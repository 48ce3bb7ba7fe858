// @ts-check
/** What an editor does with a proposal. Each is one edit, which undo takes back. */
import { same } from "../session/values.js";
import { between } from "../texts/clause-edits.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/values.js").Value} Value */
/** @typedef {{ path: string, before: Value, after: Value }} FieldChange */

/**
 * What an annotation client proposes, as the working copy has it below `proposals/{id}`.
 * @typedef {object} Proposal
 * @property {string} id
 * @property {"create" | "replace" | "delete"} action
 * @property {string} clause  the id
 * @property {number} page
 * @property {string} editor  who sent it
 * @property {string} at  when, as in RFC 3339
 * @property {FieldChange[]} operations  with the values from before it was sent
 * @property {string[]} notes  what a clause has no place for
 */

/** @param {EditingSession} session @returns {Proposal[]} the oldest first */
export function openProposals(session) {
    const proposals = /** @type {Proposal[]} */ (session.proposals());
    return proposals.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : one.id < other.id ? -1 : 1));
}

/**
 * What would change now, and whether somebody has changed the same field since it was proposed.
 * @param {EditingSession} session
 * @param {Proposal} proposal
 * @returns {(FieldChange & { isOutdated: boolean })[]}
 */
export function changesOf(session, { operations }) {
    return operations.map(({ path, before, after }) => {
        const now = session.value(path);
        return { path, before: now, after, isOutdated: !isSame(path, now, before) && !isSame(path, now, after) };
    });
}

/** @param {string} path @param {Value} one @param {Value} other */
function isSame(path, one, other) {
    // Holes that are not there may be missing or an empty list.
    if (!path.includes("/regions/")) return same(one, other);
    const plain = (/** @type {Value} */ value) => /** @type {any[]} */ (value ?? []).map(({ polygon, holes }) => ({ polygon, holes: holes ?? [] }));
    return same(plain(one), plain(other));
}

/** @param {EditingSession} session @param {Proposal} proposal @returns {string | null} the id of the edit */
export function acceptProposal(session, { id, action, clause, operations }) {
    const changes = operations.map(({ path, after }) => ({ path, after }));
    // A new clause comes last.
    if (action === "create") changes.push({ path: `clauses/${clause}/order`, after: between(session.clauses().at(-1), undefined) });
    return session.perform({ label: "acceptProposal", operations: [...changes, { path: `proposals/${id}`, after: null }] });
}

/** @param {EditingSession} session @param {Proposal} proposal @returns {string | null} the id of the edit */
export function rejectProposal(session, { id }) {
    return session.perform({ label: "rejectProposal", operations: [{ path: `proposals/${id}`, after: null }] });
}
