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

/** @typedef {import("../tool-context.js").ToolContext} ToolContext */
/** @typedef {import("../regions.js").Change} Change */
/** @typedef {import("../types.js").Operation} Operation */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Tool} Tool */
/** @typedef {import("../pen.js").Pen} Pen */

/** @typedef {{ key: string, other: string, changes: Change[] }} Plan  the changes that join two regions */

/** @implements {Tool} */
export class JoinTool {
    name = "join";
    #context;
    /** @type {Plan | null} a plan waiting for the user to decide about the texts */
    #pendingPlan = null;

    /** @param {ToolContext} context */
    constructor(context) {
        this.#context = context;
    }

    /** Enter confirms the default choice, wherever the crosshair is. */
    get takesEnter() {
        return this.#pendingPlan !== null;
    }

    hint() {
        const { selected } = this.#context;
        if (this.#pendingPlan) {
            const { own, other } = this.#names(this.#pendingPlan);
            return drawCount("askTexts", writtenTexts(this.#context.session, ownerOf(this.#pendingPlan.other).clause), { name: other, into: own });
        }
        return selected ? draw("hintJoin", { name: this.#context.nameOf(ownerOf(selected).clause) }) : draw("hintJoinFirst");
    }

    /** @returns {import("../types.js").Control[]} */
    controls() {
        const plan = this.#pendingPlan;
        if (!plan) return [];
        return [
            { id: "append-texts", label: draw("appendTexts"), keys: "Enter", icon: "check", isMain: true, run: () => this.#append(plan) },
            { id: "delete-texts", label: draw("deleteTexts"), icon: "trash-can", run: () => this.#perform(plan, this.#clauseDeletion(plan)) },
            { id: "keep-texts", label: draw("keepTexts"), run: () => this.#perform(plan, []) },
            { id: "do-not-join", label: draw("doNotJoin"), keys: "Escape", icon: "xmark", run: () => this.#forget() },
        ];
    }

    /** @param {Spot} spot */
    tap(spot) {
        const context = this.#context;
        const { selected } = context;
        this.#pendingPlan = null;
        const other = context.regions.index.at(spot.corner).find(({ key }) => key !== selected)?.key;
        const [mine, theirs] = [selected && context.regions.shape(selected), other && context.regions.shape(other)];
        if (!selected || !other || !mine || !theirs) {
            pick(context, spot);
            return;
        }
        const result = join([mine, theirs], context.page);
        if (result instanceof Refusal) {
            context.refuse(result);
            return;
        }
        const around = context.regions.inserted(result.shape, result.insertions, new Set([selected, other]));
        const plan = { key: selected, other, changes: [{ key: selected, shape: result.shape }, { key: other, shape: null }, ...around] };
        const emptied = this.#emptied(plan);
        if (emptied === null) this.#perform(plan, []);
        else if (writtenTexts(context.session, emptied) === 0) this.#append(plan);
        else {
            this.#pendingPlan = plan;
            context.on.announce(this.hint());
            context.on.refresh();
        }
    }

    /** @param {Plan} plan @returns {string | null} the clause left without any region, or null if none is */
    #emptied({ key, other }) {
        const { regions, session, page } = this.#context;
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
    #clauseDeletion({ other }) {
        return [{ path: `clauses/${ownerOf(other).clause}`, after: null }];
    }

    /** @param {Plan} plan */
    #append(plan) {
        const texts = appended(this.#context.session, ownerOf(plan.other).clause, ownerOf(plan.key).clause);
        this.#perform(plan, [...texts, ...this.#clauseDeletion(plan)]);
    }

    /** @param {Plan} plan */
    #names({ key, other }) {
        return { own: this.#context.nameOf(ownerOf(key).clause), other: this.#context.nameOf(ownerOf(other).clause) };
    }

    /** @param {Plan} plan @param {Operation[]} more */
    #perform(plan, more) {
        const context = this.#context;
        const [own, joined] = [ownerOf(plan.key), ownerOf(plan.other)];
        const { own: name, other } = this.#names(plan);
        this.#pendingPlan = null;
        // A deleted clause keeps its outline, so that undoing restores both.
        const isDeleted = more.some(({ path, after }) => path === `clauses/${joined.clause}` && after === null);
        const changes = plan.changes.filter(({ key }) => !isDeleted || key !== plan.other);
        if (context.perform("join", changes, { more, done: draw("joined", { name, other }) })) {
            const isMoved = own.clause === joined.clause && joined.part < own.part;
            context.select(isMoved ? `${own.clause}/${own.part - 1}` : plan.key);
        }
        context.on.refresh();
    }

    #forget() {
        this.#pendingPlan = null;
        this.#context.on.refresh();
    }

    escape() {
        const isSelected = this.#context.selected !== null;
        if (this.#pendingPlan) this.#forget();
        else this.#context.select(null);
        return isSelected;
    }

    /** Cancels the question if regions have changed so that it no longer applies. */
    refresh() {
        const plan = this.#pendingPlan;
        const { regions, selected } = this.#context;
        if (plan && (selected !== plan.key || !regions.shape(plan.other))) this.#pendingPlan = null;
    }

    leave() {
        this.#pendingPlan = null;
    }

    moving() {
        return new Set(this.#pendingPlan ? [this.#pendingPlan.key, this.#pendingPlan.other] : []);
    }

    /** @param {Pen} pen */
    paint(pen) {
        const result = this.#pendingPlan?.changes[0].shape;
        if (result) pen.shape(result, pen.colours.draft, { width: 2.5, fill: 0.18 });
    }
}
