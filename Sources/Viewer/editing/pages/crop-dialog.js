// @ts-check
/** A dialog for cropping and rotating: chooses the part of a scan that a page shows. The scan itself does not change. */
import { announce, openDialog } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { showNotice } from "../../base/notice.js";
import { inverse, product } from "../../base/projection.js";
import { counted, phrase } from "../../strings/editor.js";
import { EditingError } from "../session/editing-error.js";
import { same } from "../session/values.js";
import { attempt, iconButton, labelled, wordButton } from "../shell/forms.js";
import { boxOfPart, moved, normalDegrees, partOf, splitDegrees, turnedPart } from "./crop.js";
import { CropFrame } from "./crop-frame.js";
import { transformedOutlines } from "./outline-transform.js";
import { changeImage, outlinesOn } from "./page-edits.js";
import { toPart, turnedSize } from "./projective.js";
import { wholePicture } from "./whole-picture.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/page-images.js").Part} Part */
/** @typedef {import("../session/page-images.js").ImageFacts} ImageFacts */

const FINEST = 45;

/** @param {EditingSession} session @param {number} number  the number of a page with a scan */
export async function openCropping(session, number) {
    const image = session.page(number)?.image;
    if (!image) return;
    try {
        const whole = await session.scans.facts({ scan: image.scan, rotation: 0, crop: null });
        new Cropping(session, number, whole, image).open();
    } catch (error) {
        if (!(error instanceof EditingError)) throw error;
        showNotice(phrase("serverSays", { detail: error.message }));
    }
}

class Cropping {
    #session;
    #number;
    #scan;
    #before;
    /** @type {Part} */
    #part;
    #frame;
    #closing = new AbortController();
    #fine = make("input", { type: "range", min: String(-FINEST), max: String(FINEST), step: "0.1", "data-own-undo": "" });
    #angle = make("span", { class: "angle" });
    #fields = /** @type {const} */ (["cropLeft", "cropUpper", "cropWidth", "cropHeight"]).map((name) => ({
        name, input: make("input", { type: "number", min: "0", step: "1", inputmode: "numeric", "data-own-undo": "" }),
    }));
    #state = make("p", { role: "status" });
    /** @type {HTMLButtonElement} */
    #apply;
    /** @type {HTMLDialogElement | null} */
    #dialog = null;

    /**
     * @param {EditingSession} session
     * @param {number} number
     * @param {ImageFacts} scan  the whole scan
     * @param {import("../session/page-images.js").PageImage} image
     */
    constructor(session, number, scan, image) {
        this.#session = session;
        this.#number = number;
        this.#scan = scan;
        this.#before = image;
        this.#part = { rotation: image.rotation, crop: image.crop };
        this.#frame = new CropFrame(scan, wholePicture(scan, this.#closing.signal), (crop, isDone) => this.#change(partOf(scan, this.#part.rotation, crop), isDone));
        this.#apply = wordButton(phrase("apply"), () => this.#run(), { id: "crop-apply" });
        this.#fine.addEventListener("input", () => this.#turn(splitDegrees(this.#part.rotation).quarters * 90 + this.#fine.valueAsNumber, false));
        this.#fine.addEventListener("change", () => this.#change(this.#part, true));
        for (const { input } of this.#fields) input.addEventListener("change", () => this.#read());
    }

    open() {
        const turn = (/** @type {number} */ by) => () => this.#turn(this.#part.rotation + by, true);
        this.#dialog = openDialog(
            "cropping", phrase("cropAndTurn"),
            this.#frame.element,
            make(
                "div",
                { class: "turning" },
                iconButton("arrow-rotate-left", phrase("turnLeft"), turn(-90), { id: "turn-left" }),
                labelled(phrase("fineAngle"), this.#fine),
                this.#angle,
                iconButton("arrow-rotate-right", phrase("turnRight"), turn(90), { id: "turn-right" }),
            ),
            make("details", { class: "measures" }, make("summary", {}, phrase("cropInPixels")), make("div", {}, ...this.#fields.map(({ name, input }) => labelled(phrase(name), input)))),
            this.#state,
            make(
                "p",
                { class: "actions" },
                this.#apply,
                wordButton(phrase("reset"), () => this.#change({ rotation: 0, crop: null }, true), { id: "crop-reset" }),
            ),
        );
        this.#dialog.addEventListener("close", () => this.#closing.abort());
        this.#change(this.#part, true);
    }

    /** @param {number} degrees @param {boolean} isDone */
    #turn(degrees, isDone) {
        const rotation = normalDegrees(degrees);
        this.#change(turnedPart(this.#scan, this.#part, rotation), isDone);
        if (isDone) announce(phrase("degrees", { degrees: rotation }));
    }

    /** Reads the crop from the number inputs, which show the same as the handles. */
    #read() {
        const box = boxOfPart(this.#scan, this.#part);
        const [x, y, width, height] = this.#fields.map(({ input }, index) => (Number.isFinite(input.valueAsNumber) ? Math.round(input.valueAsNumber) : box[index]));
        const size = turnedSize(this.#scan, this.#part.rotation);
        const [left, top] = [Math.min(Math.max(0, x), size.width - 1), Math.min(Math.max(0, y), size.height - 1)];
        const kept = moved([left, top, 1, 1], { x: "end", y: "end" }, width - 1, height - 1, size);
        this.#change(partOf(this.#scan, this.#part.rotation, kept), true);
    }

    /** The matrix from pixels of the current page to pixels of the new one. */
    get #matrix() {
        const page = this.#session.page(this.#number);
        return product(toPart(this.#scan, this.#part), inverse(toPart(this.#scan, this.#before, page)));
    }

    /** @param {Part} part @param {boolean} isDone  false in the middle of a drag */
    #change(part, isDone) {
        this.#part = part;
        const box = boxOfPart(this.#scan, part);
        this.#frame.show(part.rotation, box);
        this.#fine.value = String(splitDegrees(part.rotation).fine);
        this.#angle.textContent = phrase("degrees", { degrees: part.rotation });
        this.#fine.setAttribute("aria-valuetext", this.#angle.textContent);
        const size = turnedSize(this.#scan, part.rotation);
        for (const [index, { input }] of this.#fields.entries()) {
            input.max = String(index % 2 === 0 ? size.width : size.height);
            if (document.activeElement !== input || isDone) input.value = String(box[index]);
        }
        if (isDone) this.#foretell(box);
    }

    /** @param {import("./crop.js").Crop} box */
    #foretell([, , width, height]) {
        const { cut, lost } = transformedOutlines(outlinesOn(this.#session, this.#number), this.#matrix, { width, height });
        const losses = [...(cut > 0 ? [counted("outlinesCut", cut)] : []), ...(lost > 0 ? [counted("outlinesLost", lost)] : [])];
        this.#state.textContent = [phrase("pixels", { width, height }), ...losses].join(" · ");
        this.#state.classList.toggle("warning", losses.length > 0);
    }

    async #run() {
        const image = { scan: this.#before.scan, ...this.#part };
        const now = this.#session.page(this.#number)?.image;
        if (!same(now, this.#before)) {
            this.#state.textContent = phrase("movedOn");
            return;
        }
        if (same(image, this.#before)) return this.#dialog?.close();
        this.#apply.disabled = true;
        this.#state.textContent = phrase("loading");
        try {
            const facts = await this.#session.scans.facts(image);
            attempt(() => changeImage(this.#session, this.#number, "cropPage", image, facts, this.#matrix, this.#before));
            this.#dialog?.close();
        } catch (error) {
            if (!(error instanceof EditingError)) throw error;
            this.#state.textContent = phrase("serverSays", { detail: error.message });
            this.#apply.disabled = false;
        }
    }
}
