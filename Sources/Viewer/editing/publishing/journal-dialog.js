// @ts-check
/** The journal of a document or a clause: who changed what and when. Earlier texts can be restored. */
import { announce, openDialog } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { phrase } from "../../strings/editor.js";
import { formatLocale } from "../../strings/strings.js";
import { EditingError } from "../session/editing-error.js";
import { same } from "../session/values.js";
import { clauseLabel, isIncidentalOrder, pathLabel } from "../shell/field-names.js";
import { attempt, wordButton } from "../shell/forms.js";
import { fieldRow } from "./field-row.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/revision-sequencer.js").JournalEntry} JournalEntry */

const PART = 50;
/** The maximum number of operations shown per edit, which may have thousands. */
const SHOWN_OPERATIONS = 20;

/** @param {EditingSession} session @param {string | null} clause */
export function openJournal(session, clause) {
    const list = make("ol", { class: "journal", role: "list" });
    const state = make("p", { role: "status" }, phrase("loading"));
    const more = wordButton(phrase("showMore"), () => load());
    more.hidden = true;
    const title = clause === null ? phrase("historyTitle") : phrase("historyOf", { name: clauseLabel(session, clause) });
    openDialog("journal", title, state, list, make("p", { class: "actions" }, more));
    /** @type {number | undefined} */
    let before;
    const load = async () => {
        try {
            const { edits } = await session.server.journal({ clause, limit: PART, order: "newest", before });
            session.recordEntries(edits);
            list.append(...edits.map((entry) => entryRow(session, entry, clause)));
            before = edits.at(-1)?.revision;
            more.hidden = edits.length < PART;
            state.textContent = list.childElementCount === 0 ? phrase("noHistory") : "";
        } catch (error) {
            if (!(error instanceof EditingError)) throw error;
            state.textContent = error.status === 0 ? phrase("offlineMore") : phrase("serverSays", { detail: error.message });
        }
    };
    load();
}

/** @param {EditingSession} session @param {JournalEntry} entry @param {string | null} clause */
function entryRow(session, entry, clause) {
    const { editor, at, operations = [] } = entry;
    const time = make("time", { datetime: at }, new Intl.DateTimeFormat(formatLocale(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(at)));
    const head = make("h3", {}, editor ?? "", " · ", time);
    if (entry.kind === "published") return make("li", {}, head, make("p", {}, phrase("publishedAs", { version: entry.version ?? 0 })));
    if (entry.kind === "discarded") return make("li", {}, head, make("p", {}, phrase("wasDiscarded")));
    const own = clause === null ? operations : operations.filter(({ path }) => `${path}/`.startsWith(`clauses/${clause}/`));
    const rows = own.filter((operation) => !isIncidentalOrder(operation)).slice(0, SHOWN_OPERATIONS).map(({ path, before, after }) => {
        const row = fieldRow(session, { path, before, after });
        row.prepend(make("strong", {}, clause === null ? pathLabel(session, path) : ""));
        const restore = wordButton(phrase("restore"), () => {
            const id = attempt(() => session.perform({ label: "restore", operations: [{ path, after: before }] }));
            if (id !== null) announce(phrase("restored", { name: pathLabel(session, path) }));
            restore.disabled = true;
        }, { "aria-label": phrase("restoreNamed", { name: pathLabel(session, path) }) });
        if (path.includes("/texts/") && !path.endsWith("/reviewed") && !same(before, session.value(path))) row.append(restore);
        return row;
    });
    return make("li", {}, head, make("ul", {}, ...rows));
}
