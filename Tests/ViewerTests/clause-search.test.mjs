import assert from "node:assert/strict";
import test from "node:test";
import { edits, isMatch, isNumbered, suggestion } from "../../Sources/Viewer/base/clause-search.js";
import { clause } from "./values.mjs";

test("a search matches a clause number, alone or after a designator, as on the server", () => {
    const forty = { number: "40" };
    for (const words of ["40", "clause 40", "Cl. 40", "cl.40", "§ 40", " no. 40 "]) assert.ok(isNumbered(words)(forty), words);
    for (const words of ["4", "400", "clause", "free 40", ""]) assert.ok(!isNumbered(words)(forty), words);
    assert.ok(isNumbered("12 BIS")({ number: "12 bis" }));
    assert.ok(!isNumbered("39")({ number: null }));
});

test("all words must occur in one text of a clause, the last as a prefix", () => {
    const one = clause({ number: "7", title: "A widow", translation: "She may marry.", transcription: "Vidua habeat" });
    for (const words of ["widow", "WIDOW marr", "hab vid", "7", " "]) assert.equal(isMatch(words)(one), words !== "hab vid", words);
    assert.ok(!isMatch("widow vidua")(one));
    assert.ok(!isMatch("§")(one));
});

test("the suggestion replaces an unknown word with the most similar one", () => {
    const all = [clause({ translation: "A widow and two widows of Église" }), clause({ title: "The widow" })];
    assert.equal(suggestion("widdow", all), "widow");
    assert.equal(suggestion("the wiodw", all), "the widow");
    assert.equal(suggestion("eglize", all), "église");
    assert.equal(suggestion("xyzzy", all), null);
    assert.equal(suggestion("widow", all), null);
    assert.equal(suggestion("", all), null);
});

test("the edit distance counts insertions, deletions, replacements and transpositions", () => {
    assert.deepEqual([edits("widdow", "widow"), edits("wiodw", "widow"), edits("", "abc"), edits("abc", "abd")], [1, 1, 3, 1]);
});
