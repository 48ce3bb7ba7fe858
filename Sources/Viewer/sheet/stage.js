// @ts-check
/** The sheet: tiles, outlines over them, a common camera, gestures and keys. */
import { find } from "../base/dom.js";
import { sheetOf } from "../base/leaves.js";
import { localInsets, turnsOf } from "../base/turning.js";
import { Camera } from "./camera.js";
import { watchKeys } from "./keyboard.js";
import { Overlays } from "./overlays.js";
import { Preparing } from "./preparing.js";
import { ScaleBar } from "./scale-bar.js";
import { SlicingProgress } from "./slicing-progress.js";
import { watchSurface } from "./surface-gestures.js";
import { Surface } from "./surface.js";
import { viewOfBox, wholeSheet } from "./view.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/leaves.js").Leaf} Leaf */
/** @typedef {import("../base/types.js").Page} Page */
/** @typedef {import("../base/types.js").Box} Box */
/** @typedef {import("../base/types.js").Insets} Insets */
/** @typedef {import("../base/types.js").Point} Point */
/** @typedef {import("../base/viewer.js").Spot} Spot */
/** @typedef {import("../base/viewer.js").Cover} Cover */
/** @typedef {import("./seeing.js").Aim} Aim */
/** @typedef {import("./view.js").View} View */

/**
 * @typedef {object} Events
 * @property {(clauses: Clause[], point: Point) => void} tap  a tap on a clause, on none, or equally near to several
 * @property {(clause: string) => void} open  a clause has been opened by keyboard or assistive technology
 * @property {() => boolean} escape
 * @property {() => void} edgeSwipe
 * @property {(steps: -1 | 1) => void} turn  a swipe to the previous or next page
 * @property {(spot: Spot) => void} hold  a long press
 * @property {(spot: Spot | null) => void} hover  the mouse is at a spot; null when it has left
 * @property {() => void} move  the view has changed
 * @property {() => void} rest  the view has been unchanged for a while
 * @property {() => void} failure  a tile could not be fetched
 */

export class Stage {
    /** @type {Surface} */
    #surface;
    /** @type {readonly Leaf[]} */
    #leaves = [];
    #round = 0;
    #preparing = new Preparing();
    #scaleBar = new ScaleBar();
    #element = find("surface", HTMLElement);
    /** @type {Cover | null} */
    #cover = null;
    /** @type {SlicingProgress} */
    #slicing = new SlicingProgress((cut) => this.#surface.grow(cut));

    /** @param {Events} on */
    constructor(on) {
        this.camera = new Camera((view) => this.#surface.look(view), on.rest);
        this.overlays = new Overlays(find("overlays", SVGSVGElement), on.open, () => this.#surface.redraw());
        this.#surface = new Surface(find("tiles", HTMLElement), find("paper", HTMLElement), {
            draw: (origin, scale, canvas) => {
                this.#cover?.paint(canvas, origin, scale);
                this.overlays.follow(origin, scale, canvas);
                this.#scaleBar.show(scale);
                on.move();
            },
            failure: on.failure,
        });
        /** @param {Point} point */
        const clauseAt = (point) => this.overlays.at(this.camera.imagePoint(point))[0] ?? null;
        /** @param {Point} point @param {number} reach */
        const near = (point, reach) => this.overlays.near(this.camera.imagePoint(point), reach, this.camera.view.scale);
        watchSurface(this.#element, this.camera, {
            press: (point, reach) => this.overlays.press(point && near(point, reach)),
            tap: (point, reach) => on.tap(near(point, reach), point),
            readingScale: () => this.overlays.readingScale,
            edgeSwipe: on.edgeSwipe,
            turn: on.turn,
            hold: (point, reach) => on.hold({ point, clause: near(point, reach)[0] ?? null }),
            hover: (point) => on.hover(point && { point, clause: clauseAt(point) }),
        });
        watchKeys(this.#element, this.camera, this.overlays, on);
        new ResizeObserver(() => this.#measure()).observe(this.#element);
        this.#measure();
    }

    /**
     * Opens adjacent pages. What was shown before stays until their pictures are loaded; the tiles follow.
     * @param {readonly Leaf[]} leaves
     * @param {Box | null} box  the view in pixels of the first page; null for the whole sheet
     * @param {boolean} [isPatient]  whether to wait for the pictures; by default if something is shown already
     * @throws {import("../base/api.js").APIError}
     */
    async open(leaves, box, isPatient = this.#leaves.length > 0) {
        const round = (this.#round += 1);
        const [{ page }] = leaves;
        const pages = leaves.map((leaf) => leaf.page);
        this.#slicing.stop();
        const pictures = isPatient ? await Promise.all(pages.map((one) => this.#preparing.picture(one))) : pages.map(cutPicture);
        if (round !== this.#round) return;
        this.#leaves = leaves;
        if (!this.#surface.layOut(leaves)) this.overlays.dropFirst();
        this.#scaleBar.setPage(page);
        this.camera.setPage(sheetOf(leaves));
        // At once, so that no tiles are fetched for a view that nobody sees.
        if (box) this.camera.jump(viewOfBox(box, this.camera.frame));
        for (const [index, picture] of pictures.entries()) if (picture) this.#surface.preview(pages[index], picture);
        this.#element.dispatchEvent(new Event("laid"));
        const shown = pages.filter(({ image }) => image !== null);
        const tiles = await Promise.all(shown.map(async (one) => /** @type {const} */ ([one.number, await this.#preparing.tiles(one)])));
        if (round !== this.#round) return;
        this.#surface.open(new Map(tiles));
        const cut = tiles.find(([number]) => number === page.number)?.[1].cut;
        if (page.image !== null && cut) this.#slicing.watch(page.image, cut);
    }

    /**
     * Changes which of the open pages coordinates refer to.
     * @param {readonly Leaf[]} leaves
     * @returns {Leaf | undefined} the new reference page at its previous position; undefined if these are not the open pages
     */
    rebase(leaves) {
        const [{ page }] = leaves;
        const found = leaves.map((one) => this.#leaves.find((laid) => laid.page.number === one.page.number));
        const [leaf] = found;
        if (!leaf || leaf === this.#leaves[0] || found.includes(undefined) || leaves.length !== this.#leaves.length) return undefined;
        this.#leaves = leaves;
        this.#surface.rebase(leaves, leaf);
        this.#scaleBar.setPage(page);
        this.camera.rebase(sheetOf(leaves), leaf);
        return leaf;
    }

    /** @param {readonly Page[]} pages  pages that may be opened next */
    prepare(pages) {
        this.#preparing.begin(pages);
    }

    /**
     * Sets a cover that is shown instead of the page's own tiles, on the whole sheet or parts of it.
     * @param {Cover | null} cover
     */
    cover(cover) {
        this.#cover = cover;
        this.#surface.clipOwnTiles(cover && cover.ownBox);
    }

    /** Turns the sheet clockwise by a quarter turn. */
    turn() {
        this.#element.dataset.turns = String((turnsOf(this.#element) + 1) % 4);
    }

    /** Requests the failed tiles again. */
    retry() {
        this.#surface.retry();
    }

    /**
     * Changes what covers the sheet, or the view.
     * @param {Insets} insets
     * @param {object} wish
     * @param {Box | null} [wish.view]  the box to show; null for the whole sheet; by default the current view
     * @param {View} [wish.base]  an earlier view to return to
     * @param {Aim | null} [wish.aim]  what to bring into sight
     * @param {import("./seeing.js").How} [wish.how]
     */
    look(insets, { view, base, aim, how }) {
        const covered = localInsets(this.#element, insets);
        const frame = { ...this.camera.frame, insets: covered };
        const place = view === undefined ? base : view ? viewOfBox(view, frame) : wholeSheet(frame);
        this.camera.setInsets(covered, { base: place, aim: aim ?? undefined, how });
    }

    #measure() {
        const { clientWidth: width, clientHeight: height } = this.#element;
        if (width === 0 || height === 0) return;
        this.#surface.resize(width, height);
        this.overlays.resize(width, height);
        // The same margin as in document.css, which positions the sheet before this script runs.
        this.camera.setSurface(width, height, Math.min(24, Math.min(width, height) * 0.03));
    }
}

/** @param {Page} page  a page whose image may still be being cut and have a preview */
function cutPicture({ cut }) {
    if (!cut?.previewURL) return null;
    const picture = new Image();
    picture.src = cut.previewURL;
    return picture;
}
