// @ts-check
/** The sheet: tiles, outlines over them, the camera for both, and gestures and keys. */
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
 * @property {(clauses: Clause[], point: Point) => void} tap  on a clause, on none, or equally near to several
 * @property {(clause: string) => void} open  by keyboard or assistive technology
 * @property {() => boolean} escape
 * @property {() => void} edgeSwipe
 * @property {(steps: -1 | 1) => void} turn  to the page before or after
 * @property {(spot: Spot) => void} hold  a long press
 * @property {(spot: Spot | null) => void} hover  a mouse is there; null: no longer
 * @property {() => void} move  the view is another
 * @property {() => void} rest  and has been the same for a while
 * @property {() => void} failure  one did not come
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
     * Other pages beside each other; what was seen before stays until pictures of them are there. Their tiles follow.
     * @param {readonly Leaf[]} leaves
     * @param {Box | null} box  where to look, in pixels of the first; null: at the whole sheet
     * @param {boolean} [isPatient]  whether there is anything to wait for pictures with, by default where something is seen
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
        if (!this.#surface.lay(leaves)) this.overlays.dropFirst();
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
     * The same pages, of which another is that of all coordinates.
     * @param {readonly Leaf[]} leaves
     * @returns {Leaf | undefined} it, as it lay before
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

    /** @param {readonly Page[]} pages  that may be opened next */
    prepare(pages) {
        this.#preparing.begin(pages);
    }

    /**
     * Something else than the page's own tiles is seen, in all of the sheet or in parts of it.
     * @param {Cover | null} cover
     */
    cover(cover) {
        this.#cover = cover;
        this.#surface.confine(cover && cover.ownBox);
    }

    /** Turns the sheet by a quarter, clockwise. */
    turn() {
        this.#element.dataset.turns = String((turnsOf(this.#element) + 1) % 4);
    }

    /** Asks again for the tiles that did not come. */
    retry() {
        this.#surface.retry();
    }

    /**
     * What covers the sheet has changed, or where to look.
     * @param {Insets} insets
     * @param {object} wish
     * @param {Box | null} [wish.view]  null: the whole sheet; left out: where the view is
     * @param {View} [wish.base]  or a view there was before
     * @param {Aim | null} [wish.aim]  what shall be seen
     * @param {import("./seeing.js").How} [wish.how]
     */
    look(insets, { view, base, aim, how }) {
        const covered = localInsets(this.#element, insets);
        const frame = { ...this.camera.frame, insets: covered };
        const place = view === undefined ? base : view ? viewOfBox(view, frame) : wholeSheet(frame);
        this.camera.cover(covered, { base: place, aim: aim ?? undefined, how });
    }

    #measure() {
        const { clientWidth: width, clientHeight: height } = this.#element;
        if (width === 0 || height === 0) return;
        this.#surface.resize(width, height);
        this.overlays.resize(width, height);
        // As in document.css, by which the sheet is where it will be before this runs.
        this.camera.setSurface(width, height, Math.min(24, Math.min(width, height) * 0.03));
    }
}

/** @param {Page} page  perhaps of an image that is being cut, of which there is a small one */
function cutPicture({ cut }) {
    if (!cut?.previewURL) return null;
    const picture = new Image();
    picture.src = cut.previewURL;
    return picture;
}
