import assert from "node:assert/strict";
import test from "node:test";

globalThis.document = { querySelector: () => null, getElementById: () => null, documentElement: { lang: "" } };
const { Alignments } = await import("../../Sources/Viewer/editing/pages/alignments.js");
const { changeImage } = await import("../../Sources/Viewer/editing/pages/page-edits.js");
const { addCapture, carriedCaptures, freeID, removeCapture } = await import("../../Sources/Viewer/editing/pages/capture-edits.js");
const { captureOperations, targetIn } = await import("../../Sources/Viewer/camera/series.js");

const image = (scan) => ({ scan, rotation: 0, crop: null });
const pairs = [[[1, 2], [0, 0]], [[91, 3], [100, 0]], [[90, 190], [100, 200]], [[2, 188], [0, 200]]];

/** Returns a session with one field. */
function sessionWith(captures) {
    const session = { value: () => captures, edits: [], perform: (edit) => session.edits.push(edit) };
    return session;
}

test("adding a first capture makes the page's own image a capture too, and ids are unique", () => {
    const session = sessionWith(null);
    assert.equal(addCapture(session, 3, "ultraviolet", image("s1")), "uv");
    const [{ operations: [{ path, after }] }] = session.edits;
    assert.equal(path, "pages/3/captures");
    assert.deepEqual(after.map(({ id, kind }) => [id, kind]), [["visible", "visible"], ["uv", "ultraviolet"]]);
    assert.deepEqual(after[1].image, image("s1"));
    assert.equal(after[0].image, undefined);
    assert.equal(freeID("ultraviolet", [{ id: "uv" }, { id: "uv2" }]), "uv3");
});

test("removing the last other capture leaves the page without captures", () => {
    const session = sessionWith([{ id: "a" }, { id: "b" }, { id: "c" }]);
    removeCapture(session, 1, "b");
    assert.deepEqual(session.edits[0].operations[0].after.map(({ id }) => id), ["a", "c"]);
    const two = sessionWith([{ id: "a" }, { id: "b" }]);
    removeCapture(two, 1, "b");
    assert.equal(two.edits[0].operations[0].after, null);
});

test("captures follow a transformed page, stated or estimated, and need an alignment", () => {
    const shift = [1, 0, 10, 0, 1, -20, 0, 0, 1];
    const first = { id: "a", kind: "visible" };
    const facts = { width: 100, height: 200, imageId: "x", state: "ready", progress: 1 };
    for (const known of [{ alignment: pairs }, { alignment: null, estimate: pairs }]) {
        const [{ path, after }] = carriedCaptures({ number: 2, captures: [first, { id: "b", kind: "other", image: image("s"), ...facts, ...known }] }, shift, "no");
        assert.equal(path, "pages/2/captures");
        assert.deepEqual(after[1].alignment, pairs.map(([on, [x, y]]) => [on, [x + 10, y - 20]]));
        assert.deepEqual(Object.keys(after[1]), ["id", "label", "kind", "image", "alignment"]);
    }
    assert.deepEqual(carriedCaptures({ number: 2, captures: [] }, shift, "no"), []);
    assert.throws(() => carriedCaptures({ number: 2, captures: [first, { id: "b", alignment: null, image: image("s") }] }, shift, "no"), RangeError);
});

test("photographs become captures of the page in the address", () => {
    assert.deepEqual(targetIn(new URLSearchParams("document=a&page=2&kind=raking")), { page: 2, kind: "raking" });
    assert.deepEqual(targetIn(new URLSearchParams("page=2&kind=x-ray")), { page: 2, kind: "other" });
    for (const page of ["", "0", "-1", "1.5", "two"]) assert.equal(targetIn(new URLSearchParams({ page })), null);
    const arrival = { scan: { id: "s9", width: 40, height: 30 }, shot: { corners: null, quarters: 1 } };
    const pages = [{ number: 2, image: image("p"), captures: null }];
    const [{ path, before, after }] = captureOperations(pages, [arrival, arrival], { page: 2, kind: "raking" });
    assert.deepEqual([path, before], ["pages/2/captures", null]);
    assert.deepEqual(after.map(({ id }) => id), ["visible", "raking", "raking2"]);
    assert.deepEqual(after[1].image, { ...image("s9"), rotation: 90 });
    const known = [{ id: "day", label: null, kind: "visible" }, { id: "uv", label: null, kind: "ultraviolet", image: image("u"), alignment: pairs, imageId: "x", width: 1 }];
    const [more] = captureOperations([{ ...pages[0], captures: known }], [arrival], { page: 2, kind: "ultraviolet" });
    assert.deepEqual(more.before[1], { id: "uv", label: null, kind: "ultraviolet", image: image("u"), alignment: pairs });
    assert.deepEqual(more.after.map(({ id }) => id), ["day", "uv", "uv2"]);
    assert.throws(() => captureOperations(pages, [arrival], { page: 3, kind: "other" }));
});

test("an image is not replaced if somebody else has changed it meanwhile, or removed the page", () => {
    const facts = { width: 50, height: 60, imageId: "x", state: "ready", progress: 1 };
    const page = { number: 3, image: image("s1"), captures: [], width: 100, height: 100, pixelsPerMillimetre: null };
    const session = { page: () => page, clauses: () => [], images: { setFacts() {} }, edits: [], perform: (edit) => session.edits.push(edit) };
    const change = (before) => changeImage(session, 3, "cropPage", image("s2"), facts, [1, 0, 0, 0, 1, 0, 0, 0, 1], before);
    assert.throws(() => change({ ...image("s1"), rotation: 90 }), RangeError);
    change(image("s1"));
    session.page = () => undefined;
    assert.throws(() => change(image("s1")), RangeError);
    assert.deepEqual(session.edits.map(({ operations }) => operations), [[{ path: "pages/3/image", after: image("s2") }]]);
});

test("an alignment is found again if the page was cropped meanwhile, and does not replace a stated one", async () => {
    const capture = { id: "uv", image: image("s2"), alignment: null, estimate: null, state: "ready" };
    const page = { number: 3, image: image("s1"), state: "ready", captures: [{ id: "visible" }, capture] };
    const found = [];
    const session = Object.assign(new EventTarget(), {
        pages: [page],
        page: () => session.pages[0],
        scans: { compare: (on) => new Promise((resolve) => found.push({ on, resolve })) },
        edits: [],
        value: () => session.pages[0].captures,
        perform: (edit) => session.edits.push(edit),
    });
    new Alignments(session);
    const answer = async () => {
        found.at(-1).resolve({ alignment: pairs, error: 1 });
        await new Promise((resolve) => setImmediate(resolve));
    };
    const cropped = { ...image("s1"), crop: [0, 0, 5, 5] };
    session.pages = [{ ...page, image: cropped }];
    await answer();
    assert.deepEqual([found.map(({ on }) => on), session.edits], [[image("s1"), cropped], []]);
    session.pages = [{ ...page, image: cropped, captures: [{ id: "visible" }, { ...capture, alignment: pairs.toReversed() }] }];
    await answer();
    assert.deepEqual([found.length, session.edits], [2, []]);
    // Without such changes it is stored.
    session.pages = [{ ...page, image: image("s3") }];
    session.dispatchEvent(new Event("change"));
    await answer();
    assert.equal(session.edits.length, 1);
});
