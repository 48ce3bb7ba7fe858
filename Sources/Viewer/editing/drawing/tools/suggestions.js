// @ts-check
/**
 * Suggests all lines of writing that the server finds on the page, in reading order, to be accepted, corrected or rejected one by
 * one or all at once. A line within a region is not suggested. Undoing an acceptance therefore brings it back, and regions drawn
 * by others count as well.
 */
import { areaOf } from "../../../base/containment.js";
import { draw, drawCount } from "../../../strings/drawing.js";
import { join } from "../../geometry/cutting.js";
import { boxOf, Refusal, ringOf } from "../../geometry/shapes.js";
import { faultOf, isInShape } from "../../geometry/validity.js";
import { fetchLines } from "../line-server.js";
import { keyFor, ownerOf } from "../regions.js";
import { pick } from "./select.js";

/** @typedef {import("../tool-context.js").ToolContext} ToolContext */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Corner} Corner */
/** @typedef {import("../types.js").Shape} Shape */
/** @typedef {import("../types.js").Tool} Tool */
/** @typedef {import("../types.js").Control} Control */
/** @typedef {import("../pen.js").Pen} Pen */
/** @typedef {{ shape: Shape, from: Corner, to: Corner, probes: Corner[], isRejected: boolean }} Suggestion */
/** @typedef {{ state: "waiting" | "missing" | "failed" | "found", all: Suggestion[], current: Suggestion | null }} Found */

/** The number of points tested per line. If more than half of them are in regions, the line is already part of a clause. */
const PROBES = 12;
/** The maximum number of new clauses per edit. Each takes three operations, and the server accepts 5,000 per edit. */
const MOST_CLAUSES = 300;
const keyOf = (/** @type {import("../types.js").Page} */ { number, image }) => `${number} ${image}`;

/** @implements {Tool} */
export class SuggestionsTool {
    name = "suggestions";
    #context;
    #lines;
    /** @type {Map<string, Found>} by page and image: after a crop, the lines are elsewhere */
    #pages = new Map();
    /** @type {Suggestion[]} the lines that are neither in a region nor rejected */
    #open = [];

    /** @param {ToolContext} context @param {import("./lines.js").LinesTool} lines  the tool used to correct a line */
    constructor(context, lines) {
        this.#context = context;
        this.#lines = lines;
    }

    get #found() {
        return this.#pages.get(keyOf(this.#context.page)) ?? null;
    }

    get #current() {
        return this.#found?.current ?? null;
    }

    hint() {
        const found = this.#found;
        if (!found || found.state === "waiting") return draw("suggestionsWaiting");
        if (found.state !== "found") return draw(found.state === "missing" ? "suggestionsMissing" : "suggestionsFailed");
        if (found.all.length === 0) return draw("suggestionsNone");
        if (!found.current) return draw("suggestionsDone");
        return drawCount("suggestionOf", this.#open.length, { number: String(this.#open.indexOf(found.current) + 1) });
    }

    /** @returns {Control[]} */
    controls() {
        const found = this.#found;
        if (found?.state === "failed") return [{ id: "findAgain", label: draw("findAgain"), isMain: true, run: () => this.#fetchLines() }];
        if (found?.state !== "found") return [];
        /** @type {Control[]} */
        const restore = found.all.some(({ isRejected }) => isRejected)
            ? [{ id: "restoreLines", label: draw("restoreLines"), icon: "arrow-rotate-left", run: () => this.#judge(found.all, false) }]
            : [];
        const line = found.current;
        if (!line) return restore;
        const isAlone = this.#open.length < 2;
        return [
            { id: "acceptLine", label: draw("acceptLine"), keys: "Enter", icon: "check", isMain: true, run: () => this.#accept(line) },
            { id: "joinLine", label: draw("joinLine"), keys: "K", icon: "code-merge", isDisabled: this.#target === null, run: () => this.#join(line) },
            { id: "rejectLine", label: draw("rejectLine"), keys: "X", icon: "xmark", run: () => this.#reject(line) },
            { id: "correctLine", label: draw("correctLine"), keys: "C", icon: "grip-lines", run: () => this.#correct(line) },
            { id: "previousLine", label: draw("previousLine"), keys: "PageUp", icon: "arrow-up", isDisabled: isAlone, run: () => this.#step(-1) },
            { id: "nextLine", label: draw("nextLine"), keys: "PageDown", icon: "arrow-down", isDisabled: isAlone, run: () => this.#step(1) },
            { id: "acceptLines", label: draw("acceptLines"), run: () => this.#acceptAll() },
            { id: "rejectLines", label: draw("rejectLines"), run: () => this.#judge(this.#open, true) },
            ...restore,
        ];
    }

    /** The clause to which a line can be added. */
    get #target() {
        const { session } = this.#context;
        return session.selection !== null && session.value(`clauses/${session.selection}`) === true ? session.selection : null;
    }

    enter() {
        if (!this.#found) this.#fetchLines();
    }

    async #fetchLines() {
        const { session, page, on } = this.#context;
        /** @type {Found} */
        const found = { state: page.image === null ? "missing" : "waiting", all: [], current: null };
        this.#pages.set(keyOf(page), found);
        on.refresh();
        if (page.image === null) return;
        try {
            const response = await fetchLines(session.document, page, "lines");
            if (response.ok) {
                const { lines, pitch } = await response.json();
                const all = /** @type {any[]} */ (lines).map((line) => suggestion(line, pitch ?? 0, page));
                found.all = all.filter(({ shape }) => shape.polygon.length >= 3);
                found.state = "found";
            } else found.state = response.status === 404 ? "missing" : "failed";
        } catch {
            found.state = "failed";
        }
        if (this.#found !== found) return;
        on.refresh();
        on.announce(found.all.length > 0 ? drawCount("suggestionsFound", this.#open.length) : this.hint());
    }

    /** Updates the suggestions, as regions may have changed. */
    refresh() {
        const found = this.#found;
        if (!found) return;
        const { index } = this.#context.regions;
        this.#open = found.all.filter(({ probes, isRejected }) =>
            !isRejected && probes.filter((probe) => index.at(probe).length > 0).length * 2 <= probes.length);
        if (found.current && this.#open.includes(found.current)) return;
        const place = found.current ? found.all.indexOf(found.current) : 0;
        found.current = this.#open.find((line) => found.all.indexOf(line) >= place) ?? this.#open[0] ?? null;
    }

    /** @param {Suggestion} line */
    #choose(line) {
        const found = this.#found;
        if (!found) return;
        found.current = line;
        this.#context.on.announce(this.hint());
        this.#context.on.refresh();
    }

    /** @param {1 | -1} step */
    #step(step) {
        const place = this.#current ? this.#open.indexOf(this.#current) : -1;
        const next = this.#open[(place + step + this.#open.length) % this.#open.length];
        if (next) this.#choose(next);
        this.#reveal();
    }

    /** Brings the current line into view. */
    #reveal() {
        if (this.#current) this.#context.camera.reveal(boxOf(this.#current.shape.polygon), false);
    }

    /**
     * Adds a line as a new clause, or to the selected one if that option is on.
     * @param {Suggestion} line
     */
    #accept(line) {
        if (this.#context.add([line.shape], "acceptLine")) this.#reveal();
    }

    /**
     * Adds a line to the selected clause, joined to one of its regions if they touch.
     * @param {Suggestion} line
     */
    #join({ shape }) {
        const context = this.#context;
        const clause = this.#target;
        const fault = faultOf(shape, context.page);
        if (fault) return context.refuse(fault);
        if (clause === null) return;
        const done = draw("addedTo", { name: context.nameOf(clause) });
        for (const { key, shape: own } of context.regions.around(shape).filter((held) => ownerOf(held.key).clause === clause)) {
            const result = join([own, shape], context.page);
            if (result instanceof Refusal) continue;
            const around = context.regions.inserted(result.shape, result.insertions, new Set([key]));
            if (context.perform("joinLine", [{ key, shape: result.shape }, ...around], { done })) context.select(key);
            return this.#reveal();
        }
        const part = context.regions.keysOf(clause).length;
        if (context.perform("joinLine", [], { additions: [{ clause, shape }], done })) context.select(keyFor(clause, part));
        this.#reveal();
    }

    /**
     * Lets the lines tool outline a line again between its ends, with handles.
     * @param {Suggestion} line
     */
    #correct(line) {
        if (this.#lines.steps()?.canUndo) {
            this.#context.warn(draw("linesUnfinished"));
            this.#context.on.refresh();
            return;
        }
        this.#context.on.use("lines");
        this.#lines.begin(line.from, line.to, () => this.#context.on.use(this.name));
    }

    /** @param {Suggestion} line */
    #reject(line) {
        line.isRejected = true;
        this.#context.on.refresh();
        this.#context.on.announce(`${draw("rejectedLine")} ${this.hint()}`);
        this.#reveal();
    }

    /** @param {Suggestion[]} lines @param {boolean} isRejected */
    #judge(lines, isRejected) {
        for (const line of lines) line.isRejected = isRejected;
        this.#context.on.refresh();
        this.#context.on.announce(this.hint());
    }

    /** Adds each line as a new clause, in edits of up to `MOST_CLAUSES`. */
    #acceptAll() {
        const context = this.#context;
        const lines = this.#open.filter(({ shape }) => !faultOf(shape, context.page));
        for (let start = 0; start < lines.length; start += MOST_CLAUSES) {
            const part = lines.slice(start, start + MOST_CLAUSES);
            const made = context.newClauses(this.#target, part.length);
            const additions = part.map(({ shape }, index) => ({ clause: made.clauses[index], shape }));
            const done = drawCount("linesAccepted", part.length);
            if (!context.perform("acceptLines", [], { additions, more: made.operations, done })) return;
            const last = made.clauses.at(-1);
            if (last !== undefined) context.select(keyFor(last, 0));
        }
    }

    /** @param {Spot} spot */
    #at({ corner }) {
        return this.#open.filter(({ shape }) => isInShape(corner, shape)).sort((one, other) => areaOf(one.shape) - areaOf(other.shape))[0] ?? null;
    }

    /**
     * Chooses the line at the spot, or else selects the region there.
     * @param {Spot} spot
     */
    tap(spot) {
        const line = this.#at(spot);
        // Enter pressed twice in the same place accepts the line.
        if (line && line === this.#current && spot.kind === "key") this.#accept(line);
        else if (line) this.#choose(line);
        else pick(this.#context, spot);
    }

    /** @param {Spot} spot */
    hold(spot) {
        const line = this.#at(spot);
        if (line) this.#reject(line);
        return line !== null;
    }

    /** @param {Pen} pen */
    paint(pen) {
        const { draft, handle } = pen.colours;
        // Thinner at low zoom, so that the writing stays visible in between.
        const width = Math.min(1.5, Math.max(0.5, 8 * pen.scale));
        for (const line of this.#open) if (line !== this.#current) pen.shape(line.shape, draft, { width, fill: 0.05 });
        const current = this.#current;
        if (!current) return;
        pen.shape(current.shape, draft, { width: 3, fill: 0.3 });
        pen.dot(current.from, handle, 6);
    }
}

/**
 * @param {{ polygon: Corner[], baseline: Corner[] }} line  a line as returned by the server
 * @param {number} pitch
 * @param {import("../types.js").Page} page
 * @returns {Suggestion}
 */
function suggestion({ polygon, baseline }, pitch, page) {
    const from = baseline[0] ?? polygon[0] ?? [0, 0];
    const to = baseline[baseline.length - 1] ?? from;
    // On the letters, just above the baseline.
    const probes = Array.from({ length: PROBES }, (_, index) => {
        const [x, y] = along(baseline, from, (index + 0.5) / PROBES);
        return /** @type {Corner} */ ([x, y - 0.2 * pitch]);
    });
    const raised = (/** @type {Corner} */ [x, y]) => /** @type {Corner} */ ([x, Math.max(0, y - 0.2 * pitch)]);
    return { shape: { polygon: ringOf(polygon, page), holes: [] }, from: raised(from), to: raised(to), probes, isRejected: false };
}

/**
 * Returns the point at a fraction of a line's width.
 * @param {Corner[]} line
 * @param {Corner} otherwise  returned if the line is too short
 * @param {number} share  0 to 1
 * @returns {Corner}
 */
function along(line, otherwise, share) {
    if (line.length < 2) return otherwise;
    const x = line[0][0] + share * (line[line.length - 1][0] - line[0][0]);
    const place = Math.max(1, line.findIndex(([right]) => right >= x));
    const [[ax, ay], [bx, by]] = [line[place - 1], line[place]];
    return [x, bx === ax ? ay : ay + ((x - ax) / (bx - ax)) * (by - ay)];
}
