import assert from "node:assert/strict";
import test from "node:test";
import { format, parse, START } from "../../Sources/Viewer/base/fragment.js";

test("fragments round-trip", () => {
    const box = { x: -3, y: 4, width: 5, height: 6 };
    for (const place of [
        START,
        { clause: "a&b=c", category: "x,y", query: "é & =", lang: "fr", secondLanguage: "en", page: 2, box, captures: { mode: "curtain", ids: ["day", "raking-2", "uv"], at: [20, 71] }, view: "single", tour: { id: "other/a b", step: 3 } },
        { ...START, captures: { mode: "one", ids: ["uv"], at: [] } },
        { ...START, captures: { mode: "fade", ids: ["day", "uv"], at: [0] } },
        { ...START, captures: { mode: "lens", ids: ["day", "uv"], at: [] } },
        { ...START, category: "none" },
        { ...START, clause: "39" },
        { ...START, tour: { id: "ten-minutes", step: 1 } },
        { ...START, page: 4, view: "opening" },
    ]) {
        assert.deepEqual(parse(format(place)), { ...place });
    }
    assert.equal(format(START), "");
});

test("invalid values in a fragment are ignored", () => {
    const broken = [
        "#xywh=a,b", "#xywh=1,2,-3,4", "#xywh=1,2,3", "#page=0", "#page=1.5", "#page=x", "#clause=", "#%E0%A4%A", "#&&=", "",
    ];
    for (const fragment of broken) assert.deepEqual(parse(fragment), { ...START }, fragment);
    for (const [fragment, captures] of [
        ["#capture=", null], ["#curtain=50", null], ["#capture=a&curtain=50", { mode: "one", ids: ["a"], at: [] }],
        ["#capture=a,a&lens=1", { mode: "one", ids: ["a"], at: [] }], ["#capture=a,b&fade=101", { mode: "curtain", ids: ["a", "b"], at: [50] }],
        ["#capture=a,b,c&curtain=60,40", { mode: "curtain", ids: ["a", "b", "c"], at: [33, 67] }],
        ["#capture=a,b,c&lens=1", { mode: "curtain", ids: ["a", "b", "c"], at: [33, 67] }],
        ["#capture=a,b,c,d,e", { mode: "curtain", ids: ["a", "b", "c", "d"], at: [25, 50, 75] }],
    ]) {
        assert.deepEqual(parse(/** @type {string} */ (fragment)).captures, captures, fragment);
    }
    for (const step of ["", "&step=", "&step=0", "&step=-3", "&step=x", "&step=1e99"]) {
        assert.deepEqual(parse(`#tour=t${step}`).tour, { id: "t", step: 1 }, step);
    }
    for (const fragment of ["#tour=", "#step=4"]) assert.equal(parse(fragment).tour, null);
    assert.equal(parse("#lang=fr,fr").secondLanguage, null);
    assert.deepEqual(parse("#xywh=pixel:1,2,3,4").box, { x: 1, y: 2, width: 3, height: 4 });
});
