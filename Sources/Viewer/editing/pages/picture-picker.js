// @ts-check
/** How pictures come in: chosen among files, photographed, or dropped. */
import { ROOT } from "../../base/addresses.js";
import { make } from "../../base/dom.js";
import { phrase } from "../../strings/editor.js";
import { wordButton } from "../shell/forms.js";

/** What browsers offer to choose; the server decides by the bytes. */
export const TYPES = "image/*,.tif,.tiff,.jp2,.jxl,.heic,.heif,.avif,.webp";

/**
 * Buttons to choose files and to take a photograph, of which devices without a camera make one more choice of files, and the way
 * to the page that finds pages in the camera's picture.
 * @param {(files: File[]) => void} receive
 * @param {string | null} document  that the pictures are added to; null for a new one
 */
export function pictureButtons(receive, document) {
    const input = (/** @type {Record<string, string>} */ attributes) => {
        // Hidden from assistive technology too: the button beside it opens it.
        const element = make("input", { type: "file", hidden: "", tabindex: "-1", ...attributes });
        element.addEventListener("change", () => {
            const files = [...(element.files ?? [])];
            // So that the same file can be chosen again.
            element.value = "";
            if (files.length > 0) receive(files);
        });
        return element;
    };
    const files = input({ accept: TYPES, multiple: "" });
    const camera = input({ accept: "image/*", capture: "environment" });
    const query = document === null ? "" : `?document=${encodeURIComponent(document)}`;
    // Browsers give no camera to pages without HTTPS.
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
 * Files that are dropped on an element go to the editor, and not to the page around it.
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
