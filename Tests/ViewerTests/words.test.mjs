import assert from "node:assert/strict";
import test from "node:test";
import { findPhrases, phrasesOf, tokensOf } from "../../Sources/Viewer/base/words.js";
import { beginning, excerpt } from "../../Sources/Viewer/reading/excerpt.js";
import { findWords } from "../../Sources/Viewer/reading/marks.js";
import { snippet } from "../../Sources/Viewer/site/snippet.js";

const found = (text, query) => findWords(text, query).map(({ start, end }) => text.slice(start, end));

test("words are found regardless of accents", () => {
    const text = "L’Église, l’ÉGLISE et les œuvres; e\u0301glise.";
    assert.deepEqual(found(text, "eglise"), ["Église", "ÉGLISE", "e\u0301glise"]);
    assert.deepEqual(found(text, "eg"), ["Ég", "ÉG", "e\u0301g"]);
    assert.deepEqual([findWords("", "x"), findWords("abc", "")], [[], []]);
});

test("words are found in every script", () => {
    assert.deepEqual(found("Ο καπετάνιος", "ΚΑΠΕΤΑΝΙΟΣ"), ["καπετάνιος"]);
    assert.deepEqual(found("مُضاءً عند بـــاب", "مضاء باب"), ["مُضاءً", "بـــاب"]);
    assert.deepEqual(found("点一盏灯，一盏", "一盏"), ["一盏", "一盏"]);
    assert.deepEqual(found("点一盏灯", "盏一"), []);
    assert.deepEqual(found("free men, freedom", "free men"), ["free", "men"]);
    assert.deepEqual(found("a free man, free men", '"free men"'), ["free men"]);
    assert.deepEqual(found("ไทยแลนด์", "แล"), ["แล"]);
    assert.deepEqual(found("one two", '"'), []);
});

test("a search has words and quoted phrases, the last as a prefix", () => {
    assert.equal(phrasesOf(" \t\u0000"), null);
    assert.deepEqual(phrasesOf("…"), []);
    assert.deepEqual(phrasesOf("Free MEN"), [
        { words: ["free"], isPrefix: false },
        { words: ["men"], isPrefix: true },
    ]);
    assert.deepEqual(phrasesOf("“free men” the"), [
        { words: ["free", "men"], isPrefix: false },
        { words: ["the"], isPrefix: true },
    ]);
    assert.deepEqual(phrasesOf('"free men'), [{ words: ["free", "men"], isPrefix: true }]);
    assert.deepEqual(phrasesOf('"free men"'), [{ words: ["free", "men"], isPrefix: false }]);
});

test("a search has at most 32 words and 2,000 letters", () => {
    const words = phrasesOf("word ".repeat(500));
    assert.equal(words.length, 32);
    assert.deepEqual(phrasesOf("x".repeat(3000))[0].words[0].length, 2000);
});

test("of overlapping phrases only the first is found", () => {
    const [phrases, tokens] = [phrasesOf('"a b" "b c"'), tokensOf("a b c b c")];
    assert.deepEqual(findPhrases(phrases, tokens), [
        { phrase: 0, from: 0, to: 2 },
        { phrase: 1, from: 3, to: 5 },
    ]);
});

test("an excerpt is around the first word found", () => {
    assert.equal(excerpt("nothing here", "xyz", 40), null);
    assert.equal(
        excerpt(`${"word ".repeat(40)}needle ${"word ".repeat(40)}`, "needle", 40),
        "… word word needle word word word word …",
    );
});

test("texts are cut between words, also without spaces", () => {
    const long = "守港的人要在门前点一盏灯，".repeat(20);
    const [first, hit] = [beginning(long, 100), excerpt(`${long}船长${long}`, "船长", 40)];
    assert.ok(first.length >= 90 && first.length <= 103 && first.endsWith(" …"), first);
    assert.equal(beginning("一盏灯", 100), "一盏灯");
    assert.ok(hit.includes("船长") && hit.length >= 30 && hit.length <= 50, hit);
    assert.ok(hit.startsWith("… ") && hit.endsWith(" …"), hit);
    assert.equal(beginning("word ".repeat(40), 22), "word word word word …");
});

test("a snippet is from the field with the most phrases, and marks them", () => {
    const text = `${"before ".repeat(30)}no free man ${"after ".repeat(30)}`.trim();
    const found = snippet(phrasesOf('"free man" no'), [["title", "A free man"], ["translation", text], ["context", null]], "en");
    assert.deepEqual([found.field, found.lang, found.cutBefore, found.cutAfter], ["translation", "en", true, true]);
    assert.deepEqual(found.marks.map(([start, end]) => found.text.slice(start, end)), ["no", "free man"]);
    assert.equal(found.text.split(" ").length, 24);
    assert.equal(snippet(phrasesOf("absent"), [["title", "A free man"]], "en"), null);
});
