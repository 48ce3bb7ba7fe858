// @ts-check
/** The script of the library's page, which shows documents as cards. */
import "../base/trusted.js";
import { documentURL, IS_SITE, json, ROOT } from "../base/addresses.js";
import * as api from "../base/api.js";
import { find, icon, make, ownIcon } from "../base/dom.js";
import { storeFiles } from "../base/handing-over.js";
import { interfaceLanguage } from "../base/interface-language.js";
import { loadModule, showLoadFailure } from "../base/load-module.js";
import { forgetReading, recall, showAppearance } from "../base/memory.js";
import { showFailure, showNotice } from "../base/notice.js";
import { nativeLevel, tilePicture } from "../base/tile-picture.js";
import { followState } from "../iiif/arrival.js";
import { takePictures, watchDrops, watchPastes } from "../iiif/receiving.js";
import { CAPTURES, captureCount } from "../strings/captures.js";
import { figure, institutionName, localized, say, sayCount, setLanguage, translatePage, uiLanguage } from "../strings/strings.js";
import { showBrand, showFooter } from "./brand.js";
import { historyPart } from "./history.js";
import { kioskSeconds, watchKiosk } from "./kiosk.js";
import { Shelf } from "./shelf.js";
import { shortcutAddress } from "./shortcuts.js";

/** The longer side of a card's picture in pixels: at most two tiles of the usual size in each direction. */
const THUMBNAIL = 512;

async function start() {
    showAppearance();
    await setLanguage(interfaceLanguage(recall().texts ?? null));
    translatePage();
    document.title = institutionName() || say("libraryTitle");
    showBrand();
    showFooter();
    try {
        const shelf = new Shelf(card);
        const part = await shelf.load();
        const { documents } = part;
        const address = await shortcutAddress(documents);
        if (address !== null) {
            location.replace(address);
            return;
        }
        await shelf.show(part);
        showHistory();
        // The reader may have read on or deleted the history before returning to this page.
        addEventListener("pageshow", ({ persisted }) => persisted && showHistory());
        receive(documents);
        showAccess();
        offerMaking();
        if (kioskSeconds() === null) offerNotes(documents[0]);
    } catch (error) {
        showFailure(error);
    }
    watchKiosk(null);
    document.body.classList.add("ready");
}

function showHistory() {
    document.getElementById("history")?.remove();
    const part = historyPart();
    if (part) find("filter", HTMLElement).before(part);
}

/**
 * Opens what a IIIF content state names, whether it is in the address, dropped or pasted.
 * @param {api.Document[]} documents
 */
async function receive(documents) {
    /** @param {string} content */
    const follow = async (content) => {
        const message = await followState(content, documents, null);
        if (message) showNotice(message);
    };
    const content = new URLSearchParams(location.search).get("iiif-content");
    if (content !== null) await follow(content);
    watchDrops(follow);
    watchPastes(follow);
}

/** Offers the creation of documents to those who may, by dropping pictures here or on a separate page. */
async function offerMaking() {
    if (IS_SITE) return;
    const { editor } = await json("api/session").catch(() => ({ editor: null }));
    if (editor === null) return;
    const address = `${ROOT}new`;
    find("shown", HTMLElement).before(make("p", { class: "actions" }, make("a", { id: "new", href: address, class: "action" }, say("newDocument"))));
    takePictures(async (files) => {
        await storeFiles(files);
        location.assign(address);
    });
}

/**
 * Offers the reader's bookmarks and notes in all documents.
 * @param {api.Document | undefined} first  the first document
 */
function offerNotes(first) {
    const button = make("button", { id: "notes-button", type: "button", class: "action" }, ownIcon("bookmark"), say("notes"));
    const kit = { document: api.document, categories: api.categories, clauses: api.clauses };
    button.addEventListener("click", () =>
        loadModule("notes/notes")
            .then((part) => part.openLibraryNotes(first, kit))
            .catch(showLoadFailure),
    );
    find("access", HTMLElement).before(make("p", { class: "actions" }, button));
}

/** Shows who is signed in, or a link to enter a token. A static site has no access control. */
async function showAccess() {
    if (IS_SITE) return;
    const { signedIn, label, reason } = await api.session();
    if (reason === "expired" || reason === "revoked") {
        forgetReading();
        showHistory();
    }
    const words = signedIn
        ? say("signedInAs", { label: label ?? "" })
        : reason === "expired"
          ? say("tokenExpired")
          : reason === "revoked"
            ? say("tokenRevoked")
            : "";
    const link = make("a", { href: `${ROOT}access` }, say(signedIn ? "signOut" : "enterToken"));
    find("access", HTMLElement).append(...(words === "" ? [] : [make("span", {}, words)]), link);
}

/** @param {api.Document} about */
function card(about) {
    const language = uiLanguage();
    const title = localized(about.title, language) ?? { text: about.id, lang: language };
    const name = make("h2", { lang: title.lang }, title.text);
    const mark = api.iconURL(about.mark, about.markURL);
    if (mark !== null) name.prepend(icon(mark));
    const words = make("div", { class: "words" }, name);
    for (const map of [about.attribution, about.date, about.holder]) {
        const text = localized(map, language);
        if (text) words.append(make("p", { lang: text.lang }, text.text));
    }
    words.append(make("p", { class: "count" }, sayCount("clauseCount", about.counts.clauses)));
    const picture = thumbnail(about.pages[0]);
    const most = about.pages.reduce((most, { captures = [] }) => Math.max(most, captures.length), 0);
    if (most > 1) picture.append(captureBadge(most));
    return make("li", {}, make("a", { href: documentURL(about.id) }, picture, words));
}

/**
 * Returns the badge that shows the number of captures, in the same corner as on the document's page.
 * @param {number} count  the number of captures of a page
 */
function captureBadge(count) {
    const words = make("span", { class: "visually-hidden" });
    CAPTURES.load().then(() => (words.textContent = captureCount("count", count)));
    return make("p", { class: "captures" }, ownIcon("layer-group"), make("span", { class: "tally", "aria-hidden": "true" }, figure(count)), words);
}

/**
 * Returns a small picture of the first page, assembled from the tiles of a low level; blank if the page has no image.
 * @param {api.Page | undefined} page
 */
function thumbnail(page) {
    const frame = make("div", { class: "picture" });
    if (!page) return frame;
    const sheet = make("div", { class: "sheet" });
    sheet.style.aspectRatio = `${page.width} / ${page.height}`;
    sheet.style.setProperty("--ratio", String(page.width / page.height));
    frame.append(sheet);
    if (page.cut?.previewURL) sheet.append(make("img", { class: "whole", src: page.cut.previewURL, alt: "" }));
    else if (page.image !== null && !page.cut) addTiles(sheet, page.image, page);
    return frame;
}

/** @param {HTMLElement} sheet @param {string} image @param {api.Page} page */
async function addTiles(sheet, image, page) {
    const tiles = await api.tiles(image);
    const { tileSize } = tiles;
    const native = nativeLevel(page);
    const level = Math.min(native, Math.log2(THUMBNAIL));
    const scale = 2 ** (native - level);
    const [width, height] = [Math.ceil(page.width / scale), Math.ceil(page.height / scale)];
    for (let top = 0; top < height; top += tileSize) {
        for (let left = 0; left < width; left += tileSize) {
            const [column, row] = [left / tileSize, top / tileSize];
            const tile = make("img", { alt: "", draggable: "false" });
            tilePicture(tiles, { level, column, row }, tile).catch(() => tile.remove());
            tile.style.left = `${(100 * left) / width}%`;
            tile.style.top = `${(100 * top) / height}%`;
            tile.style.width = `${(100 * Math.min(tileSize, width - left)) / width}%`;
            tile.style.height = `${(100 * Math.min(tileSize, height - top)) / height}%`;
            sheet.append(tile);
        }
    }
}

start();
