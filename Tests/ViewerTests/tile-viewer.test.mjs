import assert from "node:assert/strict";
import test from "node:test";
import { pauseAtRest, skipUnchangedFrames } from "../../Sources/Viewer/sheet/tile-viewer.js";

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
    const addHandler = (event, handler) => handlers.set(event, handler);
    const pending = [];
    globalThis.OpenSeadragon = { requestAnimationFrame: (frame) => pending.push(frame) };
    const image = { isLoaded: true, isDue: true, getFullyLoaded: () => image.isLoaded };
    const images = [image];
    let isForced = false;
    const viewer = {
        addHandler,
        forceRedraw: () => ((isForced = true), viewer),
        world: {
            addHandler,
            needsDraw: () => image.isDue,
            getItemCount: () => images.length,
            getItemAt: (index) => images[index],
        },
    };
    pauseAtRest(viewer);
    let drawn = 0;
    const update = () => {
        if (isForced || image.isDue) {
            drawn += 1;
            [isForced, image.isDue] = [false, false];
            handlers.get("update-viewport")();
        }
        assert.notEqual(OpenSeadragon.requestAnimationFrame(update), 0);
    };
    OpenSeadragon.requestAnimationFrame(update);
    /** Runs at most `limit` frames; returns how many ran and how many of them drew something. */
    const run = (limit = 10) => {
        drawn = 0;
        let ran = 0;
        while (ran < limit && pending.length > 0) {
            assert.equal(pending.length, 1, "one animation at a time");
            pending.pop()();
            ran += 1;
        }
        return { ran, drawn };
    };
    return { viewer, image, run, open: () => ((isForced = true), handlers.get("add-item")()) };
}

test("the animation pauses one frame after the last that was drawn, and goes on when something is to be drawn", () => {
    const { viewer, run, open } = animation();
    assert.deepEqual(run(), { ran: 2, drawn: 1 });
    assert.equal(viewer.forceRedraw(), viewer);
    viewer.forceRedraw();
    assert.deepEqual(run(), { ran: 2, drawn: 1 });
    open();
    assert.deepEqual(run(), { ran: 2, drawn: 1 }, "another image");
});

test("the animation runs while tiles are loading and while an image has to be drawn", () => {
    const { image, run } = animation();
    image.isLoaded = false;
    assert.deepEqual(run(), { ran: 10, drawn: 1 });
    [image.isLoaded, image.isDue] = [true, true];
    assert.deepEqual(run(), { ran: 2, drawn: 1 }, "the last tile has come");
});
