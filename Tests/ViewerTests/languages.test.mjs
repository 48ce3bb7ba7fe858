/** The texts of the interface in each of its languages, compared with those in English. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import { LANGUAGES, load } from "../../Sources/Viewer/strings/languages.js";
import { LONGEST, SAME_AS_ENGLISH } from "./language-values.mjs";

const PARTS = /** @type {const} */ ([
    "phrases", "plain", "captures", "books", "tours", "listening", "worksheet", "finding", "citing", "camera", "editor", "drawing", "proposals", "download", "glossary", "linked", "notes",
]);
const folder = new URL("../../Sources/Viewer/strings/", import.meta.url);
const others = LANGUAGES.filter((language) => language !== "en");

/** Each part of each language except English, with the English one. */
const tables = await Promise.all(
    others.flatMap((language) =>
        PARTS.map(async (part) => {
            const [{ phrases: english }, { phrases }] = await Promise.all([load("en", part), load(language, part)]);
            return { language, part, english, phrases };
        }),
    ),
);

/** Yields each text of a table with its name; texts with a count, form by form. */
function* texts(phrases) {
    for (const [name, phrase] of Object.entries(phrases)) {
        if (typeof phrase === "string") yield { name, category: "other", text: phrase };
        else for (const [category, text] of Object.entries(phrase)) yield { name, category, text };
    }
}

const places = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test("each language has a folder, and each folder is a language with all its parts", () => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    assert.deepEqual(folders.map(({ name }) => name).sort(), [...LANGUAGES].sort());
    for (const { name } of folders) {
        assert.deepEqual(readdirSync(new URL(`${name}/`, folder)).sort(), PARTS.map((part) => `${part}.js`).sort(), name);
        assert.equal(new Intl.Locale(name).toString(), name);
    }
    assert.equal(LANGUAGES[0], "en");
});

test("each language has the phrases of English in the same order and kind", () => {
    for (const { language, part, english, phrases } of tables) {
        assert.deepEqual(Object.keys(phrases), Object.keys(english), `${language}/${part}`);
        for (const name of Object.keys(english)) assert.equal(typeof phrases[name], typeof english[name], `${language}/${part}: ${name}`);
    }
});

test("each text has the placeholders of the English one, except counts in small plural forms", () => {
    for (const { language, part, english, phrases } of tables) {
        for (const { name, category, text } of texts(phrases)) {
            const where = `${language}/${part}: ${name} (${category})`;
            const expected = english[name];
            if (typeof expected === "string") {
                assert.deepEqual(places(text), places(expected), where);
                continue;
            }
            const given = places(text);
            if (["zero", "one", "two"].includes(category)) {
                for (const place of given) assert.ok(places(expected.other).includes(place), `${where}: {${place}}`);
                for (const place of places(expected.one)) assert.ok(place === "count" || given.includes(place), `${where}: {${place}}`);
            } else assert.deepEqual(given, places(expected.other), where);
        }
    }
});

test("phrases with a count have a form for each plural category that the language uses", () => {
    for (const { language, part, phrases } of tables) {
        const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
        // In Romance languages "many" is for millions, which use the same text as other counts.
        const counts = new Set(Array.from({ length: 1000 }, (_, count) => new Intl.PluralRules(language).select(count)));
        const needed = pluralCategories.filter((category) => counts.has(category)).sort();
        for (const [name, phrase] of Object.entries(phrases)) {
            if (typeof phrase === "string") continue;
            assert.deepEqual(Object.keys(phrase).sort(), needed, `${language}/${part}: ${name}`);
        }
    }
});

test("no text is left in English by accident", () => {
    for (const { language, part, english, phrases } of tables) {
        const allowed = SAME_AS_ENGLISH[language]?.[part] ?? [];
        const same = [];
        for (const { name, category, text } of texts(phrases)) {
            const original = typeof english[name] === "string" ? english[name] : (english[name][category] ?? english[name].other);
            const hasWords = /\p{L}{3}/u.test(text.replace(/\{\w+\}/g, ""));
            if (text === original && hasWords && !same.includes(name)) same.push(name);
        }
        assert.deepEqual(same.sort(), [...allowed].sort(), `${language}/${part}`);
    }
});

test("no text is empty, has spaces around it by accident, or straight quotation marks", () => {
    for (const { language, part, english, phrases } of tables) {
        for (const { name, text } of texts(phrases)) {
            const where = `${language}/${part}: ${name}`;
            assert.notEqual(text.trim(), "", where);
            const isPrefix = typeof english[name] === "string" && english[name].endsWith(" ");
            assert.equal(text, isPrefix ? `${text.trim()} ` : text.trim(), where);
            assert.doesNotMatch(text, /["'`]|\.\.\./, where);
        }
    }
});

test("a text ends with an ellipsis, for what goes on or opens a dialog, exactly where the English one does", () => {
    for (const { language, part, english, phrases } of tables) {
        for (const { name, category, text } of texts(phrases)) {
            const original = typeof english[name] === "string" ? english[name] : (english[name][category] ?? english[name].other);
            assert.equal(text.endsWith("…"), original.endsWith("…"), `${language}/${part}: ${name}: ${text}`);
        }
    }
});

test("texts in narrow places fit in every language, and their table is up to date", async () => {
    for (const [part, longest] of Object.entries(LONGEST)) {
        for (const language of LANGUAGES) {
            const { phrases } = await load(language, /** @type {any} */ (part));
            for (const [name, most] of Object.entries(longest)) {
                const text = phrases[name];
                assert.equal(typeof text, "string", `${part}: ${name}`);
                const length = [...text.replace(/\{\w+\}/g, "00")].length;
                assert.ok(length <= most, `${language}/${part}: ${name} has ${length} characters, expected at most ${most}: ${text}`);
            }
        }
    }
});
