// @ts-check
/** The first screen: a choice of what is photographed. */
import { make } from "../base/dom.js";
import { speakOf } from "../strings/camera.js";
import { kindPicture } from "./kind-pictures.js";
import { KINDS } from "./kinds.js";

/** @typedef {import("./kinds.js").Kind} Kind */

/**
 * @param {string} back  the address of the link back
 * @param {Kind | null} last  the previous choice
 * @param {(kind: Kind) => void} onChoose
 */
export function kindChoice(back, last, onChoose) {
    const choices = /** @type {Kind[]} */ (Object.keys(KINDS)).map((kind) => {
        const button = make(
            "button",
            { type: "button", class: "kind", "data-kind": kind, ...(kind === last ? { "aria-current": "true" } : {}) },
            kindPicture(kind),
            make("span", { class: "name" }, speakOf(kind)),
            make("span", { class: "more" }, speakOf(/** @type {const} */ (`${kind}More`))),
        );
        button.addEventListener("click", () => onChoose(kind));
        return make("li", {}, button);
    });
    return make(
        "section",
        { class: "kinds", "aria-labelledby": "kinds-title" },
        make("p", {}, make("a", { href: back, class: "action" }, speakOf("back"))),
        make("h2", { id: "kinds-title", tabindex: "-1" }, speakOf("chooseKind")),
        make("p", { class: "lead" }, speakOf("chooseKindMore")),
        make("ul", { role: "list" }, ...choices),
    );
}
