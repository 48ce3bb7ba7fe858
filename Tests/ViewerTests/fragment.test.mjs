import assert from "node:assert/strict";
import test from "node:test";
import { format, parse, START } from "../../Sources/Viewer/base/fragment.js";

test("fragments round-trip", () => {
    const box = { x: -3, y: 4, width: 5, height: 6 };
    for (const place of [
        START,
        { clause: "a&b=c", category: "x,y", query: "é & =", lang: "fr", beside: "en", page: 2, box },
        { ...START, category: "none" },
        { ...START, clause: "39" },
    ]) {
        assert.deepEqual(parse(format(place)), { ...place });
    }
    assert.equal(format(START), "");
});

test("what a fragment says wrongly is as if it were not there", () => {
    const broken = [
        "#xywh=a,b", "#xywh=1,2,-3,4", "#xywh=1,2,3", "#page=0", "#page=1.5", "#page=x", "#clause=", "#%E0%A4%A", "#&&=", "",
    ];
    for (const fragment of broken) assert.deepEqual(parse(fragment), { ...START }, fragment);
    assert.equal(parse("#lang=fr,fr").beside, null);
    assert.deepEqual(parse("#xywh=pixel:1,2,3,4").box, { x: 1, y: 2, width: 3, height: 4 });
});
