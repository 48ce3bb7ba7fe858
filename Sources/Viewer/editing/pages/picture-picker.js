// @ts-check
/** How pictures come in: chosen among files, photographed, or dropped. */
import { make } from "../../base/dom.js";
import { phrase } from "../../strings/editor.js";
import { wordButton } from "../shell/forms.js";

/** What browsers offer to choose; the server decides by the bytes. */
export const TYPES = "image/*,.tif,.tiff,.jp2,.jxl,.heic,.heif,.avif,.webp";

/**
 * Buttons to choose files and to take a photograph, of which devices without a camera make one more choice of files.
 * @param {(files: File[]) => void} receive
 */
export function pictureButtons(receive) {
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
    return make(
        "p",
        { class: "actions" },
        wordButton(phrase("choosePictures"), () => files.click(), { "data-control": "choose" }),
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
