/** The keyboard in the card of a tour. */
import assert from "node:assert/strict";
import test from "node:test";
import "./page.mjs";

globalThis.HTMLSelectElement = class {};
const { TourCard } = await import("../../Sources/Viewer/tours/card.js");

const step = (text) => ({ page: 1, box: null, clauses: null, capture: null, text: { en: text } });
const tour = { id: "walk", title: { en: "A walk" }, summary: null, steps: [step("One"), step("Two")] };

function card() {
    const moves = [];
    const made = new TourCard(/** @type {any} */ ({ move: (steps) => moves.push(steps), go() {} }));
    document.body.append(made.element);
    return { made, moves };
}

test("the focus moves to the title if the button that had it led to a step and is gone", () => {
    const { made } = card();
    made.showTours([tour], "en", () => undefined);
    made.element.querySelector(".tour-entry button").focus();
    made.showStep(tour, 1, "en", false);
    assert.equal(document.activeElement.id, "tour-title");
    made.showOverview(tour, 1, "en");
    assert.equal(document.activeElement.textContent, "One");
    made.showStep(tour, 2, "en", true);
    assert.equal(document.activeElement.id, "tour-title");
});

test("the focus stays on a control that leads through the tour", () => {
    const { made } = card();
    made.showStep(tour, 1, "en", false);
    document.getElementById("tour-next").focus();
    made.showStep(tour, 2, "en", true);
    assert.equal(document.activeElement.id, "tour-next");
});

test("keys that scroll the card's text turn no page", () => {
    const { made, moves } = card();
    made.showStep(tour, 1, "en", false);
    const press = (key) => {
        let isPassedOn = true;
        const event = new Event("keydown", { cancelable: true });
        Object.assign(event, { key, stopPropagation: () => (isPassedOn = false) });
        made.element.dispatchEvent(event);
        return { isPassedOn, isDefault: !event.defaultPrevented };
    };
    for (const key of ["PageDown", "PageUp"]) assert.deepEqual(press(key), { isPassedOn: false, isDefault: true }, key);
    assert.deepEqual(press("ArrowRight"), { isPassedOn: true, isDefault: false });
    assert.deepEqual(moves, [1]);
});
