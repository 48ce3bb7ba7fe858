// @ts-check
/** A picture of all of a scan, in which places are shown. */
import { own, ROOT } from "../../base/addresses.js";
import * as api from "../../base/api.js";
import { make } from "../../base/dom.js";

/** The longer side, in pixels. */
const SIZE = 2000;
const PAUSE_MILLISECONDS = 700;

/**
 * While the scan is sliced, what there is of it.
 * @param {{ imageId: string | null, width: number, height: number }} scan
 * @param {AbortSignal} signal  after which nobody looks at it
 */
export function wholePicture({ imageId, width, height }, signal) {
    const picture = make("img", { alt: "", draggable: "false" });
    if (imageId === null) return picture;
    const size = Math.min(SIZE, Math.max(width, height));
    const whole = `${ROOT}iiif/3/${encodeURIComponent(imageId)}/full/!${size},${size}/0/default.jpg`;
    const look = async () => {
        // One that cannot be asked for now can be later.
        const tiles = await api.tiles(imageId).catch(() => null);
        if (signal.aborted) return;
        if (tiles && !tiles.cut) picture.src = whole;
        else {
            const preview = tiles?.cut?.previewURL;
            if (preview && picture.getAttribute("src") === null) picture.src = own(preview);
            if (tiles?.cut?.error === undefined) setTimeout(look, PAUSE_MILLISECONDS);
        }
    };
    look();
    return picture;
}
