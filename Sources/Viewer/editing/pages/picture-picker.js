// @ts-check
/** Ways to add pictures: choosing files, taking a photograph, or dropping files. */
import { ROOT } from "../../base/addresses.js";
import { fileInput } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { phrase } from "../../strings/editor.js";
import { wordButton } from "../shell/forms.js";

/** The types offered in the file dialog. The server decides by the bytes. */
export const TYPES = "image/*,.tif,.tiff,.jp2,.jxl,.heic,.heif,.avif,.webp";

/**
 * Returns buttons to choose files and to take a photograph (on devices without a camera, this also chooses files), and a link to
 * the page that finds sheets in the camera's picture.
 * @param {(files: File[]) => void} receive
 * @param {string | null} document  the document to which pictures are added, or null for a new one
 */
export function pictureButtons(receive, document) {
    const files = fileInput(receive, { accept: TYPES, multiple: "" });
    const camera = fileInput(receive, { accept: "image/*", capture: "environment" });
    const query = document === null ? "" : `?document=${encodeURIComponent(document)}`;
    // Browsers give pages access to the camera only over HTTPS.
    const capture = navigator.mediaDevices ? [make("a", { href: `${ROOT}capture${query}`, class: "action", "data-control": "capture" }, phrase("takePicture"))] : [];
    return make(
        "p",
        { class: "actions" },
        wordButton(phrase("choosePictures"), () => files.click(), { "data-control": "choose" }),
        ...capture,
        wordButton(phrase("takePhotograph"), () => camera.click(), { "data-control": "photograph" }),
        files,
        camera,
    );
}

/**
 * Handles files dropped on an element, and keeps the event from the elements around it.
 * @param {HTMLElement} target
 * @param {(files: File[]) => void} receive
 */
export function watchPictures(target, receive) {
    const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
    target.addEventListener("dragover", (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        target.classList.add("receiving");
    });
    target.addEventListener("dragleave", (event) => {
        if (!(event.relatedTarget instanceof Node) || !target.contains(event.relatedTarget)) target.classList.remove("receiving");
    });
    target.addEventListener("drop", (event) => {
        target.classList.remove("receiving");
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) receive(files);
    });
}
