// @ts-check
/** The edits that the server does not have yet: conflicts to resolve, refused edits, and pending ones. */
import { openDialog } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { pathData } from "../../base/geometry.js";
import { tokenLink } from "../../base/notice.js";
import { makeSVG } from "../../base/svg.js";
import { counted, phrase } from "../../strings/editor.js";
import { boxOf } from "../geometry/shapes.js";
import { pathLabel, valueText } from "./field-names.js";
import { labelled, wordButton } from "./forms.js";
import { importPart } from "./import-dialog.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/outbox.js").Conflict} Conflict */
/** @typedef {import("../session/outbox.js").Entry} Entry */

/** @param {EditingSession} session */
export function openOutbox(session) {
    const body = make("div", { class: "outbox" });
    const dialog = openDialog("outbox", phrase("outbox"), body);
    const closed = new AbortController();
    let shown = "";
    const fill = () => {
        const { delivery, state } = session;
        // Keeps unchanged parts, so that a conflict being resolved is not replaced.
        const kind = JSON.stringify([state, delivery.outbox.entries.map(({ id, operations }) => [id, operations.length])]);
        if (kind === shown) return;
        shown = kind;
        body.replaceChildren(...parts(session, fill));
        if (!dialog.contains(document.activeElement)) dialog.querySelector("button")?.focus();
    };
    fill();
    session.addEventListener("state", fill, { signal: closed.signal });
    dialog.addEventListener("close", () => closed.abort());
}

/** @param {EditingSession} session @param {() => void} refresh */
function parts(session, refresh) {
    const { delivery, otherUsersEdits, state } = session;
    const { outbox } = delivery;
    /** @type {Node[]} */
    const nodes = [];
    if (outbox.entries.length === 0) nodes.push(make("p", {}, phrase("allSaved")));
    if (!delivery.isLasting) nodes.push(make("p", { class: "warning" }, phrase("notStored")));
    if (state === "expired") {
        nodes.push(make("p", {}, phrase("expiredMore")), make("p", { class: "actions" }, tokenLink(location.pathname, phrase("signIn"))));
    }
    if (state === "offline") nodes.push(make("p", {}, phrase("offlineMore")));
    if (state === "offline" || state === "expired") {
        nodes.push(make("p", { class: "actions" }, wordButton(phrase("tryAgain"), () => session.retry())));
    }
    for (const { conflicts = [] } of outbox.conflicts) nodes.push(...conflicts.map((one) => conflictPart(session, one, refresh)));
    for (const entry of outbox.refused) nodes.push(refusedPart(session, entry, refresh));
    const { pending } = outbox;
    if (pending.length > 0) {
        nodes.push(make("h3", {}, counted("waiting", pending.length)));
        nodes.push(make("ul", { class: "waiting", tabindex: "0" }, ...pending.slice(0, 50).map((entry) => make("li", {}, summary(session, entry)))));
    }
    const all = [...outbox.entries, ...otherUsersEdits];
    if (otherUsersEdits.length > 0) nodes.push(make("p", {}, counted("foreign", otherUsersEdits.length, { name: otherUsersEdits[0].owner.split("\n")[1] })));
    if (all.length > 0) nodes.push(make("p", { class: "actions" }, wordButton(phrase("downloadOutbox"), () => download(session.document, all))));
    nodes.push(...importPart(session));
    return nodes;
}

/** @param {EditingSession} session @param {Entry} entry */
function summary(session, { operations }) {
    const first = operations[0] ? pathLabel(session, operations[0].path) : "";
    return operations.length > 1 ? counted("andMore", operations.length - 1, { first }) : first;
}

/** @param {EditingSession} session @param {Entry} entry @param {() => void} refresh */
function refusedPart(session, entry, refresh) {
    const run = (/** @type {() => void} */ action) => () => {
        action();
        refresh();
    };
    return make(
        "section",
        { class: "refused" },
        make("h3", {}, summary(session, entry)),
        make("p", {}, phrase("refusedMore", { detail: entry.detail ?? "" })),
        make("p", { class: "mine" }, valueText(session, entry.operations[0]?.path ?? "", entry.operations[0]?.after ?? null)),
        make(
            "p",
            { class: "actions" },
            wordButton(phrase("sendAgain"), run(() => session.delivery.resend(entry.id))),
            wordButton(phrase("giveUp"), run(() => session.delivery.discardRefused(entry.id))),
        ),
    );
}

/**
 * Shows the base, their value and my value side by side, with a choice among them.
 * @param {EditingSession} session
 * @param {Conflict} conflict
 * @param {() => void} refresh
 */
function conflictPart(session, conflict, refresh) {
    const { path, before, theirs, mine, editor } = conflict;
    const name = pathLabel(session, path);
    const side = (/** @type {string} */ title, /** @type {unknown} */ value) =>
        make("div", {}, make("h4", {}, title), picture(session, path, value));
    const failure = make("p", { role: "alert" });
    const decide = (/** @type {{ value: any } | null} */ choice) => () => {
        try {
            session.resolve(path, choice);
            refresh();
        } catch (error) {
            if (!(error instanceof RangeError)) throw error;
            failure.textContent = error.message;
        }
    };
    const actions = make(
        "p",
        { class: "actions" },
        wordButton(phrase("keepTheirs"), decide(null), { "aria-label": phrase("keepTheirsOf", { name }) }),
        wordButton(phrase("keepMine"), decide({ value: mine }), { "aria-label": phrase("keepMineOf", { name }) }),
    );
    const section = make(
        "section",
        { class: "conflict" },
        make("h3", {}, name),
        make("p", {}, phrase("conflictMore", { name: editor ?? phrase("somebody") })),
        make("div", { class: "sides" }, side(phrase("base"), before), side(phrase("theirs"), theirs), side(phrase("mine"), mine)),
    );
    if (typeof mine === "string" && typeof theirs === "string" && path.includes("/texts/")) {
        const text = make("textarea", { rows: "4", dir: "auto", "data-own-undo": "" });
        text.value = mine;
        section.append(labelled(phrase("bothTogether"), text));
        actions.append(wordButton(phrase("keepThis"), () => decide({ value: text.value || null })()));
    }
    section.append(actions, failure);
    return section;
}

/**
 * @param {EditingSession} session
 * @param {string} path
 * @param {unknown} value  outlines are drawn, other values are described in words
 */
function picture(session, path, value) {
    const text = make("p", { dir: "auto" }, valueText(session, path, value));
    if (!/^clauses\/[^/]+\/regions\//.test(path) || !Array.isArray(value)) return text;
    const { x, y, width, height } = boxOf(value.flatMap(({ polygon }) => polygon));
    const outline = makeSVG("path", { d: pathData(value.map(({ polygon, holes = [] }) => ({ polygon, holes }))) });
    const drawing = makeSVG("svg", { viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true" }, outline);
    return make("div", {}, drawing, text);
}

/** @param {string} document_ @param {Entry[]} entries  the entries to download as a file */
function download(document_, entries) {
    const edits = entries.map(({ id, revision, label, undoes, operations, state, owner }) => ({
        id, revision, label, undoes, operations, state, editor: owner.split("\n")[1],
    }));
    const file = new Blob([JSON.stringify({ document: document_, edits }, null, 2)], { type: "application/json" });
    const link = make("a", { href: URL.createObjectURL(file), download: `${document_}-edits.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
