// @ts-check
/** The panel of tours. A step is created from what the sheet shows, and has a text in each language. */
import { announce } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { showNotice } from "../../base/notice.js";
import { counted, phrase } from "../../strings/editor.js";
import { createObject, deleteObject, moveObject } from "../session/object-edits.js";
import { languageLabel, objectLabel } from "../shell/field-names.js";
import {
    attempt, focusRestorer, labelled, languageInput, moveButtons, newNameField, wordButton,
} from "../shell/forms.js";
import { isShown } from "../shell/side.js";
import { documentHere } from "../../base/addresses.js";
import { APIError } from "../../base/api.js";
import { placeOf, viewOf } from "./place-elsewhere.js";
import { StepRow } from "./step-row.js";
import { addStep, boxOf } from "./tour-edits.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/summaries.js").TourSummary} TourSummary */
/** @typedef {import("../shell/sheet.js").EditorSheet} EditorSheet */

export class TourPanel {
    element = make("div", { class: "tour-panel" });
    #session;
    #sheet;
    #name = make("input", { type: "text", autocomplete: "off", dir: "auto", "data-own-undo": "" });
    #list = make("ol", { role: "list" });
    /** @type {Map<string, StepRow>} by `tour/step` */
    #steps = new Map();
    #shown = "";
    #rows = new AbortController();
    /** @type {string | null} the step to be focused, as `tour/step` */
    #wanted = null;

    /** @param {EditingSession} session @param {EditorSheet} sheet */
    constructor(session, sheet) {
        this.#session = session;
        this.#sheet = sheet;
        const field = newNameField(phrase("newTour"), this.#name, (name) => {
            const id = attempt(() => createObject(session, "tours", name, { title: { [session.languages[0] ?? "en"]: name } }));
            if (id === null) return;
            this.show();
            this.#open(`[data-tour="${id}"]`);
            announce(phrase("created", { name }));
        });
        this.element.append(make("p", { class: "aside" }, phrase("toursMore")), field, this.#list);
        session.addEventListener("change", () => isShown(this.element) && this.show());
    }

    show() {
        const tours = this.#session.tours();
        const kind = JSON.stringify([tours.map(({ id, steps }) => [id, steps.map((step) => step.id)]), this.#session.languages]);
        if (kind !== this.#shown) this.#fill(tours);
        this.#shown = kind;
        for (const tour of tours) {
            for (const [index, step] of tour.steps.entries()) this.#steps.get(`${tour.id}/${step.id}`)?.show(step, index + 1);
        }
        if (this.#wanted !== null) this.#steps.get(this.#wanted)?.focus();
        this.#wanted = null;
    }

    /** @param {TourSummary[]} tours */
    #fill(tours) {
        const [open, openSteps, openFields] = ["data-tour", "data-step", "data-fields"].map((attribute) =>
            new Set([...this.#list.querySelectorAll(`[${attribute}][open]`)].map((details) => details.getAttribute(attribute))));
        const restorers = ["data-fields", "data-step"].map((attribute) => focusRestorer(this.#list, attribute));
        this.#rows.abort();
        this.#rows = new AbortController();
        this.#steps.clear();
        this.#list.replaceChildren(...tours.map((tour) => {
            const row = this.#row(tour, openFields.has(tour.id));
            row.open = open.has(tour.id) || tours.length === 1;
            return make("li", {}, row);
        }));
        for (const [name, step] of this.#steps) step.element.open = openSteps.has(name);
        for (const restoreFocus of restorers) restoreFocus();
    }

    /** @param {TourSummary} tour @param {boolean} hasOpenFields */
    #row(tour, hasOpenFields) {
        const { signal } = this.#rows;
        const session = this.#session;
        const path = `tours/${tour.id}`;
        const name = make("span", { class: "name", dir: "auto" });
        const count = make("span", { class: "badge" }, counted("stepCount", tour.steps.length));
        const show = () => (name.textContent = objectLabel(session, path));
        show();
        session.addEventListener("change", show, { signal });
        const fields = session.languages.flatMap((language) => {
            const field = (/** @type {"input" | "textarea"} */ kind, /** @type {string} */ part, /** @type {string} */ label, more = {}) =>
                languageInput(session, kind, language, { path: `${path}/${part}`, label }, { "data-control": `${part}-${language}`, ...more }, signal);
            const title = field("input", "title", "renameTour", { type: "text", autocomplete: "off" });
            const summary = field("textarea", "summary", "summary", { rows: "2" });
            return [
                labelled(phrase("nameIn", { language: languageLabel(language) }), title),
                labelled(phrase("textIn", { name: phrase("summary"), language: languageLabel(language) }), summary),
            ];
        });
        const steps = make("ol", { class: "steps" }, ...tour.steps.map((step) => {
            const row = new StepRow(session, this.#sheet, tour.id, step.id, signal);
            this.#steps.set(`${tour.id}/${step.id}`, row);
            return make("li", {}, row.element);
        }));
        const more = make("details", { class: "more", "data-fields": tour.id }, make("summary", {}, phrase("tourFields")), ...fields,
            make("p", { class: "actions" },
                wordButton(phrase("delete"), () => this.#remove(tour.id), { "data-control": "delete" }),
                ...moveButtons(objectLabel(session, path), (steps) => attempt(() => moveObject(session, "tours", tour.id, steps)))));
        more.open = hasOpenFields;
        return make(
            "details",
            { "data-tour": tour.id },
            make("summary", {}, name, " ", count),
            steps,
            make("p", { class: "actions" }, wordButton(phrase("addStep"), () => this.#addStep(tour.id), { class: "action add-step" })),
            make("p", { class: "aside" }, phrase("addStepMore")),
            this.#elsewhere(tour.id),
            more,
        );
    }

    /**
     * Adds a step for the view that the sheet shows.
     * @param {string} id  the id of the tour
     */
    #addStep(id) {
        const session = this.#session;
        const tour = session.tours().find((one) => one.id === id);
        if (!tour) return;
        const { page, camera } = this.#sheet;
        const selected = session.clauses().find((clause) => clause.id === session.selection);
        const clauses = selected?.pages.includes(page.number) ? [selected.id] : [];
        this.#append(tour, { page: page.number, box: boxOf(camera, page), clauses });
    }

    /** @param {TourSummary} tour @param {Parameters<typeof addStep>[2]} view */
    #append(tour, view) {
        const { id } = tour;
        const step = attempt(() => addStep(this.#session, tour, view));
        if (step === null) return;
        this.#wanted = `${id}/${step}`;
        this.show();
        announce(phrase("stepAdded", { number: tour.steps.length + 1 }));
    }

    /**
     * Returns inputs for adding a step that shows a place in another document.
     * @param {string} id  the id of the tour
     */
    #elsewhere(id) {
        const link = make("input", { type: "url", autocomplete: "off", spellcheck: "false", "data-own-undo": "" });
        const add = wordButton(phrase("addStep"), async () => {
            const target = placeOf(link.value);
            if (!target) return refuse();
            add.disabled = true;
            try {
                const view = await viewOf(target, this.#session.languages[0] ?? "en");
                const tour = this.#session.tours().find((one) => one.id === id);
                if (!view) return refuse();
                const isHere = view.document === documentHere();
                if (tour) this.#append(tour, isHere ? { ...view, document: undefined } : view);
                link.value = "";
            } catch (error) {
                if (!(error instanceof APIError)) throw error;
                if (error.status === 404) refuse();
                else showNotice(phrase("stepLinkFailed"));
            } finally {
                add.disabled = false;
            }
        });
        const refuse = () => {
            showNotice(phrase("stepLinkWrong"));
            link.focus();
        };
        link.addEventListener("keydown", (event) => event.key === "Enter" && add.click());
        return make("details", { class: "more" }, make("summary", {}, phrase("stepLinkTitle")),
            make("p", { class: "aside" }, phrase("stepLinkMore")), labelled(phrase("stepLink"), link, add));
    }

    /** @param {string} id */
    #remove(id) {
        const session = this.#session;
        const name = objectLabel(session, `tours/${id}`);
        attempt(() => deleteObject(session, "tours", id));
        this.#name.focus();
        showNotice(phrase("tourRemoved", { name }), { label: phrase("undo"), run: () => session.undo() });
    }

    /** @param {string} selector */
    #open(selector) {
        const details = this.#list.querySelector(selector);
        if (!(details instanceof HTMLDetailsElement)) return;
        details.open = true;
        details.querySelector("button")?.focus();
    }
}
