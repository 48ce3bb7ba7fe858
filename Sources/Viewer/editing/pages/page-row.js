// @ts-check
/** A page in the list of pages. */
import { imageURL, viewerURL } from "../../base/addresses.js";
import { fileInput } from "../../base/dialogs.js";
import { icon, make, setLabel } from "../../base/dom.js";
import { counted, phrase } from "../../strings/editor.js";
import { figure, localized, uiLanguage } from "../../strings/strings.js";
import { isScale } from "../session/values.js";
import { languageLabel } from "../shell/field-names.js";
import { bind, iconButton, labelled, languageInput, oneOf, select, wordButton } from "../shell/forms.js";
import { watchOrdering } from "./ordering.js";
import { TYPES } from "./picture-picker.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {EditingSession["pages"][number]} EditedPage */

/**
 * @typedef {object} Actions
 * @property {() => void} open
 * @property {(index: number) => void} move  moves the page to an index
 * @property {() => void} crop
 * @property {(file: File) => void} replace
 * @property {(name: string) => void} captures
 * @property {() => void} remove
 */

/** The longer side of a thumbnail in pixels: twice the displayed size, for high-density screens. */
const THUMBNAIL = 256;
/** The resolution, in pixels per inch, at which small letters are legible. The check uses the same value. */
const LEAST_RESOLUTION = 200;
const MILLIMETRES_PER_INCH = 25.4;

export class PageRow {
    element;
    #picture = make("img", { alt: "", loading: "lazy", draggable: "false" });
    #open = make("button", { type: "button", class: "thumbnail", "data-control": "open" }, this.#picture);
    #title = make("h2", { dir: "auto" });
    #size = make("p", { class: "notes" });
    #bar = make("progress", { max: "100" });
    #crop;
    #captures;
    #earlier;
    #later;
    #index = 0;
    #name = "";

    /**
     * @param {EditingSession} session
     * @param {number} number
     * @param {HTMLElement} list  the list in which rows are dragged
     * @param {Actions} on
     * @param {AbortSignal} signal  stops following the session
     */
    constructor(session, number, list, on, signal) {
        this.#open.addEventListener("click", on.open);
        this.#crop = wordButton(phrase("cropAndTurn"), on.crop, { "data-control": "crop" });
        this.#captures = wordButton(phrase("pageCaptures"), () => on.captures(this.#name), { "data-control": "captures" });
        const file = fileInput(([chosen]) => on.replace(chosen), { accept: TYPES });
        this.#earlier = iconButton("arrow-up", "", () => on.move(this.#index - 1), { "data-control": "up" });
        this.#later = iconButton("arrow-down", "", () => on.move(this.#index + 1), { "data-control": "down" });
        // The grip is for dragging with a pointer; the buttons beside it are for keys and single touches.
        const grip = make("span", { class: "grip", "aria-hidden": "true" }, icon(viewerURL("vendor/icons/grip-lines.svg")));
        const labels = session.languages.map((language) => {
            const attributes = { type: "text", autocomplete: "off", "data-control": `label-${language}` };
            const input = languageInput(session, "input", language, { path: `pages/${number}/label`, label: "pageLabel" }, attributes, signal);
            return labelled(phrase("nameIn", { language: languageLabel(language) }), input);
        });
        const behavior = select([["", phrase("usualPage")], ["non-paged", phrase("nonPaged")], ["facing-pages", phrase("facingPages")]]);
        behavior.dataset.control = "behavior";
        bind(session, behavior, { path: `pages/${number}/behavior`, label: "behavior", ...oneOf(["non-paged", "facing-pages"]) }, signal);
        const scale = make("input", { type: "text", inputmode: "decimal", autocomplete: "off", maxlength: "12", "data-control": "scale" });
        bind(session, scale, {
            path: `pages/${number}/pixelsPerMillimetre`,
            label: "resolution",
            read: (value) => (typeof value === "number" ? String(value) : ""),
            // Invalid text is not sent while it is being typed.
            write: (text, value) => (text.trim() === "" ? null : scaleIn(text) ?? value),
        }, signal);
        this.element = make(
            "li",
            { "data-row": String(number) },
            make("div", { class: "page-head" }, this.#open, make("div", { class: "about" }, this.#title, this.#size, this.#bar), this.#earlier, this.#later, grip),
            make("div", { class: "labels" }, ...labels, labelled(phrase("behavior"), behavior), labelled(phrase("resolution"), scale)),
            make(
                "p",
                { class: "actions" },
                this.#crop,
                this.#captures,
                wordButton(phrase("replaceScan"), () => file.click(), { "data-control": "replace" }),
                wordButton(phrase("removePage"), on.remove, { "data-control": "remove" }),
                file,
            ),
        );
        watchOrdering(grip, this.element, list, on.move);
    }

    /** @param {EditedPage} page @param {readonly EditedPage[]} pages */
    show(page, pages) {
        this.#index = pages.findIndex(({ number }) => number === page.number);
        const place = phrase("pageNumbered", { number: this.#index + 1 });
        const label = localized(/** @type {any} */ (page.label), uiLanguage());
        const name = label?.text ?? place;
        this.#title.textContent = label ? `${this.#index + 1}. ${label.text}` : place;
        setName(this.#open, phrase("openPage", { name }));
        setName(this.#earlier, phrase("moveEarlier", { name }));
        setName(this.#later, phrase("moveLater", { name }));
        this.#earlier.setAttribute("aria-disabled", String(this.#index === 0));
        this.#later.setAttribute("aria-disabled", String(this.#index === pages.length - 1));
        this.#name = name;
        this.#crop.hidden = this.#captures.hidden = page.image === null;
        this.#captures.textContent = page.captures.length > 1 ? counted("captureCount", page.captures.length) : phrase("pageCaptures");
        this.#showImage(page, name);
    }

    /** @param {EditedPage} page @param {string} name */
    #showImage({ imageId, width, height, state, progress, error, pixelsPerMillimetre }, name) {
        const resolution = pixelsPerMillimetre === null ? LEAST_RESOLUTION : pixelsPerMillimetre * MILLIMETRES_PER_INCH;
        const isLow = resolution < LEAST_RESOLUTION;
        const pixels = phrase("pixels", { width: figure(width), height: figure(height) });
        const size = isLow ? `${pixels} · ${phrase("lowResolution", { resolution: figure(Math.round(resolution)), least: figure(LEAST_RESOLUTION) })}` : pixels;
        const isBlank = imageId === null && state === "ready";
        this.#size.textContent = isBlank ? phrase("blankPage") : state === "failed" ? phrase("slicingFailed", { reason: error ?? "" }) : state === "slicing" ? phrase("slicing") : size;
        this.#size.classList.toggle("fault", state === "failed" || (isLow && state === "ready"));
        this.#bar.hidden = state !== "slicing";
        this.#bar.value = Math.floor(progress * 100);
        this.#bar.setAttribute("aria-label", phrase("slicingNamed", { name }));
        this.element.dataset.state = state;
        this.#open.style.aspectRatio = `${width} / ${height}`;
        this.#picture.hidden = imageId === null || state !== "ready";
        const src = imageURL(imageId ?? "", "full", `!${THUMBNAIL},${THUMBNAIL}`);
        if (!this.#picture.hidden && this.#picture.getAttribute("src") !== src) this.#picture.src = src;
    }
}

/**
 * @param {string} text  a number with a point or a comma
 * @returns {number | null} pixels per millimetre, or null if the text is invalid
 */
function scaleIn(text) {
    const number = Number(text.trim().replace(",", "."));
    return isScale(number) ? number : null;
}

/** @param {HTMLElement} button @param {string} name */
function setName(button, name) {
    if (button.getAttribute("aria-label") !== name) setLabel(button, name);
}
