// @ts-check
/**
 * Outlines a clause along its lines of writing: the user touches where the clause begins and where it ends, and the server
 * computes the outline. It can then be corrected: a line more or fewer at each end (by buttons), both ends, and the limits of the
 * column (by dragging a handle, or by touching the handle and then its new place).
 */
import { draw, drawCount, drawNamed } from "../../../strings/drawing.js";
import { boxOf, distance, onPage, ringOf } from "../../geometry/shapes.js";
import { fetchLines } from "../line-server.js";
import { Steps, stepsKey } from "../steps.js";
import { isOutlineInput, queryOf } from "./outline-input.js";

/** @typedef {import("../tool-context.js").ToolContext} ToolContext */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Corner} Corner */
/** @typedef {import("../types.js").Shape} Shape */
/** @typedef {import("../types.js").Tool} Tool */
/** @typedef {import("../pen.js").Pen} Pen */
/** @typedef {import("./outline-input.js").OutlineInput} OutlineInput */

/** @typedef {{ shapes: Shape[], left: number, right: number, from: Corner, to: Corner, lineCount: number }} Found */
/** @typedef {"from" | "to" | "left" | "right"} Grip */

/** @implements {Tool} */
export class LinesTool {
    name = "lines";
    #context;
    /** @type {Steps<OutlineInput | null>} one for each touch and each correction */
    #steps;
    /** @type {Found | null} */
    #found = null;
    /** @type {Grip | null} the handle being touched or dragged */
    #grip = null;
    /** @type {Corner | null} */
    #pointer = null;
    /** @type {"idle" | "waiting" | "missing" | "failed" | "nothing"} */
    #state = "idle";
    /** Whether the user has accepted the outline that is being requested. */
    #isAccepted = false;
    #request = new AbortController();
    /** @type {(() => void) | null} called once the current outline is finished or discarded */
    #next = null;

    /** @param {ToolContext} context */
    constructor(context) {
        this.#context = context;
        this.#steps = this.#stepsOfPage();
    }

    #stepsOfPage() {
        const { session, page } = this.#context;
        return new Steps(stepsKey(session, page.number, this.name), null, isOutlineInput, () => this.#fetchOutline());
    }

    get #input() {
        return this.#steps.state;
    }

    /** Requests the outline again for work begun before a reload. */
    enter() {
        if (this.#input?.to && !this.#found && this.#state === "idle") this.#fetchOutline();
    }

    hint() {
        const found = this.#found;
        if (this.#state === "missing") return draw("linesMissing");
        if (this.#state === "failed") return draw("linesFailed");
        if (this.#state === "nothing") return draw("linesNothing");
        if (!this.#input) return draw("hint-lines");
        if (!this.#input.to) return draw("hintLinesEnd");
        if (this.#state === "waiting" || !found) return draw("linesWaiting");
        if (this.#grip) return draw("hintGrip");
        return drawCount("hintLinesFound", found.lineCount);
    }

    /** @returns {import("../types.js").Control[]} */
    controls() {
        const input = this.#input;
        if (!input) return [];
        /** @param {string} id @param {"above" | "below"} end @param {1 | -1} step @returns {import("../types.js").Control} */
        const line = (id, end, step) => ({
            id, label: drawNamed(id), icon: step > 0 ? "plus" : "minus",
            run: () => this.#steps.set({ ...input, [end]: input[end] + step }),
        });
        const grips = /** @type {Grip[]} */ (["from", "to", "left", "right"]).map((grip) => ({
            id: `grip-${grip}`, label: drawNamed(`grip-${grip}`), isPressed: this.#grip === grip, run: () => this.#choose(grip),
        }));
        const discard = { id: "discard", label: draw("discardDraft"), icon: "xmark", run: () => this.discard() };
        if (!this.#found) return [discard];
        return [
            { id: "accept", label: draw("accept"), keys: "Enter", icon: "check", isMain: true, run: () => this.finish() },
            line("lineAbove", "above", 1), line("noLineAbove", "above", -1), line("lineBelow", "below", 1), line("noLineBelow", "below", -1),
            ...grips, discard,
        ];
    }

    steps() {
        return this.#steps.canUndo || this.#steps.canRedo ? this.#steps : null;
    }

    /**
     * Starts with a suggested line.
     * @param {Corner} from @param {Corner} to @param {() => void} next  called at the end
     */
    begin(from, to, next) {
        this.#steps.set({ from, to, above: 0, below: 0, left: null, right: null, exact: [] });
        this.#next = next;
    }

    discard() {
        const next = this.#next;
        this.#next = null;
        this.#grip = null;
        this.#steps.clear();
        next?.();
    }

    #changed() {
        this.#context.session.dispatchEvent(new Event("state"));
        this.#context.on.refresh();
    }

    /** @param {Grip | null} grip */
    #choose(grip) {
        this.#grip = grip;
        this.#context.on.announce(this.hint());
        this.#context.on.refresh();
    }

    /** Requests the outline for the current state. */
    async #fetchOutline() {
        this.#request.abort();
        this.#request = new AbortController();
        this.#isAccepted = false;
        const [input, { signal }] = [this.#input, this.#request];
        if (!input?.to) {
            [this.#found, this.#state] = [null, "idle"];
            this.#changed();
            return;
        }
        this.#state = "waiting";
        this.#changed();
        try {
            const { session, page } = this.#context;
            const response = await fetchLines(session.document, page, "outline", queryOf(input, input.to), signal);
            if (signal.aborted) return;
            if (!response.ok) this.#state = response.status === 404 ? "missing" : "failed";
            else this.#take(await response.json(), input, input.to);
        } catch {
            if (signal.aborted) return;
            this.#state = "failed";
        }
        if (/** @type {string} */ (this.#state) !== "idle") this.#found = null;
        this.#context.on.announce(this.hint());
        this.#changed();
        if (this.#isAccepted) this.finish();
    }

    /** @param {any} value  the server's response @param {OutlineInput} input @param {Corner} to */
    #take(value, input, to) {
        const { page } = this.#context;
        const polygons = value.polygons ?? (value.polygon ? [value.polygon] : []);
        /** @type {Shape[]} */
        const shapes = polygons.map((/** @type {any} */ one) => ({ polygon: ringOf(one.polygon ?? one, page), holes: one.holes ?? [] }));
        if (shapes.length === 0) {
            this.#state = "nothing";
            return;
        }
        const box = boxOf(shapes.flatMap(({ polygon }) => polygon));
        this.#state = "idle";
        this.#found = {
            shapes,
            left: value.left ?? box.x,
            right: value.right ?? box.x + box.width,
            from: value.from ?? input.from,
            to: value.to ?? to,
            lineCount: value.lines?.length ?? 1,
        };
    }

    /**
     * Limits a point to the page. The right and lower borders are not part of it.
     * @param {Spot} spot
     * @returns {Corner}
     */
    #place({ corner: [x, y] }) {
        const { width, height } = this.#context.page;
        return onPage([Math.min(x, width - 1), Math.min(y, height - 1)], this.#context.page);
    }

    /** @param {Spot} spot */
    tap(spot) {
        const corner = this.#place(spot);
        const input = this.#input;
        if (!input) this.#steps.set({ from: corner, to: null, above: 0, below: 0, left: null, right: null, exact: [] });
        else if (!input.to) this.#steps.set({ ...input, to: corner });
        else if (this.#grip) this.#put(this.#grip, corner);
        else this.#choose(this.#gripAt(spot));
    }

    /** @param {Spot} spot @returns {Grip | null} */
    #gripAt({ corner, reach }) {
        const found = this.#found;
        if (!found) return null;
        if (distance(corner, found.from) <= reach) return "from";
        if (distance(corner, found.to) <= reach) return "to";
        if (Math.abs(corner[0] - found.left) <= reach) return "left";
        return Math.abs(corner[0] - found.right) <= reach ? "right" : null;
    }

    /** @param {Grip} grip @param {Corner} corner  the handle's new place */
    #put(grip, corner) {
        const input = this.#input;
        this.#grip = this.#pointer = null;
        if (!input) return;
        if (grip === "left" || grip === "right") this.#steps.set({ ...input, [grip]: corner[0] });
        else this.#steps.set({ ...input, above: 0, below: 0, [grip]: corner, exact: [...new Set([...input.exact, grip])] });
    }

    /** @param {Spot} spot */
    grab(spot) {
        this.#grip = this.#gripAt(spot);
        return this.#grip !== null;
    }

    /** @param {Spot} spot */
    drag(spot) {
        this.#pointer = this.#place(spot);
        this.#context.on.touch();
    }

    /** @param {Spot} spot */
    drop(spot) {
        if (this.#grip) this.#put(this.#grip, this.#place(spot));
    }

    cancelDrag() {
        this.#grip = this.#pointer = null;
        this.#context.on.touch();
    }

    escape() {
        const wasHeld = this.#grip !== null;
        this.cancelDrag();
        return wasHeld;
    }

    /** Restores the unfinished work of a page, when that page is shown. */
    open() {
        [this.#steps, this.#grip] = [this.#stepsOfPage(), null];
        this.#fetchOutline();
    }

    /** Adds the outline to the document; one that is being corrected, as soon as the correction has arrived. */
    finish() {
        if (this.#state === "waiting") this.#isAccepted = true;
        else if (this.#found && this.#context.add(this.#found.shapes, "followLines")) this.discard();
    }

    /** @param {Pen} pen */
    paint(pen) {
        const [input, found] = [this.#input, this.#found];
        if (!input) return;
        const { draft, handle } = pen.colours;
        const { height } = this.#context.page;
        if (found) {
            for (const shape of found.shapes) pen.shape(shape, draft, { width: 2.5, fill: 0.18 });
            for (const grip of /** @type {const} */ (["left", "right"])) {
                const x = this.#grip === grip && this.#pointer ? this.#pointer[0] : found[grip];
                pen.line([[x, 0], [x, height]], handle, { width: this.#grip === grip ? 3 : 1.5, dash: [8, 6] });
            }
        }
        const [from, to] = [found?.from ?? input.from, found?.to ?? input.to];
        for (const [grip, corner] of /** @type {[Grip, Corner | null][]} */ ([["from", from], ["to", to]])) {
            const place = this.#grip === grip && this.#pointer ? this.#pointer : corner;
            if (place) pen.dot(place, handle, this.#grip === grip ? 11 : 9);
        }
    }
}
