import assert from "node:assert/strict";
import test from "node:test";
import "./page.mjs";

const { closeByTouch } = await import("../../Sources/Viewer/base/dialogs.js");

/** Dispatches an event on the dialog, as if it came from one of its parts. */
function send(dialog, name, target) {
    dialog.dispatchEvent(Object.defineProperty(new Event(name), "target", { value: target }));
}

test("a dialog closes at a click that begins and ends on the backdrop, and not at the end of a drag out of its content", () => {
    const [dialog, button] = [document.createElement("dialog"), document.createElement("button")];
    const field = document.createElement("textarea");
    let closed = 0;
    dialog.close = () => (closed += 1);
    closeByTouch(dialog, button);
    // A browser dispatches the click on the common ancestor of press and release.
    send(dialog, "pointerdown", field);
    send(dialog, "click", dialog);
    send(dialog, "click", field);
    assert.equal(closed, 0);
    send(dialog, "pointerdown", dialog);
    send(dialog, "click", dialog);
    assert.equal(closed, 1);
    button.click();
    assert.equal(closed, 2);
});
