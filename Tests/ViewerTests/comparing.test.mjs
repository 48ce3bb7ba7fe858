import assert from "node:assert/strict";
import test from "node:test";
import "./page.mjs";
import { comparisonURL } from "../../Sources/Viewer/base/addresses.js";
import { followed, mappingOfSheets, mappingOfViews, reversed } from "../../Sources/Viewer/compare/pairing.js";
import { formatComparing, parseComparing } from "../../Sources/Viewer/compare/place.js";

const LARGE = { width: 2000, height: 3000, pixelsPerMillimetre: 10 };
const SMALL = { width: 400, height: 1200, pixelsPerMillimetre: 4 };
const UNMEASURED = { ...SMALL, pixelsPerMillimetre: null };

test("measured sheets are compared at true size, others at equal width, centred on each other", () => {
    const view = { x: 1100, y: 1500, scale: 0.5 };
    assert.deepEqual(followed(mappingOfSheets(LARGE, SMALL), view), { x: 240, y: 600, scale: 1.25 });
    assert.deepEqual(followed(mappingOfSheets(LARGE, UNMEASURED), view), { x: 220, y: 600, scale: 2.5 });
    assert.deepEqual(followed(reversed(mappingOfSheets(LARGE, SMALL)), { x: 240, y: 600, scale: 1.25 }), view);
});

test("binding views again keeps positions, and brings measured sheets to one scale", () => {
    const [view, other] = [{ x: 500, y: 700, scale: 0.5 }, { x: 30, y: 40, scale: 2 }];
    assert.deepEqual(followed(mappingOfViews(LARGE, view, UNMEASURED, other), view), other);
    assert.deepEqual(followed(mappingOfViews(LARGE, view, SMALL, other), view), { x: 30, y: 40, scale: 1.25 });
});

test("a comparison round-trips through its address", () => {
    for (const [documents, versions, fragments, isFree] of [
        [["a", "b"], [null, null], ["clause=39&lang=fr,en", "capture=uv&xywh=1,2,3,4"], true], [["a", "a"], [2, 2], ["", ""], false],
        [["a", "a"], [null, 12], ["", ""], false], [["é", "b&c"], [3, null], ["", "q=a b"], false],
    ]) {
        const { search, hash } = formatComparing({ documents, versions, fragments, isFree });
        assert.deepEqual(parseComparing(documents[0], search, hash), { documents, versions, fragments, isFree });
    }
    const plain = { documents: ["a", "a"], versions: [null, null], fragments: ["", ""], isFree: false };
    assert.deepEqual(parseComparing("a", "?compare", "#nonsense"), plain);
    assert.deepEqual(parseComparing("a", "?compare&version=0&compare-version=new", ""), plain);
});

test("a page is compared in the version that it shows", () => {
    const at = (search, hash) => comparisonURL({ pathname: "/documents/a", search, hash });
    assert.equal(at("", ""), "/documents/a?compare=#left=&right=");
    assert.equal(at("?kiosk", "#page=2"), "/documents/a?compare=#left=page%3D2&right=page%3D2");
    const former = at("?version=2&clause=39", "#clause=39");
    assert.equal(former, "/documents/a?compare=&version=2&compare-version=2#left=clause%3D39&right=clause%3D39");
    const { search, hash } = new URL(former, "https://example.org");
    assert.deepEqual(parseComparing("a", search, hash).versions, [2, 2]);
});
