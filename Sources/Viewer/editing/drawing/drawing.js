// @ts-check
/** The drawing layer above the sheet. Connects regions, tools, pointers and keys. */
import { find, make } from "../../base/dom.js";
import { draw, DRAWING, drawNamed } from "../../strings/drawing.js";
import { actions } from "./actions.js";
import { Crosshair } from "./crosshair.js";
import { watchPointers } from "./gestures.js";
import { Handles } from "./handles.js";
import { Layers } from "./layers.js";
import { Magnifier } from "./magnifier.js";
import { ownerOf } from "./regions.js";
import { watchShortcuts } from "./shortcuts.js";
import { ToolContext } from "./tool-context.js";
import { ENTRIES, Toolbar } from "./toolbar.js";
import { toolsFor } from "./toolbox.js";

/** @typedef {import("./types.js").Tool} Tool */
/** @typedef {import("./pen.js").Pen} Pen */

/**
 * @typedef {object} Parts
 * @property {import("./types.js").DrawingSession} session
 * @property {import("../../sheet/camera.js").Camera} camera
 * @property {HTMLElement} surface  the sheet, which contains #drawing
 * @property {import("./types.js").SheetView} view
 */

/** The height of the bars that cover the foot of the sheet, in CSS pixels. */
const COVERED = 110;

/**
 * Starts drawing on the page shown.
 * @param {Parts} parts
 * @returns {Promise<Drawing>}
 */
export async function startDrawing(parts) {
    await DRAWING.load();
    return new Drawing(parts);
}

class Drawing {
    #root = find("drawing", HTMLElement);
    #live = make("p", { class: "visually-hidden", role: "status" });
    #session;
    #view;
    /** @type {ToolContext} */
    #context;
    /** @type {Layers} */
    #layers;
    #handles;
    #toolbar;
    #magnifier;
    #crosshair;
    /** @type {Map<string, Tool>} */
    #tools;
    /** @type {import("./tools/reshape.js").ReshapeTool} */
    #reshape;
    /** @type {Tool} */
    #tool;
    #stop = new AbortController();

    /** @param {Parts} parts */
    constructor({ session, camera, surface, view }) {
        this.#session = session;
        this.#view = view;
        const { signal } = this.#stop;
        this.#layers = new Layers(this.#root, {
            regions: () => this.#context.regions,
            hidden: () => this.#hidden(),
            paint: (pen) => this.#paint(pen),
        });
        this.#context = new ToolContext(session, camera, view.page, {
            touch: () => this.#layers.touch(),
            refresh: () => this.#refresh(),
            announce: (text) => this.#announce(text),
            use: (name) => this.use(name),
        });
        const { tools, select, reshape } = toolsFor(this.#context);
        [this.#tools, this.#tool, this.#reshape] = [tools, select, reshape];
        this.#handles = new Handles(this.#root, surface, this.#context, this.#layers, reshape);
        this.#magnifier = new Magnifier(surface, this.#root, () => this.#layers.canvases);
        this.#toolbar = new Toolbar(surface.parentElement ?? surface, (name) => this.press(name));
        this.#root.append(this.#live);
        this.#root.tabIndex = 0;
        this.#root.setAttribute("role", "application");
        this.#root.setAttribute("aria-label", draw("sheet"));
        this.#root.setAttribute("aria-describedby", "drawing-hint");
        watchPointers(this.#root, surface, camera, this.#pointers(), signal);
        this.#crosshair = new Crosshair(this.#root, surface, this.#context, {
            place: () => this.#place(),
            escape: () => this.#escape(),
            move: (spot) => this.#tool.hover?.(spot),
        }, signal);
        const press = (/** @type {string} */ name) => this.press(name);
        watchShortcuts(this.#root, { press, controls: () => this.#tool.controls?.() ?? [] }, signal);
        session.addEventListener("change", (event) => this.#follow(/** @type {CustomEvent} */ (event).detail), { signal });
        session.addEventListener("select", () => this.#context.follow(), { signal });
        view.addEventListener("page", () => this.#open(), { signal });
        view.addEventListener("move", (event) => this.#look(/** @type {CustomEvent} */ (event).detail), { signal });
        const size = new ResizeObserver(() => this.#layers.resize(surface.clientWidth, surface.clientHeight));
        size.observe(surface);
        const shown = new MutationObserver(() => (this.#toolbar.hidden = this.#root.hidden));
        shown.observe(this.#root, { attributes: true, attributeFilter: ["hidden"] });
        for (const watcher of [size, shown]) signal.addEventListener("abort", () => watcher.disconnect());
        this.#toolbar.hidden = this.#root.hidden;
        const { x, y, scale } = camera.view;
        const { width, height } = camera.frame.surface;
        this.#look({ origin: { x: width / 2 - x * scale, y: height / 2 - y * scale }, scale });
        this.#context.follow();
        // Lets the user move the sheet out from under the bars.
        camera.setInsets({ top: 0, right: 0, bottom: COVERED, left: 0 });
    }

    /** Stops all listeners and observers. Unfinished work is kept. */
    close() {
        this.#stop.abort();
        this.#session.draft = null;
    }

    /**
     * Chooses a tool, toggles an option or runs an action. Unfinished work is kept.
     * @param {string} name  the name of a toolbar entry
     */
    press(name) {
        const { kind } = ENTRIES.find((entry) => entry.name === name) ?? { kind: null };
        if (kind === "option") {
            const options = /** @type {Record<string, boolean>} */ (this.#context.options);
            options[name] = !options[name];
            this.#announce(draw(options[name] ? "optionOn" : "optionOff", { option: drawNamed(`tool-${name}`) }));
            this.#refresh();
        } else if (kind === "action") {
            this.#context.problem = null;
            actions[name](this.#context);
            this.#refresh();
        } else {
            this.use(name);
        }
    }

    /**
     * Chooses a tool.
     * @param {string} name
     */
    use(name) {
        const tool = this.#tools.get(name);
        if (!tool || tool === this.#tool) return;
        this.#tool.leave?.();
        this.#tool = tool;
        this.#context.problem = this.#context.snap = null;
        tool.enter?.();
        this.#refresh();
        this.#session.dispatchEvent(new Event("state"));
        this.#announce(`${drawNamed(`tool-${name}`)}. ${tool.hint()}`);
    }

    #open() {
        this.#tool.leave?.();
        this.#context.open(this.#view.page);
        for (const tool of this.#tools.values()) tool.open?.();
        this.#tool.enter?.();
        this.#crosshair.hide();
        this.#refresh();
    }

    /** @param {{ paths: string[], cause: string }} change */
    #follow({ paths, cause }) {
        const clauses = this.#context.regions.follow(paths);
        if (clauses.size === 0) return;
        // Finishing the drag would overwrite what somebody else has just changed.
        const isTaken = [...(this.#tool.moving?.() ?? [])].some((key) => clauses.has(ownerOf(key).clause));
        if (cause !== "local" && isTaken && this.#tool.cancelDrag) {
            this.#tool.cancelDrag();
            this.#context.warn(draw("changedByOthers"));
        }
        this.#context.follow();
    }

    /** @param {{ origin: import("./types.js").Point, scale: number }} place */
    #look({ origin, scale }) {
        this.#layers.follow(origin, scale);
        this.#handles.place();
    }

    #refresh() {
        this.#tool.refresh?.();
        this.#session.draft = this.#tool.steps?.() ?? null;
        this.#layers.refresh();
        this.#handles.update(this.#tool === this.#reshape && this.#reshape.moving().size === 0, this.#reshape.corner);
        const unfinished = new Set([...this.#tools.values()].filter((tool) => tool.steps?.()?.canUndo).map(({ name }) => name));
        const { problem, selected } = this.#context;
        this.#toolbar.update({
            tool: this.#tool.name,
            options: this.#context.options,
            unfinished,
            disabled: new Set(selected === null ? ENTRIES.filter(({ kind }) => kind === "action").map(({ name }) => name) : []),
            hint: problem?.text ?? `${this.#context.overlapText()} ${this.#tool.hint()}`.trim(),
            isProblem: problem !== null,
            controls: this.#tool.controls?.() ?? [],
        });
        this.#root.dataset.tool = this.#tool.name;
    }

    #hidden() {
        const moving = new Set(this.#tool.moving?.());
        if (this.#context.selected !== null) moving.add(this.#context.selected);
        return moving;
    }

    /** @param {Pen} pen */
    #paint(pen) {
        const { selected, regions, problem, snap } = this.#context;
        if (selected !== null && !this.#tool.moving?.().has(selected)) {
            pen.path(regions.path(selected), pen.colours.chosen, { width: 2.5, fill: 0.16 });
            const shape = regions.shape(selected);
            if (shape) this.#context.hatchOverlaps(pen, shape, new Set([selected]));
        }
        for (const tool of this.#tools.values()) if (tool !== this.#tool) tool.paintInactive?.(pen);
        this.#tool.paint?.(pen);
        if (snap) pen.dot(snap.corner, pen.colours.snap, snap.edge ? 5 : 8, true);
        if (problem?.at) pen.fault(problem.at);
        this.#crosshair.paint(pen);
    }

    /** @returns {import("./gestures.js").Handlers} */
    #pointers() {
        const tool = () => this.#tool;
        const begin = () => {
            this.#context.problem = null;
            this.#crosshair.hide();
            if (document.activeElement !== this.#root) this.#root.focus({ preventScroll: true });
        };
        return {
            tap: (spot) => {
                begin();
                tool().tap(spot);
                this.#refresh();
            },
            grab: (spot) => {
                begin();
                const isGrabbed = tool().grab?.(spot) ?? false;
                this.#refresh();
                return isGrabbed;
            },
            drag: (spot, point) => {
                tool().drag?.(spot);
                if (spot.kind === "touch") this.#magnify(point);
            },
            drop: (spot) => {
                this.#magnifier.hide();
                tool().drop?.(spot);
                this.#context.snap = null;
                this.#refresh();
            },
            cancelDrag: () => {
                this.#magnifier.hide();
                tool().cancelDrag?.();
                this.#refresh();
            },
            hold: (spot) => {
                const isDone = tool().hold?.(spot) ?? false;
                if (isDone) navigator.vibrate?.(15);
                this.#refresh();
                return isDone;
            },
            hover: (spot) => tool().hover?.(spot),
        };
    }

    /**
     * Shows the magnifier once the layer has been painted, so that it contains the dragged corner.
     * @param {import("./types.js").Point} point
     */
    #magnify(point) {
        this.#root.addEventListener("painted", () => !this.#stop.signal.aborted && this.#magnifier.show(point), { once: true });
        this.#layers.touch();
    }

    /** Handles Enter on the sheet: places a point at the crosshair, or runs the main control if no crosshair is shown. */
    #place() {
        const tool = this.#tool;
        this.#context.problem = null;
        const main = tool.controls?.().find(({ isMain, isDisabled }) => isMain && !isDisabled);
        if (main && (!this.#crosshair.isShown || tool.takesEnter)) main.run(0);
        else tool.tap(this.#crosshair.spot());
        this.#refresh();
    }

    /** Handles Escape: clears what is chosen, never unfinished work. */
    #escape() {
        if (!this.#tool.escape?.()) this.#crosshair.hide();
        this.#context.problem = null;
        this.#refresh();
    }

    /** @param {string} text */
    #announce(text) {
        this.#live.textContent = text;
    }
}
