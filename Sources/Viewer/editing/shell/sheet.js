// @ts-check
/**
 * The sheet in the editor: tiles and camera as in the viewer, and above them either the outlines as readers see them or the
 * drawing layer. Events: `page` when another page is shown; `move` (detail: { origin, scale }) when the view has changed,
 * dispatched as the tiles are drawn.
 */
import { find } from "../../base/dom.js";
import { bounds } from "../../base/geometry.js";
import { alone, boxOf } from "../../base/leaves.js";
import { oncePerFrame } from "../../base/once-per-frame.js";
import { applyPalette } from "../../sheet/colours.js";
import { Stage } from "../../sheet/stage.js";
import { viewOfBox } from "../../sheet/view.js";
import { direction } from "../../strings/direction.js";
import { localized, say, uiLanguage } from "../../strings/strings.js";
import { readClause } from "../session/clause-reading.js";
import { clauseName } from "./field-names.js";
import { followedIndex } from "./followed-page.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */

export class EditorSheet extends EventTarget {
    #session;
    #stage;
    #colours;
    /** @type {import("../../base/types.js").Page} */
    #page;
    #index = 0;
    #isReading = false;
    /** Whether the drawing layer shows the clauses during editing. */
    #isDrawn = false;
    /** At most once per frame, since an edit of many clauses causes many changes. */
    #redraw = oncePerFrame(() => {
        this.#followPages();
        this.#draw();
    });
    /** Whether the page's picture could not be opened, and is to be opened once there is a connection. */
    #isMissing = false;
    #onFailure;

    /** @param {EditingSession} session @param {(error: unknown) => void} onFailure  called when a page cannot be opened */
    constructor(session, onFailure) {
        super();
        this.#session = session;
        this.#onFailure = onFailure;
        this.#colours = applyPalette(/** @type {any} */ (session.value("document/palette")));
        this.#page = this.#pageOf(0);
        this.#stage = new Stage({
            tap: (clauses) => (session.selection = clauses[0]?.id ?? null),
            open: (id) => (session.selection = id),
            escape: () => false,
            edgeSwipe: () => {},
            turn: (steps) => this.turn(steps),
            hold: () => {},
            hover: () => {},
            move: () => {
                const { x, y, scale } = this.camera.view;
                const { width, height } = this.camera.frame.surface;
                const origin = { x: width / 2 - x * scale, y: height / 2 - y * scale };
                this.dispatchEvent(new CustomEvent("move", { detail: { origin, scale } }));
            },
            rest: () => {},
            failure: () => {},
        });
        find("zoom-in", HTMLElement).addEventListener("click", () => this.camera.zoom(1.5));
        find("zoom-out", HTMLElement).addEventListener("click", () => this.camera.zoom(1 / 1.5));
        find("zoom-whole", HTMLElement).addEventListener("click", () => this.camera.home());
        find("page-previous", HTMLElement).addEventListener("click", () => this.turn(-1));
        find("page-next", HTMLElement).addEventListener("click", () => this.turn(1));
        session.onChange((paths) => {
            if (paths.includes("document/palette")) this.#colours = applyPalette(/** @type {any} */ (session.value("document/palette")));
            this.#redraw();
        });
        session.addEventListener("images", this.#redraw);
        session.addEventListener("renumber", (event) => {
            const { from, to } = /** @type {CustomEvent} */ (event).detail;
            if (this.#page.number !== from) return;
            this.#page.number = to;
            this.dispatchEvent(new Event("page"));
        });
        session.addEventListener("select", () => this.#follow());
        const again = () => this.#isMissing && session.state !== "offline" && this.show();
        session.addEventListener("state", again);
        addEventListener("online", again);
    }

    get camera() {
        return this.#stage.camera;
    }

    get page() {
        return this.#page;
    }

    /**
     * Shows another page, or the same one again. If it cannot be opened now, nothing else changes.
     * @param {number} [number]
     */
    async show(number) {
        this.#isMissing = false;
        try {
            await this.openPage(number);
        } catch (error) {
            this.#isMissing = true;
            this.#onFailure(error);
        }
    }

    /**
     * Opens a page, by default the current one.
     * @param {number} [number]
     */
    async openPage(number = this.#page.number) {
        const index = Math.max(0, this.#session.pages.findIndex((page) => page.number === number));
        this.#page = this.#pageOf(index);
        this.#showPlace(index);
        this.dispatchEvent(new Event("page"));
        await this.#stage.open(alone(this.#page), null, false);
        this.#draw();
    }

    /**
     * Moves the view to a part of a page.
     * @param {number} page  the number of the page
     * @param {[number, number, number, number] | null} box  the part in image space, or null for the whole page
     */
    async look(page, box) {
        if (page !== this.#page.number) await this.openPage(page);
        if (!box) return this.camera.home();
        const [x, y, width, height] = box;
        this.camera.glide(viewOfBox({ x, y, width, height }, this.camera.frame));
    }

    /** @param {number} index  the index of the page shown */
    #showPlace(index) {
        this.#index = index;
        const count = this.#session.pages.length;
        find("pages", HTMLElement).hidden = count < 2;
        const label = localized(this.#page.label, uiLanguage());
        const place = say("page", { number: index + 1, count });
        find("page-label", HTMLElement).textContent = label ? say("labelledPage", { label: label.text, place }) : place;
    }

    /** Updates the page after a change of the document: it may have been removed, or have another image, label or position. */
    #followPages() {
        const index = followedIndex(this.#session.pages, this.#page, this.#index);
        const now = this.#pageOf(index);
        const isSame = /** @type {const} */ (["number", "image", "width", "height"]).every((name) => now[name] === this.#page[name]);
        if (isSame) {
            this.#page.label = now.label;
            this.#showPlace(index);
        } else {
            this.show(now.number);
        }
    }

    /** @param {number} steps */
    turn(steps) {
        const { pages } = this.#session;
        const next = pages[pages.findIndex(({ number }) => number === this.#page.number) + steps];
        if (next) this.show(next.number);
    }

    /** @param {boolean} isReading  whether to show clauses as readers see them */
    setReading(isReading) {
        this.#isReading = isReading;
        this.#draw();
    }

    /** Lets the drawing layer show the clauses from now on. */
    enableDrawing() {
        this.#isDrawn = true;
        this.#draw();
    }

    /** Redraws, so that the drawing layer is updated after a change that is not a movement. */
    redraw() {
        this.#stage.retry();
    }

    /** @param {number} index */
    #pageOf(index) {
        const { imageId = null, number = 1, label = null, width = 1000, height = 1414, pixelsPerMillimetre = null } =
            this.#session.pages[index] ?? {};
        return { number, label: /** @type {any} */ (label), image: imageId, width, height, pixelsPerMillimetre };
    }

    #draw() {
        const isDrawn = this.#isDrawn && !this.#isReading;
        const language = uiLanguage();
        const clauses = isDrawn ? [] : this.#session.clauses().filter(({ pages }) => pages.includes(this.#page.number));
        const own = String(this.#session.value("document/language") ?? "");
        this.#stage.overlays.show(clauses.map((clause) => readClause(this.#session, clause, language)), {
            colours: this.#colours,
            page: this.#page,
            boxes: alone(this.#page).map(boxOf),
            way: direction(own) === "rtl" ? "rtl" : "ltr",
            isSpotlight: false,
            label: (clause) => clauseName(this.#session, clause, language),
            fade: false,
        });
        find("drawing", HTMLElement).hidden = !isDrawn;
        this.#mark();
    }

    #mark() {
        for (const path of document.querySelectorAll("#overlays .clause")) {
            path.classList.toggle("selected", path.getAttribute("data-clause") === this.#session.selection);
        }
    }

    /** Brings the selected clause into view. */
    async #follow() {
        this.#mark();
        const clause = this.#session.clauses().find(({ id }) => id === this.#session.selection);
        if (!clause || clause.pages.length === 0) return;
        if (!clause.pages.includes(this.#page.number)) await this.show(clause.pages[0]);
        const regions = readClause(this.#session, clause, uiLanguage()).regions.filter(({ page }) => page === this.#page.number);
        this.camera.reveal(bounds(regions), true);
    }
}
