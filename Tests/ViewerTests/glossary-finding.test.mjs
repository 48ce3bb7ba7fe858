import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { TermFinder } from "../../Sources/Viewer/glossary/finding.js";
import { placesOf, wordsOf } from "../../Sources/Viewer/glossary/terms.js";

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));

for (const { name, words, text, finds } of read("../Fixtures/terms.json")) {
    test(`terms are found: ${name}`, () => {
        const found = new TermFinder(words).find(text).map(({ start, end, entry }) => [start, end, entry]);
        assert.deepEqual(found, finds);
    });
}

test("the words of a term are its name and forms, also for a region of the language", () => {
    const entry = { term: { en: "scutage", fr: "écuage" }, forms: { FR: ["écuages"] } };
    assert.deepEqual(wordsOf(entry, "en"), ["scutage"]);
    assert.deepEqual(wordsOf(entry, "fr-CA"), ["écuage", "écuages"]);
    assert.deepEqual(wordsOf(entry, "de"), []);
    assert.deepEqual(wordsOf({ term: "Magna Carta", forms: {} }, "de"), ["Magna Carta"]);
});

const glossary = read("../../data/magna-carta/glossary.json").map((entry) => ({ forms: {}, seeAlso: [], ...entry }));
const places = (language) => {
    const texts = read(`../../data/magna-carta/texts/${language}.json`);
    const clauses = Object.entries(texts).map(([id, { translation = null, context = null }]) => ({
        id, lang: language, translation, context, transcription: null,
    }));
    return placesOf(glossary, clauses, "la");
};

for (const language of ["en", "fr"]) {
    test(`each of the sample's twenty terms occurs in a clause in ${language} and is defined in it`, () => {
        assert.equal(glossary.length, 20);
        const found = places(language);
        for (const { id, term, definition } of glossary) {
            assert.ok(found.get(id).length > 0, `${id} is in no clause`);
            assert.ok(term[language] && term.la && definition[language], `${id} is not complete`);
        }
    });
}

test("the sample's terms are in the same clauses in both languages", () => {
    const [english, french] = [places("en"), places("fr")];
    for (const id of ["scutage", "relief", "knights-fee", "dower", "writ", "praecipe", "villein", "sheriff", "constable", "escheat"]) {
        assert.deepEqual(english.get(id), french.get(id), id);
    }
});
