// @ts-check
/** What the working copy changes, clause by clause, and the findings of the check; publishing and discarding. */
import { openDialog } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { counted, phrase } from "../../strings/editor.js";
import { formatLocale } from "../../strings/strings.js";
import { EditingError } from "../session/editing-error.js";
import { split } from "../session/values.js";
import { fieldLabel, isIncidentalOrder, ownerLabel } from "../shell/field-names.js";
import { wordButton } from "../shell/forms.js";
import { fieldRow } from "./field-row.js";
import { openJournal } from "./journal-dialog.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/server.js").Changes} Changes */
/** @typedef {import("../session/server.js").FieldChange} FieldChange */
/**
 * @typedef {{ body: HTMLElement, status: HTMLElement, close: () => void }} Place  the parts of the dialog that its contents fill
 */

const SHOWN_FINDINGS = 200;
const SHOWN_OWNERS = 500;

/** @param {EditingSession} session */
export async function openChanges(session) {
    const body = make("div");
    // Content behind a dialog is not announced, so the dialog has a status of its own.
    const status = make("p", { role: "status" }, phrase("loading"));
    const dialog = openDialog("changes-dialog", phrase("changesTitle"), status, body);
    try {
        await fill(session, { body, status, close: () => dialog.close() });
    } catch (error) {
        showError(body, error);
    }
}

/** @param {EditingSession} session @param {Place} place */
async function fill(session, { body, status, close }) {
    // The server compares and publishes what it has, so everything must be sent first.
    await session.settled();
    const [changes, check] = await Promise.all([session.server.changes(), session.server.check()]);
    const isUnsaved = session.state !== "saved";
    const mayPublish = session.editor.scope === "publish";
    const findings = check.findings ?? [];
    const problem = make("div", { role: "alert" });
    /** @type {HTMLButtonElement[]} */
    const buttons = [];
    const run = (/** @type {() => Promise<void>} */ action) => async () => {
        for (const button of buttons) button.disabled = true;
        try {
            await action();
        } catch (error) {
            showError(problem, error);
            if (error instanceof EditingError && error.isOverridable) problem.append(make("p", { class: "actions" }, despiteErrors));
            for (const button of buttons) button.disabled = false;
        }
    };
    const publishing = (/** @type {boolean} */ isDemanded) => run(async () => {
        const { version } = await session.server.publish(changes.revision, isDemanded);
        await session.reload();
        status.textContent = phrase("publishedAs", { version });
        body.replaceChildren();
    });
    const publish = wordButton(phrase("publish"), publishing(false), { id: "publish" });
    const despiteErrors = wordButton(phrase("publishDespiteErrors"), publishing(true), { id: "publish-despite-errors" });
    const discard = wordButton(phrase("discard"), () => confirmDiscard(session, changes, { body, status, close }), { id: "discard" });
    const journal = wordButton(phrase("history"), () => openJournal(session, null));
    buttons.push(publish, despiteErrors, discard);
    publish.disabled = discard.disabled = changes.total === 0;
    const actions = mayPublish ? [publish, discard, journal] : [journal];
    status.textContent = changes.total === 0 ? phrase("noChanges", { version: changes.version }) : counted("fieldsChanged", changes.total);
    body.replaceChildren(
        ...(isUnsaved ? [make("p", { class: "warning" }, phrase("unsavedChanges"))] : []),
        ...(mayPublish ? [] : [make("p", { class: "aside" }, phrase("mayNotPublish"))]),
        make("p", { class: "actions" }, ...actions),
        problem,
        findingsPart(findings),
        ...changesParts(session, changes),
    );
}

/** @param {Record<string, any>[]} findings */
function findingsPart(findings) {
    const details = make("details", {}, make("summary", {}, counted("findings", findings.length)));
    details.append(make("ul", {}, ...findings.slice(0, SHOWN_FINDINGS).map(({ severity, message }) => make("li", { "data-severity": String(severity) }, String(message)))));
    if (findings.length > SHOWN_FINDINGS) details.append(make("p", {}, counted("further", findings.length - SHOWN_FINDINGS)));
    details.open = findings.length > 0 && findings.length <= 10;
    return details;
}

/** @param {EditingSession} session @param {Changes} changes */
function changesParts(session, { clauses, categories, pages, document }) {
    const isOwned = (/** @type {FieldChange} */ { path }) => /^(tours|glossary|recordings)\//.test(path);
    const others = document.filter((field) => !isOwned(field));
    const parts = [
        ...clauses.map(({ id, change, fields }) => ownerPart(session, `clauses/${id}`, change, fields)),
        ...categories.map(({ id, change, fields }) => ownerPart(session, `categories/${id}`, change, fields)),
        ...ownedParts(session, pages),
        ...ownedParts(session, document.filter(isOwned)),
        ...(others.length > 0 ? [ownerPart(session, "document", "changed", others)] : []),
    ];
    const rest = parts.length - SHOWN_OWNERS;
    return rest > 0 ? [...parts.slice(0, SHOWN_OWNERS), make("p", {}, counted("further", rest))] : parts;
}

/** @param {EditingSession} session @param {FieldChange[]} fields  changed fields of pages, tours, terms and recordings */
function ownedParts(session, fields) {
    const owners = [...new Set(fields.map(({ path }) => split(path)[0]))];
    return owners.map((owner) => {
        const own = fields.filter(({ path }) => split(path)[0] === owner);
        const existence = own.find(({ path }) => path === owner);
        const change = existence === undefined ? "changed" : existence.after === null ? "removed" : "added";
        return ownerPart(session, owner, change, change === "removed" ? [] : own);
    });
}

/**
 * @param {EditingSession} session
 * @param {string} owner
 * @param {"added" | "removed" | "changed"} change
 * @param {FieldChange[]} fields
 */
function ownerPart(session, owner, change, fields) {
    const shown = fields.filter((field) => fieldLabel(field.path) !== "" && !isIncidentalOrder(field));
    const list = make("ul", {}, ...shown.map((field) => fieldRow(session, field)));
    return make("section", { "data-change": change }, make("h3", {}, ownerLabel(session, `${owner}/`), " ", make("span", { class: "badge" }, phrase(change))), list);
}

/**
 * Shows what would be lost, and asks for confirmation.
 * @param {EditingSession} session
 * @param {Changes} changes
 * @param {Place} place
 */
function confirmDiscard(session, changes, { body, status, close }) {
    const problem = make("div", { role: "alert" });
    const really = wordButton(phrase("discardAll"), async () => {
        really.disabled = true;
        try {
            const { keptUntil } = await session.server.discard(changes.revision);
            await session.reload();
            const until = new Intl.DateTimeFormat(formatLocale(), { dateStyle: "long" }).format(new Date(keptUntil));
            status.textContent = phrase("discarded", { until });
            body.replaceChildren();
        } catch (error) {
            showError(problem, error);
            really.disabled = false;
        }
    }, { id: "discard-all" });
    const keep = wordButton(phrase("keepChanges"), close);
    status.textContent = phrase("discardMore");
    body.replaceChildren(
        make("p", { class: "actions" }, really, keep),
        problem,
        ...changesParts(session, changes),
    );
    keep.focus();
}

/** @param {HTMLElement} place @param {unknown} error */
function showError(place, error) {
    if (!(error instanceof EditingError)) throw error;
    const text = error.isOverridable ? counted("errorsFound", error.problems.length)
        : error.status === 409 ? phrase("movedOn")
        : error.status === 0 ? phrase("offlineMore")
        : phrase("serverSays", { detail: error.message });
    place.replaceChildren(make("p", { class: "warning" }, text), ...(error.problems.length > 0 ? [make("ul", {}, ...error.problems.slice(0, SHOWN_FINDINGS).map((one) => make("li", {}, String(one))))] : []));
}
