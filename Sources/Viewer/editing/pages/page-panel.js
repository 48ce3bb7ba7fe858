// @ts-check
/** The panel of pages: adding, ordering, naming, cropping, rotating, replacing and removing them. */
import { announce } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { showNotice } from "../../base/notice.js";
import { oncePerFrame } from "../../base/once-per-frame.js";
import { counted, phrase } from "../../strings/editor.js";
import { localized, uiLanguage } from "../../strings/strings.js";
import { attempt, focusRestorer, moreButton } from "../shell/forms.js";
import { isShown } from "../shell/side.js";
import { Alignments } from "./alignments.js";
import { upload } from "./arriving.js";
import { addPage, movePage, ordersAtEnd, removePage } from "./page-edits.js";
import { PageRow } from "./page-row.js";
import { pictureButtons, watchPictures } from "./picture-picker.js";
import { watchSlicing } from "./slicing-watch.js";
import { uploadList } from "./upload-row.js";
import { Uploads } from "./uploads.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */

/** The number of rows shown at first. More are shown on request. */
const ROWS = 100;

export class PagePanel {
    element = make("div", { class: "page-panel" });
    #session;
    #alignments;
    #onOpen;
    #uploads = new Uploads();
    #count = make("p", { class: "count", role: "status" });
    #list = make("ol", { role: "list" });
    #more = make("p", { class: "actions" });
    /** @type {Map<number, PageRow>} */
    #rows = new Map();
    #fields = new AbortController();
    #limit = ROWS;
    #shown = "";
    #refresh = oncePerFrame(() => isShown(this.element) && this.#fill());

    /** @param {EditingSession} session @param {(page: number) => void} onOpen */
    constructor(session, onOpen) {
        this.#session = session;
        this.#alignments = new Alignments(session);
        this.#onOpen = onOpen;
        const add = (/** @type {File[]} */ files) => this.#add(files);
        this.element.append(
            make("div", { class: "drop-zone" }, make("p", {}, phrase("dropPictures")), pictureButtons(add, session.document)),
            uploadList(this.#uploads),
            this.#count,
            this.#list,
            this.#more,
        );
        watchPictures(this.element, add);
        watchSlicing(session);
        session.addEventListener("change", this.#refresh);
        session.addEventListener("images", this.#refresh);
    }

    show() {
        this.#fill();
    }

    /** @param {File[]} files */
    #add(files) {
        const session = this.#session;
        const orders = ordersAtEnd(session, files.length);
        this.#uploads.add(files.map((file, index) => upload(session, file, (image) => {
            const number = attempt(() => addPage(session, image, orders[index]));
            if (number === null) return;
            announce(phrase("pageAdded", { name: file.name }));
            // A document without pictures shows its first one.
            if (session.pages.length === 1) this.#onOpen(number);
        })));
    }

    /** Keeps unchanged parts, and the caret in them. */
    #fill() {
        const { pages, languages } = this.#session;
        const kind = JSON.stringify([pages.map(({ number }) => number), languages, this.#limit]);
        if (kind !== this.#shown) this.#layOut(kind);
        for (const page of pages) this.#rows.get(page.number)?.show(page, pages);
    }

    /** @param {string} kind */
    #layOut(kind) {
        this.#shown = kind;
        const { pages } = this.#session;
        const restoreFocus = focusRestorer(this.#list, "data-row");
        this.#fields.abort();
        this.#fields = new AbortController();
        this.#rows = new Map(pages.slice(0, this.#limit).map(({ number }) => [number, this.#row(number)]));
        this.#list.replaceChildren(...[...this.#rows.values()].map(({ element }) => element));
        this.#count.textContent = counted("pageCount", pages.length);
        this.#more.replaceChildren(...moreButton(pages.length > this.#limit, () => {
            this.#limit += ROWS;
            this.#fill();
        }));
        restoreFocus();
    }

    /** @param {number} number */
    #row(number) {
        const session = this.#session;
        return new PageRow(session, number, this.#list, {
            open: () => this.#onOpen(number),
            move: (index) => this.#move(number, index),
            crop: async () => (await import("./crop-dialog.js")).openCropping(session, number),
            replace: async (file) => (await import("./replace-dialog.js")).openReplacement(session, number, file),
            captures: async (name) => (await import("./captures-dialog.js")).openCaptures(session, number, this.#alignments, name),
            remove: () => this.#remove(number),
        }, this.#fields.signal);
    }

    /** @param {number} number @param {number} index */
    #move(number, index) {
        const isMoved = attempt(() => movePage(this.#session, number, index));
        if (isMoved) announce(phrase("pageMoved", { name: this.#name(number), place: index + 1, count: this.#session.pages.length }));
    }

    /** @param {number} number */
    #remove(number) {
        const session = this.#session;
        if (session.pages.length === 1) return showNotice(phrase("lastPage"));
        const name = this.#name(number);
        attempt(() => removePage(session, number));
        this.#count.tabIndex = -1;
        this.#count.focus();
        showNotice(phrase("pageRemoved", { name }), { label: phrase("undo"), run: () => session.undo() });
    }

    /** @param {number} number */
    #name(number) {
        const { pages } = this.#session;
        const index = pages.findIndex((page) => page.number === number);
        return localized(/** @type {any} */ (pages[index]?.label), uiLanguage())?.text ?? phrase("pageNumbered", { number: index + 1 });
    }
}
