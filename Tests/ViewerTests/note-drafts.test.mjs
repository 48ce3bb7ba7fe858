/** Notes being written below a clause. */
import assert from "node:assert/strict";
import test from "node:test";
import { place } from "./page.mjs";

for (const id of ["list-items", "panel-title", "panel-body", "notice"]) place("div", id);
const { ClausePart } = await import("../../Sources/Viewer/notes/clause-part.js");

const manifest = "https://library.example/iiif/presentation/3/magna-carta/manifest.json";
const note = (id, clause, text) => ({ id, clause, text, manifest });

/** Returns the part of a page, with a function that opens a clause. */
function opened(notes) {
    const viewer = { document: { id: "magna-carta" }, selected: null, addEventListener() {} };
    const part = new ClausePart(viewer, { of: (_, clause) => notes.filter((one) => clause === undefined || one.clause === clause) }, manifest);
    const open = (id) => {
        viewer.selected = { id, regions: [] };
        part.show();
    };
    return { part, open };
}

const fields = () => document.querySelectorAll("#own-notes textarea");
const button = (text) => document.querySelectorAll("#own-notes button").find((one) => one.textContent === text);

/** Types a text into a field. */
function type(field, text) {
    field.value = text;
    field.dispatchEvent(new Event("input"));
}

test("a note left unsaved on one clause survives writing a note on another", () => {
    const { part, open } = opened([]);
    open("39");
    part.begin();
    type(fields()[0], "half a thought");
    open("40");
    assert.deepEqual(fields(), []);
    part.begin();
    type(fields()[0], "another");
    open("39");
    assert.deepEqual(fields().map(({ value }) => value), ["half a thought"]);
    // Write returns to it.
    part.begin();
    assert.deepEqual(fields().map(({ value }) => value), ["half a thought"]);
    assert.equal(document.activeElement, fields()[0]);
    button("Cancel").click();
    assert.deepEqual(fields(), []);
    open("40");
    assert.deepEqual(fields().map(({ value }) => value), ["another"]);
});

test("Escape cancels a note, but not while an input method is composing a word", () => {
    const { part, open } = opened([]);
    open("12");
    part.begin();
    const press = (isComposing) => {
        const form = document.querySelector("#own-notes form");
        form.dispatchEvent(Object.assign(new Event("keydown"), { key: "Escape", isComposing }));
    };
    press(true);
    assert.equal(fields().length, 1);
    press(false);
    assert.deepEqual(fields(), []);
});

test("two notes of one clause can be edited at the same time", () => {
    const { open } = opened([note("urn:1", "39", "first"), note("urn:2", "39", "second")]);
    open("39");
    const edit = (index) => document.querySelectorAll("#own-notes .note")[index].querySelectorAll("button")[0].click();
    edit(1);
    type(fields()[0], "second, changed");
    edit(0);
    assert.deepEqual(fields().map(({ value }) => value), ["first", "second, changed"]);
    assert.equal(document.activeElement, fields()[0]);
});
