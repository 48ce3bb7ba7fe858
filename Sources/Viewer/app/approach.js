// @ts-check
/** Moves the view to a clause, and back to where the reader was before. */
import { toLeafCoordinates } from "../base/leaves.js";
import { recall } from "../base/memory.js";
import { isOfShape } from "../sheet/view.js";

/** @typedef {import("../base/types.js").Box} Box */
/** @typedef {import("../base/types.js").Insets} Insets */
/** @typedef {import("../sheet/stage.js").Stage} Stage */

export class Approach {
    #stage;
    /** @type {import("../sheet/view.js").View | "home" | null} the view before a clause was opened */
    #before = null;
    /** Whether the view stays where it is, wherever the clause is in it. */
    #isFixed = false;
    /** Whether opening the next clause may zoom out. Not if the reader touched the clause and so can see it. */
    mayShrink = true;
    /** Whether the view stays unchanged when the next clause is opened. */
    isStill = false;

    /** @param {Stage} stage */
    constructor(stage) {
        this.#stage = stage;
    }

    /**
     * Moves the view to where the reader now wants to be.
     * @param {{ before: string | null, now: string | null }} ids  the ids of the clause that was open on this page, and of the
     *   one that is open now
     * @param {Insets} insets
     * @param {{ box: Box | null } | null} place  the view in the address, or null if the address does not set the view
     */
    follow({ before, now }, insets, place) {
        if (place) {
            // A view restored by a reload or by "back" stays, wherever the clause is in it.
            const isRestored = place.box !== null && isOfShape(place.box, this.#stage.camera.frame.surface);
            this.#toPlace(place.box, insets, isRestored ? null : now, before !== null && now !== null);
        } else if (now === null) this.#back(insets);
        else if (now === before) this.keep(insets, now);
        else this.#to(now, insets, before === null);
        this.mayShrink = true;
        this.isStill = false;
    }

    /**
     * Moves to a clause, close enough to read it unless the reader prefers otherwise.
     * @param {string} id
     * @param {Insets} insets
     * @param {boolean} isFirst  whether no clause was open before
     */
    #to(id, insets, isFirst) {
        const { camera, overlays } = this.#stage;
        if (isFirst) this.#before = camera.isHome ? "home" : camera.heading;
        this.#isFixed = this.isStill;
        if (this.isStill) return;
        const otherwise = this.mayShrink ? "whole" : "stay";
        this.#stage.look(insets, { aim: overlays.aim(id), how: recall().comesCloser === false ? otherwise : "closer" });
        camera.resetUserChanges();
    }

    /**
     * Moves to the view in the address. From one clause to another the point to return to is kept; otherwise it is forgotten.
     * @param {Box | null} view  null for the whole sheet
     * @param {Insets} insets
     * @param {string | null} id  a clause to keep in sight
     * @param {boolean} leadsOn  whether a clause was open on this page before and one is open now
     */
    #toPlace(view, insets, id, leadsOn) {
        const { camera, overlays } = this.#stage;
        if (!leadsOn) this.#before = null;
        this.#isFixed = id === null;
        this.#stage.look(insets, { view, aim: id === null ? null : overlays.aim(id) });
        camera.resetUserChanges();
    }

    /**
     * The size of the panel has changed: keeps the clause in sight, unless the reader has moved the sheet.
     * @param {Insets} insets
     * @param {string | null} id
     */
    keep(insets, id) {
        const { camera, overlays } = this.#stage;
        const isFixed = this.#isFixed || camera.userChanges.hasMoved || id === null;
        this.#stage.look(insets, { aim: isFixed ? null : overlays.aim(id) });
    }

    /** @param {import("../base/leaves.js").Leaf} leaf  the new reference page for all coordinates, at its previous position */
    rebase(leaf) {
        if (this.#before !== null && this.#before !== "home") this.#before = toLeafCoordinates(this.#before, leaf);
    }

    /**
     * Returns to the earlier view, unless the reader has zoomed meanwhile.
     * @param {Insets} insets
     */
    #back(insets) {
        const before = this.#stage.camera.userChanges.hasZoomed ? null : this.#before;
        this.#before = null;
        this.#stage.look(insets, before === "home" ? { view: null } : { base: before ?? undefined });
    }
}
