// @ts-check
/** Requests about a document's working copy. */
import { documentPath, ROOT } from "../../base/addresses.js";
import { uuid } from "../../base/uuid.js";
import { EditingError } from "./editing-error.js";
import { readJSON } from "./requests.js";

/** @typedef {import("./revision-sequencer.js").JournalEntry} JournalEntry */
/** @typedef {import("./outbox.js").Entry} Entry */
/** @typedef {import("./sender.js").Outcome} Outcome */
/** @typedef {{ name: string, scope: "edit" | "publish" }} Editor */

/**
 * @typedef {object} WorkingCopy
 * @property {string} document
 * @property {number} revision
 * @property {number} version
 * @property {number} changes
 * @property {Editor} editor
 * @property {{ name: string }[]} editors
 * @property {Record<string, number>} limits
 * @property {import("./fields.js").Content} content
 */

/** @typedef {{ path: string, before: unknown, after: unknown }} FieldChange */
/** @typedef {{ id: string, number?: string | null, change: "added" | "removed" | "changed", fields: FieldChange[] }} OwnerChange */

/**
 * How a working copy differs from the published version.
 * @typedef {object} Changes
 * @property {number} version
 * @property {number} revision
 * @property {number} total  the number of changed fields
 * @property {OwnerChange[]} clauses
 * @property {OwnerChange[]} categories
 * @property {FieldChange[]} pages
 * @property {FieldChange[]} document
 */

/**
 * The owner of stored edits: a document and an editor. It is the key under which they are stored.
 * @param {WorkingCopy} copy
 */
export function ownerOf({ document, editor }) {
    return `${document}\n${editor.name}`;
}

/** The maximum size of a keepalive request's body, in bytes. Browsers refuse more than 65,536. */
const MOST_KEPT_ALIVE = 60_000;
const TIMEOUT_MILLISECONDS = 30_000;
/** On a slow line, a long edit takes longer: the server accepts 16 KiB in ten seconds. */
const LEAST_BYTES_PER_MILLISECOND = 1.6;
/** The check before publishing examines the ink on all pages. */
const CHECK_TIMEOUT_MILLISECONDS = 300_000;

export class WorkingCopyServer {
    #path;

    /** @param {string} document */
    constructor(document) {
        this.#path = `${ROOT}${documentPath(document)}/working-copy`;
    }

    /** @returns {Promise<WorkingCopy>} the working copy with its content */
    load() {
        return this.#json("?include=content");
    }

    /**
     * Sends an edit. Failures are reported as outcomes; nothing is thrown.
     * @param {Pick<Entry, "id" | "revision" | "label" | "undoes" | "operations"> & { owner?: string }} entry
     * @returns {Promise<Outcome>}
     */
    async send({ id, owner, revision, label, undoes, operations }) {
        // Somebody else may have signed in in another tab. The server then refuses the edit.
        const editor = owner?.slice(owner.indexOf("\n") + 1);
        const edit = JSON.stringify({ id, revision, label, undoes, editor, operations });
        let response;
        try {
            response = await this.#post("/edits", edit);
        } catch {
            return { kind: "away" };
        }
        const body = await response.json().catch(() => null);
        if (response.ok) return body === null ? { kind: "away" } : { kind: "applied", entry: body };
        return outcomeOf(response, body);
    }

    /**
     * Sends an edit that is kept nowhere else.
     * @param {string} label
     * @param {number} revision
     * @param {any[]} operations
     * @throws {EditingError} if it is not applied
     */
    async apply(label, revision, operations) {
        const outcome = await this.send(/** @type {any} */ ({ id: uuid(), revision, label, undoes: null, operations }));
        if (outcome.kind !== "applied") throw new EditingError(0, "detail" in outcome ? String(outcome.detail) : outcome.kind);
    }

    /**
     * Returns journal entries, the oldest first unless `order` is given.
     * @param {{ since?: number, before?: number, clause?: string | null, limit?: number, order?: "newest" }} query
     * @returns {Promise<{ revision: number, edits: JournalEntry[] }>}
     */
    journal(query) {
        const stated = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
        return this.#json(`/edits?${new URLSearchParams(stated.map(([name, value]) => [name, String(value)]))}`);
    }

    /** @param {number} since  the revision after which events are sent */
    stream(since) {
        return new EventSource(`${this.#path}/edits?since=${since}`);
    }

    /** @returns {Promise<Changes>} */
    changes() {
        return this.#json("/changes");
    }

    /** @returns {Promise<{ findings: Record<string, any>[] }>} */
    check() {
        return this.#json("/check");
    }

    /**
     * @param {number} revision
     * @param {boolean} despiteErrors  whether to publish even if the check finds errors
     * @returns {Promise<{ version: number }>}
     */
    publish(revision, despiteErrors) {
        return this.#act("/publish", { revision, despiteErrors });
    }

    /** @param {number} revision @returns {Promise<{ keptUntil: string }>} */
    discard(revision) {
        return this.#act("/discard", { revision });
    }

    /** @param {string} path @param {object} body */
    #act(path, body) {
        return readJSON(this.#post(path, JSON.stringify(body)));
    }

    /** @param {string} path @param {string} json */
    #post(path, json) {
        const body = new TextEncoder().encode(json);
        const patience = path === "/publish" ? CHECK_TIMEOUT_MILLISECONDS : TIMEOUT_MILLISECONDS;
        return fetch(this.#path + path, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body,
            keepalive: body.length < MOST_KEPT_ALIVE,
            signal: timeoutSignal(patience + body.length / LEAST_BYTES_PER_MILLISECOND),
        });
    }

    /** @param {string} path */
    #json(path) {
        return readJSON(fetch(this.#path + path, { cache: "no-store" }));
    }
}

/** Returns a signal that aborts a request after a while; some supported browsers lack `AbortSignal.timeout`. */
function timeoutSignal(/** @type {number} */ milliseconds) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), milliseconds);
    return controller.signal;
}

/** @param {Response} response @param {any} body @returns {Outcome} */
function outcomeOf({ status, headers, statusText }, body) {
    const detail = body?.detail ?? body?.title ?? statusText;
    if (status === 409 && Array.isArray(body?.conflicts)) {
        return { kind: "conflict", conflicts: body.conflicts, revision: body.revision };
    }
    // A document that the user may no longer see is reported as not found.
    if (status === 401 || status === 403 || status === 404) return { kind: "expired" };
    if (status === 429) return { kind: "busy", seconds: Math.min(60, Number(headers.get("Retry-After")) || 1) };
    if (status >= 500 || status === 408) return { kind: "away" };
    return { kind: "refused", detail };
}
