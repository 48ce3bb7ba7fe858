// @ts-check
/** The palette of a document: its colours, their contrasts, and a suggestion based on the scan. */
import { imageURL } from "../../base/addresses.js";
import { announce } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { phrase } from "../../strings/editor.js";
import { formatLocale } from "../../strings/strings.js";
import { attempt, iconButton, labelled, wordButton } from "../shell/forms.js";
import { contrastsOf, FEWEST_OVERLAYS, likenessesOf, MOST_OVERLAYS, suggestedPalette } from "./palette.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("./palette.js").Palette} Palette */

const PATH = "document/palette";
const PARTS = /** @type {const} */ (["paper", "ink", "accent", "background"]);
/** The longer side, in pixels, of the picture on which the suggestion is based. */
const PICTURE_SIZE = 320;

/** @param {EditingSession} session @param {AbortSignal} signal */
export function palettePart(session, signal) {
    const body = make("div", { class: "palette" });
    const status = make("p", { role: "status" });
    const set = (/** @type {Palette | null} */ palette, isTyped = false) =>
        attempt(() => session.perform({ label: "palette", operations: [{ path: PATH, after: palette }] }, isTyped ? { mergeKey: PATH } : {}));
    const image = session.pages.find(({ imageId }) => imageId !== null)?.imageId ?? null;
    const suggest = wordButton(phrase("suggestPalette"), async () => {
        const picture = image === null ? null : await pixels(image).catch(() => null);
        if (signal.aborted) return;
        if (picture) set(suggestedPalette(picture));
        status.textContent = phrase(picture ? "paletteSuggested" : "noPicture");
        announce(status.textContent);
    }, { id: "suggest-palette" });
    const remove = wordButton(phrase("removePalette"), () => set(null));
    const show = () => {
        const palette = /** @type {Palette | null} */ (session.value(PATH));
        remove.hidden = palette === null;
        fill(body, palette, set, () => session.release());
    };
    show();
    session.onChange((paths) => paths.includes(PATH) && show(), signal);
    const actions = make("p", { class: "actions" }, ...(image === null ? [] : [suggest]), remove);
    return make("fieldset", {}, make("legend", {}, phrase("palette")), actions, status, body);
}

/**
 * Updates existing inputs in place, since one of them may have the focus.
 * @param {HTMLElement} body
 * @param {Palette | null} palette
 * @param {(palette: Palette, isTyped?: boolean) => void} set
 * @param {() => void} release
 */
function fill(body, palette, set, release) {
    if (!palette) return body.replaceChildren(make("p", { class: "aside" }, phrase("noPalette")));
    const count = String(palette.overlays.length);
    if (body.dataset.overlays !== count || body.childElementCount < 2) {
        body.dataset.overlays = count;
        body.replaceChildren(...inputs(palette, body, set, release), make("div", { class: "sample", "aria-hidden": "true" }), make("ul", { class: "contrasts" }));
    }
    for (const [name, colour] of [...PARTS.map((part) => [part, palette[part]]), ...palette.overlays.map((colour, place) => [`overlay-${place}`, colour])]) {
        const input = body.querySelector(`[data-colour="${name}"]`);
        if (input instanceof HTMLInputElement) input.value = colour;
    }
    sample(/** @type {HTMLElement} */ (body.querySelector(".sample")), palette);
    body.querySelector(".contrasts")?.replaceChildren(...judgements(palette));
    body.dataset.palette = JSON.stringify(palette);
}

/**
 * @param {Palette} palette
 * @param {HTMLElement} body  the element that holds the current palette
 * @param {(palette: Palette, isTyped?: boolean) => void} set
 * @param {() => void} release
 */
function inputs(palette, body, set, release) {
    /** @returns {Palette} */
    const now = () => JSON.parse(body.dataset.palette ?? "null");
    /** @param {string} name @param {string} label @param {(colour: string) => Palette} change */
    const field = (name, label, change) => {
        const input = make("input", { type: "color", "data-colour": name });
        input.addEventListener("input", () => set(change(input.value), true));
        input.addEventListener("change", release);
        return labelled(label, input);
    };
    const parts = PARTS.map((part) => field(part, phrase(`${part}Colour`), (colour) => ({ ...now(), [part]: colour })));
    const overlays = palette.overlays.map((_, place) => {
        const label = phrase("overlayColour", { number: place + 1 });
        const row = field(`overlay-${place}`, label, (colour) => ({ ...now(), overlays: now().overlays.map((one, index) => (index === place ? colour : one)) }));
        if (palette.overlays.length > FEWEST_OVERLAYS) {
            const without = () => set({ ...now(), overlays: now().overlays.filter((_, index) => index !== place) });
            row.append(iconButton("minus", phrase("removeNamed", { name: label }), without));
        }
        return row;
    });
    const more = wordButton(phrase("addColour"), () => set({ ...now(), overlays: [...now().overlays, now().accent] }));
    return [...parts, ...overlays, ...(palette.overlays.length < MOST_OVERLAYS ? [make("p", { class: "actions" }, more)] : [])];
}

/** @param {HTMLElement} element @param {Palette} palette */
function sample(element, { paper, ink, accent, background, overlays }) {
    element.replaceChildren(make("span", {}, "Aa"), ...overlays.map((colour) => {
        const stripe = make("i");
        stripe.style.setProperty("--swatch", colour);
        return stripe;
    }));
    for (const [name, colour] of Object.entries({ paper, ink, accent, background })) element.style.setProperty(`--swatch-${name}`, colour);
}

/** @param {Palette} palette */
function judgements(palette) {
    const name = (/** @type {import("./palette.js").Contrast["part"] | "light"} */ part) =>
        typeof part === "number" ? phrase("overlayColour", { number: part + 1 }) : phrase(`${part}Colour`);
    // Rounded down, so that a value just below the threshold does not appear to meet it.
    const number = (/** @type {number} */ value) => new Intl.NumberFormat(formatLocale(), { maximumFractionDigits: 2 }).format(Math.floor(100 * value) / 100);
    const contrasts = contrastsOf(palette).map((one) => {
        const values = { one: name(one.part), other: name(one.with), ratio: number(one.ratio), least: number(one.least) };
        const isEnough = one.ratio >= one.least;
        return make("li", { "data-judgement": isEnough ? "good" : "poor" }, phrase(isEnough ? "contrastEnough" : "contrastLow", values));
    });
    const likenesses = likenessesOf(palette).map(({ one, other, visions }) => {
        const values = { one: name(one), other: name(other) };
        const text = visions.length === 0 ? phrase("looksSame", values) : phrase("hardToTell", { ...values, visions: visions.map((vision) => phrase(vision)).join(", ") });
        return make("li", { "data-judgement": "poor" }, text);
    });
    return [...contrasts, ...likenesses];
}

/** @param {string} image  its id @returns {Promise<ImageData>} the pixels of a small version of the image */
async function pixels(image) {
    const response = await fetch(imageURL(image, "full", `!${PICTURE_SIZE},${PICTURE_SIZE}`));
    if (!response.ok) throw new Error(response.statusText);
    const picture = await createImageBitmap(await response.blob());
    const canvas = make("canvas", { width: String(picture.width), height: String(picture.height) });
    const context = canvas.getContext("2d");
    if (!context) throw new Error("this browser draws on no canvas");
    context.drawImage(picture, 0, 0);
    return context.getImageData(0, 0, picture.width, picture.height);
}
