// @ts-check
/** Printing: the clauses shown, with their pictures and texts. */
import { make } from "../base/dom.js";
import { apart, localized } from "../strings/strings.js";
import { citation } from "./cite.js";
import { clauseText } from "./clause-text.js";
import { printedClause } from "./printed-clause.js";
import { rightsName } from "./rights.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "language" | "place" | "list" | "filterText" | "selected">} Viewer */

const PATIENCE_MILLISECONDS = 15_000;

/**
 * Prepares the printed page, however printing is started.
 * @param {Viewer} viewer
 */
export function watchPrinting(viewer) {
    addEventListener("beforeprint", () => {
        if (!document.getElementById("print")) document.body.append(printed(viewer));
    });
    addEventListener("afterprint", () => document.getElementById("print")?.remove());
}

/** @param {Viewer} viewer */
export async function printShown(viewer) {
    await printPage(printed(viewer));
}

/**
 * Prints a page in place of this one once its pictures are loaded, or if none has arrived for a while.
 * @param {HTMLElement} page  an element with the id `print`
 */
export async function printPage(page) {
    document.getElementById("print")?.remove();
    document.body.append(page);
    const waitingFor = new Set(page.querySelectorAll("img"));
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

/**
 * Returns the printed page of the open clause, or of all clauses shown.
 * @param {Viewer} viewer
 */
function printed(viewer) {
    const { document: about, language, selected } = viewer;
    const clauses = selected ? [selected] : viewer.list;
    const title = localized(about.title, language);
    const attribution = localized(about.attribution, language);
    const facts = [localized(about.holder, language)?.text, about.shelfmark, about.rights && rightsName(about.rights)];
    return make(
        "article",
        { id: "print" },
        make("h1", { lang: title?.lang ?? "" }, title?.text ?? about.id),
        make("p", {}, facts.map((fact) => apart(fact ?? "")).filter(Boolean).join(" · ")),
        make("p", { lang: attribution?.lang ?? "" }, attribution?.text ?? ""),
        ...(selected ? [] : [make("p", { class: "aside" }, viewer.filterText)]),
        ...clauses.map((clause) => section(clause, viewer)),
        make("footer", {}, citation(viewer, selected)),
    );
}

/** @param {Clause} clause @param {Viewer} viewer */
function section(clause, { document: about, language }) {
    const part = printedClause(clause, about);
    part.append(...clauseText({ ...clause, transcription: null }, null, language, about.language));
    return part;
}
