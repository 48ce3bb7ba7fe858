// @ts-check
/**
 * The corners of the selected region as elements: visible to everyone, reachable and movable by keyboard, labelled for screen
 * readers. Pointers do not need them: the tool finds the nearest corner itself, however close together corners are.
 */
import { make } from "../../base/dom.js";
import { ARROWS } from "../../base/keys.js";
import { localMovement } from "../../base/turning.js";
import { draw } from "../../strings/drawing.js";
import { isSame, onPage } from "../geometry/shapes.js";
import { ownerOf } from "./regions.js";

/** @typedef {import("./tool-context.js").ToolContext} ToolContext */
/** @typedef {import("./layers.js").Layers} Layers */
/** @typedef {import("./types.js").Corner} Corner */
/** @typedef {import("./tools/reshape.js").ReshapeTool} ReshapeTool */

/** The maximum number of elements. If there are more corners, only those in view get elements, evenly thinned out if need be. */
const MOST = 240;

export class Handles {
    #group = make("div", { class: "drawing-handles", role: "group" });
    #context;
    #layers;
    #surface;
    #tool;
    /** @type {{ element: HTMLButtonElement, corner: Corner, index: number }[]} */
    #handles = [];
    /** The index, among all corners, of the handle in the tab order. */
    #current = 0;

    /**
     * @param {HTMLElement} root
     * @param {HTMLElement} surface
     * @param {ToolContext} context
     * @param {Layers} layers
     * @param {ReshapeTool} tool
     */
    constructor(root, surface, context, layers, tool) {
        this.#context = context;
        this.#layers = layers;
        this.#surface = surface;
        this.#tool = tool;
        this.#group.hidden = true;
        root.append(this.#group);
        this.#group.addEventListener("keydown", (event) => this.#press(event));
        this.#group.addEventListener("focusin", ({ target }) => {
            const handle = this.#handles.find(({ element }) => element === target);
            if (!handle) return;
            this.#setCurrent(handle.index);
            this.#reveal(handle.corner);
        });
        // Assistive technology sends clicks without a pointer; pointer events pass through to the tool.
        this.#group.addEventListener("click", ({ target }) => {
            const handle = this.#handles.find(({ element }) => element === target);
            if (handle) tool.choose(handle.corner);
        });
    }

    /**
     * @param {boolean} isShown
     * @param {Corner | null} chosen
     */
    update(isShown, chosen) {
        const corners = isShown ? this.#tool.corners : [];
        this.#group.hidden = corners.length === 0;
        if (corners.length === 0) {
            this.#handles = [];
            this.#group.replaceChildren();
            return;
        }
        const { selected } = this.#context;
        const name = selected === null ? "" : this.#context.nameOf(ownerOf(selected).clause);
        this.#group.setAttribute("aria-label", draw("cornersOf", { name }));
        this.#current = Math.min(this.#current, corners.length - 1);
        const shown = this.#shown(corners);
        while (this.#handles.length > shown.length) this.#handles.pop()?.element.remove();
        for (const [place, { corner, index }] of shown.entries()) {
            const element = this.#handles[place]?.element ?? this.#group.appendChild(make("button", { type: "button", class: "handle" }));
            this.#handles[place] = { element, corner, index };
            const [x, y] = corner.map((value) => String(Math.round(value)));
            element.setAttribute("aria-label", draw("cornerName", { number: index + 1, count: corners.length, x, y }));
            element.setAttribute("aria-pressed", String(chosen !== null && isSame(corner, chosen)));
            element.tabIndex = index === this.#current ? 0 : -1;
        }
        this.place();
    }

    /** Positions the handles after the view has moved. */
    place() {
        const { origin, scale } = this.#layers;
        for (const { element, corner } of this.#handles) {
            element.style.transform = `translate(${origin.x + corner[0] * scale}px, ${origin.y + corner[1] * scale}px)`;
        }
    }

    /** @param {Corner[]} corners @returns {{ corner: Corner, index: number }[]} */
    #shown(corners) {
        const all = corners.map((corner, index) => ({ corner, index }));
        if (all.length <= MOST) return all;
        const { x, y, width, height } = this.#context.camera.box;
        const near = all.filter(({ corner, index }) => index === this.#current ||
            (corner[0] >= x && corner[1] >= y && corner[0] <= x + width && corner[1] <= y + height));
        const step = Math.ceil(near.length / MOST);
        return near.filter(({ index }, place) => index === this.#current || place % step === 0);
    }

    /** @param {number} index */
    #setCurrent(index) {
        this.#current = index;
        for (const handle of this.#handles) handle.element.tabIndex = handle.index === index ? 0 : -1;
    }

    /** @param {Corner} corner */
    #reveal([x, y]) {
        const margin = 30 / this.#context.camera.view.scale;
        const { box } = this.#context.camera;
        const isSeen = x > box.x && y > box.y && x < box.x + box.width && y < box.y + box.height;
        if (!isSeen) this.#context.camera.reveal({ x: x - margin, y: y - margin, width: 2 * margin, height: 2 * margin }, false);
    }

    /** @param {KeyboardEvent} event */
    #press(event) {
        const handle = this.#handles.find(({ element }) => element === event.target);
        if (!handle || event.altKey || event.metaKey) return;
        const arrow = ARROWS[event.key];
        const steps = { PageDown: 1, PageUp: -1, Home: -Infinity, End: Infinity }[event.key];
        if (arrow) this.#nudge(handle.corner, localMovement(this.#surface, arrow), event.shiftKey ? 10 : 1);
        else if (steps !== undefined) this.#go(steps);
        else if (event.key === "Delete" || event.key === "Backspace") this.#tool.remove(handle.corner);
        else if (event.key === "Insert" || event.key === "+") this.#tool.addAfter(handle.corner);
        else return;
        event.preventDefault();
        event.stopPropagation();
        // The action may have replaced the element.
        requestAnimationFrame(() => this.#focus());
    }

    /** @param {Corner} corner @param {[number, number]} way @param {number} steps  in image pixels */
    #nudge([x, y], [dx, dy], steps) {
        const to = onPage([x + dx * steps, y + dy * steps], this.#context.page);
        const { selected } = this.#context;
        if (this.#tool.move([x, y], to, `nudge ${selected} ${this.#current}`)) {
            this.#context.on.announce(draw("cornerAt", { x: String(Math.round(to[0])), y: String(Math.round(to[1])) }));
        }
    }

    /** @param {number} steps */
    #go(steps) {
        const count = this.#tool.corners.length;
        const next = Number.isFinite(steps) ? (this.#current + steps + count) % count : steps < 0 ? 0 : count - 1;
        this.#current = next;
        this.update(true, this.#tool.corner);
        this.#focus();
    }

    #focus() {
        if (this.#group.hidden) return;
        this.#handles.find(({ index }) => index === this.#current)?.element.focus({ preventScroll: true });
    }
}
