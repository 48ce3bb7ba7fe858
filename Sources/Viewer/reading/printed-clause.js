// @ts-check
/** The start of a clause on paper: its name, title and picture. */
import { cutOutURL } from "../base/api.js";
import { make } from "../base/dom.js";
import { clampWidth } from "../base/geometry.js";
import { heading, titleOf } from "./naming.js";

/** The width in pixels for 160 mm at about 200 pixels per inch. */
const PICTURE_WIDTH = 1280;

/**
 * @param {import("../base/types.js").Clause} clause
 * @param {Pick<import("../base/types.js").Document, "id" | "language">} about  the document
 * @returns {HTMLElement} a section, to which texts can be added
 */
export function printedClause(clause, about) {
    const part = make("section", {});
    const name = heading(clause);
    if (name !== "") part.append(make("p", { class: "number" }, name));
    const title = titleOf(clause, about.language);
    part.append(make("h2", { lang: title.lang }, title.text));
    if (clause.regions.length > 0) {
        const picture = make("img", { src: cutOutURL(about.id, clause.id, clampWidth(PICTURE_WIDTH, clause.regions)), alt: "" });
        picture.addEventListener("error", () => picture.remove());
        part.append(picture);
    }
    return part;
}
