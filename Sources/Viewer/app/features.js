// @ts-check
/** Adds features once a document is open. */
// The state of the page is a *place*: page, clause, filter, search, languages, view. `State` holds it, the fragment of the
// address mirrors it, and nothing else remembers what is shown. A gesture, a button, a key or "back" changes the place;
// `Explorer` fetches what the place needs and has the parts show it:
//
//   sheet/stage.js      the sheet: Camera (every step clamped), Surface (OpenSeadragon, tiles only), Overlays on a Layer
//                       whose outlines are painted with the tiles while the sheet moves, SlicingProgress
//   reading/reading.js  the selected clause, its Panel, and the keyboard focus there and back
//   app/                Menu, Bar and Pages: themes; title and zoom; pages
//   app/features.js     everything that is loaded after the first view: list and search, the card at the pointer, the table
//                       of contents, options, sharing, printing, help, memory, the embedding page, the service worker
//   iiif/               IIIF content states; content-target.js is loaded when one arrives, by address, drop or paste
//
// Every element that holds a text has its language, and with it its direction (`make` and `write` in base/dom.js). Where markup
// is impossible, direction.js isolates text of the other direction.
import * as api from "../base/api.js";
import { addStyle, find, make, ownIcon, write } from "../base/dom.js";
import { loadModule, showLoadFailure } from "../base/load-module.js";
import { watchReceiving } from "../iiif/receiving.js";
import { offerContents } from "../reading/contents.js";
import { List } from "../reading/list.js";
import { watchPeek } from "../reading/peek.js";
import { watchPrinting } from "../reading/print.js";
import { clauseActions } from "../reading/share.js";
import { localized, say } from "../strings/strings.js";
import { loadBooks } from "./books.js";
import { isPaired, postEvents } from "./embed.js";
import { welcome } from "./help.js";
import { keepHistory, keepPlace } from "./history.js";
import { kioskSeconds, watchKiosk } from "./kiosk.js";
import { offerDownloads } from "./download.js";
import { offerListening } from "./listen.js";
import { offerNotes } from "./notes.js";
import { offerOffline } from "./offline.js";
import { openOptions } from "./options.js";
import { offerTools } from "./tools.js";
import { showVersionNotice } from "./versions.js";

/** @typedef {import("./explorer.js").Explorer} Explorer */
/** @typedef {import("../base/viewer.js").Viewer} Viewer */

/**
 * @param {Explorer} explorer
 * @param {Viewer} viewer  the explorer's interface
 * @param {import("../books/books.js").Books | null} books  the book module, if it has already been loaded
 */
export async function addFeatures(explorer, viewer, books) {
    const [arranged] = await Promise.all([books ?? loadBooks(explorer, viewer), addStyle("features")]);
    const list = new List(viewer);
    find("options-button", HTMLButtonElement).addEventListener("click", () => openOptions(viewer));
    offerContents(viewer);
    offerBooks(arranged);
    watchPeek(viewer);
    offerTools(viewer);
    offerCaptures(viewer);
    offerTours(viewer);
    offerLinks(viewer);
    watchPrinting(viewer);
    watchReceiving(viewer);
    postEvents(viewer);
    joinPair(viewer, explorer);
    welcome(viewer);
    if (kioskSeconds() === null) {
        keepPlace(viewer);
        keepHistory(viewer);
    }
    watchKiosk(viewer);
    offerActions(viewer);
    // Not on a shared screen.
    if (kioskSeconds() === null) offerNotes(viewer);
    offerListening(viewer);
    offerDownloads(viewer);
    offerGlossary(viewer);
    if (new URLSearchParams(location.search).has("search")) list.open();
    offerOffline(viewer);
    showVersionNotice(viewer);
}

/**
 * Returns the interface for features, which keeps the explorer itself out of their reach.
 * @param {Explorer} explorer
 * @returns {Viewer}
 */
export function viewerOf(explorer) {
    return Object.freeze({
        document: explorer.document,
        arrival: explorer.arrival,
        get page() {
            return explorer.page;
        },
        get place() {
            return explorer.place;
        },
        get language() {
            return explorer.language;
        },
        get list() {
            return explorer.listing.clauses;
        },
        get isListKnown() {
            return explorer.listing.isKnown;
        },
        get filterText() {
            return explorer.listing.text(explorer.place, explorer.language);
        },
        get selected() {
            return explorer.selected;
        },
        get sight() {
            const { box, view, isHome } = explorer.camera;
            return { box, scale: view.scale, isWhole: isHome };
        },
        suggestion: () => explorer.clauses.suggestion(explorer.place.query, explorer.language),
        cacheForOffline: () => explorer.clauses.cacheForOffline(explorer.language),
        open: (/** @type {string} */ id, isStill = false, takesFocus = true) => explorer.open(id, true, isStill, takesFocus),
        turn: explorer.turn.bind(explorer),
        look: explorer.look.bind(explorer),
        spotlight: explorer.spotlight.bind(explorer),
        cover: (/** @type {import("../base/viewer.js").Cover | null} */ cover) => explorer.stage.cover(cover),
        pushPlace: explorer.state.pushPlace.bind(explorer.state),
        replacePlace: explorer.replacePlace.bind(explorer),
        chooseLanguage: explorer.chooseLanguage.bind(explorer),
        updateStrings: explorer.updateStrings.bind(explorer),
        addEventListener: /** @type {Viewer["addEventListener"]} */ (explorer.addEventListener.bind(explorer)),
        removeEventListener: /** @type {Viewer["addEventListener"]} */ (explorer.removeEventListener.bind(explorer)),
    });
}

/** @param {import("../books/books.js").Books | null} books */
function offerBooks(books) {
    if (!books) return;
    addStyle("books");
    books.addControls();
}

/**
 * Loads the captures of pages, if a page has several.
 * @param {Viewer} viewer
 */
function offerCaptures(viewer) {
    if (!viewer.document.pages.some(({ captures = [] }) => captures.length > 1)) return;
    styled("captures/captures", "captures")
        .then((part) => part.showCaptures(viewer, isPaired(), api.tiles))
        .catch(() => {
            viewer.cover(null);
            showLoadFailure();
        });
}

/**
 * Offers the document's tours and follows tours of other documents that lead here. Their module is loaded on first use.
 * @param {Viewer} viewer
 */
function offerTours(viewer) {
    if (isPaired()) return;
    /** @type {Promise<any> | null} */
    let loading = null;
    const load = () => styled("tours/tours", "tours").then((part) => part.showTours(viewer));
    const mode = () => (loading ??= load().catch(() => (loading = null, showLoadFailure())));
    const { tours = [] } = viewer.document;
    if (tours.length > 0) {
        const name = make("span", { class: "name" });
        const button = make("button", { id: "tours-button", type: "button" }, ownIcon("route"), name);
        button.addEventListener("click", async () => (await mode())?.open());
        const updateName = () => {
            const title = tours.length === 1 ? localized(tours[0].title, viewer.language) : null;
            write(name, title?.text ?? say("tours"), title?.lang ?? "");
        };
        viewer.addEventListener("change", updateName);
        updateName();
        find("zoom", HTMLElement).before(button);
    }
    const follow = () => viewer.place.tour && mode();
    viewer.addEventListener("change", follow);
    follow();
}

/**
 * Loads the links between clause texts, the sheet and other texts once the first clause is opened.
 * @param {Viewer} viewer
 */
function offerLinks(viewer) {
    if (!viewer.document.linkedWords) return;
    const load = () => styled("linked/linked", "linked").then((part) => part.showLinks(viewer)).catch(showLoadFailure);
    if (viewer.selected) load();
    else viewer.addEventListener("read", () => afterPaint(load), { once: true });
}

/**
 * Loads the document's glossary, if it has one, once the first clause is opened.
 * @param {Viewer} viewer
 */
function offerGlossary(viewer) {
    if (!viewer.document.glossary) return;
    const load = () => loadModule("glossary/glossary").then((part) => part.showGlossary(viewer, api.categories, api.clauses)).catch(showLoadFailure);
    if (viewer.selected || /[#&]term=/.test(viewer.arrival)) load();
    else viewer.addEventListener("read", () => afterPaint(load), { once: true });
}

/**
 * Loads a module together with its style sheet.
 * @param {Parameters<typeof loadModule>[0]} path  the path of the module
 * @param {string} style
 */
async function styled(path, style) {
    const [part] = await Promise.all([loadModule(path), addStyle(style)]);
    return part;
}

/**
 * Runs an action after the next paint, so that the effect of the reader's last input is visible first.
 * @param {() => void} action
 */
function afterPaint(action) {
    requestAnimationFrame(() => setTimeout(action));
}

/**
 * Announces this page to the comparison page that embeds it, and lets that page move this one.
 * @param {Viewer} viewer
 * @param {Explorer} explorer
 */
function joinPair(viewer, explorer) {
    if (!isPaired()) return;
    /** @type {import("../base/viewer.js").Paired} */
    const detail = {
        window,
        viewer,
        get view() {
            return explorer.camera.view;
        },
        jump: (view) => explorer.camera.jump(view),
        highlight(number) {
            const { overlays } = explorer.stage;
            overlays.press(number === null ? null : overlays.clauses.filter((clause) => clause.number === number));
        },
    };
    parent.dispatchEvent(new CustomEvent("explore-paired", { detail }));
}

/**
 * Shows the actions for a clause below its text.
 * @param {Viewer} viewer
 */
function offerActions(viewer) {
    const offer = () => {
        if (viewer.selected) find("panel-body", HTMLElement).append(clauseActions(viewer, viewer.selected));
    };
    viewer.addEventListener("read", offer);
    offer();
}
