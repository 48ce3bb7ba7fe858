// @ts-check
/** Shows the outlines of a proposal above the sheet: the current one dashed, and the proposed one. */
import { pathData } from "../../base/geometry.js";
import { makeSVG } from "../../base/svg.js";
import { boxOf } from "../geometry/shapes.js";

/** @typedef {{ polygon: [number, number][], holes?: [number, number][][] }} Shape */
/** @typedef {{ page: number, before: Shape[], after: Shape[] }} Outline */

/**
 * The parts of the sheet that are required.
 * @typedef {EventTarget & { page: { number: number }, openPage(number: number): Promise<void>, camera: import("../../sheet/camera.js").Camera }} Sheet
 */

export class ProposalOutline {
    #sheet;
    #group = makeSVG("g");
    #root = makeSVG("svg", { id: "proposal-outline", "aria-hidden": "true" }, this.#group);
    /** @type {Outline | null} */
    #outline = null;

    /** @param {Sheet} sheet @param {HTMLElement} surface  the surface that contains the sheet */
    constructor(sheet, surface) {
        this.#sheet = sheet;
        surface.append(this.#root);
        sheet.addEventListener("move", () => this.#place());
        sheet.addEventListener("page", () => this.#draw());
    }

    /** @param {Outline | null} outline */
    show(outline) {
        this.#outline = outline;
        this.#draw();
    }

    /** Brings the outline into view. */
    async reveal() {
        if (!this.#outline) return;
        const { page, before, after } = this.#outline;
        if (page !== this.#sheet.page.number) await this.#sheet.openPage(page);
        const points = [...before, ...after].flatMap(({ polygon }) => polygon);
        if (points.length === 0) return;
        this.#sheet.camera.reveal(boxOf(points), true);
    }

    #draw() {
        const isShown = this.#outline !== null && this.#outline.page === this.#sheet.page.number;
        this.#root.toggleAttribute("hidden", !isShown);
        this.#group.replaceChildren();
        if (!this.#outline || !isShown) return;
        for (const [name, shapes] of /** @type {[string, Shape[]][]} */ ([["before", this.#outline.before], ["after", this.#outline.after]])) {
            if (shapes.length === 0) continue;
            const d = pathData(shapes.map(({ polygon, holes = [] }) => ({ polygon, holes })));
            for (const kind of ["halo", name]) this.#group.append(makeSVG("path", { class: `${kind} ${name}`, d }));
        }
        this.#place();
    }

    #place() {
        if (!this.#outline) return;
        const { x, y, scale } = this.#sheet.camera.view;
        const { width, height } = this.#sheet.camera.frame.surface;
        this.#group.setAttribute("transform", `translate(${width / 2 - x * scale} ${height / 2 - y * scale}) scale(${scale})`);
    }
}
