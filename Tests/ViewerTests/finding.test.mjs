import assert from "node:assert/strict";
import test from "node:test";
import { collectionID } from "../../Sources/Viewer/editing/publishing/collection-id.js";
import { isField, normal } from "../../Sources/Viewer/editing/session/values.js";
import { facetsOf, fits } from "../../Sources/Viewer/site/facets.js";

const about = (id, values = {}) => ({ id, language: "la", languages: ["en"], ...values });
const place = (id, label) => ({ id, ...(label ? { label } : {}) });
const DOCUMENTS = [
    about("a", { years: [1215, 1215], collections: [place("charters/royal", { en: "Royal" })] }),
    about("b", { years: [1297, 1301], languages: ["en-GB", "fr"], collections: [place("charters"), place("charters/royal")] }),
    about("c", { language: "fr", languages: ["fr"] }),
];
const THEMES = { a: [place("justice", { en: "Justice" }), place("money")], b: [place("money", { en: "Money" })] };
const ids = (conditions) => DOCUMENTS.filter((one) => fits(one, conditions, THEMES)).map(({ id }) => id).join("");

test("documents match by base language, theme, nested collection and overlapping years", () => {
    assert.deepEqual([ids({}), ids({ language: "en-US" }), ids({ language: "fr" }), ids({ language: "f" })], ["abc", "ab", "bc", ""]);
    assert.deepEqual([ids({ theme: "money" }), ids({ theme: "justice", language: "fr" })], ["ab", ""]);
    assert.deepEqual([ids({ collection: "charters" }), ids({ collection: "charters/royal" }), ids({ collection: "chart" })], ["ab", "ab", ""]);
    assert.deepEqual([ids({ from: 1300 }), ids({ to: 1215 }), ids({ from: 1216, to: 1296 }), ids({ from: 1301, to: 1301 })], ["b", "a", "", "b"]);
});

test("each facet is counted under all other conditions", () => {
    const facets = facetsOf(DOCUMENTS, { language: "fr" }, THEMES);
    assert.deepEqual(facets.languages, [{ id: "en", count: 2 }, { id: "fr", count: 2 }, { id: "la", count: 2 }]);
    assert.deepEqual(facets.themes, [{ id: "money", label: { en: "Money" }, count: 1 }]);
    assert.deepEqual(facets.collections, [{ id: "charters", count: 1 }, { id: "charters/royal", label: { en: "Royal" }, count: 1 }]);
    assert.deepEqual(facets.years, { first: 1297, last: 1301, start: 1297, step: 1, counts: [1, 1, 1, 1, 1], total: 1 });
    assert.equal(facetsOf([DOCUMENTS[2]], {}, THEMES).years, null);
});

test("years are grouped in at most thirty steps aligned to multiples, also before year 1", () => {
    const years = (...spans) => facetsOf(spans.map((years, place) => about(String(place), { years })), {}, {}).years;
    const long = years([1215, 1215], [1297, 1301], [2020, 2020]);
    assert.deepEqual([long.start, long.step, long.counts.length, long.counts.reduce((sum, count) => sum + count)], [1200, 50, 17, 4]);
    const early = years([-44, -44], [14, 14]);
    assert.deepEqual([early.start, early.step, early.counts[0], early.counts.at(-1)], [-44, 2, 1, 1]);
    for (let last = -9999; last < 9999; last += 777) assert.ok(years([-9999, -9999], [last, last]).counts.length <= 30);
});

test("a typed collection name becomes a valid id", () => {
    for (const [typed, id] of [
        ["Charters", "charters"], [" Letters / To Kings ", "letters/to-kings"], ["Évêché de Clun", "eveche-de-clun"], ["a//b/", "a/b"], ["13th century!", "13th-century"],
    ]) assert.equal(collectionID(typed), id);
    for (const typed of ["", "/", "---", "مجموعة", "a/b/c/d/e/f/g/h/i"]) assert.equal(collectionID(typed), null);
    assert.ok(isField("document/collections"));
    assert.deepEqual([normal("document/collections", []), normal("document/collections", [{ id: "a" }])], [null, [{ id: "a" }]]);
});
