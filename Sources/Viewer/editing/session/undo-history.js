// @ts-check
/** The steps of one person that can be undone and redone. Pure: session.js performs them and stores this. */
import { same } from "./values.js";

/** @typedef {import("./outbox.js").Operation} Operation */

/**
 * @typedef {object} Step
 * @property {string} id  of the edit that did it last
 * @property {string} label
 * @property {Operation[]} operations
 */

/** @typedef {{ done: Step[], undone: Step[] }} Stored */

/** Beyond so many steps the oldest are forgotten; the journal has them still. */
const MOST_STEPS = 1000;

export class UndoHistory {
    /** @type {Step[]} */
    #done = [];
    /** @type {Step[]} the last one undone at the end */
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

    /** The labels of the next steps either way, for buttons. */
    get labels() {
        return { undo: this.#done.at(-1)?.label ?? null, redo: this.#undone.at(-1)?.label ?? null };
    }

    /**
     * A new step, or what one has become while it was merged. What was undone before can no longer be redone.
     * @param {Step} step
     */
    add(step) {
        const index = this.#done.findIndex(({ id }) => id === step.id);
        if (index >= 0) this.#done[index] = step;
        else this.#done = [...this.#done, step].slice(-MOST_STEPS);
        this.#undone = [];
    }

    /**
     * What undoing the last step takes: the operations, or the fields that have another value than it gave them.
     * @param {(path: string) => unknown} value  of a path now
     */
    undoing(value) {
        return planned(this.#done.at(-1), value, true);
    }

    /** @param {(path: string) => unknown} value */
    redoing(value) {
        return planned(this.#undone.at(-1), value, false);
    }

    /** @param {string} id  of the edit that has undone the last step */
    undid(id) {
        const step = this.#done.pop();
        if (step) this.#undone.push({ ...step, id });
    }

    /** @param {string} id  of the edit that has redone the last step that was undone */
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
     * An edit went through in part, under another id, or not at all.
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
