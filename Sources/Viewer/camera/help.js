// @ts-check
/** A dialog with pairs of good and bad examples. Opens before the first picture and on demand. */
import { wordButton } from "../base/dialogs.js";
import { make } from "../base/dom.js";
import { makeSVG } from "../base/svg.js";
import { speakOf } from "../strings/camera.js";
import { pictureURL } from "../strings/institution.js";
import { path } from "./drawing.js";
import { ADVICE, helpPicture } from "./help-pictures.js";

/** @typedef {import("./help-pictures.js").Advice} Advice */

/**
 * @typedef {import("../strings/institution.js").CameraPictureName} Name  the name of a text, and of the picture an institution
 *   may substitute
 */

/** @type {Record<Advice, readonly [Name, Name]>} */
const TEXTS = {
    corners: ["helpCorners", "helpCornersWrong"],
    parallel: ["helpParallel", "helpParallelWrong"],
    background: ["helpBackground", "helpBackgroundWrong"],
    flat: ["helpFlat", "helpFlatWrong"],
    release: ["helpRelease", "helpReleaseWrong"],
};

/** @param {() => void} onClose */
export function openHelp(onClose) {
    const close = wordButton(speakOf("close"), () => dialog.close(), { class: "action close-help" });
    const rows = ADVICE.map((advice) => make("li", {}, card(advice, true), card(advice, false)));
    const dialog = make(
        "dialog",
        { id: "capture-help", "aria-labelledby": "capture-help-title" },
        make("div", { class: "frame" }, make("h2", { id: "capture-help-title" }, speakOf("helpTitle")), make("ul", { role: "list" }, ...rows), make("p", { class: "actions" }, close)),
    );
    dialog.addEventListener("close", () => {
        dialog.remove();
        onClose();
    });
    document.body.append(dialog);
    dialog.showModal();
}

/** @param {Advice} advice @param {boolean} isRight */
function card(advice, isRight) {
    const name = TEXTS[advice][isRight ? 0 : 1];
    const [text, src] = [speakOf(name), pictureURL(name)];
    const sign = makeSVG(
        "svg", { viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true" },
        makeSVG("circle", { cx: 12, cy: 12, r: 11 }), path(isRight ? "M6.5,12.5l4,4l7,-8.5" : "M7.5,7.5l9,9M16.5,7.5l-9,9"),
    );
    const words = make("p", {}, make("span", { class: "visually-hidden" }, speakOf(isRight ? "right" : "wrong", { text: "" })), text);
    return make("div", { class: isRight ? "advice right" : "advice wrong" }, src ? make("img", { src, alt: "" }) : helpPicture(advice, isRight), sign, words);
}
