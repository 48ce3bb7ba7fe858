// @ts-check
/** Replaces the scan of a page: uploads it and transforms the outlines by four points marked in both pictures. */
import { openDialog } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { pathData } from "../../base/geometry.js";
import { showNotice } from "../../base/notice.js";
import { counted, phrase } from "../../strings/editor.js";
import { same } from "../session/values.js";
import { attempt, wordButton } from "../shell/forms.js";
import { upload } from "./arriving.js";
import { transformedOutlines } from "./outline-transform.js";
import { changeImage, outlinesOn } from "./page-edits.js";
import { PointBoard } from "./point-board.js";
import { fromPairs } from "./projective.js";
import { uploadList } from "./upload-row.js";
import { wholePicture } from "./whole-picture.js";
import { Uploads } from "./uploads.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/scan-server.js").Scan} Scan */
/** @typedef {import("./projective.js").Matrix} Matrix */

/**
 * @param {EditingSession} session
 * @param {number} number  the number of the page
 * @param {File} file
 */
export function openReplacement(session, number, file) {
    const uploads = new Uploads();
    const body = make("div", {}, uploadList(uploads));
    const dialog = openDialog("replacement", phrase("replaceScan"), body);
    let isArrived = false;
    uploads.addEventListener("change", () => uploads.all.length === 0 && !isArrived && dialog.close());
    const closing = new AbortController();
    dialog.addEventListener("close", () => {
        closing.abort();
        uploads.all.forEach(({ id }) => uploads.cancel(id));
    });
    uploads.add([upload(session, file, async (_, scan) => {
        isArrived = true;
        const replacement = new Replacement(session, number, scan, () => dialog.close());
        const outlined = outlinesOn(session, number);
        if (outlined.length === 0) replacement.run();
        else body.replaceChildren(...replacement.parts(await pictureOf(file, scan, closing.signal), closing.signal));
    })]);
}

class Replacement {
    #session;
    #number;
    #scan;
    #image;
    #before;
    #onEnd;
    #state = make("p", { role: "status" });
    #run = wordButton(phrase("replaceNow"), () => this.run(), { id: "replace-run" });
    /** @type {[PointBoard, PointBoard] | null} */
    #boards = null;

    /** @param {EditingSession} session @param {number} number @param {Scan} scan @param {() => void} onEnd */
    constructor(session, number, scan, onEnd) {
        this.#session = session;
        this.#number = number;
        this.#scan = scan;
        this.#onEnd = onEnd;
        this.#image = { scan: scan.id, rotation: 0, crop: null };
        this.#before = session.page(number);
    }

    /** @param {HTMLElement} picture  a picture of the new scan @param {AbortSignal} closing */
    parts(picture, closing) {
        const { imageId = null, width = 1, height = 1 } = this.#before ?? {};
        const old = wholePicture({ imageId, width, height }, closing);
        const before = new PointBoard(phrase("boardBefore"), { width, height }, old, (isDone) => this.#show(isDone));
        const after = new PointBoard(phrase("boardAfter"), this.#scan, picture, (isDone) => this.#show(isDone));
        this.#boards = [before, after];
        before.outline(pathData(outlinesOn(this.#session, this.#number).flatMap(({ shapes }) => shapes)));
        this.#show(true);
        return [
            make("p", {}, phrase("pointsMore")),
            make("div", { class: "boards" }, before.element, after.element),
            this.#state,
            make("p", { class: "actions" }, this.#run),
        ];
    }

    /** @returns {Matrix | null} the matrix from pixels of the old picture to pixels of the new one */
    get #matrix() {
        const { width = 1, height = 1 } = this.#before ?? {};
        if (this.#boards === null) return [this.#scan.width / width, 0, 0, 0, this.#scan.height / height, 0, 0, 0, 1];
        const [before, after] = this.#boards;
        return fromPairs(before.points.map((from, index) => ({ from, to: after.points[index] })));
    }

    /** @param {boolean} isDone */
    #show(isDone) {
        const matrix = this.#matrix;
        this.#run.disabled = matrix === null;
        if (matrix === null) {
            this.#boards?.[1].outline("");
            this.#state.textContent = phrase("pointsOnLine");
            this.#state.classList.add("warning");
            return;
        }
        const { outlined, cut, lost } = transformedOutlines(outlinesOn(this.#session, this.#number), matrix, this.#scan);
        this.#boards?.[1].outline(pathData(outlined.flatMap(({ shapes }) => shapes)));
        if (!isDone) return;
        const count = outlined.reduce((sum, { shapes }) => sum + shapes.length, 0);
        const losses = [...(cut > 0 ? [counted("outlinesCut", cut)] : []), ...(lost > 0 ? [counted("outlinesLost", lost)] : [])];
        this.#state.textContent = [counted("outlinesCarried", count), ...losses].join(" · ");
        this.#state.classList.toggle("warning", losses.length > 0);
    }

    /** Replaces the scan in one edit. */
    run() {
        const session = this.#session;
        const now = session.page(this.#number);
        const matrix = this.#matrix;
        if (!now || !same(now.image, this.#before?.image) || matrix === null) {
            this.#state.textContent = phrase("movedOn");
            return;
        }
        attempt(() => changeImage(session, this.#number, "replaceScan", this.#image, this.#scan, matrix, this.#before?.image));
        this.#onEnd();
        showNotice(phrase("scanReplaced"), { label: phrase("undo"), run: () => session.undo() });
    }
}

/**
 * Shows the file itself, which is available before slicing, or the server's picture if the browser cannot show the file.
 * @param {File} file
 * @param {Scan} scan
 * @param {AbortSignal} closing
 */
async function pictureOf(file, scan, closing) {
    const src = URL.createObjectURL(file);
    closing.addEventListener("abort", () => URL.revokeObjectURL(src));
    const picture = make("img", { alt: "", draggable: "false", src });
    const isShown = await picture.decode().then(() => true, () => false);
    return isShown ? picture : wholePicture(scan, closing);
}
