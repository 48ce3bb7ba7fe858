/** Values shared by several tests. */

/** Returns a pseudo-random generator with the same sequence in each run; `random(from, to)`. */
export function randomNumbers(seed) {
    let state = seed;
    return (from, to) => {
        state = (state * 16807) % 2147483647;
        return from + ((to - from) * state) / 2147483647;
    };
}

/** Returns a region of page 1. */
export function square(x, y, width, height, holes = []) {
    return { page: 1, holes, polygon: [[x, y], [x + width, y], [x + width, y + height], [x, y + height]] };
}

/** Returns a clause with only the given fields. */
export function clause(values = {}) {
    const none = { number: null, kind: "clause", incipit: null, title: null, translation: null, context: null };
    return { id: "x", ...none, transcription: null, lang: null, categories: [], style: "filled", regions: [], ...values };
}

/** Replaces timers for the duration of a test; they run when `pass` is called. */
export function fakeTimers(context) {
    const [timers, real] = [new Map(), { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout }];
    let [now, next] = [0, 1];
    globalThis.setTimeout = (run, milliseconds) => {
        timers.set(next, { run, at: now + milliseconds });
        next += 1;
        return next - 1;
    };
    globalThis.clearTimeout = (id) => timers.delete(id);
    context.after(() => Object.assign(globalThis, real));
    return {
        pass(milliseconds) {
            now += milliseconds;
            for (const [id, { run, at }] of timers) if (at <= now && timers.delete(id)) run();
        },
    };
}
