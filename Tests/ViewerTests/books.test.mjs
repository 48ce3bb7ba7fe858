import assert from "node:assert/strict";
import test from "node:test";
import { boxOf, leafAt, regionOn, sheetOf, toLeafCoordinates } from "../../Sources/Viewer/base/leaves.js";
import { isBook, openingsOf } from "../../Sources/Viewer/books/openings.js";
import { cellsWithin, rowOf } from "../../Sources/Viewer/books/row.js";
import { leavesOf } from "../../Sources/Viewer/books/spread.js";
import { clampView, maximumScale, minimumScale, NO_INSETS, wholeSheet } from "../../Sources/Viewer/sheet/view.js";
import { randomNumbers } from "./values.mjs";

/** Returns pages from letters: p for an ordinary page, n for non-paged, f for facing-pages. */
const pagesOf = (letters) =>
    [...letters].map((letter, index) => ({
        number: index + 1, image: null, label: null, width: 1000, height: 1400, pixelsPerMillimetre: null,
        behavior: { n: ["non-paged"], f: ["facing-pages"] }[letter],
    }));
const numbers = (letters) => openingsOf(pagesOf(letters)).map((opening) => opening.map(({ number }) => number).join("-")).join(" ");

test("a book opens at its cover, then at two pages at a time, and may end with one", () => {
    assert.equal(numbers("p"), "1");
    assert.equal(numbers("pp"), "1 2");
    assert.equal(numbers("ppp"), "1 2-3");
    assert.equal(numbers("pppp"), "1 2-3 4");
    assert.equal(numbers("ppppp"), "1 2-3 4-5");
    assert.equal(numbers(""), "");
});

test("non-paged pages are not counted, and follow the opening they interrupt", () => {
    assert.equal(numbers("npppp"), "1 2 3-4 5");
    assert.equal(numbers("pnppp"), "1 2 3-4 5");
    assert.equal(numbers("ppnpp"), "1 2-4 3 5");
    assert.equal(numbers("ppnnppp"), "1 2-5 3 4 6-7");
    assert.equal(numbers("ppn"), "1 2 3");
    assert.equal(numbers("nn"), "1 2");
});

test("a facing-pages picture counts as two pages", () => {
    assert.equal(numbers("pfpp"), "1 2 3-4");
    assert.equal(numbers("ppfpp"), "1 2 3 4-5");
    assert.equal(numbers("ffpp"), "1 2 3-4");
    assert.equal(numbers("ppnfpp"), "1 2 3 4 5-6");
});

test("every page is in one opening, and is alone only if it must be", () => {
    const random = randomNumbers(11);
    for (let round = 0; round < 3000; round += 1) {
        const letters = Array.from({ length: Math.floor(random(0, 24)) }, () => "ppppnf"[Math.floor(random(0, 6))]).join("");
        const pages = pagesOf(letters);
        const openings = openingsOf(pages);
        const holds = (condition, what) => assert.ok(condition, `${what}: ${letters}`);
        const is = (page, behavior) => page.behavior?.includes(behavior) ?? false;
        assert.deepEqual(openings.flat().map(({ number }) => number).sort((a, b) => a - b), pages.map(({ number }) => number), letters);
        holds(openings.every((opening) => opening.length === 1 || (opening.length === 2 && opening.every(({ behavior }) => !behavior))), "two usual pages at most");
        const counted = openings.flat().filter((page) => !is(page, "non-paged"));
        holds(counted.every((page, index) => index === 0 || counted[index - 1].number < page.number), "in their order");
        // Like a book without the bound-in pages.
        const rest = openingsOf(pages.filter((page) => !is(page, "non-paged")));
        assert.deepEqual(rest, openings.filter(([page]) => !is(page, "non-paged")), letters);
        for (const [index, opening] of rest.entries()) {
            const [page] = opening;
            if (opening.length === 2 || is(page, "facing-pages")) continue;
            const next = rest[index + 1]?.[0];
            holds(index === 0 || next === undefined || is(next, "facing-pages"), `page ${page.number} alone`);
        }
    }
});

test("a document is a book if its behavior is paged, or if it looks like a book without one", () => {
    const pages = pagesOf("pppp");
    assert.ok(isBook({ pages }));
    assert.ok(!isBook({ pages: pages.slice(1) }));
    assert.ok(!isBook({ pages, behavior: ["individuals"] }));
    assert.ok(isBook({ pages: pages.slice(2), behavior: ["no-auto-advance", "paged"] }));
    assert.ok(!isBook({ pages: [...pages, { ...pages[0], width: 2000 }] }));
    assert.ok(!isBook({ pages: [...pages, { ...pages[0], width: 700 }] }));
});

const page = (number, width, height, pixelsPerMillimetre = null) => ({ number, width, height, pixelsPerMillimetre, image: null, label: null });

test("measured pages are shown at one scale, others at equal height", () => {
    const [left, right] = [page(2, 1000, 2000, 10), page(3, 600, 800, 5)];
    assert.deepEqual(leavesOf([left, right], left, "left-to-right"), [
        { page: left, x: 0, y: 0, factor: 1 }, { page: right, x: 1000, y: 200, factor: 2 },
    ]);
    assert.deepEqual(leavesOf([left, right], right, "left-to-right")[1], { page: left, x: -500, y: -100, factor: 0.5 });
    const unmeasured = page(3, 600, 800);
    assert.deepEqual(leavesOf([left, unmeasured], left, "left-to-right")[1], { page: unmeasured, x: 1000, y: 0, factor: 2.5 });
    assert.deepEqual(leavesOf([left], left, "right-to-left"), [{ page: left, x: 0, y: 0, factor: 1 }]);
});

test("the second page is placed according to the viewing direction", () => {
    const [first, second] = [page(2, 1000, 2000), page(3, 500, 1000)];
    const place = (direction) => leavesOf([first, second], first, direction)[1];
    assert.deepEqual([place("right-to-left").x, place("right-to-left").y], [-1000, 0]);
    assert.deepEqual([place("top-to-bottom").x, place("top-to-bottom").y], [0, 2000]);
    assert.deepEqual([place("bottom-to-top").x, place("bottom-to-top").y], [0, -2000]);
});

test("an opening looks the same in the coordinates of either page", () => {
    const random = randomNumbers(5);
    const directions = ["left-to-right", "right-to-left", "top-to-bottom", "bottom-to-top"];
    for (let round = 0; round < 1000; round += 1) {
        const scale = () => (random(0, 1) < 0.5 ? null : random(1, 40));
        const [first, second] = [1, 2].map((number) => page(number, Math.ceil(random(1, 9000)), Math.ceil(random(1, 9000)), scale()));
        const direction = directions[round % 4];
        const [from, to] = [leavesOf([first, second], first, direction), leavesOf([first, second], second, direction)];
        const near = (a, b, what) => assert.ok(Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a)), `${what} ${a} ${b}`);
        const [sheet, other] = [sheetOf(from), sheetOf(to)];
        const moved = toLeafCoordinates(sheet, from[1]);
        for (const side of ["x", "y", "width", "height"]) near(moved[side], other[side], side);
        // Neither page is enlarged beyond its maximum, and the overall maximum holds for both.
        const frame = (page) => ({ surface: { width: 800, height: 600 }, page, insets: NO_INSETS, margin: 10 });
        near(maximumScale(frame(sheet)) * from[1].factor, maximumScale(frame(other)), "largest");
        for (const { factor } of from) assert.ok(maximumScale(frame(sheet)) * factor <= 2 + 1e-9);
        // The point in view does not move.
        const wild = { x: random(-9e3, 2e4), y: random(-9e3, 2e4), scale: 10 ** random(-4, 1) };
        const view = clampView(wild, frame(sheet));
        const again = clampView(toLeafCoordinates(view, from[1]), frame(other));
        for (const part of ["x", "y", "scale"]) near(toLeafCoordinates(view, from[1])[part], again[part], part);
        const whole = wholeSheet(frame(sheet));
        assert.ok(minimumScale(frame(sheet)) <= maximumScale(frame(sheet)));
        near(whole.x, sheet.x + sheet.width / 2, "middle");
        for (const leaf of from) {
            const { x, y, width, height } = boxOf(leaf);
            assert.equal(leafAt({ x: x + width / 2, y: y + height / 2 }, from), leaf);
        }
    }
});

test("regions of the facing page are shown at its place, and of other pages not at all", () => {
    const [left, right] = [page(2, 1000, 2000), page(3, 500, 1000)];
    const leaves = leavesOf([left, right], left, "left-to-right");
    const region = { page: 3, polygon: [[0, 0], [500, 0], [500, 1000]], holes: [[[1, 1], [2, 1], [2, 2]]] };
    assert.deepEqual(regionOn(region, leaves), [
        { page: 3, polygon: [[1000, 0], [2000, 0], [2000, 2000]], holes: [[[1002, 2], [1004, 2], [1004, 4]]] },
    ]);
    const own = { ...region, page: 2 };
    assert.equal(regionOn(own, leaves)[0], own);
    assert.deepEqual(regionOn({ ...region, page: 4 }, leaves), []);
});

test("thumbnails of an opening touch, and the cells within a part of the row are found", () => {
    const openings = openingsOf(pagesOf("p".repeat(400)));
    const { cells, width } = rowOf(openings, 100);
    assert.equal(cells.length, 400);
    assert.equal(cells[2].start, cells[1].start + cells[1].width);
    assert.ok(cells[3].start > cells[2].start + cells[2].width);
    assert.ok(width > cells[399].start + cells[399].width);
    const random = randomNumbers(3);
    for (let round = 0; round < 500; round += 1) {
        const from = random(-1000, width + 1000);
        const to = from + random(0, 2000);
        const [first, end] = cellsWithin(cells, from, to);
        const expected = cells.filter((cell) => cell.start + cell.width > from && cell.start < to);
        assert.deepEqual(cells.slice(first, end), expected);
    }
    assert.deepEqual(cellsWithin([], 0, 100), [0, 0]);
    const [narrow, wide] = rowOf([[page(1, 10, 5000)], [page(2, 9000, 100)]], 100).cells;
    assert.deepEqual([narrow.width, wide.width], [44, 260]);
});
