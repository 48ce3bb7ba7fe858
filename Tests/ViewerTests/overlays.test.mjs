/** The keyboard focus on the outlines of clauses. */
import assert from "node:assert/strict";
import test from "node:test";
import { clause, square } from "./values.mjs";

/** A minimal SVG element. */
class FakeElement extends EventTarget {
    attributes = {};
    children = [];
    parent = null;
    style = { setProperty() {}, removeProperty() {} };
    classList = { toggle() {}, add() {}, remove() {} };

    setAttribute(name, value) {
        this.attributes[name] = value;
    }

    append(...children) {
        for (const child of children) child.parent = this;
        this.children.push(...children);
    }

    /** An element that is removed with the focus leaves it to the body, as in a browser. */
    replaceWith(other) {
        other.parent = this.parent;
        this.parent.children = this.parent.children.map((child) => (child === this ? other : child));
        if (this.children.includes(document.activeElement)) document.activeElement = document.body;
    }

    focus({ preventScroll = false } = {}) {
        assert.ok(preventScroll, "the focus must not scroll");
        document.activeElement = this;
    }
}

globalThis.document = /** @type {any} */ ({
    documentElement: { lang: "" },
    body: new FakeElement(),
    activeElement: null,
    querySelector: () => null,
    getElementById: () => null,
    createElementNS: () => new FakeElement(),
});
const { Overlays } = await import("../../Sources/Viewer/sheet/overlays.js");

/** @param {Overlays} overlays @param {string[]} ids */
function show(overlays, ids) {
    const clauses = ids.map((id, index) => clause({ id, regions: [square(0, 100 * index, 500, 90)] }));
    overlays.show(clauses, {
        colours: ["#000", "#111"],
        page: { number: 1, label: null, image: "i", width: 1000, height: 1000, pixelsPerMillimetre: null },
        boxes: [],
        way: "ltr",
        isSpotlight: false,
        label: ({ id }) => id,
        fade: false,
    });
}

test("outlines that are drawn again keep the focus on its clause, and without the clause the sheet has it", () => {
    const svg = /** @type {any} */ (new FakeElement());
    const overlays = new Overlays(svg, () => {}, () => {});
    show(overlays, ["a", "b"]);
    overlays.focus("b");
    const before = document.activeElement;
    // As after an outage, or when the page beside becomes the one that coordinates refer to.
    show(overlays, ["a", "b", "c"]);
    assert.equal(overlays.focused?.id, "b");
    assert.notEqual(document.activeElement, before);
    // The next page.
    show(overlays, ["d", "e"]);
    assert.deepEqual([document.activeElement === svg, overlays.focused], [true, null]);
});

test("outlines that are drawn again take no focus from elsewhere", () => {
    const overlays = new Overlays(/** @type {any} */ (new FakeElement()), () => {}, () => {});
    show(overlays, ["a", "b"]);
    const button = (document.activeElement = /** @type {any} */ (new FakeElement()));
    show(overlays, ["a", "b"]);
    assert.equal(document.activeElement, button);
});
