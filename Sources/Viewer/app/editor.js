// @ts-check
/** The script of the editor's page: opens the working copy, and brings the editor's parts together. */
import "../base/trusted.js";
import { documentHere, documentURL } from "../base/addresses.js";
import { find } from "../base/dom.js";
import { recall, showAppearance } from "../base/memory.js";
import { showFailure } from "../base/notice.js";
import { EditingSession } from "../editing/session/session.js";
import { EditorSheet } from "../editing/shell/sheet.js";
import { EDITOR, isPhrase, phrase } from "../strings/editor.js";
import { chooseLanguage, pageLanguages, say, speak } from "../strings/strings.js";

async function start() {
    showAppearance();
    await speak(recall().interface ?? chooseLanguage(pageLanguages(), null));
    await EDITOR.speak();
    translate();
    const id = documentHere();
    find("leave", HTMLAnchorElement).href = documentURL(id);
    try {
        const [session] = await Promise.all([EditingSession.open(id), openSeadragon()]);
        const sheet = new EditorSheet(session, showFailure);
        await sheet.openPage();
        await addDrawing(session, sheet);
    } catch (error) {
        showFailure(error);
    }
    document.body.classList.add("ready");
}

/**
 * The drawing layer, above the sheet.
 * @param {EditingSession} session
 * @param {EditorSheet} view
 */
async function addDrawing(session, view) {
    const path = "../editing/drawing/drawing.js";
    const drawing = await import(path).catch(() => null);
    if (!drawing) return;
    view.leaveToDrawing();
    drawing.startDrawing({ session, camera: view.camera, surface: find("surface", HTMLElement), view });
}

/** Fills in the texts of the page, of which some are the reader's. */
function translate() {
    const text = (/** @type {string} */ name) => (isPhrase(name) ? phrase(name) : say(/** @type {any} */ (name)));
    for (const element of document.querySelectorAll("[data-text]")) {
        element.textContent = text(element.getAttribute("data-text") ?? "");
    }
    for (const element of document.querySelectorAll("[data-label]")) {
        const label = text(element.getAttribute("data-label") ?? "");
        element.setAttribute("aria-label", label);
        element.setAttribute("title", label);
    }
}

function openSeadragon() {
    if ("OpenSeadragon" in window) return;
    return new Promise((resolve) => addEventListener("DOMContentLoaded", resolve, { once: true }));
}

start();
