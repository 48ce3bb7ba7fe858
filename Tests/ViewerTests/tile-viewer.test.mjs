import assert from "node:assert/strict";
import test from "node:test";
import { endTilesAtEdges, pauseAtRest, requestMoreWhileQuick, skipUnchangedFrames } from "../../Sources/Viewer/sheet/tile-viewer.js";

test("tiles overlap the next by a pixel and end at the edges of the image", () => {
    // Four pixels of the image to one of CSS: an image of 1028 × 1540, whose last column of tiles is one CSS pixel wide, and half
    // a pixel wide if the image is smaller by two.
    const drawn = (width, column, row) => {
        const [scale, side, height] = [1 / 4, 1024, 1540];
        const [x, y] = [column * side, row * side];
        const [across, down] = [Math.min(side, width - x), Math.min(side, height - y)];
        const bounds = { x: x / width, y: y / width, width: across / width, height: down / width };
        const tile = { bounds };
        const item = {
            source: { dimensions: { x: width, y: height } },
            _positionTile: (tile) => (tile.size = { x: across * scale + 1, y: down * scale + 1 }),
        };
        endTilesAtEdges({ world: { addHandler: (_, handler) => handler({ item }) } });
        item._positionTile(tile);
        return [tile.size.x, tile.size.y].map((length) => Number(length.toFixed(9)));
    };
    assert.deepEqual(drawn(1028, 0, 0), [257, 257]);
    assert.deepEqual(drawn(1028, 1, 1), [1, 129]);
    assert.deepEqual(drawn(1026, 0, 0), [256.5, 257], "the column before a very narrow one");
    assert.deepEqual(drawn(1026, 1, 0), [0.5, 257]);
});

/** A minimal OpenSeadragon: one image with a queue of tiles. */
function viewer() {
    const handlers = new Map();
    const addHandler = (event, handler) => handlers.set(event, handler);
    let isDue = true;
    const item = {
        isMoving: false,
        isFading: false,
        // More tiles are wanted than may be requested.
        update: () => ((isDue = true), item.isMoving),
        needsDraw: () => isDue,
        setDrawn: () => (isDue = item.isFading),
        redraw: () => (isDue = true),
    };
    skipUnchangedFrames({ addHandler, world: { addHandler } });
    handlers.get("add-item")({ item });
    /** @returns {boolean} whether the frame was drawn */
    const frame = (hasMoved = false) => {
        const isAnimated = item.update(hasMoved) || hasMoved;
        if (!isAnimated && !item.needsDraw()) return false;
        handlers.get("update-viewport")();
        item.setDrawn();
        return true;
    };
    return { item, frame, load: () => handlers.get("tile-loaded")() };
}

test("while tiles are queued, a frame is drawn only for something new", () => {
    const { item, frame, load } = viewer();
    assert.equal(frame(), true, "the first time");
    assert.deepEqual([frame(), frame()], [false, false]);
    item.redraw();
    assert.deepEqual([frame(), frame()], [true, false], "of its own accord");
    load();
    assert.deepEqual([frame(), frame()], [true, false], "a tile that was found while looking for others");
});

test("moving and fading images are drawn every frame", () => {
    const { item, frame } = viewer();
    frame();
    assert.deepEqual([frame(true), frame(true), frame()], [true, true, false]);
    item.isMoving = true;
    assert.deepEqual([frame(), frame()], [true, true]);
    item.isMoving = false;
    assert.equal(frame(), false);
    [item.isFading] = [true, item.redraw()];
    assert.deepEqual([frame(), frame(), frame()], [true, true, true]);
    item.isFading = false;
    assert.deepEqual([frame(), frame()], [true, false], "once more at its end");
});

/** A minimal OpenSeadragon whose animation runs while an image is open, as the real one's does. */
function animation() {
    const handlers = new Map();
    const pending = [];
    globalThis.OpenSeadragon = { requestAnimationFrame: (frame) => pending.push(frame) };
    const image = { isInSight: true, isLoaded: true, getDrawArea: () => image.isInSight && {}, getFullyLoaded: () => image.isLoaded };
    const requests = [];
    const viewer = {
        forceRedraw: () => (requests.push("redraw"), viewer),
        forceResize: () => void requests.push("resize"),
        world: {
            addHandler: (event, handler) => handlers.set(event, handler),
            getItemCount: () => 1,
            getItemAt: (index) => [image][index],
        },
    };
    pauseAtRest(viewer);
    const update = () => assert.notEqual(OpenSeadragon.requestAnimationFrame(update), 0);
    OpenSeadragon.requestAnimationFrame(update);
    /** Runs at most `limit` frames; returns how many ran. */
    const run = (limit = 100) => {
        let count = 0;
        for (; count < limit && pending.length > 0; count += 1) {
            assert.equal(pending.length, 1, "one animation at a time");
            pending.pop()();
        }
        return count;
    };
    return { viewer, image, requests, run, raise: (event) => handlers.get(event)() };
}

test("the animation pauses at rest and goes on when something is to be drawn", () => {
    const { viewer, requests, run, raise } = animation();
    assert.equal(run(), 30);
    assert.equal(viewer.forceRedraw(), viewer);
    viewer.forceRedraw();
    assert.equal(run(), 31, "the frame that draws, and half a second");
    viewer.forceResize();
    assert.equal(run(), 31);
    assert.deepEqual(requests, ["redraw", "redraw", "resize"]);
    for (const event of ["add-item", "remove-item"]) {
        raise(event);
        assert.equal(run(), 31, event);
    }
});

test("the animation runs while tiles in sight are loading", () => {
    const { image, run } = animation();
    image.isLoaded = false;
    assert.equal(run(), 100);
    image.isLoaded = true;
    assert.equal(run(), 31, "the frame that draws the last tile, and half a second");
});

test("the animation does not wait for tiles out of sight", () => {
    const { image, run } = animation();
    [image.isInSight, image.isLoaded] = [false, false];
    assert.equal(run(), 30);
});

/** A minimal OpenSeadragon that requests tiles, and queues them beyond its limit. */
function loader(context) {
    context.mock.timers.enable({ apis: ["Date"], now: 0 });
    context.mock.method(performance, "now", () => Date.now());
    const handlers = new Map();
    const addHandler = (event, handler) => handlers.set(event, handler);
    const requested = [];
    const imageLoader = { jobLimit: 8, canAcceptNewJob: () => requested.length < imageLoader.jobLimit };
    const item = { _loadTile: (tile, time) => requested.push({ tile, time }) };
    requestMoreWhileQuick({ imageLoader, addHandler, world: { addHandler } });
    handlers.get("add-item")({ item });
    return {
        /** Wants tiles as in one frame. @returns {number} how many have been requested and have not arrived */
        want: (count) => {
            for (let number = 0; number < count; number += 1) item._loadTile({ number }, 5);
            return requested.length;
        },
        arrive: (milliseconds) => {
            context.mock.timers.tick(milliseconds);
            for (const { tile, time } of requested.splice(0)) {
                assert.equal(time, 5);
                handlers.get("tile-loaded")({ tile });
            }
        },
    };
}

test("as many tiles are requested as may be on their way, and none is queued", (context) => {
    const { want, arrive } = loader(context);
    assert.deepEqual([want(5), want(5), want(5)], [5, 8, 8]);
    arrive(1000);
    assert.equal(want(5), 5);
});

test("more tiles are requested while they arrive quickly, and fewer while they do not", (context) => {
    const { want, arrive } = loader(context);
    const rounds = (count, milliseconds) => Array.from({ length: count }, () => {
        const wanted = want(100);
        arrive(milliseconds);
        return wanted;
    });
    assert.deepEqual(rounds(4, 399), [8, 16, 32, 32]);
    assert.deepEqual(rounds(3, 400), [32, 8, 8]);
});
