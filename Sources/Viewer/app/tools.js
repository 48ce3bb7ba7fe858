// @ts-check
/** The tools for looking at the sheet, in one strip: scale bar, navigator, quarter turns, contrast and inversion. */
import * as api from "../base/api.js";
import { toolButton } from "../base/dialogs.js";
import { find, make, ownIcon } from "../base/dom.js";
import { tilePicture, wholeLevel } from "../base/tile-picture.js";
import { say } from "../strings/strings.js";

/** @typedef {import("../base/dom.js").OwnIcon} OwnIcon */
/** @typedef {import("../strings/strings.js").Phrase} Phrase */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "page" | "sight" | "turn" | "look" | "addEventListener">} Viewer */

/** @param {Viewer} viewer */
export function offerTools(viewer) {
    const [main, surface] = [find("main", HTMLElement), find("surface", HTMLElement)];
    const navigator = new Navigator(viewer);
    const strip = make(
        "div",
        { id: "tools", role: "group", "data-label": "tools", "aria-label": say("tools"), hidden: "" },
        toggle("ruler-horizontal", "scaleBar", (isOn) => main.classList.toggle("with-scale", isOn)),
        toggle("map", "navigator", (isOn) => navigator.show(isOn)),
        tool("arrows-rotate", "turn", () => viewer.turn()),
        toggle("sun", "contrast", (isOn) => surface.classList.toggle("contrasted", isOn)),
        toggle("moon", "inversion", (isOn) => surface.classList.toggle("inverted", isOn)),
    );
    const opener = find("tools-button", HTMLButtonElement);
    opener.addEventListener("click", () => {
        strip.hidden = !strip.hidden;
        opener.setAttribute("aria-expanded", String(!strip.hidden));
    });
    opener.setAttribute("aria-controls", "tools");
    find("zoom", HTMLElement).before(strip, navigator.element);
    strip.addEventListener("keydown", (event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        opener.click();
        opener.focus();
    });
}

/** @param {OwnIcon} icon @param {Phrase} name @param {() => void} onClick */
function tool(icon, name, onClick) {
    return toolButton(ownIcon(icon), say(name), onClick, { "data-label": name });
}

/** @param {OwnIcon} icon @param {Phrase} name @param {(isOn: boolean) => void} onChange */
function toggle(icon, name, onChange) {
    const button = tool(icon, name, () => {
        const isOn = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", String(isOn));
        onChange(isOn);
    });
    button.setAttribute("aria-pressed", "false");
    return button;
}

/** A small picture of the whole page with a frame around the visible part. A touch moves the view there. */
class Navigator {
    element = make("div", { id: "navigator", "aria-hidden": "true", hidden: "" });
    #frame = make("div", { class: "seen" });
    #viewer;
    #page = -1;

    /** @param {Viewer} viewer */
    constructor(viewer) {
        this.#viewer = viewer;
        for (const event of /** @type {const} */ (["move", "rest", "list"])) viewer.addEventListener(event, () => this.#follow());
        const look = (/** @type {PointerEvent} */ event) => {
            if (event.buttons === 0) return;
            const { left, top, width, height } = this.element.getBoundingClientRect();
            const { page, sight } = viewer;
            const { width: across, height: down } = sight.box;
            const x = ((event.clientX - left) / width) * page.width - across / 2;
            const y = ((event.clientY - top) / height) * page.height - down / 2;
            viewer.look({ x, y, width: across, height: down });
        };
        this.element.addEventListener("pointerdown", look);
        this.element.addEventListener("pointermove", look);
    }

    /** @param {boolean} isOn */
    show(isOn) {
        this.element.hidden = !isOn;
        this.#follow();
    }

    #follow() {
        if (this.element.hidden) return;
        const { page, sight } = this.#viewer;
        if (page.number !== this.#page) this.#draw();
        const { x, y, width, height } = sight.box;
        const [left, top] = [Math.max(0, x / page.width), Math.max(0, y / page.height)];
        const [right, bottom] = [Math.min(1, (x + width) / page.width), Math.min(1, (y + height) / page.height)];
        const { style } = this.#frame;
        style.left = `${100 * left}%`;
        style.top = `${100 * top}%`;
        style.width = `${100 * (right - left)}%`;
        style.height = `${100 * (bottom - top)}%`;
    }

    async #draw() {
        const { page } = this.#viewer;
        this.#page = page.number;
        this.element.style.aspectRatio = `${page.width} / ${page.height}`;
        this.element.style.setProperty("--ratio", String(page.width / page.height));
        this.element.replaceChildren(this.#frame);
        if (page.image === null || page.cut) return;
        const tiles = await api.tiles(page.image).catch(() => null);
        if (!tiles || page.number !== this.#page) return;
        const picture = make("img", { alt: "", draggable: "false" });
        this.#frame.before(picture);
        const level = wholeLevel(page, tiles.tileSize);
        tilePicture(tiles, { level, column: 0, row: 0 }, picture).catch(() => picture.remove());
    }
}
