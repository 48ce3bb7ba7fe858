// @ts-check
/** The dialog that downloads a clause, a page or a document as picture, text or PDF. */
import { IS_SITE } from "../base/addresses.js";
import { choice, openDialog } from "../base/dialogs.js";
import { make, ownIcon } from "../base/dom.js";
import { rightsName } from "../reading/rights.js";
import { DOWNLOAD, downloadText } from "../strings/download.js";
import { updateTexts } from "../strings/phrase-table.js";
import { figure, languageName, say, uiLanguage } from "../strings/strings.js";
import { MOST_PAGES, SIDES, estimatedBytes, fileURL, filesOf, offered } from "./files.js";

/** @typedef {import("./files.js").What} What */
/** @typedef {import("./files.js").Form} Form */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "language" | "page">} Viewer */

/** The number of pages from which a file takes so long that a note says so. */
const SLOW_PAGES = 10;

/**
 * @param {Viewer} viewer
 * @param {import("../base/types.js").Clause | null} clause
 */
export async function openDownload(viewer, clause) {
    await updateTexts(DOWNLOAD);
    const { document: about, page } = viewer;
    const things = offered(await filesOf(about.id), page, clause);
    const rights = about.rights
        ? [make("p", { class: "aside" }, `${say("rights")}: `, make("a", { href: about.rights, target: "_blank", rel: "license noopener" }, rightsName(about.rights)))]
        : [];
    if (things.length === 0) {
        openDialog("download", say("takeAway"), make("p", {}, downloadText("nothingHere")), ...rights);
        return;
    }
    let what = things[0][0];
    /** @type {Form} */
    let form = things[0][1][0];
    let side = 2000;
    const boxes = about.languages.map((code) => languageBox(code, code === viewer.language));
    const chosen = () => boxes.filter(({ input }) => input.checked).map(({ input }) => input.value);

    const forms = make("div", { class: "forms" });
    const languages = make("fieldset", {}, make("legend", {}, downloadText("languages")), make("div", { class: "checks" }, ...boxes.map(({ element }) => element)));
    const sides = choice("download-side", downloadText("side"), SIDES.map((pixels) => [String(pixels), downloadText("pixels", { pixels: figure(pixels) })]), String(side), (value) => {
        side = Number(value);
        show();
    });
    const note = make("p", { class: "aside", role: "status" });
    const error = make("p", { class: "failure", role: "alert" });
    // A link, so that the browser saves the file as it arrives and shows the progress.
    const link = make("a", { class: "action", id: "download-file", download: "" }, ownIcon("download"), say("takeAway"));
    link.addEventListener("click", (event) => {
        if (hasLanguages() && chosen().length === 0) {
            event.preventDefault();
            error.textContent = downloadText("chooseSome");
            boxes[0]?.input.focus();
        } else {
            dialog.close();
        }
    });

    const hasLanguages = () => !IS_SITE && form !== "image" && boxes.length > 1;
    const offerForms = () => {
        const found = things.find(([name]) => name === what)?.[1] ?? [];
        if (!found.includes(form)) form = found[0];
        const named = found.map((name) => /** @type {[string, string]} */ ([name, downloadText(name)]));
        forms.replaceChildren(choice("download-form", downloadText("form"), named, form, (value) => {
            form = /** @type {Form} */ (value);
            show();
        }));
    };
    const show = () => {
        const wish = { what, form, side, languages: boxes.length > 1 ? chosen() : about.languages };
        languages.hidden = !hasLanguages();
        sides.hidden = IS_SITE || form === "text" || what === "clause";
        error.textContent = "";
        link.href = fileURL(wish, about, page, clause);
        const size = IS_SITE ? null : estimatedBytes(wish, about, page);
        const isDocument = what === "document" && form === "pdf";
        note.textContent = [
            size === null ? "" : downloadText("about", { size: sizeName(size) }),
            isDocument && about.pages.length > MOST_PAGES ? downloadText("longDocument", { most: figure(MOST_PAGES) }) : "",
            isDocument && !IS_SITE && about.pages.length >= SLOW_PAGES ? downloadText("patience") : "",
        ].filter(Boolean).map((text) => text.replace(/[.。]?$/u, ".")).join(" ");
    };
    for (const { input } of boxes) input.addEventListener("change", show);

    const whats = things.map(([name]) => /** @type {[string, string]} */ ([name, downloadText(name === "page" ? "wholePage" : name)]));
    const dialog = openDialog(
        "download",
        say("takeAway"),
        choice("download-what", downloadText("what"), whats, what, (value) => {
            what = /** @type {What} */ (value);
            offerForms();
            show();
        }),
        forms,
        languages,
        sides,
        note,
        error,
        make("div", { class: "row" }, link),
        ...rights,
    );
    offerForms();
    show();
}

/** @param {string} code @param {boolean} isChosen */
function languageBox(code, isChosen) {
    const input = make("input", { type: "checkbox", value: code });
    input.checked = isChosen;
    return { input, element: make("label", {}, input, make("span", { lang: code }, languageName(code))) };
}

/** @param {number} bytes  the size, shown to two significant digits because it is an estimate */
function sizeName(bytes) {
    const [unit, divisor] = bytes < 1e6 ? ["kilobyte", 1e3] : bytes < 1e9 ? ["megabyte", 1e6] : ["gigabyte", 1e9];
    const format = new Intl.NumberFormat(uiLanguage(), { style: "unit", unit: String(unit), maximumSignificantDigits: 2 });
    return format.format(bytes / Number(divisor));
}
