/** Bookmarks and notes as Web Annotations, exported and imported, and other programs' annotations. */
import assert from "node:assert/strict";
import test from "node:test";
import { annotationPage, CONTEXTS, documentOf, isBelow, merge, MOST_TEXT, readAnnotations } from "../../Sources/Viewer/notes/annotations.js";

const manifest = "https://charters.example/iiif/presentation/3/magna-carta/manifest.json";
const root = "https://charters.example/iiif/presentation/3/";
const clause = {
    id: "urn:uuid:5b0ec4d0-8e6a-4f2c-9d53-0d8f0c1f2a3b",
    manifest,
    page: 1,
    clause: "39",
    box: { x: 210, y: 3560, width: 3300, height: 180 },
    capture: null,
    text: "Compare this with 1628.\n«ولا» — 𝔐",
    title: { text: "Magna Carta", lang: "en" },
    name: { text: "Clause 39: No free man", lang: "en" },
    created: "2026-11-25T10:00:00.000Z",
    modified: "2026-11-25T11:00:00.000Z",
};
const view = { ...clause, id: "urn:uuid:2", page: 2, clause: null, capture: "uv", box: null, text: "", title: { text: "1215", lang: "" }, name: { text: "", lang: "" } };
const addressOf = (note) => `https://charters.example/documents/magna-carta#page=${note.page}${note.capture ? `&capture=${note.capture}` : ""}`;
const written = (notes) => JSON.parse(JSON.stringify(annotationPage(notes, "urn:uuid:1", addressOf)));

test("exported notes are read back exactly", () => {
    const odd = { ...clause, id: "urn:uuid:3", clause: "a b/c%", created: "", modified: "", box: { x: 0.5, y: 0, width: 1, height: 2 } };
    assert.deepEqual(readAnnotations(written([clause, view, odd])), { notes: [clause, view, odd], unread: 0 });
});

test("an exported file is a page of Web Annotations whose first target is a place on a canvas", () => {
    const page = written([clause, view]);
    assert.deepEqual([page["@context"], page.type, page.id], [CONTEXTS, "AnnotationPage", "urn:uuid:1"]);
    const [note, bookmark] = page.items;
    assert.equal(note.motivation, "commenting");
    assert.deepEqual(note.body, [{ type: "TextualBody", purpose: "commenting", value: clause.text, format: "text/plain" }]);
    assert.deepEqual(note.target[0].source.id, "https://charters.example/iiif/presentation/3/magna-carta/canvas/1");
    assert.equal(note.target[0].selector.value, "xywh=210,3560,3300,180");
    assert.deepEqual(note.target[1], { id: "https://charters.example/iiif/presentation/3/magna-carta/clause/39", type: "Annotation" });
    assert.equal(bookmark.motivation, "bookmarking");
    assert.ok(!("body" in bookmark) && !("selector" in bookmark.target) && !("label" in bookmark));
    assert.equal(bookmark.target.scope, "https://charters.example/documents/magna-carta#page=2&capture=uv");
});

test("annotations of other programs are read with any form of target and body", () => {
    const canvas = "https://charters.example/iiif/presentation/3/magna-carta/canvas/1";
    const said = (body, target = canvas) => readAnnotations({ type: "Annotation", id: "urn:a", motivation: "commenting", body, target })?.notes[0];
    assert.equal(said({ type: "TextualBody", value: "plain" }).text, "plain");
    assert.equal(said([{ value: "<p>One &amp; two</p><script>x</script><p>three</p>", format: "text/html" }]).text, "One & two\nthree");
    assert.equal(said([{ value: "tag", purpose: "tagging" }, { value: "said" }]).text, "said");
    assert.equal(said([{ value: "tag", purpose: "tagging" }]).text, "tag");
    assert.deepEqual(said({ value: "x" }, `${canvas}#xywh=1,2,3,4`).box, { x: 1, y: 2, width: 3, height: 4 });
    const specific = { source: { id: canvas }, selector: [{ type: "SvgSelector", value: "<svg/>" }, { value: "xywh=pixel:5,6,7,8" }] };
    assert.deepEqual(said({ value: "x" }, specific).box, { x: 5, y: 6, width: 7, height: 8 });
    assert.equal(said({ value: "x" }, [{ id: "https://elsewhere.example/canvas/9/x" }, canvas]).manifest, manifest);
    const list = { type: "AnnotationCollection", first: { type: "AnnotationPage", items: [written([clause]).items[0]] } };
    assert.deepEqual(readAnnotations(list)?.notes, [clause]);
    // Without an id they are recognised by their content.
    const anonymous = [{ type: "Annotation", body: { value: "x" }, target: canvas }];
    assert.equal(readAnnotations(anonymous)?.notes[0].id, readAnnotations(structuredClone(anonymous))?.notes[0].id);
});

test("unusable annotations are counted as unread, and other JSON is refused", () => {
    const target = "https://charters.example/iiif/presentation/3/magna-carta/canvas/1";
    const note = (value) => ({ type: "Annotation", id: "urn:b", body: { value }, target });
    const page = (...items) => readAnnotations({ type: "AnnotationPage", items });
    assert.equal(page(null, 3, {}, note(""), { ...note("x"), target: "https://a.example/1" }, note("𝔐".repeat(MOST_TEXT + 1))).unread, 6);
    assert.equal(page(note("𝔐".repeat(MOST_TEXT))).notes.length, 1);
    assert.equal(page({ ...note("x"), target: `${target.slice(0, -1)}0` }).unread, 1);
    for (const other of [null, "x", 3, {}, { type: "Manifest" }]) assert.equal(readAnnotations(other), null);
    assert.deepEqual(page(), { notes: [], unread: 0 });
});

test("imports add new notes and keep the later form of known ones", () => {
    const later = { ...clause, text: "later", modified: "2026-11-26T00:00:00.000Z" };
    const sooner = { ...clause, text: "sooner", modified: "2026-11-24T00:00:00.000Z" };
    assert.deepEqual(merge([], [clause, view]), { put: [clause, view], added: 2, updated: 0, known: 0 });
    assert.deepEqual(merge([clause, view], [clause, view]), { put: [], added: 0, updated: 0, known: 2 });
    assert.deepEqual(merge([clause], [later]), { put: [later], added: 0, updated: 1, known: 0 });
    assert.deepEqual(merge([clause], [sooner]), { put: [], added: 0, updated: 0, known: 1 });
    // The same id twice in one file.
    assert.deepEqual(merge([], [sooner, later]), { put: [later], added: 1, updated: 0, known: 1 });
});

test("a manifest belongs to a library by its address, over HTTP and HTTPS", () => {
    assert.ok(isBelow(manifest, root) && isBelow(manifest.replace("https", "http"), root));
    assert.ok(!isBelow(manifest, "https://other.example/iiif/presentation/3/"));
    assert.equal(documentOf(clause), "magna-carta");
    assert.equal(documentOf({ ...clause, manifest: `${root}ch%C3%A2teau/manifest.json` }), "château");
});
