/** Listening while the list of recordings is on its way: what is played is what is shown. */
import assert from "node:assert/strict";
import test from "node:test";
import { dispatched, place, sounds } from "./page.mjs";

const panel = place("aside", "panel");
// Nothing is spoken here, and the page has no words.
Object.assign(panel, { querySelectorAll: () => [], querySelector: () => null });
place("h2", "panel-title");
place("div", "notice");
const { listen } = await import("../../Sources/Viewer/listening/listening.js");

const RECORDINGS = ["39", "40", "41"].map((clause) => ({ path: `en/${clause}.mp3`, clause, lang: "en", bytes: 9e9, seconds: 9, captions: null }));
let respond;
/** Resolves when the list has been requested. */
let requested;
function expectRequest() {
    requested = new Promise((resolve) => {
        globalThis.fetch = () => {
            resolve();
            return new Promise((answer) => (respond = () => answer(Response.json({ label: null, recordings: RECORDINGS }))));
        };
    });
}

/** The page's viewer. A document for each test, since the list is fetched once for each. */
const viewer = Object.assign(new EventTarget(), { document: { id: "", recordings: 3 }, selected: null, language: "en", list: [] });
function open(clause) {
    viewer.selected = clause === null ? null : { id: clause };
    if (clause !== null) viewer.dispatchEvent(new Event("read"));
    viewer.dispatchEvent(new Event("select"));
}

test("after Listen and Next, the recording of the next clause plays", async () => {
    viewer.document.id = "a";
    expectRequest();
    open("39");
    const listening = listen(viewer);
    await requested;
    const [sound] = sounds;
    const playing = dispatched(sound, "play");
    open("40");
    respond();
    await playing;
    await listening;
    assert.match(sound.src, /en\/40\.mp3/);
    open(null);
});

test("a panel that is closed before its recording is known stays silent, also when another clause is opened", async () => {
    viewer.document.id = "b";
    expectRequest();
    open("39");
    const listening = listen(viewer);
    await requested;
    open(null);
    respond();
    await listening;
    const [sound] = sounds;
    assert.ok(sound.paused && panel.children.length === 0);
    open("41");
    assert.ok(sound.paused && panel.children.length === 0);
    const playing = dispatched(sound, "play");
    await listen(viewer);
    await playing;
    assert.match(sound.src, /en\/41\.mp3/);
    assert.equal(panel.children.length, 1);
});

test("nothing is read if the panel was closed while this script was loaded", async () => {
    open(null);
    await listen(viewer);
    assert.ok(sounds[0].paused && panel.children.length === 0);
    assert.equal(document.getElementById("notice").textContent, "");
});
