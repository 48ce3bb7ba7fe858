import assert from "node:assert/strict";
import test from "node:test";
import { skipUnchangedFrames } from "../../Sources/Viewer/sheet/tile-viewer.js";

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
