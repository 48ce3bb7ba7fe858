import assert from "node:assert/strict";
import test from "node:test";
import { boxOfPart, moved, normalDegrees, partOf, splitDegrees, turnedPart } from "../../Sources/Viewer/editing/pages/crop.js";
import { transformedOutlines } from "../../Sources/Viewer/editing/pages/outline-transform.js";
import { inverse, product } from "../../Sources/Viewer/base/projection.js";
import { fromPairs, growth, toPart, transformed, turnedSize } from "../../Sources/Viewer/editing/pages/projective.js";
import { PageImages } from "../../Sources/Viewer/editing/session/page-images.js";
import { Replica } from "../../Sources/Viewer/editing/session/replica.js";
import { Uploads } from "../../Sources/Viewer/editing/pages/uploads.js";
import { EditingError } from "../../Sources/Viewer/editing/session/editing-error.js";
import { followedIndex } from "../../Sources/Viewer/editing/shell/followed-page.js";

const near = ([x, y], [u, v], tolerance = 1e-9) => assert.ok(Math.hypot(x - u, y - v) < tolerance, `${x},${y} is not ${u},${v}`);
const SCAN = { width: 400, height: 300 };

test("four pairs of points determine a projective transformation, and lines stay lines", () => {
    const from = [[0, 0], [100, 0], [100, 100], [0, 100]];
    const to = [[10, 20], [210, 40], [190, 180], [30, 150]];
    const matrix = fromPairs(from.map((point, index) => ({ from: point, to: to[index] })));
    from.forEach((point, index) => near(transformed(matrix, point), to[index]));
    to.forEach((point, index) => near(transformed(inverse(matrix), point), from[index]));
    // The intersection of the diagonals maps to the intersection of the diagonals, computed separately from two straight lines.
    const [a, b, c, d] = to;
    const along = ((b[0] - a[0]) * (b[1] - d[1]) - (b[1] - a[1]) * (b[0] - d[0])) / ((c[0] - a[0]) * (b[1] - d[1]) - (c[1] - a[1]) * (b[0] - d[0]));
    near(transformed(matrix, [50, 50]), [a[0] + along * (c[0] - a[0]), a[1] + along * (c[1] - a[1])]);
});

test("where four pairs determine a similarity, lengths grow by its factor everywhere", () => {
    const turn = ([x, y]) => [7 + 3 * (0.6 * x - 0.8 * y), 5 + 3 * (0.8 * x + 0.6 * y)];
    const from = [[3, 4], [90, 11], [80, 70], [5, 60]];
    const matrix = fromPairs(from.map((point) => ({ from: point, to: turn(point) })));
    for (const point of [[0, 0], [55, 13], [1000, -200]]) {
        near(transformed(matrix, point), turn(point), 1e-6);
        assert.ok(Math.abs(growth(matrix, point) - 3) < 1e-6);
    }
});

test("collinear points or crossed corners determine no transformation", () => {
    const square = [[0, 0], [10, 0], [10, 10], [0, 10]];
    const pairs = (to) => square.map((from, index) => ({ from, to: to[index] }));
    assert.equal(fromPairs(pairs([[0, 0], [5, 0], [10, 0], [0, 10]])), null);
    assert.equal(fromPairs(pairs([[0, 0], [10, 0], [0, 10], [10, 10]])), null);
    assert.equal(fromPairs(pairs([[1, 1], [1, 1], [10, 10], [0, 10]])), null);
    assert.notEqual(fromPairs(pairs(square)), null);
});

test("a scan rotated by quarters keeps its size, and by other angles grows to hold its corners", () => {
    assert.deepEqual(turnedSize(SCAN, 0), SCAN);
    assert.deepEqual(turnedSize(SCAN, 90), { width: 300, height: 400 });
    assert.deepEqual(turnedSize(SCAN, 180), SCAN);
    near(transformed(toPart(SCAN, { rotation: 90, crop: null }), [0, 0]), [300, 0], 1e-12);
    near(transformed(toPart(SCAN, { rotation: 270, crop: [10, 20, 30, 40] }), [400, 0]), [-10, -20], 1e-12);
    const { width, height } = turnedSize(SCAN, 30);
    const matrix = toPart(SCAN, { rotation: 30, crop: null });
    const corners = [[0, 0], [400, 0], [400, 300], [0, 300]].map((corner) => transformed(matrix, corner));
    for (const [x, y] of corners) assert.ok(x > -1e-6 && y > -1e-6 && x < width + 1e-6 && y < height + 1e-6);
    assert.ok(Math.min(...corners.map(([x]) => x)) < 1 && Math.max(...corners.map(([x]) => x)) > width - 1);
});

test("a crop keeps its centre when the scan is rotated, and stays within the scan", () => {
    const crop = [10, 20, 100, 50];
    assert.deepEqual(turnedPart(SCAN, { rotation: 0, crop }, 90), { rotation: 90, crop: [230, 10, 50, 100] });
    assert.deepEqual(turnedPart(SCAN, turnedPart(SCAN, { rotation: 0, crop }, 90), 0), { rotation: 0, crop });
    assert.deepEqual(turnedPart(SCAN, { rotation: 0, crop: null }, 12.5), { rotation: 12.5, crop: null });
    assert.deepEqual(boxOfPart(SCAN, { rotation: 90, crop: null }), [0, 0, 300, 400]);
    assert.deepEqual(partOf(SCAN, 90, [0, 0, 300, 400]), { rotation: 90, crop: null });
    assert.deepEqual(moved(crop, { x: "start", y: null }, -50, 9, SCAN), [0, 20, 110, 50]);
    assert.deepEqual(moved(crop, { x: "end", y: "end" }, 1000, -1000, SCAN), [10, 20, 390, 1]);
    assert.deepEqual(moved(crop, { x: null, y: null }, 1000, 5.4, SCAN), [300, 25, 100, 50]);
    assert.deepEqual([normalDegrees(-90), normalDegrees(359.999), normalDegrees(450)], [270, 0, 90]);
    assert.deepEqual([splitDegrees(350), splitDegrees(92.5)], [{ quarters: 0, fine: -10 }, { quarters: 1, fine: 2.5 }]);
});

test("transformed outlines keep common borders, and parts beyond the page are cut and counted", () => {
    const box = (x, y, width, height) => ({ polygon: [[x, y], [x + width, y], [x + width, y + height], [x, y + height]], holes: [] });
    const outlined = [
        { clause: "a", shapes: [box(10, 10, 50, 40)] },
        { clause: "b", shapes: [box(60, 10, 50, 40), box(300, 10, 20, 20)] },
    ];
    const shift = [1, 0, -30, 0, 1, 0, 0, 0, 1];
    const result = transformedOutlines(outlined, shift, { width: 200, height: 100 });
    assert.deepEqual([result.cut, result.lost], [1, 1]);
    assert.deepEqual(new Set(result.outlined[0].shapes[0].polygon.map(String)), new Set(["0,10", "30,10", "30,50", "0,50"]));
    assert.deepEqual(result.outlined[1].shapes, [box(30, 10, 50, 40)]);
    const tilted = fromPairs([[0, 0], [400, 0], [400, 300], [0, 300]].map((from, index) => ({ from, to: [[3, 5], [390, 11], [380, 290], [9, 270]][index] })));
    const turned = transformedOutlines(outlined, tilted, SCAN).outlined;
    const [first, second] = turned.map(({ shapes }) => shapes[0].polygon.map(String));
    assert.deepEqual([first[1], first[2]], [second[0], second[3]]);
});

test("transformations between parts agree with those from the scan", () => {
    const [before, after] = [{ rotation: 90, crop: [20, 30, 100, 100] }, { rotation: 33, crop: [5, 6, 300, 300] }];
    const between = product(toPart(SCAN, after), inverse(toPart(SCAN, before)));
    const scanPoint = [123, 45];
    near(transformed(between, transformed(toPart(SCAN, before), scanPoint)), transformed(toPart(SCAN, after), scanPoint));
});

const page = (number, more = {}) => ({ number, imageId: `d-${number}`, width: 10, height: 20, image: { scan: `s${number}`, name: "x.jpg", rotation: 0, crop: null }, state: "ready", progress: 1, ...more });
const content = () => ({
    document: { id: "d", languages: ["en"] }, pages: [page(1, { order: 0 }), page(2, { order: 1, label: { en: "Back" } })], categories: [],
    clauses: [{ id: "1", order: 0, regions: [{ page: 2, polygon: [[0, 0], [1, 0], [0, 1]] }] }], texts: {},
});

test("pages are added, removed and ordered by edits, and numbers are not reused", () => {
    const replica = new Replica(content(), 0);
    assert.deepEqual(replica.pages().map(({ number }) => number), [1, 2]);
    assert.deepEqual(replica.value("pages/1/image"), { scan: "s1", rotation: 0, crop: null });
    assert.deepEqual(replica.clauses()[0].pages, [2]);
    const operations = [["pages/2", true, null], ["pages/7", null, true], ["pages/7/order", null, -1]].map(([path, before, after]) => ({ path, before, after }));
    replica.follow({ id: "e", revision: 1, editor: "anna", at: "", operations });
    assert.deepEqual(replica.pages().map(({ number }) => number), [7, 1]);
    assert.deepEqual(replica.clauses()[0].pages, []);
    assert.equal(replica.freePage(), 8);
});

test("the sheet keeps its page when pages are moved, cropped, renumbered or removed", () => {
    const list = (...pages) => pages.map(([number, imageId]) => ({ number, imageId }));
    const shown = { number: 7, image: "b" };
    assert.equal(followedIndex(list([1, "a"], [2, "c"], [7, "b"]), shown, 1), 2);
    assert.equal(followedIndex(list([1, "a"], [7, "b~cropped"], [2, "c"]), shown, 1), 1);
    // Publishing has made 2 of 7, or 7 of another page.
    assert.equal(followedIndex(list([1, "a"], [2, "b"], [3, "c"]), shown, 1), 1);
    assert.equal(followedIndex(list([1, "a"], [2, "b"], [7, "c"]), shown, 1), 1);
    assert.equal(followedIndex(list([1, "a"], [2, "c"]), shown, 1), 1);
    assert.equal(followedIndex(list([1, "a"]), shown, 1), 0);
    assert.equal(followedIndex(list([1, null], [2, null]), { number: 2, image: null }, 0), 1);
});

test("an unknown image is requested once", async () => {
    const asked = [];
    let found = 0;
    const images = new PageImages(async (image) => {
        asked.push(image.scan);
        return { imageId: "i", width: 3, height: 4, state: "slicing", progress: 0.5 };
    }, () => (found += 1));
    const image = { scan: "s", rotation: 0, crop: null };
    assert.equal(images.facts(1, image).imageId, null);
    images.facts(1, image);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([asked, found, images.facts(2, image).width], [["s"], 1, 3]);
    images.report("i", { state: "ready", progress: 1 });
    images.report("i", { state: "ready", progress: 1 });
    assert.deepEqual([found, images.facts(1, image).state], [2, "ready"]);
});

test("uploads run two at a time, can be cancelled, and failed ones can be retried", async () => {
    const uploads = new Uploads();
    const running = new Map();
    const picture = (name) => ({
        file: { name },
        send: (onProgress, signal) => new Promise((resolve, reject) => {
            running.set(name, { resolve, onProgress });
            signal.addEventListener("abort", () => reject(new EditingError(0, "")));
            running.get(name).fail = () => reject(new EditingError(413, "too large"));
        }),
    });
    const rest = () => new Promise((resolve) => setImmediate(resolve));
    uploads.add(["a", "b", "c", "d"].map(picture));
    assert.deepEqual([...running.keys()], ["a", "b"]);
    running.get("a").onProgress(0.5);
    assert.equal(uploads.all[0].progress, 0.5);
    running.get("a").fail();
    await rest();
    assert.deepEqual([uploads.all[0].state, uploads.all[0].error.status, [...running.keys()].at(-1)], ["failed", 413, "c"]);
    uploads.cancel(uploads.all[1].id);
    await rest();
    assert.deepEqual([uploads.all.map(({ file }) => file.name), [...running.keys()].at(-1)], [["a", "c", "d"], "d"]);
    running.get("c").resolve();
    await rest();
    uploads.retry(uploads.all[0].id);
    running.get("a").resolve();
    running.get("d").resolve();
    await rest();
    assert.deepEqual(uploads.all, []);
});

test("a picture that creates a document cannot be cancelled once it is sent", async () => {
    const uploads = new Uploads(1);
    let onSent;
    let document = null;
    const send = (onProgress) => new Promise((resolve) => (onSent = { onProgress, resolve }));
    uploads.add([{ file: { name: "a" }, send, isFinal: () => document === null }, { file: { name: "b" }, send, isFinal: () => document === null }]);
    const can = () => uploads.all.map((one) => uploads.canCancel(one));
    assert.deepEqual(can(), [true, true]);
    onSent.onProgress(0.99);
    assert.deepEqual(can(), [true, true]);
    onSent.onProgress(1);
    assert.deepEqual(can(), [false, true]);
    document = "made";
    onSent.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    onSent.onProgress(1);
    assert.deepEqual([uploads.all.map(({ file }) => file.name), can()], [["b"], [true]]);
});
