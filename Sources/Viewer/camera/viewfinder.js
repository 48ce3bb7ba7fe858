// @ts-check
/** The camera's picture and its controls: bar, overlay, message, shutter, torch. */
import { viewerURL } from "../base/addresses.js";
import { announce, fileInput, wordButton } from "../base/dialogs.js";
import { icon, make } from "../base/dom.js";
import { recall, remember } from "../base/memory.js";
import { makeSVG } from "../base/svg.js";
import { countOf, speakOf } from "../strings/camera.js";
import { PageCamera } from "./camera.js";
import { KINDS } from "./kinds.js";
import { messagePicture } from "./message-pictures.js";
import { messageOf, Messages } from "./messages.js";
import { Overlay } from "./overlay.js";

/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("./cycle.js").Status} Status */
/** @typedef {import("./detection/quads.js").Quad} Quad */

/** @typedef {{ blob: Blob, width: number, height: number, corners: Quad | null }} Taken */

/**
 * @typedef {object} Actions
 * @property {() => void} back
 * @property {() => void} help
 * @property {() => void} done
 * @property {(taken: Taken) => void} taken
 * @property {(file: File) => void} chosen  called with a file chosen instead of taking a picture
 */

export class Viewfinder {
    element;
    #on;
    #video = make("video", { "aria-label": "" });
    #overlay = new Overlay();
    #frame;
    #message = make("div", { class: "message" });
    #stopped = make("div", { class: "stopped" });
    #task = make("p", { class: "task" });
    #shutter = make("button", { type: "button", class: "shutter" });
    #torch = make("button", { type: "button", class: "action torch", "aria-pressed": "false" });
    #automatic = make("button", { type: "button", class: "action automatic", role: "switch" });
    #done = make("button", { type: "button", class: "action done" });
    #camera;
    #messages = new Messages();
    #shown = "";
    #isCancelled = false;
    #cancel = make("button", { type: "button", class: "action cancel" });

    /** @param {Actions} on */
    constructor(on) {
        this.#on = on;
        this.#video.setAttribute("aria-label", speakOf("picture"));
        this.#frame = make("div", { class: "camera-frame" }, this.#video, this.#message, this.#stopped);
        this.#video.after(this.#overlay.element);
        this.#shutter.setAttribute("aria-label", speakOf("shutter"));
        const [ring, knob] = [32, 25].map((r) => makeSVG("circle", { cx: 36, cy: 36, r }));
        knob.classList.add("knob");
        this.#shutter.append(makeSVG("svg", { viewBox: "0 0 72 72", "aria-hidden": "true" }, ring, knob));
        this.#torch.append(icon(viewerURL("vendor/icons/lightbulb.svg")), speakOf("torch"));
        this.#automatic.append(make("span", { class: "track", "aria-hidden": "true" }), speakOf("automatic"));
        this.#cancel.textContent = speakOf("cancel");
        this.element = make(
            "section",
            { class: "viewfinder", "aria-label": speakOf("title") },
            make(
                "div",
                { class: "top" },
                wordButton(speakOf("back"), on.back, { class: "action back" }),
                this.#task,
                wordButton(speakOf("help"), on.help, { class: "action help" }),
            ),
            make("div", { class: "stage" }, this.#frame),
            make("div", { class: "controls" }, make("div", { class: "start" }, this.#automatic, this.#torch), this.#shutter, make("div", { class: "end" }, this.#done)),
        );
        this.#camera = new PageCamera(this.#video, { overlay: this.#frame, worker: viewerURL("camera/worker.js") });
        this.#camera.isAutomatic = recall().captureByHand !== true;
        this.#listen();
    }

    /** @param {Kind} kind @param {number} count  the number of pictures taken */
    show(kind, count) {
        this.#camera.kind = kind;
        this.element.dataset.kind = kind;
        this.#task.textContent = speakOf(/** @type {const} */ (`task_${kind}`));
        this.#automatic.hidden = !KINDS[kind].hasOutline;
        this.#done.hidden = count === 0;
        this.#done.textContent = `${speakOf("done")} (${countOf("pictures", count)})`;
        this.#showSwitches();
    }

    /** @param {boolean} isSame  whether the same page is taken again because its last picture was not good enough */
    start(isSame) {
        this.#isCancelled = false;
        this.#messages = new Messages();
        this.element.classList.remove("taking");
        if (this.#video.paused && this.#camera.isRunning) this.#video.play();
        if (!this.#camera.isRunning) {
            this.#say("starting");
            this.#camera.start();
        } else if (isSame) this.#camera.retake();
        else this.#camera.next();
        this.#shutter.focus({ preventScroll: true });
    }

    stop() {
        this.#camera.stop();
    }

    #listen() {
        const camera = this.#camera;
        const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ run) => camera.addEventListener(name, (event) => run(/** @type {CustomEvent} */ (event).detail));
        on("resumed", ({ width, height, hasTorch }) => {
            this.#frame.style.setProperty("--ratio", String(width / height));
            this.#stopped.replaceChildren();
            this.element.dataset.camera = "running";
            this.#torch.hidden = !hasTorch;
            this.#torch.setAttribute("aria-pressed", "false");
            this.#showSwitches();
            this.#layOut();
        });
        on("stopped", ({ reason }) => this.#showStopped(reason));
        on("orientation", ({ orientation }) => (this.element.dataset.orientation = orientation));
        on("torch", ({ isOn }) => this.#torch.setAttribute("aria-pressed", String(isOn)));
        on("corners", ({ corners, status }) => this.#show(corners, status));
        on("taking", () => this.#showTaking());
        on("taken", (taken) => !this.#isCancelled && this.#on.taken(taken));
        this.#shutter.addEventListener("click", () => camera.take());
        this.#torch.addEventListener("click", () => camera.setTorch(this.#torch.getAttribute("aria-pressed") !== "true"));
        this.#automatic.addEventListener("click", () => {
            camera.isAutomatic = !camera.isAutomatic;
            remember({ captureByHand: !camera.isAutomatic });
            this.#showSwitches();
        });
        this.#done.addEventListener("click", this.#on.done);
        this.#cancel.addEventListener("click", () => this.#cancelTaking());
        new ResizeObserver(() => this.#layOut()).observe(this.#frame);
    }

    #layOut() {
        this.#overlay.guide(this.#camera.guide);
    }

    #showSwitches() {
        this.#automatic.setAttribute("aria-checked", String(this.#camera.isAutomatic));
        this.#torch.hidden = !this.#camera.hasTorch;
        this.#shutter.disabled = !this.#camera.isRunning;
    }

    /** @param {Quad | null} corners @param {Status} status */
    #show(corners, status) {
        this.element.dataset.status = status;
        this.#overlay.outline(corners, status);
        const message = messageOf(status, this.#camera.isAutomatic, KINDS[this.#camera.kind].hasOutline);
        const { shown, isSaid } = this.#messages.take(message, performance.now());
        if (shown !== null) this.#say(shown);
        if (shown !== null && isSaid) announce(speakOf(shown));
    }

    /** @param {import("./messages.js").Message | "starting"} message */
    #say(message) {
        if (message === this.#shown) return;
        this.#shown = message;
        this.#message.dataset.message = message;
        this.#message.replaceChildren(messagePicture(message), make("span", {}, speakOf(message)));
    }

    #showTaking() {
        this.element.classList.add("taking");
        this.#say("taking");
        this.#video.pause();
        this.#message.append(this.#cancel);
    }

    /** Discards the picture when it arrives. */
    #cancelTaking() {
        this.#isCancelled = true;
        this.#camera.addEventListener("taken", () => this.start(true), { once: true });
    }

    /** @param {import("./stopping.js").StopReason} reason */
    #showStopped(reason) {
        this.element.dataset.camera = "stopped";
        this.element.classList.remove("taking");
        this.#overlay.outline(null, "nothing");
        this.#shown = "";
        this.#message.replaceChildren();
        this.#showSwitches();
        if (reason === "stopped" || reason === "hidden") return this.#stopped.replaceChildren();
        const text = speakOf(reason);
        const again = wordButton(speakOf("startAgain"), () => this.start(true));
        const input = fileInput(([file]) => this.#on.chosen(file), { accept: "image/*" });
        const choose = wordButton(speakOf("chooseFile"), () => input.click());
        this.#stopped.replaceChildren(make("p", { role: "alert" }, text), make("p", { class: "actions" }, again, choose, input));
    }
}
