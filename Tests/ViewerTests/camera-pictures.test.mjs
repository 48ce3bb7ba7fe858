import assert from "node:assert/strict";
import test from "node:test";
import { placedBox, placedQuad, placement, within } from "../../Sources/Viewer/camera/fit.js";
import { messageOf, Messages } from "../../Sources/Viewer/camera/messages.js";
import { asSeen, placed } from "../../Sources/Viewer/camera/placed.js";
import { isPage, straighten, straightSize } from "../../Sources/Viewer/camera/warp.js";
import { LANGUAGES } from "../../Sources/Viewer/strings/languages.js";

// Everything that the modules for requests use of a page while loading.
globalThis.document = { querySelector: () => null, documentElement: { lang: "" } };
const { pageOperations } = await import("../../Sources/Viewer/camera/series.js");

const words = (text) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;

test("messages have at most four words, and advice has four to six, in every language", async () => {
    for (const language of LANGUAGES) {
        const { phrases } = await import(`../../Sources/Viewer/strings/${language}/camera.js`);
        for (const name of ["nothing", "weak", "found", "far", "steep", "outside", "moving", "ready", "press", "taking", "taken", "starting"]) {
            assert.ok(words(phrases[name]) <= 4, phrases[name]);
        }
        for (const name of Object.keys(phrases).filter((key) => /^help[A-Z]/.test(key) && key !== "helpTitle")) {
            assert.ok(words(phrases[name]) >= 4 && words(phrases[name]) <= 6, phrases[name]);
        }
    }
});

test("a message is shown once its status is stable, and a flickering one is not", () => {
    const messages = new Messages();
    const shown = [["nothing", 0], ["found", 100], ["nothing", 200], ["found", 300], ["found", 450], ["found", 560], ["ready", 600]].map(([status, time]) => messages.take(status, time).shown);
    assert.deepEqual(shown, ["nothing", "nothing", "nothing", "nothing", "nothing", "found", "ready"]);
});

test("screen readers get at most one message per second, and always the last", () => {
    const messages = new Messages();
    const said = [];
    for (let time = 0; time < 6000; time += 50) {
        const { shown, isSaid } = messages.take(time < 3000 ? ["far", "steep", "outside"][Math.floor(time / 300) % 3] : "moving", time);
        if (isSaid) said.push([shown, time]);
    }
    for (const [index, [, time]] of said.entries()) assert.ok(index === 0 || time - said[index - 1][1] >= 1000, JSON.stringify(said));
    assert.equal(said.at(-1)[0], "moving");
    assert.ok(said.length >= 4);
});

test("in manual mode the ready message asks to press the button", () => {
    assert.deepEqual([["ready", true, true], ["ready", false, true], ["ready", true, false], ["far", false, true]].map((of) => messageOf(...of)), ["ready", "press", "press", "far"]);
});

test("corners are placed on the picture, whether it is contained or covers its element", () => {
    const [picture, element, origin] = [{ width: 400, height: 200 }, { x: 30, y: 50, width: 200, height: 200 }, { x: 10, y: 20 }];
    const quad = [[0, 0], [400, 0], [400, 200], [0, 200]];
    assert.deepEqual(placedQuad(placement(picture, element, "contain", origin), quad), [[20, 80], [220, 80], [220, 180], [20, 180]]);
    assert.deepEqual(placedQuad(placement(picture, element, "cover", origin), quad), [[-80, 30], [320, 30], [320, 230], [-80, 230]]);
    assert.deepEqual(placedBox(placement(picture, element, "contain", origin), { x: 100, y: 50, width: 200, height: 100 }), { x: 70, y: 105, width: 100, height: 50 });
    assert.deepEqual(within([[-3, 5], [500, -1], [10, 10], [0, 201]], 400, 200), [[0, 5], [400, 0], [10, 10], [0, 200]]);
});

test("a page is rectified by its corners, rotated as seen", () => {
    const size = { width: 400, height: 300 };
    const corners = [[50.44, 40.62], [350, 42], [401, 260.2], [52, 258]];
    assert.deepEqual(placed("s", size, corners, 0), { scan: "s", rotation: 0, crop: null, corners: [[50.4, 40.6], [350, 42], [400, 260.2], [52, 258]] });
    // Clockwise: the left side becomes the top, and the bottom the left side.
    assert.deepEqual(placed("s", size, corners, 1).corners, [[52, 258], [50.4, 40.6], [350, 42], [400, 260.2]]);
    assert.deepEqual(placed("s", size, null, 3), { scan: "s", rotation: 270, crop: null });
    assert.deepEqual(placed("s", size, [[0, 0], [400, 0], [400, 300], [0, 300]], 0), { scan: "s", rotation: 0, crop: null });
    assert.deepEqual(asSeen(corners, 4), corners);
});

test("the content of four corners is straightened to a rectangle", () => {
    const [width, height] = [60, 40];
    const from = { width, height, data: new Uint8ClampedArray(4 * width * height).fill(20) };
    // A page at a slant, whose left half is darker than its right one.
    const quad = [[10, 5], [50, 8], [54, 36], [6, 33]];
    const result = { width: 40, height: 30, data: new Uint8ClampedArray(4 * 40 * 30) };
    for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) from.data.fill(x < 30 ? 100 : 200, 4 * (y * width + x), 4 * (y * width + x) + 3);
    assert.equal(straighten(from, quad, result), true);
    const at = (x, y) => result.data[4 * (y * 40 + x)];
    assert.deepEqual([at(2, 2), at(37, 2), at(2, 27), at(37, 27)], [100, 200, 100, 200]);
    assert.deepEqual(straightSize([[0, 0], [300, 0], [300, 400], [0, 380]], 200), { width: 150, height: 200 });
    assert.equal(straighten(from, [[5, 5], [10, 5], [15, 5], [20, 5]], result), false);
    assert.deepEqual([isPage(quad), isPage([quad[1], quad[0], quad[2], quad[3]]), isPage([[0, 0], [10, 0], [2, 2], [0, 10]])], [true, false, false]);
});

test("the first picture of a new document becomes page 1, and others are appended", () => {
    const arrival = (id, corners, quarters = 0) => ({ scan: { id, width: 100, height: 80 }, shot: { corners, quarters, width: 100, height: 80 } });
    const box = [[10, 10], [90, 10], [90, 70], [10, 70]];
    const first = [{ number: 1, order: 0, image: null }];
    assert.deepEqual(pageOperations(first, [arrival("a", box), arrival("b", null, 1)], true), [
        { path: "pages/1/image", before: { scan: "a", rotation: 0, crop: null }, after: { scan: "a", rotation: 0, crop: null, corners: box } },
        { path: "pages/2", before: null, after: true },
        { path: "pages/2/order", before: null, after: 1 },
        { path: "pages/2/image", before: null, after: { scan: "b", rotation: 90, crop: null } },
    ]);
    assert.deepEqual(pageOperations(first, [arrival("a", null)], true), []);
    const paths = pageOperations([{ number: 7, order: 2, image: null }, { number: 3, order: 5, image: null }], [arrival("a", null)], false);
    assert.deepEqual(paths.map(({ path, after }) => [path, after]).slice(0, 2), [["pages/8", true], ["pages/8/order", 6]]);
});
