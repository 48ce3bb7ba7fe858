// @ts-check
/** A worker that detects pages, so that the camera's picture never stutters. */
import { blurOf } from "./detection/blur.js";
import { thumbnail } from "./detection/change.js";
import { detect } from "./detection/detect.js";
import { greyOf } from "./detection/grey.js";

/** @typedef {import("./detector.js").Pixels} Pixels */

addEventListener("message", ({ data }) => {
    const { id, picture, part } = /** @type {{ id: number, picture: Pixels, part: Pixels | null }} */ (data);
    const began = performance.now();
    const grey = grayscale(picture);
    const { quad, score } = detect(grey);
    const blur = part && blurOf(grayscale(part));
    postMessage({ id, quad, score, blur, thumbnail: thumbnail(grey), milliseconds: performance.now() - began });
});

/** @param {Pixels} pixels */
function grayscale({ bytes, width, height }) {
    return greyOf(new Uint8ClampedArray(bytes), width, height);
}
