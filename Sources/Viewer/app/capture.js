// @ts-check
/** The script of the camera page: chooses the kind of picture, photographs pages and uploads the pictures. */
import "../base/trusted.js";
import { documentURL, json, ROOT } from "../base/addresses.js";
import { openDialog, wordButton } from "../base/dialogs.js";
import { find, make } from "../base/dom.js";
import { interfaceLanguage } from "../base/interface-language.js";
import { recall, remember, showAppearance } from "../base/memory.js";
import { showFailure, showNotice, tokenLink } from "../base/notice.js";
import { openHelp } from "../camera/help.js";
import { kindChoice } from "../camera/kind-choice.js";
import { KINDS } from "../camera/kinds.js";
import { Review } from "../camera/review.js";
import { Series, targetIn } from "../camera/series.js";
import { Viewfinder } from "../camera/viewfinder.js";
import { WorkingCopyServer } from "../editing/session/server.js";
import { EditingError } from "../editing/session/editing-error.js";
import { uploadList } from "../editing/pages/upload-row.js";
import { CAMERA, countOf, speakOf } from "../strings/camera.js";
import { EDITOR, phrase } from "../strings/editor.js";
import { deviceLanguage, setLanguage } from "../strings/strings.js";

/** @typedef {import("../camera/kinds.js").Kind} Kind */
/** @typedef {import("../camera/shots.js").Shot} Shot */

const NAME_END = /** @type {Record<string, string>} */ ({ "image/png": "png", "image/webp": "webp", "image/heic": "heic" });

class Capturing {
    #main = find("capture", HTMLElement);
    #document;
    #target;
    #back;
    /** @type {Shot[]} */
    #shots = [];
    /** @type {Kind} */
    #kind = "upright";
    #isSent = false;
    #viewfinder = new Viewfinder({
        back: () => this.#leaveCamera(),
        help: () => openHelp(() => {}),
        done: () => this.#send(),
        taken: ({ blob, width, height, corners }) => this.#review({ blob, width, height, corners, quarters: 0 }),
        chosen: (file) => this.#reviewFile(file),
    });
    #judging = new Review({
        retake: () => this.#showCamera(true),
        next: (shot) => {
            this.#shots.push(shot);
            this.#showCamera(false);
        },
        done: (shot) => {
            this.#shots.push(shot);
            this.#send();
        },
    });

    /**
     * @param {string | null} document  the document to add pages to; null for a new one
     * @param {import("../camera/series.js").Target | null} target  the page to add captures to
     */
    constructor(document, target) {
        this.#document = document;
        this.#target = target;
        this.#back = document === null ? `${ROOT}new` : `${documentURL(document)}/edit`;
        addEventListener("beforeunload", (event) => this.#shots.length > 0 && !this.#isSent && event.preventDefault());
    }

    chooseKind() {
        const last = recall().captureKind ?? null;
        this.#show(kindChoice(this.#back, last !== null && last in KINDS ? /** @type {Kind} */ (last) : null, (kind) => {
            this.#kind = kind;
            remember({ captureKind: kind });
            if (recall().captureHelped) return this.#showCamera(true);
            remember({ captureHelped: true });
            openHelp(() => this.#showCamera(true));
        }));
        this.#main.querySelector("h2")?.focus();
    }

    /** @param {Element} screen */
    #show(screen) {
        // The camera's element stays in the document: a video that is removed and reinserted shows no picture at first.
        const camera = this.#viewfinder.element;
        const title = find("title", HTMLElement);
        for (const other of [...this.#main.children]) if (![title, camera, screen].includes(other)) other.remove();
        if (!screen.isConnected) this.#main.append(screen);
        camera.hidden = screen !== camera;
    }

    /** @param {boolean} isSame  whether the page is the one last photographed */
    #showCamera(isSame) {
        this.#judging.clear();
        this.#show(this.#viewfinder.element);
        this.#viewfinder.show(this.#kind, this.#shots.length);
        this.#viewfinder.start(isSame);
    }

    /** @param {Shot} shot */
    async #review(shot) {
        this.#show(this.#judging.element);
        try {
            await this.#judging.show(shot, this.#shots.length + 1);
        } catch {
            this.#showCamera(true);
            showNotice(speakOf("unreadable", { name: speakOf("reviewTitle", { number: this.#shots.length + 1 }) }));
        }
    }

    /** @param {File} file */
    async #reviewFile(file) {
        const bitmap = await createImageBitmap(file).catch(() => null);
        if (!bitmap) return showNotice(speakOf("unreadable", { name: file.name }));
        const { width, height } = bitmap;
        bitmap.close();
        this.#review({ blob: file, width, height, corners: null, quarters: 0 });
    }

    #leaveCamera() {
        if (this.#shots.length === 0) {
            this.#viewfinder.stop();
            return this.chooseKind();
        }
        const stay = wordButton(speakOf("stay"), () => dialog.close());
        const leave = wordButton(speakOf("leave"), () => {
            dialog.close();
            this.#shots = [];
            this.#viewfinder.stop();
            this.chooseKind();
        });
        const dialog = openDialog("leaving", speakOf("leavingTitle"), make("p", {}, countOf("leaving", this.#shots.length)), make("p", { class: "actions" }, stay, leave));
    }

    #send() {
        this.#viewfinder.stop();
        this.#judging.clear();
        const state = make("p", { class: "lead", role: "status" }, speakOf("sendingMore"));
        const series = new Series(
            this.#document, this.#target, deviceLanguage(),
            (document) => {
                if (document === null) return this.#discard();
                this.#isSent = true;
                location.assign(`${documentURL(document)}/edit`);
            },
            ({ message }) => {
                state.replaceChildren(phrase("serverSays", { detail: message }), " ", wordButton(phrase("tryAgain"), () => series.repeat()));
            },
        );
        const title = make("h2", { tabindex: "-1" }, speakOf("sending"));
        this.#show(make("section", { class: "sending" }, title, state, uploadList(series.uploads)));
        title.focus();
        series.send(this.#shots, ({ blob }, index) => `${speakOf("fileStem")}-${index + 1}.${NAME_END[blob.type] ?? "jpg"}`);
    }

    /** All uploads were abandoned. */
    #discard() {
        this.#shots = [];
        this.chooseKind();
    }
}

async function start() {
    showAppearance();
    await setLanguage(interfaceLanguage());
    await Promise.all([EDITOR.load(), CAMERA.load()]);
    document.title = speakOf("title");
    find("title", HTMLElement).textContent = speakOf("title");
    const query = new URLSearchParams(location.search);
    const id = query.get("document");
    try {
        if (await mayEdit(id)) new Capturing(id, id === null ? null : targetIn(query)).chooseKind();
        else refuse();
    } catch (error) {
        showFailure(error);
    }
    document.body.classList.add("ready");
}

/** @param {string | null} id  the id of a document; null for a new one */
async function mayEdit(id) {
    if (id === null) return (await json("api/session")).editor !== null;
    try {
        await new WorkingCopyServer(id).load();
        return true;
    } catch (error) {
        if (error instanceof EditingError && [401, 403].includes(error.status)) return false;
        throw error;
    }
}

function refuse() {
    find("capture", HTMLElement).append(
        make("section", { class: "kinds" }, make("p", { class: "lead" }, speakOf("forbidden")), make("p", { class: "actions" }, tokenLink(location.pathname + location.search))),
    );
}

start();
