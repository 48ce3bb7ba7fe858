// @ts-check
/** A dialog for a page's captures: adding, naming, aligning and removing other pictures of the same sheet. */
import { imageURL, ROOT } from "../../base/addresses.js";
import { announce, fileInput, openDialog } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { CAPTURES, captureText } from "../../strings/captures.js";
import { phrase } from "../../strings/editor.js";
import { figure, localized, uiLanguage } from "../../strings/strings.js";
import { languageLabel } from "../shell/field-names.js";
import { attempt, bind, focusRestorer, labelled, select, textIn, withTextIn, wordButton } from "../shell/forms.js";
import { openAlignment } from "./alignment-dialog.js";
import { upload } from "./arriving.js";
import { addCapture, KINDS, MOST_CAPTURES, removeCapture } from "./capture-edits.js";
import { TYPES } from "./picture-picker.js";
import { uploadList } from "./upload-row.js";
import { Uploads } from "./uploads.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/page-images.js").Capture} Capture */
/** @typedef {import("../session/values.js").Value} Value */
/** @typedef {import("./alignments.js").Alignments} Alignments */
/** @typedef {import("./capture-edits.js").CaptureKind} CaptureKind */
/** @typedef {EditingSession["pages"][number]} EditedPage */
/** @typedef {EditedPage["captures"][number]} EditedCapture */

/** The longer side of a thumbnail, in pixels. */
const THUMBNAIL = 256;

/**
 * @param {EditingSession} session
 * @param {number} number  the number of a page with an image
 * @param {Alignments} alignments
 * @param {string} name  the name of the page
 */
export async function openCaptures(session, number, alignments, name) {
    await CAPTURES.load();
    new CapturesDialog(session, number, alignments).open(name);
}

class CapturesDialog {
    #session;
    #number;
    #alignments;
    #uploads = new Uploads();
    #list = make("ol", { role: "list" });
    #removed = make("p", { role: "status", class: "actions" });
    #kind = select(KINDS.map((kind) => [kind, captureText(kind)]));
    #adding;
    #rows = new AbortController();
    #shown = "";
    #closing = new AbortController();

    /** @param {EditingSession} session @param {number} number @param {Alignments} alignments */
    constructor(session, number, alignments) {
        this.#session = session;
        this.#number = number;
        this.#alignments = alignments;
        const file = fileInput(([chosen]) => this.#add(chosen), { accept: TYPES });
        this.#kind.value = "ultraviolet";
        this.#adding = make(
            "fieldset",
            { class: "adding" },
            make("legend", {}, phrase("addCapture")),
            labelled(phrase("captureKind"), this.#kind),
            make("p", { class: "actions" }, wordButton(phrase("choosePicture"), () => file.click(), { id: "capture-choose" }), ...this.#camera(), file),
        );
    }

    /** A link to the page that finds sheets in the camera's picture. Browsers allow camera access only over HTTPS. */
    #camera() {
        if (!navigator.mediaDevices) return [];
        const link = make("a", { class: "action", "data-control": "capture" }, phrase("takePicture"));
        const aim = () => {
            const query = new URLSearchParams({ document: this.#session.document, page: String(this.#number), kind: this.#kind.value });
            link.setAttribute("href", `${ROOT}capture?${query}`);
        };
        this.#kind.addEventListener("change", aim);
        aim();
        return [link];
    }

    /** @param {string} name  the name of the page */
    open(name) {
        const dialog = openDialog("captures-of-page", phrase("capturesOf", { name }), make("p", {}, phrase("capturesMore")), this.#list, this.#removed, uploadList(this.#uploads), this.#adding);
        const { signal } = this.#closing;
        dialog.addEventListener("close", () => {
            this.#closing.abort();
            this.#rows.abort();
            this.#uploads.all.forEach(({ id }) => this.#uploads.cancel(id));
        });
        const fill = () => this.#fill();
        this.#session.addEventListener("change", fill, { signal });
        this.#session.addEventListener("images", fill, { signal });
        this.#alignments.addEventListener("change", fill, { signal });
        this.#alignments.watch(signal);
        fill();
    }

    get #page() {
        return this.#session.page(this.#number);
    }

    /** @param {File} file */
    #add(file) {
        const session = this.#session;
        const kind = /** @type {CaptureKind} */ (this.#kind.value);
        this.#uploads.add([upload(session, file, (image) => {
            if (attempt(() => addCapture(session, this.#number, kind, image)) !== null) announce(phrase("captureAdded", { name: captureText(kind) }));
        })]);
    }

    /** Keeps unchanged parts, and the caret in them. */
    #fill() {
        const page = this.#page;
        if (!page) return;
        const { languages } = this.#session;
        const captures = page.captures.length > 0 ? page.captures : [{ ...page, id: "", label: null, kind: "visible", image: undefined }];
        const shown = JSON.stringify([captures.map(({ id, kind, imageId }) => [id, kind, imageId]), languages]);
        if (shown !== this.#shown) {
            this.#shown = shown;
            const restoreFocus = focusRestorer(this.#list, "data-capture");
            this.#rows.abort();
            this.#rows = new AbortController();
            this.#list.replaceChildren(...captures.map((capture, index) => this.#row(capture, index)));
            restoreFocus();
        }
        for (const capture of captures.slice(1)) this.#showState(page, capture);
        this.#adding.hidden = captures.length >= MOST_CAPTURES;
    }

    /** @param {Capture & { imageId: string | null, width: number, height: number }} capture @param {number} index */
    #row(capture, index) {
        const { id, imageId, width, height } = capture;
        const src = imageURL(imageId ?? "", "full", `!${THUMBNAIL},${THUMBNAIL}`);
        const picture = make("img", { alt: "", loading: "lazy", width: String(width), height: String(height), ...(imageId === null ? {} : { "data-src": src }) });
        const title = make("h3", { dir: "auto" }, index === 0 ? phrase("ownPicture") : nameOf(capture));
        const row = make("li", { "data-capture": id }, make("div", { class: "about" }, picture, make("div", {}, title, make("p", { class: "notes" }), make("progress", { max: "100", hidden: "" }))));
        if (id === "") {
            picture.src = src;
            return row;
        }
        row.append(make("div", { class: "fields" }, labelled(phrase("captureKind"), this.#kindOf(id)), ...this.#session.languages.map((language) => this.#label(id, language))));
        if (index === 0) {
            picture.src = src;
            return row;
        }
        row.append(make(
            "p",
            { class: "actions" },
            wordButton(phrase("align"), () => this.#align(id), { "data-control": "align", "aria-label": phrase("alignNamed", { name: nameOf(capture) }) }),
            wordButton(phrase("removeCapture"), () => this.#remove(id), { "data-control": "remove", "aria-label": phrase("removeNamed", { name: nameOf(capture) }) }),
        ));
        return row;
    }

    /** @param {string} id */
    #kindOf(id) {
        const input = select(KINDS.map((kind) => [kind, captureText(kind)]));
        input.dataset.control = "kind";
        this.#bind(input, id, "captureKind", ({ kind }) => kind, (capture, text) => ({ ...capture, kind: text }));
        return input;
    }

    /** @param {string} id @param {string} language */
    #label(id, language) {
        const input = make("input", { type: "text", lang: language, autocomplete: "off", "data-control": `label-${language}` });
        this.#bind(
            input, id, "name", ({ label }) => textIn(language)(label ?? null),
            (capture, text) => ({ ...capture, label: /** @type {any} */ (withTextIn(language)(text, capture.label ?? null)) }),
        );
        return labelled(phrase("nameIn", { language: languageLabel(language) }), input);
    }

    /**
     * @param {HTMLInputElement | HTMLSelectElement} input
     * @param {string} id
     * @param {string} label  the label of the edit
     * @param {(capture: Capture) => string} read
     * @param {(capture: Capture, text: string) => Capture} write
     */
    #bind(input, id, label, read, write) {
        const of = (/** @type {Value} */ value) => /** @type {Capture[]} */ (value ?? []);
        bind(this.#session, input, {
            path: `pages/${this.#number}/captures`,
            label,
            read: (value) => {
                const capture = of(value).find((one) => one.id === id);
                return capture ? read(capture) : "";
            },
            write: (text, value) => of(value).map((capture) => (capture.id === id ? write(capture, text) : capture)),
        }, this.#rows.signal);
    }

    /** @param {EditedPage} page @param {EditedCapture} capture */
    #showState(page, capture) {
        const row = this.#list.querySelector(`[data-capture="${capture.id}"]`);
        const [notes, bar, picture] = [row?.querySelector(".notes"), row?.querySelector("progress"), row?.querySelector("img")];
        if (!row || !notes || !bar || !picture) return;
        const { state, error } = this.#alignments.of(page, capture);
        bar.hidden = capture.state !== "slicing";
        bar.value = Math.floor(capture.progress * 100);
        bar.setAttribute("aria-label", phrase("slicingNamed", { name: nameOf(capture) }));
        const isFault = capture.state === "failed" || state === "unplaced";
        const text =
            capture.state === "failed" ? phrase("slicingFailed", { reason: capture.error ?? "" })
            : capture.state === "slicing" ? phrase("slicing")
            : state === "unplaced" ? phrase("cannotAlign")
            : state === "placed" && error !== null ? phrase("alignmentError", { pixels: figure(error) })
            : state === "placed" ? phrase("alignmentUnmeasured")
            : phrase("aligning");
        if (notes.textContent !== text) notes.textContent = text;
        notes.classList.toggle("fault", isFault);
        row.setAttribute("data-state", capture.state === "ready" ? state : capture.state);
        const align = row.querySelector("[data-control='align']");
        if (align instanceof HTMLButtonElement) align.disabled = capture.state !== "ready" || page.state !== "ready";
        const src = picture.getAttribute("data-src");
        if (capture.state === "ready" && src && picture.getAttribute("src") !== src) picture.src = src;
    }

    /** @param {string} id */
    #align(id) {
        const page = this.#page;
        const capture = page?.captures.find((one) => one.id === id);
        if (page && capture) openAlignment(this.#session, page, capture, nameOf(capture));
    }

    /** @param {string} id */
    #remove(id) {
        const capture = this.#page?.captures.find((one) => one.id === id);
        if (!capture) return;
        attempt(() => removeCapture(this.#session, this.#number, id));
        const undo = wordButton(phrase("undo"), () => {
            this.#session.undo();
            this.#removed.replaceChildren();
            this.#kind.focus();
        });
        this.#removed.replaceChildren(make("span", {}, phrase("captureRemoved", { name: nameOf(capture) })), undo);
        undo.focus();
    }
}

/** @param {Capture} capture */
function nameOf({ label, kind }) {
    return localized(/** @type {any} */ (label ?? null), uiLanguage())?.text ?? captureText(/** @type {CaptureKind} */ (kind));
}
