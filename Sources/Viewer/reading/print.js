// @ts-check
/** The shown clauses as a clean page on paper, with their cut-outs and texts. */
import * as api from "../base/api.js";
import { clauseText } from "./clause-text.js";
import { isolated } from "../strings/direction.js";
import { make } from "../base/dom.js";
import { heading, titleOf } from "./naming.js";
import { rightsName } from "./rights.js";
import { citation } from "./share.js";
import { localized } from "../strings/strings.js";
import { narrowed } from "../base/geometry.js";

/** @typedef {import("../base/api.js").Clause} Clause */
/** @typedef {import("../app/explorer.js").Explorer} Explorer */

/** Pixels: 160 mm at about 200 to the inch. */
const PICTURE_WIDTH = 1280;
const PATIENCE_MILLISECONDS = 15_000;

/**
 * Keeps what is printed in step with what is shown, however printing is asked for.
 * @param {Explorer} explorer
 */
export function watchPrinting(explorer) {
    addEventListener("beforeprint", () => {
        if (!document.getElementById("print")) fill(explorer);
    });
    addEventListener("afterprint", () => document.getElementById("print")?.remove());
}

/**
 * Prints once the pictures are there, or none has come for a while.
 * @param {Explorer} explorer
 */
export async function printShown(explorer) {
    const waitingFor = new Set(fill(explorer).querySelectorAll("img"));
    let lastArrival = performance.now();
    for (const picture of waitingFor) {
        const arrived = () => {
            waitingFor.delete(picture);
            lastArrival = performance.now();
        };
        picture.addEventListener("load", arrived);
        picture.addEventListener("error", arrived);
    }
    while (waitingFor.size > 0 && performance.now() - lastArrival < PATIENCE_MILLISECONDS) {
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    print();
}

/** @param {Explorer} explorer */
function fill(explorer) {
    document.getElementById("print")?.remove();
    const { document: about, language, selected } = explorer;
    const clauses = selected ? [selected] : explorer.list;
    const title = localized(about.title, language);
    const attribution = localized(about.attribution, language);
    const facts = [localized(about.holder, language)?.text, about.shelfmark, about.rights && rightsName(about.rights)];
    const page = make(
        "article",
        { id: "print" },
        make("h1", { lang: title?.lang ?? "" }, title?.text ?? about.id),
        make("p", {}, facts.map((fact) => isolated(fact ?? "")).filter(Boolean).join(" · ")),
        make("p", { lang: attribution?.lang ?? "" }, attribution?.text ?? ""),
        ...(selected ? [] : [make("p", { class: "aside" }, explorer.filterText)]),
        ...clauses.map((clause) => section(clause, explorer)),
        make("footer", {}, citation(explorer, selected)),
    );
    document.body.append(page);
    return page;
}

/** @param {Clause} clause @param {Explorer} explorer */
function section(clause, { document: about, language }) {
    const part = make("section", {});
    const name = heading(clause);
    if (name !== "") part.append(make("p", { class: "number" }, name));
    const title = titleOf(clause, about.language);
    part.append(make("h2", { lang: title.lang }, title.text));
    if (clause.regions.length > 0) {
        const picture = make("img", { src: api.cutOutURL(about.id, clause.id, narrowed(PICTURE_WIDTH, clause.regions)), alt: "" });
        picture.addEventListener("error", () => picture.remove());
        part.append(picture);
    }
    part.append(...clauseText({ ...clause, transcription: null }, null, language, about.language));
    return part;
}
