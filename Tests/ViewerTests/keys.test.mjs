/** Keys that are for the page as a whole. */
import assert from "node:assert/strict";
import test from "node:test";
import { isForPage } from "../../Sources/Viewer/base/keys.js";

/** An element of a given name, within no other. */
class FakeElement {
    constructor(name) {
        this.name = name;
    }

    closest(selector) {
        return selector.split(", ").includes(this.name) ? this : null;
    }
}

let openDialog = /** @type {object | null} */ (null);
globalThis.Element = /** @type {any} */ (FakeElement);
globalThis.document = /** @type {any} */ ({ querySelector: (selector) => (selector === "dialog[open]" ? openDialog : null) });

/** @param {string} name  the name of the focused element */
const key = (name) => /** @type {any} */ ({ key: "/", target: new FakeElement(name) });

test("keys in a field are for the field, wherever text is typed or a value chosen", () => {
    assert.deepEqual(["body", "button", "path"].map((name) => isForPage(key(name))), [true, true, true]);
    assert.deepEqual(["input", "select", "textarea"].map((name) => isForPage(key(name))), [false, false, false]);
});

test("no key is for the page while a dialog is open", () => {
    openDialog = {};
    assert.equal(isForPage(key("body")), false);
    openDialog = null;
    assert.equal(isForPage(key("body")), true);
});
