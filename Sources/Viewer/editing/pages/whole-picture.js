// @ts-check
/** A picture of a whole scan, for marking places on it. */
import { imageURL, own } from "../../base/addresses.js";
import * as api from "../../base/api.js";
import { make } from "../../base/dom.js";

/** The longer side of the picture, in pixels. */
const SIZE = 2000;
const PAUSE_MILLISECONDS = 700;

/**
 * Shows a preview while the scan is being sliced.
 * @param {{ imageId: string | null, width: number, height: number }} scan
 * @param {AbortSignal} signal  stops updating the picture
 */
export function wholePicture({ imageId, width, height }, signal) {
    const picture = make("img", { alt: "", draggable: "false" });
    if (imageId === null) return picture;
    const size = Math.min(SIZE, Math.max(width, height));
    const whole = imageURL(imageId, "full", `!${size},${size}`);
    const look = async () => {
        // A failed request is repeated later.
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
