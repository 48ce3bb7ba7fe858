// @ts-check
/** Spares a slow device the frames in which nothing is new. */

/**
 * While more tiles are wanted than may be asked for at once, OpenSeadragon 6.1.1 draws every frame anew, although none has come. On
 * a phone with a slow line that is when a reader first touches the sheet: the next paint came after 112 ms, and comes after 56
 * (Benchmarks/first-view).
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
            // Takes back that it is to be drawn, unless a tile is fading in.
            if (!isDue && !hasMoved && !hasChanged && !hasNewTile) item.setDrawn();
            return hasChanged;
        };
    });
}
