// @ts-check
/**
 * Joins one region to another. If a clause loses its last region to another clause, it is deleted; if it has texts, the user
 * decides what happens to them.
 */
import { draw, drawCount } from "../../../strings/drawing.js";
import { appended, writtenTexts } from "../../texts/appending.js";
import { join } from "../../geometry/cutting.js";
import { Refusal } from "../../geometry/shapes.js";
import { ownerOf } from "../regions.js";
import { pick } from "./select.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../regions.js").Change} Change */
/** @typedef {import("../types.js").Operation} Operation */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Tool} Tool */
/** @typedef {import("../pen.js").Pen} Pen */

/** @typedef {{ key: string, other: string, changes: Change[] }} Plan  the changes that join two regions */

/** @implements {Tool} */
export class JoinTool {
    name = "join";
    #desk;
    /** @type {Plan | null} a plan waiting for the user to decide about the texts */
    #asked = null;

    /** @param {Desk} desk */
    constructor(desk) {
        this.#desk = desk;
    }

    /** Enter confirms the default choice, wherever the crosshair is. */
    get takesEnter() {
        return this.#asked !== null;
    }

    hint() {
        const { selected } = this.#desk;
        if (this.#asked) {
            const { own, other } = this.#names(this.#asked);
            return drawCount("askTexts", writtenTexts(this.#desk.session, ownerOf(this.#asked.other).clause), { name: other, into: own });
        }
        return selected ? draw("hintJoin", { name: this.#desk.nameOf(ownerOf(selected).clause) }) : draw("hintJoinFirst");
    }

    /** @returns {import("../types.js").Control[]} */
    controls() {
        const plan = this.#asked;
        if (!plan) return [];
        return [
            { id: "append-texts", label: draw("appendTexts"), keys: "Enter", icon: "check", isMain: true, run: () => this.#append(plan) },
            { id: "delete-texts", label: draw("deleteTexts"), icon: "trash-can", run: () => this.#perform(plan, this.#without(plan)) },
            { id: "keep-texts", label: draw("keepTexts"), run: () => this.#perform(plan, []) },
            { id: "do-not-join", label: draw("doNotJoin"), keys: "Escape", icon: "xmark", run: () => this.#forget() },
        ];
    }

    /** @param {Spot} spot */
    tap(spot) {
        const desk = this.#desk;
        const { selected } = desk;
        this.#asked = null;
        const other = desk.regions.index.at(spot.corner).find(({ key }) => key !== selected)?.key;
        const [mine, theirs] = [selected && desk.regions.shape(selected), other && desk.regions.shape(other)];
        if (!selected || !other || !mine || !theirs) {
            pick(desk, spot);
            return;
        }
        const result = join([mine, theirs], desk.page);
        if (result instanceof Refusal) {
            desk.refuse(result);
            return;
        }
        const around = desk.regions.inserted(result.shape, result.insertions, new Set([selected, other]));
        const plan = { key: selected, other, changes: [{ key: selected, shape: result.shape }, { key: other, shape: null }, ...around] };
        const emptied = this.#emptied(plan);
        if (emptied === null) this.#perform(plan, []);
        else if (writtenTexts(desk.session, emptied) === 0) this.#append(plan);
        else {
            this.#asked = plan;
            desk.on.announce(this.hint());
            desk.on.refresh();
        }
    }

    /** @param {Plan} plan @returns {string | null} the clause left without any region, or null if none is */
    #emptied({ key, other }) {
        const { regions, session, page } = this.#desk;
        const [own, joined] = [ownerOf(key).clause, ownerOf(other).clause];
        const pages = session.clauses().find(({ id }) => id === joined)?.pages ?? [];
        const isLast = regions.keysOf(joined).length === 1 && pages.every((number) => number === page.number);
        return own !== joined && isLast ? joined : null;
    }

    /**
     * Returns the operation that deletes the clause without regions, including its texts.
     * @param {Plan} plan
     * @returns {Operation[]}
     */
    #without({ other }) {
        return [{ path: `clauses/${ownerOf(other).clause}`, after: null }];
    }

    /** @param {Plan} plan */
    #append(plan) {
        const texts = appended(this.#desk.session, ownerOf(plan.other).clause, ownerOf(plan.key).clause);
        this.#perform(plan, [...texts, ...this.#without(plan)]);
    }

    /** @param {Plan} plan */
    #names({ key, other }) {
        return { own: this.#desk.nameOf(ownerOf(key).clause), other: this.#desk.nameOf(ownerOf(other).clause) };
    }

    /** @param {Plan} plan @param {Operation[]} more */
    #perform(plan, more) {
        const desk = this.#desk;
        const [own, joined] = [ownerOf(plan.key), ownerOf(plan.other)];
        const { own: name, other } = this.#names(plan);
        this.#asked = null;
        // A deleted clause keeps its outline, so that undoing restores both.
        const isDeleted = more.some(({ path, after }) => path === `clauses/${joined.clause}` && after === null);
        const changes = plan.changes.filter(({ key }) => !isDeleted || key !== plan.other);
        if (desk.perform("join", changes, { more, done: draw("joined", { name, other }) })) {
            const isMoved = own.clause === joined.clause && joined.part < own.part;
            desk.select(isMoved ? `${own.clause}/${own.part - 1}` : plan.key);
        }
        desk.on.refresh();
    }

    #forget() {
        this.#asked = null;
        this.#desk.on.refresh();
    }

    escape() {
        const isSelected = this.#desk.selected !== null;
        if (this.#asked) this.#forget();
        else this.#desk.select(null);
        return isSelected;
    }

    /** Cancels the question if regions have changed so that it no longer applies. */
    refresh() {
        const plan = this.#asked;
        const { regions, selected } = this.#desk;
        if (plan && (selected !== plan.key || !regions.shape(plan.other))) this.#asked = null;
    }

    leave() {
        this.#asked = null;
    }

    moving() {
        return new Set(this.#asked ? [this.#asked.key, this.#asked.other] : []);
    }

    /** @param {Pen} pen */
    paint(pen) {
        const result = this.#asked?.changes[0].shape;
        if (result) pen.shape(result, pen.colours.draft, { width: 2.5, fill: 0.18 });
    }
}
