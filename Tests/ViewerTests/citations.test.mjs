import assert from "node:assert/strict";
import test from "node:test";
import { citationKey, FORMATS, latex, oneLine } from "../../Sources/Viewer/reading/citations.js";

const words = {
    date: () => "November 25, 2026", shortDate: () => "25 Nov. 2026", version: (version) => `Version ${version}`, seen: (date) => `Accessed ${date}`,
    quoted: (text) => `“${text}”`, within: (title) => `In ${title}`, noDate: "n.d.",
};
const charter = {
    key: "magna-carta-v3", title: "Magna Carta", container: null, date: "15 June 1215", years: [1215, 1215], holder: "Lincoln Cathedral.",
    shelfmark: "MS 1", credit: null, rights: "CC BY 4.0", version: 3, url: "https://example.org/documents/magna-carta?version=3", language: "en",
    seen: new Date("2026-11-25T12:00:00Z"),
};
const clause = { ...charter, key: "magna-carta-39-v3", title: "Clause 39: No free man", container: "Magna Carta", credit: "Translated by Ada & Zoé.", url: `${charter.url}&clause=39` };
const nothing = { ...charter, date: null, years: null, holder: null, shelfmark: null, rights: null };
/** Texts with special characters of the formats. */
const HOSTILE = [
    "} , author = {Mallory", "50 % off\\\\ \\input{/etc/passwd} $x_1^2$ #1 & ~ \"quoted\" <b>", "line one\r\nER  - \r\nTY  - BOOK", "a\u2028TI  - b\u0085c\u000bd\u0000e",
    "\u202Eevil\u202C \u2066x\u2069", "half \uD800 pair \uDC00", "{{{", "}}}", "O’Brien and Smith, Jr. and {others}", "مرحبا — 中文 🏰",
];

const write = (name, cited) => FORMATS[name].write(cited, words);

test("the three styles have title, date, holder, shelfmark, version, address and access date", () => {
    assert.equal(
        write("chicago", charter),
        "Magna Carta. 15 June 1215. MS 1, Lincoln Cathedral. Version 3. CC BY 4.0. Accessed November 25, 2026. https://example.org/documents/magna-carta?version=3",
    );
    assert.equal(
        write("mla", clause),
        "“Clause 39: No free man.” Magna Carta. Translated by Ada & Zoé. 15 June 1215, MS 1, Lincoln Cathedral, Version 3, https://example.org/documents/magna-carta?version=3&clause=39. Accessed 25 Nov. 2026.",
    );
    assert.equal(write("apa", charter), "Magna Carta (Version 3). (1215). Lincoln Cathedral, MS 1. https://example.org/documents/magna-carta?version=3");
    assert.equal(
        write("apa", clause),
        "Clause 39: No free man. (1215). In Magna Carta (Version 3). Translated by Ada & Zoé. Lincoln Cathedral, MS 1. https://example.org/documents/magna-carta?version=3&clause=39",
    );
    assert.equal(write("apa", nothing), "Magna Carta (Version 3). (n.d.). https://example.org/documents/magna-carta?version=3");
    assert.equal(write("chicago", nothing), "Magna Carta. Version 3. Accessed November 25, 2026. https://example.org/documents/magna-carta?version=3");
});

test("BibTeX has names in double braces, year ranges with two hyphens and verbatim addresses", () => {
    assert.equal(
        write("bibtex", { ...clause, years: [1215, 1217], url: "https://example.org/a_b?x=1&y=%20#c" }),
        `@incollection{magna-carta-39-v3,
  title = {{Clause 39: No free man}},
  booktitle = {{Magna Carta}},
  year = {1215--1217},
  howpublished = {MS 1},
  organization = {{Lincoln Cathedral}},
  translator = {{Translated by Ada \\& Zoé}},
  version = {3},
  url = {https://example.org/a_b?x=1&y=%20#c},
  urldate = {2026-11-25},
  note = {15 June 1215. Version 3. CC BY 4.0},
}
`,
    );
});

test("RIS has one tag per line, CR LF line ends and a final ER", () => {
    assert.equal(
        write("ris", clause),
        [
            "TY  - MANSCPT", "ID  - magna-carta-39-v3", "TI  - Clause 39: No free man", "T2  - Magna Carta", "A4  - Translated by Ada & Zoé.", "PY  - 1215",
            "DA  - 15 June 1215", "PB  - Lincoln Cathedral.", "CN  - MS 1", "ET  - 3", "LA  - en", "N1  - Version 3. CC BY 4.0",
            "UR  - https://example.org/documents/magna-carta?version=3&clause=39", "Y2  - 2026/11/25", "ER  - ", "",
        ].join("\r\n"),
    );
});

test("CSL-JSON has date parts, also for years before 1", () => {
    const [item] = JSON.parse(write("csl", clause));
    assert.deepEqual([item.type, item.title, item["container-title"], item.issued, item.accessed], [
        "manuscript", "Clause 39: No free man", "Magna Carta", { "date-parts": [[1215]] }, { "date-parts": [[2026, 11, 25]] },
    ]);
    assert.deepEqual([item.translator, item["call-number"], item.version], [[{ literal: "Translated by Ada & Zoé" }], "MS 1", "3"]);
    const issued = (years, date) => JSON.parse(write("csl", { ...charter, years, date }))[0].issued;
    assert.deepEqual(issued([-43, 10], null), { "date-parts": [[-44], [10]] });
    assert.deepEqual(issued([0, 0], null), { "date-parts": [[-1]] });
    assert.deepEqual(issued(null, "about 1215"), { literal: "about 1215" });
    assert.ok(!("issued" in JSON.parse(write("csl", nothing))[0]));
});

test("hostile texts are escaped in every format", () => {
    for (const text of HOSTILE) {
        const hostile = { ...clause, title: text, container: text, date: text, holder: text, shelfmark: text, credit: text, rights: text };
        const bibtex = write("bibtex", hostile);
        let depth = 0;
        const closed = bibtex.split("").flatMap((sign, place) => {
            depth += sign === "{" ? 1 : sign === "}" ? -1 : 0;
            assert.ok(depth >= 0, bibtex);
            return depth === 0 && sign === "}" ? [place] : [];
        });
        // The brace that closes the entry is the last one: nothing ended the entry earlier, whatever follows backslashes.
        assert.deepEqual([closed.length, bibtex.slice(closed[0])], [1, "}\n"], bibtex);
        assert.equal((bibtex.match(/^@/gm) ?? []).length, 1);
        assert.ok(!/^ {2}author = /m.test(bibtex) && !bibtex.includes("\\input{"), bibtex);

        const lines = write("ris", hostile).split("\r\n");
        assert.ok(lines.slice(0, -1).every((line) => /^[A-Z][A-Z0-9] {2}- [^\p{Cc}\u2028\u2029]*$/u.test(line)), JSON.stringify(lines));
        assert.deepEqual(lines.filter((line) => /^(TY|ER)/.test(line)), ["TY  - MANSCPT", "ER  - "]);

        const items = JSON.parse(write("csl", hostile));
        assert.deepEqual([items.length, items[0].title], [1, oneLine(text)]);
        for (const name of ["chicago", "mla", "apa"]) {
            const written = write(name, hostile);
            assert.ok(!/[\p{Cc}\p{Cs}\u2028-\u202E\u2066-\u2069]/u.test(written), JSON.stringify(written));
        }
    }
});

test("LaTeX special characters are escaped", () => {
    assert.equal(latex("\\{}$&#%_^~"), "\\textbackslash{}\\textbraceleft{}\\textbraceright{}\\$\\&\\#\\%\\_\\textasciicircum{}\\textasciitilde{}");
    assert.equal(latex("  two\n\twords  "), "two words");
    assert.equal(latex("مرحبا 中文"), "مرحبا 中文");
});

test("citation keys and file endings are safe", () => {
    assert.equal(citationKey("magna-carta", "39", 3), "magna-carta-39-v3");
    assert.equal(citationKey("a.b_c", null, 1), "a-b-c-v1");
    for (const { ending } of Object.values(FORMATS)) assert.match(ending, /^[a-z]+$/);
});
