// @ts-check
/** The steps that a user can undo and redo. Pure: delivery.js performs and stores them. */
import { renumbered } from "./renumbering.js";
import { same } from "./values.js";

/** @typedef {import("./outbox.js").Operation} Operation */

/**
 * @typedef {object} Step
 * @property {string} id  the id of the edit that last did, undid or redid the step
 * @property {string} label
 * @property {Operation[]} operations
 */

/** @typedef {{ done: Step[], undone: Step[] }} Stored */
/** @typedef {"undo" | "redo"} Action */

/** The maximum number of steps kept. Older ones are dropped here, but remain in the journal. */
const MOST_STEPS = 1000;
/** The maximum length of the kept steps as JSON, since all of them are stored with each edit. The newest step is always kept. */
const MOST_LENGTH = 2_000_000;

export class UndoHistory {
    /** @type {Step[]} */
    #done = [];
    /** @type {Step[]} the most recently undone step is last */
    #undone = [];

    /** @param {Stored} [stored] */
    constructor(stored) {
        if (!stored) return;
        this.#done = [...stored.done];
        this.#undone = [...stored.undone];
    }

    /** @returns {Stored} */
    get stored() {
        return { done: [...this.#done], undone: [...this.#undone] };
    }

    get canUndo() {
        return this.#done.length > 0;
    }

    get canRedo() {
        return this.#undone.length > 0;
    }

    /**
     * Adds a step, or updates it after its edit was merged. Clears the steps that could be redone.
     * @param {Step} step
     */
    add(step) {
        const index = this.#done.findIndex(({ id }) => id === step.id);
        if (index >= 0) this.#done[index] = step;
        else this.#done.push(step);
        this.#done = newest(this.#done);
        this.#undone = [];
    }

    /**
     * Plans the next step: returns its operations, and the fields whose values have changed since.
     * @param {Action} action
     * @param {(path: string) => unknown} value  returns the current value of a path
     * @returns {{ step: Step, operations: Operation[], changed: string[] } | null}
     */
    plan(action, value) {
        const step = this.#stacks(action)[0].at(-1);
        if (!step) return null;
        const operations = action === "undo"
            ? step.operations.map(({ path, before, after }) => ({ path, before: after, after: before })).reverse()
            : step.operations;
        const changed = operations.filter(({ path, before }) => !same(value(path), before)).map(({ path }) => path);
        return { step, operations, changed };
    }

    /**
     * Records that an edit has undone or redone the next step.
     * @param {Action} action
     * @param {string} id  the id of that edit
     */
    take(action, id) {
        const [from, to] = this.#stacks(action);
        const step = from.pop();
        if (step) to.push({ ...step, id });
    }

    /**
     * Forgets the next step, which cannot be undone or redone.
     * @param {Action} action
     */
    drop(action) {
        this.#stacks(action)[0].pop();
    }

    /** @param {Action} action @returns {[from: Step[], to: Step[]]} */
    #stacks(action) {
        return action === "undo" ? [this.#done, this.#undone] : [this.#undone, this.#done];
    }

    /**
     * Replaces a step whose edit was applied in part, under another id, or not at all.
     * @param {string} id
     * @param {Step | null} step
     */
    replace(id, step) {
        const replaced = (/** @type {Step[]} */ steps) =>
            steps.flatMap((one) => (one.id !== id ? [one] : step ? [step] : []));
        this.#done = replaced(this.#done);
        this.#undone = replaced(this.#undone);
    }

    /**
     * Gives a page that a step adds another number, in this step and all later ones.
     * @param {string} id  the id of the edit that adds the page
     * @param {import("./renumbering.js").Renumbering} numbers
     */
    renumber(id, numbers) {
        const first = this.#done.findIndex((step) => step.id === id);
        const earlier = first < 0 ? this.#done : this.#done.slice(0, first);
        const steps = [...this.#done.slice(earlier.length), ...[...this.#undone].reverse()];
        const operations = renumbered(steps.map((step) => step.operations), numbers);
        const later = steps.map((step, at) => ({ ...step, operations: operations[at] }));
        const count = this.#done.length - earlier.length;
        this.#done = [...earlier, ...later.slice(0, count)];
        this.#undone = later.slice(count).reverse();
    }
}

/** @param {Step[]} steps @returns {Step[]} the newest steps, within the limits */
function newest(steps) {
    let first = steps.length - 1;
    let length = lengthOf(steps[first]);
    while (first > 0 && steps.length - first < MOST_STEPS && (length += lengthOf(steps[first - 1])) <= MOST_LENGTH) first -= 1;
    return steps.slice(first);
}

/** @type {WeakMap<Step, number>} */
const lengths = new WeakMap();

/** @param {Step} step */
function lengthOf(step) {
    const length = lengths.get(step) ?? JSON.stringify(step).length;
    lengths.set(step, length);
    return length;
}
