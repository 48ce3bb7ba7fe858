// @ts-check
/** A rotated scan with a box around the part to keep, and handles for pointers and keys. */
import { make } from "../../base/dom.js";
import { ARROWS } from "../../base/keys.js";
import { phrase } from "../../strings/editor.js";
import { moved } from "./crop.js";
import { turnedSize } from "./projective.js";

/** @typedef {import("./crop.js").Crop} Crop */
/** @typedef {import("./crop.js").Grip} Grip */
/** @typedef {import("../../base/types.js").Size} Size */

/** @type {[name: "cropTop" | "cropBottom" | "cropStart" | "cropEnd" | "cropTopStart" | "cropTopEnd" | "cropBottomStart" | "cropBottomEnd", grip: Grip][]} */
const HANDLES = [
    ["cropTopStart", { x: "start", y: "start" }], ["cropTop", { x: null, y: "start" }], ["cropTopEnd", { x: "end", y: "start" }],
    ["cropStart", { x: "start", y: null }], ["cropEnd", { x: "end", y: null }],
    ["cropBottomStart", { x: "start", y: "end" }], ["cropBottom", { x: null, y: "end" }], ["cropBottomEnd", { x: "end", y: "end" }],
];
/** The steps of the arrow keys, in pixels of the scan. */
const [STEP, LARGE_STEP] = [1, 20];

export class CropFrame {
    /** The area that the dialog provides; the picture is centred in it. */
    element = make("div", { class: "crop-stage" });
    #frame = make("div", { class: "crop-frame" });
    #picture;
    #box = make("button", { type: "button", class: "crop-box", "aria-label": phrase("cropBox") });
    #scan;
    #onChange;
    #rotation = 0;
    /** @type {Crop} */
    #crop = [0, 0, 1, 1];
    /** CSS pixels per pixel of the scan. */
    #scale = 1;

    /**
     * @param {Size} scan
     * @param {HTMLElement} picture  a picture of the whole scan
     * @param {(crop: Crop, isDone: boolean) => void} onChange  called when the user changes the crop
     */
    constructor(scan, picture, onChange) {
        this.#scan = scan;
        this.#onChange = onChange;
        this.#picture = picture;
        this.#watch(this.#box, { x: null, y: null });
        this.#frame.append(this.#picture, this.#box);
        for (const [name, grip] of HANDLES) {
            const classes = `crop-handle at-x-${grip.x ?? "middle"} at-y-${grip.y ?? "middle"}`;
            const handle = make("button", { type: "button", class: classes, "aria-label": phrase(name), "data-grip": name });
            this.#watch(handle, grip);
            this.#frame.append(handle);
        }
        this.element.append(this.#frame);
        new ResizeObserver(() => this.#place()).observe(this.element);
    }

    /** @param {number} rotation @param {Crop} crop */
    show(rotation, crop) {
        [this.#rotation, this.#crop] = [rotation, crop];
        this.#place();
    }

    #place() {
        const turned = turnedSize(this.#scan, this.#rotation);
        const { clientWidth, clientHeight } = this.element;
        // Space for the halves of the handles that project beyond the frame.
        this.#scale = Math.max(0.001, Math.min((clientWidth - 44) / turned.width, (clientHeight - 44) / turned.height));
        const scaled = (/** @type {number} */ length) => `${length * this.#scale}px`;
        this.#frame.style.width = scaled(turned.width);
        this.#frame.style.height = scaled(turned.height);
        this.#picture.style.width = scaled(this.#scan.width);
        this.#picture.style.height = scaled(this.#scan.height);
        this.#picture.style.transform = `translate(-50%, -50%) rotate(${this.#rotation}deg)`;
        const [x, y, width, height] = this.#crop;
        for (const [name, value] of Object.entries({ x, y, width, height })) this.#frame.style.setProperty(`--crop-${name}`, scaled(value));
    }

    /** @param {HTMLElement} handle @param {Grip} grip */
    #watch(handle, grip) {
        /** @type {{ id: number, x: number, y: number, crop: Crop } | null} */
        let held = null;
        const turned = () => turnedSize(this.#scan, this.#rotation);
        const drag = (/** @type {PointerEvent} */ event, /** @type {boolean} */ isDone) => {
            if (held?.id !== event.pointerId) return;
            const [dx, dy] = [(event.clientX - held.x) / this.#scale, (event.clientY - held.y) / this.#scale];
            this.#onChange(moved(held.crop, grip, dx, dy, turned()), isDone);
        };
        handle.addEventListener("pointerdown", (event) => {
            if (event.button !== 0) return;
            handle.setPointerCapture(event.pointerId);
            held = { id: event.pointerId, x: event.clientX, y: event.clientY, crop: this.#crop };
        });
        handle.addEventListener("pointermove", (event) => drag(event, false));
        handle.addEventListener("pointerup", (event) => {
            drag(event, true);
            held = null;
        });
        handle.addEventListener("pointercancel", () => (held = null));
        handle.addEventListener("keydown", (event) => {
            const step = event.shiftKey ? LARGE_STEP : STEP;
            const arrow = ARROWS[event.key];
            if (!arrow) return;
            event.preventDefault();
            this.#onChange(moved(this.#crop, grip, step * arrow[0], step * arrow[1], turned()), true);
        });
    }
}
