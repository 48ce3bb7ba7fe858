import assert from "node:assert/strict";
import test from "node:test";
import { place } from "./page.mjs";
import { hideNotice, showNotice } from "../../Sources/Viewer/base/notice.js";

const [search, other, notice] = [place("input", "search"), place("button", "other"), place("div", "notice")];
const buttons = () => notice.querySelectorAll("button");

test("a dismissed message gives the focus back to what had it before its buttons", () => {
    search.focus();
    showNotice("It failed.", { label: "Retry", run: () => undefined });
    buttons()[0].focus();
    buttons()[1].focus();
    buttons()[1].click();
    assert.equal(document.activeElement, search);
});

test("the action of a message runs with the focus given back", () => {
    const focused = [];
    other.focus();
    showNotice("It failed.", { label: "Retry", run: () => focused.push(document.activeElement) });
    buttons()[0].focus();
    buttons()[0].click();
    assert.deepEqual(focused, [other]);
});

test("a message that follows another keeps the focus, and gives it back too", () => {
    search.focus();
    showNotice("It failed.");
    buttons()[0].focus();
    showNotice("It failed again.");
    assert.equal(document.activeElement, buttons()[0]);
    hideNotice();
    assert.equal(document.activeElement, search);
});

test("a message without the focus leaves it where it is", () => {
    search.focus();
    showNotice("It failed.");
    buttons()[0].focus();
    other.focus();
    hideNotice();
    assert.equal(document.activeElement, other);
});
