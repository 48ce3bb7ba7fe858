import assert from "node:assert/strict";
import test from "node:test";
import { Hold, HOLD_DISTANCE, HOLD_MILLISECONDS, movePinch, watchHold, watchSwipe } from "../../Sources/Viewer/base/gestures.js";
import { fakeTimers } from "./values.mjs";

/** A minimal element for gestures. */
class Element extends EventTarget {
    classes = new Set();
    classList = {
        toggle: (name, is) => (is ? this.classes.add(name) : this.classes.delete(name)),
        add: (name) => this.classes.add(name),
        remove: (name) => this.classes.delete(name),
    };
    style = { transform: "", removeProperty: (name) => (this.style[name] = "") };
    offsetHeight = 400;

    /** @param {string} type @param {object} values */
    send(type, values = {}) {
        this.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), values));
    }
}

test("a press becomes a long press after half a second if the finger stays", (context) => {
    const timers = fakeTimers(context);
    let held = 0;
    const hold = new Hold();
    hold.begin({ x: 0, y: 0 }, () => (held += 1));
    hold.move({ x: HOLD_DISTANCE, y: 0 });
    timers.pass(HOLD_MILLISECONDS - 1);
    assert.equal(held, 0);
    timers.pass(1);
    assert.equal(held, 1);
});

test("a finger that moves or is lifted makes no long press", (context) => {
    const timers = fakeTimers(context);
    let held = 0;
    const [moved, lifted] = [new Hold(), new Hold()];
    for (const hold of [moved, lifted]) hold.begin({ x: 0, y: 0 }, () => (held += 1));
    moved.move({ x: HOLD_DISTANCE, y: 1 });
    lifted.end();
    timers.pass(2 * HOLD_MILLISECONDS);
    assert.equal(held, 0);
});

test("a long press counts when the finger is lifted, unless it became a swipe", (context) => {
    const timers = fakeTimers(context);
    let held = 0;
    const element = new Element();
    const wasHeld = watchHold(element, () => (held += 1));
    for (const x of [HOLD_DISTANCE + 1, HOLD_DISTANCE]) {
        element.send("pointerdown", { pointerType: "touch", clientX: 0, clientY: 0 });
        timers.pass(HOLD_MILLISECONDS);
        assert.deepEqual([held, element.classes.has("held")], [0, true]);
        element.send("pointermove", { clientX: x, clientY: 0 });
        assert.equal(element.classes.has("held"), x <= HOLD_DISTANCE);
        element.send("pointerup");
        assert.deepEqual([held, wasHeld()], x <= HOLD_DISTANCE ? [1, true] : [0, false]);
    }
});

test("a long press on an element counts once, and not by mouse", (context) => {
    const timers = fakeTimers(context);
    let held = 0;
    const element = new Element();
    const wasHeld = watchHold(element, () => (held += 1));
    for (const pointerType of ["mouse", "touch"]) {
        element.send("pointerdown", { pointerType, clientX: 0, clientY: 0 });
        timers.pass(HOLD_MILLISECONDS);
        element.send("pointerup", { pointerType });
    }
    assert.equal(held, 1);
    assert.deepEqual([wasHeld(), wasHeld()], [true, false]);
});

test("a second finger ends a swipe, and what followed the first returns to its place", () => {
    const element = new Element();
    const swiped = [];
    watchSwipe(element, { directions: () => ({ down: (travelled) => swiped.push(travelled) }) });
    const finger = (y) => ({ clientX: 0, clientY: y });
    element.send("touchstart", { touches: [finger(0)] });
    element.send("touchmove", { touches: [finger(200)] });
    assert.deepEqual([element.classes.has("dragged"), element.style.transform], [true, "translateY(200px)"]);
    element.send("touchstart", { touches: [finger(200), finger(300)] });
    assert.deepEqual([element.classes.has("dragged"), element.style.transform], [false, ""]);
    element.send("touchmove", { touches: [finger(250), finger(300)] });
    element.send("touchend", { touches: [finger(250)] });
    element.send("touchend", { touches: [] });
    assert.deepEqual([swiped, element.style.transform], [[], ""]);
    // The next swipe counts.
    element.send("touchstart", { touches: [finger(0)] });
    element.send("touchmove", { touches: [finger(300)] });
    element.send("touchend", { touches: [] });
    assert.deepEqual([swiped, element.classes.has("dragged"), element.style.transform], [[300], false, ""]);
});

test("a pinch has the factor and middles of its fingers, and moves one", () => {
    const pointers = new Map([
        [1, { x: 0, y: 0 }],
        [2, { x: 10, y: 0 }],
    ]);
    assert.deepEqual(movePinch(pointers, 2, { x: 30, y: 0 }), { factor: 3, from: { x: 5, y: 0 }, to: { x: 15, y: 0 } });
    assert.deepEqual(pointers.get(2), { x: 30, y: 0 });
    assert.deepEqual(movePinch(pointers, 2, { x: 0, y: 0 }).factor, 1 / 30);
});
