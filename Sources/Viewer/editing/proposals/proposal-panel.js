// @ts-check
/**
 * The panel of proposals from annotation clients: who proposed what and when, and what would change. They are accepted or
 * rejected one by one.
 */
import { announce } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { oncePerFrame } from "../../base/once-per-frame.js";
import { propose, proposeCount } from "../../strings/proposals.js";
import { formatLocale } from "../../strings/strings.js";
import { fieldRow } from "../publishing/field-row.js";
import { clauseLabel, fieldLabel } from "../shell/field-names.js";
import { attempt, moreButton, wordButton } from "../shell/forms.js";
import { isShown } from "../shell/side.js";
import { acceptProposal, changesOf, openProposals, rejectProposal } from "./proposal-edits.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("./proposal-edits.js").Proposal} Proposal */
/** @typedef {import("./proposal-outline.js").ProposalOutline} ProposalOutline */

/** The number of proposals shown at first. */
const ROWS = 50;

export class ProposalPanel {
    element = make("div", { class: "proposal-panel" });
    #session;
    #outline;
    #count = make("p", { class: "count", role: "status" });
    #list = make("ol", { role: "list" });
    #more = make("p", { class: "actions" });
    #limit = ROWS;
    #refresh = oncePerFrame(() => isShown(this.element) && this.#fill());
    /** @type {string | null} the id of the proposal whose outline is shown */
    #chosen = null;

    /** @param {EditingSession} session @param {ProposalOutline} outline */
    constructor(session, outline) {
        this.#session = session;
        this.#outline = outline;
        this.element.append(make("p", { class: "aside" }, propose("lead")), this.#count, this.#list, this.#more);
        this.#list.addEventListener("focusin", (event) => this.#follow(event.target));
        this.#list.addEventListener("keydown", (event) => this.#key(event));
        session.onChange((paths) => {
            if (paths.some((path) => path.startsWith("proposals/"))) this.element.dispatchEvent(new Event("title"));
            this.#refresh();
        });
    }

    /** The title of the tab, with the number of proposals. */
    get title() {
        const count = openProposals(this.#session).length;
        return count === 0 ? propose("tab") : propose("tabCount", { count });
    }

    show() {
        this.#fill();
    }

    hide() {
        this.#choose(null);
    }

    #fill() {
        const proposals = openProposals(this.#session);
        const focused = document.activeElement?.closest("[data-proposal]");
        const index = focused ? [...this.#list.children].indexOf(focused) : -1;
        const id = focused?.getAttribute("data-proposal") ?? null;
        const control = document.activeElement?.getAttribute("data-control") ?? null;
        this.#count.textContent = proposals.length === 0 ? propose("none") : proposeCount("count", proposals.length);
        this.#list.replaceChildren(...proposals.slice(0, this.#limit).map((proposal) => this.#row(proposal)));
        this.#more.replaceChildren(...moreButton(proposals.length > this.#limit, () => {
            this.#limit += ROWS;
            this.#fill();
        }));
        if (!proposals.some((one) => one.id === this.#chosen)) this.#choose(null);
        if (index < 0) return;
        // After a decision, the focus moves to the next proposal.
        const again = proposals.some((one) => one.id === id);
        const row = again ? this.#list.children[index] : this.#list.children[Math.min(index, this.#list.childElementCount - 1)];
        const target = row?.querySelector(`[data-control="${control}"]`);
        if (target instanceof HTMLElement) target.focus();
        else document.getElementById("tab-proposals")?.focus();
    }

    /** @param {Proposal} proposal */
    #row(proposal) {
        const session = this.#session;
        const { id, action, clause, editor, at, notes } = proposal;
        const name = propose(`${action}Clause`, { clause: action === "create" ? titleOf(proposal) : clauseLabel(session, clause) });
        const time = make("time", { datetime: at }, new Intl.DateTimeFormat(formatLocale(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(at)));
        const changes = changesOf(session, proposal).filter(({ path }) => fieldLabel(path) !== "");
        const rows = changes.map((change) => {
            // The numbers of points of two outlines say little; both outlines are shown on the sheet.
            const row = fieldRow(session, change.path.includes("/regions/") ? { ...change, before: null } : change);
            if (change.isOutdated) row.append(make("p", { class: "warning" }, propose("outdated")));
            return row;
        });
        const describe = `proposal-${id}`;
        const button = (/** @type {string} */ control, /** @type {string} */ label, /** @type {() => void} */ run) =>
            wordButton(label, run, { "data-control": control, "aria-describedby": describe });
        const outlined = changes.some(({ path }) => path.includes("/regions/")) || action === "delete";
        return make(
            "li",
            { "data-proposal": id, "data-action": action },
            make("h2", { id: describe, dir: "auto" }, name),
            make("p", { class: "aside" }, make("bdi", {}, editor), " · ", time),
            make("ul", { role: "list" }, ...rows),
            ...(changes.length === 0 && action === "replace" ? [make("p", {}, propose("nothingChanges"))] : []),
            ...(action === "delete" ? [make("p", {}, propose("deleteMore"))] : []),
            ...(notes.length > 0 ? [make("details", {}, make("summary", {}, proposeCount("notes", notes.length)), make("ul", { role: "list" }, ...notes.map((note) => make("li", { dir: "auto" }, note))))] : []),
            make(
                "p",
                { class: "actions" },
                button("accept", propose("accept"), () => this.#decide(proposal, name, "accepted")),
                button("reject", propose("reject"), () => this.#decide(proposal, name, "rejected")),
                ...(outlined ? [button("show", propose("showOnSheet"), () => {
                    this.#choose(proposal);
                    this.#outline.reveal();
                })] : []),
            ),
        );
    }

    /** @param {Proposal} proposal @param {string} name @param {"accepted" | "rejected"} decision */
    #decide(proposal, name, decision) {
        // Somebody else may have decided meanwhile, or the client may have replaced the proposal.
        if (this.#session.value(`proposals/${proposal.id}`) === null) return this.#fill();
        const edit = attempt(() => (decision === "accepted" ? acceptProposal : rejectProposal)(this.#session, proposal));
        if (edit !== null) announce(propose(decision, { name }));
    }

    /**
     * Shows the outline of the focused proposal.
     * @param {EventTarget | null} target
     */
    #follow(target) {
        const id = target instanceof Element ? target.closest("[data-proposal]")?.getAttribute("data-proposal") : null;
        if (id && id !== this.#chosen) this.#choose(openProposals(this.#session).find((proposal) => proposal.id === id) ?? null);
    }

    /** @param {Proposal | null} proposal */
    #choose(proposal) {
        this.#chosen = proposal?.id ?? null;
        for (const row of this.#list.children) {
            row.toggleAttribute("data-chosen", row.getAttribute("data-proposal") === this.#chosen);
        }
        if (!proposal) return this.#outline.show(null);
        const { clause, page, operations } = proposal;
        const path = `clauses/${clause}/regions/${page}`;
        const change = operations.find((operation) => operation.path === path);
        const isGone = operations.some((operation) => operation.path === `clauses/${clause}` && operation.after === null);
        const before = /** @type {any[] | null} */ (this.#session.value(path)) ?? [];
        const after = isGone ? [] : /** @type {any[] | null} */ (change ? change.after : before) ?? [];
        this.#outline.show({ page, before, after });
    }

    /**
     * Handles keys: up and down move between proposals, A accepts and R rejects.
     * @param {KeyboardEvent} event
     */
    #key(event) {
        const row = event.target instanceof Element ? event.target.closest("[data-proposal]") : null;
        if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
        /** @type {Record<string, Element | null>} */
        const steps = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling };
        /** @type {Record<string, string>} */
        const controls = { a: "accept", r: "reject" };
        const [step, control] = [steps[event.key], controls[event.key.toLowerCase()]];
        const next = step?.querySelector("[data-control]");
        if (next instanceof HTMLElement) {
            event.preventDefault();
            next.focus();
        } else if (control) {
            event.preventDefault();
            const button = row.querySelector(`[data-control="${control}"]`);
            if (button instanceof HTMLButtonElement) {
                button.focus();
                button.click();
            }
        }
    }
}

/** @param {Proposal} proposal  a proposal of a new clause */
function titleOf({ clause, operations }) {
    const title = operations.find(({ path }) => path.endsWith("/title"))?.after;
    return typeof title === "string" ? title : clause;
}
