// @ts-check
/** The script of the page that creates a document from pictures. */
import "../base/trusted.js";
import { documentURL, json, ROOT } from "../base/addresses.js";
import { find, make } from "../base/dom.js";
import { takeOver } from "../base/handing-over.js";
import { recall, showAppearance } from "../base/memory.js";
import { showFailure, showRemark } from "../base/notice.js";
import { Making } from "../editing/pages/making.js";
import { pictureButtons, watchPictures } from "../editing/pages/picture-picker.js";
import { uploadList } from "../editing/pages/upload-row.js";
import { EDITOR, phrase } from "../strings/editor.js";
import { chooseLanguage, pageLanguages, say, speak } from "../strings/strings.js";

async function start() {
    showAppearance();
    await speak(recall().interface ?? chooseLanguage(pageLanguages(), null));
    await EDITOR.speak();
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
    const to = `${ROOT}access?to=${encodeURIComponent("/new")}`;
    find("lead", HTMLElement).textContent = phrase("newForbidden");
    find("making", HTMLElement).append(make("p", { class: "actions" }, make("a", { href: to, class: "action" }, say("enterToken"))));
}

/** Offers the form. Pictures may be dropped anywhere on the page. */
async function offer() {
    const making = new Making(
        (made) => location.assign(`${documentURL(made)}/edit`),
        ({ message }) => showRemark(phrase("serverSays", { detail: message })),
    );
    const receive = (/** @type {File[]} */ files) => making.add(files);
    find("making", HTMLElement).append(
        make("div", { class: "drop-zone" }, make("p", {}, phrase("dropPictures")), pictureButtons(receive, null)),
        uploadList(making.uploads),
    );
    watchPictures(document.body, receive);
    const files = await takeOver();
    if (files.length > 0) receive(files);
}

start();
