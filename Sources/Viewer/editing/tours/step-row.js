// @ts-check
/** A step of a tour in the panel: its view, clauses, capture, and text in each language. */
import { captureName } from "../../base/capture-name.js";
import { make } from "../../base/dom.js";
import { showNotice } from "../../base/notice.js";
import { counted, phrase } from "../../strings/editor.js";
import { localized, uiLanguage } from "../../strings/strings.js";
import { chooseClauses } from "../shell/clause-choice.js";
import { clauseLabel, languageLabel } from "../shell/field-names.js";
import { attempt, iconButton, labelled, languageInput, select, wordButton } from "../shell/forms.js";
import { recordingPart } from "../texts/recording-part.js";
import { boxOf, changeStep, moveStep, removeStep } from "./tour-edits.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/summaries.js").StepSummary} StepSummary */
/** @typedef {import("../shell/sheet.js").EditorSheet} EditorSheet */

export class StepRow {
    #session;
    #sheet;
    #tour;
    #step;
    #title = make("span", { class: "name" });
    #number = make("span", { class: "number" });
    #place = make("p", { class: "aside" });
    #clauses = wordButton("", () => this.#chooseClauses(), { "data-control": "clauses" });
    #capture = make("div");
    #captures = "";
    /** @type {HTMLTextAreaElement[]} */
    #texts = [];

    /**
     * @param {EditingSession} session
     * @param {EditorSheet} sheet
     * @param {string} tour  the id of the tour
     * @param {string} step  the id of the step
     * @param {AbortSignal} signal  aborted when the row is removed
     */
    constructor(session, sheet, tour, step, signal) {
        this.#session = session;
        this.#sheet = sheet;
        this.#tour = tour;
        this.#step = step;
        const path = `tours/${tour}/steps/${step}/text`;
        const texts = session.languages.map((language) => {
            const attributes = { rows: "5", "data-control": `text-${language}` };
            const area = languageInput(session, "textarea", language, { path, label: "stepText" }, attributes, signal);
            this.#texts.push(area);
            const words = labelled(phrase("textIn", { name: phrase("stepText"), language: languageLabel(language) }), area);
            return make("div", {}, words, this.#recording(language, signal));
        });
        const button = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ run) => wordButton(text, run, { "data-control": name });
        this.element = make(
            "details",
            { "data-step": `${tour}/${step}` },
            make("summary", {}, this.#number, " ", this.#title),
            this.#place,
            make("p", { class: "actions" }, button("show", phrase("showStep"), () => this.#look()), button("take", phrase("takeView"), () => this.#takeView())),
            ...texts,
            make("p", { class: "actions" }, this.#clauses),
            this.#capture,
            make(
                "p",
                { class: "actions" },
                button("delete", phrase("delete"), () => this.#remove()),
                iconButton("arrow-up", phrase("stepEarlier"), () => this.#move(-1), { "data-control": "up" }),
                iconButton("arrow-down", phrase("stepLater"), () => this.#move(1), { "data-control": "down" }),
            ),
        );
    }

    focus() {
        this.element.open = true;
        this.#texts[0]?.focus();
    }

    /** @param {StepSummary} step @param {number} number  the position of the step, from 1 */
    show(step, number) {
        const session = this.#session;
        const words = localized(/** @type {any} */ (session.value(`tours/${this.#tour}/steps/${this.#step}/text`)), uiLanguage());
        this.#number.textContent = String(number);
        this.#title.textContent = words?.text || phrase("stepNumbered", { number });
        this.#title.lang = words?.lang ?? "";
        const index = session.pages.findIndex((page) => page.number === step.page);
        const page = phrase("pageNumbered", { number: index < 0 ? step.page : index + 1 });
        const place = step.box ? `${page} · ${step.box.map(Math.round).join(", ")}` : `${page} · ${phrase("wholePage")}`;
        this.#place.textContent = step.document ? phrase("stepElsewhere", { document: step.document, place }) : place;
        const names = step.clauses.map((id) => clauseLabel(session, id)).join(", ");
        this.#clauses.textContent = step.clauses.length > 0 ? phrase("highlighted", { clauses: names }) : phrase("chooseClauses");
        this.#clauses.disabled = Boolean(step.document);
        this.#showCaptures(step);
    }

    /**
     * Returns the part for the recording of the step's text. The step refers to the recording by its path.
     * @param {string} language
     * @param {AbortSignal} signal
     */
    #recording(language, signal) {
        const session = this.#session;
        const path = `tours/${this.#tour}/steps/${this.#step}`;
        const named = /** @type {Record<string, string>} */ (/** @type {any} */ (session.value(path))?.audio ?? {})[language];
        const stem = /^audio\/[^/]+\/(.+)\.[^.]+$/.exec(named ?? "")?.[1] ?? `tour-${this.#tour}-${this.#step}`.slice(0, 90);
        return recordingPart(session, language, stem, (file) => {
            const step = /** @type {any} */ (session.value(path));
            if (!step) return [];
            const { [language]: _, ...others } = step.audio ?? {};
            const audio = file === null ? others : { ...others, [language]: `audio/${language}/${stem}.${file.format}` };
            return [{ path, after: { ...step, audio } }];
        }, signal);
    }

    /** @param {StepSummary} step */
    #showCaptures(step) {
        const captures = this.#session.page(step.page)?.captures ?? [];
        const kind = JSON.stringify([captures.map(({ id }) => id), step.capture]);
        if (kind === this.#captures) return;
        this.#captures = kind;
        if (step.document || captures.length < 2) return this.#capture.replaceChildren();
        const names = captures.map((capture) => /** @type {[string, string]} */ ([capture.id, captureName(/** @type {any} */ (capture), uiLanguage())]));
        const [first, ...others] = names;
        const choice = select([["", first[1]], ...others]);
        choice.value = step.capture === first[0] ? "" : (step.capture ?? "");
        choice.dataset.control = "capture";
        choice.addEventListener("change", () => this.#change({ capture: choice.value || null }, "stepCapture"));
        this.#capture.replaceChildren(labelled(phrase("stepCapture"), choice));
    }

    get #value() {
        return this.#session.tours().find(({ id }) => id === this.#tour)?.steps.find(({ id }) => id === this.#step);
    }

    /** @param {Partial<StepSummary>} change @param {string} label */
    #change(change, label) {
        attempt(() => changeStep(this.#session, this.#tour, this.#step, change, label));
    }

    async #look() {
        const step = this.#value;
        if (!step || step.document) return;
        await this.#sheet.look(step.page, step.box);
    }

    #takeView() {
        const { page, camera } = this.#sheet;
        const step = this.#value;
        if (!step) return;
        // Clauses that are not on the new page are no longer highlighted.
        const on = new Set(this.#session.clauses().filter(({ pages }) => pages.includes(page.number)).map(({ id }) => id));
        const clauses = step.page === page.number ? step.clauses : step.clauses.filter((id) => on.has(id));
        const capture = step.page === page.number ? step.capture : null;
        this.#change({ page: page.number, box: boxOf(camera, page), clauses, capture, document: null }, "stepView");
    }

    #chooseClauses() {
        const session = this.#session;
        const step = this.#value;
        if (!step) return;
        const among = session.clauses().filter(({ pages }) => pages.includes(step.page));
        chooseClauses(session, {
            id: "step-clauses",
            title: counted("stepClauses", among.length),
            chosen: step.clauses,
            among,
            apply: (chosen) => this.#change({ clauses: among.map(({ id }) => id).filter((id) => chosen.has(id)) }, "stepClauses"),
        });
    }

    /** @param {-1 | 1} steps */
    #move(steps) {
        const tour = this.#session.tours().find(({ id }) => id === this.#tour);
        if (tour) attempt(() => moveStep(this.#session, tour, this.#step, steps));
    }

    #remove() {
        const session = this.#session;
        const number = this.#number.textContent ?? "";
        attempt(() => removeStep(session, this.#tour, this.#step));
        showNotice(phrase("stepRemoved", { number }), { label: phrase("undo"), run: () => session.undo() });
    }
}
