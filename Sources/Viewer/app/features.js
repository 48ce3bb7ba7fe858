// @ts-check
/** What is added to a document once it is open. */
import { viewerURL } from "../base/addresses.js";
import { offerContents } from "../reading/contents.js";
import { find, make } from "../base/dom.js";
import { offerOffline } from "./offline.js";
import { tellEmbedder } from "./embed.js";
import { welcome } from "./help.js";
import { List } from "../reading/list.js";
import { recall, rememberPlace } from "../base/memory.js";
import { showRemark } from "../base/notice.js";
import { openOptions } from "./options.js";
import { watchPeek } from "../reading/peek.js";
import { watchPrinting } from "../reading/print.js";
import { watchReceiving } from "../iiif/receiving.js";
import { clauseActions } from "../reading/share.js";
import { say } from "../strings/strings.js";

/** @typedef {import("./explorer.js").Explorer} Explorer */

/** @param {Explorer} explorer */
export async function addFeatures(explorer) {
    await Promise.all([addStyle("list"), addStyle("dialogs"), addStyle("print", "print")]);
    const list = new List(explorer);
    find("options-button", HTMLButtonElement).addEventListener("click", () => openOptions(explorer));
    offerContents(explorer);
    watchPeek(explorer);
    watchPrinting(explorer);
    watchReceiving(explorer);
    tellEmbedder(explorer);
    welcome(explorer);
    keepPlace(explorer);
    offerActions(explorer);
    if (new URLSearchParams(location.search).has("search")) list.open();
    offerOffline();
}

/**
 * Remembers where the reader is, and offers to go on where they were.
 * @param {Explorer} explorer
 */
function keepPlace(explorer) {
    const before = recall().places?.[explorer.document.id];
    // Not to somebody who came for something else, be it something that is not there.
    if (before && explorer.arrival === "" && location.search === "") {
        showRemark(say("leftOff"), { label: say("goOn"), run: () => location.assign(before) });
    }
    const keep = () => rememberPlace(explorer.document.id, location.hash);
    // All that the document was opened with may have happened before this was fetched.
    rememberPlace(explorer.document.id, location.hash || (before ?? ""));
    for (const event of ["list", "select", "rest"]) explorer.addEventListener(event, keep);
}

/**
 * Under a clause's text, what can be done with it.
 * @param {Explorer} explorer
 */
function offerActions(explorer) {
    const offer = () => {
        if (explorer.selected) find("panel-body", HTMLElement).append(clauseActions(explorer, explorer.selected));
    };
    explorer.addEventListener("read", offer);
    offer();
}

/**
 * @param {string} name  of a style sheet of the viewer
 * @param {string} [media]
 */
function addStyle(name, media = "all") {
    const link = make("link", { rel: "stylesheet", href: viewerURL(`styles/${name}.css`), media });
    const isThere = new Promise((resolve) => {
        link.addEventListener("load", resolve);
        link.addEventListener("error", resolve);
    });
    document.head.append(link);
    return isThere;
}
