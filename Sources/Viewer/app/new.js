// @ts-check
/** The script of the page that creates a document from pictures. */
import "../base/trusted.js";
import { documentURL, json } from "../base/addresses.js";
import { find, make } from "../base/dom.js";
import { takeStoredFiles } from "../base/handing-over.js";
import { interfaceLanguage } from "../base/interface-language.js";
import { showAppearance } from "../base/memory.js";
import { showFailure, showNotice, tokenLink } from "../base/notice.js";
import { DocumentCreation } from "../editing/pages/document-creation.js";
import { pictureButtons, watchPictures } from "../editing/pages/picture-picker.js";
import { uploadList } from "../editing/pages/upload-row.js";
import { EDITOR, phrase } from "../strings/editor.js";
import { say, setLanguage } from "../strings/strings.js";

async function start() {
    showAppearance();
    await setLanguage(interfaceLanguage());
    await EDITOR.load();
    document.title = phrase("newTitle");
    find("title", HTMLElement).textContent = phrase("newTitle");
    find("lead", HTMLElement).textContent = phrase("newLead");
    find("library", HTMLElement).textContent = say("library");
    try {
        const { editor } = await json("api/session");
        if (editor === null) refuse();
        else await offer();
    } catch (error) {
        showFailure(error);
    }
    document.body.classList.add("ready");
}

function refuse() {
    find("lead", HTMLElement).textContent = phrase("newForbidden");
    find("making", HTMLElement).append(make("p", { class: "actions" }, tokenLink("/new")));
}

/** Offers the form. Pictures may be dropped anywhere on the page. */
async function offer() {
    const creation = new DocumentCreation(
        (made) => location.assign(`${documentURL(made)}/edit`),
        ({ message }) => showNotice(phrase("serverSays", { detail: message })),
    );
    const receive = (/** @type {File[]} */ files) => creation.add(files);
    find("making", HTMLElement).append(
        make("div", { class: "drop-zone" }, make("p", {}, phrase("dropPictures")), pictureButtons(receive, null)),
        uploadList(creation.uploads),
    );
    watchPictures(document.body, receive);
    const files = await takeStoredFiles();
    if (files.length > 0) receive(files);
}

start();
