// @ts-check
/** A dialog for aligning a capture with its page, by marking the same four points of the sheet in both pictures. */
import { openDialog } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { pathData } from "../../base/geometry.js";
import { phrase } from "../../strings/editor.js";
import { figure } from "../../strings/strings.js";
import { EditingError } from "../session/editing-error.js";
import { same } from "../session/values.js";
import { attempt, wordButton } from "../shell/forms.js";
import { alignCapture } from "./capture-edits.js";
import { transformedOutlines } from "./outline-transform.js";
import { outlinesOn } from "./page-edits.js";
import { PointBoard } from "./point-board.js";
import { fromPairs, transformed } from "./projective.js";
import { wholePicture } from "./whole-picture.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/page-images.js").Pair} Pair */
/** @typedef {import("./projective.js").Corner} Corner */
/** @typedef {import("../../base/types.js").Size} Size */
/** @typedef {EditingSession["pages"][number]} EditedPage */
/** @typedef {EditedPage["captures"][number]} EditedCapture */

/**
 * The initial distances of the points from the edges, as fractions of a picture. The first one whose points are within both
 * pictures is used.
 */
const INSETS = [1 / 8, 1 / 5, 1 / 3];

/**
 * @param {EditingSession} session
 * @param {EditedPage} page
 * @param {EditedCapture} capture
 * @param {string} name  the name of the capture
 */
export function openAlignment(session, page, capture, name) {
    new Aligning(session, page, capture, name).open();
}

class Aligning {
    #session;
    #page;
    #capture;
    #name;
    #closing = new AbortController();
    #state = make("p", { role: "status" });
    #apply = wordButton(phrase("apply"), () => this.#run(), { id: "align-apply" });
    #automatic = wordButton(phrase("alignAutomatically"), () => this.#find(), { id: "align-automatic" });
    #onPage;
    #onCapture;
    /** Counts measurements, so that outdated results are ignored. */
    #turn = 0;
    /** @type {HTMLDialogElement | null} */
    #dialog = null;

    /** @param {EditingSession} session @param {EditedPage} page @param {EditedCapture} capture @param {string} name */
    constructor(session, page, capture, name) {
        this.#session = session;
        this.#page = page;
        this.#capture = capture;
        this.#name = name;
        const { signal } = this.#closing;
        const pairs = capture.alignment ?? capture.estimate;
        const points = pairs ? pointsWithin(pairs, page, capture) : null;
        const onChange = (/** @type {boolean} */ isDone) => this.#show(isDone);
        this.#onPage = new PointBoard(phrase("boardPage"), page, wholePicture(page, signal), onChange, points?.onPage);
        this.#onCapture = new PointBoard(name, capture, wholePicture(capture, signal), onChange, points?.onCapture);
    }

    open() {
        this.#dialog = openDialog(
            "alignment", phrase("alignNamed", { name: this.#name }),
            make("p", {}, phrase("alignMore")),
            make("div", { class: "boards" }, this.#onPage.element, this.#onCapture.element),
            this.#state,
            make("p", { class: "actions" }, this.#apply, this.#automatic),
        );
        this.#dialog.addEventListener("close", () => this.#closing.abort());
        this.#onPage.outline(pathData(this.#outlines.flatMap(({ shapes }) => shapes)));
        this.#show(true);
    }

    get #outlines() {
        return outlinesOn(this.#session, this.#page.number);
    }

    /** @returns {Pair[]} */
    get #pairs() {
        const tenths = (/** @type {Corner} */ [x, y]) => /** @type {Corner} */ ([Math.round(x * 10) / 10, Math.round(y * 10) / 10]);
        return this.#onCapture.points.map((point, index) => [tenths(point), tenths(this.#onPage.points[index])]);
    }

    /** @param {boolean} isDone  false in the middle of a drag */
    #show(isDone) {
        const toCapture = fromPairs(this.#pairs.map(([to, from]) => ({ from, to })));
        this.#apply.disabled = toCapture === null;
        this.#turn += 1;
        if (toCapture === null) {
            this.#onCapture.outline("");
            this.#say(phrase("pointsOnLine"), true);
            return;
        }
        this.#onCapture.outline(pathData(transformedOutlines(this.#outlines, toCapture, this.#capture).outlined.flatMap(({ shapes }) => shapes)));
        if (isDone) this.#measure(this.#turn);
    }

    /** @param {string} text @param {boolean} [isWarning] */
    #say(text, isWarning = false) {
        this.#state.textContent = text;
        this.#state.classList.toggle("warning", isWarning);
    }

    /** @param {number} turn */
    async #measure(turn) {
        const found = await this.#compare(this.#pairs);
        if (!found || turn !== this.#turn) return;
        this.#say(found.error === null ? phrase("alignmentUnmeasured") : phrase("alignmentError", { pixels: figure(found.error) }));
    }

    async #find() {
        this.#say(phrase("aligning"));
        const turn = (this.#turn += 1);
        this.#automatic.disabled = true;
        const found = await this.#compare(null);
        this.#automatic.disabled = false;
        if (!found || turn !== this.#turn) return;
        if (!found.alignment) return this.#say(phrase("cannotAlign"), true);
        const { onPage, onCapture } = pointsWithin(found.alignment, this.#page, this.#capture);
        this.#onPage.show(onPage);
        this.#onCapture.show(onCapture);
        this.#show(true);
    }

    /** @param {Pair[] | null} pairs */
    async #compare(pairs) {
        try {
            return await this.#session.scans.compare(/** @type {any} */ (this.#page.image), /** @type {any} */ (this.#capture.image), pairs);
        } catch (error) {
            if (!(error instanceof EditingError)) throw error;
            this.#say(phrase("serverSays", { detail: error.message }), true);
            return null;
        }
    }

    #run() {
        const page = this.#session.page(this.#page.number);
        const capture = page?.captures.find(({ id }) => id === this.#capture.id);
        if (!page || !same(page.image, this.#page.image) || !same(capture?.image, this.#capture.image)) return this.#say(phrase("movedOn"), true);
        attempt(() => alignCapture(this.#session, page.number, this.#capture.id, this.#pairs));
        this.#dialog?.close();
    }
}

/**
 * Returns four pairs of points with the same alignment that lie within both pictures.
 * @param {Pair[]} pairs
 * @param {Size} page
 * @param {Size} capture
 * @returns {{ onPage: Corner[], onCapture: Corner[] }}
 */
function pointsWithin(pairs, page, capture) {
    const toCapture = fromPairs(pairs.map(([to, from]) => ({ from, to })));
    const toPage = fromPairs(pairs.map(([from, to]) => ({ from, to })));
    for (const inset of INSETS) {
        for (const [size, other, matrix] of /** @type {const} */ ([[page, capture, toCapture], [capture, page, toPage]])) {
            const points = insetPoints(size, inset);
            const places = points.map((point) => matrix && transformed(matrix, point));
            if (!places.every((place) => place !== null && isWithin(place, other))) continue;
            const others = /** @type {Corner[]} */ (places);
            return size === page ? { onPage: points, onCapture: others } : { onPage: others, onCapture: points };
        }
    }
    return { onPage: insetPoints(page, INSETS[0]), onCapture: insetPoints(capture, INSETS[0]) };
}

/** @param {Size} size @param {number} inset @returns {Corner[]} */
function insetPoints({ width, height }, inset) {
    const [x, y] = [width * inset, height * inset];
    return [[x, y], [width - x, y], [width - x, height - y], [x, height - y]];
}

/** @param {Corner} point @param {Size} size */
function isWithin([x, y], { width, height }) {
    return x >= 0 && y >= 0 && x <= width && y <= height;
}
