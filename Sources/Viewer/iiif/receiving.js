// @ts-check
/** Receives IIIF content states while a document is open: dropped as text or as a file, or pasted. */
import { showNotice } from "../base/notice.js";
import { say } from "../strings/strings.js";
import { addressOf, faultText, resolve } from "./arrival.js";
import { looksLikeState } from "./content-state.js";

/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "place">} Viewer */

const TYPES = ["text/plain", "text/uri-list", "Files"];
/** In bytes. A larger file is not read at all. */
const LARGEST_FILE = 4_000_000;

/** @type {((files: File[]) => void) | null} receives dropped pictures; if null, files are treated as states */
let receivePictures = null;

/** @param {(files: File[]) => void} receive  called with dropped pictures */
export function takePictures(receive) {
    receivePictures = receive;
}

/** @param {Viewer} viewer */
export function watchReceiving(viewer) {
    watchDrops((text) => show(text, viewer));
    watchPastes((text) => show(text, viewer));
}

/** @param {(text: string) => void} receive */
export function watchPastes(receive) {
    document.addEventListener("paste", (event) => {
        const text = event.clipboardData?.getData("text/plain") ?? "";
        if (isField(event.target) || text === "") return;
        // Anything else pasted was meant for something else.
        if (looksLikeState(text)) receive(text);
    });
}

/** @param {(text: string) => void} receive */
export function watchDrops(receive) {
    const shows = document.body.classList;
    // Something dragged from this page, deliberately or not, does not change it.
    let isOwn = false;
    addEventListener("dragstart", () => (isOwn = true));
    addEventListener("dragend", () => (isOwn = false));
    /** @param {DragEvent} event */
    const takes = (event) =>
        !isOwn && !isField(event.target) && TYPES.some((type) => event.dataTransfer?.types.includes(type));
    addEventListener("dragover", (event) => {
        if (!takes(event)) return;
        event.preventDefault();
        shows.add("receiving");
    });
    addEventListener("dragleave", (event) => {
        if (event.relatedTarget === null) shows.remove("receiving");
    });
    addEventListener("drop", async (event) => {
        shows.remove("receiving");
        if (!takes(event) || !event.dataTransfer) return;
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        const pictures = [...event.dataTransfer.files].filter(({ type }) => type.startsWith("image/"));
        if (receivePictures && pictures.length > 0) return receivePictures(pictures);
        if (!file) receive(event.dataTransfer.getData("text/plain") || event.dataTransfer.getData("text/uri-list"));
        else if (file.size > LARGEST_FILE) showNotice(say("stateLarge"));
        else receive(await file.text());
    });
}

/**
 * Opens the place of a state, as a history entry that "back" returns from. On failure, nothing changes.
 * @param {string} text
 * @param {Viewer} viewer
 */
async function show(text, viewer) {
    try {
        const where = await resolve(text, [viewer.document]);
        const { lang, secondLanguage } = viewer.place;
        const place = { ...where.place, ...(where.place.lang === null ? { lang, secondLanguage } : {}) };
        for (const dialog of document.querySelectorAll("dialog[open]")) {
            if (dialog instanceof HTMLDialogElement) dialog.close();
        }
        const address = addressOf(where.document, place);
        if (where.document !== viewer.document.id) return location.assign(address);
        const { hash } = new URL(address, location.href);
        // Only after the page has navigated, which clears earlier messages.
        if (where.isOneOfMany && hash !== location.hash) {
            addEventListener("hashchange", () => showNotice(say("stateFirst")), { once: true });
        }
        location.hash = hash;
    } catch (error) {
        showNotice(faultText(error));
    }
}

/** @param {EventTarget | null} target */
function isField(target) {
    return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}
