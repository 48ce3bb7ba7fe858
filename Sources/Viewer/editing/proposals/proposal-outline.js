// @ts-check
/** Shows the outlines of a proposal above the sheet: the current one dashed, and the proposed one. */

/** @typedef {{ polygon: [number, number][], holes?: [number, number][][] }} Shape */
/** @typedef {{ page: number, before: Shape[], after: Shape[] }} Outline */

/**
 * The parts of the sheet that are required.
 * @typedef {EventTarget & { page: { number: number }, openPage(number: number): Promise<void>, camera: import("../../sheet/camera.js").Camera }} Sheet
 */

const SVG = "http://www.w3.org/2000/svg";

export class ProposalOutline {
    #sheet;
    #root = document.createElementNS(SVG, "svg");
    #group = document.createElementNS(SVG, "g");
    /** @type {Outline | null} */
    #outline = null;

    /** @param {Sheet} sheet @param {HTMLElement} surface  the surface that contains the sheet */
    constructor(sheet, surface) {
        this.#sheet = sheet;
        this.#root.setAttribute("id", "proposal-outline");
        this.#root.setAttribute("aria-hidden", "true");
        this.#root.append(this.#group);
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
        const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
        const [x, y] = [xs.reduce((one, other) => Math.min(one, other)), ys.reduce((one, other) => Math.min(one, other))];
        const [right, bottom] = [xs.reduce((one, other) => Math.max(one, other)), ys.reduce((one, other) => Math.max(one, other))];
        this.#sheet.camera.reveal({ x, y, width: right - x, height: bottom - y }, true);
    }

    #draw() {
        const isShown = this.#outline !== null && this.#outline.page === this.#sheet.page.number;
        this.#root.toggleAttribute("hidden", !isShown);
        this.#group.replaceChildren();
        if (!this.#outline || !isShown) return;
        for (const [name, shapes] of /** @type {[string, Shape[]][]} */ ([["before", this.#outline.before], ["after", this.#outline.after]])) {
            for (const kind of ["halo", name]) {
                const path = document.createElementNS(SVG, "path");
                path.setAttribute("class", `${kind} ${name}`);
                path.setAttribute("d", shapes.map(drawing).join(""));
                if (shapes.length > 0) this.#group.append(path);
            }
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

/** @param {Shape} shape */
function drawing({ polygon, holes = [] }) {
    return [polygon, ...holes].map((ring) => `M${ring.map(([x, y]) => `${x} ${y}`).join("L")}Z`).join("");
}
