// @ts-check
/** Decisions on proposals. Each is one edit, which can be undone. */
import { orderOperations } from "../session/orders.js";
import { same } from "../session/values.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/values.js").Value} Value */
/** @typedef {{ path: string, before: Value, after: Value }} FieldChange */

/**
 * A proposal of an annotation client, as stored in the working copy under `proposals/{id}`.
 * @typedef {object} Proposal
 * @property {string} id
 * @property {"create" | "replace" | "delete"} action
 * @property {string} clause  the id of the clause
 * @property {number} page
 * @property {string} editor  the user who sent it
 * @property {string} at  when it was sent, RFC 3339
 * @property {FieldChange[]} operations  with the values from before the proposal
 * @property {string[]} notes  content that a clause cannot hold
 */

/** @param {EditingSession} session @returns {Proposal[]} the proposals, oldest first */
export function openProposals(session) {
    const proposals = /** @type {Proposal[]} */ (session.proposals());
    return proposals.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : one.id < other.id ? -1 : 1));
}

/**
 * Returns what a proposal would change now, and whether somebody has changed the same field since.
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
    // Missing holes may be absent or an empty list.
    if (!path.includes("/regions/")) return same(one, other);
    const plain = (/** @type {Value} */ value) => /** @type {any[]} */ (value ?? []).map(({ polygon, holes }) => ({ polygon, holes: holes ?? [] }));
    return same(plain(one), plain(other));
}

/** @param {EditingSession} session @param {Proposal} proposal @returns {string | null} the id of the edit */
export function acceptProposal(session, { id, action, clause, operations }) {
    const changes = operations.map(({ path, after }) => ({ path, after }));
    const clauses = session.clauses();
    // A new clause comes last.
    if (action === "create") changes.push(...orderOperations("clauses", clauses, clauses.length, [clause]));
    return session.perform({ label: "acceptProposal", operations: [...changes, { path: `proposals/${id}`, after: null }] });
}

/** @param {EditingSession} session @param {Proposal} proposal @returns {string | null} the id of the edit */
export function rejectProposal(session, { id }) {
    return session.perform({ label: "rejectProposal", operations: [{ path: `proposals/${id}`, after: null }] });
}
