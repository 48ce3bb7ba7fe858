// @ts-check
/** The steps that a user can undo and redo. Pure: delivery.js performs and stores them. */
import { same } from "./values.js";

/** @typedef {import("./outbox.js").Operation} Operation */

/**
 * @typedef {object} Step
 * @property {string} id  the id of the edit that last did, undid or redid the step
 * @property {string} label
 * @property {Operation[]} operations
 */

/** @typedef {{ done: Step[], undone: Step[] }} Stored */

/** The maximum number of steps kept. Older ones are dropped here, but remain in the journal. */
const MOST_STEPS = 1000;

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

    /** The labels of the steps to undo and redo next, for buttons. */
    get labels() {
        return { undo: this.#done.at(-1)?.label ?? null, redo: this.#undone.at(-1)?.label ?? null };
    }

    /**
     * Adds a step, or updates it after its edit was merged. Clears the steps that could be redone.
     * @param {Step} step
     */
    add(step) {
        const index = this.#done.findIndex(({ id }) => id === step.id);
        if (index >= 0) this.#done[index] = step;
        else this.#done = [...this.#done, step].slice(-MOST_STEPS);
        this.#undone = [];
    }

    /**
     * Plans the undoing of the last step: returns its operations, and the fields whose values have changed since.
     * @param {(path: string) => unknown} value  returns the current value of a path
     */
    undoing(value) {
        return planned(this.#done.at(-1), value, true);
    }

    /** @param {(path: string) => unknown} value */
    redoing(value) {
        return planned(this.#undone.at(-1), value, false);
    }

    /**
     * Records that an edit has undone the last step.
     * @param {string} id  the id of that edit
     */
    undid(id) {
        const step = this.#done.pop();
        if (step) this.#undone.push({ ...step, id });
    }

    /**
     * Records that an edit has redone the last undone step.
     * @param {string} id  the id of that edit
     */
    redid(id) {
        const step = this.#undone.pop();
        if (step) this.#done.push({ ...step, id });
    }

    /** Forgets the last step, which cannot be undone. */
    dropUndo() {
        this.#done.pop();
    }

    dropRedo() {
        this.#undone.pop();
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
}

/**
 * @param {Step | undefined} step
 * @param {(path: string) => unknown} value
 * @param {boolean} backwards
 * @returns {{ step: Step, operations: Operation[], changed: string[] } | null}
 */
function planned(step, value, backwards) {
    if (!step) return null;
    const operations = backwards
        ? step.operations.map(({ path, before, after }) => ({ path, before: after, after: before })).reverse()
        : step.operations;
    const changed = operations.filter(({ path, before }) => !same(value(path), before)).map(({ path }) => path);
    return { step, operations, changed };
}
