// @ts-check
/** Shows the page cut out of the picture just taken. The user can keep it, take it again, rotate it or adjust its corners. */
import { announce, wordButton } from "../base/dialogs.js";
import { make } from "../base/dom.js";
import { speakOf } from "../strings/camera.js";
import { CornerBoard } from "./corner-board.js";
import { allOf, previewOf, reducedPicture } from "./shots.js";
import { isPage } from "./warp.js";

/** @typedef {import("./shots.js").Shot} Shot */
/** @typedef {import("./detection/quads.js").Quad} Quad */

/**
 * @typedef {object} Actions
 * @property {() => void} retake  discards the picture
 * @property {(shot: Shot) => void} next  keeps the picture and continues
 * @property {(shot: Shot) => void} done  keeps the picture and ends the series
 */

export class Review {
    element = make("section", { class: "review", "aria-labelledby": "review-title" });
    #title = make("h2", { id: "review-title", tabindex: "-1" });
    #stage = make("div", { class: "stage" });
    #controls = make("div", { class: "controls" });
    #on;
    /** @type {Shot | null} */
    #shot = null;
    /** @type {HTMLCanvasElement | null} */
    #reduced = null;
    #turn = 0;

    /** @param {Actions} on */
    constructor(on) {
        this.#on = on;
        this.element.append(make("div", { class: "top" }, this.#title), this.#stage, this.#controls);
    }

    /**
     * @param {Shot} shot
     * @param {number} number  the number of the page
     * @throws {DOMException} if the picture cannot be shown
     */
    async show(shot, number) {
        const turn = (this.#turn += 1);
        this.#shot = shot;
        this.#title.textContent = speakOf("reviewTitle", { number });
        // The whole picture appears first, so that the user can judge its sharpness.
        const address = URL.createObjectURL(shot.blob);
        const whole = make("img", { src: address, alt: "" });
        this.#stage.replaceChildren(whole, make("p", { class: "processing", role: "status" }, speakOf("processing")));
        this.#controls.replaceChildren(this.#button("cancel", () => this.#on.retake(), "cancel"));
        this.element.classList.add("processing");
        this.#title.focus();
        try {
            await whole.decode();
            // Let the decoded picture be painted before the work begins.
            await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
            const reduced = await reducedPicture(shot.blob);
            if (turn !== this.#turn) return;
            this.#reduced = reduced;
            this.#showResult();
        } finally {
            URL.revokeObjectURL(address);
        }
    }

    /** Discards everything that belongs to the picture. */
    clear() {
        this.#turn += 1;
        [this.#shot, this.#reduced] = [null, null];
        this.#stage.replaceChildren();
        this.#controls.replaceChildren();
    }

    #showResult(focus = "next") {
        const [shot, reduced] = [this.#shot, this.#reduced];
        if (!shot || !reduced) return;
        this.element.classList.remove("processing", "by-hand");
        const preview = previewOf(reduced, shot) ?? previewOf(reduced, { ...shot, corners: null });
        preview?.setAttribute("role", "img");
        preview?.setAttribute("aria-label", speakOf("preview"));
        preview?.classList.add("preview");
        this.#stage.replaceChildren(...(preview ? [preview] : []));
        this.#controls.replaceChildren(
            make("div", { class: "start" }, this.#button("retake", () => this.#on.retake(), "retake"), this.#button("corners", () => this.#showCorners(), "corners"), this.#button("rotate", () => this.#rotate(), "rotate")),
            make("div", { class: "end" }, this.#button("next", () => this.#on.next(shot), "next main"), this.#button("done", () => this.#on.done(shot), "done main")),
        );
        const button = this.#controls.querySelector(`.${focus}`);
        if (button instanceof HTMLElement) button.focus({ preventScroll: true });
    }

    #rotate() {
        if (!this.#shot) return;
        this.#shot.quarters = (this.#shot.quarters + 1) % 4;
        this.#showResult("rotate");
        announce(speakOf("turned", { degrees: 90 * this.#shot.quarters }));
    }

    #showCorners() {
        const [shot, reduced] = [this.#shot, this.#reduced];
        if (!shot || !reduced) return;
        const factor = reduced.width / shot.width;
        const scaled = (/** @type {Quad} */ quad, /** @type {number} */ by) => /** @type {Quad} */ (quad.map(([x, y]) => [x * by, y * by]));
        const state = make("p", { class: "hint", role: "status" }, speakOf("cornersMore"));
        const apply = this.#button("apply", () => {
            shot.corners = scaled(board.quad, 1 / factor);
            this.#showResult("corners");
        }, "apply main");
        const board = new CornerBoard(reduced, scaled(shot.corners ?? allOf(shot), factor), () => {
            apply.disabled = !isPage(board.quad);
            const text = speakOf(apply.disabled ? "noPage" : "cornersMore");
            if (state.textContent !== text) state.textContent = text;
        });
        this.element.classList.add("by-hand");
        this.#stage.replaceChildren(board.element, state);
        this.#controls.replaceChildren(
            make("div", { class: "start" }, this.#button("cancel", () => this.#showResult("corners"), "cancel"), this.#button("whole", () => {
                shot.corners = null;
                this.#showResult("corners");
            }, "whole")),
            make("div", { class: "end" }, apply),
        );
        board.focus();
    }

    /** @param {"cancel" | "retake" | "corners" | "rotate" | "next" | "done" | "apply" | "whole"} name @param {() => void} run @param {string} classes */
    #button(name, run, classes) {
        return wordButton(speakOf(name), run, { class: `action ${classes}` });
    }
}
