// @ts-check
/** Skips frames in which nothing has changed, to spare slow devices. */

/**
 * Skips redundant frames. While more tiles are needed than may be requested at once, OpenSeadragon 6.1.1 redraws every frame even
 * if no tile has arrived. On a phone with a slow connection this coincides with the reader's first touch: the next paint came
 * after 112 ms, and now comes after 56 ms (Benchmarks/first-view).
 * @param {OpenSeadragon.Viewer} viewer
 */
export function skipUnchangedFrames(viewer) {
    let hasNewTile = false;
    viewer.addHandler("tile-loaded", () => (hasNewTile = true));
    viewer.addHandler("update-viewport", () => (hasNewTile = false));
    viewer.world.addHandler("add-item", ({ item }) => {
        const update = item.update;
        item.update = (hasMoved) => {
            const isDue = item.needsDraw();
            const hasChanged = update.call(item, hasMoved);
            // Undoes the request for drawing unless a tile is fading in.
            if (!isDue && !hasMoved && !hasChanged && !hasNewTile) item.setDrawn();
            return hasChanged;
        };
    });
}
