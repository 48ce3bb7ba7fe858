import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { filterText, heading, nameOf, titleOf } from "../../Sources/Viewer/reading/naming.js";
import { rightsName } from "../../Sources/Viewer/reading/rights.js";
import { direction, isolated } from "../../Sources/Viewer/strings/direction.js";
import { english } from "../../Sources/Viewer/strings/languages.js";
import {
    chooseLanguage, deviceLanguage, formatLocale, isMirrored, languageName, localized, pageLanguages, say, sayCount, setLanguage,
    uiLanguage,
} from "../../Sources/Viewer/strings/strings.js";
import { clause } from "./values.mjs";

// Everything that these modules use of a browser.
globalThis.document = { documentElement: { lang: "" } };
Object.defineProperty(globalThis, "navigator", { value: { languages: ["de-CH", "fr-CA"] }, configurable: true });

test("pages use only existing phrases without a count", () => {
    for (const page of ["document", "library", "access"]) {
        const html = readFileSync(new URL(`../../Sources/Viewer/pages/${page}.html`, import.meta.url), "utf8");
        const names = [...html.matchAll(/data-(?:text|label)="(\w+)"/g)].map(([, name]) => name);
        assert.ok(names.length > 0);
        for (const name of names) assert.equal(typeof english[name], "string", `${page}.html: ${name}`);
    }
});

test("counts use the plural forms of the language", async () => {
    const counts = () => [0, 1, 2, 1234].map((count) => sayCount("clauseCount", count));
    assert.deepEqual(counts(), ["0 clauses", "1 clause", "2 clauses", "1,234 clauses"]);
    await setLanguage("fr");
    assert.equal(document.documentElement.lang, "fr");
    assert.deepEqual(counts(), ["0 clause", "1 clause", "2 clauses", "1\u202f234 clauses"]);
    assert.equal(say("clause", { number: "39" }), "Clause 39");
    for (const unknown of ["xx", "toString"]) {
        await setLanguage(unknown);
        assert.equal(uiLanguage(), "en");
    }
});

test("values of the other direction are isolated, and missing ones keep their placeholder", () => {
    assert.equal(say("documentsNone", { words: "שלום" }), "No documents match “\u2068שלום\u2069”.");
    assert.equal(say("stateForeign"), "This points to {host}, not to a document in this library.");
    assert.equal(isolated("free"), "free");
});

test("Arabic is mirrored, has six plural forms and isolates texts of other scripts", async () => {
    await setLanguage("ar");
    assert.deepEqual([document.documentElement.lang, document.documentElement.dir, isMirrored()], ["ar", "rtl", true]);
    const counts = [0, 1, 2, 3, 11, 1234].map((count) => sayCount("clauseCount", count));
    assert.deepEqual(counts, ["لا بنود", "بند واحد", "بندان", "3 بنود", "11 بندًا", "1,234 بندًا"]);
    assert.deepEqual([say("clause", { number: 39 }), say("clause", { number: "39 bis" })], ["البند 39", "البند \u206839 bis\u2069"]);
    assert.equal(nameOf(clause({ number: "39", title: "Free men", lang: "en" })), "البند 39: \u2068Free men\u2069");
    assert.match(new Intl.DateTimeFormat(formatLocale(), { dateStyle: "long" }).format(new Date(2026, 0, 2)), /^2\D+2026$/);
    await setLanguage("en");
    assert.deepEqual([document.documentElement.dir, isMirrored()], ["ltr", false]);
});

test("of two languages requested in turn, the later one is used", async () => {
    await Promise.all([setLanguage("de"), setLanguage("en")]);
    assert.deepEqual([uiLanguage(), say("close")], ["en", "Close"]);
    await Promise.all([setLanguage("nl"), setLanguage("de")]);
    assert.deepEqual([uiLanguage(), say("close")], ["de", "Schließen"]);
    await setLanguage("en");
});

test("languages have the direction of their script", () => {
    assert.deepEqual(["en", "ar", "he", "az-Arab", "ur-Latn", "no such tag"].map(direction), ["ltr", "rtl", "rtl", "rtl", "ltr", "auto"]);
});

test("a text is in the reader's language, or English, or any other", () => {
    assert.deepEqual(localized({ en: "a", fr: "b" }, "fr-CA"), { text: "b", lang: "fr" });
    assert.deepEqual(localized({ la: "c", en: "a" }, "de"), { text: "a", lang: "en" });
    assert.deepEqual(localized({ la: "c" }, "de"), { text: "c", lang: "la" });
    assert.deepEqual([localized("same", "de"), localized(null, "de"), localized({}, "de")], [{ text: "same", lang: "" }, null, null]);
});

test("the reader's languages are tried in order, by tag, base language and relatives", () => {
    assert.equal(chooseLanguage(["en", "fr"], null), "fr");
    assert.equal(chooseLanguage(["en", "de-AT"], null), "de-AT");
    assert.equal(chooseLanguage(["en", "fr"], "en-GB"), "en");
    assert.equal(chooseLanguage(["la"], null), "la");
    assert.equal(chooseLanguage([], null), "en");
    assert.equal(chooseLanguage(pageLanguages(), null), "de");
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

test("a filter is described in words", () => {
    const categories = [{ id: "church", label: { en: "The Church", fr: "L’Église" } }];
    const text = (place, count) => filterText({ category: "all", query: "", ...place }, count, categories, "en");
    assert.equal(text({}, 64), "All clauses: 64 clauses shown");
    assert.equal(text({ category: "church,gone" }, 1), "The Church, gone: 1 clause shown");
    assert.equal(text({ category: "none" }, 0), "Nothing is highlighted");
    assert.equal(text({ query: "peers" }, 2), "“peers”: 2 clauses found");
});

test("licences have their common names", () => {
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
