// @ts-check
/** The options dialog: share, print, help, languages, appearance, and a button that forgets everything. */
import { comparisonURL } from "../base/addresses.js";
import { actionButton, announce, choice, openDialog } from "../base/dialogs.js";
import { make, ownIcon } from "../base/dom.js";
import { forget, recall, remember, showAppearance } from "../base/memory.js";
import { printShown } from "../reading/print.js";
import { openShare } from "../reading/share.js";
import { INSTITUTION } from "../strings/institution.js";
import { languageName, pageLanguages, say } from "../strings/strings.js";
import { openDownload } from "./download.js";
import { openHelp } from "./help.js";
import { openNotes } from "./notes.js";
import { openWorksheet } from "./worksheet.js";

/** @typedef {import("../reading/share.js").ViewerWithSight} ViewerWithSight */
/** @typedef {import("../base/viewer.js").Viewer} WholeViewer */
/**
 * @typedef {ViewerWithSight & Pick<WholeViewer, "list" | "filterText" | "pushPlace" | "chooseLanguage" | "updateStrings"
 *     | "addEventListener">} Viewer
 */

/** @param {Viewer} viewer */
export function openOptions(viewer) {
    const dialog = openDialog("options", say("options"), actions(viewer), ...choices(viewer), forgetting(viewer));
    dialog.addEventListener("click", ({ target }) => {
        if (target instanceof Element && target.closest(".row .action")) dialog.close();
    });
}

/** @param {Viewer} viewer */
function actions(viewer) {
    return make(
        "div",
        { class: "row" },
        actionButton("share-nodes", say("share"), () => openShare(viewer)),
        actionButton("print", say("print"), () => printShown(viewer)),
        actionButton("download", say("takeAway"), () => openDownload(viewer)),
        actionButton("feather-pointed", say("worksheet"), () => openWorksheet(viewer)),
        actionButton("question", say("help"), () => openHelp()),
        ...(openNotes ? [actionButton("bookmark", say("notes"), () => openNotes?.("open"))] : []),
        ...compareLink(),
        ...editLink(),
    );
}

/** Returns the link to the comparison page. Not offered in a frame, nor if pages refuse to be framed. */
function compareLink() {
    const isRefused = document.querySelector("meta[name='explore-embedding'][content='none']") !== null;
    if (parent !== window || isRefused) return [];
    return [make("a", { class: "action", href: comparisonURL(location) }, ownIcon("book-open"), say("sideBySide"))];
}

/**
 * Returns the link to the editor. The server puts its address only into the pages of readers who may edit, so no request is
 * needed.
 */
function editLink() {
    const address = document.querySelector("link[rel='edit']")?.getAttribute("href");
    if (!address) return [];
    return [make("a", { class: "action", href: address + location.hash }, ownIcon("pencil"), say("edit"))];
}

/** @param {Viewer} viewer */
function choices(viewer) {
    const { document: about, language, place } = viewer;
    const rows = [];
    /** @type {(code: string) => [string, string, string]} */
    const named = (code) => [code, languageName(code), code];
    // Not if the reader has closed it meanwhile.
    const again = () => document.getElementById("options") && openOptions(viewer);
    if (about.languages.length > 1) {
        const others = about.languages.filter((code) => code !== language).map(named);
        rows.push(
            choice("texts", say("textsIn"), about.languages.map(named), language, (lang) => {
                viewer.addEventListener("list", again, { once: true });
                viewer.chooseLanguage(lang);
            }),
            choice("beside", say("besideIn"), [["", say("noSecond")], ...others], place.secondLanguage ?? "", (secondLanguage) =>
                viewer.pushPlace({ lang: language, secondLanguage: secondLanguage || null }),
            ),
        );
    }
    const spoken = recall().interface ?? "";
    rows.push(
        choice("interface", say("interfaceIn"), [["", say("automatic")], ...pageLanguages().map(named)], spoken, async (code) => {
            remember({ interface: code || undefined });
            await viewer.updateStrings();
            again();
        }),
        look("appearance", "appearance", [["", say("asDevice")], ["light", say("light")], ["dark", say("dark")]]),
        choice(
            "when-opened",
            say("whenOpened"),
            [["closer", say("comesCloser")], ["stay", say("staysPut")]],
            recall().comesCloser === false ? "stay" : "closer",
            (value) => remember({ comesCloser: value === "stay" ? false : undefined }),
        ),
        look("text-size", "textSize", [["", say("usual")], ["large", say("large")], ["larger", say("larger")]]),
        look("typeface", "typeface", [["", INSTITUTION.hasFont ? say("usual") : "EB Garamond"], ["plain", say("plainTypeface")]]),
    );
    return rows;
}

/**
 * Returns a choice of how pages look, which is remembered unless it is the default.
 * @param {string} id
 * @param {"appearance" | "textSize" | "typeface"} name  its name in `Memory`, and that of its label
 * @param {[value: string, text: string][]} choices  the default has an empty value
 */
function look(id, name, choices) {
    return choice(id, say(name), choices, recall()[name] ?? "", (value) => {
        remember({ [name]: value || undefined });
        showAppearance();
    });
}

/** @param {Viewer} viewer */
function forgetting(viewer) {
    const done = make("span", { role: "status" });
    const button = actionButton("eraser", say("forget"), async () => {
        await forget();
        await viewer.updateStrings();
        // Again, because the page has remembered its place meanwhile, and may have fetched texts in another language.
        await forget();
        openOptions(viewer);
        document.querySelector("#options .forget [role='status']")?.replaceChildren(say("forgotten"));
        announce(say("forgotten"));
    });
    button.id = "forget";
    return make("div", { class: "forget" }, make("p", { class: "aside" }, say("rememberedHere")), button, done);
}
