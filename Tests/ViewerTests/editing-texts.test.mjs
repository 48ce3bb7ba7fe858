import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { deleteObject, freeId, moveObject } from "../../Sources/Viewer/editing/session/object-edits.js";
import { isGeneratedId } from "../../Sources/Viewer/editing/session/clause-reading.js";
import { Replica } from "../../Sources/Viewer/editing/session/replica.js";
import { appended, writtenTexts } from "../../Sources/Viewer/editing/texts/appending.js";
import { acceptProposal, changesOf, openProposals, rejectProposal } from "../../Sources/Viewer/editing/proposals/proposal-edits.js";
import { createClause, duplicateClause, placeOf, renumbering } from "../../Sources/Viewer/editing/texts/clause-edits.js";
import { difference, replacements } from "../../Sources/Viewer/editing/texts/replacing.js";
import { confirmTranslation, translationState } from "../../Sources/Viewer/editing/texts/translation-state.js";
import { addIcon, ownIcons } from "../../Sources/Viewer/editing/themes/own-icons.js";
import { ICON_GROUPS } from "../../Sources/Viewer/editing/themes/icon-names.js";
import { applyTheme, createTheme, removeTheme, themeCounts } from "../../Sources/Viewer/editing/themes/theme-edits.js";

/** Returns the part of a session that these functions use, on a replica alone. */
function session() {
    const clauses = ["1", "2", "4"].map((number, order) => ({ id: number, number, order, categories: order === 0 ? ["law"] : ["law", "land"], regions: [] }));
    const categories = ["law", "land"].map((id, order) => ({ id, label: { en: id }, style: "filled", includedInAll: true, order }));
    const texts = { en: { 1: { title: "King", translation: "The king" } }, la: { 1: { transcription: "Rex" } } };
    const document = { languages: ["en", "fr"], language: "la", pages: [] };
    const replica = new Replica({ document, categories, clauses, texts }, 1);
    let revision = 1;
    return {
        languages: ["en", "fr"],
        clauses: () => replica.clauses(),
        categories: () => replica.categories(),
        files: () => replica.files(),
        value: (path) => replica.value(path),
        lastChange: (path) => replica.lastChange(path),
        proposals: () => replica.proposals(),
        perform({ operations }) {
            revision += 1;
            const entry = operations.map(({ path, after }) => ({ path, before: replica.value(path), after }));
            replica.follow({ id: String(revision), revision, editor: "me", at: "", operations: entry });
            return String(revision);
        },
    };
}

test("a new clause is placed by its number, with a unique id", () => {
    const edited = session();
    assert.equal(createClause(edited, "3"), "3");
    assert.deepEqual(edited.clauses().map(({ id }) => id), ["1", "2", "3", "4"]);
    assert.equal(createClause(edited, "12 bis"), "12-bis");
    const unnumbered = createClause(edited, null);
    assert.deepEqual(edited.clauses().map(({ id }) => id), ["1", "2", "3", "4", "12-bis", unnumbered]);
    assert.equal(placeOf([], "1"), 0);
});

test("two users who create something without a usable name at the same time, or copy the same clause, create two things", () => {
    const [one, other] = [session(), session()];
    const differ = (create) => {
        const ids = [create(one), create(other)];
        assert.notEqual(ids[0], ids[1]);
        return ids;
    };
    assert.ok(differ((edited) => createClause(edited, null)).every(isGeneratedId));
    for (const id of differ((edited) => createTheme(edited, "الكنيسة", "ar"))) assert.match(id, /^theme-[0-9a-f]{8}-[0-9a-f]{4}$/);
    for (const id of differ((edited) => duplicateClause(edited, "2"))) assert.match(id, /^2-[0-9a-f]{8}-[0-9a-f]{4}$/);
    // A copy of a clause that has a generated id gets another one.
    const [drawn] = one.clauses().filter(({ id }) => isGeneratedId(id));
    assert.ok(isGeneratedId(duplicateClause(one, drawn.id)));
    // The id of a deleted clause is not used again.
    deleteObject(one, "clauses", "4");
    assert.match(createClause(one, "4"), /^4-[0-9a-f]{8}-[0-9a-f]{4}$/);
    assert.equal(freeId(one, "5", "clauses"), "5");
});

test("clauses move by one place, and a copy follows its original", () => {
    const edited = session();
    moveObject(edited, "clauses", "4", -1);
    assert.deepEqual(edited.clauses().map(({ id }) => id), ["1", "4", "2"]);
    moveObject(edited, "clauses", "1", -1);
    assert.deepEqual(edited.clauses().map(({ id }) => id), ["1", "4", "2"]);
    const copy = duplicateClause(edited, "1");
    assert.deepEqual(edited.clauses().map(({ id }) => id), ["1", copy, "4", "2"]);
    assert.equal(edited.value(`clauses/${copy}/texts/en/translation`), "The king");
    assert.deepEqual(edited.value(`clauses/${copy}/categories`), ["law"]);
});

test("renumbering follows the reading order", () => {
    const changes = renumbering(session(), "2", 7);
    assert.deepEqual(changes, [{ id: "2", before: "2", after: "7" }, { id: "4", before: "4", after: "8" }]);
    assert.deepEqual(renumbering(session(), "1", 1).map(({ id }) => id), ["4"]);
});

test("a translation is missing, done or outdated", () => {
    const edited = session();
    assert.deepEqual([translationState(edited, "1", "en"), translationState(edited, "1", "fr")], ["done", "missing"]);
    edited.perform({ operations: [{ path: "clauses/1/texts/la/transcription", after: "Rex noster" }] });
    assert.equal(translationState(edited, "1", "en"), "outdated");
    edited.perform({ operations: [{ path: "clauses/1/texts/en/translation", after: "Our king" }] });
    edited.perform({ operations: [{ path: "clauses/1/texts/fr/translation", after: "Notre roi" }] });
    assert.deepEqual([translationState(edited, "1", "en"), translationState(edited, "1", "fr")], ["done", "done"]);
    edited.perform({ operations: [{ path: "clauses/1/texts/en/translation", after: "Our own king" }] });
    assert.equal(translationState(edited, "1", "fr"), "outdated");
});

test("a confirmed translation is done until its source changes again", () => {
    const edited = session();
    const review = "clauses/1/texts/en/reviewed";
    const change = (/** @type {string} */ path, /** @type {unknown} */ after) => edited.perform({ operations: [{ path, after }] });
    change("clauses/1/texts/la/transcription", "Rex noster");
    confirmTranslation(edited, "1", "en");
    assert.equal(translationState(edited, "1", "en"), "done");
    const digest = edited.value(review);
    assert.match(digest, /^[0-9a-f]{16}$/);
    // Undone and redone.
    change(review, null);
    assert.equal(translationState(edited, "1", "en"), "outdated");
    change(review, digest);
    change("clauses/1/texts/la/transcription", "Rex vester");
    assert.equal(translationState(edited, "1", "en"), "outdated");
    // What was reviewed counts, whatever happened afterwards.
    change("clauses/1/texts/la/transcription", "Rex noster");
    assert.equal(translationState(edited, "1", "en"), "done");
});

// ReviewedStateTests.swift has the same texts and digests.
test("a confirmation stores the digest that explore check computes", () => {
    const oddText = "Si \"quis\" \\ \n\r\t\b\f\u0001\u001f\u007fé\u{1F600}\u2028";
    for (const [text, digest] of [["Si aliquis", "2d1b2ce781f1b763"], [oddText, "5c53ded0f42448bc"]]) {
        const edited = session();
        edited.perform({ operations: [{ path: "clauses/1/texts/la/transcription", after: text }] });
        confirmTranslation(edited, "1", "en");
        assert.equal(edited.value("clauses/1/texts/en/reviewed"), digest);
    }
});

test("reviews are loaded from the working copy, and other keys of texts are not", () => {
    const texts = { en: { 1: { translation: "The king", reviewed: "of a file", note: "…" } } };
    const content = { document: { languages: ["en"] }, categories: [], clauses: [{ id: "1" }], texts };
    assert.equal(new Replica(content, 1).value("clauses/1/texts/en/reviewed"), null);
    const reviewed = { en: { 1: "0123456789abcdef" } };
    assert.equal(new Replica({ ...content, reviewed }, 1).value("clauses/1/texts/en/reviewed"), "0123456789abcdef");
});

test("replacements are literal and show their first match", () => {
    const texts = [{ path: "a", text: "The King (the king)." }, { path: "b", text: "A queen" }];
    const [found, ...others] = replacements(texts, "king", "$& queen", false);
    assert.deepEqual([found.after, found.count, others.length], ["The $& queen (the $& queen).", 2, 0]);
    assert.deepEqual(found.first, { start: "The ", found: "King", end: " (the king)." });
    assert.equal(replacements(texts, "king", "x", true)[0].after, "The King (the x).");
    assert.deepEqual(replacements(texts, "(", "[", true).map(({ after }) => after), ["The King [the king)."]);
    assert.deepEqual([replacements(texts, "", "x", true), replacements(texts, "king", "king", true)], [[], []]);
    assert.deepEqual(difference("a free man", "a poor man"), { start: "a ", before: "free", after: "poor", end: " man" });
    assert.deepEqual(difference("he says no", "he means no"), { start: "he ", before: "says", after: "means", end: " no" });
});

test("themes are created, assigned to clauses, counted and merged", () => {
    const edited = session();
    assert.equal(createTheme(edited, "The Church", "en"), "the-church");
    applyTheme(edited, "the-church", new Set(["1", "4"]));
    assert.deepEqual([...themeCounts(edited)].sort(), [["land", 2], ["law", 3], ["the-church", 2]]);
    applyTheme(edited, "the-church", new Set(["4"]));
    removeTheme(edited, "land", "the-church");
    assert.deepEqual(edited.value("clauses/4/categories"), ["law", "the-church"]);
    assert.deepEqual(edited.value("clauses/2/categories"), ["law", "the-church"]);
    assert.deepEqual(edited.categories().map(({ id }) => id), ["law", "the-church"]);
});

test("every icon offered ships with the viewer", () => {
    const shipped = new Set(readFileSync("Tools/icons.txt", "utf8").split("\n"));
    const names = ICON_GROUPS.flatMap(({ names }) => names);
    assert.ok(names.length > 100);
    assert.deepEqual(names.filter((name) => !shipped.has(name)), []);
    assert.equal(new Set(names).size, names.length);
});

test("merging a clause joins its texts in reading order and fills missing values", () => {
    const edited = session();
    assert.deepEqual([writtenTexts(edited, "1"), writtenTexts(edited, "2")], [3, 0]);
    edited.perform({ operations: [
        { path: "clauses/2/texts/en/title", after: "Land" }, { path: "clauses/2/texts/fr/context", after: "Terre" }, { path: "clauses/2/number", after: null },
    ] });
    const values = (operations) => Object.fromEntries(operations.map(({ path, after }) => [path.split("/").slice(2).join("/"), after]));
    assert.deepEqual(values(appended(edited, "1", "2")), {
        "texts/en/title": "King; Land", "texts/en/translation": "The king", "texts/la/transcription": "Rex",
        number: "1", incipit: null, categories: ["law", "land"],
    });
    const other = values(appended(edited, "2", "1"));
    assert.deepEqual([other["texts/en/title"], other["texts/fr/context"], other.number], ["King; Land", "Terre", undefined]);
});

test("a proposal is accepted or rejected, and marks fields changed since", () => {
    const edited = session();
    const title = "clauses/1/texts/en/title";
    const value = { action: "replace", clause: "1", page: 1, editor: "Ada", at: "2026-01-02", notes: [], operations: [{ path: title, before: "King", after: "Crown" }] };
    const made = { ...value, action: "create", clause: "9", at: "2026-01-01", operations: [{ path: "clauses/9", before: null, after: true }] };
    edited.perform({ operations: [{ path: "proposals/p1", after: value }, { path: "proposals/p2", after: made }] });
    assert.deepEqual(openProposals(edited).map(({ id }) => id), ["p2", "p1"]);
    const [first, second] = openProposals(edited);
    assert.equal(changesOf(edited, second)[0].isOutdated, false);
    edited.perform({ operations: [{ path: title, after: "Ruler" }] });
    assert.deepEqual(changesOf(edited, second), [{ path: title, before: "Ruler", after: "Crown", isOutdated: true }]);
    acceptProposal(edited, second);
    assert.equal(edited.value(title), "Crown");
    acceptProposal(edited, first);
    assert.deepEqual(edited.clauses().map(({ id }) => id), ["1", "2", "4", "9"]);
    assert.deepEqual(openProposals(edited), []);
    edited.perform({ operations: [{ path: "proposals/p1", after: value }] });
    rejectProposal(edited, openProposals(edited)[0]);
    assert.equal(edited.value(title), "Crown");
    assert.deepEqual(openProposals(edited), []);
});

test("an SVG file becomes an icon under a unique name, and equal drawings share a file", () => {
    const edited = session();
    addIcon(edited, "categories/law/icon", "Große Waage.SVG", "<svg>1</svg>");
    assert.equal(edited.value("categories/law/icon"), "gro-e-waage.svg");
    addIcon(edited, "categories/land/icon", "gro-e waage.svg", "<svg>2</svg>");
    assert.equal(edited.value("categories/land/icon"), "gro-e-waage-2.svg");
    addIcon(edited, "document/mark", "other.svg", "<svg>1</svg>");
    assert.deepEqual([edited.value("document/mark"), ownIcons(edited)], ["gro-e-waage.svg", ["gro-e-waage-2.svg", "gro-e-waage.svg"]]);
    assert.equal(edited.value("files/gro-e-waage-2.svg"), "<svg>2</svg>");
});
