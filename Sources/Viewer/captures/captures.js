// @ts-check
/**
 * Shows the captures of a page as the place states: alone, faded, behind a curtain or through a lens. Loaded if a document has
 * several captures, as a separate bundle, which takes its language from the page.
 */
import { captureName } from "../base/capture-name.js";
import { announce } from "../base/dialogs.js";
import { find } from "../base/dom.js";
import { CAPTURES, captureText } from "../strings/captures.js";
import { updateTexts } from "../strings/phrase-table.js";
import { comparisonOn, dividedParts, partsOf, seenSheet } from "./arrangement.js";
import { CaptureCard } from "./card.js";
import { Curtains } from "./curtains.js";
import { Lens } from "./lens.js";
import { Painter } from "./painter.js";

/** @typedef {import("../base/types.js").Capture} Capture */
/** @typedef {import("../base/fragment.js").Comparison} Comparison */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "page" | "place" | "language" | "cover" | "pushPlace" | "replacePlace" | "addEventListener">} Viewer */

/** The duration of the fade to another capture, and of the pass over a newly opened page. */
const [FADE_MILLISECONDS, PASS_MILLISECONDS] = [300, 1200];
/** The delay after which a dragged position is written to the address; browsers ignore too frequent changes. */
const REST_MILLISECONDS = 150;

/**
 * @param {Viewer} viewer  the viewer of a document that has a page with several captures
 * @param {boolean} isPart  whether the page is part of a comparison, in which no capture passes over it
 * @param {import("./capture-tiles.js").TileSource} tilesOf
 */
export async function showCaptures(viewer, isPart, tilesOf) {
    await updateTexts(CAPTURES);
    new Captures(viewer, isPart, tilesOf);
}

class Captures {
    #viewer;
    #isPart;
    #surface = find("surface", HTMLElement);
    #painter;
    #card;
    #curtains;
    #lens;
    #calm = matchMedia("(prefers-reduced-motion: reduce)");
    /** @type {{ before: Capture, now: Capture, begun: number } | null} a fade from one single capture to another */
    #change = null;
    /**
     * @type {{ capture: Capture, begun: number | null } | null} the capture that passes once over a newly opened page, to show
     *   that there are more
     */
    #pass = null;
    /** @type {Viewer["page"] | null} */
    #page = null;
    /** @type {Capture | null} */
    #alone = null;
    /** The ids of the captures announced last. */
    #said = "";
    /** @type {number[] | null} the dragged positions, before they are written to the address */
    #dragged = null;
    #timer = 0;

    /** @param {Viewer} viewer @param {boolean} isPart @param {import("./capture-tiles.js").TileSource} tilesOf */
    constructor(viewer, isPart, tilesOf) {
        this.#viewer = viewer;
        this.#painter = new Painter(tilesOf, () => this.#cover());
        this.#isPart = isPart;
        const adjust = (/** @type {number[]} */ at) => this.#adjust(at);
        this.#card = new CaptureCard({ show: (captures) => viewer.pushPlace({ captures }), adjust });
        this.#curtains = new Curtains(this.#surface, adjust);
        this.#lens = new Lens(this.#surface, () => this.#cover());
        viewer.addEventListener("hover", ({ detail }) => detail && this.#lens.follow(detail.point));
        for (const event of /** @type {const} */ (["change", "list"])) viewer.addEventListener(event, () => this.#update());
        viewer.addEventListener("change", async () => (await updateTexts(CAPTURES)) && this.#update());
        new ResizeObserver(() => this.#update()).observe(this.#surface);
        // The pass ends when the reader does anything.
        for (const event of ["pointerdown", "wheel", "keydown"]) addEventListener(event, () => this.#endPass(), { capture: true, passive: true });
        addEventListener("online", () => {
            this.#painter.retry();
            this.#cover();
        });
        this.#update();
    }

    /** @returns {Capture[]} the captures of the page, the default first; empty if there is only one */
    get #captures() {
        const { captures = [] } = this.#viewer.page;
        return captures.length > 1 ? captures : [];
    }

    get #comparison() {
        const comparison = comparisonOn(this.#captures, this.#viewer.place.captures);
        return comparison && this.#dragged?.length === comparison.at.length ? { ...comparison, at: this.#dragged } : comparison;
    }

    /**
     * Applies dragged positions. Dragging is not a step to which "back" returns.
     * @param {number[]} at  the positions in percent
     */
    #adjust(at) {
        this.#dragged = at;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
            const { captures } = this.#viewer.place;
            this.#dragged = null;
            if (captures?.at.length === at.length) this.#viewer.replacePlace({ captures: { ...captures, at } });
        }, REST_MILLISECONDS);
        this.#update();
    }

    /** Called when the place or the language has changed. */
    #update() {
        const comparison = this.#comparison;
        const captures = this.#captures;
        const name = (/** @type {Capture} */ capture) => captureName(capture, this.#viewer.language);
        this.#card.fill(captures, comparison, name);
        this.#curtains.show(comparison?.mode === "curtain" ? comparison : null, name);
        this.#lens.show(comparison?.mode === "lens" ? name(comparison.shown[1]) : null);
        this.#changeTo(captures, comparison);
        if (this.#viewer.page !== this.#page) this.#openPage(comparison);
        else if (comparison) this.#endPass();
        this.#cover();
        const shown = comparison?.shown.map(({ id }) => id).join() ?? "";
        if (comparison && shown !== this.#said) announce(captureText("shown", { capture: comparison.shown.map(name).join(", ") }));
        this.#said = shown;
    }

    /** @param {Capture[]} captures @param {ReturnType<typeof comparisonOn>} comparison */
    #changeTo(captures, comparison) {
        const now = comparison === null ? (captures[0] ?? null) : comparison.mode === "one" ? comparison.shown[0] : null;
        const before = this.#alone;
        this.#alone = now;
        if (now === before) return;
        const isOnPage = before !== null && captures.includes(before);
        this.#change = now && before && isOnPage && !this.#calm.matches ? { before, now, begun: performance.now() } : null;
    }

    /** @param {ReturnType<typeof comparisonOn>} comparison */
    #openPage(comparison) {
        this.#page = this.#viewer.page;
        const [, other] = this.#captures;
        const isThrifty = /** @type {any} */ (navigator).connection?.saveData === true;
        this.#pass = other && !comparison && !this.#calm.matches && !isThrifty && !this.#isPart ? { capture: other, begun: null } : null;
    }

    #endPass() {
        if (!this.#pass) return;
        this.#pass = null;
        this.#cover();
    }

    /**
     * Returns what is shown now, including while one capture fades into another or passes over the page.
     * @returns {import("./arrangement.js").Seen | null}
     */
    #seen() {
        if (this.#pass && this.#pass.begun !== null) {
            const share = (performance.now() - this.#pass.begun) / PASS_MILLISECONDS;
            if (share < 1) return { mode: "pass", shown: [this.#captures[0], this.#pass.capture], at: [100 * share] };
            this.#pass = null;
        }
        if (this.#change) {
            const { before, now, begun } = this.#change;
            const share = (performance.now() - begun) / FADE_MILLISECONDS;
            if (share < 1) return { mode: "fade", shown: [before, now], at: [100 * share] };
            this.#change = null;
        }
        return this.#comparison;
    }

    #cover() {
        const [own] = this.#captures;
        if (this.#pass?.begun === null && this.#painter.prepare(this.#pass.capture)) this.#pass.begun = performance.now();
        const seen = own ? this.#seen() : null;
        const isOwn = seen === null || (seen.mode === "one" && seen.shown[0] === own);
        this.#viewer.cover(isOwn ? null : this.#coverOf(own, seen));
        this.#surface.toggleAttribute("data-covered", seen !== null && !seen.shown.includes(own));
        this.#surface.toggleAttribute("data-passing", seen?.mode === "pass");
        if (this.#change || seen?.mode === "pass") requestAnimationFrame(() => this.#cover());
    }

    /** @param {Capture} own @param {import("./arrangement.js").Seen} seen @returns {import("../base/viewer.js").Cover} */
    #coverOf(own, seen) {
        const { page } = this.#viewer;
        const { clientWidth: width, clientHeight: height } = this.#surface;
        const divided = (/** @type {import("../base/types.js").Point} */ origin, /** @type {number} */ scale) => {
            const sheet = seenSheet(origin, scale, page, { width, height });
            return { sheet, ...dividedParts(partsOf(seen, sheet, this.#lens.middle, this.#lens.radius), own) };
        };
        return {
            ownBox: (origin, scale) => divided(origin, scale).ownBox,
            paint: (canvas, origin, scale) => {
                const { sheet, painted } = divided(origin, scale);
                this.#curtains.hang(sheet);
                this.#painter.paint(painted, sheet, canvas, origin, scale);
                if (seen.mode !== "pass") this.#surface.dataset.captures = this.#painter.isComplete ? "complete" : "loading";
            },
        };
    }
}
