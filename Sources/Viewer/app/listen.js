// @ts-check
/**
 * Offers to read a clause aloud if the device has speech synthesis or the document has recordings. The module is loaded on first
 * use.
 */
import { actionButton } from "../base/dialogs.js";
import { find } from "../base/dom.js";
import { loadModule, showLoadFailure } from "../base/load-module.js";
import { say } from "../strings/strings.js";

/** @param {import("../base/viewer.js").Viewer} viewer */
export function offerListening(viewer) {
    if (!("speechSynthesis" in window) && !viewer.document.recordings) return;
    const listen = () => loadModule("listening/listening").then((part) => part.listen(viewer)).catch(showLoadFailure);
    const offer = () => {
        const actions = find("panel-body", HTMLElement).querySelector(".actions");
        if (actions) actions.prepend(actionButton("volume-high", say("listen"), listen));
    };
    viewer.addEventListener("read", offer);
    offer();
}
