import assert from "node:assert/strict";
import test from "node:test";
import { place } from "./page.mjs";
import { cover, uncover } from "../../Sources/Viewer/base/covering.js";

const [main, list] = [place("main", "main"), place("aside", "list")];
const close = () => undefined;

test("a part that two others cover is reachable once neither does", () => {
    cover("list", ["main"], close);
    cover("menu", ["main", "list"], close);
    assert.deepEqual([main.inert, list.inert], [true, true]);
    cover("menu", [], close);
    assert.deepEqual([main.inert, list.inert], [true, false]);
    cover("list", [], close);
    assert.deepEqual([main.inert, list.inert], [false, false]);
});

test("what covers a part is closed, and nothing else is", () => {
    const closed = [];
    for (const [id, covered] of [["list", ["main"]], ["menu", ["main", "list"]]]) {
        cover(id, covered, () => {
            closed.push(id);
            cover(id, [], close);
        });
    }
    uncover("list");
    assert.deepEqual(closed, ["menu"]);
    assert.deepEqual([main.inert, list.inert], [true, false]);
    uncover("list");
    assert.deepEqual(closed, ["menu"]);
});
