// @ts-check
/** The way to a clause on the sheet, and back to where the reader was before. */
import { seenFrom } from "../base/leaves.js";
import { recall } from "../base/memory.js";
import { isOfShape } from "../sheet/view.js";

/** @typedef {import("../base/types.js").Box} Box */
/** @typedef {import("../base/types.js").Insets} Insets */
/** @typedef {import("../sheet/stage.js").Stage} Stage */

export class Approach {
    #stage;
    /** @type {import("../sheet/view.js").View | "home" | null} where the reader was before a clause was opened */
    #before = null;
    /** Whether the view is to stay where it is, wherever the clause is in it. */
    #isFixed = false;
    /** Whether the next clause may lower the scale: not where the reader touched it and thus sees it. */
    mayShrink = true;
    /** Whether the view stays as it is when the next clause is opened. */
    isStill = false;

    /** @param {Stage} stage */
    constructor(stage) {
        this.#stage = stage;
    }

    /**
     * To where the reader now wants to be.
     * @param {{ before: string | null, now: string | null }} ids  of the clauses that are read: until now on this page, and now
     * @param {Insets} insets
     * @param {{ box: Box | null } | null} place  where the address says to look, where that is to be done
     */
    follow({ before, now }, insets, place) {
        if (place) {
            // A view that a reload or the way back has restored stays, wherever the clause is in it.
            const isRestored = place.box !== null && isOfShape(place.box, this.#stage.camera.frame.surface);
            this.#toPlace(place.box, insets, isRestored ? null : now, before !== null && now !== null);
        } else if (now === null) this.#back(insets);
        else if (now === before) this.keep(insets, now);
        else this.#to(now, insets, before === null);
        this.mayShrink = true;
        this.isStill = false;
    }

    /**
     * To a clause: so close that it is legible, unless the reader prefers otherwise.
     * @param {string} id
     * @param {Insets} insets
     * @param {boolean} isFirst  whether none was open before
     */
    #to(id, insets, isFirst) {
        const { camera, overlays } = this.#stage;
        if (isFirst) this.#before = camera.isHome ? "home" : camera.heading;
        this.#isFixed = this.isStill;
        if (this.isStill) return;
        const otherwise = this.mayShrink ? "whole" : "stay";
        this.#stage.look(insets, { aim: overlays.aim(id), how: recall().comesCloser === false ? otherwise : "closer" });
        camera.leaveToHand();
    }

    /**
     * To what the address says. From one clause to another that leads on; anything else begins anew.
     * @param {Box | null} view  null: the whole sheet
     * @param {Insets} insets
     * @param {string | null} id  a clause to be in sight
     * @param {boolean} leadsOn  whether a clause was open on this page before, and one is now
     */
    #toPlace(view, insets, id, leadsOn) {
        const { camera, overlays } = this.#stage;
        if (!leadsOn) this.#before = null;
        this.#isFixed = id === null;
        this.#stage.look(insets, { view, aim: id === null ? null : overlays.aim(id) });
        camera.leaveToHand();
    }

    /**
     * The panel has another size: the clause stays in sight, unless the reader has moved the sheet.
     * @param {Insets} insets
     * @param {string | null} id
     */
    keep(insets, id) {
        const { camera, overlays } = this.#stage;
        const isFixed = this.#isFixed || camera.hand.hasMoved || id === null;
        this.#stage.look(insets, { aim: isFixed ? null : overlays.aim(id) });
    }

    /** @param {import("../base/leaves.js").Leaf} leaf  that has become the page of all coordinates, as it lay before */
    rebase(leaf) {
        if (this.#before !== null && this.#before !== "home") this.#before = seenFrom(this.#before, leaf);
    }

    /**
     * Back, unless the reader has chosen another scale meanwhile.
     * @param {Insets} insets
     */
    #back(insets) {
        const before = this.#stage.camera.hand.hasZoomed ? null : this.#before;
        this.#before = null;
        this.#stage.look(insets, before === "home" ? { view: null } : { base: before ?? undefined });
    }
}
