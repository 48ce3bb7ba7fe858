import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { filterText, heading, nameOf, titleOf } from "../../Sources/Viewer/reading/naming.js";
import { rightsName } from "../../Sources/Viewer/reading/rights.js";
import { direction, isolated } from "../../Sources/Viewer/strings/direction.js";
import { english, LANGUAGES } from "../../Sources/Viewer/strings/languages.js";
import {
    chooseLanguage, deviceLanguage, languageName, localized, pageLanguages, say, sayCount, speak, spokenLanguage,
} from "../../Sources/Viewer/strings/strings.js";
import { clause } from "./values.mjs";

// All that these modules use of a browser.
globalThis.document = { documentElement: { lang: "" } };
Object.defineProperty(globalThis, "navigator", { value: { languages: ["de-CH", "fr-CA"] }, configurable: true });

const places = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test("each language has all phrases of English with the same values, and a form for each of its plural categories", async () => {
    assert.ok(pageLanguages().length >= 2 && pageLanguages()[0] === "en");
    for (const [language, load] of Object.entries(LANGUAGES)) {
        const { phrases } = await load();
        assert.deepEqual(Object.keys(phrases), Object.keys(english), language);
        for (const [name, phrase] of Object.entries(phrases)) {
            const expected = english[name];
            assert.equal(typeof phrase, typeof expected, `${language}: ${name}`);
            if (typeof phrase === "string") {
                assert.deepEqual(places(phrase), places(expected), `${language}: ${name}`);
                continue;
            }
            for (const form of Object.values(phrase)) {
                assert.deepEqual(places(form), places(expected.other), `${language}: ${name}`);
            }
            // "Many" is for millions, which are written as other counts are.
            const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
            const missing = pluralCategories.filter((category) => category !== "many" && !(category in phrase));
            assert.deepEqual(missing, [], `${language}: ${name}`);
        }
    }
});

test("the pages name phrases that there are, and no count", () => {
    for (const page of ["document", "library", "access"]) {
        const html = readFileSync(new URL(`../../Sources/Viewer/pages/${page}.html`, import.meta.url), "utf8");
        const names = [...html.matchAll(/data-(?:text|label)="(\w+)"/g)].map(([, name]) => name);
        assert.ok(names.length > 0);
        for (const name of names) assert.equal(typeof english[name], "string", `${page}.html: ${name}`);
    }
});

test("counts take the plural form of the language", async () => {
    const counts = () => [0, 1, 2, 1234].map((count) => sayCount("clauseCount", count));
    assert.deepEqual(counts(), ["0 clauses", "1 clause", "2 clauses", "1,234 clauses"]);
    await speak("fr");
    assert.equal(document.documentElement.lang, "fr");
    assert.deepEqual(counts(), ["0 clause", "1 clause", "2 clauses", "1\u202f234 clauses"]);
    assert.equal(say("clause", { number: "39" }), "Clause 39");
    for (const unknown of ["xx", "toString"]) {
        await speak(unknown);
        assert.equal(spokenLanguage(), "en");
    }
});

test("values that run the other way are isolated, and values that are missing stay", () => {
    assert.equal(say("documentsNone", { words: "שלום" }), "No document is called “\u2068שלום\u2069”.");
    assert.equal(say("stateForeign"), "That leads to {host}, and not to a document of this library.");
    assert.equal(isolated("free"), "free");
});

test("languages run the way of their script", () => {
    assert.deepEqual(["en", "ar", "he", "az-Arab", "ur-Latn", "no such tag"].map(direction), ["ltr", "rtl", "rtl", "rtl", "ltr", "auto"]);
});

test("a text is in the reader's language, else in English, else in whatever there is", () => {
    assert.deepEqual(localized({ en: "a", fr: "b" }, "fr-CA"), { text: "b", lang: "fr" });
    assert.deepEqual(localized({ la: "c", en: "a" }, "de"), { text: "a", lang: "en" });
    assert.deepEqual(localized({ la: "c" }, "de"), { text: "c", lang: "la" });
    assert.deepEqual([localized("same", "de"), localized(null, "de"), localized({}, "de")], [{ text: "same", lang: "" }, null, null]);
});

test("the reader's languages are tried in order, each by its tag, its language and its kin", () => {
    assert.equal(chooseLanguage(["en", "fr"], null), "fr");
    assert.equal(chooseLanguage(["en", "de-AT"], null), "de-AT");
    assert.equal(chooseLanguage(["en", "fr"], "en-GB"), "en");
    assert.equal(chooseLanguage(["la"], null), "la");
    assert.equal(chooseLanguage([], null), "en");
    assert.deepEqual([languageName("fr"), languageName("fr", "en"), languageName("not a tag")], ["Français", "French", "not a tag"]);
});

test("a clause is named by its number, title, incipit or id", () => {
    const named = clause({ number: "39", title: "Free men", lang: "en" });
    assert.deepEqual([heading(named), nameOf(named)], ["Clause 39", "Clause 39: Free men"]);
    assert.deepEqual(titleOf(named, "la"), { text: "Free men", lang: "en" });
    const begun = clause({ incipit: "Nullus liber homo" });
    assert.deepEqual([heading(begun), nameOf(begun)], ["", "Nullus liber homo"]);
    assert.deepEqual(titleOf(begun, "la"), { text: "Nullus liber homo", lang: "la" });
    assert.deepEqual([nameOf(clause({ kind: "detail" })), nameOf(clause({ id: "seal" }))], ["Hidden detail", "seal"]);
});

test("a filter is told in words", () => {
    const categories = [{ id: "church", label: { en: "The Church", fr: "L’Église" } }];
    const text = (place, count) => filterText({ category: "all", query: "", ...place }, count, categories, "en");
    assert.equal(text({}, 64), "All clauses: 64 clauses shown");
    assert.equal(text({ category: "church,gone" }, 1), "The Church, gone: 1 clause shown");
    assert.equal(text({ category: "none" }, 0), "Nothing is highlighted");
    assert.equal(text({ query: "peers" }, 2), "“peers”: 2 clauses found");
});

test("licences have the names that people know", () => {
    assert.equal(rightsName("https://creativecommons.org/licenses/by-nc/4.0/"), "CC BY-NC 4.0");
    assert.equal(rightsName("http://creativecommons.org/publicdomain/zero/1.0/"), "CC0 1.0");
    assert.equal(rightsName("https://example.org/terms"), "https://example.org/terms");
});

test("a new document is in the language of the device, without its region", () => {
    const of = (...languages) => {
        Object.defineProperty(globalThis, "navigator", { value: { languages }, configurable: true });
        return deviceLanguage();
    };
    assert.deepEqual([of("fr-CA", "en"), of("zh-Hant-TW"), of("en-US-x-private"), of("C.UTF-8"), of()], ["fr", "zh-Hant", "en", "und", "und"]);
    of("de-CH", "fr-CA");
});
