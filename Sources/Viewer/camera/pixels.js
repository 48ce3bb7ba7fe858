// @ts-check
/** Reads the pixels of a video or a picture in the sizes used for detection. */

/** @typedef {import("./detector.js").Pixels} Pixels */
/** @typedef {import("../base/types.js").Size} Size */

/** The longer side in pixels: of a frame, of a taken picture, and of the frame whose middle is examined for blur. */
const [FRAME, STILL, FINE] = [320, 640, 1280];
/** The size of the middle of the fine frame. */
const PART = { width: 192, height: 144 };

export class PixelReader {
    #frame = document.createElement("canvas");
    #part = document.createElement("canvas");

    /**
     * @param {CanvasImageSource} source
     * @param {Size} size  the size of the source
     * @param {"frame" | "still"} purpose
     * @returns {{ pixels: Pixels, factor: number }} `factor` is the number of source pixels per pixel
     */
    whole(source, { width, height }, purpose) {
        const factor = Math.max(1, Math.max(width, height) / (purpose === "frame" ? FRAME : STILL));
        const [across, down] = [Math.max(1, Math.round(width / factor)), Math.max(1, Math.round(height / factor))];
        return { pixels: read(this.#frame, source, [0, 0, width, height], across, down), factor };
    }

    /**
     * @param {CanvasImageSource} source @param {Size} size  the size of the source @returns {Pixels} its middle, with the source
     *   scaled to a length of 1280 pixels
     */
    part(source, { width, height }) {
        const factor = Math.max(width, height) / FINE;
        const [across, down] = [Math.min(width, PART.width * factor), Math.min(height, PART.height * factor)];
        return read(this.#part, source, [(width - across) / 2, (height - down) / 2, across, down], PART.width, PART.height);
    }
}

/** @param {HTMLCanvasElement} canvas @param {CanvasImageSource} source @param {[number, number, number, number]} box @param {number} width @param {number} height @returns {Pixels} */
function read(canvas, source, box, width, height) {
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("expected a browser with canvases of two dimensions");
    context.imageSmoothingQuality = "medium";
    context.drawImage(source, ...box, 0, 0, width, height);
    return { bytes: context.getImageData(0, 0, width, height).data.buffer, width, height };
}

/**
 * @param {HTMLVideoElement} video @returns {Promise<number>} resolves when the next frame is available, with its time in
 *   milliseconds
 */
export function nextFrame(video) {
    return new Promise((resolve) => {
        if ("requestVideoFrameCallback" in video) video.requestVideoFrameCallback((now) => resolve(now));
        else requestAnimationFrame(resolve);
    });
}
